"""The chair that stays empty when three play (options ``players`` and ``absent-seat``)."""

from __future__ import annotations

from typing import Final

from controller.rules.seats import SEATS, Seat
from controller.rules.sheet.options import Contradiction
from controller.rules.sheet.ruleset import Options

CHAIR_OF_THREE: Final = Contradiction(
    "absent-seat",
    "players",
    lambda options: options["players"] != 3 and options["absent-seat"] is not None,
    "a chair is empty only when three play",
)


def empty_chair(options: Options) -> Seat | None:
    """None when four play; the last one where the house names none."""
    if options["players"] != 3:
        return None
    seat: Seat | None = options["absent-seat"]
    return SEATS[3] if seat is None else seat
