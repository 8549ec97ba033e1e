"""How a process that tables do not ask knows when each was heard: by what the intake writes into the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from hall.store import Store, StoreError
from hall.store.schema import enrolled_tables, table_epochs

log = logging.getLogger("jantaku.hall.tables")
LOOK_SECONDS: Final = 10.0
"""A table without news is noted each 30 s (``hall.intake.storing``) and missed after 90 s (``hall.floor.alarms``)."""


@dataclass(slots=True)
class Heard:
    """``heard``: Unix milliseconds. ``behind``: events that the table said it has, and the hall does not."""

    heard: int
    behind: int = 0


def heard_links(store: Store) -> dict[str, Heard]:
    """By table. Raises ``StoreError``."""
    epochs = table_epochs.c
    query = (
        select(enrolled_tables.c.id, epochs.heard, epochs.last, epochs.signed)
        .join(table_epochs, epochs.table_number == enrolled_tables.c.number)
        .order_by(epochs.table_number, epochs.number)
    )
    found: dict[str, Heard] = {}
    with store.reading() as connection:
        for id_, heard, last, signed in connection.execute(query):  # the last epoch is the present one
            before = found.get(id_)
            found[id_] = Heard(max(heard, before.heard if before else 0), max(0, (signed or 0) - last))
    return found


class LinkWatch:
    """``start``, then ``run`` as a task."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.links: Mapping[str, Heard] = {}

    async def start(self) -> None:
        """Raises ``StoreError``."""
        self.links = await asyncio.to_thread(heard_links, self._store)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.start()
            except StoreError as error:
                log.error("%s", error, extra={"code": error.code})
