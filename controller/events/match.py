"""What happened in a match. Written by the match when it takes the command of a person, or a throw of dice
(``controller.match``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Len

from controller.events.event import STRICT, Event
from controller.events.values import (
    AnyWin,
    BrokenWall,
    BroughtOver,
    Count,
    Die,
    Json,
    Number,
    PlayerNumber,
    PlayersBySeat,
    PointsMoved,
    ResettledEnd,
    ResettledHand,
    SeatDice,
    SeatedPlayer,
    SeatNumber,
    StoredDice,
    StoredInstant,
    StoredOutcome,
    StoredPosition,
    StoredSettlement,
    StoredWall,
)


@dataclass(frozen=True, slots=True)
class MatchEvent(Event):
    """Something that happened in a match."""

    match: str
    """The id of the match."""
    who: str
    """Who gave the command; empty where the match ended by itself."""


@dataclass(frozen=True, slots=True)
class MatchStarted(MatchEvent):
    """A match began: the game, and everything that later events need to know of it."""

    type: ClassVar = "match.started"
    ruleset: str
    options: Json
    """Every option of the ruleset with its value."""
    unit: str
    """What hands count in, such as ``faan`` or ``points``."""
    start_points: int
    """Points of each player at the start."""
    wall: StoredWall
    dice: StoredDice
    players: Number
    names: Annotated[tuple[str, ...], Len(1)]
    """The players, numbered from 0 in this order."""
    chairs: PlayersBySeat
    """Who sits where; null for an empty seat."""
    seats: tuple[SeatedPlayer, ...]
    """The same, for readers."""
    seating: str
    """How seats and first dealer are found: ``dice``, ``dice-east-only``, ``wind-tiles``, ``jup-wai`` or ``given``."""
    asks: Json = field(default_factory=dict)
    """What the form for a result asks in this game (``controller.rules.entry.Asks``)."""
    house_rules: str | None = None
    """The name of the house rules by which it is played, if any."""
    confirmation: Literal["tablet", "phones"] | None = None
    """Who confirms a result: all on the tablet, or each on the own phone; absent: nobody."""
    rules_hash: str | None = None
    """SHA-256 in hex of the ruleset's id and the options, as canonical JSON."""
    profile: str | None = None
    """The profile of the ruleset that the options come from, of which some may be changed; absent: none, or not known.
    """
    hand_check: bool | None = None
    """False: players may not have a hand checked while they play."""
    game: str | None = None
    """The game of a tournament that it is, as the hall calls it: ``tournament/round/table``."""
    brought: BroughtOver | None = None
    """Of a match that goes on from others with the same players; absent: it stands alone."""


@dataclass(frozen=True, slots=True)
class PlayersSeated(MatchEvent):
    """The players sat down by wind."""

    type: ClassVar = "match.seated"
    chairs: PlayersBySeat
    """Who sits where; null for an empty seat."""
    chairs_by_wind: tuple[SeatNumber, ...]
    """Seats in the order of their winds, from East."""
    seats: tuple[SeatedPlayer, ...]
    """The same as ``chairs``, for readers."""


@dataclass(frozen=True, slots=True)
class FirstDealerFound(MatchEvent):
    """It is known who deals first."""

    type: ClassVar = "match.first-dealer"
    seat: SeatNumber
    rolls: tuple[SeatDice, ...]
    """The throws that decided it."""
    method: str
    """The seating of the match."""
    position: StoredPosition
    """That of the first hand."""


@dataclass(frozen=True, slots=True)
class SeatsConfirmed(MatchEvent):
    """Players who were to change seats before a hand say that they have."""

    type: ClassVar = "match.seats-confirmed"
    hand: Number
    """The hand that comes, counted from 1 through the match."""


def _stored_name(field: str) -> str:
    """``break`` is a word of Python."""
    return "break" if field == "broken" else field


