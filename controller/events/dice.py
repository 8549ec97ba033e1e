"""Dice. Written by the table (``controller.table``), before anybody is shown the faces.

The dice that anybody can check (``docs/dice.md``) keep their signed statements as text, ``JD1-...``, so that an
exported journal is a log that every verifier reads. ``number`` is that of the roll in its epoch of seeds; ``roll``
counts the rolls of the table for ever, whatever made the dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from annotated_types import Interval, Len

from controller.events.event import Event
from controller.events.values import Dice, Json, Number, SeatNumber

AnchorCause = Literal["first", "new-day", "used-up", "restored", "seeds-lost"]
"""Why an epoch begins: ``controller.fairness.statements.Cause``."""
ReasonOfVoid = Literal["seeds-lost", "entry-failed", "not-shown", "disputed"]
"""Why a roll has no dice: ``controller.fairness.statements.VoidReason``."""


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
    """How the faces came about: ``jantaku-dice-1`` (anybody can check them), ``kernel-reject-252`` or ``by-hand``."""
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
    """What a verifier needs for the algorithm: of ``jantaku-dice-1`` the signed ``record``."""


@dataclass(frozen=True, slots=True)
class DiceAnchored(Event):
    """An epoch of dice that can be checked began: its seeds are fixed and promised."""

    type: ClassVar = "dice.anchored"
    epoch: str
    """Hexadecimal, random."""
    cause: AnchorCause
    record: str
    """The signed anchor."""


@dataclass(frozen=True, slots=True)
class DiceAsked(Event):
    """Seats were asked for their part in a roll before it is made."""

    type: ClassVar = "dice.asked"
    number: Number
    purpose: str
    dice: Annotated[int, Interval(ge=1, le=10)]
    """How many."""
    seats: tuple[SeatNumber, ...]
    """Those that were asked."""
    order: Annotated[int, Interval(ge=0, le=23)]
    """The order drawn for the keypads: index into the orders of four seats, lexicographic."""
    who: str
    """Who asked for the roll."""
    seat: SeatNumber | None = None
    """The seat that throws, where one was named."""


@dataclass(frozen=True, slots=True)
class DiceGiven(Event):
    """A seat gave its part, or did not."""

    type: ClassVar = "dice.given"
    number: Number
    seat: SeatNumber
    given: Literal["masked", "commitment", "nonce", "none", "timed-out", "withheld"]
    """``masked``: keypad numbers, which only the seed of this roll opens. ``commitment`` of a phone, then its
    ``nonce``, or ``withheld`` when that does not come in time."""
    data: str | None = None
    """Hexadecimal: a value 0-5 for each die, the commitment (32 bytes) or the nonce (16 bytes)."""


@dataclass(frozen=True, slots=True)
class DiceLocked(Event):
    """Every seat that was asked has answered; nothing is revealed yet."""

    type: ClassVar = "dice.locked"
    number: Number
    record: str
    """The signed lock, which a phone keeps before it reveals its nonce."""


@dataclass(frozen=True, slots=True)
class DiceMisshown(Event):
    """The board said that its display shows other dice than those of the roll. The roll counts as it is recorded."""

    type: ClassVar = "dice.misshown"
    roll: Number
    dice: Dice
    """The faces that the display was to show."""
    shown: Annotated[tuple[Annotated[int, Interval(ge=0, le=255)], ...], Len(1, 3)]
    """What the board says that it shows; 0 is dark."""


@dataclass(frozen=True, slots=True)
class DiceVoided(Event):
    """A roll was given up in public. Its seed counts as used; ordinary dice decide."""

    type: ClassVar = "dice.voided"
    number: Number
    reason: ReasonOfVoid
    who: str
    record: str
    """The signed void."""
