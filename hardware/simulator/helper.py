"""Somebody who looks after the table when something is wrong, so that a campaign goes on unattended.

The helper sees what people see (lamps, tiles, the hatch) and does what the remedies say: take the cause away; for
tiles, both keys, hands into the drum, one key; otherwise the key that goes on.
"""

from __future__ import annotations

import asyncio
from typing import Final

from .fault_kinds import KINDS, REMEDIES
from .faults import ActiveFault
from .parts import Key, Lamp
from .players import Players
from .tiles import SETS

NOTICE_S: Final = 3.0
"""Until somebody has come."""
WORK_S: Final = 5.0
"""For a thing that has to be taken away or wiped."""
HATCH_S: Final = 8.0
_PLAIN: Final = ("emergency-stop", "cover-open", "unplug")
"""What everybody sees without an alarm."""
_LEFT_ALONE: Final = ("power-cut", "key-bounce", "dead-count", "double-count")
"""What passes by itself, and what nobody can see."""


class Helper:
    """``done``: what was put right, in order, for the report of a campaign.

    ``longest``: tiles in the longest wall of the plan; whoever sees more on a side than that takes the rest out.
    """

    def __init__(self, players: Players, longest: int | None = None) -> None:
        self.players = players
        self.table = players.table
        self.plant = players.plant
        self.longest = longest if longest is not None else 2 * -(-players.tiles // 8)
        self.done: list[str] = []

    async def run(self) -> None:
        """Looks after the table until cancelled."""
        while True:
            await asyncio.sleep(NOTICE_S)
            await self.attend()

    async def attend(self) -> bool:
        """One round: puts right what can be seen to be wrong. False when nothing is."""
        alarm = self.players.lamp(Lamp.FAULT) or bool(self.plant.broken)
        seen = [fault for fault in self.table.faults.active() if alarm or fault.name in _PLAIN]
        cured = [fault for fault in seen if self._cure(fault)]
        if not cured and not alarm:
            return False
        await asyncio.sleep(WORK_S)
        if self.plant.broken:
            self._note("repair")
        if alarm and self._tiles_astray():
            await self._reach_in()
        await self.players.press(Key.RAISE)
        return True

    def _cure(self, fault: ActiveFault) -> bool:
        """Takes the cause of a fault away, if hands can do that from outside."""
        remedy = KINDS[fault.name].remedy
        if remedy not in REMEDIES or fault.name in _LEFT_ALONE:
            return False
        arguments = {a.name: fault.values[a.name] for a in KINDS[fault.name].arguments}
        cleared = self.table.act({"action": remedy, **arguments})["cleared"]
        if cleared:
            self.done.append(str(remedy))
        return bool(cleared)

    def _tiles_astray(self) -> bool:
        places = self.plant.places
        drum = {tile.set for heap in (places.drum, places.well, *places.channel, *places.head) for tile in heap}
        return bool(self.plant.left_out) or len(drum) == len(SETS) or bool(self._too_long())

    def _too_long(self) -> list[int]:
        """Sides that took more tiles than the longest wall has."""
        return [s.index for s in self.plant.sides if s.tiles > self.longest and (s.channel or s.in_head)]

    async def _reach_in(self) -> None:
        """Both keys, hands into the drum, one key."""
        if not self.players.hatch_open():
            await self.players.press_both()
            if not await self.players.see(self.players.hatch_open, HATCH_S):
                return
        for side in self._too_long():
            self._note("take-extra", side=side)
        for action in ("put-found-tile", "sort-out"):
            self._note(action)
        await asyncio.sleep(WORK_S)
        await self.players.close_hatch()

    def _note(self, action: str, **arguments: int) -> None:
        if self.table.act({"action": action, **arguments}).get("tiles", 1):
            self.done.append(action)
