"""What is said about results: agreement, disputes, penalties, rulings."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from api.table.given.base import CommandInput, HandIndex, Points, RuleId, Seat, Who, Why, trimmed, within
from controller import match
from controller.limits import (
    LONGEST_RULING,
)


class ConfirmationInput(CommandInput):
    makes = (match.ConfirmResult,)

    hand: HandIndex
    seat: Seat
    revision: Annotated[int, Field(ge=0)] | None = Field(None, description="results of that hand that were seen")
    own: bool = Field(False, description="on the player's own phone, where the match asks for that")

    def to_command(self) -> match.ConfirmResult:
        return self.filled(match.ConfirmResult)


class DisputeInput(CommandInput):
    makes = (match.DisputeResult,)

    hand: HandIndex
    seat: Seat
    text: Annotated[str, trimmed(LONGEST_RULING), within(LONGEST_RULING)]

    def to_command(self) -> match.DisputeResult:
        return self.filled(match.DisputeResult)


class Upholding(CommandInput):
    """The disputed result stands."""

    makes = (match.UpholdResult,)

    who: Who
    why: Why
    hand: HandIndex

    def to_command(self) -> match.UpholdResult:
        return self.filled(match.UpholdResult)


class LockInput(CommandInput):
    makes = (match.LockResult,)

    who: Who
    hand: HandIndex

    def to_command(self) -> match.LockResult:
        return self.filled(match.LockResult)


class PenaltyInput(CommandInput):
    makes = (match.Penalize, match.CancelPenalty)

    who: Who
    why: Why
    seat: Seat
    penalty: RuleId | None = Field(None, description="one of the ruleset")
    pays_each_other: Points = 0
    pays_bank: Points = 0
    hand: HandIndex | None = None
    cancels: Annotated[int, Field(ge=1)] | None = Field(None, description="number of the penalty that is taken back")

    def to_command(self) -> match.Penalize | match.CancelPenalty:
        if self.cancels is not None:
            return self.filled(match.CancelPenalty, cancels=self.cancels)
        return self.filled(match.Penalize)


class LiftedBar(CommandInput):
    """A player who might not win before his next turn was over has had it."""

    makes = (match.LiftBar,)

    penalty: Annotated[int, Field(ge=1)] = Field(description="number of the penalty, as in `restrictions`")

    def to_command(self) -> match.LiftBar:
        return self.filled(match.LiftBar)


class RulingInput(CommandInput):
    makes = (match.Rule,)

    who: Who
    text: Annotated[str, trimmed(LONGEST_RULING), within(LONGEST_RULING)]
    hand: HandIndex | None = None

    def to_command(self) -> match.Rule:
        return self.filled(match.Rule)
