"""The dialogue with the technician: lines on the terminal, answered with keys at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from api.doctor.direct import Direct, DoctorError
from firmware_bridge.messages import Key

Say = Callable[[str], None]
PATIENCE_SECONDS: Final = 60.0


class NobodyThere(DoctorError):
    """No key was pressed in time: whoever asked is not at the table, so nothing may move."""

    code = "nobody-there"

    def __init__(self) -> None:
        super().__init__(f"no key within {PATIENCE_SECONDS:g} s, so nothing moves", "Run it again from the table.")


async def agreed(table: Direct, say: Say, what: str) -> bool:
    """Asks at the table: OPEN does it, RAISE leaves it out. Raises ``NobodyThere``."""
    say(f"{what}? Hands off. OPEN at the table: do it. RAISE: leave it out.")
    while True:
        key = await table.key(PATIENCE_SECONDS)
        if key is None:
            raise NobodyThere
        if key in (Key.OPEN, Key.RAISE):
            return key is Key.OPEN
