"""What a configured ruleset offers to the rest of the house.

The match, the walls and the machine know a game only through these values: none of them asks which game it is.
Seats and winds: ``controller.rules.seats``; amounts are whole points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from controller.rules.entry import Asks
from controller.rules.hand.record import Source
from controller.rules.hand.tile_set import TileSet
from controller.rules.paid import Paid, PaidWin, Scored
from controller.rules.seats import Seat, Wind, empty_chairs
from controller.rules.winners import Call, Choice


@dataclass(frozen=True, slots=True)
class WallPlan:
    """How many tiles the machine must stand up, and how the dead wall is made.

    ``absent_seat``: nobody sits there; of two players the chair opposite is empty as well.

    ``dead``: ``"none"``, ``"stacks"`` (a fixed number, ``dead_stacks``), ``"counted"`` (the stacks counted by the
    dice) or ``"moving"`` (``dead_stacks``, refilled with every replacement tile). ``dead_tiles``: the dead wall is so
    many tiles instead, of a split stack the lower one where it moves, else the upper one.

    ``indicator``: place of the first dora indicator in the replacement order, from 0; the further ones lie at every
    second place after it, each on the tile under it. ``every_side``: the side of an empty seat has a wall too.
    ``turned``: the tile after the deal is turned up and is out of play. ``count_over``: the dice count all sides or
    only those of players. ``counted``: so many stacks are counted as all dice show, or as the smaller die of the throw,
    or as the second throw shows alone.
    ``replaced_from``: replacement tiles come from the end of the wall, or like draws from its front; or there are none.
    ``break_rule``: the dice count whose wall is broken, or it is the dealer's own, in the first hand of a match or in
    every one.
    ``long_sides``: where stacks that cannot be shared equally stand, at the dealer's and the opposite side or at their
    neighbours'.
    """

    tiles: int
    players: int = 4
    absent_seat: Seat | None = None
    dead: Literal["none", "stacks", "counted", "moving"] = "none"
    dead_stacks: int = 0
    break_rule: Literal["count", "own-wall", "always-own"] = "count"
    dealer_last_two: Literal["leap", "adjacent"] = "leap"
    hand_tiles: int = 13
    indicator: int | None = None
    every_side: bool = False
    count_over: Literal["sides", "players"] = "sides"
    turned: bool = False
    counted: Literal["sum", "smaller", "second"] = "sum"
    long_sides: Literal["dealer", "neighbours"] = "dealer"
    replaced_from: Literal["end", "front", "nowhere"] = "end"
    dead_tiles: int = 0

    @classmethod
    def of(cls, tiles: TileSet, **how: Any) -> WallPlan:
        """The walls of a set of tiles; ``how``: the other fields."""
        return cls(tiles.total, players=tiles.players, hand_tiles=tiles.hand, **how)

    @property
    def empty(self) -> tuple[Seat, ...]:
        """The chairs on which nobody sits."""
        return empty_chairs(self.absent_seat, two=self.players == 2)


@dataclass(frozen=True, slots=True)
class DicePlan:
    """Dice per throw and throws for the break."""

    dice: int
    throws: int = 1


JACKPOT: Final = "jackpot"
"""The name in a pot of points that wait for whoever wins them with several hands."""
Pot = Mapping[str, int]
"""What lies on the table for a winner to come, by the names that the family of games gives it (riichi: ``deposits``,
in sticks), and what is counted by seat beside the points: how far each has come towards a jackpot, or its chips
(``tally_of``), and who has won a hand (``won_of``). A name that is not there stands for none."""


def tally_of(seat: Seat) -> str:
    """The name in a pot of what a seat has won towards the jackpot, or of its chips."""
    return f"tally-{seat}"


def won_of(seat: Seat) -> str:
    """The name in a pot of the marker of a seat: 1 once it has won a hand, where the match counts that."""
    return f"won-{seat}"


Declared = Mapping[str, tuple[Seat, ...]]
"""Who declared or showed what in a hand, by the names of the family (riichi: ``riichi``, ``nagashi``). A name that is
not there stands for nobody."""


def pot_after(pot: Pot, change: Pot) -> Pot:
    """The pot after something was laid into it or taken from it."""
    names = dict.fromkeys((*pot, *change))
    return {name: number for name in names if (number := pot.get(name, 0) + change.get(name, 0))}


@dataclass(frozen=True, slots=True)
class MatchPosition:
    """Where a match stands before a hand.

    ``round`` counts from 0 (East). ``number`` is the regular hand number from 1; ``streak`` the hands already played
    with this dealer in this turn (0: a regular hand). ``extra_hands``: what the next winner is paid for besides his
    hand; riichi counts them with counters on the table (honba), other games count the drawn hands since the last win.
    ``east``: who is East in a hand where this need not be the dealer; None for the dealer. ``draws``: drawn hands so
    far, counted where each of them moves the prevailing wind on. ``prevailing``: the prevailing wind of a hand where
    the break of its wall has named it; None where it follows from the position.
    """

    dealer: Seat
    first_dealer: Seat
    round: int = 0
    number: int = 1
    streak: int = 0
    extra_hands: int = 0
    pot: Pot = field(default_factory=dict)
    east: Seat | None = None
    draws: int = 0
    prevailing: Wind | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One movement of points with the reason for it: ``key`` names a sentence of the message catalogue."""

    payer: Seat
    payee: Seat
    amount: int
    key: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """What an end of a hand moves, or what is paid at once while it is played. ``net[seat]`` sums to zero unless
    something is laid into the pot or taken from it (``pot``: its change)."""

    net: tuple[int, ...]
    lines: tuple[Line, ...] = ()
    pot: Pot = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Instant:
    """Something that is paid at once while a hand is played, such as a kong.

    ``id``: as the game names it (``Asks.instants``); ``seat``: who has it; ``feeder``: who discarded the tile for it,
    where the game asks for that; ``tile``: of which tile it is, empty where nobody says so; ``flags``: what else is
    true of it and changes what it pays.
    """

    id: str
    seat: Seat
    feeder: Seat | None = None
    tile: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaidInstant:
    """Something that was paid at once, and what it moved."""

    instant: Instant
    settlement: Settlement


