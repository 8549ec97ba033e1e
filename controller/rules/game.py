"""What a configured ruleset offers to the rest of the house.

The match, the walls and the machine know a game only through these values: none of them asks which game it is.
Seats and winds: ``controller.rules.seats``; amounts are whole points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from controller.rules.entry import Asks
from controller.rules.hand.record import Source
from controller.rules.hand.tile_set import TileSet
from controller.rules.seats import Seat, Wind


@dataclass(frozen=True, slots=True)
class WallPlan:
    """How many tiles the machine must stand up, and how the dead wall is made.

    ``dead``: ``"none"``, ``"stacks"`` (a fixed number, ``dead_stacks``), ``"counted"`` (the stacks counted by the
    dice) or ``"moving"`` (``dead_stacks``, refilled with every replacement tile).

    ``indicator``: place of the first dora indicator in the replacement order, from 0; the further ones lie at every
    second place after it, each on the tile under it. ``every_side``: the side of an empty seat has a wall too.
    ``count_over``: the dice count all sides or only those of players. ``long_sides``: where stacks that cannot be
    shared equally stand, at the dealer's and the opposite side or at their neighbours'.
    """

    tiles: int
    players: int = 4
    absent_seat: Seat | None = None
    dead: Literal["none", "stacks", "counted", "moving"] = "none"
    dead_stacks: int = 0
    break_rule: Literal["count", "own-wall"] = "count"
    dealer_last_two: Literal["leap", "adjacent"] = "leap"
    hand_tiles: int = 13
    indicator: int | None = None
    every_side: bool = False
    count_over: Literal["sides", "players"] = "sides"
    long_sides: Literal["dealer", "neighbours"] = "dealer"

    @classmethod
    def of(cls, tiles: TileSet, **how: Any) -> WallPlan:
        """The walls of a set of tiles; ``how``: the other fields."""
        return cls(tiles.total, players=tiles.players, hand_tiles=tiles.hand, **how)


@dataclass(frozen=True, slots=True)
class DicePlan:
    """Dice per throw and throws for the break."""

    dice: int
    throws: int = 1


@dataclass(frozen=True, slots=True)
class Position:
    """Where a match stands before a hand.

    ``round`` counts from 0 (East). ``number`` is the regular hand number from 1; ``extra`` the hands already played
    with this dealer in this turn (0: a regular hand). ``carry`` counts drawn hands since the last win (riichi: the
    counters on the table), ``deposits`` the sticks on the table.
    """

    dealer: Seat
    first_dealer: Seat
    round: int = 0
    number: int = 1
    extra: int = 0
    carry: int = 0
    deposits: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended. ``ready``: seats with a ready hand at a draw, where the ruleset asks for it.

    ``riichi``: seats that laid down a stick in this hand. ``nagashi``: seats that drew the hand with terminals and
    honors alone discarded and none of them claimed.
    """

    kind: Literal["win", "draw", "abort"]
    winners: tuple[Seat, ...] = ()
    discarder: Seat | None = None
    ready: tuple[Seat, ...] = ()
    reason: str = ""
    riichi: tuple[Seat, ...] = ()
    nagashi: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One movement of points with the reason for it: ``key`` names a sentence of the message catalogue."""

    payer: Seat
    payee: Seat
    amount: int
    key: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a hand moves. ``net[seat]`` sums to zero unless sticks are laid down or taken (``deposits``: change)."""

    net: tuple[int, ...]
    lines: tuple[Line, ...] = ()
    deposits: int = 0


@dataclass(frozen=True, slots=True)
class QuickWin:
    """A win without tiles: who, from whom, and how much it counted (in the unit of the ruleset).

    ``fu`` where the ruleset counts them; ``liable``: the seat that is liable for the hand.
    """

    winner: Seat
    source: Source
    discarder: Seat | None
    total: int
    limit: bool = False
    fu: int | None = None
    liable: Seat | None = None


class Game(Protocol):
    """A ruleset with its options fixed."""

    @property
    def ruleset(self) -> str: ...
    @property
    def options(self) -> Mapping[str, Any]: ...
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
    def seating(self) -> str:
        """How seats and the first dealer are found when nobody says otherwise."""

    @property
    def asks(self) -> Asks: ...

    def score(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """One scoring record to its result, with ``explain`` when the record asks for it (``"explain": true``).

        Raises ``RecordError`` (names the field) for a malformed record. An illegal hand is a result, not an error.
        """

    def table_facts(
        self, position: Position, riichi: Sequence[Seat] = (), winners: Sequence[Seat] = (), winner: Seat | None = None
    ) -> Mapping[str, Any]:
        """Fields of a scoring record that the position knows better than people do (counters, sticks).

        Where several win: what ``winner`` has of them, ``winners`` being all of them in turn order.
        """

    def settle_quick(self, position: Position, wins: Sequence[QuickWin], riichi: Sequence[Seat] = ()) -> Settlement:
        """Payments of a quick-form result, with everything that the position adds (carry, counters, deposits).

        ``riichi``: seats that laid down a stick in this hand.
        """

    def settle_scored(
        self, position: Position, wins: Sequence[Mapping[str, Any]], riichi: Sequence[Seat] = ()
    ) -> Settlement:
        """Payments of full-form results: each ``{"winner": seat, "discarder": seat | None, "result": score()}``,
        with the scoring ``record`` where somebody may be liable."""

    def settle_without_win(self, position: Position, outcome: Outcome) -> Settlement:
        """Payments of a drawn or aborted hand."""

    def advance(self, position: Position, outcome: Outcome, scores: Sequence[int]) -> Position | None:
        """The position of the next hand; None when the match is over."""

    def prevailing(self, position: Position) -> Wind:
        """The prevailing wind of a hand."""

    def seat_winds(self, position: Position) -> tuple[Wind | None, ...]:
        """The wind of each seat; None for an empty one."""

    def people(self, position: Position) -> tuple[int, ...]:
        """Which person sits on seats 0-3, by the seat of the first hand; with five people number 4 rests first."""

    def final(self, scores: Sequence[int], position: Position) -> dict[str, Any]:
        """Final ranking and adjustments after the last hand: ``{"ranking": [...], "points": [...]}``."""

    def penalties(self) -> Sequence[Mapping[str, Any]]:
        """Penalties known to the ruleset: ``{"id", "pays_each_other" | "pays_bank", "effect"}``."""

    def settle_penalty(self, position: Position, penalty: str, offender: Seat) -> Settlement:
        """What an offence costs between the players. Raises ``OptionError`` for one that the ruleset does not know."""
