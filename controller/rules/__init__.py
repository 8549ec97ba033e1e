"""Pure scoring engine and rulesets: values in, values out; no clock, no I/O, no randomness.

score({"ruleset": "hong-kong-old", "hand": "44s888s99p", ...})   one record to its result
configure("hong-kong-old", {"min-faan": 1})                      a Game (controller.rules.game)
describe("hong-kong-old")                                        everything about a ruleset, as JSON
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from controller.rules.engine import ConfiguredGame
from controller.rules.errors import OptionError, RecordError, RulesError, nearest
from controller.rules.explain import explain_text
from controller.rules.rulesets import IDS, load
from controller.rules.sheet.options import CHANGES
from controller.rules.sheet.ruleset import Ruleset

__all__ = [
    "OptionError", "RecordError", "RulesError", "configure", "describe", "explain_text", "game_named", "game_of",
    "ruleset", "rulesets", "score",
]  # fmt: skip

_GAMES: Final[dict[tuple[str, str | None, str], ConfiguredGame]] = {}
"""Games by ruleset, profile and options as written."""
_GAMES_KEPT: Final = 256
_CHANGED: Final[deque[tuple[str, str | None, str]]] = deque()
"""Those of them with items that a house has changed, the oldest first: they can be large, and anybody may send more."""
_CHANGED_KEPT: Final = 8


def rulesets() -> tuple[str, ...]:
    """Ids of the rulesets."""
    return IDS


def ruleset(id: str) -> Ruleset:
    """The ruleset as data. Raises OptionError for an unknown id."""
    return load(id)


def configure(id: str, options: Mapping[str, Any] | None = None, profile: str | None = None) -> ConfiguredGame:
    """A game: the ruleset with the profile's values and then these options. Raises OptionError."""
    return ConfiguredGame(load(id), options, profile)


def game_named(name: str) -> ConfiguredGame:
    """The game of ``"riichi"`` or, with a profile, ``"riichi/online"``. Raises OptionError."""
    id_, _, profile = name.partition("/")
    return configure(id_, {}, profile or None)


def score(record: Mapping[str, Any]) -> dict[str, Any]:
    """The result of one scoring record, with ``explain`` when it has ``"explain": true``.

    Raises RecordError for a record that cannot be read and OptionError for its options.
    """
    return game_of(record).score(record)


def game_of(record: Mapping[str, Any]) -> ConfiguredGame:
    """The game that a scoring record names, with the options that its tiles imply. Raises RecordError, OptionError."""
    if type(record) is not dict and not isinstance(record, Mapping):
        raise RecordError("record", "a scoring record is a JSON object")
    id, options, profile = record.get("ruleset"), record.get("options"), record.get("profile")
    game = _game(id, options, profile)
    implies = game.rules.implies
    if implies and profile is None and (implied := implies(record)):
        game = _game(id, {**implied, **(options or {})}, None)
    return game


def _game(id: Any, options: Any, profile: Any) -> ConfiguredGame:
    """A game by what a record says; made once and kept."""
    if type(id) is not str:
        raise _no_ruleset(id)
    if profile is not None and type(profile) is not str:
        raise RecordError("profile", "is the name of a profile")
    key = (id, profile, "" if options is None or options == {} else repr(options))
    return _GAMES.get(key) or _keep(key, options)


def _keep(key: tuple[str, str | None, str], options: Any) -> ConfiguredGame:
    id, profile, _ = key
    if id not in IDS:
        raise _no_ruleset(id)
    game = configure(id, options, profile)
    if CHANGES in game.options and len(_CHANGED) >= _CHANGED_KEPT:
        del _GAMES[_CHANGED.popleft()]
    if len(_GAMES) >= _GAMES_KEPT:
        _GAMES.clear()
        _CHANGED.clear()
    if CHANGES in game.options:
        _CHANGED.append(key)
    _GAMES[key] = game
    return game


def _no_ruleset(id: Any) -> RecordError:
    near = nearest(id, IDS) if type(id) is str else None
    meant = "" if near is None else f"did you mean {near}? "
    detail = "is missing" if id is None else f"{id!r} is not a ruleset"
    return RecordError("ruleset", detail, f"{meant}known are {', '.join(IDS)}")


def describe(id: str) -> dict[str, Any]:
    """A ruleset for people and programs: items, options, profiles, walls, dice, progression, penalties."""
    from controller.rules.description import described

    return described(load(id))
