"""What a match has come to: a value folded from its events.

*Players* are numbered in the order in which they were named and keep their number; ``seats[seat]`` is the player who
sits there (None: empty). Amounts are whole points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from controller.rules.entry import Asks, asks_from
from controller.rules.game import DicePlan, End, Instant, MatchPosition, PaidInstant, Settlement, WallPlan
from controller.rules.hand.record import Source
from controller.rules.seats import SEATS, Seat, Wind
from controller.walls.sides import SideEnd, Sides

if TYPE_CHECKING:
    from pydantic_core import CoreSchema

Seats = tuple[int | None, ...]
"""The player on each seat, None for an empty one."""
Phase = Literal["first-dealer", "roll", "play", "over"]
Settle = Literal["now", "match-end", "after-ranking"]
"""When the points of a penalty move."""
VOID: Final = "void"
"""The reason of an abort that moves nothing."""
Closed = Literal["", "withdrawn", "corrected", "upheld", "undone"]
Confirmation = Literal["none", "tablet", "phones"]
"""Who confirms results: nobody, all on the tablet of the table, each on the own phone."""


def occupied(seats: Seats) -> tuple[Seat, ...]:
    return tuple(seat for seat, player in zip(SEATS, seats, strict=True) if player is not None)


@dataclass(frozen=True, slots=True)
class Lineup:
    """A position with what it means at the table: prevailing wind, wind and player of each seat."""

    position: MatchPosition
    prevailing: Wind
    winds: tuple[Wind | None, ...]
    seats: Seats

    @property
    def in_round(self) -> int:
        """The regular hand as people name it: from 1 in every round (South 1 is the fifth hand of four players)."""
        occupied = sum(player is not None for player in self.seats)
        return self.position.number - self.position.round * occupied


@dataclass(frozen=True, slots=True)
class SeatThrow:
    """Dice thrown for seats or first dealer."""

    seat: Seat
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Break:
    """Where the wall was broken; ``sides`` are the tiles that stood on each side (None: as the rule shares them)."""

    dice: tuple[int, ...]
    second: tuple[int, ...] = ()
    sides: Sides | None = None
    single_end: SideEnd = "left"


@dataclass(frozen=True, slots=True)
class CountedWin:
    """A win that counts. ``record`` and ``result`` (the scoring record, and what the engine made of it with its
    explanation) are there when it was entered with its tiles. ``losers``: what the hands of those count who have not
    won, by seat, in games that pay for them; ``tally``: what it adds to
    the winner's tally, or the chips that each payer gives, in games that count them."""

    winner: Seat
    source: Source
    discarder: Seat | None
    liable: Seat | None
    total: int
    limit: bool
    fu: int | None
    level: str
    record: Mapping[str, Any] | None = None
    result: Mapping[str, Any] | None = None
    losers: tuple[int, ...] = ()
    tally: int = 0

    @property
    def items(self) -> Mapping[str, int]:
        return {} if self.result is None else self.result.get("items", {})

    @property
    def explanation(self) -> Mapping[str, Any] | None:
        return None if self.result is None else self.result.get("explain")


@dataclass(frozen=True, slots=True)
class Result:
    """One result of an end of a hand; the last one counts. ``cause``: the hand whose correction moved these payments,
    None when the result itself was entered. ``over``: it ended the hand; ``next`` is then what it leads to (None: the
    match is over). ``end.winners`` and ``wins`` are in the same order."""

    end: End
    wins: tuple[CountedWin, ...]
    passed_over: tuple[Seat, ...]
    settlement: Settlement
    next: Lineup | None
    who: str
    why: str
    time: str
    cause: int | None = None
    over: bool = True


@dataclass(frozen=True, slots=True)
class LiveDeclaration:
    """What a player declared while the hand was played. ``ends``: ends that the hand had then; the next one settles
    it."""

    declaration: str
    seat: Seat
    stake: int
    ends: int


