"""What clients send, checked at the edge: types, limits, no unknown members. Seats are 0-3 counter-clockwise.

Rules of the game are not checked here; the table refuses what does not fit and names the field. The body of a command
makes it (``to_command``): members of one name are taken over, the others stand in that method.
"""

from __future__ import annotations

import hashlib
from dataclasses import fields, replace
from typing import Annotated, Any, ClassVar, Final, Literal
from uuid import uuid4

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticKnownError

from api.table.shown.base import Colour, PurposeName, RecordedShown, Wanted
from controller import calls, match, uplink
from controller.commands import C, Command
from controller.fairness.dice import FACES
from controller.fairness.journal_head import LONGEST_HEAD_TEXT
from controller.house import KeepHouseRules, KeepPlayer, RemoveHouseRules, RemovePlayer
from controller.house.rules_file import MOST_BYTES, read_rules_file
from controller.limits import (
    LONGEST_ABORT,
    LONGEST_COMMAND_ID,
    LONGEST_HOUSE_ID,
    LONGEST_NAME,
    LONGEST_PART,
    LONGEST_PURPOSE,
    LONGEST_RULE_ID,
    LONGEST_RULES_NAME,
    LONGEST_RULING,
    LONGEST_WHO,
    LONGEST_WHY,
    MOST_CHIPS,
    MOST_DECLARED,
    MOST_DICE,
    MOST_FU,
    MOST_INSTANT_FLAGS,
    MOST_INSTANTS,
    MOST_NUMBER,
    MOST_OPTIONS,
    MOST_PASSES,
    MOST_POINTS,
    MOST_RECORD_PARTS,
    MOST_WINNERS,
    check_record,
)
from controller.mechanism import Place, Request
from controller.peers import fingerprint, service_address
from controller.rules import configure, seats
from controller.rules.game import Instant, QuickWin
from controller.rules.seats import SEAT_COUNT, SEATS
from controller.table.commands import (
    Contribute,
    GiveUpRoll,
    MoveMachine,
    PlaceSets,
    RecordService,
    RollDice,
    StartByHouseRules,
)
from controller.walls.sides import SIDES


def _text(most: int, least: int = 1) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, min_length=least, max_length=most)


def within(most: int) -> BeforeValidator:
    """No longer as it is sent, as the contract says, not only once the spaces around it are gone."""

    def check(value: Any) -> Any:
        if isinstance(value, str) and len(value) > most:
            raise PydanticKnownError("string_too_long", {"max_length": most})
        return value

    return BeforeValidator(check)


Seat = Annotated[seats.Seat, Field(ge=0, lt=SIDES)]
Seats = Annotated[list[Seat], Field(max_length=SIDES)]
Wind = Literal["E", "S", "W", "N"]
Who = Annotated[str, _text(LONGEST_WHO), within(LONGEST_WHO)]
PlayerName = Annotated[str, _text(LONGEST_NAME), within(LONGEST_NAME)]
Why = Annotated[str, _text(LONGEST_WHY), within(LONGEST_WHY)]
RuleId = Annotated[str, StringConstraints(max_length=LONGEST_RULE_ID)]
Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]
Source = Literal["self-draw", "discard", "robbed-kong"]
Face = Annotated[int, Field(ge=1, le=FACES)]
HandIndex = Annotated[int, Field(ge=1)]
EndNumber = Annotated[int, Field(ge=1, description="which end of the hand, of several; the last one when left out")]
HouseId = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_HOUSE_ID)]
HouseRevision = Annotated[int, Field(ge=1)]
FaultId = Annotated[str, StringConstraints(pattern=r"^[EW]\d\d(:[a-z]+(-[0-3])?)?$")]
CommandId = Annotated[str, StringConstraints(pattern=r"^[ -~]+$", max_length=LONGEST_COMMAND_ID)]
DECLARED_AT_FIRST = frozenset({"riichi", "nagashi"})
"""Declarations that had members of their own before ``declared`` took them all; they stay for the programs that send
them."""
DEPRECATED: dict[str, Any] = {"deprecated": True}
OwnPurpose = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$", max_length=LONGEST_PURPOSE)]
Purpose = PurposeName | OwnPurpose


def _service_address(value: str) -> str:
    service_address(value)
    return value


def _fingerprint(value: str) -> str:
    fingerprint(value)
    return value


class Input(BaseModel):
    """Strict: ``true``, ``"1"`` and ``1.0`` are not the integer 1."""

    model_config = ConfigDict(extra="forbid", strict=True, str_max_length=4000)


