"""This table as a witness of others: it takes their signed heads, keeps the latest of each, and cosigns them.

The file holds one text a line, as ``jantaku journal verify --heads`` reads it at the other table. Whoever hands in two
heads of one epoch and number with two hashes shows that there are two histories: both are kept for good, and the table
says so until somebody moves the file away.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

from controller.fairness.byte_layout import Malformed
from controller.fairness.journal_head import Cosignature, SignedHead, cosign, head_of_text
from controller.fairness.keeper import SeedKeeper
from controller.files import write_if_room
from controller.journal.writer import JournalWriter
from controller.refusals import Code, Refused
from controller.table.heads import WAIT_SECONDS

log = logging.getLogger("jantaku.journal")

FILE: Final = "witnessed-heads.txt"
MOST_TABLES: Final = 64
MOST_OF_A_TABLE: Final = 32
"""The latest by their own time, and two that prove two histories: a head covers all events before it."""

Kept = tuple[SignedHead, ...]


class Witness:
    """``file``: where the heads of others are kept."""

    def __init__(self, file: Path, keeper: SeedKeeper | None, writer: JournalWriter) -> None:
        self._file, self._keeper, self._writer = file, keeper, writer
        self._kept: Kept | None = None

    async def see(self, record: str, only: Collection[str] | None = None) -> tuple[SignedHead, Cosignature]:
        """Keeps the head of another table, durably, and cosigns it. ``only``: the keys of the tables that are
        witnessed, hexadecimal; None for any. Raises ``Refused``."""
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                return await self._writer.beside(lambda: self._seen(record, only))
        except TimeoutError:
            raise Refused(Code.BUSY) from None

    async def kept(self) -> Kept:
        """All heads that are kept, by their own time within a table. Raises ``Refused``."""
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                return await self._writer.beside(self._all)
        except TimeoutError:
            raise Refused(Code.BUSY) from None

    async def texts(self) -> list[str]:
        """Of all heads that are kept. Raises ``Refused``."""
        return [one.text for one in await self.kept()]

    def _seen(self, record: str, only: Collection[str] | None) -> tuple[SignedHead, Cosignature]:
        key = None if self._keeper is None else self._keeper.key
        if key is None:
            raise Refused(Code.NO_TABLE_KEY)
        seen = _genuine(record)
        if seen.head.key == key.public:
            raise Refused(Code.BAD_HEAD, "record: it is this table's own head", field="record")
        if only is not None and seen.head.key.hex() not in only:
            detail = f"record: {seen.head.key.hex()} is the key of no peer in the configuration of this table"
            raise Refused(Code.NOT_A_PEER, detail, field="record")
        kept = self._all()
        if seen not in kept and (more := with_head(kept, seen)) != kept:
            self._keep(more)
        if (other := forked(kept, seen)) is not None:
            log.critical("two histories of table %s: %s and %s", seen.head.key.hex(), other.text, seen.text)
            detail = f"event {seen.head.seq} of epoch {seen.head.epoch} was signed with another hash: {other.text}"
            raise Refused(Code.HEAD_FORKED, detail, field="record")
        return seen, cosign(seen, key)

    def _keep(self, kept: Kept) -> None:
        try:
            write_if_room(self._file, "".join(f"{one.text}\n" for one in kept).encode())
        except OSError as error:
            raise Refused(Code.JOURNAL_UNWRITABLE, f"{self._file}: {error.strerror or error}") from error
        self._kept = kept

    def _all(self) -> Kept:
        if self._kept is None:
            try:
                self._kept = read_heads(self._file)
            except OSError as error:
                raise Refused(Code.JOURNAL_FAILED, f"{self._file}: {error.strerror or error}") from error
        return self._kept


def read_heads(file: Path) -> Kept:
    """Those of a file of witnessed heads, none when there is no such file. Raises ``OSError``."""
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        lines = []
    return tuple(_readable(lines))


def with_head(kept: Kept, seen: SignedHead) -> Kept:
    """The heads with one more; the oldest of its table by their own time goes, which may be this one: whoever hands in
    old heads again pushes no newer one out. The first two that prove two histories stay. Raises ``Refused`` for a table
    too many."""
    others = tuple(one for one in kept if one.head.key != seen.head.key)
    own = sorted((one for one in (*kept, seen) if one.head.key == seen.head.key), key=lambda one: one.head.time)
    if len(own) == 1 and len({one.head.key for one in others}) >= MOST_TABLES:
        raise Refused(Code.TOO_MANY_TABLES, f"heads of {MOST_TABLES} tables are kept")
    proof = next(forks(own), ())
    passing = [one for one in own if one not in proof]
    gone = passing[: max(0, len(passing) - MOST_OF_A_TABLE)]
    return (*others, *(one for one in own if one not in gone))


def forks(kept: Iterable[SignedHead]) -> Iterator[tuple[SignedHead, SignedHead]]:
    """Two heads of one table, epoch and number with two hashes: the first of each such number and another one."""
    first: dict[tuple[bytes, str, int], SignedHead] = {}
    for one in kept:
        other = first.setdefault((one.head.key, one.head.epoch, one.head.seq), one)
        if other.head.hash != one.head.hash:
            yield other, one


def forked(kept: Kept, seen: SignedHead) -> SignedHead | None:
    """A head of the same table, epoch and number with another hash."""
    head = seen.head
    return next(
        (
            one
            for one in kept
            if (one.head.key, one.head.epoch, one.head.seq) == (head.key, head.epoch, head.seq)
            and one.head.hash != head.hash
        ),
        None,
    )


def _genuine(record: str) -> SignedHead:
    try:
        seen = head_of_text(record)
    except Malformed as error:
        raise Refused(Code.BAD_HEAD, f"record: {error}", field="record") from error
    if not seen.is_genuine:
        raise Refused(Code.BAD_HEAD, "record: its key did not sign it", field="record")
    return seen


def _readable(lines: Iterable[str]) -> Iterable[SignedHead]:
    for line in lines:
        try:
            yield head_of_text(line.strip())
        except Malformed as error:
            log.error("a line of the witnessed heads is passed over: %s", error)
