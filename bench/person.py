"""Somebody at the table who follows its prompts: reads the situation, puts right what can be seen, presses the key.

Nothing here knows what was injected, except through eyes: an alarm makes people look for its cause, a pressed stop, an
open deck and a pulled plug are seen without one. What nobody can see, such as a missed count, is found by its effect.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

from bench.house import House, HouseError
from controller.mechanism import Request, Situation, prompt
from controller.mechanism.follower import NextAct, next_act
from controller.mechanism.situation import blocking
from controller.refusals import Refused
from hardware.simulator import people
from hardware.simulator.fault_kinds import KINDS, REMEDIES
from hardware.simulator.parts import Key, Lamp

ATTEMPTS: Final = 12
"""How often people do what the table asks for in one situation before they give up."""
PATIENT: Final = 3
"""After so many times people look closer."""
REACTION_S: Final = 0.5
"""From reading what to do to doing it: what the board says together has arrived by then."""
GLANCE_S: Final = 0.2
"""Between two looks at a table that is busy."""
ANSWER_S: Final = 4.0
"""A table that answers a key at all has done so by then."""
PASSING_S: Final = 400.0
"""Longest time that a situation lasts which ends by itself."""
_PLAIN: Final = ("emergency-stop", "cover-open", "unplug")
_CHANNEL_FAULTS: Final = ("E15", "E16", "E17", "E18")
_UNSEEN: Final = ("dead-count", "double-count", "key-bounce", "power-cut")

S = Situation


class Person:
    """``did`` counts the remedies and the keys that were pressed for them."""

    def __init__(self, home: House) -> None:
        self.home = home
        self.did: Counter[str] = Counter()
        self._stubborn = False
        """Whether what was done about a situation has not helped so far."""
        self.longest = max(home.plan.quota)

    async def until(self, done: Callable[[], bool]) -> None:
        """Does what the table asks for until ``done``. Raises :class:`HouseError` when that leads nowhere."""
        tried: Counter[Situation] = Counter()
        while not done():
            here = self.home.here
            tried[here] += 1
            if tried[here] > ATTEMPTS:
                raise HouseError(f"no way out: {self.home.describe()}")
            self._stubborn = tried[here] > PATIENT
            await self._see_to(here)
            self.home.check_all()

    async def change_hands(self) -> None:
        """The hand is over: until the next wall stands on the table and the one after it waits below."""
        tally = self.home.tally
        raised, staged = tally["wall-raised"], tally["wall-staged"]
        await self._tap(Key.OPEN)
        await self._change(S.PLAYING_READY)
        await self.until(
            lambda: (
                tally["wall-raised"] > raised and tally["wall-staged"] > staged and self.home.here is S.PLAYING_READY
            )
        )

    # ------------------------------------------------------------ one look, one step

    async def _see_to(self, here: Situation) -> None:
        self._put_right()
        further = self._further()
        act_now = next_act(here, look_inside=self._look_inside())
        if further is not None:
            await further()
        elif act_now is NextAct.TEND_HATCH:
            await self._at_open_hatch(here)
        elif act_now is NextAct.WAIT:
            await self._change(here, PASSING_S / ATTEMPTS)
        else:
            await self._press(here, act_now)
            await self._change(here)

    def _further(self) -> Callable[[], Awaitable[None]] | None:
        """What the prompt asks for when the first remedy did not help."""
        wanted = prompt(self.home.state).key
        return {"remedy.reset": self._reset, "remedy.empty-and-restart": self._start_afresh}.get(wanted)

    async def _reset(self) -> None:
        """Reset on the tablet, then a key; then the key that goes on."""
        self.did["reset"] += 1
        await asyncio.sleep(REACTION_S)
        self._ask(Request.RESET)
        await self._change(self.home.here, 1.0)
        await self._tap(Key.RAISE)
        await self.home.see(lambda: self.home.here not in (S.RESETTING, S.KEY_AWAITED), 15, "reset")
        await self._tap(Key.RAISE)
        await self._change(self.home.here)

    async def _start_afresh(self) -> None:
        """Power off, deck open, every tile out; begin with the first set."""
        home = self.home
        self.did["empty-and-restart"] += 1
        home.start_afresh()
        await home.see(lambda: not home.machine.ready, 5, "the board is off")
        await home.see(lambda: home.machine.ready, 30, "the board is back")
        self._ask(Request.EMPTIED)

    def _ask(self, request: Request) -> None:
        """What a prompt tells people to ask for must not be refused."""
        try:
            self.home.ask(request)
        except Refused as error:
            raise HouseError(
                f"{request.value} was asked for and refused, {error.code}: {self.home.describe()}"
            ) from error

    async def _change(self, here: Situation, patience_s: float = ANSWER_S) -> None:
        await self.home.players.see(lambda: self.home.here is not here, patience_s, GLANCE_S)

    async def _press(self, here: Situation, act_now: NextAct) -> None:
        if here is S.BUILD_LOST:
            self._set_aside()
        fault = blocking(self.home.state)
        if fault is not None:
            self.did[f"key after {fault.code}"] += 1
        await self._tap(Key.OPEN if act_now is NextAct.PRESS_OPEN else Key.RAISE)

    async def _tap(self, key: Key) -> None:
        await self.home.press(key)

    async def _at_open_hatch(self, here: Situation) -> None:
        home = self.home
        for side in {*self._too_long(), *self._blocked()}:
            self._do("take-extra", side=side)
        for action in ("put-found-tile", "sort-out"):
            self._do(action)
        if here is S.HATCH_OPEN:
            await self._push_in()
        await self._tap(Key.OPEN)
        await self._change(here)
        home.check_all()

    async def _push_in(self) -> None:
        books = self.home.state.books
        if books.in_drum and books.book(books.in_drum).partial:
            self._do("gather")
            self._do("push-in")
        elif books.expected:
            await self.home.players.push_in()

    # ------------------------------------------------------------ eyes and hands

    def _put_right(self) -> None:
        alarm = self.home.players.lamp(Lamp.FAULT) or bool(self.home.faults())
        for fault in self.home.table.faults.active():
            remedy = KINDS[fault.name].remedy
            if remedy not in REMEDIES or fault.name in _UNSEEN or not (alarm or fault.name in _PLAIN):
                continue
            named = {argument.name: fault.values[argument.name] for argument in KINDS[fault.name].arguments}
            if self.home.act(str(remedy), **named)["cleared"]:
                self.did[str(remedy)] += 1

    def _do(self, action: str, **arguments: int) -> None:
        if self.home.act(action, **arguments).get("tiles", 1):
            self.did[action] += 1

    def _too_long(self) -> list[int]:
        """Sides that took more tiles than their wall has: whoever looks sees the tile too many in the channel."""
        sides = self.home.table.plant.sides
        return [side.index for side in sides if side.tiles > self.longest and (side.channel or side.in_head)]

    def _blocked(self) -> set[int]:
        """Sides that the table still calls blocked after everything was loosened: their channels are emptied."""
        faults = [fault for fault in self.home.state.books.faults if fault.code in _CHANNEL_FAULTS]
        return {fault.side for fault in faults if fault.side is not None} if self._stubborn else set()

    def _look_inside(self) -> bool:
        return bool(self.home.table.plant.left_out or self._too_long() or self._blocked())

    def _set_aside(self) -> None:
        """The unfinished wall will rise: the tiles in play go off the slots, and away from those that come up."""
        people.gather_walls(self.home.table.plant)
        in_play = self.home.state.books.raised
        if in_play is not None:
            people.bring_set(self.home.table.plant, in_play, 0)
        self.did["run-out"] += 1
