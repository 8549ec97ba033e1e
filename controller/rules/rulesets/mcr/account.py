"""From the fans that a reading shows to those that count: what contains what, what stands for what, and their points.

``Account`` is made once for each edition. It works on tallies (``fans.ONE``), where leaving a fan out is one ``&``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from controller.rules.rulesets.mcr import fans as f
from controller.rules.rulesets.mcr.editions import CONCEALED_BY_NATURE, CONTAINED, EDITIONS, MIL, ONLY_IN_MIL
from controller.rules.sheet.ruleset import Drop, Dropped, Found

Gone = list[tuple[int, int]]
"""The fan that stays, and the tally of what it leaves out."""


def _all_of(*fans: int) -> int:
    """The digits of these fans."""
    return sum(7 * f.ONE[fan] for fan in fans)


_BY_NATURE: Final = _all_of(*CONCEALED_BY_NATURE)
_UNIFORM: Final = _all_of(f.ALL_GREEN, f.ALL_TERMINALS)
_FOUR_WINDS: Final = _all_of(f.BIG_FOUR_WINDS, f.LITTLE_FOUR_WINDS)
_PUNG: Final = f.ONE[f.PUNG_OF_TERMINALS_OR_HONORS]


class FanSum:
    """The fans that count, by id with their points; their sum without flowers; what was left out.

    ``order`` decides between readings of equal points: fans that stand late on the sheet make it small.
    """

    __slots__ = ("gone", "items", "order", "points")

    def __init__(self, points: int, order: int, items: Found, gone: Gone) -> None:
        self.points, self.order, self.items, self.gone = points, order, items, gone


_KEPT: Final = 4_000


class _Listed(dict[int, tuple[int, Found]]):
    """Points and items of a part of the sheet, by its part of a tally. ``rows``: id and points of its fans."""

    def __init__(self, rows: list[tuple[str, int]]) -> None:
        super().__init__()
        self.rows = rows

    def __missing__(self, part: int) -> tuple[int, Found]:
        if len(self) >= _KEPT:
            self.clear()
        rows = self.rows
        items = {rows[row][0]: times * rows[row][1] for row, times in f.listed(part)}
        listed = self[part] = sum(items.values()), items
        return listed


# the two parts of the sheet meet here: about as many different contents stand on both sides
_SECOND_PART: Final = f.DOUBLE_PUNG
_SECOND_AT: Final = f.BITS * _SECOND_PART
_FIRST: Final = (1 << _SECOND_AT) - 1


class _Containing(dict[int, tuple[tuple[int, int, int], ...]]):
    """The fans that contain others, by their part of a tally: number, its own digit, and those of all that it leaves
    out."""

    def __init__(self, leaves_out: Mapping[int, int]) -> None:
        super().__init__()
        self._leaves_out = leaves_out

    def __missing__(self, part: int) -> tuple[tuple[int, int, int], ...]:
        if len(self) >= _KEPT:
            self.clear()
        found = self[part] = tuple([(fan, 7 * f.ONE[fan], self._leaves_out[fan]) for fan, _ in f.listed(part)])
        return found


class Account:
    """What counts of everything that a reading shows."""

    def __init__(self, name: str) -> None:
        self._edition = EDITIONS[name]
        self.points = {fan.number: self._edition.points.get(fan.number, fan.points) for fan in f.FANS}
        rows = [("", 0), *((fan.id, self.points[fan.number]) for fan in f.FANS)]
        self._first_part, self._second_part = _Listed(rows[:_SECOND_PART]), _Listed(rows[_SECOND_PART:])
        contained = {fan: drops + (ONLY_IN_MIL.get(fan, ()) if name == MIL else ()) for fan, drops in CONTAINED.items()}
        self._containing = _Containing({fan: _all_of(*drops) for fan, drops in contained.items()})
        self._contain_others = _all_of(*contained)

    def row(self, fan: int) -> tuple[list[tuple[str, int]], int]:
        """Where the points of a fan stand."""
        first = self._first_part.rows
        return (first, fan) if fan < len(first) else (self._second_part.rows, fan - len(first))

    def dropped(self, total: FanSum) -> Dropped:
        """What was left out, for an explanation."""
        return tuple(
            Drop(f.FAN[stays].id, f.FAN[fan].id, times * self.points[fan])
            for stays, tally in total.gone
            for fan, times in f.listed(tally)
        )

    def sum(self, tally: int) -> FanSum:
        gone: Gone = []
        left = self._contain(self._leave_instances(tally, gone), gone) or f.ONE[f.CHICKEN_HAND]
        points, items = self._first_part[left & _FIRST]
        more_points, more_items = self._second_part[left >> _SECOND_AT]
        return FanSum(points + more_points, -left, items | more_items, gone)

    def _contain(self, tally: int, gone: Gone) -> int:
        """Leaves out what is contained in another fan; one that is itself left out leaves out nothing."""
        containing = tally & self._contain_others
        for fan, own, leaves_out in self._containing[containing] if containing else ():
            if tally & own and (less := tally & leaves_out):
                tally ^= less
                gone.append((fan, less))
        return tally

    def _leave_instances(self, tally: int, gone: Gone) -> int:
        """What is left out by other rules than that one fan contains another."""
        same_wind = tally & f.SAME_WIND
        tally ^= same_wind
        if tally & _BY_NATURE:
            tally = self._name_concealment(tally, gone)
        if tally & _UNIFORM and tally & f.ONE[f.SEVEN_PAIRS] and not self._edition.hog_in_uniform_pairs:
            tally = _leave(tally, gone, f.first(tally & _UNIFORM), tally & 7 * f.ONE[f.TILE_HOG])
        if tally & 7 * _PUNG and not tally & _FOUR_WINDS:
            tally = self._leave_pungs(tally, gone, same_wind != 0)
        return tally

    def _name_concealment(self, tally: int, gone: Gone) -> int:
        """Shapes that can only be concealed are simply self-drawn."""
        if self._edition.shapes_stay_concealed or not tally & f.ONE[f.FULLY_CONCEALED_HAND]:
            return tally
        shape = f.first(tally & _BY_NATURE)
        return _leave(tally, gone, shape, f.ONE[f.FULLY_CONCEALED_HAND]) + f.ONE[f.SELF_DRAWN]

    def _leave_pungs(self, tally: int, gone: Gone, same_wind: bool) -> int:
        """Pungs of terminals and winds that another fan has already rewarded."""
        if tally & f.ONE[f.NINE_GATES]:
            pungs = f.times(tally, f.PUNG_OF_TERMINALS_OR_HONORS) if self._edition.gates_hold_every_pung else 1
            return _leave(tally, gone, f.NINE_GATES, pungs * _PUNG)
        if tally & f.ONE[f.BIG_THREE_WINDS]:
            return _leave(tally, gone, f.BIG_THREE_WINDS, 3 * _PUNG)
        if tally & f.ONE[f.PREVALENT_WIND]:
            tally = _leave(tally, gone, f.PREVALENT_WIND, _PUNG)
        if tally & f.ONE[f.SEAT_WIND] and not same_wind:
            tally = _leave(tally, gone, f.SEAT_WIND, _PUNG)
        return tally


def _leave(tally: int, gone: Gone, by: int, less: int) -> int:
    if less:
        gone.append((by, less))
    return tally - less


@cache
def account(edition: str) -> Account:
    """The account of an edition, shared by all games that are played by it."""
    return Account(edition)
