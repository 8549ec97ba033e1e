"""What a hall deletes by itself: records that nothing refers to."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from controller.refusals import JantakuError
from hall.people.contacts import ContactDesk
from hall.sheets import Sheets
from hall.tournament.state import Tournament

log = logging.getLogger("jantaku.hall")
SHEET_SECONDS: Final = 6 * 3600.0
"""Between two looks for photographs."""


async def sweep_contacts(contacts: ContactDesk, seconds: float) -> None:
    """Deletes contact data that a power cut left behind. Where other processes write to the store, those that are just
    being written are waited for."""
    try:
        found = await asyncio.to_thread(contacts.orphans)
        await asyncio.sleep(seconds)
        if count := await asyncio.to_thread(contacts.sweep, found):
            log.warning("%d records of contact data that nothing refers to were deleted", count)
    except JantakuError as error:
        log.error("contact data that nothing refers to were not looked for: %s", error.sentence)


async def sweep_sheets(
    sheets: Sheets, tournaments: Callable[[], Mapping[str, Tournament]], now: Callable[[], datetime]
) -> None:
    """Deletes photographs of score sheets that no result names, when their time is over. Never ends."""
    while True:
        try:
            if count := await asyncio.to_thread(sheets.sweep, tournaments(), now()):
                log.info("%d photographs that no result names were deleted", count)
        except JantakuError as error:
            log.error("photographs that no result names were not looked for: %s", error.sentence)
        await asyncio.sleep(SHEET_SECONDS)
