"""How a hand ended: as it is entered, corrected, or tried out before."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, model_validator

from api.table.given.base import CommandInput, HandIndex, Input, Points, RuleId, Seat, Seats, Who, Why
from controller import match
from controller.limits import (
    LONGEST_ABORT,
    MOST_CHIPS,
    MOST_DECLARED,
    MOST_FU,
    MOST_INSTANT_FLAGS,
    MOST_INSTANTS,
    MOST_RECORD_PARTS,
    MOST_WINNERS,
    check_record,
)
from controller.rules.game import Instant, QuickWin
from controller.rules.seats import SEAT_COUNT

Source = Literal["self-draw", "discard", "robbed-kong"]
EndNumber = Annotated[int, Field(ge=1, description="which end of the hand, of several; the last one when left out")]
DECLARED_AT_FIRST = frozenset({"riichi", "nagashi"})
"""Declarations that had members of their own before ``declared`` took them all; they stay for the programs that send
them."""
DEPRECATED: dict[str, Any] = {"deprecated": True}


class Win(Input):
    """Quick: ``total``, ``limit``, ``fu``. Full: ``tiles``, the parts of a scoring record that the tiles decide."""

    winner: Seat
    source: Source
    discarder: Seat | None = None
    total: Points | None = None
    limit: bool = False
    fu: Annotated[int, Field(ge=0, le=MOST_FU)] | None = Field(None, description="where the ruleset counts fu")
    liable: Seat | None = Field(None, description="the seat that is liable for the hand (`asks.liable`)")
    chips: Annotated[int, Field(ge=0, le=MOST_CHIPS)] = Field(
        0, description="what each payer gives beside the points (`asks.chips`); with tiles, these say so"
    )
    losers: Annotated[list[Points], Field(max_length=SEAT_COUNT)] = Field(
        [], description="by seat, what the hands of the others count (`asks.losers`); with tiles, these say so"
    )
    tiles: dict[str, Any] | None = Field(None, max_length=MOST_RECORD_PARTS)

    @model_validator(mode="after")
    def one_form(self) -> Win:
        if (self.tiles is None) == (self.total is None):
            raise ValueError("give either total or tiles")
        if self.tiles is not None and (self.fu is not None or self.limit or self.losers or self.chips):
            raise ValueError("fu, limit, chips and losers belong to a win without tiles")
        check_record(self.tiles, "tiles")
        return self

    def as_entered(self) -> QuickWin | match.ScoredWin:
        if self.tiles is not None:
            return match.ScoredWin(self.winner, self.source, self.discarder, self.tiles, self.liable)
        return QuickWin(
            self.winner, self.source, self.discarder, self.total or 0, self.limit, self.fu, self.liable,
            losers=tuple(self.losers), chips=self.chips,
        )  # fmt: skip


class Result(Input):
    """What a ruleset asks for stands in its ``asks`` (``GET /rulesets/{id}``, ``match.asks`` of the table)."""

    kind: Literal["win", "draw", "abort"]
    wins: Annotated[list[Win], Field(max_length=MOST_WINNERS)] = []  # noqa: RUF012 (pydantic copies it)
    ready: Seats = []  # noqa: RUF012 (pydantic copies it)
    reason: Annotated[str, StringConstraints(max_length=LONGEST_ABORT)] = Field(
        "", description="of an aborted hand: `void`, or one of `asks.abort`"
    )
    declared: Annotated[dict[RuleId, Seats], Field(max_length=MOST_DECLARED)] = Field(
        {},
        description="seats by what they declared in this hand, one of `asks.declared`; what is not named here is taken "
        "from what was declared while it was played",
    )
    riichi: Seats = Field([], description="`declared.riichi` under its first name", json_schema_extra=DEPRECATED)
    nagashi: Seats = Field([], description="`declared.nagashi` under its first name", json_schema_extra=DEPRECATED)

    @model_validator(mode="after")
    def one_name(self) -> Result:
        for name in self.declared.keys() & DECLARED_AT_FIRST:
            if getattr(self, name):
                raise ValueError(f"give {name} in declared alone")
        return self

    def as_entered(self) -> match.HandResult:
        wins = tuple(win.as_entered() for win in self.wins)
        declared = {name: tuple(getattr(self, name)) for name in DECLARED_AT_FIRST & self.model_fields_set}
        declared |= {name: tuple(seats) for name, seats in self.declared.items()}
        return match.HandResult(self.kind, wins, tuple(self.ready), self.reason, declared)


class HandEnded(CommandInput, Result):
    makes = (match.EndHand,)

    hand: HandIndex | None = Field(
        None, description="index of the hand that the person means; the hand being played when left out"
    )
    ends: Annotated[int, Field(ge=0)] | None = Field(
        None, description="wins of that hand that were seen, where the others play on after a win"
    )

    def to_command(self, running: int) -> match.EndHand:
        """``running``: the hand that is meant where the body names none."""
        return self.filled(match.EndHand, hand=running if self.hand is None else self.hand, result=self.as_entered())


class InstantBody(Input):
    """Something that is paid at once while a hand is played (`asks.instants`)."""

    instant: RuleId = Field(description="one of `asks.instants`", examples=["concealed-kong"])
    seat: Seat = Field(description="who has it")
    feeder: Seat | None = Field(None, description="who discarded the tile for it, where the game asks for that")
    tile: Annotated[str, StringConstraints(max_length=2)] = Field("", description="of which tile it is, if known")
    flags: Annotated[list[RuleId], Field(max_length=MOST_INSTANT_FLAGS)] = []  # noqa: RUF012 (pydantic copies it)

    def as_entered(self) -> Instant:
        return Instant(self.instant, self.seat, self.feeder, self.tile, tuple(self.flags))


class CorrectedInstant(InstantBody):
    ends: Annotated[int, Field(ge=0)] = Field(0, description="wins of the hand that were before it")

    def as_corrected(self) -> match.InstantThen:
        return match.InstantThen(self.as_entered(), self.ends)


CorrectedInstants = Annotated[list[CorrectedInstant], Field(max_length=MOST_INSTANTS)]
INSTANTS_THEN = Field(
    None, description="of a correction: everything that was paid at once in the hand, in order; left out: as it was"
)


def _with_instants(result: match.HandResult, then: list[CorrectedInstant] | None) -> match.HandResult:
    return result if then is None else replace(result, instants=tuple(one.as_corrected() for one in then))


class Correction(CommandInput, Result):
    makes = (match.CorrectHand,)

    who: Who
    why: Why
    hand: HandIndex
    revision: Annotated[int, Field(ge=0)] | None = Field(None, description="results of that hand that were seen")
    end: EndNumber | None = None
    confirmed: bool = Field(False, description="the result is confirmed or locked, which is for a referee to change")
    instants: CorrectedInstants | None = INSTANTS_THEN

    def to_command(self) -> match.CorrectHand:
        return self.filled(match.CorrectHand, result=_with_instants(self.as_entered(), self.instants))


class Preview(Result):
    hand: HandIndex | None = Field(None, description="a hand that ended, to see a correction")
    end: EndNumber | None = None
    instants: CorrectedInstants | None = INSTANTS_THEN

    def to_command(self, running: int) -> match.EndHand | match.CorrectHand:
        result = _with_instants(self.as_entered(), self.instants)
        if self.hand is None:
            return match.EndHand("preview", running, result)
        return match.CorrectHand("preview", "preview", self.hand, result, end=self.end, confirmed=True)
