"""The events of a journal held against their numbers and the hash chain, one batch after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from controller.events import Stored
from controller.journal.chain import continues
from controller.journal.errors import JournalCorrupt

BATCH: Final = 500

ReadStored = Callable[[int, int], list[Stored]]
"""The events after a number, so many at most, as the file holds them. Raises ``JournalCorrupt``."""


def checked(read: ReadStored, path: Path, seq: int, before: str, last: int) -> Iterator[list[Stored]]:
    """The events after ``seq``, whose hash is ``before``, up to ``last``, in batches. Each has the next number and
    continues the chain. Raises ``JournalCorrupt`` with the number of the first that does not, after all before it."""
    limit = BATCH
    while seq < last:
        try:
            batch = read(seq, limit)
        except JournalCorrupt as error:
            if limit == 1:
                raise JournalCorrupt(path, f"event {seq + 1} cannot be read: {error.detail}", seq + 1) from error
            limit = 1  # what stands before the bad page is still read
            continue
        good = _good(batch, seq, before)
        if good:
            yield good
            seq, before = good[-1].seq, good[-1].hash
        if len(good) < len(batch) or not batch:
            raise JournalCorrupt(path, f"event {seq + 1} does not fit its number or the chain", seq + 1)


def _good(batch: list[Stored], seq: int, before: str) -> list[Stored]:
    """The first ones that fit."""
    for place, stored in enumerate(batch):
        if not continues(before, seq + 1 + place, stored):
            return batch[:place]
        before = stored.hash
    return batch
