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
from controller.rules.games import Games
from controller.rules.rulesets import IDS, load
from controller.rules.sheet.ruleset import Ruleset

__all__ = [
    "OptionError", "RecordError", "RulesError", "configure", "describe", "explain_text", "game_named", "game_of",
    "ruleset", "rulesets", "score",
]  # fmt: skip

_GAMES = Games(IDS, load)


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
    return _GAMES.of(record).score(record)


def game_of(record: Mapping[str, Any]) -> ConfiguredGame:
    """The game that a scoring record names, with the options that its tiles imply. Raises RecordError, OptionError."""
    return _GAMES.of(record)


def describe(id: str) -> dict[str, Any]:
    """A ruleset for people and programs: items, options, profiles, walls, dice, progression, penalties."""
    from controller.rules.description import described

    return described(load(id))
