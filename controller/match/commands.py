"""What people ask of a match. Every command says who asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from controller.commands import Command
from controller.fairness.roll import Roll
from controller.match.state import Confirmation
from controller.rules.game import Declared, Instant, QuickWin
from controller.rules.hand.record import Source
from controller.rules.seats import Seat, Wind
from controller.walls.sides import SideEnd, Sides


@dataclass(frozen=True, slots=True)
class StartMatch(Command):
    """``names`` by seat; an empty seat is left out or blank, a fifth name is the player who sits out the first round.

    ``seating``: ``dice`` (by rank), ``dice-east-only``, ``wind-tiles``, ``jup-wai``, ``given`` (``first_dealer``);
    None takes the way of the ruleset. ``options`` are set on top of the named ``profile``; the match keeps them all, so
    that it does not change when the profile does. ``house_rules``: the name of the house rules that they are, if any.
    ``confirmation`` and ``hand_check``: None takes what the table usually does. ``game``: of a tournament, as the hall
    calls it.
    """

    match: str
    ruleset: str
    names: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seating: str | None = None
    first_dealer: Seat | None = None
    profile: str | None = None
    house_rules: str | None = None
    confirmation: Confirmation | None = None
    hand_check: bool | None = None
    game: str | None = None


@dataclass(frozen=True, slots=True)
class PlayOn(Command):
    """Another match (``match``: its id) of the same game and players after one that was ranked, with totals of both.
    ``seats``: ``kept`` with the same first dealer, or ``drawn`` again in the way of the match before."""

    match: str
    seats: Literal["kept", "drawn"] = "kept"


@dataclass(frozen=True, slots=True)
class Throw(Command):
    """Dice thrown for the match, for whatever it waits for. ``sides``: tiles that really stand on each side, if
    known.
    """

    seat: Seat
    roll: Roll
    sides: Sides | None = None
    single_end: SideEnd = "left"


RESTS: Final = "5p"
"""Among the wind tiles of five players: whoever draws it rests first."""
Drawn = Wind | Literal["5p"]


@dataclass(frozen=True, slots=True)
class DrawWinds(Command):
    """The tile drawn by the player on each seat: a wind, and with five players the 5 of dots, which rests first.
    ``fifth``: the wind of the player without a seat; None where he has the 5 of dots himself, or there is none.
    ``east_seat``: the one that East chooses (default: his own).
    """

    winds: Mapping[Seat, Drawn]
    east_seat: Seat | None = None
    fifth: Wind | None = None


@dataclass(frozen=True, slots=True)
class ConfirmSeats(Command):
    """Everybody sits where the match has them. Nothing waits for it: a throw, or a hand that begins, says the same."""


@dataclass(frozen=True, slots=True)
class BeginHand(Command):
    """A hand begins without recorded dice: they were thrown on the table and nobody entered them."""


@dataclass(frozen=True, slots=True)
class ScoredWin:
    """A win with its tiles: ``parts`` of a scoring record (hand, melds, winning_tile, flowers, flags ...).

    ``liable``: the seat that is liable for the hand.
    """

    winner: Seat
    source: Source
    discarder: Seat | None
    parts: Mapping[str, Any]
    liable: Seat | None = None


Win = QuickWin | ScoredWin


@dataclass(frozen=True, slots=True)
class InstantThen:
    """Something that was paid at once in a hand that is corrected; ``ends``: wins of the hand that were before it."""

    instant: Instant
    ends: int = 0


@dataclass(frozen=True, slots=True)
class HandResult:
    """How a hand ended. An abort with reason ``void`` moves nothing and the hand is played again.

    ``declared``: seats by what they declared, as in ``controller.rules.game.End``. ``instants``: of a correction alone,
    everything that was paid at once in the hand, in order; None: as it was entered.
    """

    kind: Literal["win", "draw", "abort"]
    wins: tuple[Win, ...] = ()
    ready: tuple[Seat, ...] = ()
    reason: str = ""
    declared: Declared = field(default_factory=dict)
    instants: tuple[InstantThen, ...] | None = None


@dataclass(frozen=True, slots=True)
class PayInstant(Command):
    """Something happened that is paid at once while the hand is played. ``ends``: wins of the hand that the person had
    seen, None for no check."""

    hand: int
    instant: Instant
    ends: int | None = None


@dataclass(frozen=True, slots=True)
class UndoInstant(Command):
    """Takes back what was paid at once last, number ``number`` of the hand."""

    hand: int
    number: int


@dataclass(frozen=True, slots=True)
class Declare(Command):
    """A player lays points on the table while the hand is played. ``withdraw``: takes them back."""

    hand: int
    seat: Seat
    declaration: str
    withdraw: bool = False


PassHow = Literal["begun", "made", "none", "stopped", "over"]
"""What became of a pass of tiles. ``begun``: of none yet, the players begin; ``none``: it did not take place;
``stopped``: nor do those after it that a player may stop; ``over``: nothing is passed any more."""


@dataclass(frozen=True, slots=True)
class PassTiles(Command):
    """The players have passed tiles before the first discard: pass ``number``, from 1; 0 when they begin. ``withdraw``:
    takes back what was said last."""

    hand: int
    number: int
    how: PassHow = "made"
    withdraw: bool = False


@dataclass(frozen=True, slots=True)
class EndHand(Command):
    """``hand`` is the index of the hand that the person had before him, ``ends`` how many ends of it (None for no
    check): a late or repeated result is refused. A win after which the others play on does not end the hand."""

    hand: int
    result: HandResult
    ends: int | None = None


@dataclass(frozen=True, slots=True)
class UndoResult(Command):
    """Takes back the newest result, number ``hand``, a few seconds after it was entered. ``now``: ISO 8601, when the
    table was asked."""

    hand: int
    now: str = ""


@dataclass(frozen=True, slots=True)
class ConfirmResult(Command):
    """A player agrees with the result of a hand; ``revision``: results of it that were seen, None for no check.
    ``own``: given on the player's own phone, else on the tablet of the table."""

    hand: int
    seat: Seat
    revision: int | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class DisputeResult(Command):
    """A player does not agree with the result of a hand."""

    hand: int
    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class UpholdResult(Command):
    """A referee decides that a disputed result stands."""

    why: str
    hand: int


@dataclass(frozen=True, slots=True)
class LockResult(Command):
    """Only a referee changes the result of this hand from now on."""

    hand: int


@dataclass(frozen=True, slots=True)
class CorrectHand(Command):
    """A new result for an end of a hand: the last one, or number ``end`` (from 1) of several. ``revision``: results of
    that hand seen by the person, None for no check. ``confirmed``: the person knows that the result is confirmed or
    locked, which is for a referee to change."""

    why: str
    hand: int
    result: HandResult
    revision: int | None = None
    end: int | None = None
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Penalize(Command):
    """A penalty of the ruleset (``penalty``, its id) or free points. ``hand``: the one it falls in; None: the running
    one."""

    why: str
    seat: Seat
    penalty: str | None = None
    pays_each_other: int = 0
    pays_bank: int = 0
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class CancelPenalty(Command):
    """Takes the penalty of this number back."""

    why: str
    cancels: int


@dataclass(frozen=True, slots=True)
class LiftBar(Command):
    """The player who may not win before his next turn is over, by this penalty, has had it."""

    penalty: int


@dataclass(frozen=True, slots=True)
class Rule(Command):
    """A ruling in words, for the record."""

    text: str
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class EndMatch(Command):
    """The match ends here and is ranked as it stands."""

    why: str = ""


@dataclass(frozen=True, slots=True)
class Abandon(Command):
    """The match ends here without a ranking."""

    why: str
