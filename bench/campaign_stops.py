"""``python -m bench.campaign_stops [--by link|pin|freeze|plug] [--times N] [--seed N] [--chip host|avr] [--json]``

How soon all is off.

A table is kept busy with builds and changes of hands, and stopped at random moments of its motions:

* ``link``   a person asks for a stop; from the request in the host to all outputs off, over the wire at 250,000 baud
* ``pin``    the emergency stop is pressed; from the edge at the board's input to all outputs off
* ``freeze`` the host falls silent; from its last byte to disc, picks and heads off (limit: 350 ms)
* ``plug``   the cable is pulled and put back after up to three seconds; drum off within the same limit

With ``--chip avr`` on the flashed image in the chip simulator, every other time behind a full line.
After each, people follow the prompts until it moves again; nothing may have moved without permission in between.
Exit status 0: every limit was kept; 1: one was not, and the line says which.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from random import Random
from typing import Any, Final

from bench.house import House, HouseError, house
from bench.person import Person
from bench.watch import SILENCE_US, STOP_US
from controller.mechanism import Request
from firmware_bridge.messages import Answer, ShowText
from hardware.firmware.build import FirmwareBuildError
from hardware.simulator.chip import BoardChip
from hardware.simulator.errors import SimulatorError
from hardware.simulator.parts import LIFT, MOTOR_NAMES, MOTORS
from hardware.simulator.table import host_board
from hardware.simulator.virtual_time import run

LINK_US: Final = 10_000
"""A stop may wait for one frame on the wire (5.1 ms at most), then needs its own time and a tick of the board."""
QUOTA: Final = (36, 36, 36, 36)
SMALL: Final = (12, 12, 12, 12)
"""A small wall, so that lifts and hatch have their turn soon."""
CROWD: Final = 8
CROWD_BYTES: Final = 52
CROWD_S: Final = 0.015
"""Eight full frames take 20 ms."""
SHARES: Final = {"disc": 5, "head": 2, "lift": 1, "hatch": 2}
"""Which motors are to turn when the stop comes, in parts."""
SPANS_S: Final = {"disc": 3.0, "head": 0.35, "lift": 2.4, "hatch": 2.0}
"""How long after its start the stop may come."""
LONGEST_S: Final = 600.0
"""Until each kind of motor has turned, with people who do all they are asked to."""
_DRUM: Final = ("disc", "head")
_OF_DRUM: Final = ("freeze", "plug")
"""Silence stops the drum alone."""
_OFF_S: Final = 0.05


class Ordeal:
    """One busy table that is stopped again and again. ``lags``: microseconds, one for each stop.

    ``crowd``: every other time the line to the board is full just then.
    """

    def __init__(self, home: House, random: Random, crowd: bool = False) -> None:
        self.home, self.random, self.crowd = home, random, crowd
        self.person = Person(home)
        self.lags: list[int] = []
        self.turning: Counter[str] = Counter()
        """What turned when the stop came: several kinds can at once."""

    async def run(self, by: str, times: int) -> None:
        kinds = {kind: share for kind, share in SHARES.items() if by not in _OF_DRUM or kind in _DRUM}
        while len(self.lags) < times:
            [wanted] = self.random.choices(list(kinds), list(kinds.values()))
            await self._while_people_go_on(self._moment(wanted))
            if self.crowd and self.random.random() < 0.5:
                await self._fill_the_line()
            if wanted in self._turning():
                self.turning.update(self._turning())
                self.lags += await _WAYS[by](self)
            self.home.check_all()
            self.home.events.clear()

    async def _while_people_go_on(self, moment: Coroutine[Any, Any, None]) -> None:
        people = asyncio.create_task(self.person.until(lambda: False))
        waiting = asyncio.create_task(moment)
        try:
            await asyncio.wait((people, waiting), return_when=asyncio.FIRST_COMPLETED)
            for task in (people, waiting):
                if task.done():
                    task.result()
        finally:
            people.cancel()
            waiting.cancel()
            await asyncio.gather(people, waiting, return_exceptions=True)

    async def _moment(self, wanted: str) -> None:
        """Some moment of a motion of this kind."""
        await self.home.see(lambda: wanted in self._turning(), LONGEST_S, f"{wanted} turns")
        await asyncio.sleep(self.random.uniform(0.0, SPANS_S[wanted]))

    def _turning(self) -> set[str]:
        out = self.home.watch.out
        return {MOTOR_NAMES[motor].partition(".")[0] for motor in range(MOTORS) if out[motor]}

    async def _fill_the_line(self) -> None:
        """More than the credit of the link, so that what follows meets a line without a gap."""
        if self.home.machine.ready:
            for _ in range(CROWD):
                self.home.board.send(ShowText(b"x" * CROWD_BYTES)).answer.add_done_callback(_heard)
            await asyncio.sleep(self.random.uniform(0.0, CROWD_S))

    async def by_link(self) -> list[int]:
        lags = self.home.watch.asked_lags
        lags.clear()
        self.home.watch.expect_off()
        self.home.ask(Request.STOP)
        await self.home.see(self.home.off, _OFF_S, "off after a stop over the link")
        return lags.copy()

    async def by_pin(self) -> list[int]:
        lags = self.home.watch.stop_lags
        lags.clear()
        self.home.inject("emergency-stop")
        await self.home.see(self.home.off, _OFF_S, "off after the emergency stop")
        return lags.copy()

    async def by_freeze(self) -> list[int]:
        self.home.wire.frozen = True
        lags = await self._silence()
        await asyncio.sleep(self.random.uniform(0.0, 3.0))
        self.home.wire.frozen = False
        return lags

    async def by_plug(self) -> list[int]:
        self.home.inject("unplug")
        lags = await self._silence()
        await asyncio.sleep(self.random.uniform(0.0, 3.0))
        self.home.act("replug")
        return lags

    async def _silence(self) -> list[int]:
        lags = self.home.watch.silences
        lags.clear()
        await asyncio.sleep(SILENCE_US / 1e6)
        await self.home.see(lambda: not any(self.home.watch.out[:LIFT]), _OFF_S, "the drum is off")
        return lags[-1:]


def _heard(answer: asyncio.Future[Answer]) -> None:
    """Whatever became of it: a text for the display may get lost with the link."""
    answer.exception()


_WAYS: Final[dict[str, Callable[[Ordeal], Awaitable[list[int]]]]] = {
    "link": Ordeal.by_link,
    "pin": Ordeal.by_pin,
    "freeze": Ordeal.by_freeze,
    "plug": Ordeal.by_plug,
}
LIMITS: Final = {"link": LINK_US, "pin": STOP_US, "freeze": SILENCE_US, "plug": SILENCE_US}


async def _ordeal(by: str, times: int, seed: int, chip: BoardChip, crowd: bool) -> tuple[Ordeal, float]:
    async with house(chip, SMALL, seed=seed) as home:
        ordeal = Ordeal(home, Random(f"{seed}:stops"), crowd)
        await ordeal.run(by, times)
        return ordeal, home.now()


def stops(by: str, times: int, seed: int = 1, chip: BoardChip | None = None, crowd: bool = False) -> dict[str, Any]:
    """The figures in milliseconds, of the host's build or of this ``chip``.

    Raises :class:`HouseError` when the limit was not kept.
    """
    began = time.process_time()
    ordeal, virtual_s = run(_ordeal(by, times, seed, chip or host_board(), crowd))
    lags = sorted(ordeal.lags)
    figures = {
        "by": by,
        "times": len(lags),
        "while_turning": dict(sorted(ordeal.turning.items())),
        "median_ms": lags[len(lags) // 2] / 1000,
        "p99.9_ms": lags[min(len(lags) - 1, len(lags) * 999 // 1000)] / 1000,
        "worst_ms": lags[-1] / 1000,
        "limit_ms": LIMITS[by] / 1000,
        "virtual_hours": round(virtual_s / 3600, 1),
        "cpu_s": round(time.process_time() - began, 1),
    }
    if lags[-1] > LIMITS[by]:
        raise HouseError(f"later than allowed: {figures}")
    return figures


def _image() -> BoardChip:
    """The flashed image; the package works without its simulator, which is a tool of the tests."""
    from tests.hil.simavr import harness

    return harness.chip()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.campaign_stops", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--by", choices=sorted(_WAYS), default="link")
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chip", choices=("host", "avr"), default="host")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    avr = options.chip == "avr"
    try:
        figures = stops(options.by, options.times, options.seed, _image() if avr else None, crowd=avr)
    except (HouseError, SimulatorError, FirmwareBuildError) as error:
        print(f"seed {options.seed}: {error}", file=sys.stderr)
        return 1
    print(json.dumps(figures) if options.json else "\n".join(f"{name:14} {value}" for name, value in figures.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
