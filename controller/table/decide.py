"""What a command leads to: the events of the match, the dice and the machine, or a refusal. Writes nothing itself.

``COMMANDS`` is the list of everything that a table can be asked for: its lines say who decides, what makes the command
stale, and what the machine has to do when the events are durable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from controller import calls, house, match, uplink
from controller.calls.decide import answer, call, end
from controller.commands import C, Command, CommandSpec
from controller.events import Event
from controller.events.hall import HallOrderTaken
from controller.events.people import MachineCommanded, MachineServiced
from controller.fairness.progress import OpenRoll
from controller.fairness.roll import Roll
from controller.house.decide import keep_player, keep_rules, remove_player, remove_rules
from controller.journal.store import iso
from controller.mechanism import PlanRequested, Request, Requested, SetsPlaced
from controller.refusals import Code, Refused
from controller.rules.seats import Seat
from controller.table.commands import (
    Contribute,
    GiveUpRoll,
    MoveMachine,
    PlaceSets,
    RecordService,
    RollDice,
    StartByHouseRules,
    TakeOrder,
)
from controller.table.contributing import contribute, time_out
from controller.table.driver import MachineDriver
from controller.table.games import Games, machine_wall
from controller.table.making import DiceMaker
from controller.table.projection import Projection
from controller.table.rolls import begins_hand, complete, give_up, roll_dice, thrower
from controller.upkeep.diary import CARE_PARTS, PARTS, WORKS
from controller.uplink import decide as hall_decide

MACHINE_STREAM: Final = ("machine",)
MATCH_STREAMS: Final = ("match", "dice")
HOUSE_STREAM: Final = ("house",)
CALL_STREAM: Final = ("call",)
HALL_STREAM: Final = ("hall",)


@dataclass(frozen=True, slots=True)
class Context:
    """What a decision looks at; it changes nothing of it. ``now``: the wall clock."""

    projection: Projection
    machine: MachineDriver
    games: Games
    maker: DiceMaker
    now: Callable[[], datetime]

    def complete(self, open_: OpenRoll, roll: Roll) -> tuple[Event, ...]:
        """What follows from a roll whose inputs are complete."""
        return complete(open_, roll, self.projection, self.machine.state.books, self.games)


def _nothing(machine: MachineDriver, command: Any) -> None:
    """Most commands ask nothing of the machine."""
    del machine, command


def _in_turn(command: Any) -> bool:
    del command
    return False


@dataclass(frozen=True, kw_only=True)
class TableCommandSpec(CommandSpec[C]):
    """``streams``: whose events make the command stale. A wall that was finished meanwhile is no reason to refuse a
    result. ``carry_out``: what the machine does once the events are durable. ``urgent``: the command is never stale,
    and all motors stop before it waits for its turn.
    """

    decide: Callable[[Context, C], tuple[Event, ...]]
    streams: tuple[str, ...] = MATCH_STREAMS
    carry_out: Callable[[MachineDriver, C], None] = _nothing
    urgent: Callable[[C], bool] = _in_turn


def decide(command: Command, context: Context, expected_seq: int | None) -> tuple[Event, ...]:
    """The events to write. Raises ``Refused``."""
    spec = spec_of(command)
    if not spec.urgent(command):
        _check_fresh(spec, context.projection, expected_seq)
    return spec.decide(context, command)


def carry_out(command: Command, machine: MachineDriver) -> None:
    """After the events are durable. The board may have gone away in between; then the refusal is shown by the state, as
    the command itself was accepted."""
    try:
        spec_of(command).carry_out(machine, command)
    except Refused as refused:
        machine.overtaken(refused)


def _check_fresh(spec: TableCommandSpec[Any], projection: Projection, expected_seq: int | None) -> None:
    if expected_seq is None:
        return
    if expected_seq > projection.seq:
        raise Refused(Code.STALE, f"The table is at event {projection.seq}; event {expected_seq} has not happened.")
    if projection.changed_since(expected_seq, spec.streams):
        what = ", ".join(projection.types_since(expected_seq, spec.streams))
        raise Refused(Code.STALE, f"Since event {expected_seq} has happened: {what or 'too much to tell'}.")


# ---------------------------------------------------------------- the machine


def _row(command: MoveMachine) -> str:
    return f"machine.{command.request.value}"


def _is_stop(command: MoveMachine) -> bool:
    return command.request is Request.STOP


def _move(context: Context, command: MoveMachine) -> tuple[Event, ...]:
    """A motion that was asked for from a page is on record with who asked."""
    context.machine.try_out(Requested(command.request, command.fault))
    return (MachineCommanded(command.request.value, command.who, command.fault),)


def _moved(machine: MachineDriver, command: MoveMachine) -> None:
    machine.feed(Requested(command.request, command.fault))


def _place(context: Context, command: PlaceSets) -> tuple[Event, ...]:
    context.machine.try_out(SetsPlaced(command.sets))
    return (MachineCommanded("place", command.who),)


def _placed(machine: MachineDriver, command: PlaceSets) -> None:
    machine.feed(SetsPlaced(command.sets))


# ---------------------------------------------------------------- dice, service, match


def _roll(context: Context, command: RollDice) -> tuple[Event, ...]:
    """A break that was asked for before the gong is thrown also after it."""
    if begins_hand(context.projection.match, command):
        _check_time(context)
    return roll_dice(command, context.projection, context.machine.state.books, context.games, context.maker)


def _contributed(context: Context, command: Contribute) -> tuple[Event, ...]:
    return contribute(command, context.projection.fair, context.maker, context.complete)


def time_out_entry(context: Context) -> tuple[Event, ...]:
    """The table's own doing, when the time for the inputs of a roll is over. Raises ``Refused`` when none is open."""
    return time_out(context.projection.fair, context.maker, context.complete)


