"""Motion along a path, exact in integer microseconds and without steps.

A path is a slide from 0 to 1 with a stop at either end, or one turn of a crank where 1 is 0 again. Marks on the path
are where something happens; the next one is known in advance, so that nothing need be simulated in between.
"""

from __future__ import annotations

import math
from typing import Final

NEVER: Final = 1 << 62
EDGE: Final = 1e-4
"""A switch window is left a hair beyond its edge, so that both ways across it are marks."""


def window(first: float, last: float) -> tuple[float, ...]:
    """The marks of a switch that is active from ``first`` to ``last``, both included, in either direction."""
    return first - EDGE, first, last, last + EDGE


class TravelPath:
    """``due``: when the next mark is reached (:data:`NEVER`: not on the way to any). ``slow``: 2.0 takes twice as long.

    A mark in ``walls_forward`` stops a forward motion dead, one in ``walls_reverse`` a reverse one.
    """

    def __init__(self, full_us: float, marks: tuple[float, ...], wraps: bool) -> None:
        self.full_us = full_us
        self.marks = marks
        self.wraps = wraps
        self.position = 0.0
        self.direction = 0
        self.slow = 1.0
        self.walls: dict[int, set[float]] = {1: set(), -1: set()}
        if not wraps:
            self.walls[1].add(1.0)
            self.walls[-1].add(0.0)
        self.due = NEVER
        self._since = 0
        self._target = 0.0

    @property
    def stalled(self) -> bool:
        """The motor pushes and nothing moves."""
        return self.direction != 0 and self.due == NEVER

    def at(self, now: int) -> float:
        """The position at ``now``, which is not after ``due``."""
        if self.due == NEVER:
            return self.position
        moved = self.position + self.direction * (now - self._since) / (self.full_us * self.slow)
        return moved % 1.0 if self.wraps else moved

    def drive(self, direction: int, now: int) -> None:
        """The motor turns forward (1), back (-1) or not at all from now on."""
        self.position = self.at(now)
        self.direction = direction
        self._plan(now)

    def arrive(self, now: int) -> float:
        """To be called at ``due``: returns the mark that was reached and goes on."""
        self.position = self._target
        self._plan(now)
        return self.position

    def block(self, direction: int, position: float, now: int) -> None:
        """Puts something hard in the way."""
        self.walls[direction].add(position)
        self.drive(self.direction, now)

    def unblock(self, now: int) -> None:
        """Takes away everything that :meth:`block` put there."""
        self.walls = {1: set(), -1: set()} if self.wraps else {1: {1.0}, -1: {0.0}}
        self.drive(self.direction, now)

    def set_slow(self, factor: float, now: int) -> None:
        self.position = self.at(now)
        self.slow = factor
        self._plan(now)

    def set_pace(self, full_us: float, now: int) -> None:
        self.position = self.at(now)
        self.full_us = full_us
        self._plan(now)

    def _plan(self, now: int) -> None:
        self._since, self.due = now, NEVER
        if not self.direction or self.position in self.walls[self.direction]:
            return
        distance, self._target = min(self._distances(), default=(0.0, 0.0))
        if distance > 0:
            self.due = now + math.ceil(distance * self.full_us * self.slow)

    def _distances(self) -> list[tuple[float, float]]:
        here, way = self.position, self.direction
        ahead = (((mark - here) * way, mark) for mark in (*self.marks, *self.walls[way]))
        if self.wraps:
            return [(distance % 1.0 or 1.0, mark) for distance, mark in ahead]
        return [(distance, mark) for distance, mark in ahead if distance > 0]