@dataclass(frozen=True, slots=True)
class HandStarted(MatchEvent):
    """The wall is broken, or a hand began without recorded dice."""

    type: ClassVar = "match.hand-started"
    __pydantic_config__: ClassVar[Mapping[str, Any]] = {**STRICT, "alias_generator": _stored_name}
    hand: Number
    """Hands of this match so far, this one counted."""
    position: StoredPosition
    dice: tuple[Die, ...]
    """The throw for the break; empty: not recorded."""
    second_throw: tuple[Die, ...] | None
    """Where a game breaks with two throws."""
    broken: BrokenWall | None
    """Stored as ``break``. Null: the dice were not recorded."""


@dataclass(frozen=True, slots=True)
class DeclarationMade(MatchEvent):
    """A player declared something for which points are laid on the table, while the hand is played. The result of the
    hand moves them for good; until then they are missing from the score of the player alone."""

    type: ClassVar = "match.declared"
    hand: Number
    """Counted from 1 through the match."""
    seat: SeatNumber
    declaration: str
    """As the ruleset names it (``asks.declared``), such as ``riichi``."""
    stake: Count
    """Points that were laid down."""


@dataclass(frozen=True, slots=True)
class DeclarationWithdrawn(MatchEvent):
    """A declaration was taken back before the hand had a result; the points return to the player."""

    type: ClassVar = "match.declaration-withdrawn"
    hand: Number
    seat: SeatNumber
    declaration: str


@dataclass(frozen=True, slots=True)
class TilesPassed(MatchEvent):
    """The players passed tiles to each other before the first discard, as a Charleston has it."""

    type: ClassVar = "match.tiles-passed"
    hand: Number
    """Counted from 1 through the match."""
    number: Count
    """Of the pass, from 1; 0 when the players begin."""
    how: Literal["begun", "made", "none", "stopped", "over"]
    """``none``: the pass did not take place; ``stopped``: nor do those after it that a player may stop;
    ``over``: nobody passes any more."""


@dataclass(frozen=True, slots=True)
class PassWithdrawn(MatchEvent):
    """What was said last of the passes was a mistake."""

    type: ClassVar = "match.pass-withdrawn"
    hand: Number
    number: Count


@dataclass(frozen=True, slots=True)
class InstantPaid(MatchEvent):
    """Something happened that is paid at once while the hand is played, such as a kong."""

    type: ClassVar = "match.instant-paid"
    hand: Number
    """Counted from 1 through the match."""
    number: Number
    """Such payments of the hand so far, this one and those taken back counted."""
    paid: StoredInstant


@dataclass(frozen=True, slots=True)
class InstantUndone(MatchEvent):
    """What was paid at once last was taken back, before a win or the end of the hand followed."""

    type: ClassVar = "match.instant-undone"
    hand: Number
    number: Number


@dataclass(frozen=True, slots=True)
class EndRecorded(MatchEvent):
    """How a hand ended, or a win in it."""

    version: ClassVar = 2
    hand: Number
    """Counted from 1 through the match."""
    outcome: StoredOutcome
    wins: tuple[AnyWin, ...]
    """The wins that count, in turn order after the discarder."""
    passed_over: tuple[SeatNumber, ...]
    """Seats that called the same tile in vain."""
    settlement: StoredSettlement


@dataclass(frozen=True, slots=True)
class HandWon(EndRecorded):
    """Somebody won and the others play on, as some games have it: the hand is not over."""

    type: ClassVar = "match.hand-won"


@dataclass(frozen=True, slots=True)
class ResultRecorded(EndRecorded):
    """The result of a hand."""

    next: StoredPosition | None
    """The position that the result leads to; null: the match is over."""


@dataclass(frozen=True, slots=True)
class HandEnded(ResultRecorded):
    """A hand ended."""

    type: ClassVar = "match.hand-ended"


