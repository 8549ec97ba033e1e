"""From the fans that a reading shows to those that count: what contains what, what stands for what, and their points.

``Account`` is made once for each edition. It works on tallies (``fans.ONE``), where leaving a fan out is one ``&``.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from controller.rules.ruleset import Dropped, Found
from controller.rules.rulesets.mcr import fans as f
from controller.rules.rulesets.mcr.editions import CONCEALED_BY_NATURE, CONTAINED, EDITIONS, MIL, ONLY_IN_MIL

Gone = list[tuple[int, int]]
"""The fan that stays, and the tally of what it leaves out."""


def _all_of(*fans: int) -> int:
    """The digits of these fans."""
    return sum(7 * f.ONE[fan] for fan in fans)


_BY_NATURE = _all_of(*CONCEALED_BY_NATURE)
_UNIFORM = _all_of(f.ALL_GREEN, f.ALL_TERMINALS)
_FOUR_WINDS = _all_of(f.BIG_FOUR_WINDS, f.LITTLE_FOUR_WINDS)
_PUNG = f.ONE[f.PUNG_OF_TERMINALS_OR_HONORS]


class Sum(NamedTuple):
    """The fans that count, by id with their points; their sum without flowers; what was left out.

    ``order`` decides between readings of equal points: fans that stand late on the sheet make it small.
    """

    points: int
    order: int
    items: Found
    gone: Gone


class Account(dict[int, Sum]):
    """Sums by the tally of everything that the reading shows."""

    KEPT = 4_000

    def __init__(self, name: str) -> None:
        super().__init__()
        self._edition = EDITIONS[name]
        self.points = {fan.number: self._edition.points.get(fan.number, fan.points) for fan in f.FANS}
        self._rows = [(fan.id, self.points[fan.number]) for fan in f.FANS]
        contained = {fan: drops + (ONLY_IN_MIL.get(fan, ()) if name == MIL else ()) for fan, drops in CONTAINED.items()}
        self._leaves_out = {fan: _all_of(*drops) for fan, drops in contained.items()}
        self._containing = _all_of(*contained)

    def __missing__(self, tally: int) -> Sum:
        if len(self) >= self.KEPT:
            self.clear()
        total = self[tally] = self._sum(tally)
        return total

    def dropped(self, total: Sum) -> Dropped:
        """What was left out, for an explanation."""
        return tuple(
            (f.FAN[stays].id, f.FAN[fan].id, times * self.points[fan])
            for stays, tally in total.gone
            for fan, times in f.listed(tally).items()
        )

    def _sum(self, tally: int) -> Sum:
        gone: Gone = []
        left = self._contain(self._leave_instances(tally, gone), gone)
        points, items = 0, {}
        for fan, times in f.listed(left).items():
            id, each = self._rows[fan - 1]
            items[id] = times * each
            points += times * each
        if not items:
            id, points = self._rows[f.CHICKEN_HAND - 1]
            items[id] = points
        return Sum(points, -left, items, gone)

    def _contain(self, tally: int, gone: Gone) -> int:
        """Leaves out what is contained in another fan."""
        containing = tally & self._containing
        while containing:
            fan = f.first(containing)
            containing ^= containing & 7 * f.ONE[fan]
            less = tally & self._leaves_out[fan]
            if less:
                tally ^= less
                containing &= ~less
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
