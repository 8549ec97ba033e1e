"""``table.toml`` as somebody changes it who has no editor: a few values, all comments and other values as they were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from api.card.edit import with_value
from api.card.settings import ForTable
from controller.config import GameConfig, load
from controller.config_file import ConfigError, text_of
from controller.files import write_whole
from controller.rules import ruleset

FOR_ALL: Final = 0o644
OPTIONS: Final = "game.options"


def set_table(path: Path, given: ForTable) -> list[str]:
    """Writes what is given into the file; what changed, in words. Raises ``ConfigError``, with nothing changed, when
    the file would not be valid then, and ``OSError`` where it
    cannot be written."""
    text = text_of(path)
    changed, wanted = edited(text, given)
    part = path.with_suffix(".new")
    write_whole(part, changed.encode(), FOR_ALL)
    try:
        load(part)
    finally:
        part.unlink()
    if changed != text:
        write_whole(path, changed.encode(), FOR_ALL)
    return [f"{place} = {value}" for place, value in wanted.items()]


def edited(text: str, given: ForTable) -> tuple[str, dict[str, Any]]:
    """The text with what is given, and the values by their places. A ruleset comes with the options of its profile in
    the place of those that were there: they belong to other rules. Raises ``ConfigError``."""
    wanted: dict[str, Any] = {}
    for key in ("name", "language", "time_zone"):
        if value := getattr(given, key):
            wanted[f"table.{key}"] = value
    if given.ruleset:
        text = "".join(_without_options(text))
        wanted["game.ruleset"] = given.ruleset
        wanted |= {f"{OPTIONS}.{option}": value for option, value in _profile(given).items()}
    for place, value in wanted.items():
        section, _, key = place.rpartition(".")
        text = with_value(text, section, key, value)
    return text, wanted


def profiles_of(id: str) -> tuple[str, ...]:
    """``id``: of a ruleset."""
    return tuple(ruleset(id).profiles)


def profile_played(game: GameConfig) -> str:
    """The profile whose values the options of a configuration are; empty where there is none."""
    played = dict(game.options)
    return next((name for name, values in ruleset(game.ruleset).profiles.items() if _as_toml(values) == played), "")


def _as_toml(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _profile(given: ForTable) -> dict[str, Any]:
    profiles = ruleset(given.ruleset).profiles
    if given.profile and given.profile not in profiles:
        known = ", ".join(profiles) or "none"
        raise ConfigError(None, 0, f"table.profile must be one of {given.ruleset}: {known}, not {given.profile!r}")
    return _as_toml(profiles[given.profile]) if given.profile else {}


def _without_options(text: str) -> Iterator[str]:
    """Comments stay where they are."""
    of_options = False
    for line in text.splitlines():
        bare = line.strip()
        if bare.startswith("["):
            header = bare.partition("#")[0].strip().strip("[]").strip()
            of_options = header == OPTIONS or header.startswith(f"{OPTIONS}.")
            if header.startswith(f"{OPTIONS}."):
                continue
            yield f"{line}\n"
        elif not of_options or not bare or bare.startswith("#"):
            yield f"{line}\n"
