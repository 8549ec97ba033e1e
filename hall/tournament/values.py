"""The parts of a tournament: what its events carry, what its state is made of, and what the open report holds.

All are JSON values: times are ISO 8601 in UTC, fractions text in lowest terms (``"46/5"``), entrants are named by their
ids (``e1``, ``e2`` ... in the order of entry), rounds and tables are counted from 1, seats are E S W N, 0 to 3.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from annotated_types import Len

from controller.events.values import Count, EventPart, Json, Number, SeatNumber

EntrantId = str
Table = Annotated[tuple[EntrantId, ...], Len(4, 4)]
"""Who sits East, South, West and North."""
Tables = tuple[Table, ...]
FourScores = Annotated[tuple[int, ...], Len(4, 4)]

Status = Literal["", "WD", "DNF", "DQ"]
"""Empty: plays. Withdrawn, did not finish, disqualified: listed without a place."""
Apart = Literal["none", "team", "club", "country"]
"""Whose players do not meet."""
Method = Literal["schedule", "swiss", "fixed", "team-rounds", "team-days", "by-hand"]
"""How tables are made: a schedule for all rounds; by standings; by places after a cut; rounds of teams in which each
table has one of each of four teams; days on which four teams send one player each; typed in."""
TEAM_METHODS: Final = ("team-rounds", "team-days")
"""Of a tournament of teams: theirs are the standings that count."""
Authority = Literal["entered", "confirmed", "referee", "head"]
"""Who stands behind a result, from the least to the most."""
ResultState = Literal["playing", "proposed", "confirmed", "disputed", "locked"]
StepKind = Literal[
    "registration",
    "drawn",
    "seated",
    "running",
    "time-called",
    "results-in",
    "protest-window",
    "locked",
    "cut",
    "final",
    "closed",
]


@dataclass(frozen=True, slots=True)
class Settings(EventPart):
    """What a director sets up. ``preset`` is the whole document of the scoring rules (``presets.preset_of``), ``gong``
    that of the gong policy."""

    name: str
    preset: Json
    rounds: Number
    gong: Json
    protest_minutes: Count
    city: str = ""
    country: str = ""
    """ISO 3166, three letters; empty: not said."""
    first_day: str = ""
    last_day: str = ""
    qualification: bool = False
    capacity: Number | None = None
    """Players beyond it stand on the waiting list."""
    tables: tuple[str, ...] = ()
    """The tables of the hall in the order of their numbers in this tournament; fewer than are played at: the others
    have no board."""
    method: Method = "schedule"
    apart: Apart = "none"
    sticks: Literal["first", "lost"] | None = None
    """Who has the sticks left on a table, where it is not as in the preset."""
    options: Json = field(default_factory=dict)
    """Options of the ruleset on top of its profile."""
    team_counting: Number | None = None
    """So many best players of a team or country count; null: all of them."""
    hidden_after: Count | None = None
    """Standings after later rounds are shown when they are published; null: all are shown."""


@dataclass(frozen=True, slots=True)
class Entrant(EventPart):
    id: EntrantId
    name: str
    """As it is shown."""
    first_name: str = ""
    last_name: str = ""
    ema: str = ""
    """Number of the European association."""
    club: str = ""
    team: str = ""
    country: str = ""
    seed: Number | None = None
    """Rank before the first round."""
    person: str | None = None
    """Of the hall's list of persons."""
    substitute: bool = False
    """Plays to fill a table: scores, and has no place."""
    status: Status = ""
    first_round: Number = 1
    """Later for a late entry."""
    last_round: Count | None = None
    """The last round that was played before leaving; null: all."""


