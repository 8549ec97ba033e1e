"""Everything that can go wrong between tables and their hall, over and over, while the tables play: delay, loss,
doubled frames, a cut cable, a link of which one way is dead, killed and stopped halls, killed tables, clocks that jump,
a full disk. Afterwards the hall must have each journal byte for byte."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

from bench.netlab import Host, Line, lan
from hall.store import open_store
from tests.hall.swarm.swarm import (
    HallProcess,
    TableSeen,
    TablesProcess,
    acknowledged_by,
    check_acknowledged,
    check_whole,
    waited,
)

PORT: Final = 8100
WEIGHTS: Final = {
    "delay": 12, "loss": 12, "double": 10, "cut": 14, "hall-deaf": 8, "tables-deaf": 8, "hall-killed": 6,
    "hall-stopped": 8, "tables-killed": 6, "table-clock": 6, "hall-clock": 5, "disk-full": 5,
}  # fmt: skip
"""How often each comes. A killed process takes seconds to start again."""


CALM: Final = Line(delay=0.002, jitter=0.001, loss=0.0, rate=1e8)


def _inside(host: Host) -> tuple[str, ...]:
    """Before a command that runs there."""
    return ("ip", "netns", "exec", host.namespace)


class Campaign:
    """``run`` inside ``running``, then ``finish``. ``groups`` of ``tables`` each are killed together; ``pause``:
    seconds between two events of a table, on average; ``room``: bytes of the disk of the hall."""

    def __init__(
        self, folder: Path, seed: int, groups: int = 2, tables: int = 2, pause: float = 0.1, room: int = 64 << 20
    ) -> None:
        self.rng, self.seen, self.done = random.Random(seed), dict[str, TableSeen](), Counter[str]()
        self._folder, self._seed, self._groups, self._count = folder, seed, groups, tables
        self._pause, self._room = pause, room
        self._disk, self._line = folder / "disk", replace(CALM)
        self.url = f"sqlite:///{self._disk / 'hall.db'}"
        self._tables: list[TablesProcess] = []

    @contextmanager
    def running(self) -> Iterator[None]:
        self._disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={self._room}", "jantaku-hall", str(self._disk)]
        subprocess.run(mount, check=True)
        try:
            with lan({"hall": None, "tables": self._line}, self._seed) as self._hosts:
                try:
                    self._hall = self._new_hall()
                    self._hall.wait()
                    for number in range(self._groups):
                        self._tables.append(self._new_tables(number))
                        self._tables[-1].wait()
                    yield
                finally:
                    for child in (*self._tables, self._hall):
                        child.kill()
        finally:
            subprocess.run(["umount", "-l", str(self._disk)], check=False)

    def _new_hall(self) -> HallProcess:
        host = self._hosts["hall"]
        return HallProcess(self.url, host.address, PORT, self._folder / "hall", _inside(host))

    def _new_tables(self, number: int) -> TablesProcess:
        return TablesProcess(
            self.seen, self._folder / f"tables{number}", self._count,
            f"http://{self._hosts['hall'].address}:{PORT}", self.url, self._pause, _inside(self._hosts["tables"]),
        )  # fmt: skip

    # ------------------------------------------------------------ faults

    def fault(self, kind: str | None = None) -> str:
        """One of them, to its end; all that was acknowledged before is stored after it, and the tables have played on
        meanwhile. Raises ``AssertionError``."""
        kind = kind or self.rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        before, played = acknowledged_by(self.seen), self._played()
        getattr(self, f"_{kind.replace('-', '_')}")()
        self._set(**asdict(CALM))
        waited(lambda: self._played() > played, f"{kind}: the tables play on")
        with open_store(self.url) as store:
            check_acknowledged(store, before)
        self.done[kind] += 1
        return kind

    def _set(self, **how: float) -> None:
        """Of the line between hall and tables."""
        for name, value in how.items():
            setattr(self._line, name, value)

    def _played(self) -> int:
        return sum(one.last for one in self.seen.values())

    def _for_a_while(self) -> None:
        """And the tables play on in it."""
        played = self._played()
        time.sleep(self.rng.uniform(0.05, 0.6))
        waited(lambda: self._played() > played, "the tables play on without their hall")

    def _delay(self) -> None:
        self._set(delay=self.rng.uniform(0.05, 0.4), jitter=self.rng.uniform(0.01, 0.2))
        self._for_a_while()

    def _loss(self) -> None:
        self._set(loss=self.rng.uniform(0.05, 0.5))
        self._for_a_while()

    def _double(self) -> None:
        self._set(double=self.rng.uniform(0.2, 1.0), loss=self.rng.uniform(0.0, 0.1))
        self._for_a_while()

    def _cut(self) -> None:
        self._set(cut=True)
        self._for_a_while()

    def _hall_deaf(self) -> None:
        """The hall hears nothing; what it says arrives."""
        self._set(mute=True)
        self._for_a_while()

    def _tables_deaf(self) -> None:
        """The tables hear nothing: what they send is stored, and the answer is lost."""
        self._set(deaf=True)
        self._for_a_while()

    def _hall_killed(self) -> None:
        time.sleep(self.rng.uniform(0, 0.3))
        before = acknowledged_by(self.seen)
        self._hall.kill()
        before |= acknowledged_by(self.seen)
        self._for_a_while()
        with open_store(self.url) as store:
            check_acknowledged(store, before)
        self._hall = self._new_hall()
        self._hall.wait()

    def _hall_stopped(self) -> None:
        """It answers nothing, and its connections stay."""
        os.killpg(self._hall.process.pid, signal.SIGSTOP)
        self._for_a_while()
        os.killpg(self._hall.process.pid, signal.SIGCONT)

    def _tables_killed(self) -> None:
        number = self.rng.randrange(self._groups)
        time.sleep(self.rng.uniform(0, 0.3))
        self._tables[number].kill()
        self._tables[number] = self._new_tables(number)
        self._tables[number].wait()

    def _table_clock(self) -> None:
        self.rng.choice(self._tables).say(f"jump {self.rng.choice((-7200, -30, -2, 2, 30, 7200))}")
        self._for_a_while()

    def _hall_clock(self) -> None:
        ahead = self._folder / "hall" / "ahead"
        ahead.write_text(str(self.rng.choice((-86_400, -60, 0, 60, 86_400))))
        self._for_a_while()

    def _disk_full(self) -> None:
        filler = self._disk / "filler"
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 20))
        with contextlib.suppress(OSError), filler.open("ab", buffering=0) as file:
            while True:
                file.write(bytes(512))
        self._for_a_while()
        filler.unlink()

    # ------------------------------------------------------------ in the end

    def finish(self) -> int:
        """All calm, the hall catches up with everything; how many events that are. Raises ``AssertionError``."""
        for tables in self._tables:
            tables.say("rest")
        for tables in self._tables:
            waited(lambda one=tables: one.done, "the hall catches up", lambda one=tables: one.lives)  # type: ignore[misc]
        return check_whole(self.url, self.seen)
