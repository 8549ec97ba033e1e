"""What happened in the tournaments of a hall, as the hall's journal keeps it.

A *step* takes the tournament on: registration, the draw, seats, a start, results, a lock. ``StepUndone`` takes the last
step back, as if it had not happened; everything else that was written stays. Results of tables stand in the tables' own
journals and are not copied here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from controller.events import Event
from controller.events.values import Count, Json, Number, SeatNumber
from hall.tournament.values import (
    AskedDice,
    Commitment,
    CutMade,
    Draw,
    DroppedDice,
    Entrant,
    EntrantId,
    Schedule,
    Settings,
    Status,
    Substitution,
    TableResult,
    Tables,
    WrittenHand,
)


@dataclass(frozen=True, slots=True)
class TournamentEvent(Event):
    tournament: str
    """``c-`` and twelve characters."""
    who: str
    """Who gave the command."""


@dataclass(frozen=True, slots=True)
class StepMade(TournamentEvent):
    """A step; never stored as such."""

    step: Number
    """Steps of this tournament so far, this one and those undone counted."""


@dataclass(frozen=True, slots=True)
class PresetKept(Event):
    """Scoring rules of this house; an id that is there already gets another version."""

    type: ClassVar = "tournament.preset-kept"
    preset: Json
    who: str


@dataclass(frozen=True, slots=True)
class TournamentCreated(TournamentEvent):
    type: ClassVar = "tournament.created"
    settings: Settings


@dataclass(frozen=True, slots=True)
class SettingsChanged(TournamentEvent):
    """All settings, as they are from now on."""

    type: ClassVar = "tournament.settings-changed"
    settings: Settings


@dataclass(frozen=True, slots=True)
class RegistrationOpened(StepMade):
    type: ClassVar = "tournament.registration-opened"


@dataclass(frozen=True, slots=True)
class EntrantsAdded(TournamentEvent):
    """One player, or all of an imported list."""

    type: ClassVar = "tournament.entrants-added"
    entrants: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class EntrantChanged(TournamentEvent):
    type: ClassVar = "tournament.entrant-changed"
    entrant: Entrant


@dataclass(frozen=True, slots=True)
class EntrantRemoved(TournamentEvent):
    """Somebody who was never drawn is taken off the list."""

    type: ClassVar = "tournament.entrant-removed"
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class StatusChanged(TournamentEvent):
    """A player leaves, is disqualified, or comes back."""

    type: ClassVar = "tournament.status-changed"
    entrant: EntrantId
    status: Status
    last_round: Count | None
    """The last round that is played; null for a player who comes back."""
    why: str


@dataclass(frozen=True, slots=True)
class SubstituteNamed(TournamentEvent):
    type: ClassVar = "tournament.substitute-named"
    substitution: Substitution


@dataclass(frozen=True, slots=True)
class DrawPromised(TournamentEvent):
    """The hall promised the secret of a draw, before the list of players was final."""

    type: ClassVar = "tournament.draw-promised"
    commitment: Commitment


@dataclass(frozen=True, slots=True)
class DiceAsked(TournamentEvent):
    """A table of the hall was asked to throw the dice of the draw. List and words are fixed by then."""

    type: ClassVar = "tournament.dice-asked"
    asked: AskedDice


@dataclass(frozen=True, slots=True)
class DiceDropped(TournamentEvent):
    """The dice of the table that was asked are not used for the draw."""

    type: ClassVar = "tournament.dice-dropped"
    draw: Number
    why: str
    dropped: DroppedDice | None = None
    """What was thrown of them; null: nothing, as far as the hall had heard."""


@dataclass(frozen=True, slots=True)
class NumbersDrawn(StepMade):
    type: ClassVar = "tournament.numbers-drawn"
    draw: Draw


@dataclass(frozen=True, slots=True)
class ScheduleMade(TournamentEvent):
    """Tables of rounds to come; they take the place of those of an earlier schedule."""

    type: ClassVar = "tournament.schedule-made"
    schedule: Schedule


@dataclass(frozen=True, slots=True)
class RoundSeated(StepMade):
    """The seats of a round were published."""

    type: ClassVar = "tournament.round-seated"
    round: Number
    tables: Tables
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatsExchanged(TournamentEvent):
    """Two players of a round sit in each other's place, before or while it is played; the hands stay at the tables."""

    type: ClassVar = "tournament.seats-exchanged"
    round: Number
    one: EntrantId
    other: EntrantId
    why: str


