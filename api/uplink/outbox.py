"""What is sent to the hall next: a bounded piece of the journal after what the hall has, with a signed head.

Numbers go on over epochs, and a batch never holds events of two of them. Of each epoch, the oldest first, the hall is
asked how far it got, so that nothing about it is kept here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from controller.events import Stored
from controller.events.history import JournalContinued
from controller.fairness.journal_head import JournalHead, sign_head
from controller.fairness.signing import TableKey
from controller.journal.store import MOST_EPOCHS, Journal

MOST_EVENTS: Final = 200
"""In a batch. The hall takes 500; fewer are read here at once, while the table waits."""
MOST_BYTES: Final = 900 << 10
"""Of the events of a batch, as they are sent. The hall takes 1 MiB."""
_OF_AN_EVENT: Final = 250
"""Bytes that its number, time, type, hash and the quotes around it need, at most."""


@dataclass(frozen=True, slots=True)
class Span:
    """The events ``first`` to ``last`` of the journal belong to ``epoch``; ``last`` < ``first``: none yet."""

    epoch: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Batch:
    """``last`` and ``hash``: of its last event, or of the event before it when it has none."""

    epoch: str
    first: int
    last: int
    hash: str
    events: tuple[Stored, ...]


def spans(journal: Journal, last: int) -> list[Span]:
    """The epochs of the events up to ``last``, the oldest first."""
    begins = [(journal.first_epoch, 1)]
    begins += [
        (recorded.event.epoch, recorded.seq)
        for recorded in journal.of_types([JournalContinued.type], 0, MOST_EPOCHS)
        if isinstance(recorded.event, JournalContinued) and recorded.seq <= last
    ]
    ends = [*(first - 1 for _, first in begins[1:]), last]
    return [Span(epoch, first, end) for (epoch, first), end in zip(begins, ends, strict=True)]


def next_batch(journal: Journal, span: Span, after: int) -> Batch:
    """The events of ``span`` after number ``after``; without any, it asks how far the hall got."""
    after = max(after, span.first - 1)
    found = journal.stored(after, min(MOST_EVENTS, span.last - after))
    events: list[Stored] = []
    size = 0
    for stored in found:
        size += 2 * len(stored.data.encode()) + _OF_AN_EVENT  # quotes in it are escaped
        if events and size > MOST_BYTES:
            break
        events.append(stored)
    if events:
        return Batch(span.epoch, events[0].seq, events[-1].seq, events[-1].hash, tuple(events))
    return Batch(span.epoch, after + 1, after, journal.hash_at(after) or "", ())


def as_sent(batch: Batch, table: str, key: TableKey, wall_ms: int, steady_ms: int) -> dict[str, Any]:
    """The batch as JSON, with the head that it ends with, signed now. ``table``: what the hall calls this table;
    ``wall_ms`` and ``steady_ms``: the clocks of this one, the first since 1970."""
    head = JournalHead(key.public, wall_ms, batch.last, bytes.fromhex(batch.hash), batch.epoch)
    return {
        "table": table,
        "epoch": batch.epoch,
        "first": batch.first,
        "events": [
            {"seq": one.seq, "time": one.time, "type": one.type, "data": one.data, "hash": one.hash}
            for one in batch.events
        ],
        "head": sign_head(head, key).text,
        "sent": wall_ms,
        "steady": steady_ms,
    }
