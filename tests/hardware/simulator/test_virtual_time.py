"""The loop on a virtual clock: exact, patient with real I/O, and never ahead of the real world."""

from __future__ import annotations

import asyncio
import math
import os
import threading
import time
import tty

import pytest

from hardware.simulator.virtual_time import VirtualClock, VirtualTimeLoop, run


def test_thirteen_hours_of_timers_take_seconds() -> None:
    async def ticks() -> float:
        for _ in range(13 * 360):
            await asyncio.sleep(10)
        return asyncio.get_running_loop().time()

    began = time.monotonic()
    assert run(ticks()) == pytest.approx(13 * 3600)
    assert time.monotonic() - began < 10


def test_two_runs_interleave_alike() -> None:
    async def trace() -> list[tuple[float, str]]:
        seen: list[tuple[float, str]] = []

        async def worker(name: str, period: float) -> None:
            for _ in range(50):
                await asyncio.sleep(period)
                seen.append((asyncio.get_running_loop().time(), name))

        await asyncio.gather(worker("a", 0.3), worker("b", 0.7), worker("c", 0.1))
        return seen

    assert run(trace()) == run(trace())


def test_a_timer_never_fires_early_nor_late() -> None:
    async def late() -> list[float]:
        loop = asyncio.get_running_loop()
        fired: list[float] = []
        for when in (5.0, 0.001, 3600.25, 5.0):
            loop.call_at(when, lambda: fired.append(loop.time()))
        await asyncio.sleep(4000)
        return fired

    assert run(late()) == pytest.approx([0.001, 5.0, 5.0, 3600.25], abs=1e-8)


@pytest.mark.parametrize("speed", [50.0, math.inf])
def test_sockets_work_and_cost_little_virtual_time(speed: float) -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(100):
            writer.write(data)
        writer.close()

    async def talk() -> int:
        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        async with server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            for n in range(50):
                writer.write(b"%04d" % n)
                assert await asyncio.wait_for(reader.readexactly(4), 60) == b"%04d" % n
            writer.close()
        return n

    assert run(talk(), speed) == 49


def test_bytes_in_a_pty_arrive_before_the_clock_moves() -> None:
    async def talk() -> list[float]:
        loop = asyncio.get_running_loop()
        master, slave = os.openpty()
        tty.setraw(slave)
        heard: list[float] = []
        loop.add_reader(master, lambda: heard.append(loop.time() - int(os.read(master, 16))))
        for n in range(500):
            os.write(slave, b"%d" % n)
            await asyncio.sleep(1)
        loop.remove_reader(master)
        os.close(master)
        os.close(slave)
        return heard

    heard = run(talk())
    assert len(heard) == 500
    assert max(heard) < 0.001


def test_a_thread_holds_the_unthrottled_clock() -> None:
    async def work() -> float:
        loop = asyncio.get_running_loop()
        ticker = loop.create_task(_tick_for_ever())
        await loop.run_in_executor(None, threading.Event().wait, 0.02)
        ticker.cancel()
        return loop.time()

    assert run(work()) < 0.01


async def _tick_for_ever() -> None:
    for _ in range(10**9):
        await asyncio.sleep(0.001)


def test_a_thread_can_wake_a_loop_without_timers() -> None:
    async def wait() -> bool:
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        threading.Timer(0.01, lambda: loop.call_soon_threadsafe(done.set_result, True)).start()
        return bool(await done)

    assert run(wait())


def test_cancellation_unwinds_what_is_left() -> None:
    cleaned: list[str] = []

    async def forever() -> None:
        try:
            await asyncio.sleep(1e9)
        finally:
            cleaned.append("cleaned")

    async def main() -> None:
        task = asyncio.create_task(forever())
        await asyncio.sleep(1)
        assert not task.done()

    run(main())
    assert cleaned == ["cleaned"]


class _Real:
    """A real clock that a test moves."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def test_the_clock_waits_in_proportion_to_its_speed() -> None:
    real = _Real()
    clock = VirtualClock(50, real)
    assert clock.real_wait(1.0) == pytest.approx(0.02)
    real.seconds += 0.01
    clock.follow(1.0)
    assert clock.now == pytest.approx(0.5)


def test_a_late_process_makes_the_clock_lag_not_jump() -> None:
    real = _Real()
    clock = VirtualClock(1, real)
    real.seconds += 60
    assert clock.now == 0
    assert clock.real_wait(0.001) <= 0
    clock.now = 0.001
    assert clock.real_wait(0.101) == pytest.approx(0.08), "only 20 ms of the lost minute are made up for"


def test_speed_can_change_while_running() -> None:
    real = _Real()
    clock = VirtualClock(1, real)
    clock.now = 7.0
    clock.set_speed(10)
    assert clock.real_wait(8.0) == pytest.approx(0.1)


def test_real_time_is_waited_for_without_spinning() -> None:
    async def idle() -> None:
        for _ in range(100):
            await asyncio.sleep(0.002)

    loop = VirtualTimeLoop(1)
    try:
        wall, cpu = time.monotonic(), time.process_time()
        loop.run_until_complete(idle())
        assert time.monotonic() - wall >= 0.17
        assert time.process_time() - cpu < 0.1
    finally:
        loop.close()


def test_a_speed_of_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="above zero"):
        VirtualClock(0)


class _Bell:
    """A world that rings every 0.7 s and counts how far and how often it was let run."""

    def __init__(self, loop: asyncio.AbstractEventLoop, quiet: bool = False) -> None:
        self.loop, self.reached, self.rings = loop, 0.0, list[float]()
        self.quiet, self.leaps = quiet, 0

    def run_to(self, when: float) -> float:
        self.leaps += 1
        bell = round((int(self.reached / 0.7 + 1e-9) + 1) * 0.7, 9)
        self.reached = min(bell, when)
        if self.reached == bell:
            self.loop.call_soon(lambda: self.rings.append(self.loop.time()))
        return self.reached


@pytest.mark.parametrize("quiet", [False, True])
@pytest.mark.parametrize("speed", [200.0, math.inf])
def test_a_world_is_heard_in_its_moment_and_timers_in_theirs(speed: float, quiet: bool) -> None:
    async def live() -> tuple[list[float], list[float]]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualTimeLoop)
        bell, ticks = _Bell(loop, quiet), list[float]()
        loop.attach(bell)
        for _ in range(10):
            await asyncio.sleep(0.5)
            ticks.append(loop.time())
        loop.detach(bell)
        return bell.rings, ticks

    rings, ticks = run(live(), speed)
    assert rings == pytest.approx([0.7 * n for n in range(1, 8)])
    assert ticks == pytest.approx([0.5 * n for n in range(1, 11)])


def test_a_computer_rests_between_the_leaps_of_a_quiet_world() -> None:
    async def leaps() -> int:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualTimeLoop)
        bell = _Bell(loop, quiet=True)
        loop.attach(bell)
        await asyncio.sleep(0.3)
        loop.detach(bell)
        return bell.leaps

    assert run(leaps(), 1.0) <= 32


def test_seconds_of_people_go_on_evenly_when_the_speed_changes() -> None:
    async def people() -> list[float]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualTimeLoop)
        clock, seen = loop.clock, list[float]()
        for speed, seconds in ((math.inf, 5.0), (400.0, 20.0), (1000.0, 50.0), (math.inf, 2.0)):
            loop.speed = speed
            before = clock.people
            await asyncio.sleep(seconds)
            seen.append(clock.people - before)
        return seen

    assert run(people()) == pytest.approx([5.0, 0.05, 0.05, 2.0], rel=1e-3)