def _given_up(context: Context, command: GiveUpRoll) -> tuple[Event, ...]:
    return give_up(command, context.projection, context.machine.state.books, context.games, context.maker)


def _giver(command: Contribute) -> tuple[Seat, ...]:
    return (command.seat,)


def _serviced(context: Context, command: RecordService) -> tuple[Event, ...]:
    del context
    if command.part not in PARTS:
        raise Refused(Code.BAD_PART, f"There is no part {command.part!r}.", field="part")
    if command.work not in WORKS or (command.work == "replaced" and command.part in CARE_PARTS):
        raise Refused(Code.BAD_WORK, f"{command.work!r} cannot be done to {command.part}.", field="work")
    return (MachineServiced(command.part, command.work, command.who),)


def _start(context: Context, command: match.StartMatch) -> tuple[Event, ...]:
    """A wall that the machine cannot build is an error before the match, not a jam during it."""
    game, machine = context.games.game(command.ruleset, command.options, command.profile), context.machine
    machine.try_out(PlanRequested(machine_wall(game.wall, machine.state.books.max_stacks)))
    usual = context.games.usual_match(command.ruleset)
    settings = {name: value for name, value in usual.items() if getattr(command, name) is None}
    return _of_match(context, replace(command, **settings))


def _undo(context: Context, command: match.UndoResult) -> tuple[Event, ...]:
    """Dice for the next hand that wait for the players' parts have followed from the result."""
    if context.projection.fair.open is not None:
        raise Refused(Code.TOO_LATE_TO_UNDO, "Dice are being thrown.", field="hand")
    return _of_match(context, replace(command, now=iso(context.now())))


def _begin_hand(context: Context, command: match.BeginHand) -> tuple[Event, ...]:
    _check_time(context)
    return _of_match(context, command)


def _check_time(context: Context) -> None:
    """Raises ``Refused`` when the clock of the hall lets no hand begin."""
    hall_decide.check_time(context.projection.hall, context.projection.match, iso(context.now()))


def _start_by_house_rules(context: Context, command: StartByHouseRules) -> tuple[Event, ...]:
    """The match keeps the options of the document as they are now, and its name."""
    rules = context.projection.house.rules.get(command.rules)
    if rules is None:
        raise Refused(Code.NO_SUCH_HOUSE_RULES, field="house_rules")
    start = match.StartMatch(
        who=command.who,
        match=command.match,
        ruleset=rules.ruleset,
        names=command.names,
        options=rules.options,
        seating=command.seating,
        first_dealer=command.first_dealer,
        profile=rules.profile,
        house_rules=rules.name,
        confirmation=command.confirmation,
        hand_check=command.hand_check,
    )
    return _start(context, start)


