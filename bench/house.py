"""A whole table in virtual time: plant, firmware, link and cycle as the service runs them, without its terminal.

What differs from the service: bytes go from the link to the simulated wire directly instead of through a
pseudo-terminal, and the events are kept in a list instead of a journal. Between them is what ships: the firmware
(:mod:`hardware.firmware`, whichever build), ``firmware_bridge.Board``, ``controller.table.driver.Machine``.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from bench.watch import Watch
from controller.events import CATALOGUE, Event
from controller.mechanism import Plan, Request, Setup, Situation, State, check, evolve, fresh, situation
from controller.mechanism.inputs import Input, Requested
from controller.table.driver import MachineDriver
from firmware_bridge import messages as m
from firmware_bridge.board import Board
from firmware_bridge.commands import Sent
from firmware_bridge.transport import OnData, OnLost, PortLost, PortMissing
from hardware.simulator.actions import act, start_afresh
from hardware.simulator.chip import EVERYTHING, BoardChip
from hardware.simulator.parts import LIFT, SIDES, Capability, Key
from hardware.simulator.players import Players
from hardware.simulator.table import SimulatedTable

FULL: Final = (36, 36, 36, 36)
LOOK_S: Final = 0.05


class HouseError(AssertionError):
    """The table did what it must never do, or did not do what it must."""


class HouseWire:
    """The way from the link to the simulated wire. ``frozen``: the host hears and says nothing."""

    name = "simulated"

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self._on_data: OnData | None = None
        self._on_lost: OnLost | None = None
        self.frozen = False
        table.on_host_bytes = self._arrived

    def open(self, on_data: OnData, on_lost: OnLost, attempt: int) -> HouseWire:  # noqa: ARG002 - as Board calls it
        """For ``Board``. Raises PortMissing while the plug is out."""
        if not self._table.assembly.wire.plugged:
            raise PortMissing("the plug is out")
        self._on_data, self._on_lost = on_data, on_lost
        return self

    def write(self, data: bytes) -> None:
        if not self.frozen:
            self._table.host_write(data)

    write_urgent = write

    def close(self) -> None:
        self._on_data = self._on_lost = None

    def follow_plug(self) -> None:
        """As the terminal of a real port that is pulled out."""
        if self._on_lost is not None and not self._table.assembly.wire.plugged:
            lost, self._on_data, self._on_lost = self._on_lost, None, None
            lost(PortLost("the plug was pulled"))

    def _arrived(self, data: bytes) -> None:
        if self._on_data is not None and not self.frozen:
            self._on_data(data)


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of the cycle, in virtual seconds."""

    at: float
    event: Event

    @property
    def type(self) -> str:
        return self.event.type.removeprefix("machine.")

    @property
    def data(self) -> dict[str, Any]:
        return CATALOGUE.to_json(self.event)


class WatchedBoard(Board):
    """The link, with the witness told of what permits motion and forbids it."""

    watch: Watch

    def send(self, message: m.Command) -> Sent:
        if isinstance(message, m.Reset):
            self.watch.reset_asked()
        return super().send(message)