class CommandInput(Input):
    """``id``: chosen by the client; the same id twice is the same command and gets the same answer.

    ``expected_seq``: the number of the last event that the person had seen; a command made for an older state is
    refused with 409. ``who``: who asks, for the journal.
    """

    makes: ClassVar[tuple[type[Command], ...]] = ()
    """What ``to_command`` can make."""

    id: CommandId = Field(default_factory=lambda: str(uuid4()), description="a UUID; made by the service when left out")
    expected_seq: Annotated[int, Field(ge=0)] | None = None
    who: Who | None = Field(None, description="who asks, for the journal; the name of the device when left out")

    @property
    def made_id(self) -> str:
        """Of what the command makes: a repeated command makes the same."""
        return hashlib.sha256(self.id.encode()).hexdigest()[:16]

    def filled(self, command: type[C], /, **others: Any) -> C:
        """A command with the members of this body that it knows by the same name, and ``others``."""
        names = {each.name for each in fields(command)} - {"who", *others}
        taken = {name: getattr(self, name) for name in names & set(type(self).model_fields)}
        return command(who=self.who or "", **taken, **others)


class TableCommand(CommandInput):
    makes = (MoveMachine,)

    command: Literal[
        "open", "close", "close-empty", "raise", "build", "pause", "resume", "stop", "reset", "clear-fault", "emptied"
    ]
    fault: FaultId | None = Field(
        None, description="with clear-fault: only this one, by the id or the code that `GET /table` gives",
        examples=["E11", "E32:lift-2"],
    )  # fmt: skip

    def to_command(self) -> MoveMachine:
        return self.filled(MoveMachine, request=Request(self.command))


class PlacedSets(CommandInput):
    makes = (PlaceSets,)

    sets: dict[Literal["A", "B"], Literal["outside", "in_drum", "building", "staged", "raised"]]

    def to_command(self) -> PlaceSets:
        return self.filled(PlaceSets, sets={name: Place(place) for name, place in self.sets.items()})


class ServiceRecord(CommandInput):
    """``replaced`` is for mechanisms only: their travel times are learnt anew."""

    makes = (RecordService,)

    part: Annotated[str, StringConstraints(max_length=LONGEST_PART)] = Field(examples=["inside", "head-2"])
    work: Literal["cleaned", "adjusted", "replaced"] = "cleaned"

    def to_command(self) -> RecordService:
        return self.filled(RecordService)


class Player(Input):
    seat: Seat
    name: PlayerName


class StartMatch(CommandInput):
    """Either a ``ruleset`` with its ``profile`` and ``options``, or ``house_rules`` of the table."""

    makes = (match.StartMatch, StartByHouseRules)

    ruleset: RuleId | None = None
    profile: RuleId | None = Field(None, description="a named profile of the ruleset; `options` are set on top of it")
    options: dict[str, Any] = Field(default_factory=dict, max_length=MOST_OPTIONS)
    house_rules: HouseId | None = Field(None, description="their id (`GET /house-rules`)")
    seats: Annotated[list[Player], Field(min_length=1, max_length=SIDES)]
    fifth: PlayerName | None = Field(None, description="a fifth player, who sits out the first round")
    seating: Literal["dice", "dice-east-only", "wind-tiles", "jup-wai", "given"] | None = None
    first_dealer: Seat | None = None
    confirmation: Literal["none", "tablet", "phones"] | None = Field(
        None, description="who confirms each result; as the table is set up when left out"
    )
    hand_check: bool | None = Field(
        None, description="whether players may have a hand checked; as the table is set up when left out"
    )

    @model_validator(mode="after")
    def each_seat_once(self) -> StartMatch:
        check_record(self.options, "options")
        if len({player.seat for player in self.seats}) != len(self.seats):
            raise ValueError("a seat is named twice")
        return self

    @model_validator(mode="after")
    def one_game(self) -> StartMatch:
        if (self.ruleset is None) == (self.house_rules is None):
            raise ValueError("give either ruleset or house_rules")
        if self.house_rules is not None and (self.profile is not None or self.options):
            raise ValueError("profile and options belong to a ruleset")
        return self

    def to_command(self) -> match.StartMatch | StartByHouseRules:
        names = {player.seat: player.name for player in self.seats}
        seated = tuple(names.get(seat, "") for seat in SEATS)
        people = (*seated, self.fifth) if self.fifth else seated
        if self.house_rules is not None:
            return self.filled(StartByHouseRules, match=self.made_id, rules=self.house_rules, names=people)
        return self.filled(match.StartMatch, match=self.made_id, names=people, house_rules=None)


class FurtherMatch(CommandInput):
    """Another match of the same game and players, with totals of both."""

    makes = (match.PlayOn,)

    seats: Literal["kept", "drawn"] = Field("kept", description="drawn: seats and first dealer are found anew")

    def to_command(self) -> match.PlayOn:
        return self.filled(match.PlayOn, match=self.made_id)


