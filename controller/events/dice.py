"""Dice. Written by the table (``controller.table``), before anybody is shown the faces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from controller.events.event import Event
from controller.events.values import Dice, Json, Number, SeatNumber


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """Dice were thrown: by the table, or by hand and entered."""

    type: ClassVar = "dice.rolled"
    roll: Number
    """Rolls of this table so far, this one counted."""
    purpose: str
    """``break``, ``break-second``, ``first-dealer`` or ``seats`` for a match; any other word, such as ``free``."""
    dice: Dice
    """The faces."""
    algorithm: str
    """How the faces came about, such as ``kernel-reject-252`` or ``by-hand``."""
    by: int | str | None
    """The seat that threw, or who entered or asked for the roll."""
    hand: Number | None
    """The hand whose wall they break."""
    match: str | None = None
    """The match that they were thrown for."""
    seat: SeatNumber | None = None
    """The seat that threw for the match."""
    rethrow: bool | None = None
    """Whether the match could not use them, so that they are thrown again."""
    proof: Json | None = None
    """What a verifier needs for the algorithm."""
