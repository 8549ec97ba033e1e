"""``python -m bench.chip [--times N] [--seed N]``: the flashed image for the ATmega2560 at 250,000 baud.

The image runs unchanged in a chip simulator, in virtual time, so the figures do not depend on this computer. The plant
and the whole host are at its other end: people, controller, and the session that the service uses. A host without
delays of its own shows what wire and chip take.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bench.campaign_stops import QUOTA, stops
from bench.house import House, HouseError, house
from bench.link import STREAM_PAYLOAD, LinkRow, round_trips, stop_in_a_stream, stream, table
from controller.mechanism import Situation
from firmware_bridge import messages as m
from hardware.firmware.build import FirmwareBuildError
from hardware.simulator.chip import LibraryChip
from hardware.simulator.errors import SimulatorError
from hardware.simulator.virtual_time import run
from tests.hil.simavr import harness, meter

LATE_US: Final = 1_000
"""What the main loop may be late: a tick begins before the next one is due."""
PAUSE_S: Final = 0.005
"""Before a command whose round trip is measured, at most."""
BUSY_S: Final = 2.0
STATUS_MS: Final = 20
"""The shortest period in which the board tells its status."""
TEXT: Final = m.ShowText(b"x" * (STREAM_PAYLOAD - 2))
DICE: Final = m.ShowDice(values=(1, 2, 3))
TRAFFIC: Final[dict[str, tuple[m.Command, ...]]] = {
    "status alone": (),
    "long commands": (TEXT,) * 6,
    "short commands and their answers": (DICE,) * 8,
    "commands of all kinds": (DICE, DICE, TEXT, TEXT, TEXT, TEXT, m.GetSensors(), m.GetSensors()),
    "traces, counters and texts": (TEXT, TEXT, m.DumpTrace(), m.GetCounters(), m.GetLearnt()),
}
"""What is asked for without a pause, each by an asker of its own."""
STOPS: Final = {
    "link": ("STOP over the link, every other one behind a full line, to outputs off: p99.9", 20.0),
    "pin": ("emergency stop pin, every other time with a full line, to outputs off: p99.9", 2.0),
    "freeze": ("last byte of a host that falls silent to drum, picks and heads off: worst", 350.0),
}


@dataclass(frozen=True, slots=True)
class Late:
    """Of one kind of traffic: shares of the line in both directions, and microseconds after a tick's time."""

    down: float
    up: float
    begun: int
    done: int

    def row(self, what: str) -> LinkRow:
        found = f"{self.begun} us (line {self.down:.0%} down, {self.up:.0%} up; done after {self.done} us)"
        return LinkRow(f"tick begins late, build and {what}: worst", found, f"<= {LATE_US} us", self.begun <= LATE_US)


async def link_figures(chip: LibraryChip, seed: int = 1, count: int = 1_000, stretches: int = 15) -> list[LinkRow]:
    """The same as of the host library on a wire with real time, but in virtual time."""
    moments = Random(f"{seed}:round-trips")
    async with house(chip, QUOTA, sets=1) as home:
        await home.until(Situation.EMPTY, Situation.KEY_AWAITED)
        return [
            *await round_trips(home, count, lambda: moments.uniform(0.0, PAUSE_S)),
            await stream(home, stretches),
            await stop_in_a_stream(home),
        ]


async def loop_figures(chip: LibraryChip, seconds: float = BUSY_S) -> dict[str, Late]:
    """One build with disc, picks and heads, and all the traffic there is, one kind after the other."""
    async with house(chip, QUOTA, sets=1) as home:
        await home.first_load()
        await home.until(Situation.BUILDING)
        await home.board.send(m.Subscribe(STATUS_MS)).answer
        await asyncio.sleep(1.0)
        return {what: await _under(home, chip, asked, seconds) for what, asked in TRAFFIC.items()}


async def _under(home: House, chip: LibraryChip, asked: Sequence[m.Command], seconds: float) -> Late:
    wire = home.table.assembly.wire
    down, up, began = wire.to_board.sent, wire.to_host.sent, home.now()
    meter.ticks(chip)
    askers = [asyncio.create_task(_ask(home, one, began + seconds)) for one in asked]
    await asyncio.sleep(seconds)
    await asyncio.gather(*askers)
    if home.here is not Situation.BUILDING:
        raise HouseError(f"the build was over before the traffic: {home.describe()}")
    ticks, bytes_of_line = meter.ticks(chip), 25_000 * (home.now() - began)
    return Late(
        (wire.to_board.sent - down) / bytes_of_line,
        (wire.to_host.sent - up) / bytes_of_line,
        ticks.begun_late,
        ticks.done_late,
    )


async def _ask(home: House, command: m.Command, until: float) -> None:
    while home.now() < until:
        await home.board.send(command).answer


def stop_figures(by: str, times: int, seed: int) -> LinkRow:
    """Stops at random moments of a busy table."""
    what, limit_ms = STOPS[by]
    try:
        figures = stops(by, times, seed, harness.chip(), crowd=True)
    except HouseError as error:
        return LinkRow(what, str(error), f"< {limit_ms:g} ms", False)
    found = figures["worst_ms" if by == "freeze" else "p99.9_ms"]
    shown = f"{found:.2f} ms (median {figures['median_ms']:.2f}, worst {figures['worst_ms']:.2f}, n={figures['times']})"
    return LinkRow(what, shown, f"< {limit_ms:g} ms", found < limit_ms)


def rows(times: int, freezes: int, seed: int = 1) -> list[LinkRow]:
    """All figures. Raises :class:`FirmwareBuildError` without a chip simulator."""
    lateness = run(loop_figures(harness.chip()))
    return [
        *run(link_figures(harness.chip(), seed)),
        *(late.row(what) for what, late in lateness.items()),
        stop_figures("link", times, seed),
        stop_figures("pin", times, seed),
        stop_figures("freeze", freezes, seed),
    ]


def main(arguments: Sequence[str] | None = None, tell: Callable[[str], None] = print) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.chip", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--times", type=int, default=1_000, help="stops over the link, and by the pin")
    parser.add_argument("--freezes", type=int, default=100, help="hosts that fall silent")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    began = time.process_time()
    try:
        found = rows(options.times, options.freezes, options.seed)
    except FirmwareBuildError as error:
        tell(f"skipped: {error}")
        return 0
    except SimulatorError as error:
        print(f"the simulated table broke: {error}", file=sys.stderr)
        return 1
    tell(table(found))
    tell(f"virtual time; {time.process_time() - began:.0f} s of this computer's")
    return 0 if all(row.good for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
