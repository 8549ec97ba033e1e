"""Parts of events: what a match stores of positions, walls, results and payments.

They are the stored form of the values of ``controller.rules.game`` and stay as they are when those change. A *seat* is
a chair, 0-3, counter-clockwise; a *player* is numbered from 0 as the players were named at the start of the match;
points are whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Ge, Interval, Len

from controller.events.event import STRICT
from controller.rules.seats import Seat, Wind

Json = Mapping[str, Any]
"""A JSON object whose members are not part of the catalogue."""
Count = Annotated[int, Ge(0)]
Number = Annotated[int, Ge(1)]
"""Counted from 1."""
SeatNumber = Annotated[Seat, Interval(ge=0, le=3)]
SideNumber = Annotated[int, Interval(ge=0, le=3)]
"""A side of the machine, from 0, counter-clockwise."""
PlayerNumber = Annotated[int, Ge(0)]
Die = Annotated[int, Interval(ge=1, le=6)]
Dice = Annotated[tuple[Die, ...], Len(1)]
PlayersBySeat = Annotated[tuple[PlayerNumber | None, ...], Len(4, 4)]
"""The player on each seat; None: nobody."""
WindsBySeat = Annotated[tuple[Wind | None, ...], Len(4, 4)]
PointsBySeat = Annotated[tuple[int, ...], Len(4, 4)]
Declarations = Mapping[str, tuple[SeatNumber, ...]]
"""Seats by the name that the ruleset gives to what they declared."""
TilesBySide = tuple[Count, Count, Count, Count]
"""Tiles, or stacks of two, on each side of the table."""


@dataclass(frozen=True, slots=True)
class EventPart:
    """An object inside an event; read as strictly as the event itself."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    later: ClassVar[frozenset[str]] = frozenset()
    """Members that the first release did not write; they stay out of the journal while they are null."""


@dataclass(frozen=True, slots=True)
class SeatedPlayer(EventPart):
    """Who sits where, for readers."""

    seat: SeatNumber
    name: str


@dataclass(frozen=True, slots=True)
class BroughtOver(EventPart):
    """What the players bring from the matches that this one goes on from; lists are by player."""

    match: str
    """The match before."""
    matches: Number
    """How many there were, that one counted."""
    net: tuple[int, ...]
    """Points won and lost in them."""
    points: tuple[int, ...]
    """What the ruleset gave for their rankings, in thousandths."""


@dataclass(frozen=True, slots=True)
class SeatDice(EventPart):
    """Dice thrown for a seat."""

    seat: SeatNumber
    dice: Dice


@dataclass(frozen=True, slots=True)
class StoredWall(EventPart):
    """The wall of a ruleset: ``controller.rules.game.WallPlan``."""

    later: ClassVar = frozenset({"counted", "turned", "replaced_from", "dead_tiles"})
    tiles: Count
    """Tiles that the machine stands up."""
    players: Count = 4
    absent_seat: SeatNumber | None = None
    """The seat that stays empty."""
    dead: Literal["none", "stacks", "counted", "moving"] = "none"
    """How the dead wall is made."""
    dead_stacks: Count = 0
    """Stacks of the dead wall, where they are a fixed number."""
    break_rule: Literal["count", "own-wall", "always-own"] = "count"
    """Whose side is broken: the one that the dice count, or the dealer's own, in the first hand or always."""
    dealer_last_two: Literal["leap", "adjacent"] = "leap"
    hand_tiles: Count = 13
    """Tiles of a hand before its draw."""
    indicator: Count | None = None
    """Place of the first indicator in the replacement order, from 0."""
    every_side: bool = False
    """Whether the side of an empty seat has a wall."""
    count_over: Literal["sides", "players"] = "sides"
    """What the dice count."""
    counted: Literal["smaller"] | None = None
    """So many stacks are counted as the smaller die shows; absent: as all dice show."""
    long_sides: Literal["dealer", "neighbours"] = "dealer"
    """Where the stacks stand that cannot be shared equally."""
    turned: Literal[True] | None = None
    """The tile after the deal is turned up; absent: it is not."""
    replaced_from: Literal["front", "nowhere"] | None = None
    """Replacement tiles come from the front of the wall, or there are none; absent: from its end."""
    dead_tiles: Count | None = None
    """Tiles of the dead wall, where it is no number of stacks."""


@dataclass(frozen=True, slots=True)
class StoredDice(EventPart):
    """The dice of a ruleset."""

    dice: Count
    """Dice in a throw."""
    throws: Count = 1
    """Throws for a break."""


@dataclass(frozen=True, slots=True)
class StoredPosition(EventPart):
    """Where a match stands, with the winds and players of the table."""

    later: ClassVar = frozenset({"east", "draws", "jackpot", "tally", "by_break", "has_won"})
    dealer: SeatNumber
    first_dealer: SeatNumber
    prevailing: Wind
    """The prevailing wind."""
    winds: WindsBySeat
    """The seat winds; null for an empty seat."""
    players: PlayersBySeat
    """Who sits where in this hand; null for an empty seat."""
    round: Count = 0
    """From 0 (East)."""
    number: Number = 1
    """The regular hand, from 1."""
    extra: Count = 0
    """Hands already played with this dealer in this turn."""
    carry: Count = 0
    """Drawn hands since the last win, or the counters on the table."""
    deposits: Count = 0
    """Sticks on the table."""
    east: SeatNumber | None = None
    """Who is East in this hand, where that is the owner of the broken wall; null for the dealer."""
    draws: Count | None = None
    """Drawn hands of the match so far, where each of them moves the prevailing wind on; otherwise null."""
    jackpot: Count | None = None
    """Points in the jackpot; null for none."""
    tally: PointsBySeat | None = None
    """What each seat has won towards the jackpot; null while nobody has."""
    by_break: bool | None = None
    """The break of the wall has named the prevailing wind of this hand; otherwise null."""
    has_won: PointsBySeat | None = None
    """By seat, 1 once it has won a hand, in matches that count it; null while nobody has."""


