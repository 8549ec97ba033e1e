"""``python -m bench.cycles [--cycles N] [--seed N] [--profile P] [--scale S] [--tiles N] [--json]``: hands without end.

Each cycle is a change of hands: hatch open, everything in, hatch closed, the next wall up, the one after it built.
Faults come at their rates (:mod:`hardware.simulator.rates`, times ``--scale``); somebody who only follows the prompts
puts them right. After every cycle it is checked that

* no invariant of the books is broken, and the books are the fold of their events,
* nothing has moved without permission (:mod:`bench.watch`), and nothing was done that breaks a machine,
* no tile is lost: each set is where the books say, complete, and its wall as planned, unless a counter was made to lie,
* people were never left standing.

Exit status 0: so it was; 1: it was not, and the line says in which cycle of which seed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from bench.house import House, HouseError, house, planned
from bench.person import Person
from controller.mechanism import Situation
from hardware.simulator.errors import SimulatorError
from hardware.simulator.profiles import PROFILES
from hardware.simulator.rates import Drawn, draw
from hardware.simulator.table import host_board
from hardware.simulator.virtual_time import run

LIARS: Final = ("dead-count", "double-count", "channel-jam")
"""Faults that can leave a wall other than planned. A missed or doubled count is seen by nothing but its effects, and a
blocked channel can part the two tiles of a stack."""
FULL_SET: Final = 144
BUILD_PATIENCE_S: Final = 600.0
AFTER_EFFECT: Final = 2
"""Cycles that such a wall can take to be put right: the set is built again two cycles later."""


@dataclass
class Tally:
    """What became of one kind of fault. ``lost_s``: virtual seconds that its cycles took beyond a plain one."""

    times: int = 0
    silent: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    remedies: Counter[str] = field(default_factory=Counter)
    lost_s: float = 0.0


@dataclass
class Campaign:
    """The figures of a campaign."""

    cycles: int = 0
    disturbed: int = 0
    odd_walls: int = 0
    plain_s: list[float] = field(default_factory=list)
    faults: dict[str, Tally] = field(default_factory=dict)
    virtual_s: float = 0.0
    cpu_s: float = 0.0

    def as_json(self) -> dict[str, Any]:
        return {
            "cycles": self.cycles,
            "disturbed": self.disturbed,
            "odd_walls": self.odd_walls,
            "plain_cycle_s": round(self.plain, 1),
            "virtual_hours": round(self.virtual_s / 3600, 1),
            "cpu_s": round(self.cpu_s, 1),
            "faults": {
                name: {
                    "times": tally.times,
                    "unnoticed": tally.silent,
                    "codes": dict(tally.codes.most_common()),
                    "remedies": dict(tally.remedies.most_common()),
                    "lost_s": round(tally.lost_s / tally.times, 1),
                }
                for name, tally in sorted(self.faults.items(), key=lambda item: -item[1].times)
            },
        }

    @property
    def plain(self) -> float:
        """Median of the cycles in which nothing went wrong."""
        return statistics.median(self.plain_s) if self.plain_s else 0.0


class Evening:
    """One table, one person, cycle after cycle."""

    def __init__(self, home: House, random: Random, scale: float, campaign: Campaign) -> None:
        self.home, self.person = home, Person(home)
        self.random, self.scale, self.campaign = random, scale, campaign
        self._doubt = 0

    async def run(self, cycles: int) -> None:
        """Raises :class:`HouseError` or ``SimulatorError`` with what went wrong, and in which cycle."""
        await self.person.until(lambda: self.home.here is Situation.PLAYING_READY)
        for number in range(1, cycles + 1):
            try:
                await self._cycle()
            except (HouseError, SimulatorError) as error:
                raise HouseError(f"cycle {number}: {error}") from error
            self.campaign.cycles = number
        self.campaign.virtual_s = self.home.now()

    async def _cycle(self) -> None:
        drawn = list(draw(self.random, self.scale))
        self.home.events.clear()
        did, began = self.person.did.copy(), self.home.now()
        for fault in drawn:
            if not fault.after:
                self.home.inject(_words(fault))
        later = asyncio.create_task(self._inject_in_build([fault for fault in drawn if fault.after]))
        try:
            await self.person.change_hands()
        finally:
            later.cancel()
        self._check({fault.name for fault in drawn})
        self._book(drawn, self.person.did - did, self.home.now() - began)

    async def _inject_in_build(self, faults: Sequence[Drawn]) -> None:
        """At their times in the build; a short wall is built sooner, so they come sooner."""
        tally, before = self.home.tally, self.home.tally["build-started"]
        await self.home.players.see(lambda: tally["build-started"] > before, BUILD_PATIENCE_S)
        began, pace = self.home.now(), min(1.0, 0.2 + 0.8 * self.home.plan.tiles / FULL_SET)
        for fault in sorted(faults, key=lambda one: one.after):
            await asyncio.sleep(max(0.0, began + fault.after * pace - self.home.now()))
            self.home.inject(_words(fault))

    # ------------------------------------------------------------ what must hold after a cycle

    def _check(self, drawn: set[str]) -> None:
        home = self.home
        home.check_all()
        self._doubt = AFTER_EFFECT + 1 if drawn & set(LIARS) else max(0, self._doubt - 1)
        waiting = home.heights("tray") == planned(home.plan.quota)
        if not waiting:
            self.campaign.odd_walls += 1
        if not waiting and not self._doubt:
            raise HouseError(f"a wall is not as planned: {home.heights('tray')}; {home.describe()}")
        self._check_sets()

    def _check_sets(self) -> None:
        home, books, where = self.home, self.home.state.books, self.home.whereabouts()
        tiles = home.plan.tiles
        if books.staged is None or books.raised is None:
            raise HouseError(f"no wall: {home.describe()}")
        short = {name: sum(places.values()) for name, places in where.items() if sum(places.values()) not in (0, tiles)}
        if short and not self._doubt:
            raise HouseError(f"a set is not complete: {short}; {home.describe()}")
        if not self._doubt and where[books.staged] != {"tray": tiles}:
            raise HouseError(f"the books have {books.staged} staged: {home.describe()}")

    # ------------------------------------------------------------ the report

    def _book(self, drawn: Sequence[Drawn], did: Counter[str], seconds: float) -> None:
        campaign = self.campaign
        codes = Counter(str(one.data["code"]) for one in self.home.events if one.type == "fault-raised")
        if not drawn and not codes:
            campaign.plain_s.append(seconds)
            return
        campaign.disturbed += 1
        names = {fault.name for fault in drawn}
        for name in (names - {"key-bounce"}) or names or {"after-effect"}:
            tally = campaign.faults.setdefault(name, Tally())
            tally.times += 1
            tally.silent += not codes
            tally.codes += codes
            tally.remedies += did
            tally.lost_s += max(0.0, seconds - campaign.plain) / max(1, len(names - {"key-bounce"}))


def _words(fault: Drawn) -> str:
    arguments = ",".join(f"{name}={value}" for name, value in fault.arguments.items())
    return f"{fault.name}:{arguments}" if arguments else fault.name


async def _campaign(cycles: int, seed: int, profile: str, scale: float, tiles: int) -> Campaign:
    campaign = Campaign()
    quota = tiles // 4, tiles // 4, tiles // 4, tiles // 4
    async with house(host_board(), quota, seed=seed, profile=profile) as home:
        await Evening(home, Random(f"{seed}:faults"), scale, campaign).run(cycles)
    return campaign


def cycles_with_faults(
    cycles: int, seed: int = 1, profile: str = "normal", scale: float = 1.0, tiles: int = 144
) -> Campaign:
    """The figures of a campaign. Raises :class:`HouseError`."""
    began = time.process_time()
    campaign = run(_campaign(cycles, seed, profile, scale, tiles))
    campaign.cpu_s = time.process_time() - began
    return campaign


def report(campaign: Campaign) -> str:
    told = campaign.as_json()
    lines = [
        f"{told['cycles']} cycles, {told['disturbed']} of them disturbed, {told['virtual_hours']} h of table time, "
        f"{told['cpu_s']} s of computing",
        f"a plain cycle takes {told['plain_cycle_s']} s; walls that were not as planned: {told['odd_walls']}",
        f"{'fault':16}{'times':>6}{'lost s':>8}  codes; what people did",
    ]
    for name, one in told["faults"].items():
        codes = ", ".join(f"{code} {times}" for code, times in one["codes"].items()) or "none"
        done = ", ".join(f"{action} {times}" for action, times in one["remedies"].items()) or "nothing"
        lines.append(f"{name:16}{one['times']:6}{one['lost_s']:8}  {codes}; {done}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.cycles", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cycles", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", choices=sorted(PROFILES), default="normal")
    parser.add_argument("--scale", type=float, default=1.0, help="times the rates of a clean table")
    parser.add_argument("--tiles", type=int, default=144, help="of each set, a multiple of four")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    try:
        campaign = cycles_with_faults(options.cycles, options.seed, options.profile, options.scale, options.tiles)
    except (HouseError, SimulatorError) as error:
        print(f"seed {options.seed}: {error}", file=sys.stderr)
        return 1
    print(json.dumps(campaign.as_json()) if options.json else report(campaign))
    return 0


if __name__ == "__main__":
    sys.exit(main())
