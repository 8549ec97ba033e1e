"""From the fans that a reading shows to those that count: what contains what, what stands for what, and their points.

``Account`` is made once for each edition; it remembers the sums it has met, of which a few thousand cover most hands.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from controller.rules.ruleset import Dropped, Found
from controller.rules.rulesets.mcr import fans as f
from controller.rules.rulesets.mcr.editions import CONCEALED_BY_NATURE, CONTAINED, EDITIONS, MIL, ONLY_IN_MIL

_UNIFORM = (f.ALL_GREEN, f.ALL_TERMINALS)
Gone = list[tuple[int, int, int]]
"""The fan that stays, the fan that went, how often that was there."""


class Sum(NamedTuple):
    """The fans that count, by id with their points; their sum without flowers; what was left out and why."""

    points: int
    items: Found
    dropped: Dropped


class Account(dict[int, Sum]):
    """Sums by the tally of everything that the reading shows."""

    KEPT = 8_000

    def __init__(self, name: str) -> None:
        super().__init__()
        self._edition = EDITIONS[name]
        self._contained = dict(CONTAINED)
        if name == MIL:
            for fan, drops in ONLY_IN_MIL.items():
                self._contained[fan] += drops
        self.points = {fan.number: self._edition.points.get(fan.number, fan.points) for fan in f.FANS}

    def __missing__(self, tally: int) -> Sum:
        if len(self) >= self.KEPT:
            self.clear()
        total = self[tally] = self._sum(tally)
        return total

    def _sum(self, tally: int) -> Sum:
        same_wind = bool(tally & f.SAME_WIND)
        shown = f.listed(tally & ~f.SAME_WIND)
        gone: Gone = []
        self._name_concealment(shown, gone)
        self._leave_hogs(shown, gone)
        self._leave_pungs(shown, gone, same_wind)
        for fan in tuple(shown):
            if fan in shown:
                rows = [other for other in self._contained.get(fan, ()) if other in shown]
                gone += [(fan, other, shown.pop(other)) for other in rows]
        items = {f.FAN[fan].id: count * self.points[fan] for fan, count in (shown or {f.CHICKEN_HAND: 1}).items()}
        dropped = tuple((f.FAN[fan].id, f.FAN[other].id, count * self.points[other]) for fan, other, count in gone)
        return Sum(sum(items.values()), items, dropped)

    def _name_concealment(self, shown: dict[int, int], gone: Gone) -> None:
        """Shapes that can only be concealed are simply self-drawn."""
        shape = next((fan for fan in CONCEALED_BY_NATURE if fan in shown), 0)
        if shape and f.FULLY_CONCEALED_HAND in shown and not self._edition.shapes_stay_concealed:
            gone.append((shape, f.FULLY_CONCEALED_HAND, shown.pop(f.FULLY_CONCEALED_HAND)))
            shown[f.SELF_DRAWN] = 1

    def _leave_hogs(self, shown: dict[int, int], gone: Gone) -> None:
        uniform = next((fan for fan in _UNIFORM if fan in shown), 0)
        if uniform and f.SEVEN_PAIRS in shown and f.TILE_HOG in shown and not self._edition.hog_in_uniform_pairs:
            gone.append((uniform, f.TILE_HOG, shown.pop(f.TILE_HOG)))

    def _leave_pungs(self, shown: dict[int, int], gone: Gone, same_wind: bool) -> None:
        """Pungs of terminals or honors that another fan has already rewarded."""
        if f.NINE_GATES in shown:
            self._leave(shown, gone, f.NINE_GATES, 2 if self._edition.gates_hold_every_pung else 1)
        elif f.BIG_THREE_WINDS in shown and f.LITTLE_FOUR_WINDS not in shown:
            self._leave(shown, gone, f.BIG_THREE_WINDS, 3)
        elif f.BIG_FOUR_WINDS not in shown and f.LITTLE_FOUR_WINDS not in shown:
            self._leave(shown, gone, f.PREVALENT_WIND, shown.get(f.PREVALENT_WIND, 0))
            self._leave(shown, gone, f.SEAT_WIND, 0 if same_wind else shown.get(f.SEAT_WIND, 0))

    @staticmethod
    def _leave(shown: dict[int, int], gone: Gone, by: int, number: int) -> None:
        pungs = shown.get(f.PUNG_OF_TERMINALS_OR_HONORS, 0)
        less = min(pungs, number)
        if less:
            gone.append((by, f.PUNG_OF_TERMINALS_OR_HONORS, less))
            shown[f.PUNG_OF_TERMINALS_OR_HONORS] = pungs - less
        if pungs == less:
            shown.pop(f.PUNG_OF_TERMINALS_OR_HONORS, None)


@cache
def account(edition: str) -> Account:
    """The account of an edition, shared by all games that are played by it."""
    return Account(edition)
