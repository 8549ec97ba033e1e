"""Tables and halls as processes that are started, killed and started again, and what must be true of them."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import func, select

from controller.events import Stored
from controller.journal.store import Journal
from hall.store import Store, open_store
from hall.store.schema import enrolled_tables, quarantine, table_epochs, table_events

ROOT: Final = Path(__file__).resolve().parents[3]
PATIENCE: Final = 120.0
"""Seconds, for a computer that others keep busy."""


class Child:
    """A process of Python whose lines are read. ``inside``: a command that runs another one, such as ``ip netns exec
    NAME``."""

    def __init__(self, module: str, *arguments: str, inside: Sequence[str] = (), log: Path) -> None:
        command = [*inside, sys.executable, "-m", module, *arguments]
        with log.open("ab") as errors:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True,
                start_new_session=True,
            )  # fmt: skip
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.heard(line)

    def heard(self, line: str) -> None:
        """In the thread that reads."""

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def kill(self) -> None:
        """As a power cut: nothing is finished."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)  # what it said before it died was said

    @property
    def lives(self) -> bool:
        """Until all that it said has been heard."""
        return self._reader.is_alive()


class HallProcess(Child):
    """Ready when it is made."""

    def __init__(self, store: str, host: str, port: int, folder: Path, inside: Sequence[str] = ()) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._ready = threading.Event()
        arguments = (store, host, str(port), str(folder))
        super().__init__("tests.hall.swarm.hall_child", *arguments, inside=inside, log=folder / "log")

    def heard(self, line: str) -> None:
        self._ready.set()

    def wait(self) -> None:
        waited(self._ready.is_set, "the hall starts", lambda: self.lives)


@dataclass
class TableSeen:
    """What a table said of itself last. ``acknowledged``: the most that its hall ever acknowledged."""

    folder: Path
    last: int = 0
    acknowledged: int = 0
    troubles: set[str] = field(default_factory=set)


class TablesProcess(Child):
    """``seen``: by the id that the hall gave; kept over kills."""

    def __init__(
        self, seen: dict[str, TableSeen], folder: Path, count: int, address: str, store: str, pause: float,
        inside: Sequence[str] = (),
    ) -> None:  # fmt: skip
        folder.mkdir(parents=True, exist_ok=True)
        self._seen, self.ready, self.done = seen, False, False
        arguments = (str(folder), str(count), address, store, str(pause))
        super().__init__("tests.hall.swarm.tables_child", *arguments, inside=inside, log=folder / "log")

    def heard(self, line: str) -> None:
        said: dict[str, Any] = json.loads(line)
        self.ready |= "ready" in said
        self.done |= "done" in said
        if said.get("table"):
            one = self._seen.setdefault(said["table"], TableSeen(Path(said["folder"])))
            one.last = max(one.last, said["last"])
            one.acknowledged = max(one.acknowledged, said["acknowledged"])
            if said["trouble"]:
                one.troubles.add(said["trouble"])

    def wait(self) -> None:
        waited(lambda: self.ready, "tables start", lambda: self.lives)


def waited(
    happened: Callable[[], bool], what: str, lives: Callable[[], bool] = lambda: True, seconds: float = PATIENCE
) -> float:
    """Seconds until it happened. Raises ``AssertionError``."""
    began = time.monotonic()
    while True:
        lived = lives()  # asked first: what was said at the very end counts
        if happened():
            return time.monotonic() - began
        assert lived, f"{what}: the process has ended"
        assert time.monotonic() - began < seconds, f"{what}: not within {seconds} s"
        time.sleep(0.01)


# ---------------------------------------------------------------- what must be true


def lasts(store: Store) -> dict[str, int]:
    """How far the events of each table are stored."""
    query = (
        select(enrolled_tables.c.id, func.max(table_epochs.c.last))
        .join(table_epochs, table_epochs.c.table_number == enrolled_tables.c.number)
        .group_by(enrolled_tables.c.id)
    )
    with store.reading() as connection:
        return {str(id_): int(last) for id_, last in connection.execute(query)}


def check_acknowledged(store: Store, acknowledged: dict[str, int]) -> None:
    """Whatever was acknowledged before this moment is in the store."""
    there = lasts(store)
    lost = {id_: (there.get(id_, 0), wanted) for id_, wanted in acknowledged.items() if there.get(id_, 0) < wanted}
    assert not lost, f"acknowledged and not stored: {lost}"


def acknowledged_by(seen: dict[str, TableSeen]) -> dict[str, int]:
    return {id_: one.acknowledged for id_, one in seen.items()}


def check_whole(url: str, seen: dict[str, TableSeen]) -> int:
    """The hall has the journal of each table, byte for byte, each event once, and nothing was set aside. How many
    events that are."""
    events = 0
    with open_store(url) as store:
        for id_, one in sorted(seen.items()):
            with Journal(one.folder / "journal.db", now=lambda: datetime.now(UTC), read_only=True) as journal:
                own = list(journal.all_stored())
            stored = stored_of(store, id_)
            assert stored == own, f"{id_} in {one.folder}: {len(stored)} stored, {len(own)} in its journal"
            events += len(own)
        with store.reading() as connection:
            aside = connection.execute(select(quarantine.c.reason)).scalars().all()
        assert not aside, f"set aside: {aside}"
    return events


def stored_of(store: Store, table: str) -> list[Stored]:
    at = table_events.c
    query = (
        select(at.seq, at.time, at.type, at.data, at.hash)
        .join(enrolled_tables, enrolled_tables.c.number == at.table_number)
        .where(enrolled_tables.c.id == table)
        .order_by(at.epoch_number, at.seq)
    )
    with store.reading() as connection:
        return [Stored(seq, time_, type_, data, bytes(hash_).hex()) for seq, time_, type_, data, hash_ in
                connection.execute(query)]  # fmt: skip