class House:
    """``plan``: the wall that is asked for; ``sets``: how many sets are used."""

    def __init__(self, table: SimulatedTable, watch: Watch, plan: Plan, sets: int, setup: Setup, seed: int) -> None:
        self.table, self.watch, self.plan, self.sets_used = table, watch, plan, sets
        self.players = Players(table, plan.tiles)
        self.events: list[Happened] = []
        self.tally: Counter[str] = Counter()
        """How often each type of event has happened."""
        self.machine = MachineDriver(fresh(plan, sets, setup), self._record, self._inspect)
        self._books = self.machine.state.books
        self.wire = HouseWire(table)
        nonces = Random(f"{seed}:nonces")
        self.board = WatchedBoard(
            self.wire.open,
            nonce=lambda: nonces.getrandbits(32),
            on_state=self.machine.on_state,
            on_message=self._heard,
            rng=Random(f"{seed}:link"),
        )
        self.board.watch = watch
        self.machine.board = self.board
        self.tasks: list[asyncio.Task[Any]] = []
        self.broken: list[str] = []
        self.checks = 0
        """How often :meth:`check_all` has found nothing."""

    # ------------------------------------------------------------ the cycle

    @property
    def state(self) -> State:
        return self.machine.state

    @property
    def here(self) -> Situation:
        return situation(self.machine.state)

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def _record(self, events: Sequence[Event]) -> None:
        for event in events:
            self._books = evolve(self._books, event)
            self.events.append(Happened(self.now(), event))
            self.tally[self.events[-1].type] += 1

    def _heard(self, message: m.FromBoard) -> None:
        if isinstance(message, m.Stopped):
            self.watch.stopped_by_host()
        self.machine.on_message(message)

    def _inspect(self) -> None:
        """After every input: the books are the fold of the events, and hold together."""
        if self._books != self.machine.state.books:
            self.broken.append("the books are not the fold of the events")
            self._books = self.machine.state.books
        self.broken += check(self.machine.state)

    def check_all(self) -> None:
        """Raises :class:`HouseError` for whatever has gone wrong up to now."""
        for task in self.tasks:
            if task.done():
                task.result()
        if self.watch.wrongs:
            raise HouseError(f"at {self.watch.wrongs[0][0] / 1e6:.3f} s: {self.watch.wrongs[0][1]}")
        if self.broken:
            raise HouseError(f"invariant broken: {self.broken[0]}")
        self.table.plant.places.check()
        self.checks += 1

    # ------------------------------------------------------------ looking

    async def see(self, what: Callable[[], bool], patience_s: float, otherwise: str = "") -> None:
        """Looks until it is so. Raises :class:`HouseError` when patience ends or something else went wrong."""
        end = self.now() + patience_s
        while not what():
            if self.now() >= end:
                raise HouseError(f"{otherwise or 'not seen'} within {patience_s} s: {self.describe()}")
            self.check_all()
            await asyncio.sleep(LOOK_S)
        self.check_all()

    async def until(self, *wanted: Situation, patience_s: float = 150) -> None:
        """Until the table is in one of these situations."""
        words = " or ".join(one.value for one in wanted)
        await self.see(lambda: self.here in wanted, patience_s, words)

    async def until_event(self, type_: str, since: int = 0, patience_s: float = 150, **data: object) -> Happened:
        """Until an event of this type with these data is among those from number ``since`` on."""
        found: list[Happened] = []

        def there() -> bool:
            found[:] = [one for one in self.events[since:] if one.type == type_ and data.items() <= one.data.items()]
            return bool(found)

        await self.see(there, patience_s, f"{type_} {data}")
        return found[0]

    def describe(self) -> str:
        last = ", ".join(f"{one.at:.1f} {one.type} {one.data}" for one in self.events[-5:])
        return f"{self.here.value}; {self.whereabouts()}; {last}"

    def faults(self) -> list[str]:
        """Codes of the faults that are present."""
        return [fault.code for fault in self.state.books.faults]

    def whereabouts(self) -> dict[str, dict[str, int]]:
        """How many tiles of each set are where, in the plant."""
        told: dict[str, dict[str, int]] = self.table.snapshot()["sets"]
        return told

    def heights(self, place: str) -> list[list[int]]:
        """Of the stacks on each side: ``wall`` or ``tray``."""
        return [[len(stack) for stack in side] for side in getattr(self.table.plant.places, place)]

    def off(self, drum_only: bool = False) -> bool:
        """Whether all motors, or those of the drum, are off."""
        return not any(self.watch.out[:LIFT] if drum_only else self.watch.out)

    # ------------------------------------------------------------ hands

    def ask(self, request: Request) -> None:
        """What a person asks for on the tablet. Raises ``Refused``."""
        self.machine.feed(Requested(request))

    def feed(self, given: Input) -> None:
        self.machine.feed(given)

    def inject(self, text: str) -> None:
        self.table.inject(text)
        self.wire.follow_plug()

    def act(self, action: str, **arguments: Any) -> dict[str, Any]:
        result = act(self.table, {"action": action, **arguments})
        self.wire.follow_plug()
        return result

    def start_afresh(self) -> None:
        start_afresh(self.table)
        self.wire.follow_plug()

    async def press(self, key: Key) -> None:
        await self.players.press(key)

    async def load(self) -> None:
        """Open, everything in, close."""
        await self.press(Key.OPEN)
        await self.until(Situation.HATCH_OPEN)
        await self.players.push_in()
        await self.press(Key.OPEN)

    async def first_load(self) -> None:
        """From switching on to the first set in the drum."""
        await self.until(Situation.EMPTY)
        await self.load()

    async def staged(self) -> None:
        """From switching on to the first wall below the deck."""
        await self.first_load()
        await self.until(Situation.STAGED, Situation.STAGED_LOAD_NEXT)

    async def play_ready(self) -> None:
        """From switching on to one wall in play and the next one below."""
        await self.staged()
        await self.load()
        await self.until(Situation.PLAYING_READY)


def planned(quota: Sequence[int]) -> list[list[int]]:
    """The heights of a wall as planned."""
    return [[2] * (quota[side] // 2) + [1] * (quota[side] % 2) for side in SIDES]


@asynccontextmanager
async def house(
    chip: BoardChip,
    quota: tuple[int, int, int, int] = FULL,
    *,
    sets: int = 2,
    seed: int = 1,
    profile: str = "fast",
    setup: Setup | None = None,
    strict: bool = True,
    capabilities: Capability = EVERYTHING,
) -> AsyncIterator[House]:
    """A table around this chip, switched on, in a running loop (see :func:`hardware.simulator.virtual_time.run`)."""
    watch = Watch(chip)
    table = SimulatedTable(watch, profile, seed, strict=strict, capabilities=capabilities)
    watch.clock = lambda: table.assembly.now
    plan = Plan(quota, sum(1 for count in quota if count))
    home = House(table, watch, plan, sets, setup or Setup(shuffle_ms=500), seed)
    home.tasks.append(asyncio.create_task(table.run()))
    await table.started()
    home.tasks.append(asyncio.create_task(home.board.run()))
    try:
        yield home
        home.check_all()
    finally:
        for task in reversed(home.tasks):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        home.machine.close()
        chip.close()