def _keep_rules(context: Context, command: house.KeepHouseRules) -> tuple[Event, ...]:
    return keep_rules(context.projection.house, command, context.games.game)


def _remove_rules(context: Context, command: house.RemoveHouseRules) -> tuple[Event, ...]:
    return remove_rules(context.projection.house, command)


def _keep_player(context: Context, command: house.KeepPlayer) -> tuple[Event, ...]:
    return keep_player(context.projection.house, command)


def _remove_player(context: Context, command: house.RemovePlayer) -> tuple[Event, ...]:
    return remove_player(context.projection.house, command)


def _call(context: Context, command: calls.CallStaff) -> tuple[Event, ...]:
    return call(context.projection.calls, command, iso(context.now()))


def _answer_call(context: Context, command: calls.AnswerCall) -> tuple[Event, ...]:
    return answer(context.projection.calls, command)


def _end_call(context: Context, command: calls.EndCall) -> tuple[Event, ...]:
    return end(context.projection.calls, command)


def _join(context: Context, command: uplink.JoinHall) -> tuple[Event, ...]:
    return hall_decide.join(context.projection.hall, command)


def _leave(context: Context, command: uplink.LeaveHall) -> tuple[Event, ...]:
    return hall_decide.leave(context.projection.hall, command)


def _leaving(command: uplink.LeaveHall) -> str:
    return "hall.leave-unreleased" if command.unreleased else "hall.leave"


def _allow_hand(context: Context, command: uplink.AllowHand) -> tuple[Event, ...]:
    projection = context.projection
    return hall_decide.allow_hand(projection.hall, command, projection.match, iso(context.now()))


def _read_message(context: Context, command: uplink.ReadMessage) -> tuple[Event, ...]:
    return hall_decide.read_message(context.projection.hall, command)


def _refuse_order(context: Context, command: uplink.RefuseOrder) -> tuple[Event, ...]:
    return hall_decide.refuse(context.projection.hall, command)


ORDERED: Final = (
    match.StartMatch, match.Penalize, match.CancelPenalty, match.CorrectHand, match.EndMatch, match.Abandon,
)  # fmt: skip
"""Commands of the match that a hall can order. None of them moves anything."""


def _take_order(context: Context, command: TakeOrder) -> tuple[Event, ...]:
    """What was answered before is not carried out again."""
    order, hall = command.order, context.projection.hall
    if hall_decide.check_order(hall, order, context.now()) is not None:
        return ()
    taken = HallOrderTaken(order.id, order.number, order.kind, order.who)
    special, played = hall_decide.IN_ORDERS.get(type(command.command)), context.projection.match
    if isinstance(command.command, uplink.WantDraw) and played is not None and played.phase != "over":
        raise Refused(Code.MATCH_RUNNING)
    if special is not None:
        return (taken, *special(hall, command.command, iso(context.now())))
    return (taken, *_spec_of_ordered(command.command).decide(context, command.command))


def _row_of_order(command: TakeOrder) -> str:
    """An order of the match is allowed to whom the command of the match is."""
    if type(command.command) in hall_decide.IN_ORDERS:
        return "hall.order"
    return _spec_of_ordered(command.command).name(command.command)


def _spec_of_ordered(command: Command) -> TableCommandSpec[Any]:
    """Raises ``TypeError`` for what no hall can order."""
    if not isinstance(command, ORDERED):
        raise TypeError(f"{type(command).__name__} is in no order")
    return spec_of(command)


def _caller(command: calls.CallStaff | calls.EndCall) -> tuple[Seat, ...]:
    return () if command.seat is None else (command.seat,)


def _of_match(context: Context, command: Command) -> tuple[Event, ...]:
    return match.decide(context.projection.match, command, context.games.game)


# ---------------------------------------------------------------- the list

