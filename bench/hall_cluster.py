"""Leaders of a cluster of three PostgreSQL (Patroni, etcd) are killed and stopped while tables send: nothing that was
acknowledged is lost, nothing is doubled, and how long nothing could be written.

``python -m bench.hall_cluster [--faults N] [--tables N] [--pause SECONDS]``. Tables are processes with real journals
and the real link, the hall is two processes of ``jantaku hall intake``, of which one is killed as well.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import psycopg

from hall.store import open_store
from tests.hall.cluster import INSTALLED, MISSING, Cluster
from tests.hall.postgresql import free_port
from tests.hall.swarm.swarm import (
    HallProcess,
    TableSeen,
    TablesProcess,
    acknowledged_by,
    check_acknowledged,
    check_whole,
    waited,
)

AFTER_LEADER_S: Final = 2.0
"""From the moment at which the cluster has a leader until a table is acknowledged again: no longer is wanted."""
KINDS: Final = ("kill", "stop", "intake")


class Bench:
    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.cluster, self.seen = Cluster(), dict[str, TableSeen]()
        self._folder, self._options = folder, options
        self._halls: list[HallProcess] = []
        self._tables: list[TablesProcess] = []
        self._ports = (free_port(), free_port())
        self.after_leader: list[float] = []

    @contextmanager
    def running(self) -> Iterator[None]:
        try:
            began = time.monotonic()
            self.cluster.start()
            print(f"  cluster formed in {time.monotonic() - began:.1f} s", flush=True)
            with psycopg.connect(
                self.cluster.url("postgres"), target_session_attrs="read-write", autocommit=True
            ) as connection:
                connection.execute("CREATE DATABASE hall")
            self.url = self.cluster.url("hall")
            open_store(self.url).close()
            self._halls = [self._hall(number) for number in range(2)]
            for hall in self._halls:
                hall.wait()
            for number, port in enumerate(self._ports):
                tables = TablesProcess(
                    self.seen, self._folder / f"tables{number}", self._options.tables // 2,
                    f"http://127.0.0.1:{port}", self.url, self._options.pause,
                )  # fmt: skip
                self._tables.append(tables)
                tables.wait()
            yield
        finally:
            for child in (*self._tables, *self._halls):
                child.kill()
            self.cluster.remove()

    def _hall(self, number: int) -> HallProcess:
        return HallProcess(self.url, "127.0.0.1", self._ports[number], self._folder / f"hall{number}")

    def _total(self) -> int:
        return sum(one.acknowledged for one in self.seen.values())

    def fault(self, kind: str, rng: random.Random) -> None:
        """One fault, and until all is well again. Raises ``AssertionError``."""
        leader = self.cluster.await_leader()
        before, played = acknowledged_by(self.seen), sum(one.last for one in self.seen.values())
        began = time.monotonic()
        if kind == "intake":
            number = rng.randrange(2)
            self._halls[number].kill()
            self._halls[number] = self._hall(number)
            self._halls[number].wait()
            waited(lambda: all(one.acknowledged > before[id_] for id_, one in self.seen.items()), "acknowledged")
            print(f"  intake killed: all tables acknowledged after {time.monotonic() - began:5.1f} s", flush=True)
        else:
            (self.cluster.kill if kind == "kill" else self.cluster.stop)(leader)
            before = acknowledged_by(self.seen)
            now = self.cluster.await_leader(other_than=leader)
            elected, known = time.monotonic(), self._total()
            waited(lambda: self._total() > known, "acknowledged again")
            took = time.monotonic()
            self.after_leader.append(took - elected)
            done = "killed" if kind == "kill" else "stopped"
            times = f"after {elected - began:5.1f} s, acknowledged again {took - elected:4.1f} s later"
            print(f"  leader {done}: node {now} leads {times}", flush=True)
            with open_store(self.url) as store:
                check_acknowledged(store, before)
            (self.cluster.begin if kind == "kill" else self.cluster.go_on)(leader)
            self.cluster.await_whole()
        assert sum(one.last for one in self.seen.values()) > played, "the tables did not play on"
        with open_store(self.url) as store:
            check_acknowledged(store, before)

    def finish(self) -> int:
        for tables in self._tables:
            tables.say("rest")
        for tables in self._tables:
            waited(lambda tables=tables: tables.done, "the hall has all", lambda tables=tables: tables.lives)  # type: ignore[misc]
        return check_whole(self.url, self.seen)


def main(arguments: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--faults", type=int, default=6)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--pause", type=float, default=0.2, help="seconds between two events of a table, on average")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4)))
    options = parser.parse_args(arguments)
    if not INSTALLED:
        print(f"  {MISSING}")
        return 2
    print(f"  seed {options.seed}")
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), options)
        with bench.running():
            for number in range(options.faults):
                bench.fault(KINDS[number % len(KINDS)], rng)
            events = bench.finish()
    worst = max(bench.after_leader, default=0.0)
    print(f"  {len(bench.seen)} tables, {events} events: each stored once, none that was acknowledged is missing")
    print(f"  worst from a leader to an acknowledgement: {worst:.1f} s; {AFTER_LEADER_S} s are wanted")
    return 0 if worst <= AFTER_LEADER_S else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