@dataclass(frozen=True, slots=True)
class TableMoved(TournamentEvent):
    """A table of a round goes on at another table of the hall; empty: at one without a board."""

    type: ClassVar = "tournament.table-moved"
    round: Number
    table: Number
    place: str
    why: str


@dataclass(frozen=True, slots=True)
class StartRepeated(TournamentEvent):
    """A table that did not start its game is told of it once more."""

    type: ClassVar = "tournament.start-repeated"
    round: Number
    table: Number


@dataclass(frozen=True, slots=True)
class RoundStarted(StepMade):
    type: ClassVar = "tournament.round-started"
    round: Number
    start: str
    minutes: Count


@dataclass(frozen=True, slots=True)
class ClockExtended(TournamentEvent):
    """Minutes more (or fewer) for a table; table 0: for all."""

    type: ClassVar = "tournament.clock-extended"
    round: Number
    table: Count
    minutes: int
    why: str


@dataclass(frozen=True, slots=True)
class ClockSwitched(TournamentEvent):
    """The clock of a round stands, or goes on."""

    type: ClassVar = "tournament.clock-switched"
    round: Number
    runs: bool
    at: str


@dataclass(frozen=True, slots=True)
class TableCalled(TournamentEvent):
    """Time was called at one table by hand."""

    type: ClassVar = "tournament.table-called"
    round: Number
    table: Number
    at: str


@dataclass(frozen=True, slots=True)
class TimeCalled(StepMade):
    """The gong fell, or time was called by hand."""

    type: ClassVar = "tournament.time-called"
    round: Number
    at: str


@dataclass(frozen=True, slots=True)
class ResultEntered(TournamentEvent):
    """A result from the desk or a phone, or a referee's. ``result`` names source, authority and reason."""

    type: ClassVar = "tournament.result-entered"
    entry: Number
    round: Number
    table: Number
    result: TableResult
    replaces: Count
    written: tuple[WrittenHand, ...] = ()
    """Its hands as they were entered, so that one of them can be changed."""


@dataclass(frozen=True, slots=True)
class ResultConfirmed(TournamentEvent):
    type: ClassVar = "tournament.result-confirmed"
    entry: Number
    seats: tuple[SeatNumber, ...]


@dataclass(frozen=True, slots=True)
class ResultDisputed(TournamentEvent):
    type: ClassVar = "tournament.result-disputed"
    entry: Number
    seat: SeatNumber
    text: str


@dataclass(frozen=True, slots=True)
class ResultWithdrawn(TournamentEvent):
    """An entry was a mistake; what stood before it counts."""

    type: ClassVar = "tournament.result-withdrawn"
    entry: Number
    why: str


@dataclass(frozen=True, slots=True)
class ResultsComplete(StepMade):
    """Every table of the round has a result."""

    type: ClassVar = "tournament.results-complete"
    round: Number


@dataclass(frozen=True, slots=True)
class ResultsPublished(StepMade):
    """Results are shown, and protests are taken until a moment."""

    type: ClassVar = "tournament.results-published"
    round: Number
    protests_until: str


@dataclass(frozen=True, slots=True)
class RoundLocked(StepMade):
    type: ClassVar = "tournament.round-locked"
    round: Number


@dataclass(frozen=True, slots=True)
class FieldCut(StepMade):
    type: ClassVar = "tournament.field-cut"
    cut: CutMade


