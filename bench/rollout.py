"""``python -m bench.rollout``: releases go out to the tables of a hall, some of them bad; how long is a table away?

A hundred tables and ten releases, three of them bad. Hall and tables decide as always (``hall.releases``,
``api.uplink.releases``, ``api.updates``), with signed files of whole programs. For each release the first ``--real``
tables whose turn it is are services in processes of their own, asked ten times a second whether they can be played at;
the rest are played, in simulated time, at the pace of a Raspberry Pi 4. A bad release reaches one table, which is real.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from api.commands.update_wanted import brought, wish_of
from api.updates import bundle
from api.updates.computer import InstalledComputer
from api.updates.for_hall import UpdatesForHall
from api.updates.here import machine
from api.updates.inbox import Inbox
from api.updates.procedure import put_in
from api.updates.releases import Outcome, Releases
from api.uplink.hall_client import Turn
from api.uplink.releases import Hall, reported
from hall.catalogue import HALL_CATALOGUE
from hall.releases.decide import Report, going
from hall.releases.desk import ReleaseDesk
from hall.releases.events import RolloutBegun
from hall.store import HallJournal, open_store

LIMIT_SECONDS: Final = 60.0
"""No table is out of play for longer."""
FIRST: Final = "1.0"
"""The release that all tables have in the beginning."""
FAULTS: Final = ("ends", "dies", "sick", "hangs")
"""What a bad release does: it ends as it starts, or two seconds after it was ready; says that it is not well; never is
ready and hears no SIGTERM."""
Content = Callable[["str", "str | None"], Path]
"""The folder of the program of a version with this fault."""


class Missed(AssertionError):
    """A table was away too long, has another release than it should have, or lost something."""


@dataclass(frozen=True, slots=True)
class Release:
    version: str
    fault: str | None


@dataclass(frozen=True, slots=True)
class Away:
    """For how many seconds nobody could play at a table, and what it was told."""

    table: str
    release: Release
    seconds: float
    outcome: Outcome
    real: bool


class Machine(Protocol):
    """A table's service under systemd. ``real``: in a process of its own."""

    real: bool

    @contextmanager
    def watched(self) -> Iterator[list[float]]:
        """The service runs meanwhile; afterwards the list has the seconds for which it could not be played at."""

    def computer(self, releases: Releases) -> InstalledComputer: ...

    def check(self) -> None:
        """Nothing that it acknowledged is lost. Raises ``Missed``."""


class HallOfTables:
    """The releases of a hall with its store, asked as over the link."""

    def __init__(self, folder: Path, key: str) -> None:
        folder.mkdir()
        self.inbox = Inbox(folder, [key], None)
        store = open_store(f"sqlite:///{folder / 'hall.db'}")
        self.journal = HallJournal(store, HALL_CATALOGUE, now=_now, random=os.urandom)
        self.desk = ReleaseDesk(self.journal, _now, _always)

    def begin(self, version: str, file: Path) -> None:
        with self.inbox.new_part() as part:
            part.write(file.read_bytes())
            self.inbox.take_in(part)
        self.journal.append([RolloutBegun(version, "now", "bench")])

    def stopped_by(self) -> str | None:
        """The table at which the rollout ended."""
        self.desk.wanted()
        rollout = self.desk.state.rollout
        return None if rollout is None or rollout.stopped is None else rollout.stopped.table

    def asked(self) -> str | None:
        """Whose turn it is."""
        rollout = going(self.desk.state)
        return None if rollout is None else rollout.asked


class Link(Hall):
    """Of one table to the hall."""

    def __init__(self, hall: HallOfTables, table: str) -> None:
        self.hall, self.table = hall, table

    def report_release(self, report: Mapping[str, Any]) -> Turn:
        ended = report["ended"]
        said = Report(
            self.table, report["version"], report["machine"], report["idle"], report["updating"],
            None if ended is None else (ended["version"], ended["why"], ended["refused"]),
        )  # fmt: skip
        install = self.hall.desk.report(said, brings=lambda version: self._file(version) is not None)
        return Turn(version=self.hall.desk.wanted(), install=install)

    def release(self, version: str, machine: str) -> bytes:
        del machine
        found = self._file(version)
        return b"" if found is None else found.path.read_bytes()

    def _file(self, version: str) -> bundle.Bundle | None:
        return self.hall.inbox.of(version, machine())


class TableOfTrial:
    """A state folder, releases side by side, and a link to the hall."""

    def __init__(self, name: str, folder: Path, hall: HallOfTables, key: str, packaged: str) -> None:
        self.name, self.folder, self._key = name, folder, key
        self.state = folder / "state"
        self.state.mkdir(parents=True)
        self.releases = Releases(folder / "opt")
        self._packaged, self._link = packaged, Link(hall, name)
        self._box = UpdatesForHall(
            self.state, lambda: False, self.releases, trusted=[key], running=lambda: self.version, unit=folder
        )

    @property
    def version(self) -> str:
        return self.releases.current() or self._packaged

    def report(self) -> bool:
        """Whether it is its turn."""
        reported(self._link, self._box)
        return Inbox(self.state, (), None).is_wished()

    def update(self, on: Machine) -> tuple[Outcome, float]:
        """As ``jantaku update wanted`` does it; how it ended, and the seconds for which nobody could play."""
        with on.watched() as away, self.releases.locked():
            wanted = wish_of(self.state)
            with brought(self.state, wanted, self.releases.root, [self._key]) as file:
                computer = on.computer(self.releases)
                outcome = put_in(file, self.releases, computer, flash=False, check_idle=lambda: None)
        on.check()
        return outcome, away[0]


