"""What people ask of a tournament. Every command says who asks; ``tournament`` is its id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from annotated_types import MaxLen

from controller.limits import LONGEST_RULING, LONGEST_WHY
from hall.commands import HallCommand
from hall.tournament.draw import LONGEST_WORDS
from hall.tournament.importing import MOST_BYTES
from hall.tournament.planning import Ask
from hall.tournament.values import Schedule, Status, Table

Why = Annotated[str, MaxLen(LONGEST_WHY)]
Words = Annotated[str, MaxLen(LONGEST_RULING)]


@dataclass(frozen=True, slots=True)
class OfTournament(HallCommand):
    tournament: str


@dataclass(frozen=True, slots=True)
class KeepPreset(HallCommand):
    """Scoring rules of the house (``presets.preset_of``). ``version`` of the document counts on by itself."""

    preset: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CreateTournament(HallCommand):
    """``preset``: the id of one of the release or of the house. ``settings``: members of ``values.Settings`` that
    differ from what the preset says."""

    name: str
    preset: str
    rounds: int
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangeSettings(OfTournament):
    """Members of ``values.Settings``. ``preset``: an id, or a whole document; until numbers are drawn."""

    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OpenRegistration(OfTournament):
    pass


@dataclass(frozen=True, slots=True)
class AddEntrant(OfTournament):
    """``entrant``: members of ``values.Entrant`` without ``id``. After the draw it is a late entry, which plays from
    the next round on."""

    entrant: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ImportEntrants(OfTournament):
    """A list as it was previewed (``importing.preview``); with a fault in it nothing is kept."""

    text: Annotated[str, MaxLen(MOST_BYTES)]


@dataclass(frozen=True, slots=True)
class ChangeEntrant(OfTournament):
    entrant: str
    changes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RemoveEntrant(OfTournament):
    """Who has not been drawn."""

    entrant: str


@dataclass(frozen=True, slots=True)
class SetStatus(OfTournament):
    """A player leaves (``WD``, ``DNF``), is disqualified (``DQ``) or comes back (empty). ``last_round``: the last one
    that is played; None: the last that was seated."""

    entrant: str
    status: Status
    why: Why = ""
    last_round: int | None = None


@dataclass(frozen=True, slots=True)
class NameSubstitute(OfTournament):
    """In rounds ``first`` to ``last`` (None: to the end) ``by`` plays for ``absent``; also in a round that is seated
    and has not ended."""

    absent: str
    by: str
    first: int
    last: int | None = None


@dataclass(frozen=True, slots=True)
class PromiseDraw(OfTournament):
    """``promise``: ``draw.promise_of`` of the secret that the hall's key makes for this draw (``draw.secret_of``)."""

    promise: str


@dataclass(frozen=True, slots=True)
class DrawByHall(OfTournament):
    """``secret``: in hex. ``words``: said in public after the promise."""

    secret: str
    words: Annotated[str, MaxLen(LONGEST_WORDS)] = ""


@dataclass(frozen=True, slots=True)
class AskDice(OfTournament):
    """A table of the hall is to throw the dice of the draw. ``words``: said in public. The list of players is final
    with it."""

    table: str
    words: Annotated[str, MaxLen(LONGEST_WORDS)] = ""


@dataclass(frozen=True, slots=True)
class DropDice(OfTournament):
    """The dice of the table that was asked are not used: it cannot throw them, or the list has changed."""

    why: Why


@dataclass(frozen=True, slots=True)
class DrawByTable(OfTournament):
    """By the dice that the table has thrown for it."""


@dataclass(frozen=True, slots=True)
class MakeSchedule(OfTournament):
    """Of the rounds that come. ``made``: what ``planning.plan`` gave for the same ask a moment before, away from the
    writer; it is taken if it still holds. For 172 players in 10 rounds it takes two seconds of a present computer."""

    ask: Ask = field(default_factory=Ask)
    made: Schedule | None = None


@dataclass(frozen=True, slots=True)
class SeatRound(OfTournament):
    """The next round. ``tables``: typed in; None: those of the schedule, with substitutes in their places. ``places``:
    the hall's table for each; None: as in the settings."""

    tables: tuple[Table, ...] | None = None
    places: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ExchangeSeats(OfTournament):
    round: int
    one: str
    other: str
    why: Why


@dataclass(frozen=True, slots=True)
class MoveTable(OfTournament):
    round: int
    table: int
    place: str
    why: Why