@dataclass(frozen=True, slots=True)
class FirstStack(EventPart):
    """Where the deal begins."""

    seat: SeatNumber
    stack_from_right: Number
    """Counted from 1 at the right end of the side, as its player sees it."""


@dataclass(frozen=True, slots=True)
class BrokenWall(EventPart):
    """Where the wall was broken, and what stood there."""

    sides: TilesBySide | None
    """Tiles on each side as the machine built them; null: as the ruleset shares them out."""
    single_end: Literal["left", "right"]
    """The end of a side at which a single tile stands."""
    broken_wall_seat: SeatNumber
    stacks_counted: Count
    first_stack: FirstStack


@dataclass(frozen=True, slots=True)
class StoredOutcome(EventPart):
    """How a hand ended."""

    kind: Literal["win", "draw", "abort"]
    winners: tuple[SeatNumber, ...] = ()
    """Seats, in turn order after the discarder."""
    discarder: SeatNumber | None = None
    """Null: a win from the wall, or none."""
    ready: tuple[SeatNumber, ...] = ()
    """Seats that showed a ready hand after a draw."""
    reason: str = ""
    """Of an abort; ``void``: nothing moves and the hand is played again."""
    declared: Declarations = field(default_factory=dict)
    """Seats by what they declared (riichi: laid down a stick; nagashi: drew the hand with discards of terminals and
    honors alone); a name is left out where nobody did."""


@dataclass(frozen=True, slots=True)
class StoredLine(EventPart):
    """One movement of points between two seats."""

    payer: SeatNumber
    payee: SeatNumber
    amount: int
    key: str
    """The sentence of the message catalogue that gives the reason."""


@dataclass(frozen=True, slots=True)
class StoredSettlement(EventPart):
    """What a hand moves."""

    later: ClassVar = frozenset({"jackpot", "tally", "has_won"})
    net: PointsBySeat
    """Points of each seat; the sum is zero unless something is laid on the table or taken from it."""
    lines: tuple[StoredLine, ...] = ()
    deposits: int = 0
    """Change of the sticks on the table."""
    jackpot: int | None = None
    """Change of the jackpot; null for none."""
    tally: PointsBySeat | None = None
    """Change of what each seat has won towards the jackpot; null for none."""
    has_won: PointsBySeat | None = None
    """By seat, 1 where this win is the first of the match; null for none, and in matches that do not count it."""


@dataclass(frozen=True, slots=True)
class StoredInstant(EventPart):
    """Something that was paid at once while a hand was played."""

    instant: str
    """As the ruleset names it (``asks.instants``), such as ``concealed-kong``."""
    seat: SeatNumber
    """Who has it."""
    feeder: SeatNumber | None
    """Who discarded the tile for it; null where nobody is named."""
    tile: str
    """Of which tile it is; empty where nobody said so."""
    flags: tuple[str, ...]
    """What else is true of it and changes what it pays."""
    ends: Count
    """Wins of the hand that were before it."""
    settlement: StoredSettlement


@dataclass(frozen=True, slots=True)
class StoredWin(EventPart):
    """A win that counts."""

    winner: SeatNumber
    source: Literal["self-draw", "discard", "robbed-kong"]
    discarder: SeatNumber | None
    liable: SeatNumber | None
    """The seat that is liable for the hand."""
    total: Count
    """What it counts, in the unit of the ruleset."""
    limit: bool
    fu: Count | None
    level: str
    """The name of its worth; empty for none."""
    losers: tuple[Count, ...] | None = field(default=None, kw_only=True)
    """By seat, what the hands of those count who have not won; null in games that do not pay for them."""

    tally: Count | None = field(default=None, kw_only=True)
    """What it adds to the winner's tally, or the chips that each payer gives; null in games that count neither."""

    later: ClassVar = frozenset({"losers", "tally"})


@dataclass(frozen=True, slots=True)
class StoredQuickWin(StoredWin):
    """A win that was entered without its tiles."""

    form: Literal["quick"] = "quick"


@dataclass(frozen=True, slots=True)
class StoredScoredWin(StoredWin):
    """A win that was entered with its tiles."""

    record: Json
    """The scoring record (``tests/cases/README.md``)."""
    result: Json
    """What the engine made of it, with its explanation."""
    form: Literal["scored"] = "scored"


AnyWin = StoredQuickWin | StoredScoredWin


@dataclass(frozen=True, slots=True)
class ResettledHand(EventPart):
    """A hand after a corrected one, as the correction leaves it."""

    hand: Number
    position: StoredPosition
    settlement: StoredSettlement | None
    """Null: the hand is still being played."""
    next: StoredPosition | None
    """Null: the match is over after it, or the hand is still being played."""


@dataclass(frozen=True, slots=True)
class ResettledEnd(EventPart):
    """An end of a hand after which play went on, as a correction leaves it."""

    hand: Number
    end: Number
    """From 1."""
    settlement: StoredSettlement


@dataclass(frozen=True, slots=True)
class PointsMoved(EventPart):
    """Points that a penalty moves between players; null is the bank or, in a kitty, the pot of the hand."""

    payer: PlayerNumber | None
    payee: PlayerNumber | None
    amount: int
