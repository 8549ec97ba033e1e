"""Rolls to which the seats give before they are made: asked, answered, locked, revealed, thrown, or given up in public.

Every answer is an event as it arrives, so that after a crash the same roll goes on with the same inputs. The rules of
the protocol stand in ``controller.fairness.contributions``; here they meet the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, Literal

from controller.events import Event
from controller.events.dice import DiceAsked, DiceGiven, DiceLocked
from controller.fairness import contributions, publish
from controller.fairness.contributions import RollInputs
from controller.fairness.progress import DiceProgress, OpenRoll
from controller.fairness.record import sign
from controller.fairness.roll import Roll
from controller.fairness.statements import Given, purpose_of
from controller.refusals import Code, Refused
from controller.rules.seats import SEATS, Seat
from controller.table.commands import Contribute
from controller.table.making import DiceMaker, Thrown

Stored = Literal["masked", "commitment", "nonce", "none", "timed-out", "withheld"]
_STORED: Final[Mapping[Given, Stored]] = {
    Given.MASKED: "masked",
    Given.COMMITMENT: "commitment",
    Given.PHONE: "nonce",
    Given.NONE: "none",
    Given.TIMED_OUT: "timed-out",
}
Completed = Callable[[OpenRoll, Roll], tuple[Event, ...]]
"""What the table and its match make of the roll."""


def ask(
    thrown: Thrown, seats: tuple[Seat, ...], who: str, progress: DiceProgress, maker: DiceMaker
) -> tuple[Event, ...]:
    """Opens the input. Raises ``Refused``."""
    if maker.secrets_of(progress) is None or progress.chain is None:
        raise Refused(Code.DICE_NOT_CHECKABLE)
    if any(seat not in SEATS for seat in seats) or len(set(seats)) != len(seats):
        raise Refused(Code.BAD_SEAT, "A seat is a number from 0 to 3, each once.", field="ask")
    inputs = contributions.ask(publish.roll_due(progress.chain), thrown.dice, seats, maker.source)
    number, asked = inputs.at.number, tuple(sorted(seats))
    return (DiceAsked(number, thrown.purpose, thrown.dice, asked, inputs.order, who, thrown.seat),)


def contribute(
    command: Contribute, progress: DiceProgress, maker: DiceMaker, completed: Completed
) -> tuple[Event, ...]:
    """The answer of a seat, and what it leads to. Raises ``Refused``."""
    open_ = _open(progress)
    after = _answered(command, open_.inputs, progress, maker)
    return _follow(open_, after, (command.seat,), progress, maker, completed)


def time_out(progress: DiceProgress, maker: DiceMaker, completed: Completed) -> tuple[Event, ...]:
    """Nobody is waited for any longer: those who have not entered have timed out, or withhold their nonce."""
    open_ = _open(progress)
    late = sorted(open_.inputs.waiting or open_.inputs.revealing)
    after = open_.inputs
    for seat in late:
        after = contributions.time_out(after, seat)
    return _follow(open_, after, tuple(late), progress, maker, completed)


def _open(progress: DiceProgress) -> OpenRoll:
    if progress.open is None:
        raise Refused(Code.ENTRY_CLOSED)
    return progress.open


def _answered(command: Contribute, inputs: RollInputs, progress: DiceProgress, maker: DiceMaker) -> RollInputs:
    if command.numbers is not None:
        secrets = maker.secrets_of(progress)
        if secrets is None or progress.chain is None:
            raise Refused(Code.DICE_NOT_CHECKABLE)
        return contributions.enter(inputs, command.seat, command.numbers, secrets[1].due(progress.chain))
    if command.commitment is not None:
        return contributions.commit(inputs, command.seat, _bytes(command.commitment, "commitment"))
    if command.nonce is not None:
        return contributions.reveal(inputs, command.seat, _bytes(command.nonce, "nonce"))
    return contributions.decline(inputs, command.seat)


def _bytes(text: str, field: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise Refused(Code.BAD_ENTRY, f"{field} is hexadecimal", field=field) from None


def _follow(
    open_: OpenRoll,
    after: RollInputs,
    seats: tuple[Seat, ...],
    progress: DiceProgress,
    maker: DiceMaker,
    completed: Completed,
) -> tuple[Event, ...]:
    """The answers of these seats as events; the lock when they were the last ones, and the roll when it is complete."""
    events: list[Event] = [_as_event(open_.inputs, after, seat) for seat in seats]
    open_ = replace(open_, inputs=after)
    if after.locked and open_.locked is None:
        events.append(_lock(open_, progress, maker))
    if not after.complete:
        return tuple(events)
    by = open_.who if open_.seat is None else open_.seat
    thrown = Thrown(0, open_.purpose, after.dice, open_.seat, by)
    roll = maker.checkable(thrown, progress, after)
    if roll is None:
        raise Refused(Code.DICE_NOT_CHECKABLE)
    return (*events, *completed(open_, roll))


def _as_event(before: RollInputs, after: RollInputs, seat: Seat) -> DiceGiven:
    given, number = after.given[seat], after.at.number
    if seat in after.withheld - before.withheld:
        return DiceGiven(number, seat, "withheld")
    return DiceGiven(number, seat, _STORED[given.given], given.data.hex() or None)


def _lock(open_: OpenRoll, progress: DiceProgress, maker: DiceMaker) -> DiceLocked:
    secrets = maker.secrets_of(progress)
    if secrets is None or progress.chain is None or maker.keeper is None:
        raise Refused(Code.DICE_NOT_CHECKABLE)
    at = publish.occasion(open_.inputs, progress.chain, purpose_of(open_.purpose), open_.seat)
    record = sign(publish.lock(at, open_.inputs, maker.keeper.time()), secrets[0])
    return DiceLocked(open_.inputs.at.number, record.text)
