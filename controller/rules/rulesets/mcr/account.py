"""From the fans that a reading shows to those that count: what contains what, what stands for what, and their points.

``Account`` is made once for each edition. It works on tallies (``fans.ONE``), where leaving a fan out is one ``&``.
"""

from __future__ import annotations

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
    """The fans that count, by id with their points, and their sum without flowers.

    ``order`` decides between readings of equal points: fans that stand late on the sheet make it small.
    """

    __slots__ = ("items", "order", "points")

    def __init__(self, points: int, order: int, items: Found) -> None:
        self.points, self.order, self.items = points, order, items


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


_BY_INSTANCE: Final = f.SAME_WIND | _all_of(
    f.FULLY_CONCEALED_HAND, f.SELF_DRAWN, f.BIG_THREE_WINDS, f.PREVALENT_WIND, f.SEAT_WIND,
    f.PUNG_OF_TERMINALS_OR_HONORS,
)  # fmt: skip
"""What ``Account._leave_instances`` looks at or changes, beside the fans that contain others and what it takes out
whole."""


class _Staying(dict[int, tuple[int, int]]):
    """Of the digits that decide what is left out, those that stay, and the mask of the other digits that stay; by all
    digits that decide."""

    def __init__(self, account: Account, deciding: int) -> None:
        super().__init__()
        self._account, self._deciding, self._others = account, deciding, _all_of(0, *f.FAN) & ~deciding

    def __missing__(self, part: int) -> tuple[int, int]:
        if len(self) >= _KEPT:
            self.clear()
        left = self._account.without(part | self._others, [])
        found = self[part] = left & self._deciding, left & self._others
        return found


class Account:
    """What counts of everything that a reading shows."""

    def __init__(self, name: str) -> None:
        self._edition = EDITIONS[name]
        self.points = {fan.number: self._edition.points.get(fan.number, fan.points) for fan in f.FANS}
        rows = [("", 0), *((fan.id, self.points[fan.number]) for fan in f.FANS)]
        self._first_part, self._second_part = _Listed(rows[:_SECOND_PART]), _Listed(rows[_SECOND_PART:])
        contained = {fan: drops + (ONLY_IN_MIL.get(fan, ()) if name == MIL else ()) for fan, drops in CONTAINED.items()}
        self._leaves_out = {fan: _all_of(*drops) for fan, drops in contained.items()}
        self._contain_others = _all_of(*contained)
        self._deciding = self._contain_others | _BY_INSTANCE
        self._staying = _Staying(self, self._deciding)

    def row(self, fan: int) -> tuple[list[tuple[str, int]], int]:
        """Where the points of a fan stand."""
        first = self._first_part.rows
        return (first, fan) if fan < len(first) else (self._second_part.rows, fan - len(first))

    def dropped(self, tally: int) -> Dropped:
        """What is left out, for an explanation."""
        gone: Gone = []
        self.without(tally, gone)
        return tuple(
            Drop(f.FAN[stays].id, f.FAN[fan].id, times * self.points[fan])
            for stays, less in gone
            for fan, times in f.listed(less)
        )

    def sum(self, tally: int) -> FanSum:
        deciding, others = self._staying[tally & self._deciding]
        left = deciding + (tally & others) or f.ONE[f.CHICKEN_HAND]
        points, items = self._first_part[left & _FIRST]
        more_points, more_items = self._second_part[left >> _SECOND_AT]
        return FanSum(points + more_points, -left, items | more_items)

    def without(self, tally: int, gone: Gone) -> int:
        """A tally without all that is left out, which is noted."""
        tally = self._leave_instances(tally, gone)
        for fan, _ in f.listed(tally & self._contain_others):
            # one that is itself left out leaves out nothing
            if tally & 7 * f.ONE[fan] and (less := tally & self._leaves_out[fan]):
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
