"""The next hand at a simulated table by one key of its page: people do what the table asks for until a wall stands."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from api.unattended.attendant import PATIENCE_SECONDS, Attendant, Stuck
from controller.table.table import Table
from hardware.simulator.table import SimulatedTable

log = logging.getLogger("jantaku.simulator")

NAME: Final = "next-hand"
DESCRIPTION: Final[dict[str, Any]] = {
    "name": NAME,
    "does": "People follow the prompts until the next wall stands, with as many tiles as the match wants; they put "
    "right what is wrong.",
    "arguments": [],
}
_LONGEST: Final = 3 * PATIENCE_SECONDS
"""Seconds of the table's clock until people give up: a wall is finished, its set goes in, another wall is built."""


def next_hand(table: Table, simulator: SimulatedTable) -> None:
    """Begins it; the page sees the rest. Raises ``CommandError`` while people are busy with something else."""
    simulator.let(_play(Attendant(table, simulator)))


async def _play(people: Attendant) -> None:
    try:
        async with asyncio.timeout(_LONGEST):
            await people.fresh_wall()
    except (Stuck, TimeoutError) as error:
        log.warning("no next hand: %s", error or "the table took too long")
