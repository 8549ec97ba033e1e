"""From an empty table to a running hand: start, seats, first dealer, break."""

from __future__ import annotations

from dataclasses import replace

from controller.events import Event
from controller.events.match import FirstDealerFound, HandStarted, MatchStarted, PlayersSeated, SeatsConfirmed
from controller.events.values import BrokenWall, FirstStack, SeatDice, SeatedPlayer
from controller.limits import LONGEST_MATCH_ID, LONGEST_NAME, check_words
from controller.match.codec import stored_dice, stored_position, stored_wall
from controller.match.commands import RESTS, BeginHand, ConfirmSeats, DrawWinds, StartMatch, Throw
from controller.match.evolve import after, begun
from controller.match.lineup import standing_of
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
from controller.match.state import Lineup, MatchState, Seats, occupied
from controller.match.waiting import Wanted, seat_changes, wall_plan, wanted_roll
from controller.refusals import Code, Refused
from controller.rules.game import Game, MatchPosition
from controller.rules.seats import SEATS, Seat, Wind
from controller.walls import Layout, Rethrow, lay_out
from controller.walls.sides import SIDES


def start(state: MatchState | None, command: StartMatch, game: Game) -> tuple[Event, ...]:
    if state is not None and state.phase != "over":
        raise Refused(Code.MATCH_RUNNING)
    game.check_new()
    check_words(command.match, "match", LONGEST_MATCH_ID)
    method = command.seating or game.seating
    if method not in METHODS:
        remedy = f"Choose one of {', '.join(METHODS)}."
        raise Refused(Code.BAD_SEATING, f"There is no way of seating {method!r}.", remedy, field="seating")
    names, seats = _people(command.names, game)
    started = match_started(command, game, names, seats, method)
    if method != "given":
        return (started,)
    dealer = occupied(seats)[0]
    dealer = dealer if command.first_dealer is None else command.first_dealer
    if dealer not in occupied(seats):
        raise Refused(Code.BAD_SEAT, "The first dealer sits on an occupied seat.", field="first_dealer")
    return (started, first_dealer_found(game, begun(started), dealer, command.who))


def match_started(command: StartMatch, game: Game, names: tuple[str, ...], seats: Seats, method: str) -> MatchStarted:
    """Everything that later folds need to know of the game, so that they need not ask it."""
    return MatchStarted(
        match=command.match,
        who=command.who,
        ruleset=game.ruleset,
        options=plain(game.options),
        unit=game.unit,
        start_points=game.start_points,
        wall=stored_wall(game.wall),
        dice=stored_dice(game.dice),
        players=len(names),
        names=names,
        chairs=seats,
        seats=_seated(names, seats),
        seating=method,
        asks=game.asks.as_json(),
        house_rules=command.house_rules,
        rules_hash=game.digest,
        profile=command.profile,
        confirmation=None if command.confirmation == "none" else command.confirmation,
        hand_check=None if command.hand_check else command.hand_check,
        game=command.game,
    )


def _seated(names: tuple[str, ...], seats: Seats) -> tuple[SeatedPlayer, ...]:
    return tuple(
        SeatedPlayer(seat, names[player]) for seat, player in zip(SEATS, seats, strict=True) if player is not None
    )


def _people(given: tuple[str, ...], game: Game) -> tuple[tuple[str, ...], Seats]:
    """Names of the players and who sits where. Names may be given by seat with blanks, or without the empty seats."""
    empty, wanted = game.wall.empty, _players(game)
    by_seat = list(given)
    if empty and len(by_seat) == SIDES and not any(by_seat[seat].strip() for seat in empty):
        by_seat = [name for seat, name in enumerate(by_seat) if seat not in empty]
    if len(by_seat) != wanted:
        detail = f"This game is for {wanted} players; {len(by_seat)} are named."
        raise Refused(Code.WRONG_PLAYERS, detail, field="seats")
    for place, name in enumerate(by_seat):
        check_words(name, f"seats[{place}].name", LONGEST_NAME)
    names = tuple(name.strip() for name in by_seat)
    if len(set(names)) != len(names):
        raise Refused(Code.SAME_NAME, field="seats")
    taken = [seat for seat in SEATS if seat not in empty]
    sitting = dict(zip(taken, range(len(names)), strict=False))
    return names, tuple(sitting.get(seat) for seat in SEATS)


def _players(game: Game) -> int:
    seats = SIDES - len(game.wall.empty)
    return max(seats, int(game.options.get("players", seats)))


