"""Batches that cannot be right: kept as they came, with an alarm in the hall's journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, insert, select

from controller.events import Recorded
from hall.intake.batch import Batch
from hall.intake.enrolled import Member
from hall.intake.events import BatchSetAside
from hall.store import HallJournal, Store
from hall.store.schema import enrolled_tables, quarantine

MOST_ASIDE: Final = 100
"""Batches of one table that are kept; more are told to the log alone, so that no table fills the hall's journal."""


def keep_aside(journal: HallJournal, member: Member, batch: Batch, reason: Any, detail: str, now: str) -> None:
    """Once for the same batch. ``reason``: of ``BatchSetAside``; ``now``: ISO 8601. Raises ``StoreError``."""
    digest = batch.digest
    query = select(quarantine.c.digest).where(quarantine.c.table_number == member.number)
    with journal.store.reading() as connection:
        kept = set(connection.execute(query).scalars())
    if digest in kept or len(kept) >= MOST_ASIDE:
        return
    epoch = batch.epoch[:64] if batch.epoch.isprintable() else ""
    event = BatchSetAside(member.id, reason, epoch, max(0, batch.first), detail[:400], digest)
    text = batch.as_text().encode("utf-8", "backslashreplace").decode()

    def beside(connection: Connection, _recorded: Sequence[Recorded]) -> None:
        row = {"table_number": member.number, "reason": reason, "digest": digest, "received": now, "batch": text}
        connection.execute(insert(quarantine).values(**row))

    journal.append([event], also=beside)


def kept_aside(store: Store, table: str) -> list[tuple[str, str, str, str]]:
    """What is kept of a table, oldest first: when it came, reason, digest, and the batch in canonical JSON."""
    query = (
        select(quarantine.c.received, quarantine.c.reason, quarantine.c.digest, quarantine.c.batch)
        .join(enrolled_tables, enrolled_tables.c.number == quarantine.c.table_number)
        .where(enrolled_tables.c.id == table)
        .order_by(quarantine.c.number)
    )
    with store.reading() as connection:
        return [(str(a), str(b), str(c), str(d)) for a, b, c, d in connection.execute(query)]
