"""Pure scoring engine and rulesets: values in, values out; no clock, no I/O, no randomness.

score({"ruleset": "hong-kong-old", "hand": "44s888s99p", ...})   one record to its result
configure("hong-kong-old", {"min-faan": 1})                      a Game (controller.rules.game)
describe("hong-kong-old")                                        everything about a ruleset, as JSON
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.rules.engine import ConfiguredGame
from controller.rules.errors import OptionError, RecordError, RulesError
from controller.rules.explain import explain_text
from controller.rules.rulesets import IDS, load
from controller.rules.sheet.ruleset import Ruleset

__all__ = [
    "OptionError", "RecordError", "RulesError", "configure", "describe", "explain_text", "game_of", "ruleset",
    "rulesets", "score",
]  # fmt: skip

_PLAIN: dict[str, ConfiguredGame] = {}
_GAMES: dict[tuple[str, str | None, str], ConfiguredGame] = {}
_GAMES_KEPT = 256
RED_FIVES = "red-fives"
_TILES = ("hand", "winning_tile", "melds", "dora_indicators", "ura_indicators")


def rulesets() -> tuple[str, ...]:
    """Ids of the rulesets."""
    return IDS


def ruleset(id: str) -> Ruleset:
    """The ruleset as data. Raises OptionError for an unknown id."""
    return load(id)


def configure(id: str, options: Mapping[str, Any] | None = None, profile: str | None = None) -> ConfiguredGame:
    """A game: the ruleset with the profile's values and then these options. Raises OptionError."""
    rules = load(id)
    game: ConfiguredGame = (rules.game or ConfiguredGame)(rules, options, profile)
    return game


def score(record: Mapping[str, Any]) -> dict[str, Any]:
    """The result of one scoring record, with ``explain`` when it has ``"explain": true``.

    Raises RecordError for a record that cannot be read and OptionError for its options.
    """
    try:
        id, options, profile = record["ruleset"], record.get("options"), record.get("profile")
        plain = profile is None and (options is None or options == {})
        game = _PLAIN[id] if plain else _GAMES[id, profile, repr(options)]
    except (LookupError, TypeError, AttributeError):
        game = game_of(record)
    try:
        return game.score(record)
    except RecordError as error:
        if error.tile is None or error.tile[0] != "0":
            raise
        return game_of(record).score(record)


def game_of(record: Mapping[str, Any]) -> ConfiguredGame:
    """The game that a scoring record names. One that holds red fives and does not say how many are in the set is
    played with the usual ones. Raises RecordError and OptionError.
    """
    if not isinstance(record, Mapping):
        raise RecordError("record", "a scoring record is a JSON object")
    id, options, profile = record.get("ruleset"), record.get("options"), record.get("profile")
    if not isinstance(id, str) or id not in IDS:
        raise RecordError("ruleset", f"{id!r} is not one of {', '.join(IDS)}")
    if not isinstance(profile, str | None):
        raise RecordError("profile", "is the name of a profile")
    if isinstance(options, Mapping | None) and (reds := load(id).red_fives) and _red_unsaid(record):
        options = {**(options or {}), RED_FIVES: reds}
    plain, key = profile is None and options in (None, {}), (id, profile, repr(options))
    game = _PLAIN.get(id) if plain else _GAMES.get(key)
    if game is None:
        game = configure(id, options, profile)
        if plain:
            _PLAIN[id] = game
        else:
            if len(_GAMES) >= _GAMES_KEPT:
                _GAMES.clear()
            _GAMES[key] = game
    return game


def _red_unsaid(record: Mapping[str, Any]) -> bool:
    """Whether it holds a red five and neither its profile nor its options say how many there are."""
    if record.get("profile") is not None or RED_FIVES in (record.get("options") or ()):
        return False
    return any("0" in str(record.get(field, "")) for field in _TILES)


def describe(id: str) -> dict[str, Any]:
    """A ruleset for people and programs: items, options, profiles, walls, dice, progression, penalties."""
    from controller.rules.description import described

    return described(load(id))
