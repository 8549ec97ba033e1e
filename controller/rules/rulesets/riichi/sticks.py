"""What riichi alone knows of a hand: who declared what, and the sticks on the table."""

from __future__ import annotations

from typing import Final

from controller.rules.game import MatchPosition

RIICHI: Final = "riichi"
NAGASHI: Final = "nagashi"
"""Names in ``End.declared``: seats that laid down a stick, and seats that drew the hand with discards of terminals and
honors alone, none of them claimed."""
DEPOSITS: Final = "deposits"
"""Name in ``Position.pot``: sticks on the table."""


def deposits_of(position: MatchPosition) -> int:
    return position.pot.get(DEPOSITS, 0)
