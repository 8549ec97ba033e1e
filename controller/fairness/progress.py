"""What the journal says so far about the dice that can be checked: the present epoch, how far it is consumed, and the
roll whose inputs are being collected. Folded from events; holds no secret.

The fold never fails: a record that cannot be read changes nothing, and the roll after it begins a new epoch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from controller.events import Event
from controller.events.dice import DiceAnchored, DiceAsked, DiceGiven, DiceLocked, DiceRolled, DiceVoided
from controller.fairness.byte_layout import Malformed
from controller.fairness.contributions import RollInputs
from controller.fairness.draw import RollId
from controller.fairness.record import Record, from_text
from controller.fairness.roll import CHECKABLE, record_of
from controller.fairness.seeds import ChainState
from controller.fairness.signing import table_id
from controller.fairness.statements import Anchor, Contribution, Given, RollStatement, VoidRoll
from controller.rules.seats import SEATS, Seat

STORED: Final[Mapping[str, Given]] = {
    "masked": Given.MASKED,
    "commitment": Given.COMMITMENT,
    "nonce": Given.PHONE,
    "none": Given.NONE,
    "timed-out": Given.TIMED_OUT,
}
"""How an event names what a seat gave; a nonce that is ``withheld`` leaves the commitment as it is."""


@dataclass(frozen=True, slots=True)
class OpenRoll:
    """A roll for which seats were asked and which is not made yet. ``locked``: the text of its lock, once signed."""

    inputs: RollInputs
    purpose: str
    who: str
    seat: Seat | None
    locked: str | None = None


@dataclass(frozen=True, slots=True)
class DiceTally:
    """How often, since the journal began. ``uncontributed``: rolls to which no seat gave anything."""

    rolls: int = 0
    uncontributed: int = 0
    timed_out: int = 0
    withheld: int = 0
    voids: int = 0


@dataclass(frozen=True, slots=True)
class DiceProgress:
    """``chain``: the present epoch, None before the first anchor. ``anchor``: the text of its anchor;
    ``anchor_seq``: the number of that event."""

    chain: ChainState | None = None
    anchor: str = ""
    anchor_seq: int = 0
    open: OpenRoll | None = None
    tally: DiceTally = DiceTally()


def evolve(progress: DiceProgress, event: Event, seq: int) -> DiceProgress:
    """The progress after an event with its number in the journal."""
    if isinstance(event, DiceAnchored):
        return _anchored(progress, event.record, seq)
    if isinstance(event, DiceRolled) and event.algorithm == CHECKABLE:
        return _published(progress, record_of(event) or "")
    if isinstance(event, DiceVoided):
        return _published(progress, event.record)
    if isinstance(event, DiceAsked):
        return _asked(progress, event)
    if progress.open is None or not isinstance(event, DiceGiven | DiceLocked):
        return progress
    if event.number != progress.open.inputs.at.number:
        return progress
    if isinstance(event, DiceLocked):
        return replace(progress, open=replace(progress.open, locked=event.record))
    return replace(progress, open=_given(progress.open, event))


def anchor_of(progress: DiceProgress) -> Anchor | None:
    """The statement of the present epoch."""
    record = _read(progress.anchor)
    return record.statement if record and isinstance(record.statement, Anchor) else None


def record_in(event: Event) -> str | None:
    """The text of the signed record that an event carries."""
    if isinstance(event, DiceAnchored | DiceLocked | DiceVoided):
        return event.record
    return record_of(event) if isinstance(event, DiceRolled) else None


@lru_cache(maxsize=8)
def _read(text: str) -> Record | None:
    """The anchor of an epoch stands in every snapshot of the table."""
    try:
        return from_text(text)
    except Malformed:
        return None


def _anchored(progress: DiceProgress, text: str, seq: int) -> DiceProgress:
    record = _read(text)
    if record is None or not isinstance(record.statement, Anchor):
        return progress
    own = record.statement
    chain = ChainState(table_id(own.key), own.epoch, own.seed, own.length, record.hash)
    return replace(progress, chain=chain, anchor=text, anchor_seq=seq, open=None)


def _published(progress: DiceProgress, text: str) -> DiceProgress:
    """After a roll or void of the present epoch."""
    record, chain = _read(text), progress.chain
    own = record.statement if record else None
    if record is None or chain is None or not isinstance(own, RollStatement | VoidRoll):
        return progress
    if (own.occasion.table, own.occasion.epoch) != (chain.table, chain.epoch):
        return progress
    after = replace(chain, consumed=own.occasion.number, head=record.hash)
    return replace(progress, chain=after, open=None, tally=_counted(progress.tally, own))


def _counted(tally: DiceTally, own: RollStatement | VoidRoll) -> DiceTally:
    given = [each.given for each in own.contributions]
    rolled = isinstance(own, RollStatement)
    return DiceTally(
        rolls=tally.rolls + rolled,
        uncontributed=tally.uncontributed + (rolled and not any(each.counts for each in own.contributions)),
        timed_out=tally.timed_out + given.count(Given.TIMED_OUT),
        withheld=tally.withheld + (given.count(Given.COMMITMENT) if rolled else 0),
        voids=tally.voids + (not rolled),
    )


def _asked(progress: DiceProgress, event: DiceAsked) -> DiceProgress:
    chain = progress.chain
    if chain is None:
        return progress
    at = RollId(chain.table, chain.epoch, event.number)
    inputs = RollInputs(at, event.dice, event.order, frozenset(event.seats))
    return replace(progress, open=OpenRoll(inputs, event.purpose, event.who, event.seat))


def _given(roll: OpenRoll, event: DiceGiven) -> OpenRoll:
    inputs = roll.inputs
    if event.given == "withheld":
        return replace(roll, inputs=replace(inputs, withheld=inputs.withheld | {event.seat}))
    try:
        new = Contribution(STORED[event.given], bytes.fromhex(event.data or ""))
    except ValueError:
        return roll
    given = tuple(new if seat == event.seat else old for seat, old in zip(SEATS, inputs.given, strict=True))
    return replace(roll, inputs=replace(inputs, given=given, waiting=inputs.waiting - {event.seat}))
