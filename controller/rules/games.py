"""The games that scoring records name, made when they are first asked for and kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from controller.rules.engine import ConfiguredGame
from controller.rules.errors import RecordError, nearest
from controller.rules.sheet.options import CHANGES
from controller.rules.sheet.ruleset import Ruleset

GAMES_KEPT: Final = 256
CHANGED_KEPT: Final = 8
Key = tuple[str, str | None, object]
"""Ruleset, profile and options as written."""


class Games:
    """Games of these rulesets."""

    def __init__(self, ids: Sequence[str], load: Callable[[str], Ruleset]) -> None:
        self._ids, self._load = ids, load
        self.kept: dict[Key, ConfiguredGame] = {}
        self._changed: deque[Key] = deque()
        """Those with items that a house has changed, the oldest first: they can be large, and anybody may send more."""
        self._last: _Asked | None = None

    def of(self, record: Mapping[str, Any]) -> ConfiguredGame:
        """The game that a record names, with the options that its tiles imply. Raises RecordError, OptionError."""
        if isinstance(record, dict):
            given = record
        elif isinstance(record, Mapping):
            given = dict(record)
        else:
            raise RecordError("record", "a scoring record is a JSON object")
        options, profile = given.get("options"), given.get("profile")
        game = self._game(given.get("ruleset"), options, profile)
        implies = game.rules.implies
        if implies is not None and profile is None and (implied := implies(given)):
            game = self._game(game.ruleset, {**implied, **(options or {})}, None)
        return game

    def _game(self, id: Any, options: Any, profile: Any) -> ConfiguredGame:
        """A game by what a record says; made once and kept."""
        if type(id) is not str:
            raise self._no_ruleset(id)
        if profile is not None and type(profile) is not str:
            raise RecordError("profile", "is the name of a profile")
        last = self._last
        if last is not None and profile is None and last.asked_as(id, options):
            return last.game
        written = as_written(options)
        key = (id, profile, written)
        game = self.kept.get(key) or self._keep(key, options)
        if profile is None and (written is None or isinstance(written, tuple)):
            self._last = _Asked(id, list(options.items()) if options else [], game)
        return game

    def _keep(self, key: Key, options: Any) -> ConfiguredGame:
        id, profile, _ = key
        if id not in self._ids:
            raise self._no_ruleset(id)
        game = ConfiguredGame(self._load(id), options, profile)
        if CHANGES in game.options and len(self._changed) >= CHANGED_KEPT:
            del self.kept[self._changed.popleft()]
        if len(self.kept) >= GAMES_KEPT:
            self.kept.clear()
            self._changed.clear()
        if CHANGES in game.options:
            self._changed.append(key)
        self.kept[key] = game
        return game

    def _no_ruleset(self, id: Any) -> RecordError:
        near = nearest(id, self._ids) if type(id) is str else None
        meant = "" if near is None else f"did you mean {near}? "
        detail = "is missing" if id is None else f"{id!r} is not a ruleset"
        return RecordError("ruleset", detail, f"{meant}known are {', '.join(self._ids)}")


class _Asked:
    """The game with options that was asked for last: records of one game mostly come together."""

    __slots__ = ("_id", "_options", "game")

    def __init__(self, id: str, options: list[tuple[str, Any]], game: ConfiguredGame) -> None:
        """The values of the options are whole numbers and texts."""
        self._id, self._options, self.game = id, options, game

    def asked_as(self, id: str, options: Any) -> bool:
        """Whether these are the same ruleset and the same options, written in the same order."""
        if id != self._id:
            return False
        if not options and not self._options:
            return options is None or isinstance(options, dict)
        if not isinstance(options, dict) or len(options) != len(self._options):
            return False
        for at, (name, value) in enumerate(options.items()):
            last_name, last = self._options[at]
            if name != last_name or type(value) is not type(last) or value != last:
                return False
        return True


def as_written(options: Any) -> object:
    """Options as a key that also tells apart what is equal and not the same (1, 1.0 and true)."""
    if options is None:
        return None
    if not isinstance(options, dict):
        return None if options == {} else repr(options)
    if not options:
        return None
    written: list[object] = []
    for name, value in options.items():
        if type(value) is not int and type(value) is not str:
            return repr(options)
        written.append(name)
        written.append(value)
    return tuple(written)