@dataclass(frozen=True, slots=True)
class Substitution(EventPart):
    """In rounds ``first`` to ``last`` (null: to the end) ``by`` sits where ``absent`` would."""

    absent: EntrantId
    by: EntrantId
    first: Number
    last: Number | None = None

    def covers(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


@dataclass(frozen=True, slots=True)
class Commitment(EventPart):
    """The promise of a draw, published before the list of entrants is final."""

    draw: Number
    hash: str
    """SHA-256 of the secret, in hex."""
    time: str


@dataclass(frozen=True, slots=True)
class DroppedDice(EventPart):
    """Dice that were thrown for a draw and are not used. ``table``: its id in the statements of the dice, and
    ``records`` those; empty while rolls were to come, for a table signs for a draw with the last one."""

    faces: tuple[tuple[int, ...], ...]
    table: str = ""
    records: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskedDice(EventPart):
    """A table that was asked to throw the dice of a draw, before it throws them."""

    draw: Number
    table: str
    """Of the hall."""
    list_hash: str
    """Of the list of players as it is drawn from."""
    words: str
    """Said in public before the dice are thrown."""
    time: str
    ended: str = ""
    """Why the dice are not used; empty: they are."""
    dropped: DroppedDice | None = None
    """What was thrown of them by then; null: nothing, as far as the hall had heard."""


@dataclass(frozen=True, slots=True)
class TableDraw(EventPart):
    """How far a table is with the dice of a draw, as its journal has it. ``draw``: as the hall calls it. ``faces``: of
    the rolls so far. ``table``: its id in the statements of the dice, and ``records`` those; empty until the last roll
    is thrown. ``put_away``: a match began there instead, and no roll follows; what was thrown stays known."""

    draw: str
    rolls: Number
    faces: tuple[tuple[int, ...], ...] = ()
    table: str = ""
    records: tuple[str, ...] = ()
    put_away: bool = False


@dataclass(frozen=True, slots=True)
class Listed(EventPart):
    """A line of the list that is drawn from."""

    id: EntrantId
    name: str
    ema: str


@dataclass(frozen=True, slots=True)
class Draw(EventPart):
    """How everybody came to a number. ``docs/tournament-report.md`` says how it is recomputed."""

    draw: Number
    """Draws of this tournament so far, those undone counted."""
    method: Literal["hall", "table"]
    listed: tuple[Listed, ...]
    """Everybody who is drawn, as the list was then, in the order of entry."""
    list_hash: str
    numbers: tuple[EntrantId, ...]
    """Who has number 1, 2, 3 ..."""
    seed: str
    """32 bytes in hex; all schedules are made from it."""
    version: str
    """Of the program."""
    secret: str = ""
    """Of the hall: what was promised, in hex."""
    words: str = ""
    """Said in public after the promise, such as what dice of wood showed."""
    table: str = ""
    """Whose dice decided."""
    records: tuple[str, ...] = ()
    """Their signed statements, ``JD1-...``."""


@dataclass(frozen=True, slots=True)
class Schedule(EventPart):
    """Tables of rounds ``first`` and later, and everything that they were made from."""

    first: Number
    method: Method
    rounds: tuple[Tables, ...]
    players: tuple[EntrantId, ...]
    """In the order in which they are counted: by number drawn, or by standings."""
    groups: tuple[tuple[EntrantId, ...], ...]
    """Each plays among itself, at tables in this order; one where nobody is divided."""
    apart: tuple[tuple[EntrantId, ...], ...]
    """Sets of players of whom no two may meet."""
    seed: str
    """A whole number; empty where it was typed in."""
    version: str
    points: tuple[str, ...] = ()
    """Standings points of ``players``, where tables are made by standings."""
    before: tuple[Tables, ...] = ()
    """The rounds before it, as they were seated then."""
    fixed: tuple[tuple[tuple[Number, ...], ...], ...] = ()
    """Places that sit together, by round and table, in the first group."""


@dataclass(frozen=True, slots=True)
class TableClock(EventPart):
    """Minutes more for one table; table 0: for all."""

    table: Count
    minutes: int


@dataclass(frozen=True, slots=True)
class ClockStop(EventPart):
    """From and until when the clock stood; null: it stands."""

    begin: str
    end: str | None


@dataclass(frozen=True, slots=True)
class Call(EventPart):
    """Time was called by hand; table 0: at all of them."""

    table: Count
    time: str


@dataclass(frozen=True, slots=True)
class PlayedHand(EventPart):
    """A hand as the table recorded it. By seat: E S W N of the first hand."""

    number: Number
    name: str
    """``E1``, ``S3``: prevailing wind and number of the hand in it."""
    dealer: SeatNumber
    counter: Count
    start: str | None
    """When the dice were thrown."""
    end: str | None
    kind: Literal["win", "draw", "abort"]
    winners: tuple[SeatNumber, ...]
    discarder: SeatNumber | None
    points: FourScores
    """What the hand moved, sticks laid down and taken included."""
    value: Count = 0
    """Of the largest win, in the unit of the ruleset."""
    level: str = ""
    best: SeatNumber | None = None
    """Who had the largest win."""
    void: bool = False
    """Dealt again."""
    revisions: Number = 1


@dataclass(frozen=True, slots=True)
class WrittenWin(EventPart):
    winner: SeatNumber
    discarder: SeatNumber | None
    total: Count
    """In the unit of the game."""
    limit: bool
    """It counts as one."""
    fu: Count | None


@dataclass(frozen=True, slots=True)
class WrittenHand(EventPart):
    """A hand as it was entered from a sheet: what it came to is told by the rules (``PlayedHand``)."""

    kind: Literal["win", "draw", "abort"]
    wins: tuple[WrittenWin, ...]
    ready: tuple[SeatNumber, ...]
    reason: str
    declared: dict[str, tuple[SeatNumber, ...]]
    """Who declared what, such as ``riichi``."""


@dataclass(frozen=True, slots=True)
class TablePenalty(EventPart):
    """A penalty that was entered at the table."""

    seat: SeatNumber
    """The offender's."""
    kind: str
    why: str
    moves: FourScores
    """Points by seat; what does not add to 0 went to nobody."""
    in_score: bool = True
    """Whether ``scores`` hold it; if not, what the offender loses is taken off the standings."""


@dataclass(frozen=True, slots=True)
class TableResult(EventPart):
    """What was played at one table in one round."""

    seats: Table
    scores: FourScores
    """As on the sheet, without the sticks left on the table."""
    sticks: Count
    """Sticks of 1,000 points that were left."""
    state: ResultState
    source: Literal["table", "desk", "phone"]
    penalties: tuple[TablePenalty, ...] = ()
    hands: tuple[PlayedHand, ...] = ()
    start: str | None = None
    end: str | None = None
    authority: Authority = "entered"
    who: str = ""
    why: str = ""
    """The reason of a ruling or correction."""
    sheet: str = ""
    """SHA-256 in hex of the photograph of the sheet, where there is one."""


@dataclass(frozen=True, slots=True)
class Entry(EventPart):
    """A result that was entered at the desk or on a phone, or ruled by a referee."""

    number: Number
    """Entries of this tournament so far."""
    round: Number
    table: Number
    result: TableResult
    time: str
    replaces: Count
    """The entry that it stands in the place of; 0: the first one, or the table's own result."""
    confirmed: tuple[SeatNumber, ...] = ()
    disputed: tuple[SeatNumber, ...] = ()
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Fine(EventPart):
    """A penalty by the tariff of the preset."""

    number: Number
    entrant: EntrantId
    round: Count
    """In or after which it falls; 0: before the first."""
    kind: str
    """Of the tariff."""
    points: str
    """0 or below, in the unit of the preset."""
    effect: str
    why: str
    who: str
    time: str
    cancelled: str = ""
    """Why it was taken back; empty: it stands."""
    cancelled_by: str = ""


@dataclass(frozen=True, slots=True)
class Protest(EventPart):
    number: Number
    round: Number
    table: Number
    entrant: EntrantId
    text: str
    time: str
    late: bool
    """Taken in by the head referee after its time."""
    ruling: str = ""
    """Empty: not decided."""
    upheld: bool | None = None
    """Whether the protest was right."""
    referee: str = ""
    decided: str = ""
    """When."""


@dataclass(frozen=True, slots=True)
class RefereeCall(EventPart):
    """A player wants a referee at the table."""

    number: Number
    """Calls of this tournament so far."""
    round: Number
    table: Number
    entrant: EntrantId
    text: str
    time: str
    answered: str = ""
    """When somebody said that they go there; empty: nobody has."""
    by: str = ""


@dataclass(frozen=True, slots=True)
class GroupOfCut(EventPart):
    size: Number | None
    """Null: all who are in no other."""
    factor: str
    """What is kept of the points."""
    members: tuple[EntrantId, ...]
    """By place. A later correction changes points, not who is in the group."""
    plays: bool = True
    """Whether it plays the rounds that follow."""


@dataclass(frozen=True, slots=True)
class CutMade(EventPart):
    after: Number
    groups: tuple[GroupOfCut, ...]
    order: tuple[EntrantId, ...] = ()
    """How equal players at an edge go, as the director decided or a lot fell."""


@dataclass(frozen=True, slots=True)
class Step(EventPart):
    """A step of the tournament that stands."""

    number: Number
    """Steps so far, those undone counted."""
    kind: StepKind
    round: Count
    """0: of no round."""
    time: str
    who: str


@dataclass(frozen=True, slots=True)
class Round(EventPart):
    number: Number
    tables: Tables
    places: tuple[str, ...]
    """The hall's table for each; empty text: one without a board."""
    start: str | None = None
    minutes: Count = 0
    """From the start to the gong; 0: none."""
    extra: tuple[TableClock, ...] = ()
    stopped: tuple[ClockStop, ...] = ()
    called: tuple[Call, ...] = ()
    protests_until: str | None = None
    locked: str | None = None
