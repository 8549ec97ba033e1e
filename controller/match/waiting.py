"""What a match waits for: which throw, by whom, with how many dice."""

from __future__ import annotations

from dataclasses import dataclass, replace

from controller.match.seating import DICE_METHODS, rank
from controller.match.state import MatchHand, MatchState
from controller.rules.game import MatchPosition, WallPlan
from controller.rules.seats import SEATS, Seat
from controller.walls import Layout, broken_side, lay_out

DAR_JONG_DICE = 2


@dataclass(frozen=True, slots=True)
class Wanted:
    """The throw that comes next. Any of ``seats`` may make it; ``purpose`` is what the roll is recorded for."""

    purpose: str
    dice: int
    seats: tuple[Seat, ...]


def wanted_roll(state: MatchState | None) -> Wanted | None:
    """The throw that the match waits for; None when it waits for something else."""
    if state is None or state.phase in ("play", "over"):
        return None
    if state.phase == "first-dealer":
        return _for_seats(state)
    assert state.standing is not None, "a match that waits for a break has a position"
    dealer = state.standing.position.dealer
    if not state.break_throw:
        return Wanted("break", state.dice.dice, (dealer,))
    owner = broken_side(wall_plan(state, state.standing.position), dealer, state.break_throw)
    return Wanted("break-second", state.dice.dice, (owner,))


def tied(state: MatchState) -> tuple[Seat, ...]:
    """The seats that throw once more because their totals were equal; none while everybody throws for the first
    time."""
    if state.phase != "first-dealer" or state.seating not in DICE_METHODS:
        return ()
    if not {throw.seat for throw in state.throws} >= set(state.present):
        return ()
    return rank(state.present, state.throws, state.seating == "dice-east-only").pending


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A player who sits elsewhere in the hand that comes; ``before`` None: he had no seat."""

    player: int
    before: Seat | None
    after: Seat


def seat_changes(state: MatchState) -> tuple[SeatChange, ...]:
    """Who changes his seat before the hand that comes, the first one too, whether or not they have said that they
    did. None while a hand is played."""
    if state.phase != "roll" or state.standing is None:
        return ()
    seats = state.chairs if state.last is None else state.last.seats
    before = {player: seat for seat, player in zip(SEATS, seats, strict=False) if player is not None}
    return tuple(
        SeatChange(player, before.get(player), seat)
        for seat, player in zip(SEATS, state.standing.seats, strict=True)
        if player is not None and before.get(player) != seat
    )


def seats_to_confirm(state: MatchState) -> bool:
    """People were not heard of since they had to change seats. A first throw for the break says that they sit."""
    return bool(seat_changes(state)) and state.seats_confirmed != len(state.hands) + 1 and not state.break_throw


def _for_seats(state: MatchState) -> Wanted | None:
    if state.seating in DICE_METHODS:
        only_first = state.seating == "dice-east-only"
        pending = rank(state.present, state.throws, only_first).pending
        return Wanted("first-dealer" if only_first else "seats", state.dice.dice, pending)
    if state.seating == "jup-wai" and not state.throws:
        return Wanted("seats", state.dice.dice, state.present)
    if state.seating == "jup-wai" and state.winds_drawn:
        return Wanted("first-dealer", DAR_JONG_DICE, state.winds_drawn[:1])
    return None


def wall_plan(state: MatchState, position: MatchPosition) -> WallPlan:
    """The plan of a hand: a break of the dealer's own wall belongs to the first hand of a match, later ones are
    counted; some games always break it.
    """
    first = position.number == 1 and position.streak == 0
    return state.wall if first or state.wall.break_rule != "own-wall" else replace(state.wall, break_rule="count")


def hand_layout(state: MatchState, hand: MatchHand) -> Layout | None:
    """The broken wall of a hand; None when its dice were not recorded."""
    if hand.broken is None:
        return None
    plan, broken = wall_plan(state, hand.position), hand.broken
    return lay_out(plan, hand.position.dealer, broken.dice, broken.second, broken.sides, broken.single_end)
