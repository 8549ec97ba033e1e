"""What a configured ruleset offers to the rest of the house.

The match, the walls and the machine know a game only through these values: none of them asks which game it is.
Chairs are 0-3 counter-clockwise; seat winds are the letters E S W N; amounts are whole points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from controller.rules.entry import Asks

Wind = Literal["E", "S", "W", "N"]
WINDS: tuple[Wind, Wind, Wind, Wind] = ("E", "S", "W", "N")


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
    absent_seat: int | None = None
    dead: Literal["none", "stacks", "counted", "moving"] = "none"
    dead_stacks: int = 0
    break_rule: Literal["count", "own-wall"] = "count"
    dealer_last_two: Literal["leap", "adjacent"] = "leap"
    hand_tiles: int = 13
    indicator: int | None = None
    every_side: bool = False
    count_over: Literal["sides", "players"] = "sides"
    long_sides: Literal["dealer", "neighbours"] = "dealer"


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

    dealer: int
    first_dealer: int
    round: int = 0
    number: int = 1
    extra: int = 0
    carry: int = 0
    deposits: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended, in chairs. ``ready``: chairs with a ready hand at a draw, where the ruleset asks for it.

    ``riichi``: chairs that laid down a stick in this hand. ``nagashi``: chairs that drew the hand with terminals and
    honors alone discarded and none of them claimed.
    """

    kind: Literal["win", "draw", "abort"]
    winners: tuple[int, ...] = ()
    discarder: int | None = None
    ready: tuple[int, ...] = ()
    reason: str = ""
    riichi: tuple[int, ...] = ()
    nagashi: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One movement of points with the reason for it: ``key`` names a sentence of the message catalogue."""

    payer: int
    payee: int
    amount: int
    key: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a hand moves. ``net[chair]`` sums to zero unless sticks are laid down or taken (``deposits``: change)."""

    net: tuple[int, ...]
    lines: tuple[Line, ...] = ()
    deposits: int = 0


@dataclass(frozen=True, slots=True)
class QuickWin:
    """A win without tiles: who, from whom, and how much it counted (in the unit of the ruleset).

    ``fu`` where the ruleset counts them; ``liable``: the chair that is liable for the hand.
    """

    winner: int
    source: Literal["self-draw", "discard", "robbed-kong"]
    discarder: int | None
    total: int
    limit: bool = False
    fu: int | None = None
    liable: int | None = None


class Game(Protocol):
    """A ruleset with its options fixed."""

    @property
    def ruleset(self) -> str: ...
    @property
    def options(self) -> Mapping[str, Any]: ...
    @property
    def unit(self) -> str: ...
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
        self, position: Position, riichi: Sequence[int] = (), winners: Sequence[int] = (), winner: int | None = None
    ) -> Mapping[str, Any]:
        """Fields of a scoring record that the position knows better than people do (counters, sticks).

        Where several win: what ``winner`` has of them, ``winners`` being all of them in turn order.
        """

    def settle_quick(self, position: Position, wins: Sequence[QuickWin], riichi: Sequence[int] = ()) -> Settlement:
        """Payments of a quick-form result, with everything that the position adds (carry, counters, deposits).

        ``riichi``: chairs that laid down a stick in this hand.
        """

    def settle_scored(
        self, position: Position, wins: Sequence[Mapping[str, Any]], riichi: Sequence[int] = ()
    ) -> Settlement:
        """Payments of full-form results: each ``{"winner": chair, "discarder": chair | None, "result": score()}``,
        with the scoring ``record`` where somebody may be liable."""

    def settle_without_win(self, position: Position, outcome: Outcome) -> Settlement:
        """Payments of a drawn or aborted hand."""

    def advance(self, position: Position, outcome: Outcome, scores: Sequence[int]) -> Position | None:
        """The position of the next hand; None when the match is over."""

    def prevailing(self, position: Position) -> Wind:
        """The prevailing wind of a hand."""

    def seat_winds(self, position: Position) -> tuple[Wind | None, ...]:
        """The wind of each chair; None for an empty one."""

    def people(self, position: Position) -> tuple[int, ...]:
        """Which person sits on chairs 0-3, by the chair of the first hand; with five people number 4 rests first."""

    def final(self, scores: Sequence[int], position: Position) -> dict[str, Any]:
        """Final ranking and adjustments after the last hand: ``{"ranking": [...], "points": [...]}``."""

    def penalties(self) -> Sequence[Mapping[str, Any]]:
        """Penalties known to the ruleset: ``{"id", "pays_each_other" | "pays_bank", "effect"}``."""

    def settle_penalty(self, position: Position, penalty: str, offender: int) -> Settlement:
        """What an offence costs between the players. Raises ``OptionError`` for one that the ruleset does not know."""
