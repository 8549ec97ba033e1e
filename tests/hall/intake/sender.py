"""A table as the hall hears of it: a key, a chained journal, batches with signed heads. And a hall to send them to."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from controller.events import Stored
from controller.events.history import JournalContinued
from controller.fairness.journal_head import JournalHead, sign_head
from controller.fairness.signing import TableKey
from controller.journal.chain import canonical, first_hash, next_hash
from hall.catalogue import HALL_CATALOGUE
from hall.intake.batch import Batch
from hall.intake.intake import Intake
from hall.store import HallJournal, open_store

NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


class Clock:
    """The wall clock of the hall, moved by the test."""

    def __init__(self) -> None:
        self.time = NOW

    def __call__(self) -> datetime:
        return self.time

    def ms(self) -> int:
        return round(self.time.timestamp() * 1000)

    def advance(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


class Sender:
    """``events``: of all epochs, in order, each with the epoch that it belongs to."""

    def __init__(self, seed: int = 0, epoch: str = "", clock: Callable[[], int] | None = None) -> None:
        self.key = TableKey(Random(f"table {seed}").randbytes(32))
        self.epoch = epoch or f"epoch-{seed}"
        self.clock = clock or Clock().ms
        self.events: list[tuple[str, Stored]] = []
        self.hash = first_hash(self.epoch)
        self.id = self.token = ""

    @property
    def public(self) -> str:
        return self.key.public.hex()

    @property
    def last(self) -> int:
        return self.events[-1][1].seq if self.events else 0

    def play(self, count: int = 1, type_: str = "dice.rolled") -> Sender:
        for _ in range(count):
            self.add(type_, canonical({"roll": self.last + 1, "note": "雀卓"}))
        return self

    def add(self, type_: str, data: str, time: str = "2026-05-01T12:00:00.000Z") -> None:
        seq = self.last + 1
        self.hash = next_hash(self.hash, seq, time, type_, data)
        self.events.append((self.epoch, Stored(seq, time, type_, data, self.hash)))

    def go_back(self, seq: int, epoch: str) -> None:
        """A backup is restored: everything after ``seq`` was put aside, and a new epoch follows it."""
        kept = self.events[:seq]
        parent, before = (kept[-1][0], kept[-1][1].hash) if kept else (self.epoch, first_hash(self.epoch))
        self.events, self.hash, self.epoch = kept, before, epoch
        told = JournalContinued(epoch, parent, seq, before, "restored")
        data = {name: getattr(told, name) for name in ("epoch", "parent_epoch", "parent_seq", "parent_hash", "reason")}
        self.add(JournalContinued.type, canonical(data))

    def batch(self, first: int, last: int | None = None, epoch: str = "") -> Batch:
        """The events ``first`` to ``last`` of one epoch."""
        epoch = epoch or self.epoch
        last = self.last if last is None else last
        events = tuple(one for of, one in self.events if of == epoch and first <= one.seq <= last)
        hash_ = events[-1].hash if events else self.hash
        return Batch(
            self.id, epoch, first, events, self.head(first + len(events) - 1, hash_, epoch), self.clock(), self.clock()
        )

    def head(self, seq: int, hash_: str, epoch: str = "") -> str:
        head = JournalHead(self.key.public, self.clock(), max(seq, 0), bytes.fromhex(hash_), epoch or self.epoch)
        return sign_head(head, self.key).text

    def proof(self) -> str:
        return self.head(self.last, self.hash)


def with_events(batch: Batch, events: Sequence[Stored]) -> Batch:
    return replace(batch, events=tuple(events))


def hall_journal(url: str, clock: Callable[[], datetime], seed: int | None = 1) -> HallJournal:
    return HallJournal(open_store(url), HALL_CATALOGUE, now=clock, random=Random(seed).randbytes)


@asynccontextmanager
async def open_intake(url: str, clock: Callable[[], datetime], seed: int | None = 1) -> AsyncIterator[Intake]:
    """An intake of its own process, as far as the store can tell."""
    journal = hall_journal(url, clock, seed)
    intake = Intake(journal, lambda: "North hall", now=clock, random=Random(seed).randbytes)
    await intake.start()
    try:
        yield intake
    finally:
        await intake.close()
        journal.store.close()


async def enrol(intake: Intake, *senders: Sender) -> None:
    for sender in senders:
        code = await intake.open_enrolment("Mei")
        enrolled = await intake.enrol(code.digits, sender.public, "Table", sender.epoch, sender.proof())
        sender.id, sender.token = enrolled.table, enrolled.token
