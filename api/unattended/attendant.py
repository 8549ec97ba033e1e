"""People at an unattended simulated table who see to its machine: they read what the table shows, and do that.

They know nothing but the prompt, their eyes and their hands. When the table names a fault they put right what they see
is wrong, then press the key that the situation asks for.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from controller.events.machine import WallRaised
from controller.mechanism import Request, Situation, prompt, situation
from controller.mechanism.follower import NextAct, next_act
from controller.permits import UNATTENDED
from controller.refusals import Refused
from controller.table.commands import MoveMachine
from controller.table.table import Table
from hardware.simulator import people
from hardware.simulator.actions import act, start_afresh
from hardware.simulator.errors import CommandError
from hardware.simulator.fault_kinds import KINDS
from hardware.simulator.parts import Key as PlantKey
from hardware.simulator.players import ARMFUL, ARMFUL_S, Players
from hardware.simulator.table import SimulatedTable
from hardware.simulator.tiles import SET_SIZE

WHO: Final = "autoplay"
"""The name that these people give."""
KEY_SECONDS: Final = 4.0
"""A table that will answer a key at all has answered by then."""
PATIENCE_SECONDS: Final = 400.0
"""Longest a healthy situation lasts: a slow table's build with one reversal."""
POWER_SECONDS: Final = 30.0
"""A board whose power is back has answered by then."""
PRESSES: Final = 20
"""How often people do what the table asks for in one situation, on the way to one wall, before they give up."""

S = Situation


class Stuck(RuntimeError):
    """The table did not get on although people did what it asked for."""

    def __init__(self, where: Situation, tried: int) -> None:
        super().__init__(f"stuck at {where.value} after {tried} attempts")
        self.where = where


class Attendant:
    """Sees to one table until it is as the match needs it."""

    def __init__(self, table: Table, simulator: SimulatedTable) -> None:
        self.table, self.simulator = table, simulator
        self.players: Players = Players(simulator)

    @property
    def here(self) -> Situation:
        return situation(self.table.machine.state)

    async def fresh_wall(self) -> None:
        """Until a wall stands that was not there before: tiles pushed in, the next wall up. Raises ``Stuck``."""
        before = self._walls()
        await self._until(lambda: self._walls() > before and self._plays())

    async def ready(self) -> None:
        """Until a wall stands on the table. Raises ``Stuck``."""
        await self._until(self._plays)

    async def wall_built(self) -> None:
        """Until the next wall waits below the deck, or needs the tiles in play out of the way. Raises ``Stuck``."""
        await self._until(lambda: self.here in (S.PLAYING_READY, S.PLAYING, S.BUILD_LOST, S.PARTIAL))

    def _walls(self) -> int:
        return self.table.projection.last.get(WallRaised.type, 0)

    def _plays(self) -> bool:
        books = self.table.machine.state.books
        return books.raised is not None and self.here in (S.PLAYING, S.PLAYING_READY, S.BUILDING, S.STARTING)

    # ------------------------------------------------------------ the rounds of an attendant

    async def _until(self, done: Callable[[], bool]) -> None:
        tried = Counter[Situation]()
        while not done():
            here = self.here
            tried[here] += 1
            if tried[here] > PRESSES:
                raise Stuck(here, PRESSES)
            await self._see_to(here)

    async def _see_to(self, here: Situation) -> None:
        self._put_right()
        if here is S.BUILD_LOST:
            self._set_aside()
        # What made a side fail was put right a moment ago: nothing is left to look for inside.
        act_now = next_act(here, look_inside=False)
        remedy = prompt(self.table.machine.state).key
        if remedy == "remedy.reset":
            await self._ask(Request.RESET)
            await self._settle(here)
        elif remedy == "remedy.empty-and-restart":
            await self._start_afresh(here)
        elif act_now is NextAct.TEND_HATCH:
            await self._close(here)
        elif act_now is NextAct.WAIT:
            await self._wait(here)
        else:
            await self._press(act_now)
            await self._settle(here)

    async def _start_afresh(self, here: Situation) -> None:
        """What was done before has not helped: power off, every tile out; it begins with the first set."""
        try:
            start_afresh(self.simulator)
        except CommandError:  # its power is out at this moment
            await self._settle(here)
            return
        await self.players.see(lambda: not self._has_board(), KEY_SECONDS)
        await self.players.see(self._has_board, POWER_SECONDS)
        await self._ask(Request.EMPTIED)

    def _has_board(self) -> bool:
        return self.table.machine.state.live.connected

    async def _ask(self, request: Request) -> None:
        """On the tablet. What is refused, because something else has happened meanwhile, is looked at again."""
        with suppress(Refused):
            await self.table.handle(MoveMachine(WHO, request), by=UNATTENDED)

    async def _close(self, here: Situation) -> None:
        books = self.table.machine.state.books
        if books.in_drum is not None and books.book(books.in_drum).partial:
            await self._push_rest()
        elif books.in_drum is None and books.building is None and books.expected is not None:
            # As many tiles of the set as the next wall takes: a match may ask for more or fewer than the one before.
            self.players.tiles = books.plan.tiles
            await self.players.push_in()
        for action in ("put-found-tile", "sort-out"):
            with suppress(CommandError):
                act(self.simulator, {"action": action})
        await self._tap(PlantKey.OPEN)
        await self._settle(here)

    async def _push_rest(self) -> None:
        """What came up of a broken build goes back in, and nothing else: the other set is aside."""
        people.gather_walls(self.simulator.plant)
        armful = {"action": "push-in", "tiles": ARMFUL}
        for _ in range(1 + SET_SIZE // ARMFUL):
            if not self.players.hatch_open() or not act(self.simulator, armful)["tiles"]:
                return
            await asyncio.sleep(ARMFUL_S)

    def _set_aside(self) -> None:
        """The unfinished wall will rise: the tiles in play go off the slots, and away from those that come up."""
        people.gather_walls(self.simulator.plant)
        in_play = self.table.machine.state.books.raised
        if in_play is not None:
            people.bring_set(self.simulator.plant, in_play, 0)

    async def _press(self, act_now: NextAct) -> None:
        if act_now is NextAct.PRESS_BOTH:
            await self.players.press_both()
        else:
            await self._tap(PlantKey.OPEN if act_now is NextAct.PRESS_OPEN else PlantKey.RAISE)

    async def _tap(self, key: PlantKey) -> None:
        await self.players.press(key)

    def _put_right(self) -> None:
        """What anybody can see is wrong. Things of the link and the mains need a moment: they are put right as well."""
        for fault in self.simulator.faults.active():
            remedy = KINDS[fault.name].remedy
            if remedy is not None:
                with suppress(CommandError):
                    act(self.simulator, {"action": remedy})

    async def _settle(self, here: Situation) -> None:
        """Gives the table time to answer a key."""
        await self.players.see(lambda: self.here is not here, KEY_SECONDS)

    async def _wait(self, here: Situation) -> None:
        await self.players.see(lambda: self.here is not here, PATIENCE_SECONDS / PRESSES)
