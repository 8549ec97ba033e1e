"""Rolls of the dice, and the randomness that people add."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from api.table.given.base import CommandInput, Seat, Seats, Who
from api.table.shown.base import PurposeName
from controller.fairness.dice import FACES
from controller.limits import (
    LONGEST_PURPOSE,
    MOST_DICE,
)
from controller.table.commands import (
    Contribute,
    GiveUpRoll,
    RollDice,
)

Face = Annotated[int, Field(ge=1, le=FACES)]
OwnPurpose = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$", max_length=LONGEST_PURPOSE)]
Purpose = PurposeName | OwnPurpose


class DiceRoll(CommandInput):
    makes = (RollDice,)

    purpose: Purpose = Field("free", description="what the match waits for; any other word is a free roll")
    seat: Seat | None = Field(None, description="who throws; whose turn it is when left out")
    dice: Annotated[int, Field(ge=1, le=MOST_DICE)] | None = Field(None, description="how many, for a free roll")
    faces: Annotated[list[Face], Field(min_length=1, max_length=MOST_DICE)] | None = Field(
        None, description="thrown by hand on the table and entered"
    )
    ask: Seats = Field([], description="seats that are asked for their part first; nobody: the dice are thrown at once")
    again: bool = Field(False, description="the wall that stands was played and is to be broken all the same")

    def to_command(self) -> RollDice:
        faces = None if self.faces is None else tuple(self.faces)
        return self.filled(RollDice, faces=faces, ask=tuple(self.ask))


class DiceContribution(CommandInput):
    """One of `numbers`, `commitment` and `nonce`; none of them: the seat gives nothing."""

    makes = (Contribute,)

    seat: Seat
    numbers: Annotated[list[Face], Field(min_length=1, max_length=MOST_DICE)] | None = Field(
        None, description="from the keypad, one for each die, in the seat's turn"
    )
    commitment: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] | None = Field(
        None, description="of a phone: the hash of its nonce, hexadecimal (docs/dice.md)"
    )
    nonce: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")] | None = Field(
        None, description="of a phone, when all are locked: 128 bits that fit its commitment, hexadecimal"
    )

    @model_validator(mode="after")
    def one_of_them(self) -> DiceContribution:
        if sum(each is not None for each in (self.numbers, self.commitment, self.nonce)) > 1:
            raise ValueError("give one of numbers, commitment and nonce")
        return self

    def to_command(self) -> Contribute:
        return self.filled(Contribute, numbers=None if self.numbers is None else tuple(self.numbers))


class VoidedRoll(CommandInput):
    """The roll that waits for the seats is void in public; ordinary dice decide in its place."""

    makes = (GiveUpRoll,)

    who: Who
    reason: Literal["entry-failed", "not-shown", "disputed"]

    def to_command(self) -> GiveUpRoll:
        return self.filled(GiveUpRoll)
