"""What clients send, checked at the edge: types, limits, no unknown members. Seats are 0-3 counter-clockwise.

Rules of the game are not checked here; the table refuses what does not fit and names the field.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from controller.fairness.dice import FACES
from controller.limits import (
    LONGEST_ABORT,
    LONGEST_COMMAND_ID,
    LONGEST_NAME,
    LONGEST_PART,
    LONGEST_PURPOSE,
    LONGEST_RULE_ID,
    LONGEST_RULING,
    LONGEST_WHO,
    LONGEST_WHY,
    MOST_DICE,
    MOST_FU,
    MOST_OPTIONS,
    MOST_POINTS,
    MOST_RECORD_PARTS,
    MOST_WINNERS,
)
from controller.rules import seats
from controller.walls.sides import SIDES


def _text(most: int, least: int = 1) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, min_length=least, max_length=most)


Seat = Annotated[seats.Seat, Field(ge=0, lt=SIDES)]
Seats = Annotated[list[Seat], Field(max_length=SIDES)]
Wind = Literal["E", "S", "W", "N"]
Who = Annotated[str, _text(LONGEST_WHO)]
PlayerName = Annotated[str, _text(LONGEST_NAME)]
Why = Annotated[str, _text(LONGEST_WHY)]
RuleId = Annotated[str, StringConstraints(max_length=LONGEST_RULE_ID)]
Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]
Source = Literal["self-draw", "discard", "robbed-kong"]
Face = Annotated[int, Field(ge=1, le=FACES)]
HandIndex = Annotated[int, Field(ge=1)]
FaultId = Annotated[str, StringConstraints(pattern=r"^[EW]\d\d(:[a-z]+(-[0-3])?)?$")]
CommandId = Annotated[str, StringConstraints(pattern=r"^[ -~]+$", max_length=LONGEST_COMMAND_ID)]
Purpose = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$", max_length=LONGEST_PURPOSE)]


class Input(BaseModel):
    """Strict: ``true``, ``"1"`` and ``1.0`` are not the integer 1."""

    model_config = ConfigDict(extra="forbid", strict=True, str_max_length=4000)


class CommandInput(Input):
    """``id``: chosen by the client; the same id twice is the same command and gets the same answer.

    ``expected_seq``: the number of the last event that the person had seen; a command made for an older state is
    refused with 409. ``who``: who asks, for the journal.
    """

    id: CommandId = Field(default_factory=lambda: str(uuid4()), description="a UUID; made by the service when left out")
    expected_seq: Annotated[int, Field(ge=0)] | None = None
    who: Who = "tablet"


class TableCommand(CommandInput):
    command: Literal[
        "open", "close", "close-empty", "raise", "build", "pause", "resume", "stop", "reset", "clear-fault", "emptied"
    ]
    fault: FaultId | None = Field(
        None, description="with clear-fault: only this one, by the id or the code that `GET /table` gives",
        examples=["E11", "E32:lift-2"],
    )  # fmt: skip


class PlacedSets(CommandInput):
    sets: dict[Literal["A", "B"], Literal["outside", "in_drum", "building", "staged", "raised"]]


class ServiceRecord(CommandInput):
    """``replaced`` is for mechanisms only: their travel times are learnt anew."""

    part: Annotated[str, StringConstraints(max_length=LONGEST_PART)] = Field(examples=["inside", "head-2"])
    work: Literal["cleaned", "adjusted", "replaced"] = "cleaned"


class Player(Input):
    seat: Seat
    name: PlayerName


class StartMatch(CommandInput):
    ruleset: RuleId
    profile: RuleId | None = Field(None, description="a named profile of the ruleset; `options` are set on top of it")
    options: dict[str, Any] = Field(default_factory=dict, max_length=MOST_OPTIONS)
    seats: Annotated[list[Player], Field(min_length=1, max_length=SIDES)]
    fifth: PlayerName | None = Field(None, description="a fifth player, who sits out the first round")
    seating: Literal["dice", "dice-east-only", "wind-tiles", "jup-wai", "given"] | None = None
    first_dealer: Seat | None = None

    @model_validator(mode="after")
    def each_seat_once(self) -> StartMatch:
        if len({player.seat for player in self.seats}) != len(self.seats):
            raise ValueError("a seat is named twice")
        return self


class Win(Input):
    """Quick: ``total``, ``limit``, ``fu``. Full: ``tiles``, the parts of a scoring record that the tiles decide."""

    winner: Seat
    source: Source
    discarder: Seat | None = None
    total: Points | None = None
    limit: bool = False
    fu: Annotated[int, Field(ge=0, le=MOST_FU)] | None = Field(None, description="where the ruleset counts fu")
    liable: Seat | None = Field(None, description="the seat that is liable for the hand (`asks.liable`)")
    tiles: dict[str, Any] | None = Field(None, max_length=MOST_RECORD_PARTS)

    @model_validator(mode="after")
    def one_form(self) -> Win:
        if (self.tiles is None) == (self.total is None):
            raise ValueError("give either total or tiles")
        if self.tiles is not None and (self.fu is not None or self.limit):
            raise ValueError("fu and limit belong to a win without tiles")
        return self


class Result(Input):
    """What a ruleset asks for stands in its ``asks`` (``GET /rulesets/{id}``, ``match.asks`` of the table)."""

    kind: Literal["win", "draw", "abort"]
    wins: Annotated[list[Win], Field(max_length=MOST_WINNERS)] = []
    ready: Seats = []
    reason: Annotated[str, StringConstraints(max_length=LONGEST_ABORT)] = Field(
        "", description="of an aborted hand: `void`, or one of `asks.abort`"
    )
    riichi: Seats = Field([], description="seats that laid down a stick in this hand (`asks.riichi`)")
    nagashi: Seats = Field([], description="after a drawn hand, where `asks.nagashi`")


class HandEnded(CommandInput, Result):
    hand: HandIndex | None = Field(
        None, description="index of the hand that the person means; the hand being played when left out"
    )


class Correction(CommandInput, Result):
    who: Who
    why: Why
    hand: HandIndex
    revision: Annotated[int, Field(ge=0)] | None = Field(None, description="results of that hand that were seen")


class Preview(Result):
    hand: HandIndex | None = Field(None, description="a hand that ended, to see a correction")


class PenaltyInput(CommandInput):
    who: Who
    why: Why
    seat: Seat
    penalty: RuleId | None = Field(None, description="one of the ruleset")
    pays_each_other: Points = 0
    pays_bank: Points = 0
    hand: HandIndex | None = None
    cancels: Annotated[int, Field(ge=1)] | None = Field(None, description="number of the penalty that is taken back")


class RulingInput(CommandInput):
    who: Who
    text: Annotated[str, _text(LONGEST_RULING)]
    hand: HandIndex | None = None


class DrawnWinds(CommandInput):
    winds: Annotated[dict[Literal["0", "1", "2", "3"], Wind], Field(min_length=2)]
    east_seat: Seat | None = Field(None, description="the seat that East chooses; his own when left out")


class EarlyEnd(CommandInput):
    who: Who
    why: Annotated[str, _text(LONGEST_WHY, least=0)] = ""


class Abandonment(CommandInput):
    who: Who
    why: Why


class DiceRoll(CommandInput):
    purpose: Purpose = "free"
    seat: Seat | None = Field(None, description="who throws; whose turn it is when left out")
    dice: Annotated[int, Field(ge=1, le=MOST_DICE)] | None = Field(None, description="how many, for a free roll")
    faces: Annotated[list[Face], Field(min_length=1, max_length=MOST_DICE)] | None = Field(
        None, description="thrown by hand on the table and entered"
    )


class Accepted(BaseModel):
    """A command was carried out: what it recorded, and the number of the last event of the journal after it."""

    seq: int
    events: list[dict[str, Any]]
    repeated: bool
