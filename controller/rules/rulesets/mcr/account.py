"""From the fans that a reading shows to those that count: what contains what, what stands for what, and their points.

``Account`` is made once for each edition. It works on tallies (``fans.Tally``), where leaving a fan out is one ``&``.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from controller.rules.rulesets.mcr import fans as f
from controller.rules.rulesets.mcr.editions import CONCEALED_BY_NATURE, CONTAINED, EDITIONS, MIL, ONLY_IN_MIL
from controller.rules.sheet.ruleset import Drop, Dropped, Found

Gone = list[tuple[int, f.Tally]]
"""The fan that stays, and the tally of what it leaves out."""

_BY_NATURE: Final = f.digits_of(*CONCEALED_BY_NATURE)[0]
_UNIFORM: Final = f.ONE[f.ALL_GREEN] | f.ONE[f.ALL_TERMINALS]
_FOUR_WINDS: Final = f.ONE[f.BIG_FOUR_WINDS] | f.ONE[f.LITTLE_FOUR_WINDS]
_PUNG: Final = f.ONE[f.PUNG_OF_TERMINALS_OR_HONORS]
_ANY_PUNG: Final = f.DIGIT[f.PUNG_OF_TERMINALS_OR_HONORS]


class FanSum:
    """The fans that count, by id with their points, and their sum without flowers.

    ``rank`` is the points, then what decides between readings of equal points: fans that stand late on the sheet make
    it small.
    """

    __slots__ = ("items", "points", "rank")

    def __init__(self, points: int, great: int, small: int, items: Found) -> None:
        self.points, self.items = points, items
        self.rank = points, -small, -great


class Account:
    """What counts of everything that a reading shows."""

    def __init__(self, name: str) -> None:
        self._edition = EDITIONS[name]
        self.points = {fan.number: self._edition.points.get(fan.number, fan.points) for fan in f.FANS}
        self.rows: list[tuple[str, int]] = [("", 0), *((fan.id, self.points[fan.number]) for fan in f.FANS)]
        """Id and points of every fan."""
        contained = {fan: drops + (ONLY_IN_MIL.get(fan, ()) if name == MIL else ()) for fan, drops in CONTAINED.items()}
        self._leaves_out = [f.digits_of(*contained.get(fan, ())) for fan, _ in enumerate(self.rows)]
        self._great_that_contain, self._small_that_contain = f.digits_of(*contained)

    def dropped(self, tally: f.Tally) -> Dropped:
        """What is left out, for an explanation."""
        gone: Gone = []
        self._without(tally, gone)
        return tuple(
            Drop(f.FAN[stays].id, f.FAN[fan].id, times * self.points[fan])
            for stays, less in gone
            for fan, times in f.listed(less)
        )

    def sum(self, great: int, small: int) -> FanSum:
        great, small = self._without((great, small), None)
        if not great and not small:
            great = f.ONE[f.CHICKEN_HAND]
        points, items, rows = 0, {}, self.rows
        left = great
        while left:
            fan = f.first(left)
            left ^= f.ONE[fan]
            id, worth = rows[fan]
            points += worth
            items[id] = worth
        left = small
        while left:
            fan = f.first_small(left)
            digit = left & f.DIGIT[fan]
            left ^= digit
            id, worth = rows[fan]
            if digit != f.ONE[fan]:
                worth *= digit >> f.AT[fan]
            points += worth
            items[id] = worth
        return FanSum(points, great, small, items)

    def _without(self, tally: f.Tally, gone: Gone | None) -> f.Tally:
        """A tally without all that is left out, which is noted."""
        great, small = self._leave_instances(tally, gone)
        left = great & self._great_that_contain
        while left:
            fan = f.first(left)
            left ^= f.ONE[fan]
            # one that is itself left out leaves out nothing
            if great & f.ONE[fan]:
                great, small = self._leave_contained(fan, great, small, gone)
        left = small & self._small_that_contain
        while left:
            fan = f.first_small(left)
            left ^= f.ONE[fan]
            great, small = self._leave_contained(fan, great, small, gone)
        return great, small

    def _leave_contained(self, fan: int, great: int, small: int, gone: Gone | None) -> f.Tally:
        less_great, less_small = self._leaves_out[fan]
        less_great &= great
        less_small &= small
        if gone is not None and (less_great or less_small):
            gone.append((fan, (less_great, less_small)))
        return great ^ less_great, small ^ less_small

    def _leave_instances(self, tally: f.Tally, gone: Gone | None) -> f.Tally:
        """What is left out by other rules than that one fan contains another."""
        great, small = tally
        same_wind = small & f.SAME_WIND
        small ^= same_wind
        if great & _BY_NATURE:
            great, small = self._name_concealment(great, small, gone)
            if great & _UNIFORM and great & f.ONE[f.SEVEN_PAIRS] and not self._edition.hog_in_uniform_pairs:
                small = _leave(small, gone, f.first(great & _UNIFORM), small & f.DIGIT[f.TILE_HOG])
        if small & _ANY_PUNG and not great & _FOUR_WINDS:
            small = self._leave_pungs(great, small, gone, same_wind != 0)
        return great, small

    def _name_concealment(self, great: int, small: int, gone: Gone | None) -> f.Tally:
        """Shapes that can only be concealed are simply self-drawn."""
        concealed = great & f.ONE[f.FULLY_CONCEALED_HAND]
        if self._edition.shapes_stay_concealed or not concealed:
            return great, small
        if gone is not None:
            gone.append((f.first(great & _BY_NATURE), (concealed, 0)))
        return great ^ concealed, small + f.ONE[f.SELF_DRAWN]

    def _leave_pungs(self, great: int, small: int, gone: Gone | None, same_wind: bool) -> int:
        """Pungs of terminals and winds that another fan has already rewarded."""
        if great & f.ONE[f.NINE_GATES]:
            less = small & _ANY_PUNG if self._edition.gates_hold_every_pung else _PUNG
            return _leave(small, gone, f.NINE_GATES, less)
        if great & f.ONE[f.BIG_THREE_WINDS]:
            return _leave(small, gone, f.BIG_THREE_WINDS, 3 * _PUNG)
        if small & f.ONE[f.PREVALENT_WIND]:
            small = _leave(small, gone, f.PREVALENT_WIND, _PUNG)
        if small & f.ONE[f.SEAT_WIND] and not same_wind:
            small = _leave(small, gone, f.SEAT_WIND, _PUNG)
        return small


def _leave(small: int, gone: Gone | None, by: int, less: int) -> int:
    if gone is not None and less:
        gone.append((by, (0, less)))
    return small - less


@cache
def account(edition: str) -> Account:
    """The account of an edition, shared by all games that are played by it."""
    return Account(edition)