def throw(state: MatchState, command: Throw, game: Game) -> tuple[Event, ...]:
    wanted = _wanted(state, command)
    if state.phase == "first-dealer":
        return _throw_for_seats(state, command, wanted, game)
    return _throw_for_break(state, command, wanted, game)


def _wanted(state: MatchState, command: Throw) -> Wanted:
    wanted = wanted_roll(state)
    if wanted is None:
        raise Refused(Code.NO_THROW_WANTED)
    if len(command.roll.dice) != wanted.dice:
        detail = f"{wanted.dice} dice are thrown here, not {len(command.roll.dice)}."
        raise Refused(Code.BAD_DICE, detail, field="dice")
    if any(face not in range(1, 7) for face in command.roll.dice):
        raise Refused(Code.BAD_DICE, "A die shows a number from 1 to 6.", field="dice")
    return wanted


def _rolled(state: MatchState, command: Throw, wanted: Wanted, *, rethrow: bool = False) -> Event:
    hand = len(state.hands) + 1 if state.phase == "roll" else None
    rolled = replace(command.roll, purpose=wanted.purpose, hand=hand).event()
    return replace(rolled, match=state.id, seat=command.seat, rethrow=rethrow)


def _throw_for_seats(state: MatchState, command: Throw, wanted: Wanted, game: Game) -> tuple[Event, ...]:
    if command.seat not in wanted.seats:
        others = ", ".join(state.names[player] for seat in wanted.seats if (player := state.seats[seat]) is not None)
        raise Refused(Code.NOT_YOUR_THROW, f"It is for {others} to throw.")
    if state.seating in DICE_METHODS:
        rolled = _rolled(state, command, wanted)
        return (rolled, *_after_ranking(after(state, [rolled]), command.who, game))
    seat = counted_seat(state.present, command.seat, command.roll.total)
    rolled = _rolled(state, command, wanted, rethrow=seat is None)
    if seat is None or not state.winds_drawn:
        return (rolled,)
    dealt = first_dealer_found(game, after(state, [rolled]), seat, command.who)
    return (rolled, dealt, *_same_throw_breaks(after(state, [rolled, dealt]), command))


def _after_ranking(state: MatchState, who: str, game: Game) -> tuple[Event, ...]:
    only_first = state.seating == "dice-east-only"
    ranking = rank(state.present, state.throws, only_first)
    if ranking.pending:
        return ()
    if only_first:
        return (first_dealer_found(game, state, ranking.order[0], who),)
    return _seat_by(state, ranking.order, ranking.order[0], who, game)


def _seat_by(state: MatchState, order: tuple[Seat, ...], east: Seat, who: str, game: Game) -> tuple[Event, ...]:
    """The players sit down by wind from East's seat on; East deals first unless dice are to name the dealer."""
    seats = by_order(state.seats, order, east)
    by_wind = taking_order(state.present, east)
    people = _seated(state.names, seats)
    seated = PlayersSeated(match=state.id, who=who, chairs=seats, chairs_by_wind=by_wind, seats=people)
    if state.seating == "jup-wai":
        return (seated,)
    return (seated, first_dealer_found(game, after(state, [seated]), east, who))


def first_dealer_found(game: Game, state: MatchState, seat: Seat, who: str) -> Event:
    """This seat deals first, as the dice, the winds or the people have it."""
    standing = standing_of(game, state, MatchPosition(dealer=seat, first_dealer=seat))
    return FirstDealerFound(
        match=state.id,
        who=who,
        seat=seat,
        rolls=tuple(SeatDice(one.seat, one.dice) for one in state.throws),
        method=state.seating,
        position=stored_position(standing),
    )


def draw_winds(state: MatchState, command: DrawWinds, game: Game) -> tuple[Event, ...]:
    _check_winds_wanted(state)
    state, winds = _fifth_seated(state, command)
    first = state.present[0]
    in_play = sorted(wind for wind in game.seat_winds(MatchPosition(first, first)) if wind)
    if set(winds) != set(state.present) or sorted(winds.values()) != in_play:
        detail = "Every occupied seat has one wind tile, each wind that somebody plays once."
        raise Refused(Code.BAD_WINDS, detail, field="winds")
    order = wind_order(winds)
    east = order[0] if command.east_seat is None else command.east_seat
    if east not in state.present:
        raise Refused(Code.BAD_SEAT, "East chooses an occupied seat.", field="east_seat")
    return _seat_by(state, order, east, command.who, game)


