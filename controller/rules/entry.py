"""What the result of a hand has to say in a game: the data from which an entry form is made and by which it is checked.

Nothing here names a game. A ruleset starts from what its options and items say anyway and adds what is its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, NamedTuple

from controller.rules.hand.record import DISCARD, ROBBED_KONG, SELF_DRAW

ANY_SOURCE = (SELF_DRAW, DISCARD, ROBBED_KONG)
WITHOUT_BONUS_TILES = 136
MOST_PRESETS = 13


class Situation(NamedTuple):
    """A flag of the scoring record that may be true of a win. ``dealer``: only the dealer can have it, or never he."""

    id: str
    sources: tuple[str, ...]
    dealer: bool | None = None


class Level(NamedTuple):
    """A named worth: reached with that total and fu."""

    total: int
    fu: int
    id: str


SITUATIONS = (
    Situation("last-tile", (SELF_DRAW,)),
    Situation("last-discard", (DISCARD,)),
    Situation("replacement", (SELF_DRAW,)),
    Situation("double-replacement", (SELF_DRAW,)),
    Situation("flower-replacement", (SELF_DRAW,)),
    Situation("heavenly", (SELF_DRAW,), True),
    Situation("earthly", (SELF_DRAW, DISCARD), False),
)


@dataclass(frozen=True, slots=True)
class Asks:
    """What a result says beyond winner, source and discarder.

    Any hand: ``riichi`` names the flags of a winner who laid down a stick (empty: nobody lays sticks). A hand without
    a winner: ``ready`` hands, ``nagashi``, and the reasons of an ``abort`` (a void hand needs none). A quick win:
    ``least`` total, ``presets`` to choose from, ``fu`` to choose from below a total of ``fu_below``, ``levels`` from
    the highest, the name of a ``limit`` (empty: none is entered) with the totals that stand for it, and whether
    somebody may be ``liable``; ``liable_quick``: the sources with which that is asked of every quick win, whatever it
    counts, and of none with tiles. A win with tiles: ``situations``, and what the hand may be made of. ``counters``:
    drawn hands are counted for the next winner. ``sources``: how a hand can be won at all. ``seen``: what bars a win
    on a discard (fields of ``locks.Seen``).
    """

    riichi: tuple[str, ...] = ()
    ready: bool = False
    nagashi: bool = False
    abort: tuple[str, ...] = ()
    least: int = 0
    presets: tuple[int, ...] = tuple(range(1, MOST_PRESETS + 1))
    fu: tuple[int, ...] = ()
    fu_below: int = 0
    levels: tuple[Level, ...] = ()
    limit: str = "limit"
    limit_totals: tuple[int, ...] = (0,)
    liable: bool = False
    liable_quick: tuple[str, ...] = ()
    sources: tuple[str, ...] = ANY_SOURCE
    situations: tuple[Situation, ...] = SITUATIONS
    flowers: bool = True
    red: bool = False
    indicators: bool = False
    hidden: bool = False
    origins: bool = False
    chows: bool = True
    copies: int = 4
    absent: tuple[str, ...] = ()
    kita: int = 0
    counters: bool = False
    seen: tuple[str, ...] = ()

    def level(self, total: int, fu: int | None) -> str:
        """The name of a worth, empty for none."""
        return next((row.id for row in self.levels if total >= row.total and (fu or 0) >= row.fu), "")

    def needs_fu(self, total: int, limit: bool) -> bool:
        return bool(self.fu) and not limit and total < self.fu_below

    def as_json(self) -> dict[str, Any]:
        return {
            **{name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()},
            "levels": [row._asdict() for row in self.levels],
            "situations": [{**row._asdict(), "sources": list(row.sources)} for row in self.situations],
        }


def asks_from(data: Mapping[str, Any]) -> Asks:
    """As it was recorded; what was not recorded takes its default."""
    known = {part.name for part in fields(Asks)} - {"levels", "situations"}
    plain: dict[str, Any] = {name: _frozen(value) for name, value in data.items() if name in known}
    if "levels" in data:
        plain["levels"] = tuple(Level(row["total"], row["fu"], row["id"]) for row in data["levels"])
    if "situations" in data:
        rows = data["situations"]
        plain["situations"] = tuple(Situation(row["id"], tuple(row["sources"]), row["dealer"]) for row in rows)
    return Asks(**plain)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def plain_asks(options: Mapping[str, Any], tiles: int, least: int, unit: str) -> Asks:
    """What every ruleset begins with: drawn from its options, its set and its minimum."""
    flowers = options.get("flowers")
    with_flowers = flowers if isinstance(flowers, bool) else tiles > WITHOUT_BONUS_TILES
    first = max(least, 1)
    return Asks(
        least=least,
        presets=() if unit == "points" else tuple(range(first, max(first, MOST_PRESETS) + 1)),
        situations=tuple(row for row in SITUATIONS if with_flowers or row.id != "flower-replacement"),
        flowers=with_flowers,
        counters=bool(options.get("goulash-carry")),
    )
