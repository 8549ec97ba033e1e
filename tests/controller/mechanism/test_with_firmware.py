"""The cycle with the real firmware and the plant: whole evenings in virtual time, tiles counted in the plant."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest

from controller.events import Event
from controller.events.machine import WallStaged
from controller.mechanism import (
    BoardConnected,
    BoardLost,
    Input,
    Notification,
    Order,
    Plan,
    Reply,
    Request,
    Setup,
    Situation,
    TimerElapsed,
    check,
    evolve,
    fresh,
    situation,
    step,
)
from controller.mechanism.inputs import Requested
from firmware_bridge import messages as m
from firmware_bridge.session import HostSession, Unreadable
from firmware_bridge.session import Phase as SessionPhase
from hardware.simulator.actions import act
from hardware.simulator.parts import Key
from hardware.simulator.players import Players
from hardware.simulator.table import SimulatedTable, host_board
from hardware.simulator.virtual_time import run

pytestmark = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="needs a C compiler (install gcc or clang)"
)

FULL = (36, 36, 36, 36)
OUTCOMES = (m.Answer, m.Done, m.Failed, m.Halted)
HEARD = (m.KeyChanged, m.FaultRaised, m.FaultCleared, m.BuildChanged, m.LatchesChanged, m.Telemetry, m.SensorState)


class House:
    """The cycle at one end of the wire, the simulated table at the other, a pair of hands between them."""

    def __init__(self, table: SimulatedTable, plan: Plan, sets: int) -> None:
        self.table, self.players = table, Players(table, plan.tiles)
        self.start = self.state = fresh(plan, sets, Setup(shuffle_ms=500))
        self.events: list[Event] = []
        self.session: HostSession | None = None
        self.tags: dict[int, int] = {}
        self.commands, self.nonce = 0, 1
        self.news = asyncio.Event()
        table.on_host_bytes = self._bytes

    # ------------------------------------------------------------ the link

    async def talk(self) -> None:
        while True:
            self._begin_session()
            while self.session is not None and self.session.phase is not SessionPhase.OVER:
                self.session.poll(self._now())
                self._flush()
                self.news.clear()
                if self.session.phase is SessionPhase.OVER:
                    break
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.news.wait(), max(0.001, self.session.deadline - self._now()))
            self.feed(BoardLost("silent"))

    def _begin_session(self) -> None:
        self.nonce += 1
        self.tags.clear()
        self.session = HostSession(self.nonce, self._now())

    def _bytes(self, data: bytes) -> None:
        if self.session is not None:
            for message in self.session.receive(data, self._now()):
                self._message(message)
            self._flush()
        self.news.set()

    def _message(self, message: Any) -> None:
        assert not isinstance(message, Unreadable)
        if isinstance(message, m.Welcome):
            self.feed(BoardConnected(message))
        elif isinstance(message, OUTCOMES):
            tag = self.tags.get(message.command)
            if tag is not None:
                self.feed(Reply(tag, message))
        elif isinstance(message, (*HEARD, m.Stopped)):
            self.feed(Notification(message))

    def _flush(self) -> None:
        if self.session and (data := self.session.take_urgent() + self.session.take()):
            self.table.host_write(data)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    # ------------------------------------------------------------ the cycle

    def feed(self, given: Input) -> None:
        result = step(self.state, given)
        books = self.state.books
        for event in result.events:
            books = evolve(books, event)
        assert books == result.state.books
        self.state = result.state
        self.events += result.events
        assert check(self.state) == ()
        for order in result.commands:
            self._give(order)
        for wake in result.timers:
            loop = asyncio.get_running_loop()
            loop.call_later(wake.after_ms / 1000, self.feed, TimerElapsed(wake.timer, wake.serial))

    def _give(self, order: Order) -> None:
        if self.session is None or self.session.phase is not SessionPhase.OPEN:
            return
        if isinstance(order.message, m.Stop):
            self.session.stop(order.tag, self._now())
        else:
            self.commands += 1
            self.tags[self.commands] = order.tag
            self.session.send(replace(order.message, command=self.commands), self._now())
        self.news.set()

    # ------------------------------------------------------------ people

    async def until(self, *wanted: Situation, patience_s: float = 120) -> None:
        end = self._now() + patience_s
        while situation(self.state) not in wanted:
            assert self._now() < end, f"{situation(self.state)} instead of {wanted}: {self.events[-6:]}"
            await asyncio.sleep(0.05)

    async def load(self) -> None:
        await self.players.press(Key.OPEN)
        await self.until(Situation.HATCH_OPEN)
        await self.players.push_in()
        await self.players.press(Key.OPEN)

    async def play_ready(self) -> None:
        await self.until(Situation.EMPTY)
        await self.load()
        await self.until(Situation.STAGED_LOAD_NEXT)
        await self.load()
        await self.until(Situation.PLAYING_READY)

    def types(self) -> list[str]:
        return [event.type.removeprefix("machine.") for event in self.events]

    def sets(self) -> dict[str, dict[str, int]]:
        told: dict[str, dict[str, int]] = self.table.snapshot()["sets"]
        return told


@contextlib.asynccontextmanager
async def house(quota: tuple[int, int, int, int] = FULL, sets: int = 2, seed: int = 1) -> AsyncIterator[House]:
    table = SimulatedTable(host_board(), "fast", seed, strict=True)
    running = asyncio.create_task(table.run())
    await table.started()
    home = House(table, Plan(quota, sum(1 for count in quota if count)), sets)
    talking = asyncio.create_task(home.talk())
    try:
        yield home
        for task in (running, talking):
            if task.done():
                task.result()
    finally:
        for task in (talking, running):
            task.cancel()
        await asyncio.gather(running, talking, return_exceptions=True)


def play(evening: Callable[[House], Any], **given: Any) -> House:
    async def whole() -> House:
        async with house(**given) as home:
            await evening(home)
            return home

    finished: House = run(whole())
    return finished


@pytest.mark.parametrize("quota", [FULL, (36, 36, 36, 0), (29, 28, 29, 28)])
def test_an_evening_of_hands_stands_as_planned(quota: tuple[int, int, int, int]) -> None:
    tiles = sum(quota)

    async def evening(home: House) -> None:
        await home.play_ready()
        for _ in range(3):
            await home.load()
            await home.until(Situation.PLAYING_READY)
        assert home.sets() == {"A": {"tray": tiles}, "B": {"wall": tiles}}
        assert not home.state.books.faults

    home = play(evening, quota=quota)
    assert home.types().count("wall-staged") == 5


def test_the_next_wall_stands_seconds_after_the_hatch_closed() -> None:
    async def evening(home: House) -> None:
        await home.play_ready()
        await home.load()
        pressed = asyncio.get_running_loop().time()
        await home.until(Situation.BUILDING)
        assert asyncio.get_running_loop().time() - pressed < 5.5, "hatch 2.0 s, lifts 1.2 + 0.3 + 1.2 s"

    play(evening)


def test_both_keys_in_a_build_open_the_hatch_and_a_key_goes_on() -> None:
    async def evening(home: House) -> None:
        await home.play_ready()
        await home.load()
        await home.until(Situation.BUILDING)
        await asyncio.sleep(5)
        await home.players.press_both()
        await home.until(Situation.HATCH_OPEN_IN_BUILD)
        await home.players.press(Key.OPEN)
        await home.until(Situation.PLAYING_READY)

    assert play(evening).types().count("build-started") == 3


def test_a_tile_on_the_floor_is_found_and_the_same_build_ends_well() -> None:
    async def evening(home: House) -> None:
        await home.until(Situation.EMPTY)
        home.table.inject("tile-left-out")
        await home.load()
        await home.until(Situation.DRUM_FAULT)
        await home.players.press_both()
        await home.until(Situation.HATCH_OPEN_IN_BUILD)
        act(home.table, {"action": "put-found-tile"})
        await home.players.press(Key.OPEN)
        await home.until(Situation.STAGED_LOAD_NEXT)

    assert play(evening, seed=4).types().count("build-started") == 1


def test_the_time_of_a_wall_leaves_out_the_wait_for_a_missing_tile() -> None:
    waited = 600.0

    async def evening(home: House) -> None:
        await home.until(Situation.EMPTY)
        home.table.inject("tile-left-out")
        await home.load()
        await home.until(Situation.DRUM_FAULT)
        await asyncio.sleep(waited)
        await home.players.press_both()
        await home.until(Situation.HATCH_OPEN_IN_BUILD)
        act(home.table, {"action": "put-found-tile"})
        await home.players.press(Key.OPEN)
        await home.until(Situation.STAGED_LOAD_NEXT)

    (staged,) = [event for event in play(evening, seed=4).events if isinstance(event, WallStaged)]
    assert staged.elapsed_ms is not None
    assert 10.0 < staged.elapsed_ms / 1000 < waited / 2


def test_a_stop_in_the_raise_ends_with_the_wall_up_and_the_build_under_way() -> None:
    async def evening(home: House) -> None:
        await home.play_ready()
        await home.load()
        await home.until(Situation.RAISING)
        await asyncio.sleep(0.6)
        home.table.inject("emergency-stop")
        await home.until(Situation.STOP_PRESSED)
        act(home.table, {"action": "release-emergency-stop"})
        await home.until(Situation.RESET_NEEDED)
        await home.players.press(Key.OPEN)
        await home.until(Situation.KEY_AWAITED)
        await home.players.press(Key.OPEN)
        await home.until(Situation.PLAYING_READY)
        assert home.sets() == {"A": {"tray": 144}, "B": {"wall": 144}}

    play(evening)


def test_a_head_jam_is_freed_and_the_build_goes_on_with_its_counts() -> None:
    async def evening(home: House) -> None:
        await home.until(Situation.EMPTY)
        await home.load()
        await home.until(Situation.BUILDING)
        await asyncio.sleep(4)
        home.table.inject("head-jam:2")
        await home.until(Situation.SIDE_FAULT)
        act(home.table, {"action": "free-jam", "side": 2})
        await home.players.press(Key.RAISE)
        await home.until(Situation.STAGED_LOAD_NEXT)

    assert play(evening).types().count("build-started") == 1


def test_an_unplugged_cable_suspends_and_a_key_goes_on() -> None:
    async def evening(home: House) -> None:
        await home.until(Situation.EMPTY)
        await home.load()
        await home.until(Situation.BUILDING)
        await asyncio.sleep(4)
        home.table.inject("unplug")
        await home.until(Situation.BOARD_AWAY)
        act(home.table, {"action": "replug"})
        await home.until(Situation.BUILD_SUSPENDED)
        await home.players.press(Key.RAISE)
        await home.until(Situation.STAGED_LOAD_NEXT)

    assert play(evening).types().count("build-started") == 1


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_power_cut_in_a_build_is_run_out_and_every_tile_comes_back(seed: int) -> None:
    async def evening(home: House) -> None:
        await home.until(Situation.EMPTY)
        await home.load()
        await home.until(Situation.BUILDING)
        await asyncio.sleep(3 + 3 * seed)
        home.table.inject("power-cut:6")
        await home.until(Situation.BOARD_AWAY)
        await home.until(Situation.BUILD_LOST)
        await home.players.press(Key.RAISE)
        await home.until(Situation.PARTIAL)
        left = home.sets()["A"]
        assert set(left) <= {"drum", "well", "wall", "table"}, f"nothing stays in heads, channels, trays: {left}"
        await home.players.press(Key.OPEN)
        await home.until(Situation.HATCH_OPEN)
        act(home.table, {"action": "gather"})
        act(home.table, {"action": "push-in"})
        await home.players.press(Key.OPEN)
        await home.until(Situation.STAGED_LOAD_NEXT)
        assert home.sets()["A"] == {"tray": 144}

    play(evening, seed=seed)


def test_a_request_from_the_tablet_moves_only_after_the_warning() -> None:
    async def evening(home: House) -> None:
        await home.play_ready()
        await asyncio.sleep(11)
        asked = asyncio.get_running_loop().time()
        home.feed(Requested(Request.OPEN))
        await home.until(Situation.HATCH_OPEN)
        assert asyncio.get_running_loop().time() - asked >= 2.0 + 1.9

    play(evening)
