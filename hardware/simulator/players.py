"""People at the simulated table. They work on the machine only, with their hands and eyes, in the loop's time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from . import people
from .parts import Key, Lamp
from .plant import HATCH_CLOSED, HATCH_OPEN
from .table import SimulatedTable

LOOK_S: Final = 0.05
HATCH_PATIENCE_S: Final = 15.0
ARMFUL: Final = 24
"""Tiles pushed in at a time."""
ARMFUL_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class HandOver:
    """How a change of hands went. ``failure``: None, ``"hatch-not-open"`` or ``"hatch-not-closed"``; seconds."""

    failure: str | None
    tiles: int
    opened_after: float
    closed_after: float

    @property
    def done(self) -> bool:
        return self.failure is None


class Players:
    """``tiles``: how many of each set are in play."""

    def __init__(self, table: SimulatedTable, tiles: int = 144) -> None:
        self.table = table
        self.plant = table.plant
        self.tiles = tiles

    async def press(self, key: Key, held_s: float = 0.15) -> None:
        """Presses a key and lets go."""
        with self.table.hands_on():
            self.plant.keys.press(key, self.plant.now, round(held_s * 1e6))
        await asyncio.sleep(held_s + LOOK_S)

    async def press_both(self) -> None:
        with self.table.hands_on():
            self.plant.keys.press_both(self.plant.now)
        await asyncio.sleep(0.3)

    async def see(self, what: Callable[[], bool], patience_s: float, every_s: float = LOOK_S) -> bool:
        """Looks until it is so, so often; False when patience ends."""
        loop = asyncio.get_running_loop()
        end = loop.time() + patience_s
        while not what():
            if loop.time() >= end:
                return False
            await asyncio.sleep(every_s)
        return True

    def hatch_open(self) -> bool:
        return self.plant.hatch.at(self.plant.now) >= HATCH_OPEN

    def hatch_closed(self) -> bool:
        return self.plant.hatch.at(self.plant.now) <= HATCH_CLOSED

    def lamp(self, lamp: Lamp) -> bool:
        """Whether the dome shows this lamp."""
        return self.table.assembly.powered and lamp in self.table.assembly.chip.outputs().lamps

    async def hand_over(self) -> HandOver:
        """Open, push everything in, close: from the last tile of a hand to the closed hatch."""
        began = self._now()
        if not await self.open_hatch():
            return HandOver("hatch-not-open", 0, self._now() - began, 0.0)
        opened = self._now()
        pushed = await self.push_in()
        closed = await self.close_hatch()
        return HandOver(None if closed else "hatch-not-closed", pushed, opened - began, self._now() - opened)

    async def open_hatch(self) -> bool:
        """One press, and patience; no press when it is open already."""
        return await self._move_hatch(self.hatch_open)

    async def close_hatch(self) -> bool:
        return await self._move_hatch(self.hatch_closed)

    async def _move_hatch(self, there: Callable[[], bool]) -> bool:
        if there():
            return True
        await self.press(Key.OPEN)
        return await self.see(there, HATCH_PATIENCE_S)

    async def push_in(self) -> int:
        """Armful by armful, as long as the hatch stays open; returns the number of tiles."""
        self.prepare()
        pushed = 0
        while self.hatch_open() and (armful := self._push_in()):
            pushed += armful
            await asyncio.sleep(ARMFUL_S)
        return pushed

    def _push_in(self) -> int:
        with self.table.hands_on():
            return people.push_in(self.plant, ARMFUL)

    def prepare(self) -> None:
        """The set on the table is brought to the number in play; on an empty table comes the next set from its box."""
        people.gather_walls(self.plant)
        present = people.set_above_deck(self.plant)
        unused = people.unused_sets(self.plant)
        if present or unused:
            people.bring_set(self.plant, present or unused[0], self.tiles)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