LanguageTag = Annotated[str, StringConstraints(pattern=r"^[a-z]{2}(-[A-Za-z]{2,4})?$")]
MOST_LANGUAGES: Final = 20


class HouseRulesInput(CommandInput):
    makes = (KeepHouseRules,)

    rules: HouseId | None = Field(None, description="the document that is changed; a new one when left out")
    name: Annotated[str, _text(LONGEST_RULES_NAME), within(LONGEST_RULES_NAME)]
    ruleset: RuleId
    profile: RuleId | None = None
    options: dict[str, Any] = Field(
        default_factory=dict, max_length=MOST_OPTIONS, description="those that differ from the profile"
    )
    names: dict[LanguageTag, Annotated[str, _text(LONGEST_RULES_NAME), within(LONGEST_RULES_NAME)]] | None = Field(
        None, max_length=MOST_LANGUAGES, description="in further languages; they stay as they are when left out"
    )
    revision: HouseRevision | None = Field(None, description="the version that was changed; refused when it is older")

    @model_validator(mode="after")
    def bounded(self) -> HouseRulesInput:
        check_record(self.options, "options")
        return self

    def to_command(self) -> KeepHouseRules:
        return self.filled(KeepHouseRules, id=self.rules or self.made_id, new=self.rules is None)


class HouseRulesFile(CommandInput):
    """House rules as the text of a file: ``jantaku rules new`` writes one, ``GET /house-rules/{id}/file`` gives it."""

    makes = (KeepHouseRules,)

    rules: HouseId | None = Field(None, description="the document that is changed; a new one when left out")
    text: Annotated[str, _text(MOST_BYTES), within(MOST_BYTES)]
    revision: HouseRevision | None = Field(None, description="the version that was changed; refused when it is older")

    def to_command(self) -> KeepHouseRules:
        """Raises ``RulesFileError``."""
        found = read_rules_file(self.text, configure)
        return self.filled(
            KeepHouseRules, id=self.rules or self.made_id, new=self.rules is None, name=found.name,
            ruleset=found.ruleset, profile=found.profile, options=found.options,
            names=found.names if len(found.names) > 1 else {},
        )  # fmt: skip


class HouseRulesRemoval(CommandInput):
    makes = (RemoveHouseRules,)

    rules: HouseId

    def to_command(self) -> RemoveHouseRules:
        return self.filled(RemoveHouseRules)


class PlayerInput(CommandInput):
    makes = (KeepPlayer,)

    player: HouseId | None = Field(None, description="the entry that is changed; a new one when left out")
    name: PlayerName
    colour: Colour | None = None
    number: Annotated[int, Field(ge=1, le=MOST_NUMBER)] | None = None

    def to_command(self) -> KeepPlayer:
        return self.filled(KeepPlayer, id=self.player or self.made_id, new=self.player is None)


class PlayerRemoval(CommandInput):
    makes = (RemovePlayer,)

    player: HouseId

    def to_command(self) -> RemovePlayer:
        return self.filled(RemovePlayer)


class CallInput(CommandInput):
    """Calls for staff, or changes what an open call asks for."""

    makes = (calls.CallStaff,)

    seat: Seat | None = Field(None, description="whose call it is; the table's when left out")
    wanted: Wanted

    def to_command(self) -> calls.CallStaff:
        return self.filled(calls.CallStaff)


class CallAnswer(CommandInput):
    """A member of the staff is coming."""

    makes = (calls.AnswerCall,)

    seat: Seat | None = Field(None, description="whose call it is; the table's when left out")

    def to_command(self) -> calls.AnswerCall:
        return self.filled(calls.AnswerCall)


class CallEnd(CommandInput):
    makes = (calls.EndCall,)

    seat: Seat | None = Field(None, description="whose call it was; the table's when left out")

    def to_command(self) -> calls.EndCall:
        return self.filled(calls.EndCall)


class JoinInput(Input):
    """``address`` and ``authority`` are wanted where the configuration has none: the fingerprint as the page of the
    hall shows it."""

    code: Annotated[str, StringConstraints(pattern=r"^[0-9]{6}$")] = Field(description="six digits of the hall's page")
    address: Annotated[str, StringConstraints(max_length=200), AfterValidator(_service_address)] | None = None
    authority: Annotated[str, StringConstraints(max_length=95), AfterValidator(_fingerprint)] | None = None
    who: Who | None = None


class HallLeaving(Input):
    unreleased: bool = Field(False, description="also when the hall has not let the table go, because it is lost")
    who: Who | None = None