_WITH_TABLE: Final[Mapping[type[Command], Callable[[Context, Any], tuple[Event, ...]]]] = {
    match.StartMatch: _start, match.UndoResult: _undo, match.BeginHand: _begin_hand,
}  # fmt: skip
"""Commands of the match for which the table looks at more than the match."""

COMMANDS: Final[tuple[TableCommandSpec[Any], ...]] = (
    TableCommandSpec(
        command=MoveMachine, decide=_move, names=tuple(f"machine.{each.value}" for each in Request), choose=_row,
        streams=MACHINE_STREAM, carry_out=_moved, urgent=_is_stop,
    ),
    TableCommandSpec(
        command=PlaceSets, decide=_place, names=("machine.placed",), streams=MACHINE_STREAM, carry_out=_placed
    ),
    TableCommandSpec(command=RollDice, decide=_roll, names=("dice.roll",), seats=thrower),
    TableCommandSpec(
        command=Contribute, decide=_contributed, names=("dice.contribute",), streams=(), seats=_giver
    ),
    TableCommandSpec(command=GiveUpRoll, decide=_given_up, names=("dice.void",), streams=()),
    TableCommandSpec(command=RecordService, decide=_serviced, names=("service.record",)),
    TableCommandSpec(command=StartByHouseRules, decide=_start_by_house_rules, names=("match.start",)),
    TableCommandSpec(
        command=house.KeepHouseRules, decide=_keep_rules, names=("rules.edit",), streams=HOUSE_STREAM
    ),
    TableCommandSpec(
        command=house.RemoveHouseRules, decide=_remove_rules, names=("rules.edit",), streams=HOUSE_STREAM
    ),
    TableCommandSpec(command=house.KeepPlayer, decide=_keep_player, names=("players.edit",), streams=HOUSE_STREAM),
    TableCommandSpec(
        command=house.RemovePlayer, decide=_remove_player, names=("players.edit",), streams=HOUSE_STREAM
    ),
    TableCommandSpec(
        command=calls.CallStaff, decide=_call, names=("call.make",), streams=CALL_STREAM, seats=_caller
    ),
    TableCommandSpec(command=calls.AnswerCall, decide=_answer_call, names=("call.answer",), streams=CALL_STREAM),
    TableCommandSpec(command=calls.EndCall, decide=_end_call, names=("call.end",), streams=CALL_STREAM, seats=_caller),
    TableCommandSpec(command=uplink.JoinHall, decide=_join, names=("hall.join",), streams=HALL_STREAM),
    TableCommandSpec(
        command=uplink.LeaveHall, decide=_leave, names=("hall.leave", "hall.leave-unreleased"), choose=_leaving,
        streams=HALL_STREAM,
    ),
    TableCommandSpec(command=uplink.AllowHand, decide=_allow_hand, names=("hall.allow-hand",)),
    TableCommandSpec(
        command=uplink.ReadMessage, decide=_read_message, names=("hall.read-message",), streams=HALL_STREAM
    ),
    TableCommandSpec(command=uplink.RefuseOrder, decide=_refuse_order, names=("hall.order",), streams=()),
    TableCommandSpec(
        command=TakeOrder, decide=_take_order, choose=_row_of_order,
        names=("hall.order", *(name for spec in match.COMMANDS if spec.command in ORDERED for name in spec.names)),
    ),
    *(
        TableCommandSpec(
            command=spec.command, decide=_WITH_TABLE.get(spec.command, _of_match), names=spec.names,
            choose=spec.choose, seats=spec.seats,
        )
        for spec in match.COMMANDS
        if spec.names
    ),
)  # fmt: skip
_SPECS: Final[Mapping[type[Command], TableCommandSpec[Any]]] = {spec.command: spec for spec in COMMANDS}


def spec_of(command: Command) -> TableCommandSpec[Any]:
    """The line of a command. Raises ``TypeError`` for one that nobody may give, such as ``match.Throw``."""
    spec = _SPECS.get(type(command))
    if spec is None:
        raise TypeError(f"{type(command).__name__} is not a command to a table")
    return spec
