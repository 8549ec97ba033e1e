"""``python -m bench.cycles [--cycles N] [--seeds N] [--seed N] [--draw rates|even] ...``: hands without end.

Each cycle is a change of hands: hatch open, everything in, hatch closed, the next wall up, the one after it built.
Faults come (:mod:`bench.troubles`) at their rates, times ``--scale``, or evenly; somebody who only follows the prompts
puts them right. After every cycle it is checked that

* no invariant of the books is broken, and the books are the fold of their events (both after every input, too),
* nothing has moved without permission (:mod:`bench.watch`), and nothing was done that breaks a machine,
* no tile is lost or invented: one set stands on the table and one below, as the books say, complete, unmixed and in
  stacks as planned; when a counter was made to lie, short or long by no more tiles than it lied about, and right
  again two cycles later,
* people were never left standing.

``--seeds N`` divides the cycles among N tables, so that a failure names a short run that repeats; ``--jobs`` of them
run at the same time. Exit status 0: so it was; 1: it was not, and the line says in which cycle of which seed.
"""

from __future__ import annotations

import argparse
import asyncio
import faulthandler
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from bench.house import House, HouseError, house, planned
from bench.person import Person
from bench.seeds import SeedFailed, in_seeds, shares
from bench.tally import Campaign, report
from bench.troubles import Draw, Trouble, at_rates, evenly
from controller.mechanism import Situation
from hardware.profiles import PROFILES
from hardware.simulator.errors import SimulatorError
from hardware.simulator.table import host_board
from hardware.simulator.virtual_time import run

LIES: Final = {"dead-count": 1, "double-count": 1, "channel-jam": 6, "stuck-sensor": 10, "other-set-tile": 1}
"""Faults that can leave a wall other than planned, and by how many tiles. A missed or doubled count is seen by nothing
but its effects; a channel that is blocked after its last tile was counted keeps tiles that no sensor sees; past a blind
counter go as many tiles as fit into head and channel before the side is missed; a tile too many that no wheel ever
picked lies in the drum, which has no sensor."""
FULL_SET: Final = 144
BUILD_PATIENCE_S: Final = 600.0
AFTER_EFFECT: Final = 2
"""Cycles that such a wall can take to be put right: the set is built again two cycles later."""
HARMLESS: Final = ("key-bounce",)
STUCK_S: Final = 900
"""Real seconds after which a cycle hangs in a way that virtual time does not see: the process says where, and ends."""
Watched = Callable[[], AbstractContextManager[None]]


@dataclass(frozen=True, slots=True)
class CycleKind:
    """``scale`` None: faults are drawn evenly."""

    profile: str = "normal"
    scale: float | None = 1.0
    tiles: int = FULL_SET

    @property
    def draw(self) -> Draw:
        return evenly if self.scale is None else at_rates(self.scale)