@dataclass(frozen=True, slots=True)
class HandCorrected(ResultRecorded):
    """A new result for an end of a hand, and what follows from it for later ends and hands."""

    type: ClassVar = "match.hand-corrected"
    why: str
    replaces: Number
    """Results that the hand had before."""
    resettled: tuple[ResettledHand, ...]
    """Hands whose payments or positions change, the later ones and of the corrected one the last end."""
    end: Number | None = None
    """Which of several ends of the hand, from 1; absent: the last one. ``next`` is null for another."""
    resettled_ends: tuple[ResettledEnd, ...] | None = None
    """Other ends whose payments change, in hands that had several."""
    instants: tuple[StoredInstant, ...] | None = None
    """Everything that was paid at once in the hand, in order, where that changes; absent: as it was."""


@dataclass(frozen=True, slots=True)
class ResultUndone(MatchEvent):
    """The newest end of a hand was taken back within seconds, before anything followed from it: the hand is open
    again, and a match that it ended goes on."""

    type: ClassVar = "match.result-undone"
    hand: Number
    end: Number
    """Which end of the hand, from 1."""


@dataclass(frozen=True, slots=True)
class ResultConfirmed(MatchEvent):
    """A player agreed with the result of a hand. It closes a dispute of the same player about the hand."""

    type: ClassVar = "match.result-confirmed"
    hand: Number
    revision: Number
    """Results that the hand had: the agreement is about the last of them."""
    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class ResultDisputed(MatchEvent):
    """A player does not agree with the result of a hand. Play goes on; a referee decides."""

    type: ClassVar = "match.result-disputed"
    dispute: Number
    """Disputes of this match so far, this one counted."""
    hand: Number
    revision: Number
    """Results that the hand had."""
    seat: SeatNumber
    text: str
    """What is wrong, in the words of the player."""


@dataclass(frozen=True, slots=True)
class ResultUpheld(MatchEvent):
    """A referee decided that the disputed result of a hand stands: its disputes are closed and it is locked."""

    type: ClassVar = "match.result-upheld"
    hand: Number
    why: str


@dataclass(frozen=True, slots=True)
class ResultLocked(MatchEvent):
    """A referee locked the result of a hand: only a referee changes it from now on."""

    type: ClassVar = "match.result-locked"
    hand: Number


@dataclass(frozen=True, slots=True)
class PenaltyRecorded(MatchEvent):
    """A penalty, a warning, or the cancellation of one."""

    type: ClassVar = "match.penalty"
    penalty: Number
    """Penalties of this match so far, this one counted."""
    hand: Number | None
    """The hand that it falls in."""
    seat: SeatNumber
    """The offender's."""
    player: PlayerNumber
    """The offender."""
    kind: str
    """A penalty of the ruleset, ``points`` or ``warning``."""
    effect: str
    """What else the ruleset has it do; ``kitty``: it is paid into the pot of the hand."""
    movements: tuple[PointsMoved, ...]
    settle: Literal["now", "match-end", "after-ranking"]
    """When the points move."""
    kitty: bool
    why: str
    cancels: Number | None = None
    """The penalty that this one takes back."""


@dataclass(frozen=True, slots=True)
class BarLifted(MatchEvent):
    """A player who could not win before a turn of his own has had it: what the penalty asked of him is done."""

    type: ClassVar = "match.bar-lifted"
    penalty: Number
    """The penalty that had the bar as its effect."""


@dataclass(frozen=True, slots=True)
class RulingRecorded(MatchEvent):
    """A ruling in words, for the record."""

    type: ClassVar = "match.ruling"
    ruling: Number
    """Rulings of this match so far, this one counted."""
    hand: Number | None
    """The hand that it falls in."""
    text: str


@dataclass(frozen=True, slots=True)
class MatchEnded(MatchEvent):
    """The match is over and ranked, or ranked anew after points have moved in it."""

    type: ClassVar = "match.ended"
    how: Literal["played-out", "early"]
    why: str
    final: Json
    """The ranking of the game: rows of ``place``, ``player``, ``name``, ``score`` and ``points``, best first, under
    ``ranking``, and what the game adds to it."""


@dataclass(frozen=True, slots=True)
class MatchAbandoned(MatchEvent):
    """The match is over and not ranked."""

    type: ClassVar = "match.abandoned"
    why: str
