"""From an empty table to a running hand: start, seats, first dealer, break."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from controller.events import Event
from controller.limits import LONGEST_NAME
from controller.match.codec import standing_json
from controller.match.commands import BeginHand, DrawWinds, StartMatch, Throw
from controller.match.lineup import standing_of
from controller.match.refusals import after, begun, check_words, invalid, not_now
from controller.match.results import plain
from controller.match.seating import (
    DICE_METHODS,
    METHODS,
    by_order,
    counted_seat,
    rank,
    taking_order,
    wind_order,
)
from controller.match.state import MatchState, Seats, occupied
from controller.match.waiting import Wanted, wall_plan, wanted_roll
from controller.refusals import Refused
from controller.rules.game import Game, Position
from controller.rules.seats import SEATS, WINDS, Seat
from controller.walls import Layout, Rethrow, lay_out
from controller.walls.sides import SIDES


def start(state: MatchState | None, command: StartMatch, game: Game) -> tuple[Event, ...]:
    if state is not None and state.phase != "over":
        raise not_now("match-running", "A match is being played.", "End or abandon it first.")
    method = command.seating or game.seating
    if method not in METHODS:
        remedy = f"Choose one of {', '.join(METHODS)}."
        raise invalid("bad-seating", f"There is no way of seating {method!r}.", "seating", remedy)
    names, seats = _people(command.names, game)
    started = Event("match.started", {"match": command.match, "who": command.who, **_facts(game, names, seats, method)})
    if method != "given":
        return (started,)
    dealer = occupied(seats)[0]
    dealer = dealer if command.first_dealer is None else command.first_dealer
    if dealer not in occupied(seats):
        raise invalid("bad-seat", "The first dealer sits on an occupied seat.", "first_dealer")
    return (started, _first_dealer(game, begun(started), dealer, command.who))


def _facts(game: Game, names: tuple[str, ...], seats: Seats, method: str) -> dict[str, Any]:
    """Everything later folds need to know of the game, so that they need not ask it."""
    return {
        "ruleset": game.ruleset,
        "options": plain(game.options),
        "unit": game.unit,
        "start_points": game.start_points,
        "wall": asdict(game.wall),
        "dice": asdict(game.dice),
        "asks": game.asks.as_json(),
        "players": len(names),
        "names": list(names),
        "chairs": list(seats),
        "seats": _seat_list(names, seats),
        "seating": method,
    }


def _seat_list(names: tuple[str, ...], seats: Seats) -> list[dict[str, Any]]:
    return [{"seat": seat, "name": names[player]} for seat, player in enumerate(seats) if player is not None]


def _people(given: tuple[str, ...], game: Game) -> tuple[tuple[str, ...], Seats]:
    """Names of the players and who sits where. Names may be given by seat with a blank, or without the empty seat."""
    absent, wanted = game.wall.absent_seat, _players(game)
    by_seat = list(given)
    if absent is not None and len(by_seat) == SIDES and not by_seat[absent].strip():
        del by_seat[absent]
    if len(by_seat) != wanted:
        raise invalid("wrong-players", f"This game is for {wanted} players; {len(by_seat)} are named.", "seats")
    for place, name in enumerate(by_seat):
        check_words(name, f"seats[{place}].name", LONGEST_NAME)
    names = tuple(name.strip() for name in by_seat)
    if len(set(names)) != len(names):
        raise invalid("same-name", "Two players have the same name.", "seats", "Tell them apart on the sheet.")
    taken = [seat for seat in SEATS if seat != absent]
    sitting = dict(zip(taken, range(len(names)), strict=False))
    return names, tuple(sitting.get(seat) for seat in SEATS)


def _players(game: Game) -> int:
    seats = SIDES if game.wall.absent_seat is None else SIDES - 1
    return max(seats, int(game.options.get("players", seats)))


def throw(state: MatchState, command: Throw, game: Game) -> tuple[Event, ...]:
    wanted = _wanted(state, command)
    if state.phase == "first-dealer":
        return _throw_for_seats(state, command, wanted, game)
    return _throw_for_break(state, command, wanted, game)


def _wanted(state: MatchState, command: Throw) -> Wanted:
    wanted = wanted_roll(state)
    if wanted is None:
        raise not_now("no-throw-wanted", "The match does not wait for dice now.", "Roll free dice without a match.")
    if len(command.roll.dice) != wanted.dice:
        raise invalid("bad-dice", f"{wanted.dice} dice are thrown here, not {len(command.roll.dice)}.", "dice")
    if any(face not in range(1, 7) for face in command.roll.dice):
        raise invalid("bad-dice", "A die shows a number from 1 to 6.", "dice")
    return wanted


def _rolled(state: MatchState, command: Throw, wanted: Wanted, *, rethrow: bool = False) -> Event:
    hand = len(state.hands) + 1 if state.phase == "roll" else None
    data = replace(command.roll, purpose=wanted.purpose, hand=hand).event().data
    return Event("dice.rolled", {**data, "match": state.id, "seat": command.seat, "rethrow": rethrow})


def _throw_for_seats(state: MatchState, command: Throw, wanted: Wanted, game: Game) -> tuple[Event, ...]:
    if command.seat not in wanted.seats:
        others = ", ".join(state.names[player] for seat in wanted.seats if (player := state.seats[seat]) is not None)
        raise not_now("not-your-throw", f"It is for {others} to throw.", "Let them throw.")
    if state.seating in DICE_METHODS:
        rolled = _rolled(state, command, wanted)
        return (rolled, *_after_ranking(after(state, [rolled]), command.who, game))
    seat = counted_seat(state.present, command.seat, command.roll.total)
    rolled = _rolled(state, command, wanted, rethrow=seat is None)
    if seat is None or not state.winds_drawn:
        return (rolled,)
    dealt = _first_dealer(game, after(state, [rolled]), seat, command.who)
    return (rolled, dealt, *_same_throw_breaks(after(state, [rolled, dealt]), command))


def _after_ranking(state: MatchState, who: str, game: Game) -> tuple[Event, ...]:
    only_first = state.seating == "dice-east-only"
    ranking = rank(state.present, state.throws, only_first)
    if ranking.pending:
        return ()
    if only_first:
        return (_first_dealer(game, state, ranking.order[0], who),)
    return _seat_by(state, ranking.order, ranking.order[0], who, game)


def _seat_by(state: MatchState, order: tuple[Seat, ...], east: Seat, who: str, game: Game) -> tuple[Event, ...]:
    """The players sit down by wind from East's seat on; East deals first unless dice are to name the dealer."""
    seats = by_order(state.seats, order, east)
    by_wind = taking_order(state.present, east)
    data = {"chairs": list(seats), "chairs_by_wind": list(by_wind), "seats": _seat_list(state.names, seats), "who": who}
    seated = Event("match.seated", {"match": state.id, **data})
    if state.seating == "jup-wai":
        return (seated,)
    return (seated, _first_dealer(game, after(state, [seated]), east, who))


