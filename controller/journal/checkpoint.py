"""A checkpoint of what is folded from a journal, so that a start need not fold the journal from its first event.

The journal alone is true; a checkpoint is only a short cut. One file beside the journal: a line that says of which
journal, up to which event and by which code it was folded, and the content. It is believed only when all of that fits
and the content is whole. Whatever is in doubt - another journal, an event that is not there or has another hash, other
code, a damaged file - is thrown away, and the journal is folded from the beginning.

A second file is of another release: the one that is about to take the place of this one has left it there when it was
tried, or the one before has; so neither the update nor the way back has to fold all of a long journal.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from controller.files import write_if_room
from controller.journal.errors import JournalCorrupt
from controller.journal.opening import CHECKPOINT_SUFFIX, OTHER_CHECKPOINT_SUFFIX
from controller.journal.store import Journal

log = logging.getLogger("jantaku.journal")

FORMAT: Final = 1
LARGEST: Final = 64 << 20
"""Bytes. A file beyond this is no checkpoint of ours."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a checkpoint stands: after event ``seq`` (0: before the first), whose chain hash is ``hash``."""

    epoch: str
    seq: int
    hash: str


class CheckpointFile:
    """The checkpoint of a journal. ``code`` is the fingerprint of what folds; None: checkpoints are not used."""

    def __init__(self, journal: Path, code: str | None) -> None:
        self.path, self._code = journal.with_name(journal.name + CHECKPOINT_SUFFIX), code
        self.other = journal.with_name(journal.name + OTHER_CHECKPOINT_SUFFIX)

    def save(self, mark: Mark, content: bytes) -> None:
        """One of another code stays as the other one. Raises ``OSError``; the checkpoint before is then still there."""
        if self._code is None:
            return
        if self._code_of(self.path) not in (None, self._code):
            self.path.replace(self.other)
        self._write(self.path, mark, content)

    def save_other(self, mark: Mark, content: bytes) -> None:
        """For the start of this code at which another one has its checkpoint here. Raises ``OSError``."""
        self._write(self.other, mark, content)

    def _write(self, path: Path, mark: Mark, content: bytes) -> None:
        if self._code is not None:
            write_if_room(path, _head(mark, content, self._code) + b"\n" + content)

    def _code_of(self, path: Path) -> str | None:
        try:
            return self._read(path)[2]
        except _UNREADABLE:
            return None

    def load(self, journal: Journal) -> bytes | None:
        """The content of a checkpoint that fits the journal; None when there is none that can be believed. Raises
        ``JournalError`` when the journal cannot be read."""
        if self._code is None:
            return None
        found = [path for path in (self.path, self.other) if path.exists()]
        for path in found:
            try:
                mark, content, code = self._read(path)
            except _UNREADABLE as error:
                log.warning("the checkpoint was not read: %r", error)
                continue
            if code == self._code and mark.epoch == journal.epoch and journal.hash_at(mark.seq) == mark.hash:
                return content
        if found:
            log.info("the checkpoint does not fit; the whole journal is read")
        return None

    def mark(self) -> Mark | None:
        """Where the checkpoint stands, whatever code folded it: an event that was durable. None when there is no whole
        checkpoint."""
        try:
            return self._read(self.path)[0]
        except _UNREADABLE:
            return None

    def lost(self, journal: Journal) -> JournalCorrupt | None:
        """What the checkpoint knows of and the journal beside it does not have. Raises ``JournalError``."""
        mark = self.mark()
        if mark is None:
            return None
        after = journal.last_seq + 1
        if mark.epoch not in journal.epochs() and journal.adopt_epoch(mark.epoch):
            return JournalCorrupt(journal.path, "its epoch was changed", after)
        if mark.epoch not in journal.epochs():
            return JournalCorrupt(
                journal.path, f"it is another journal: the checkpoint is of epoch {mark.epoch}", after
            )
        if mark.epoch != journal.epoch:
            return None
        if mark.seq >= after:
            return JournalCorrupt(journal.path, f"events {after} to {mark.seq} are gone", after)
        if mark.seq and journal.hash_at(mark.seq) != mark.hash:
            what = f"event {mark.seq} is not the one that the checkpoint knows: the journal was written anew"
            return JournalCorrupt(journal.path, what, mark.seq)
        return None

    def _read(self, path: Path) -> tuple[Mark, bytes, str]:
        """Mark, content and code of a whole file. Raises one of ``_UNREADABLE``."""
        if path.stat().st_size > LARGEST:
            raise ValueError("it is too large")
        head, _, content = path.read_bytes().partition(b"\n")
        found = json.loads(head)
        mark, code = Mark(found["epoch"], found["seq"], found["hash"]), found["code"]
        if head != _head(mark, content, code) or type(mark.seq) is not int or mark.seq < 0:
            raise ValueError("it is not whole")
        return mark, content, code


_UNREADABLE: Final = (OSError, ValueError, TypeError, KeyError, RecursionError)


def _head(mark: Mark, content: bytes, code: str) -> bytes:
    """The only head that belongs to this content, mark and code."""
    digest = hashlib.sha256(content).hexdigest()
    head = {"format": FORMAT, "code": code, **asdict(mark), "sha256": digest}
    return json.dumps(head, separators=(",", ":")).encode()


def fingerprint(sources: Iterable[Path], *more: bytes) -> str | None:
    """A digest of these source files and of ``more``; None where a source cannot be read."""
    digest = hashlib.sha256()
    try:
        for path in sources:
            digest.update(path.read_bytes() + b"\0")
    except OSError as error:
        log.warning("no checkpoints: the source of the service cannot be read: %s", error)
        return None
    for part in more:
        digest.update(part + b"\0")
    return digest.hexdigest()
