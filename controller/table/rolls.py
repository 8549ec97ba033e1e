"""Dice of the table: thrown for what the match waits for, or freely; by the table, or by hand and entered."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from controller import match
from controller.events import Event
from controller.fairness.dice import BY_HAND, FACES
from controller.fairness.keeper import VOID_REASONS
from controller.fairness.progress import OpenRoll
from controller.fairness.roll import Roll
from controller.fairness.statements import VoidReason
from controller.limits import MOST_DICE
from controller.match import MatchState, wanted_roll
from controller.mechanism import Books
from controller.refusals import Code, Refused
from controller.rules.seats import SEATS, Seat
from controller.table.commands import GiveUpRoll, RollDice
from controller.table.contributing import ask
from controller.table.games import Games, standing_sides
from controller.table.making import DiceMaker, Thrown
from controller.table.projection import Projection
from controller.uplink.draw import DICE, PURPOSE, DrawWanted, thrown

FREE: Final = "free"
BY_PEOPLE: Final[Mapping[str, VoidReason]] = {
    word: reason for reason, word in VOID_REASONS.items() if reason is not VoidReason.SEEDS_LOST
}
"""Why people may give up a roll."""
BREAK: Final = "break"
FOR_THE_MATCH: Final = frozenset({"break", "break-second", "first-dealer", "seats"})


def roll_dice(
    command: RollDice, projection: Projection, books: Books, games: Games, maker: DiceMaker
) -> tuple[Event, ...]:
    """The roll, and what the match makes of it; or, with ``ask``, the question to the seats. Raises ``Refused``."""
    if projection.fair.open is not None:
        raise Refused(Code.ENTRY_OPEN)
    if projection.match is not None and projection.match.phase != "over" and command.purpose in FOR_THE_MATCH:
        return _throw(command, projection, projection.match, books, games, maker)
    if command.seat is not None and command.seat not in SEATS:
        raise Refused(Code.BAD_SEAT, "A seat is a number from 0 to 3.", field="seat")
    wanted = draw_wanted(projection)
    if wanted is not None:
        return _for_draw(command, wanted, projection, maker)
    count = games.usual().dice.dice if command.dice is None else command.dice
    thrown = _thrown(command, projection, command.purpose, count, command.seat)
    if command.ask:
        return _asked(command, thrown, projection, maker)
    return (_made(command, thrown, projection, maker).event(),)


def draw_wanted(projection: Projection) -> DrawWanted | None:
    """The draw of the hall that dice are thrown for now; a match comes first."""
    playing = projection.match is not None and projection.match.phase != "over"
    return None if playing else projection.hall.draw


def _for_draw(command: RollDice, wanted: DrawWanted, projection: Projection, maker: DiceMaker) -> tuple[Event, ...]:
    """The next roll for the draw, and after the last one all of them together. Raises ``Refused``."""
    if command.purpose != PURPOSE:
        raise Refused(Code.DRAW_FIRST, f"{wanted.title} is drawn by this table.", field="purpose")
    if command.faces is not None or command.ask:
        raise Refused(Code.DRAW_BY_TABLE_ALONE, field="faces" if command.faces is not None else "ask")
    roll = maker.checkable(_thrown(command, projection, PURPOSE, DICE, command.seat), projection.fair, None)
    if roll is None:
        raise Refused(Code.DICE_NOT_CHECKABLE)
    made = (roll.event(),)
    return (*made, *thrown(wanted, made, projection.fair))


def complete(open_: OpenRoll, roll: Roll, projection: Projection, books: Books, games: Games) -> tuple[Event, ...]:
    """A roll for which the seats were asked, made at last. The match may have gone on meanwhile: then nothing follows
    from it, but it is on record."""
    state, roll = projection.match, replace(roll, number=projection.rolls + 1)
    if state is None or state.phase == "over" or open_.purpose not in FOR_THE_MATCH:
        return (roll.event(),)
    seat = SEATS[0] if open_.seat is None else open_.seat
    try:
        wanted = wanted_roll(state)
        if wanted is None or wanted.purpose != open_.purpose:
            return (roll.event(),)
        return match.decide(state, match.Throw(open_.who, seat, roll, standing_sides(books, state.wall)), games.game)
    except Refused:
        return (roll.event(),)


def give_up(
    command: GiveUpRoll, projection: Projection, books: Books, games: Games, maker: DiceMaker
) -> tuple[Event, ...]:
    """The open roll is void, and ordinary dice take its place. Raises ``Refused``."""
    open_ = projection.fair.open
    if open_ is None:
        raise Refused(Code.NO_SUCH_ROLL, "no roll waits for its inputs")
    reason = BY_PEOPLE.get(command.reason)
    if reason is None:
        raise Refused(Code.INVALID, f"{command.reason!r} is not a reason to give up a roll", field="reason")
    void = maker.void(open_, projection.fair, reason, command.who)
    by = open_.who if open_.seat is None else open_.seat
    thrown = Thrown(0, open_.purpose, open_.inputs.dice, open_.seat, by)
    return (void, *complete(open_, maker.ordinary(thrown), projection, books, games))


def _asked(command: RollDice, thrown: Thrown, projection: Projection, maker: DiceMaker) -> tuple[Event, ...]:
    if command.faces is not None:
        raise Refused(Code.INVALID, "dice thrown by hand take nothing from the seats", field="ask")
    if thrown.dice not in range(1, MOST_DICE + 1):
        raise Refused(Code.BAD_DICE, f"{thrown.dice} dice cannot be thrown.", field="dice")
    return ask(thrown, command.ask, command.who, projection.fair, maker)


def roll_by_key(state: MatchState | None, seat: Seat, draw: DrawWanted | None = None) -> RollDice | None:
    """The roll that a dice key asks for; None when no dice are wanted from that seat."""
    if state is None or state.phase == "over":
        return RollDice(f"key-{seat}", FREE if draw is None else PURPOSE, seat)
    wanted = wanted_roll(state)
    if wanted is None or (seat not in wanted.seats and len(wanted.seats) > 1):
        return None
    return RollDice(f"key-{seat}", wanted.purpose, seat if seat in wanted.seats else wanted.seats[0])


def begins_hand(state: MatchState | None, command: RollDice) -> bool:
    """Whether it is the throw with which a hand begins, the first one where there are two."""
    if state is None or state.phase == "over" or command.purpose not in FOR_THE_MATCH:
        return False
    wanted = wanted_roll(state)
    return wanted is not None and wanted.purpose == BREAK


def thrower(command: RollDice) -> Collection[Seat]:
    """The seat that the command names; none when it leaves the throw to whose turn it is."""
    return () if command.seat is None else (command.seat,)


def _throw(
    command: RollDice, projection: Projection, state: MatchState, books: Books, games: Games, maker: DiceMaker
) -> tuple[Event, ...]:
    wanted = wanted_roll(state)
    count = wanted.dice if wanted else 1
    seat = command.seat if command.seat is not None else (wanted.seats[0] if wanted else SEATS[0])
    purpose = wanted.purpose if wanted else command.purpose
    thrown = _thrown(command, projection, purpose, count, seat)
    sides = standing_sides(books, state.wall)

    def decided(roll: Roll) -> tuple[Event, ...]:
        return match.decide(state, match.Throw(command.who, seat, roll, sides), games.game)

    decided(Roll(thrown.number, purpose, (1,) * count, by=thrown.by))  # refused before a seed is touched
    if purpose == BREAK and projection.played_wall and not command.again:
        raise Refused(Code.WALL_PLAYED, "the wall on the table is the one of the last hand", field="again")
    if command.ask:
        return _asked(command, thrown, projection, maker)
    return decided(_made(command, thrown, projection, maker))


def _thrown(command: RollDice, projection: Projection, purpose: str, count: int, seat: Seat | None) -> Thrown:
    by = command.who if command.seat is None else command.seat
    return Thrown(projection.rolls + 1, purpose, count, seat, by)


def _made(command: RollDice, thrown: Thrown, projection: Projection, maker: DiceMaker) -> Roll:
    if command.faces is None:
        return maker.throw(thrown, projection.fair)
    if not 1 <= len(command.faces) <= MOST_DICE or any(face not in range(1, FACES + 1) for face in command.faces):
        raise Refused(Code.BAD_DICE, "Each die shows 1 to 6.", field="dice")
    return Roll(thrown.number, thrown.purpose, command.faces, BY_HAND, thrown.by)