class Trial:
    """``real``: so many tables of each release are of ``real_machine``, all others of ``played_machine``."""

    def __init__(
        self, folder: Path, tables: int, content: Content, played_machine: Callable[[TableOfTrial], Machine],
        real_machine: Callable[[TableOfTrial], Machine] | None = None, real: int = 0,
    ) -> None:  # fmt: skip
        self._folder, self._content, self._signing = folder, content, Ed25519PrivateKey.generate()
        key = self._signing.public_key().public_bytes_raw().hex()
        self.hall = HallOfTables(folder / "hall", key)
        self.tables = [
            TableOfTrial(f"t-{number:03}", folder / f"t-{number:03}", self.hall, key, FIRST) for number in range(tables)
        ]
        self._played, self._real, self._count = played_machine, real_machine, real

    def roll_out(self, release: Release, rng: random.Random) -> list[Away]:
        """To all tables, or to one that takes it back. Raises ``Missed``."""
        program = self._content(release.version, release.fault)
        about = {"version": release.version, "machine": machine()}
        self.hall.begin(release.version, bundle.write(program, about, self._signing, self._folder / "made", 0))
        before, found = {one.name: one.version for one in self.tables}, list[Away]()
        while self.hall.stopped_by() is None:
            left = [one for one in self.tables if one.version != release.version]
            rng.shuffle(left)
            updated = next((one for one in left if one.report()), None)
            if updated is None:
                break
            found.append(self._update(updated, release, len(found)))
            updated.report()
        self._check(release, before, found)
        return found

    def _update(self, table: TableOfTrial, release: Release, number: int) -> Away:
        real = self._real if number < self._count else None
        on = (real or self._played)(table)
        outcome, seconds = table.update(on)
        away = Away(table.name, release, seconds, outcome, on.real)
        if seconds > LIMIT_SECONDS:
            raise Missed(f"{table.name} was away for {seconds:.1f} s: {release}, {outcome}")
        return away

    def _check(self, release: Release, before: Mapping[str, str], found: Sequence[Away]) -> None:
        has = {one.name: one.version for one in self.tables}
        if release.fault is None:
            if set(has.values()) != {release.version} or any(one.outcome.why for one in found):
                raise Missed(f"{release} is not everywhere: {has}, {[one.outcome for one in found]}")
        elif has != before or [one.table for one in found] != [self.hall.stopped_by()] or not found[0].outcome.why:
            raise Missed(f"{release} was not taken back, or reached others: {found}, {has}")


def releases_of(count: int, bad: int, rng: random.Random) -> list[Release]:
    """Newer from one to the next; the bad ones anywhere among them, each with another fault as far as there are."""
    at = set(rng.sample(range(count), bad))
    faults = [fault for _ in range(bad) for fault in rng.sample(FAULTS, len(FAULTS))][:bad]
    return [Release(f"1.{number + 1}", faults.pop() if number in at else None) for number in range(count)]


def _always(now: datetime) -> bool:
    return bool(now)


def _now() -> datetime:
    return datetime.now(UTC)


def main(arguments: Sequence[str] = ()) -> int:
    from bench.rollout_played import PlayedService
    from bench.rollout_services import Programs, RealService

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--releases", type=int, default=10)
    parser.add_argument("--bad", type=int, default=3)
    parser.add_argument("--real", type=int, default=10, help="tables of each release that are real services")
    parser.add_argument("--events", type=int, default=20_000, help="in the journal of a real table before")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4)))
    options = parser.parse_args(arguments)
    print(f"  seed {options.seed}", flush=True)
    rng = random.Random(options.seed)
    longest: dict[tuple[str, bool], float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = Programs(folder / "programs")
        trial = Trial(
            folder, options.tables, programs, PlayedService,
            lambda table: RealService(table, programs, options.events), options.real,
        )  # fmt: skip
        for release in releases_of(options.releases, options.bad, rng):
            found = trial.roll_out(release, rng)
            for real in (True, False):
                seconds = [one.seconds for one in found if one.real is real]
                if seconds:
                    kind = release.fault or "good"
                    longest[kind, real] = max(longest.get((kind, real), 0), *seconds)
                    how = "real" if real else "played"
                    print(
                        f"  {release.version} {kind}: {len(seconds)} {how}, away for {max(seconds):.1f} s", flush=True
                    )
            if release.fault:
                print(f"    taken back: {found[0].outcome.why}", flush=True)
    print("  the longest, in seconds:")
    for (kind, real), seconds in sorted(longest.items()):
        print(f"    {kind}, {'real' if real else 'played'}: {seconds:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
