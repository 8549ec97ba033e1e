"""House rules and players as they are now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

COLOURS: Final = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "grey")
"""By which a player's name is marked in lists."""
MOST_HOUSE_RULES: Final = 50
MOST_PLAYERS: Final = 500


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A named document: a ruleset, a profile of it, and the options that differ from the profile. ``time``: of the last
    change."""

    id: str
    revision: int
    name: str
    ruleset: str
    profile: str | None
    options: Mapping[str, Any]
    who: str
    time: str
    names: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "revision": self.revision,
            "name": self.name,
            "ruleset": self.ruleset,
            "profile": self.profile,
            "options": dict(self.options),
            "who": self.who,
            "time": self.time,
            "names": dict(self.names),
        }


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    id: str
    name: str
    colour: str | None
    number: int | None

    def as_json(self) -> dict[str, Any]:
        return {"id": self.id, "name": self.name, "colour": self.colour, "number": self.number}


@dataclass(frozen=True, slots=True)
class House:
    """Documents and players by their ids, in the order in which they were first kept. Bounded by ``MOST_HOUSE_RULES``
    and ``MOST_PLAYERS``."""

    rules: Mapping[str, HouseRules] = field(default_factory=dict)
    players: Mapping[str, ListedPlayer] = field(default_factory=dict)