def _first_dealer(game: Game, state: MatchState, seat: Seat, who: str) -> Event:
    position = standing_json(standing_of(game, state, Position(dealer=seat, first_dealer=seat)))
    rolls = [{"seat": one.seat, "dice": list(one.dice)} for one in state.throws]
    data = {"match": state.id, "seat": seat, "rolls": rolls, "method": state.seating, "position": position, "who": who}
    return Event("match.first-dealer", data)


def draw_winds(state: MatchState, command: DrawWinds, game: Game) -> tuple[Event, ...]:
    _check_winds_wanted(state)
    winds = command.winds
    if set(winds) != set(state.present) or sorted(winds.values()) != sorted(WINDS[: len(state.present)]):
        raise invalid("bad-winds", "Every occupied seat has one wind tile, each wind once, from East on.", "winds")
    order = wind_order(winds)
    east = order[0] if command.east_seat is None else command.east_seat
    if east not in state.present:
        raise invalid("bad-seat", "East chooses an occupied seat.", "east_seat")
    return _seat_by(state, order, east, command.who, game)


def _check_winds_wanted(state: MatchState) -> None:
    drawn_here = state.phase == "first-dealer" and state.seating in ("wind-tiles", "jup-wai") and not state.winds_drawn
    if not drawn_here:
        raise not_now("no-winds-wanted", "The match does not wait for wind tiles.", "Go on with what it waits for.")
    if state.seating == "jup-wai" and not state.throws:
        raise not_now("no-throw-yet", "A throw says who takes the first wind tile.", "Throw the dice first.")


def _throw_for_break(state: MatchState, command: Throw, wanted: Wanted, game: Game) -> tuple[Event, ...]:
    del game
    first = state.break_throw or command.roll.dice
    second = command.roll.dice if state.break_throw else ()
    try:
        layout = _broken(state, command, first, second)
    except Rethrow:
        return (_rolled(state, command, wanted, rethrow=True),)
    rolled = _rolled(state, command, wanted)
    if state.dice.throws == 2 and not state.break_throw:
        return (rolled,)
    return (rolled, _hand_started(state, command.who, first, second, _break_json(command, layout)))


def _broken(state: MatchState, command: Throw, first: tuple[int, ...], second: tuple[int, ...]) -> Layout:
    assert state.standing is not None, "a break needs a dealer"
    position = state.standing.position
    return lay_out(wall_plan(state, position), position.dealer, first, second, command.sides, command.single_end)


def _same_throw_breaks(state: MatchState, command: Throw) -> tuple[Event, ...]:
    """A house that breaks the dealer's own wall in the first hand uses the throw that named the dealer again."""
    dice = command.roll.dice
    if state.wall.break_rule != "own-wall" or state.dice.throws != 1 or len(dice) != state.dice.dice:
        return ()
    try:
        return (_hand_started(state, command.who, dice, (), _break_json(command, _broken(state, command, dice, ()))),)
    except Refused:
        return ()  # the wall does not stand yet: the dealer throws when it does


def _break_json(command: Throw, layout: Layout) -> dict[str, Any]:
    seat, stack = layout.first_stack
    return {
        "sides": None if command.sides is None else list(command.sides),
        "single_end": command.single_end,
        "broken_wall_seat": layout.broken,
        "stacks_counted": layout.counted,
        "first_stack": {"seat": seat, "stack_from_right": stack},
    }


def begin_hand(state: MatchState, command: BeginHand, game: Game) -> tuple[Event, ...]:
    del game
    if state.phase != "roll":
        raise not_now("no-hand-due", "No hand is due to begin.", "Go on with what the match waits for.")
    return (_hand_started(state, command.who, (), (), None),)


def _hand_started(
    state: MatchState, who: str, dice: tuple[int, ...], second: tuple[int, ...], broken: Mapping[str, Any] | None
) -> Event:
    data = {
        "match": state.id,
        "hand": len(state.hands) + 1,
        "position": standing_json(state.standing),
        "dice": list(dice),
        "second_throw": list(second) or None,
        "break": None if broken is None else dict(broken),
        "who": who,
    }
    return Event("match.hand-started", data)