def _fifth_seated(state: MatchState, command: DrawWinds) -> tuple[MatchState, dict[Seat, Wind]]:
    """Who of five draws the 5 of dots rests first: the player without a seat has the other one's chair and draws for
    it. The winds of those who play then."""
    rest = [seat for seat, tile in command.winds.items() if tile == RESTS]
    winds = {seat: tile for seat, tile in command.winds.items() if tile != RESTS}
    if not rest and command.fifth is None:
        return state, winds
    if len(rest) != 1 or command.fifth is None or len(state.resting) != 1 or rest[0] not in state.present:
        detail = "Of five players one draws the 5 of dots, and the others one wind each."
        raise Refused(Code.BAD_WINDS, detail, field="winds" if command.fifth is None else "fifth")
    chairs = list(state.seats)
    chairs[rest[0]] = state.resting[0]
    return replace(state, seats=tuple(chairs)), {**winds, rest[0]: command.fifth}


def _check_winds_wanted(state: MatchState) -> None:
    drawn_here = state.phase == "first-dealer" and state.seating in ("wind-tiles", "jup-wai") and not state.winds_drawn
    if not drawn_here:
        raise Refused(Code.NO_WINDS_WANTED)
    if state.seating == "jup-wai" and not state.throws:
        raise Refused(Code.NO_THROW_YET)


def _throw_for_break(state: MatchState, command: Throw, wanted: Wanted, game: Game) -> tuple[Event, ...]:
    first = state.break_throw or command.roll.dice
    second = command.roll.dice if state.break_throw else ()
    try:
        layout = _broken(state, command, first, second)
    except Rethrow:
        return (_rolled(state, command, wanted, rethrow=True),)
    rolled = _rolled(state, command, wanted)
    if state.dice.throws == 2 and not state.break_throw:
        return (rolled,)
    begun = _at_break(game, state, layout)
    return (rolled, _hand_started(begun, command.who, first, second, _broken_wall(command, layout)))


def _at_break(game: Game, state: MatchState, layout: Layout) -> MatchState:
    """The match once the wall is broken, which may name East or the prevailing wind."""
    standing = _standing(state)
    position = game.broken_at(standing.position, layout.broken, layout.last_counted)
    return state if position == standing.position else replace(state, standing=standing_of(game, state, position))


def _broken(state: MatchState, command: Throw, first: tuple[int, ...], second: tuple[int, ...]) -> Layout:
    position = _standing(state).position
    return lay_out(wall_plan(state, position), position.dealer, first, second, command.sides, command.single_end)


def _same_throw_breaks(state: MatchState, command: Throw) -> tuple[Event, ...]:
    """A house that breaks the dealer's own wall in the first hand uses the throw that named the dealer again."""
    dice = command.roll.dice
    if state.wall.break_rule != "own-wall" or state.dice.throws != 1 or len(dice) != state.dice.dice:
        return ()
    try:
        return (_hand_started(state, command.who, dice, (), _broken_wall(command, _broken(state, command, dice, ()))),)
    except Refused:
        return ()  # the wall does not stand yet: the dealer throws when it does


def _broken_wall(command: Throw, layout: Layout) -> BrokenWall:
    seat, stack = layout.first_stack
    return BrokenWall(command.sides, command.single_end, layout.broken, layout.counted, FirstStack(seat, stack))


def confirm_seats(state: MatchState, command: ConfirmSeats, game: Game) -> tuple[Event, ...]:
    del game
    coming = len(state.hands) + 1
    if not seat_changes(state) or state.seats_confirmed == coming:
        raise Refused(Code.NO_SEATS_CHANGE)
    return (SeatsConfirmed(state.id, command.who, coming),)


def begin_hand(state: MatchState, command: BeginHand, game: Game) -> tuple[Event, ...]:
    del game
    if state.phase != "roll":
        raise Refused(Code.NO_HAND_DUE)
    return (_hand_started(state, command.who, (), (), None),)


def _hand_started(
    state: MatchState, who: str, dice: tuple[int, ...], second: tuple[int, ...], broken: BrokenWall | None
) -> Event:
    return HandStarted(
        match=state.id,
        who=who,
        hand=len(state.hands) + 1,
        position=stored_position(_standing(state)),
        dice=dice,
        second_throw=second or None,
        broken=broken,
    )


def _standing(state: MatchState) -> Lineup:
    assert state.standing is not None, "a hand begins, and a wall is broken, when the dealer is known"
    return state.standing
