"""A batch of events as a table sends it, and what can be said of it without the store. Pure."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Final

from controller.events import Stored
from controller.fairness.byte_layout import Malformed
from controller.fairness.journal_head import LONGEST_EPOCH, SignedHead, head_of_text
from controller.journal.chain import canonical, continues
from controller.refusals import Code, Refused

MOST_EVENTS: Final = 500
MOST_BYTES: Final = 1 << 20
"""Of a batch, as it is sent."""
LONGEST_TIME: Final = 40
LONGEST_TYPE: Final = 80
_HASH: Final = re.compile(r"[0-9a-f]{64}")

SET_ASIDE: Final = "before "
"""Begins the name of an epoch that its table was asked to send again (``hall.intake.rebuild``)."""


@dataclass(frozen=True, slots=True)
class Batch:
    """``first``: the number of the first event, or of the one that would come next when there is none. ``head``:
    signed, of the last event; of a batch without events, of any. ``sent`` and ``steady``: the clocks of the table when
    it sent this, wall (Unix) and monotonic, in milliseconds."""

    table: str
    epoch: str
    first: int
    events: tuple[Stored, ...] = ()
    head: str | None = None
    sent: int | None = None
    steady: int | None = None

    @property
    def last(self) -> int:
        return self.first + len(self.events) - 1

    def as_text(self) -> str:
        """All of it, in canonical JSON: what is kept when it is set aside."""
        events = [
            {"seq": one.seq, "time": one.time, "type": one.type, "data": one.data, "hash": one.hash}
            for one in self.events
        ]
        return canonical(
            {"table": self.table, "epoch": self.epoch, "first": self.first, "events": events, "head": self.head}
        )

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.as_text().encode("utf-8", "backslashreplace")).hexdigest()


def check_batch(batch: Batch, key: str) -> SignedHead | None:
    """The head, genuine and of this batch. Each event has the next number and continues the one before it; whether the
    first one continues what is stored, the store knows. ``key``: of the table, hexadecimal. Raises ``Refused``."""
    _check_shape(batch)
    before = None
    for place, one in enumerate(batch.events):
        if one.seq != batch.first + place or not (before is None or continues(before, one.seq, one)):
            raise Refused(
                Code.BAD_CHAIN, f"event {batch.first + place} does not continue the one before", field="events"
            )
        before = one.hash
    return _checked_head(batch, key)


def _check_shape(batch: Batch) -> None:
    """What every engine can store."""
    if len(batch.events) > MOST_EVENTS:
        raise Refused(Code.TOO_LARGE, f"events: more than {MOST_EVENTS}")
    if not 1 <= len(batch.epoch.encode("utf-8", "replace")) <= LONGEST_EPOCH or not batch.epoch.isprintable():
        raise Refused(Code.INVALID, f"epoch: 1 to {LONGEST_EPOCH} printable bytes", field="epoch")
    if batch.epoch.startswith(SET_ASIDE):
        raise Refused(Code.INVALID, f"epoch: no journal calls an epoch {SET_ASIDE!r}...", field="epoch")
    for one in batch.events:
        short = len(one.time) <= LONGEST_TIME and len(one.type) <= LONGEST_TYPE
        if not (short and (one.time + one.type).isascii() and (one.time + one.type).isprintable()):
            raise Refused(Code.BAD_CHAIN, f"event {one.seq}: time and type are short and printable", field="events")
        if not _is_text(one.data) or not _HASH.fullmatch(one.hash):
            raise Refused(Code.BAD_CHAIN, f"event {one.seq}: it is none", field="events")


def _is_text(data: str) -> bool:
    """PostgreSQL has no NUL, and UTF-8 no halves of characters."""
    try:
        return "\0" not in data and bool(data.encode())
    except UnicodeEncodeError:
        return False


def _checked_head(batch: Batch, key: str) -> SignedHead | None:
    if batch.head is None:
        if batch.events:
            raise Refused(Code.BAD_SIGNATURE, "head: it is missing", field="head")
        return None
    try:
        signed = head_of_text(batch.head)
    except Malformed as error:
        raise Refused(Code.BAD_SIGNATURE, f"head: {error}", field="head") from error
    head = signed.head
    if head.key.hex() != key or not signed.is_genuine:
        raise Refused(Code.BAD_SIGNATURE, "head: the key of this table did not sign it", field="head")
    if batch.events and (head.epoch, head.seq, head.hash.hex()) != (batch.epoch, batch.last, batch.events[-1].hash):
        raise Refused(Code.BAD_SIGNATURE, "head: it is not that of the last event", field="head")
    return signed