@dataclass(frozen=True, slots=True)
class End:
    """How a hand ended, or that somebody won in it while the others play on. ``winners`` in turn order after the
    discarder; ``ready``: seats with a ready hand at a draw, where the ruleset asks for it; ``instants``: what was paid
    at once since the end before, in order; ``out``: who had won in the hand before it.
    """

    kind: Literal["win", "draw", "abort"]
    winners: tuple[Seat, ...] = ()
    discarder: Seat | None = None
    ready: tuple[Seat, ...] = ()
    reason: str = ""
    declared: Declared = field(default_factory=dict)
    instants: tuple[PaidInstant, ...] = ()
    out: tuple[Seat, ...] = ()

    def who_declared(self, name: str) -> tuple[Seat, ...]:
        return self.declared.get(name, ())


Ends = Sequence[End]
"""The ends of one hand in their order: one in most games, several where play goes on after a win. The last one is the
newest; those before it have been settled."""


@dataclass(frozen=True, slots=True)
class QuickWin:
    """A win without tiles: who, from whom, and how much it counted (in the unit of the ruleset).

    ``fu`` where the ruleset counts them; ``liable``: the seat that is liable for the hand; ``declared``: what was
    declared in the hand (``End.declared``), which the match fills in; ``losers``: by seat, what the hands of those
    count who have not won, in games that pay for them (nothing: they count nothing); ``chips``: what each payer gives
    beside the points, in games with chips.
    """

    winner: Seat
    source: Source
    discarder: Seat | None
    total: int
    limit: bool = False
    fu: int | None = None
    liable: Seat | None = None
    declared: Declared = field(default_factory=dict)
    losers: tuple[int, ...] = ()
    chips: int = 0


class Game(Protocol):
    """A ruleset with its options fixed."""

    @property
    def ruleset(self) -> str: ...
    @property
    def options(self) -> Mapping[str, Any]: ...
    @property
    def digest(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def tiles(self) -> TileSet: ...
    @property
    def wall(self) -> WallPlan: ...
    @property
    def dice(self) -> DicePlan: ...
    @property
    def start_points(self) -> int: ...
    @property
    def pieces(self) -> tuple[int, ...]:
        """Values of the pieces that its scores are usually kept with."""

    @property
    def seating(self) -> str:
        """How seats and the first dealer are found when nobody says otherwise."""

    @property
    def asks(self) -> Asks: ...

    def check_new(self) -> None:
        """Raises ``OptionError`` for options that no new rules may have; a match that was begun with them goes on."""

    def score(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """One scoring record to its result, with ``explain`` when the record asks for it (``"explain": true``).

        Raises ``RecordError`` (names the field) for a malformed record. An illegal hand is a result, not an error.
        """

    def scored(self, record: Mapping[str, Any]) -> Scored:
        """What ``score`` answers, and of a legal hand what it pays."""

    def paid_quick(self, position: MatchPosition, win: QuickWin) -> PaidWin:
        """What a win without tiles pays. Raises ``RecordError`` for figures that cannot be."""

    def record_facts(self, position: MatchPosition, end: End, winner: Seat) -> Mapping[str, Any]:
        """Fields of a winner's scoring record that the position knows better than people do (extra hands, pot)."""

    def choose(self, discarder: Seat | None, calls: Sequence[Call]) -> Choice:
        """Who of several that win on one tile wins."""

    def goes_on(self, ends: Ends) -> bool:
        """Whether the hand is played on after the last of these ends."""

    def settle(self, position: MatchPosition, ends: Ends, wins: Sequence[Paid] = ()) -> Settlement:
        """What the last end moves, with everything that the position adds. ``wins``: those of its winners."""

    def settle_instant(self, position: MatchPosition, ends: Ends, instant: Instant) -> Settlement:
        """What something that is paid at once moves after these ends of the hand. Raises ``RecordError`` for one that
        the game does not know."""

    def advance(self, position: MatchPosition, ends: Ends, scores: Sequence[int]) -> MatchPosition | None:
        """The position of the next hand; None when the match is over. ``scores`` by seat, this hand included."""

    def prevailing(self, position: MatchPosition) -> Wind:
        """The prevailing wind of a hand."""

    def seat_winds(self, position: MatchPosition) -> tuple[Wind | None, ...]:
        """The wind of each seat; None for an empty one."""

    def broken_at(self, position: MatchPosition, side: Seat, counted: Seat) -> MatchPosition:
        """The position once the wall of a hand is broken: in some games the owner of the side that the dice named is
        East. ``counted``: the side of the last stack counted, whose owner's wind prevails in others."""

    def people(self, position: MatchPosition) -> tuple[int, ...]:
        """Which person sits on seats 0-3, by the seat of the first hand; with five people number 4 rests first."""

    def final(self, scores: Sequence[int], position: MatchPosition) -> dict[str, Any]:
        """Final ranking and adjustments after the last hand: ``{"ranking": [...], "points": [...]}``."""

    def penalties(self) -> Sequence[Mapping[str, Any]]:
        """Penalties known to the ruleset: ``{"id", "pays_each_other" | "pays_bank", "effect"}``."""

    def settle_penalty(self, position: MatchPosition, penalty: str, offender: Seat) -> Settlement:
        """What an offence costs between the players. Raises ``OptionError`` for one that the ruleset does not know."""