@dataclass(frozen=True, slots=True)
class MadePass:
    """What became of a pass of tiles before the first discard, and when. ``number`` 0: the players began."""

    number: int
    how: str
    time: str


@dataclass(frozen=True, slots=True)
class HandInstant:
    """What was paid at once while a hand was played. ``number`` counts those of the hand from 1; ``ends``: wins that
    the hand had before it. ``undone``: taken back, or replaced by a correction."""

    number: int
    instant: Instant
    settlement: Settlement
    ends: int
    who: str
    time: str
    undone: bool = False

    @property
    def paid(self) -> PaidInstant:
        return PaidInstant(self.instant, self.settlement)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A player does not agree with a result. ``closed`` says how it ended, empty while it is open."""

    number: int
    hand: int
    seat: Seat
    text: str
    who: str
    time: str
    closed: Closed = ""


Revisions = tuple[Result, ...]
"""All results that one end of a hand had, the one that counts last."""


@dataclass(frozen=True, slots=True)
class MatchHand:
    """A hand that was begun, ``index`` counting from 1. Extra hands and pot of its position follow corrections; dealer,
    round and number stay what they were at the table. ``ends``: one in most games, several where the others play on
    after a win; ``undone``: results that were taken back at once. ``agreed``: who agreed with which revision of the
    result. ``locked``: only a referee changes it. ``instants``: all that were entered, those taken back too.
    ``passed``: tiles that were passed before its first discard."""

    index: int
    standing: Lineup
    started: str
    broken: Break | None = None
    ends: tuple[Revisions, ...] = ()
    undone: tuple[Result, ...] = ()
    declared: tuple[LiveDeclaration, ...] = ()
    agreed: tuple[tuple[int, Seat], ...] = ()
    locked: bool = False
    instants: tuple[HandInstant, ...] = ()
    passed: tuple[MadePass, ...] = ()

    @property
    def position(self) -> MatchPosition:
        return self.standing.position

    @property
    def seats(self) -> Seats:
        return self.standing.seats

    @property
    def counting(self) -> tuple[Result, ...]:
        """The result of each end that counts."""
        return tuple(revisions[-1] for revisions in self.ends)

    @property
    def result(self) -> Result | None:
        """The result that ended the hand; None while it is played."""
        return self.ends[-1][-1] if self.ends and self.ends[-1][-1].over else None

    @property
    def earlier(self) -> tuple[Result, ...]:
        """The results after which the hand went on."""
        return self.counting if self.result is None else self.counting[:-1]

    @property
    def results(self) -> Revisions:
        """All results that ended the hand."""
        return () if self.result is None else self.ends[-1]

    @property
    def revision(self) -> int:
        """Results that were recorded of the hand."""
        return sum(map(len, self.ends)) + len(self.undone)

    @property
    def laid(self) -> tuple[LiveDeclaration, ...]:
        """What was declared since the last end of the hand: no result has settled it yet."""
        return tuple(one for one in self.declared if one.ends == len(self.ends))

    @property
    def void(self) -> bool:
        """It is played again, and nothing of it counts but wins that stand."""
        return self.result is not None and self.result.end.reason == VOID

    @property
    def paid_at_once(self) -> tuple[HandInstant, ...]:
        """What was paid at once and counts, in order."""
        return () if self.void else tuple(one for one in self.instants if not one.undone)

    @property
    def moved_at_once(self) -> tuple[Settlement, ...]:
        """The movements of those payments."""
        return tuple(one.settlement for one in self.paid_at_once)

    @property
    def confirmed_by(self) -> tuple[Seat, ...]:
        """Who agreed with the result as it is now."""
        return tuple(seat for revision, seat in self.agreed if revision == self.revision)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Everybody who won in it, in the order of the wins."""
        return tuple(seat for result in self.counting for seat in result.end.winners)