class Evening:
    """One table, one person, cycle after cycle."""

    def __init__(
        self, home: House, random: Random, draw: Draw, campaign: Campaign, watched: Watched = nullcontext
    ) -> None:
        """Each cycle runs ``watched``."""
        self._watched = watched
        self.home, self.person = home, Person(home)
        self.random, self.draw, self.campaign = random, draw, campaign
        self._came: list[Trouble] = []
        self._lies: list[int | None] = [None] * (AFTER_EFFECT + 1)
        self._aside = False
        """Whether the set in play lies beside the table instead: an unfinished wall had to come up in this cycle."""

    async def run(self, cycles: int) -> None:
        """Raises :class:`HouseError` or ``SimulatorError`` with what went wrong, and in which cycle."""
        await self.person.until(lambda: self.home.here is Situation.PLAYING_READY)
        for number in range(1, cycles + 1):
            with self._watched():
                await self._numbered(number)
        self.campaign.virtual_s, self.campaign.checks = self.home.now(), self.home.checks

    async def _numbered(self, number: int) -> None:
        try:
            await self.cycle()
        except (HouseError, SimulatorError) as error:
            words = ", ".join(f"{one.words} at {one.after:.1f} s" for one in self._came) or "nothing"
            raise HouseError(f"cycle {number}, which met {words}: {error}") from error

    async def cycle(self) -> None:
        """A change of hands with what is drawn for it."""
        drawn, self._came = list(self.draw(self.random)), []
        self.home.events.clear()
        did, began = self.person.did.copy(), self.home.now()
        self._inject([one for one in drawn if not one.after])
        later = [asyncio.create_task(self._come(drawn, in_build)) for in_build in (False, True)]
        try:
            await self.person.change_hands()
        finally:
            await _end(later)
        self._repair_cable()
        did = self.person.did - did
        self._aside = did["run-out"] > 0
        doubt = self._doubt
        self.check()
        self._book(did, self.home.now() - began, doubt)

    # ------------------------------------------------------------ what goes wrong

    async def _come(self, drawn: Sequence[Trouble], in_build: bool) -> None:
        """At their times; a short wall is built sooner, so they come sooner."""
        troubles = sorted((t for t in drawn if t.after and t.in_build is in_build), key=lambda one: one.after)
        if in_build and troubles:
            tally, before = self.home.tally, self.home.tally["build-started"]
            await self.home.players.see(lambda: tally["build-started"] > before, BUILD_PATIENCE_S)
        began, pace = self.home.now(), min(1.0, 0.2 + 0.8 * self.home.plan.tiles / FULL_SET)
        for trouble in troubles:
            await asyncio.sleep(max(0.0, began + trouble.after * pace - self.home.now()))
            self._inject([trouble])

    def _inject(self, troubles: Sequence[Trouble]) -> None:
        for trouble in troubles:
            self.home.inject(trouble.words)
            self._came.append(trouble)

    def _repair_cable(self) -> None:
        """A bad cable stops nothing and so calls nobody; it lasts for a cycle."""
        if any(trouble.name.startswith("link-") for trouble in self._came):
            self.home.act("check-cable")

    # ------------------------------------------------------------ what must hold after a cycle

    @property
    def _doubt(self) -> bool:
        """Whether a counter has lied of late."""
        return any(count is not None for count in self._lies)

    def check(self) -> None:
        """Raises :class:`HouseError` unless the table is as the books say."""
        home = self.home
        home.check_all()
        self._note_lies()
        books, tiles = home.state.books, home.plan.tiles
        if books.staged is None or books.raised is None:
            raise HouseError(f"no wall: {home.describe()}")
        as_planned = home.heights("tray") == planned(home.plan.quota)
        self.campaign.odd_walls += not as_planned
        if self._doubt:
            self._check_doubtful(books.staged, books.raised, tiles)
            return
        if not as_planned or home.heights("wall") not in (planned(home.plan.quota), *self._no_wall()):
            raise HouseError(f"a wall is not as planned: {home.heights('tray')}; {home.describe()}")
        where = home.whereabouts()
        if where[books.staged] != {"tray": tiles} or where[books.raised] not in ({"wall": tiles}, *self._in_box()):
            raise HouseError(f"the books have {books.raised} raised and {books.staged} staged: {home.describe()}")

    def _no_wall(self) -> list[list[list[int]]]:
        return [planned((0, 0, 0, 0))] if self._aside else []

    def _in_box(self) -> list[dict[str, int]]:
        return [{}] if self._aside else []

    def _note_lies(self) -> None:
        """What came in this cycle, and what still waits for its moment; zero lies differ from no liar."""
        came = [one.name for one in self._came]
        waiting = [one.name for one in self.home.table.faults.active() if one.name not in came]
        lies = [LIES[name] for name in (*came, *waiting) if name in LIES]
        self._lies = [*self._lies[1:], sum(lies) if lies else None]

    def _check_doubtful(self, staged: str, raised: str, tiles: int) -> None:
        """Some counter has lied of late: every tile is where it may have got to by that, and no further."""
        lies = sum(count or 0 for count in self._lies)
        where = self.home.whereabouts()
        for name, place in ((staged, "tray"), (raised, "wall")):
            there, total = where[name].get(place, 0), sum(where[name].values())
            if where[name] in self._in_box():
                continue
            if abs(there - tiles) > lies or abs(total - tiles) > lies:
                raise HouseError(f"set {name} is off by more than {lies} lies: {self.home.describe()}")

    def _book(self, did: Counter[str], seconds: float, doubt: bool) -> None:
        """``doubt``: what was seen may be the effect of an earlier lie."""
        codes = Counter(str(one.data["code"]) for one in self.home.events if one.type == "fault-raised")
        names = {one.name for one in self._came}
        self.campaign.book(names.difference(HARMLESS) or names, codes, did, seconds, doubt)


@contextmanager
def not_for_ever() -> Iterator[None]:
    """Ends this process, and says where it stands, when what runs takes longer than ``STUCK_S``."""
    faulthandler.dump_traceback_later(STUCK_S, exit=True, file=2)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


async def _end(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Faults that have not come yet stay away. Raises what went wrong in those that have."""
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception):
            raise result


async def _campaign(cycles: int, seed: int, kind: CycleKind, watched: Watched) -> Campaign:
    campaign = Campaign()
    quota = (kind.tiles // 4,) * 4
    async with house(host_board(), quota, seed=seed, profile=kind.profile) as home:
        await Evening(home, Random(f"{seed}:faults"), kind.draw, campaign, watched).run(cycles)
    return campaign


def cycles_with_faults(
    cycles: int, seed: int = 1, kind: CycleKind = CycleKind(), watched: Watched = nullcontext
) -> Campaign:
    """The figures of a campaign. Raises :class:`HouseError`."""
    began = time.process_time()
    try:
        campaign = run(_campaign(cycles, seed, kind, watched))
    except SimulatorError as error:
        raise HouseError(str(error)) from error
    campaign.cpu_s = time.process_time() - began
    return campaign


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.cycles", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cycles", type=int, default=1000, help="over all seeds")
    parser.add_argument("--seeds", type=int, default=1, help="tables that share them")
    parser.add_argument("--jobs", type=int, default=1, help="tables at the same time")
    parser.add_argument("--seed", type=int, default=1, help="of the first table; the others follow")
    parser.add_argument("--profile", choices=sorted(PROFILES), default="normal")
    parser.add_argument("--draw", choices=("rates", "even"), default="rates", help="how faults are drawn")
    parser.add_argument("--scale", type=float, default=1.0, help="times the rates of a clean table")
    parser.add_argument("--tiles", type=int, default=FULL_SET, help="of each set, a multiple of four")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    kind = CycleKind(options.profile, None if options.draw == "even" else options.scale, options.tiles)
    total, failed = Campaign(), 0
    work = partial(cycles_with_faults, kind=kind, watched=not_for_ever)
    for seed, done in in_seeds(work, shares(options.cycles, options.seeds), options.seed, options.jobs):
        if isinstance(done, SeedFailed):
            print(f"seed {seed}: {done.why}", file=sys.stderr, flush=True)
            failed += 1
        else:
            total.add(done)
    print(json.dumps(total.as_json()) if options.json else report(total))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
