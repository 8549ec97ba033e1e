"""What happens in a hand beside its result, and the end of a match."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from api.table.given.base import CommandInput, HandIndex, RuleId, Seat, Who, Why, trimmed, within
from api.table.given.results import InstantBody
from controller import match
from controller.limits import (
    LONGEST_WHY,
    MOST_PASSES,
)


class ConfirmedSeats(CommandInput):
    makes = (match.ConfirmSeats,)

    def to_command(self) -> match.ConfirmSeats:
        return self.filled(match.ConfirmSeats)


class HandBegun(CommandInput):
    makes = (match.BeginHand,)

    def to_command(self) -> match.BeginHand:
        return self.filled(match.BeginHand)


class DeclarationInput(CommandInput):
    makes = (match.Declare,)

    seat: Seat
    declaration: RuleId = Field(description="one of `asks.declared` that has a stake", examples=["riichi"])
    withdraw: bool = Field(False, description="take it back, while the hand has no result")
    hand: HandIndex | None = Field(None, description="the hand that the person means; the one being played if left out")

    def to_command(self, running: int) -> match.Declare:
        return self.filled(match.Declare, hand=running if self.hand is None else self.hand)


class PassInput(CommandInput):
    makes = (match.PassTiles,)

    number: int = Field(ge=0, le=MOST_PASSES, description="of `passing` that the person saw; to take back, its `last`")
    how: Literal["begun", "made", "none", "stopped", "over"] = Field("made", description="one of its `ways`")
    withdraw: bool = Field(False, description="take it back, while nobody has won")
    hand: HandIndex | None = Field(None, description="the hand that the person means; the one being played if left out")

    def to_command(self, running: int) -> match.PassTiles:
        return self.filled(match.PassTiles, hand=running if self.hand is None else self.hand)


class InstantInput(CommandInput, InstantBody):
    makes = (match.PayInstant,)

    hand: HandIndex | None = Field(None, description="the hand that the person means; the one being played if left out")
    ends: Annotated[int, Field(ge=0)] | None = Field(
        None, description="wins of that hand that were seen, where the others play on after a win"
    )

    def to_command(self, running: int) -> match.PayInstant:
        hand = running if self.hand is None else self.hand
        return self.filled(match.PayInstant, hand=hand, instant=self.as_entered())


class InstantUndoing(CommandInput):
    """Takes back what was paid at once last, while nobody has won since."""

    makes = (match.UndoInstant,)

    number: Annotated[int, Field(ge=1)] = Field(description="of the payment in the hand (`instants`)")
    hand: HandIndex | None = Field(None, description="the hand that the person means; the one being played if left out")

    def to_command(self, running: int) -> match.UndoInstant:
        return self.filled(match.UndoInstant, hand=running if self.hand is None else self.hand)


class Undoing(CommandInput):
    """Takes the newest result back, at most ten seconds after it was entered."""

    makes = (match.UndoResult,)

    hand: HandIndex

    def to_command(self) -> match.UndoResult:
        return self.filled(match.UndoResult)


class EarlyEnd(CommandInput):
    makes = (match.EndMatch,)

    who: Who
    why: Annotated[str, trimmed(LONGEST_WHY, least=0), within(LONGEST_WHY)] = ""

    def to_command(self) -> match.EndMatch:
        return self.filled(match.EndMatch)


class Abandonment(CommandInput):
    makes = (match.Abandon,)

    who: Who
    why: Why

    def to_command(self) -> match.Abandon:
        return self.filled(match.Abandon)