@dataclass(frozen=True, slots=True)
class Movement:
    """Points that a penalty moves between players; None is the bank or, with ``kitty``, the pot of the hand."""

    payer: int | None
    payee: int | None
    amount: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """``seat`` and ``player`` are the offender's; ``cancels`` names the penalty that this one takes back.
    ``lifted``: what it asked of the player until his next turn is done."""

    number: int
    hand: int | None
    seat: Seat
    player: int
    kind: str
    effect: str
    movements: tuple[Movement, ...]
    settle: Settle
    kitty: bool
    who: str
    why: str
    time: str
    cancels: int | None = None
    lifted: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    number: int
    hand: int | None
    text: str
    who: str
    time: str


@dataclass(frozen=True, slots=True)
class Ending:
    """``how``: ``played-out``, ``early`` (ranked as it stood) or ``abandoned`` (not ranked)."""

    how: Literal["played-out", "early", "abandoned"]
    time: str
    who: str = ""
    why: str = ""
    final: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Brought:
    """What the players bring from the ``matches`` that this one goes on from, by player: points won and lost, and what
    the ruleset gave for the rankings."""

    matches: int
    net: tuple[int, ...]
    points: tuple[float, ...]


class AsRecorded:
    """An entry form is kept in a checkpoint as the journal records it: field by field it could not be read back where
    the tiles of a game are compiled."""

    def __get_pydantic_core_schema__(self, *_: object) -> CoreSchema:
        from pydantic_core import core_schema

        as_json = core_schema.plain_serializer_function_ser_schema(Asks.as_json)
        return core_schema.no_info_plain_validator_function(asks_from, serialization=as_json)


@dataclass(frozen=True, slots=True)
class MatchState:
    """``chairs``: who sat where when the match began; ``seats`` as they were taken for the first hand. ``standing`` is
    that of the running hand or of the next one; None before the first dealer is known and after the last hand.
    ``break_throw`` is the first of two throws for the break. ``seats_confirmed``: the hand before which people said
    last that they had changed seats; 0 for none. ``game``: of a tournament, as the hall calls it."""

    id: str
    ruleset: str
    options: Mapping[str, Any]
    unit: str
    start_points: int
    wall: WallPlan
    dice: DicePlan
    names: tuple[str, ...]
    seats: Seats
    seating: str
    started: str
    asks: Annotated[Asks, AsRecorded()]
    chairs: Seats = ()
    throws: tuple[SeatThrow, ...] = ()
    winds_drawn: tuple[Seat, ...] = ()
    seats_confirmed: int = 0
    standing: Lineup | None = None
    break_throw: tuple[int, ...] = ()
    hands: tuple[MatchHand, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    ending: Ending | None = None
    house_rules: str | None = None
    rules_hash: str | None = None
    profile: str | None = None
    confirmation: Confirmation = "none"
    hand_check: bool = True
    game: str | None = None
    brought: Brought | None = None
    disputes: tuple[Dispute, ...] = ()

    @property
    def phase(self) -> Phase:
        if self.ending is not None:
            return "over"
        if self.running is not None:
            return "play"
        return "roll" if self.standing is not None else "first-dealer"

    @property
    def running(self) -> MatchHand | None:
        """The hand that was begun and has no result."""
        return self.hands[-1] if self.hands and self.hands[-1].result is None else None

    @property
    def last(self) -> MatchHand | None:
        """The hand that ended last."""
        return next((hand for hand in reversed(self.hands) if hand.result is not None), None)

    @property
    def present(self) -> tuple[Seat, ...]:
        """Occupied seats, counter-clockwise from 0."""
        return occupied(self.seats)

    @property
    def resting(self) -> tuple[int, ...]:
        """Players without a seat at the start (the fifth of five)."""
        return tuple(player for player in range(len(self.names)) if player not in self.seats)

    @property
    def seats_now(self) -> Seats:
        """Who sits where in the present round."""
        return self.seats if self.standing is None else self.standing.seats

    def hand(self, index: int) -> MatchHand | None:
        return self.hands[index - 1] if 1 <= index <= len(self.hands) else None