@dataclass(frozen=True, slots=True)
class FineGiven(TournamentEvent):
    type: ClassVar = "tournament.fine-given"
    fine: Number
    entrant: EntrantId
    round: Count
    kind: str
    points: str
    effect: str
    why: str


@dataclass(frozen=True, slots=True)
class FineCancelled(TournamentEvent):
    type: ClassVar = "tournament.fine-cancelled"
    fine: Number
    why: str


@dataclass(frozen=True, slots=True)
class ProtestMade(TournamentEvent):
    type: ClassVar = "tournament.protest-made"
    protest: Number
    round: Number
    table: Number
    entrant: EntrantId
    text: str
    late: bool


@dataclass(frozen=True, slots=True)
class ProtestDecided(TournamentEvent):
    type: ClassVar = "tournament.protest-decided"
    protest: Number
    upheld: bool
    ruling: str
    referee: str


@dataclass(frozen=True, slots=True)
class RefereeCalled(TournamentEvent):
    """A player wants a referee at the table, by phone."""

    type: ClassVar = "tournament.referee-called"
    call: Number
    round: Number
    table: Number
    entrant: EntrantId
    text: str


@dataclass(frozen=True, slots=True)
class SeatTaken(TournamentEvent):
    """A player has sat down at the table of a round, and says so by phone."""

    type: ClassVar = "tournament.seat-taken"
    round: Number
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class RefereeCame(TournamentEvent):
    """Somebody has answered a call for a referee."""

    type: ClassVar = "tournament.referee-came"
    call: Number


@dataclass(frozen=True, slots=True)
class CardRenewed(TournamentEvent):
    """A player has another card; the code of the one before is worth nothing."""

    type: ClassVar = "tournament.card-renewed"
    entrant: EntrantId
    card: Number
    """Times that this player's card was renewed."""


@dataclass(frozen=True, slots=True)
class StandingsPublished(TournamentEvent):
    """Standings after a round that were hidden are shown."""

    type: ClassVar = "tournament.standings-published"
    round: Number


@dataclass(frozen=True, slots=True)
class FinalPublished(StepMade):
    """The standings are final."""

    type: ClassVar = "tournament.final-published"


@dataclass(frozen=True, slots=True)
class TournamentClosed(StepMade):
    type: ClassVar = "tournament.closed"
    report: str
    """SHA-256 in hex of the open report as it was closed; empty: none was made."""


@dataclass(frozen=True, slots=True)
class StepUndone(TournamentEvent):
    """The last step that stands was taken back."""

    type: ClassVar = "tournament.step-undone"
    step: Number
    why: str


@dataclass(frozen=True, slots=True)
class TournamentAbandoned(TournamentEvent):
    """It will not be played (on)."""

    type: ClassVar = "tournament.abandoned"
    why: str


EVENTS: Final[tuple[type[Event], ...]] = (
    PresetKept,
    TournamentCreated,
    SettingsChanged,
    RegistrationOpened,
    EntrantsAdded,
    EntrantChanged,
    EntrantRemoved,
    StatusChanged,
    SubstituteNamed,
    DrawPromised,
    DiceAsked,
    DiceDropped,
    NumbersDrawn,
    ScheduleMade,
    RoundSeated,
    SeatsExchanged,
    TableMoved,
    StartRepeated,
    RoundStarted,
    ClockExtended,
    ClockSwitched,
    TableCalled,
    TimeCalled,
    ResultEntered,
    ResultConfirmed,
    ResultDisputed,
    ResultWithdrawn,
    ResultsComplete,
    ResultsPublished,
    RoundLocked,
    FieldCut,
    FineGiven,
    FineCancelled,
    ProtestMade,
    ProtestDecided,
    SeatTaken,
    RefereeCalled,
    RefereeCame,
    CardRenewed,
    StandingsPublished,
    FinalPublished,
    TournamentClosed,
    StepUndone,
    TournamentAbandoned,
)
