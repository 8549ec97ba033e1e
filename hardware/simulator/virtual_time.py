"""An asyncio loop whose clock is virtual: machine time that a busy computer can delay but never skip.

``loop.time()`` moves only while the loop is idle, never past the next timer, and at most ``speed`` times as fast as
real time. When the process is late the clock lags behind; it does not jump, so no time limit inside the loop can
expire because the computer was busy. Before the clock moves, everything the outside world has sent (sockets,
pseudo-terminals, the wake-up pipe of threads) is looked at.

The selector is poll(2) on purpose: on Linux a poll of a pseudo-terminal finishes the transfer of what the other end
wrote, while epoll waits for a kernel worker, during which the virtual clock could run away.
"""

from __future__ import annotations

import asyncio
import math
import selectors
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Executor
from typing import Any, Protocol, TypeVar, TypeVarTuple, Unpack

_T = TypeVar("_T")
_Ts = TypeVarTuple("_Ts")

SLACK = 0.0004
"""Real seconds by which the clock may run ahead rather than sleep: a poll cannot wait for less than 1 ms."""
DEBT = 0.02
"""Real seconds of lateness that are made up for; whatever is beyond is forgotten, and the clock lags."""
THREAD_GRACE = 20.0
"""Real seconds for which a job in a thread holds a clock that is not throttled: longer than a busy disk takes for a
write of the journal. Minutes of the table would pass while it is waited for."""

STRIDE = 0.001
"""Real seconds at a time that a world is let run, so that the loop soon hears of what it says."""
QUIET_STRIDE = 0.01
"""The same for worlds in which nothing stirs. Less than ``DEBT``: what one of them says is late in real time by no more
than is made up for."""
FREE_STRIDE = 1.0
"""Virtual seconds at a time when the clock is not throttled."""


class World(Protocol):
    """Something that lives in the clock's time without timers, in leaps: a simulation.

    While the loop is idle, nothing but the world itself can make anything happen before the next timer. So it need
    not be woken for each of its steps: it is let run, and says when it has something for the loop.
    """

    def run_to(self, when: float) -> float:
        """Runs to ``when``, or to the moment at which the loop has something to do; returns the moment reached.

        Called from inside the loop's wait: to be heard, use ``call_soon`` or a descriptor that the loop reads.
        """

    @property
    def quiet(self) -> bool:
        """Whether nothing stirs in it: then the computer may rest longer between two leaps. In the clock's own time
        this changes nothing: a leap ends where the world has something for the loop."""


class VirtualClock:
    """Seconds since the loop began, tied to real time by an anchor that slides when the process is late."""

    def __init__(self, speed: float, real: Callable[[], float] = time.monotonic) -> None:
        self.now = 0.0
        self._people = self._counted = 0.0
        self.speed = speed
        self._real = real
        self._jobs = 0
        self._hold_until = 0.0
        self.set_speed(speed)

    def set_speed(self, speed: float) -> None:
        """Changes the speed from this moment on; ``math.inf`` means as fast as possible."""
        if not speed > 0:
            raise ValueError(f"speed must be above zero, not {speed}")
        self._people, self._counted = self.people, self.now
        self.speed = speed
        self._anchor_real, self._anchor_virtual = self._real(), self.now

    @property
    def pace(self) -> float:
        """Its seconds per second of people; 1 where nobody could follow."""
        return max(self.speed, 1.0) if math.isfinite(self.speed) else 1.0

    @property
    def people(self) -> float:
        """Seconds of people since the clock began, which go on from where they were when its speed changes."""
        return self._people + (self.now - self._counted) / self.pace

    def real_wait(self, target: float) -> float:
        """Real seconds until the clock may show ``target``; zero or less: now."""
        if math.isinf(self.speed):
            return self._hold_until - self._real() if self._jobs else 0.0
        real = self._real()
        wait = self._anchor_real + (target - self._anchor_virtual) / self.speed - real
        if wait < -DEBT:
            self._anchor_real, self._anchor_virtual = real - DEBT, target
        return wait

    def stride(self, quiet: bool) -> float:
        """Virtual seconds that worlds are let run at a time; ``quiet``: nothing stirs in any of them."""
        if math.isinf(self.speed):
            return FREE_STRIDE
        return (QUIET_STRIDE if quiet else STRIDE) * self.speed

    def follow(self, limit: float) -> None:
        """Moves the clock to where real time allows, at most to ``limit``."""
        if not math.isinf(self.speed):
            allowed = self._anchor_virtual + (self._real() - self._anchor_real) * self.speed
            self.now = max(self.now, min(allowed, limit))

    def job_started(self) -> None:
        self._jobs += 1
        self._hold_until = self._real() + THREAD_GRACE

    def job_ended(self, _future: object) -> None:
        self._jobs -= 1


class _ClockedSelector(selectors.PollSelector):
    """Waits for I/O and, when there is none, for the virtual clock."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__()
        self.worlds: list[World] = []
        self._clock = clock

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        if self.worlds:
            stride = self._clock.stride(all(world.quiet for world in self.worlds))
            return self._wait_until(self._clock.now + min(stride, math.inf if timeout is None else timeout))
        if timeout is None:
            ready = super().select(None)
            self._clock.follow(math.inf)
            return ready
        return self._wait_until(self._clock.now + timeout)

    def _wait_until(self, target: float) -> list[tuple[selectors.SelectorKey, int]]:
        began = self._clock.now
        while (wait := self._clock.real_wait(target)) > SLACK:
            if ready := super().select(wait):
                self._clock.follow(target)
                self._let_run(began, self._clock.now)
                return ready
        self._let_run(began, target)
        return []

    def _let_run(self, began: float, target: float) -> None:
        """The clock goes from ``began`` to ``target``, and the worlds with it."""
        for world in self.worlds:
            target = max(began, min(target, world.run_to(target)))
        self._clock.now = target


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """A selector event loop on a virtual clock.

    ``speed`` is virtual seconds per real second: 1 for people at the table, 50 for a quick look, ``math.inf`` for
    tests. Without any timer the loop blocks on I/O like every other.
    """

    def __init__(self, speed: float = math.inf) -> None:
        self.clock = VirtualClock(speed)
        self._clocked = _ClockedSelector(self.clock)
        super().__init__(self._clocked)

    def attach(self, world: World) -> None:
        """Lets a world run with this clock from now on."""
        self._clocked.worlds.append(world)

    def detach(self, world: World) -> None:
        self._clocked.worlds.remove(world)

    @property
    def worlds(self) -> Sequence[World]:
        """What runs with this clock."""
        return self._clocked.worlds

    @property
    def speed(self) -> float:
        return self.clock.speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self.clock.set_speed(speed)

    def time(self) -> float:
        return self.clock.now

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[_Ts]], _T], *args: *_Ts
    ) -> asyncio.Future[_T]:
        future = super().run_in_executor(executor, func, *args)
        self.clock.job_started()
        future.add_done_callback(self.clock.job_ended)
        return future


def run(main: Coroutine[Any, Any, _T], speed: float = math.inf) -> _T:
    """``asyncio.run`` on a virtual clock: cancels what is left, closes generators and threads, returns the result."""
    with asyncio.Runner(loop_factory=lambda: VirtualTimeLoop(speed)) as runner:
        return runner.run(main)
