"""The keys on the dome under people's fingers, with contacts that can bounce."""

from __future__ import annotations

import heapq
from random import Random

from .parts import Key
from .travel import NEVER


class Keypad:
    """``held``: bit n is :class:`Key` n as the board reads it now. ``bouncing``: presses still to come that bounce."""

    def __init__(self, random: Random) -> None:
        self.held = 0
        self.bouncing = 0
        self._random = random
        self._script: list[tuple[int, int, Key, bool]] = []
        self._order = 0

    @property
    def due(self) -> int:
        return self._script[0][0] if self._script else NEVER

    def set(self, key: Key, down: bool, at: int) -> None:
        """The key goes down or up at this time, bouncing for some milliseconds if its contact is bad."""
        if self.bouncing and down:
            self.bouncing -= 1
            for _ in range(3):
                self._add(at, key, True)
                self._add(at + self._random.randint(300, 1500), key, False)
                at += self._random.randint(2000, 4000)
        self._add(at, key, down)

    def press(self, key: Key, at: int, held_us: int = 150_000) -> None:
        self.set(key, True, at)
        self.set(key, False, at + held_us)

    def press_both(self, at: int, held_us: int = 150_000) -> None:
        """Open and raise together, as well as two fingers do it."""
        self.press(Key.OPEN, at, held_us)
        self.press(Key.RAISE, at + 60_000, held_us)

    def happen(self, now: int) -> None:
        """To be called at :attr:`due`."""
        while self._script and self._script[0][0] <= now:
            _, _, key, down = heapq.heappop(self._script)
            self.held = self.held | 1 << key if down else self.held & ~(1 << key)

    def _add(self, at: int, key: Key, down: bool) -> None:
        self._order += 1
        heapq.heappush(self._script, (at, self._order, key, down))
