"""From the journal to the present state at a start, and the checkpoints that keep starts short."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.events import BrokenEvent, Recorded
from controller.events.match import MatchAbandoned, MatchEnded
from controller.journal.checkpoint import CheckpointFile, Mark, fingerprint
from controller.journal.errors import JournalCorrupt, JournalUnreadable
from controller.journal.store import Journal
from controller.mechanism.state import Books
from controller.table.projection import Projection

if TYPE_CHECKING:
    from pydantic import TypeAdapter

log = logging.getLogger("jantaku.table")

EVERY: Final = 500
"""Events after which a checkpoint is written. A start folds as many in some 0.05 s, and a busy table needs hours."""
CHECKED_AT_START: Final = 10_000
"""Events before the checkpoint that a start holds against the chain: some evenings."""
AFTER_MATCH: Final = 50
"""Events after which the end of a match is worth one."""

_CONTROLLER: Final = Path(__file__).resolve().parents[1]
FOLDED_BY: Final = (
    *sorted((_CONTROLLER / "events").glob("*.py")),
    *(
        _CONTROLLER / name
        for name in (
            "fairness/contributions.py", "fairness/draw.py", "fairness/signing.py", "fairness/byte_layout.py",
            "fairness/progress.py", "fairness/record.py", "fairness/roll.py", "fairness/seeds.py",
            "fairness/statements.py", "fairness/statistics.py",
            "calls/evolve.py", "calls/state.py", "house/evolve.py", "house/state.py",
            "match/codec.py", "match/evolve.py", "match/state.py", "mechanism/evolve.py",
            "mechanism/state.py",
            "rules/entry.py", "rules/game.py", "rules/hand/tile_set.py", "rules/seats.py", "table/projection.py",
            "upkeep/diary.py", "uplink/draw.py", "uplink/evolve.py", "uplink/gong.py", "uplink/state.py",
        )
    ),
)  # fmt: skip
"""The sources on which the projection depends: when one of them changes, no checkpoint of before is believed."""


class ProjectionStart:
    """``begin`` and ``catch_up`` at a start; then ``note`` after each fold and ``close`` in the end.

    ``books`` are those of an empty journal, which the configuration decides; a checkpoint folded from others is not
    believed either.
    """

    def __init__(self, journal: Journal, books: Books) -> None:
        self._journal, self._books = journal, books
        self._initial = _adapter().dump_json(Projection(books))
        self._file = CheckpointFile(journal.path, fingerprint(FOLDED_BY, self._initial))
        self.every = EVERY
        self._saved = 0
        self._saving: asyncio.Future[None] | None = None

    # ------------------------------------------------------------ at a start

    def begin(self) -> Projection:
        """The projection at the checkpoint, or that of an empty journal. Raises ``JournalError``."""
        found = self._loaded() or Projection(self._books, hash=self._journal.hash_at(0) or "")
        self._saved = found.seq
        return found

    def catch_up(self, projection: Projection) -> Iterator[None]:
        """Folds the events after it, a batch at a time, each against the chain; and holds the last ones before it
        against the chain. Raises ``JournalError``, with the number of the first event that cannot be used, when
        everything before it is folded. What was folded for the checkpoint was whole then, and stays in it."""
        lost = self._file.lost(self._journal)
        if lost is not None:
            self._journal.end_before(lost)
        start = projection.seq
        for batch in self._journal.follow(start, projection.hash):
            _fold(projection, batch, self._journal)
            yield
        yield from self._checked_before(start)
        if self._journal.damage is not None:
            raise self._journal.damage

    def _checked_before(self, seq: int) -> Iterator[None]:
        """The last events up to ``seq``, against the chain. Those before them are left to the check in the background
        (``controller.journal.patrol``)."""
        first = max(0, seq - CHECKED_AT_START)
        for batch in self._journal.checked(first, self._journal.hash_at(first) or ""):
            yield
            if batch[-1].seq >= seq:
                return

    def _loaded(self) -> Projection | None:
        try:
            content = self._file.load(self._journal)
        except JournalCorrupt as error:
            log.warning("the mark of the checkpoint cannot be read: %s", error)
            return None
        if content is None:
            return None
        try:
            return _adapter().validate_json(content, strict=True)
        except _NONSENSE as error:
            log.warning("the checkpoint was not understood: %s", error)
            return None

    # ------------------------------------------------------------ later

    def note(self, projection: Projection, folded: Sequence[Recorded]) -> None:
        """Writes a checkpoint when it is time for one, in a thread: nobody waits for it."""
        if self._journal.damage is not None:
            return
        since = projection.seq - self._saved
        ended = any(isinstance(one.event, MatchEnded | MatchAbandoned) for one in folded)
        if since < (AFTER_MATCH if ended else self.every) or (self._saving is not None and not self._saving.done()):
            return
        self._saved = projection.seq
        self._saving = asyncio.get_running_loop().run_in_executor(None, self._save, projection.copy())

    async def close(self, projection: Projection) -> None:
        """A last checkpoint, so that the next start has nothing to fold."""
        if self._saving is not None:
            await asyncio.wait([self._saving])
        if projection.seq > self._saved and self._journal.damage is None:
            self._save(projection)

    def leave(self, projection: Projection, journal: Path) -> None:
        """A checkpoint for the start of this release with ``journal``, of which this one is a copy, where another
        release has its own until then."""
        self._save(projection, CheckpointFile(journal, fingerprint(FOLDED_BY, self._initial)).save_other)

    def _save(self, projection: Projection, save: Callable[[Mark, bytes], None] | None = None) -> None:
        mark = Mark(self._journal.epoch, projection.seq, projection.hash)
        try:
            (save or self._file.save)(mark, _adapter().dump_json(projection))
        except (OSError, ValueError) as error:
            log.warning("no checkpoint was written: %s", error)


def _fold(projection: Projection, batch: Sequence[Recorded], journal: Journal) -> None:
    """Raises ``JournalUnreadable`` for an event that fits nothing before it; the projection ends before it then."""
    before, bad = projection.copy(), batch[0]
    try:
        for bad in batch:
            projection.fold(bad)
    except _NONSENSE as error:
        projection.become(before)
        for good in batch[: batch.index(bad)]:
            projection.fold(good)
        detail = f"{bad.event.type}: it cannot have happened here ({error!r})"
        raise JournalUnreadable(journal.path, bad.seq, BrokenEvent(detail)) from error


_NONSENSE: Final = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError)


@cache
def _adapter() -> TypeAdapter[Projection]:
    from pydantic import TypeAdapter

    return TypeAdapter(Projection)
