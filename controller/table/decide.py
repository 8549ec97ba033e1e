"""What a command leads to: the events of the match, the dice and the machine, or a refusal. Writes nothing itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller import match
from controller.config import GameConfig
from controller.events import Event
from controller.events.people import MachineCommanded, MachineServiced
from controller.fairness.dice import BY_HAND, KERNEL, Roll, Source, roll
from controller.limits import MOST_DICE
from controller.match import MatchState, wanted_roll
from controller.mechanism import Books, PlanRequested, Request, Requested, SetsPlaced, State
from controller.mechanism import Plan as MachineWall
from controller.rules import configure
from controller.rules.game import Game, WallPlan
from controller.rules.seats import SEATS, Seat
from controller.table.commands import Command, MoveMachine, PlaceSets, RecordService, RollDice, rooms
from controller.table.driver import Machine
from controller.table.projection import Projection
from controller.upkeep.diary import CARE_PARTS, PARTS, WORKS
from controller.walls import machine_plan
from controller.walls.sides import DEFAULT_MAX_STACKS, Sides
from errors import Code, Refused

FREE: Final = "free"
FOR_THE_MATCH: Final = frozenset({"break", "break-second", "first-dealer", "seats"})
_SAVED_GAMES: Final = 8


class Decisions:
    """``game`` is what the table usually plays; ``source`` gives the random bytes of the dice."""

    def __init__(self, game: GameConfig, source: Source) -> None:
        self._usual, self._source = game, source
        self._games: dict[tuple[str, str | None, str], Game] = {}

    # ------------------------------------------------------------ commands

    def decide(
        self, command: Command, projection: Projection, machine: Machine, expected_seq: int | None
    ) -> tuple[Event, ...]:
        """The events to write. Raises ``Refused``."""
        if not (isinstance(command, MoveMachine) and command.request is Request.STOP):
            _check_fresh(command, projection, expected_seq)
        if isinstance(command, MoveMachine | PlaceSets):
            machine.try_out(_input(command))
            return (_commanded(command),)
        if isinstance(command, RecordService):
            return (_serviced(command),)
        if isinstance(command, RollDice):
            return self._roll(command, projection, machine.state.books)
        if isinstance(command, match.StartMatch):
            self._check_wall(command, machine)
        return match.decide(projection.match, command, self.game)

    def carry_out(self, command: Command, machine: Machine) -> None:
        """After the events are durable: what the machine has to do. The board may have gone away in between; then the
        refusal is shown by the state, as the command itself was accepted."""
        if isinstance(command, MoveMachine | PlaceSets):
            try:
                machine.feed(_input(command))
            except Refused as refused:
                machine.overtaken(refused)

    def roll_by_key(self, state: MatchState | None, seat: Seat) -> RollDice | None:
        """The roll that a dice key asks for; None when no dice are wanted from that seat."""
        if state is None or state.phase == "over":
            return RollDice(f"key-{seat}", FREE, seat)
        wanted = wanted_roll(state)
        if wanted is None or (seat not in wanted.seats and len(wanted.seats) > 1):
            return None
        return RollDice(f"key-{seat}", wanted.purpose, seat if seat in wanted.seats else wanted.seats[0])

    # ------------------------------------------------------------ dice

    def _roll(self, command: RollDice, projection: Projection, books: Books) -> tuple[Event, ...]:
        number = projection.rolls + 1
        playing = projection.match is not None and projection.match.phase != "over"
        if playing and command.purpose in FOR_THE_MATCH:
            return self._throw(command, number, projection.match, books)
        if command.seat is not None and command.seat not in SEATS:
            raise Refused(Code.BAD_SEAT, "A seat is a number from 0 to 3.", field="seat")
        dice = self._dice(command, command.dice or self._usual_game().dice.dice)
        return (self._as_roll(command, number, dice).event(),)

    def _throw(self, command: RollDice, number: int, state: MatchState | None, books: Books) -> tuple[Event, ...]:
        wanted = wanted_roll(state)
        count = wanted.dice if wanted else 1
        seat = command.seat if command.seat is not None else (wanted.seats[0] if wanted else SEATS[0])
        thrown = self._as_roll(command, number, self._dice(command, count))
        sides = None if state is None else standing_sides(books, state.wall)
        return match.decide(state, match.Throw(command.who, seat, thrown, sides), self.game)

    def _as_roll(self, command: RollDice, number: int, dice: tuple[int, ...]) -> Roll:
        algorithm = KERNEL if command.faces is None else BY_HAND
        by = command.who if command.seat is None else command.seat
        return Roll(number, command.purpose, dice, algorithm, by)

    def _dice(self, command: RollDice, count: int) -> tuple[int, ...]:
        if command.faces is not None:
            if not 1 <= len(command.faces) <= MOST_DICE or any(face not in range(1, 7) for face in command.faces):
                raise Refused(Code.BAD_DICE, "Each die shows 1 to 6.", field="dice")
            return command.faces
        return roll(count, self._source)

    # ------------------------------------------------------------ games and walls

    def game(self, ruleset: str, options: Mapping[str, Any], profile: str | None = None) -> Game:
        """A configured game; the last few are kept."""
        key = (ruleset, profile, repr(sorted(options.items())))
        if key not in self._games:
            if len(self._games) >= _SAVED_GAMES:
                self._games.clear()
            self._games[key] = configure(ruleset, options, profile)
        return self._games[key]

    def usual_plan(self, max_stacks: int) -> MachineWall:
        """The wall between matches. Raises ``Refused`` for a configuration that makes no game."""
        return _machine_wall(self._usual_game().wall, max_stacks or DEFAULT_MAX_STACKS)

    def plan_input(self, state: MatchState | None, machine: State) -> PlanRequested | None:
        """The wall that the match being played needs, when the machine does not build it yet."""
        if state is None or state.phase == "over":
            return None
        wall = _machine_wall(state.wall, machine.books.max_stacks)
        return None if wall == machine.books.plan else PlanRequested(wall)

    def _usual_game(self) -> Game:
        return self.game(self._usual.ruleset, self._usual.options)

    def _check_wall(self, command: match.StartMatch, machine: Machine) -> None:
        """A wall that the machine cannot build is an error before the match, not a jam during it."""
        game = self.game(command.ruleset, command.options, command.profile)
        machine.try_out(PlanRequested(_machine_wall(game.wall, machine.state.books.max_stacks)))


def standing_sides(books: Books, wall: WallPlan) -> Sides | None:
    """Tiles on each side of the wall in play as the machine built it; None when it built another one, or none."""
    name = books.raised or books.staged
    plan = (books.book(name).plan if name else None) or books.plan
    return plan.quota if plan.tiles == wall.tiles else None


def _machine_wall(wall: WallPlan, max_stacks: int) -> MachineWall:
    absent = None if wall.every_side else wall.absent_seat
    plan = machine_plan(wall.tiles, wall.players, absent, max_stacks)
    return MachineWall(plan.quota, plan.players)


def _input(command: MoveMachine | PlaceSets) -> Requested | SetsPlaced:
    return SetsPlaced(command.sets) if isinstance(command, PlaceSets) else Requested(command.request, command.fault)


def _commanded(command: MoveMachine | PlaceSets) -> Event:
    """A motion that was asked for from a page is on record with who asked."""
    if isinstance(command, PlaceSets):
        return MachineCommanded("place", command.who)
    return MachineCommanded(command.request.value, command.who, command.fault)


def _serviced(command: RecordService) -> Event:
    if command.part not in PARTS:
        raise Refused(Code.BAD_PART, f"There is no part {command.part!r}.", field="part")
    if command.work not in WORKS or (command.work == "replaced" and command.part in CARE_PARTS):
        raise Refused(Code.BAD_WORK, f"{command.work!r} cannot be done to {command.part}.", field="work")
    return MachineServiced(command.part, command.work, command.who)


def _check_fresh(command: Command, projection: Projection, expected_seq: int | None) -> None:
    if expected_seq is None:
        return
    if expected_seq > projection.seq:
        raise Refused(Code.STALE, f"The table is at event {projection.seq}; event {expected_seq} has not happened.")
    if projection.changed_since(expected_seq, rooms(command)):
        what = ", ".join(projection.types_since(expected_seq, rooms(command)))
        raise Refused(Code.STALE, f"Since event {expected_seq} has happened: {what or 'too much to tell'}.")
