"""Yakitori: who has not won a hand in the whole match pays for it at its end. Decisions: docs/rulesets/riichi.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from controller.rules.game import MatchPosition, Pot, won_of
from controller.rules.seats import Seat
from controller.rules.sheet.options import Option, number

YAKITORI: Final = "yakitori"
OPTIONS: Final[tuple[Option, ...]] = (number(YAKITORI, 0, (0, 100_000)),)


def turned(position: MatchPosition, winners: Iterable[Seat]) -> Pot:
    """The markers that are turned by these winners: each player's by the first win."""
    return {won_of(seat): 1 for seat in dict.fromkeys(winners) if not position.pot.get(won_of(seat))}


def unturned(position: MatchPosition, seats: Sequence[Seat]) -> list[bool]:
    """Of these seats, who has won nothing."""
    return [not position.pot.get(won_of(seat)) for seat in seats]