@dataclass(frozen=True, slots=True)
class RepeatStart(OfTournament):
    """For a table that refused to start its game; nothing for one that has begun it, or has not answered yet."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class StartRound(OfTournament):
    """``start``: ISO 8601; None: now. ``minutes``: None: those of the gong policy."""

    start: str | None = None
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class ExtendClock(OfTournament):
    """``table`` 0: all."""

    table: int
    minutes: int
    why: Why = ""


@dataclass(frozen=True, slots=True)
class SwitchClock(OfTournament):
    runs: bool


@dataclass(frozen=True, slots=True)
class CallTime(OfTournament):
    """``table`` 0: at all tables, which is a step."""

    table: int = 0


@dataclass(frozen=True, slots=True)
class EnterResult(OfTournament):
    """From the desk. ``sheet``: SHA-256 of the photograph. ``hands``: those of the sheet, where it has them
    (``values.PlayedHand``); ``written``: the same as they were entered (``values.WrittenHand``)."""

    round: int
    table: int
    scores: tuple[int, ...]
    sticks: int = 0
    sheet: str = ""
    hands: tuple[Mapping[str, Any], ...] = ()
    penalties: tuple[Mapping[str, Any], ...] = ()
    written: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class EnterOwnResult(OfTournament):
    """From the phone of a player who sits there. ``sheet``: SHA-256 of the photograph."""

    person: str
    round: int
    table: int
    scores: tuple[int, ...]
    sticks: int = 0
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class ConfirmResult(OfTournament):
    """At the desk, in front of the players on these seats."""

    entry: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ConfirmOwnResult(OfTournament):
    person: str
    entry: int


@dataclass(frozen=True, slots=True)
class DisputeOwnResult(OfTournament):
    person: str
    entry: int
    text: Words


@dataclass(frozen=True, slots=True)
class WithdrawResult(OfTournament):
    entry: int
    why: Why


@dataclass(frozen=True, slots=True)
class RuleResult(OfTournament):
    """A referee's. ``scores`` None: the result stands as it is."""

    round: int
    table: int
    why: Why
    scores: tuple[int, ...] | None = None
    sticks: int = 0
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class HeadRuleResult(RuleResult):
    """The head referee's; also after the round is locked and the standings are final."""


@dataclass(frozen=True, slots=True)
class CompleteResults(OfTournament):
    pass


@dataclass(frozen=True, slots=True)
class PublishResults(OfTournament):
    """``minutes``: for protests; None: as in the settings."""

    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class LockRound(OfTournament):
    """``early``: all players were asked, and nobody protests."""

    early: bool = False


@dataclass(frozen=True, slots=True)
class CutField(OfTournament):
    """``groups``: ``{"size": 8, "factor": "1/2", "plays": true}``, one of them without a size; a group that plays on
    has a multiple of four players, unless it is the rest, which substitutes may fill up. ``order``: how players go who
    are equal at an edge."""

    groups: tuple[Mapping[str, Any], ...]
    order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GiveFine(OfTournament):
    """``kind``: of the tariff. ``points``: None where the tariff has one figure alone. ``round``: None: the last that
    was seated, or 0."""

    entrant: str
    kind: str
    why: Why
    points: str | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class CancelFine(OfTournament):
    fine: int
    why: Why


@dataclass(frozen=True, slots=True)
class MakeProtest(OfTournament):
    """Taken in at the desk."""

    round: int
    table: int
    entrant: str
    text: Words


@dataclass(frozen=True, slots=True)
class MakeOwnProtest(OfTournament):
    person: str
    round: int
    text: Words


@dataclass(frozen=True, slots=True)
class AdmitLateProtest(MakeProtest):
    """By the head referee, after the time for protests."""


@dataclass(frozen=True, slots=True)
class DecideProtest(OfTournament):
    """``referee``: whose ruling it is; the same person as ``who`` where it is empty."""

    protest: int
    upheld: bool
    ruling: Words
    referee: str = ""


@dataclass(frozen=True, slots=True)
class CallReferee(OfTournament):
    """From the phone of a player, to the table where that player sits. ``text``: what for; it may be empty."""

    person: str
    text: Annotated[str, MaxLen(LONGEST_WHY)] = ""


@dataclass(frozen=True, slots=True)
class TakeOwnSeat(OfTournament):
    """From the phone of a player, who sits at the own table of the newest round now."""

    person: str


@dataclass(frozen=True, slots=True)
class AnswerCall(OfTournament):
    """A referee goes there."""

    call: int


@dataclass(frozen=True, slots=True)
class RenewCard(OfTournament):
    """The card of a player was lost, or seen by others."""

    entrant: str


@dataclass(frozen=True, slots=True)
class PublishStandings(OfTournament):
    """Those after ``round``, which were hidden."""

    round: int


@dataclass(frozen=True, slots=True)
class PublishFinal(OfTournament):
    pass


@dataclass(frozen=True, slots=True)
class CloseTournament(OfTournament):
    """``report``: SHA-256 of the open report, in hex."""

    report: str = ""


@dataclass(frozen=True, slots=True)
class UndoStep(OfTournament):
    """``step``: the number of the last one that stands."""

    step: int
    why: Why


@dataclass(frozen=True, slots=True)
class AbandonTournament(OfTournament):
    why: Why