class HandAllowed(CommandInput):
    makes = (uplink.AllowHand,)

    def to_command(self) -> uplink.AllowHand:
        return self.filled(uplink.AllowHand)


class MessageRead(CommandInput):
    makes = (uplink.ReadMessage,)

    def to_command(self) -> uplink.ReadMessage:
        return self.filled(uplink.ReadMessage)


class GameChoice(Input):
    """A game before a match is played by it."""

    profile: RuleId | None = None
    options: dict[str, Any] = Field(default_factory=dict, max_length=MOST_OPTIONS)

    @model_validator(mode="after")
    def bounded(self) -> GameChoice:
        check_record(self.options, "options")
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
    wins: Annotated[list[Win], Field(max_length=MOST_WINNERS)] = []
    ready: Seats = []
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


class ConfirmedSeats(CommandInput):
    makes = (match.ConfirmSeats,)

    def to_command(self) -> match.ConfirmSeats:
        return self.filled(match.ConfirmSeats)


class HandBegun(CommandInput):
    makes = (match.BeginHand,)

    def to_command(self) -> match.BeginHand:
        return self.filled(match.BeginHand)


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


class InstantBody(Input):
    """Something that is paid at once while a hand is played (`asks.instants`)."""

    instant: RuleId = Field(description="one of `asks.instants`", examples=["concealed-kong"])
    seat: Seat = Field(description="who has it")
    feeder: Seat | None = Field(None, description="who discarded the tile for it, where the game asks for that")
    tile: Annotated[str, StringConstraints(max_length=2)] = Field("", description="of which tile it is, if known")
    flags: Annotated[list[RuleId], Field(max_length=MOST_INSTANT_FLAGS)] = []

    def as_entered(self) -> Instant:
        return Instant(self.instant, self.seat, self.feeder, self.tile, tuple(self.flags))


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


class CorrectedInstant(InstantBody):
    ends: Annotated[int, Field(ge=0)] = Field(0, description="wins of the hand that were before it")

    def as_corrected(self) -> match.InstantThen:
        return match.InstantThen(self.as_entered(), self.ends)


class Undoing(CommandInput):
    """Takes the newest result back, at most ten seconds after it was entered."""

    makes = (match.UndoResult,)

    hand: HandIndex

    def to_command(self) -> match.UndoResult:
        return self.filled(match.UndoResult)


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
    text: Annotated[str, _text(LONGEST_RULING), within(LONGEST_RULING)]

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
    text: Annotated[str, _text(LONGEST_RULING), within(LONGEST_RULING)]
    hand: HandIndex | None = None

    def to_command(self) -> match.Rule:
        return self.filled(match.Rule)


class DrawnWinds(CommandInput):
    makes = (match.DrawWinds,)

    winds: Annotated[dict[Literal["0", "1", "2", "3"], Wind | Literal["5p"]], Field(min_length=2)] = Field(
        description="by seat; of five players the one with the 5 of dots rests first"
    )
    east_seat: Seat | None = Field(None, description="the seat that East chooses; his own when left out")
    fifth: Wind | None = Field(None, description="the wind of the player without a seat, unless he has the 5 of dots")

    def to_command(self) -> match.DrawWinds:
        return self.filled(match.DrawWinds, winds={seats.Seat(int(seat)): wind for seat, wind in self.winds.items()})


class EarlyEnd(CommandInput):
    makes = (match.EndMatch,)

    who: Who
    why: Annotated[str, _text(LONGEST_WHY, least=0), within(LONGEST_WHY)] = ""

    def to_command(self) -> match.EndMatch:
        return self.filled(match.EndMatch)


class Abandonment(CommandInput):
    makes = (match.Abandon,)

    who: Who
    why: Why

    def to_command(self) -> match.Abandon:
        return self.filled(match.Abandon)


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


class BackupWish(Input):
    damaged: bool = Field(False, description="a damaged journal is archived as well, marked as damaged")


class UpdateWish(Input):
    version: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,6}([.][0-9]{1,6}){0,4}$")] = Field(
        description="that the list shows as waiting"
    )


class WitnessedHead(Input):
    """The signed head of another table (docs/journal.md); verified before it is kept."""

    record: str = Field(max_length=LONGEST_HEAD_TEXT, description="JJ1-... as that table lists it")


class CosignatureInput(Input):
    """What a witness of a signed head sends (docs/journal.md); verified before it is kept."""

    key: str = Field(max_length=64, description="of the witness, Ed25519: 64 hexadecimal digits")
    signature: str = Field(max_length=128, description="128 hexadecimal digits")


class Accepted(BaseModel):
    """A command was carried out: what it recorded, and the number of the last event of the journal after it."""

    seq: int
    events: list[RecordedShown]
    repeated: bool
