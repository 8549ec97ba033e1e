"""Unattended play at the simulated table: whole matches, with dice from the keys and results from a seed.

For tests, measurements and ``jantaku serve --port simulate --unattended [OCCASION]``.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from random import Random
from typing import Any, Final, NoReturn

from api.unattended.attendant import WHO, Attendant, Stuck
from api.unattended.results import random_result
from controller import match
from controller.events.hall import HallClockSet
from controller.events.machine import WallRaised
from controller.events.match import HandStarted, MatchStarted
from controller.journal.store import iso
from controller.match import MatchState, Wanted, wanted_roll
from controller.permits import UNATTENDED, Actor, Role
from controller.refusals import Refused
from controller.rules import configure
from controller.rules.seats import Seat
from controller.table.commands import Receipt
from controller.table.table import Table
from controller.uplink.decide import time_is_up
from hardware.simulator.parts import Key
from hardware.simulator.table import SimulatedTable

log = logging.getLogger("jantaku.autoplay")


class Occasion(StrEnum):
    """When simulated people begin a match. ``HALL``: as ``ANY``, but not before the table belongs to a hall.
    ``ORDERED``: they play the games that the hall starts, once it has given them their clock, and none of their own."""

    ANY = "any"
    HALL = "hall"
    ORDERED = "ordered"


NAMES: Final = ("Mei", "Kenji", "Ana", "Noor")
KEY_PATIENCE: Final = 5.0
"""Seconds from a dice key to its roll; a person then presses again."""
PAUSE_BETWEEN_MATCHES: Final = 20.0
RETRY_SECONDS: Final = 5.0
LOOK_SECONDS: Final = 1.0
STAFF: Final = Actor(Role.STAFF, "unattended")
"""Who ends a match at the gong: players may not."""


@dataclass(frozen=True, slots=True)
class Style:
    """How people play. ``think``: seconds that a hand takes, at least and at most. ``wait_for_wall``: they end a hand
    only after the next wall is built. ``occasion``: of a match."""

    ruleset: str = "hong-kong-old"
    options: Mapping[str, Any] = field(default_factory=dict)
    seating: str | None = None
    think: tuple[float, float] = (60.0, 240.0)
    wait_for_wall: bool = False
    occasion: Occasion = Occasion.ANY


class Autoplay:
    """``play_match`` plays the match that is under way to its end, or a new one. ``on_result`` hears what the table
    answered to each result. ``now``: the wall clock, by which the hall sounds the gong."""

    def __init__(
        self,
        table: Table,
        simulator: SimulatedTable,
        seed: int,
        style: Style | None = None,
        on_result: Callable[[str, Receipt], None] = lambda _id, _answer: None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.table, self.simulator, self._on_result, self._now = table, simulator, on_result, now
        self.style = style or Style()
        self._random = Random(seed)
        self.attendant = Attendant(table, simulator)

    async def for_ever(self) -> NoReturn:
        """Match after match. A table that gets stuck is left alone for a moment; then people try again."""
        while True:
            if not self._may_begin():
                await asyncio.sleep(LOOK_SECONDS * max(self.table.speed, 1.0))
                continue
            try:
                await self.play_match()
                await asyncio.sleep(PAUSE_BETWEEN_MATCHES)
            except (Stuck, Refused) as trouble:
                log.warning("unattended play pauses: %s", trouble)
                await asyncio.sleep(RETRY_SECONDS)

    def _may_begin(self) -> bool:
        state, last = self.state, self.table.projection.last
        match self.style.occasion:
            case Occasion.HALL:
                return self.table.projection.hall.hall is not None
            case Occasion.ORDERED:
                has_clock = last.get(HallClockSet.type, 0) > last.get(MatchStarted.type, 0)
                return state is not None and state.game is not None and state.phase != "over" and has_clock
        return True

    async def play_match(self, most_hands: int | None = None) -> MatchState:
        """Returns the match when it is over, or when so many of its hands have ended. Raises ``Stuck``."""
        await self.attendant.ready()
        if self.state is None or self.state.phase == "over":
            await self._start()
        while (state := self._playing()).phase != "over" and not _enough(state, most_hands):
            await self._go_on(state)
        return state

    @property
    def state(self) -> MatchState | None:
        return self.table.projection.match

    def _playing(self) -> MatchState:
        state = self.state
        assert state is not None, "a match was started"
        return state

    async def _start(self) -> None:
        style, seats = self.style, configure(self.style.ruleset, dict(self.style.options)).wall
        names = tuple("" if seat in seats.empty else name for seat, name in enumerate(NAMES))
        command = match.StartMatch(
            WHO, uuid.UUID(int=self._random.getrandbits(128), version=4).hex[:16], style.ruleset, names,
            dict(style.options), style.seating,
        )  # fmt: skip
        await self.table.handle(command, by=UNATTENDED)

    async def _go_on(self, state: MatchState) -> None:
        """One step of the match: the one that it waits for."""
        if state.phase == "play":
            await self._play_hand(state)
            return
        if time_is_up(self.table.projection.hall, state, iso(self._now())):
            await self.table.handle(match.EndMatch(WHO, "time"), by=STAFF)
            return
        if state.phase == "roll" and not self._wall_is_fresh():
            await self.attendant.fresh_wall()
        wanted = wanted_roll(state)
        if wanted is not None:
            await self._throw(wanted)
        else:
            await self._draw_winds(state)

    def _wall_is_fresh(self) -> bool:
        """A wall that rose after the last hand began has not been played."""
        last = self.table.projection.last
        return last.get(WallRaised.type, 0) > last.get(HandStarted.type, 0)

    async def _throw(self, wanted: Wanted) -> None:
        before = self.table.projection.rolls
        key = Key(Key.DICE_0 + wanted.seats[0])
        await self.attendant.players.press(key)
        await self.attendant.players.see(lambda: self.table.projection.rolls > before, KEY_PATIENCE)
        if self.table.projection.rolls == before:
            await self.attendant.ready()

    async def _draw_winds(self, state: MatchState) -> None:
        winds = list("ESWN"[: len(state.present)])
        self._random.shuffle(winds)
        drawn: dict[Seat, Any] = dict(zip(state.present, winds, strict=True))
        await self.table.handle(match.DrawWinds(WHO, drawn), by=UNATTENDED)

    async def _play_hand(self, state: MatchState) -> None:
        hand = state.running
        assert hand is not None, "a hand is being played"
        await asyncio.sleep(self._random.uniform(*self.style.think))
        if self.style.wait_for_wall:
            await self.attendant.wall_built()
        game = configure(state.ruleset, dict(state.options))
        result = random_result(game, self._playing(), self._random)
        id_ = self._id()
        answer = await self.table.handle(match.EndHand(WHO, hand.index, result), by=UNATTENDED, id=id_)
        self._on_result(id_, answer)
        if state.confirmation == "tablet":
            for seat in state.present:
                await self.table.handle(match.ConfirmResult(WHO, hand.index, seat), by=UNATTENDED)

    def _id(self) -> str:
        return str(uuid.UUID(int=self._random.getrandbits(128), version=4))


def _enough(state: MatchState, most: int | None) -> bool:
    return most is not None and sum(hand.result is not None for hand in state.hands) >= most
