"""Dice of the table: thrown for what the match waits for, or freely; by the kernel, or by hand and entered."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from controller import match
from controller.events import Event
from controller.fairness.dice import BY_HAND, FACES, KERNEL, Source, roll
from controller.fairness.roll import Roll
from controller.limits import MOST_DICE
from controller.match import MatchState, wanted_roll
from controller.mechanism import Books
from controller.refusals import Code, Refused
from controller.rules.seats import SEATS, Seat
from controller.table.commands import RollDice
from controller.table.games import Games, standing_sides
from controller.table.projection import Projection

FREE: Final = "free"
FOR_THE_MATCH: Final = frozenset({"break", "break-second", "first-dealer", "seats"})


def roll_dice(
    command: RollDice, projection: Projection, books: Books, games: Games, source: Source
) -> tuple[Event, ...]:
    """The roll, and what the match makes of it. Raises ``Refused``."""
    number = projection.rolls + 1
    if projection.match is not None and projection.match.phase != "over" and command.purpose in FOR_THE_MATCH:
        return _throw(command, number, projection.match, books, games, source)
    if command.seat is not None and command.seat not in SEATS:
        raise Refused(Code.BAD_SEAT, "A seat is a number from 0 to 3.", field="seat")
    dice = _dice(command, command.dice or games.usual().dice.dice, source)
    return (_as_roll(command, number, dice).event(),)


def roll_by_key(state: MatchState | None, seat: Seat) -> RollDice | None:
    """The roll that a dice key asks for; None when no dice are wanted from that seat."""
    if state is None or state.phase == "over":
        return RollDice(f"key-{seat}", FREE, seat)
    wanted = wanted_roll(state)
    if wanted is None or (seat not in wanted.seats and len(wanted.seats) > 1):
        return None
    return RollDice(f"key-{seat}", wanted.purpose, seat if seat in wanted.seats else wanted.seats[0])


def thrower(command: RollDice) -> Collection[Seat]:
    """The seat that the command names; none when it leaves the throw to whose turn it is."""
    return () if command.seat is None else (command.seat,)


def _throw(
    command: RollDice, number: int, state: MatchState, books: Books, games: Games, source: Source
) -> tuple[Event, ...]:
    wanted = wanted_roll(state)
    count = wanted.dice if wanted else 1
    seat = command.seat if command.seat is not None else (wanted.seats[0] if wanted else SEATS[0])
    thrown = _as_roll(command, number, _dice(command, count, source))
    sides = standing_sides(books, state.wall)
    return match.decide(state, match.Throw(command.who, seat, thrown, sides), games.game)


def _as_roll(command: RollDice, number: int, dice: tuple[int, ...]) -> Roll:
    algorithm = KERNEL if command.faces is None else BY_HAND
    by = command.who if command.seat is None else command.seat
    return Roll(number, command.purpose, dice, algorithm, by)


def _dice(command: RollDice, count: int, source: Source) -> tuple[int, ...]:
    if command.faces is None:
        return roll(count, source)
    if not 1 <= len(command.faces) <= MOST_DICE or any(face not in range(1, FACES + 1) for face in command.faces):
        raise Refused(Code.BAD_DICE, "Each die shows 1 to 6.", field="dice")
    return command.faces
