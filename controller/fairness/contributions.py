"""How the seats give to one roll: pure, a value after every input, safe to journal as it is.

First every seat that was asked answers: two numbers on the keypad (as many as there are dice), each seat in its turn of
a random order; or a commitment from a phone, at any time; or nothing; or its time runs out. When all have answered the
inputs are locked. Then phones reveal their nonces, or withhold them. Whoever runs the clock says when time is out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.fairness.dice import FACES, MOST_READS, Source
from controller.fairness.draw import RollId, commitment, mask
from controller.fairness.statements import (
    HASH_BYTES,
    NOBODY,
    NONCE_BYTES,
    ORDERS,
    Contribution,
    Given,
)
from controller.refusals import Code, Refused
from controller.rules.seats import SEATS, Seat

_FAIR_ORDER_BYTES: Final = 240
"""The largest multiple of the 24 orders that a byte can count."""
_TIMED_OUT: Final = Contribution(Given.TIMED_OUT)


@dataclass(frozen=True, slots=True)
class RollInputs:
    """What the seats have given so far to the roll ``at``. ``order``: index into ``ORDERS``; ``waiting``: the seats
    that have not answered yet; ``withheld``: those that let the time for their nonce run out."""

    at: RollId
    dice: int
    order: int
    waiting: frozenset[Seat]
    given: tuple[Contribution, ...] = NOBODY
    withheld: frozenset[Seat] = frozenset()

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is on the keypad."""
        return next((seat for seat in ORDERS[self.order] if seat in self.waiting), None)

    @property
    def locked(self) -> bool:
        return not self.waiting

    @property
    def revealing(self) -> frozenset[Seat]:
        """The seats whose nonce is awaited, once nobody is waited for."""
        if not self.locked:
            return frozenset()
        committed = {seat for seat in SEATS if self.given[seat].given is Given.COMMITMENT}
        return frozenset(committed - self.withheld)

    @property
    def complete(self) -> bool:
        """Whether the dice can be thrown."""
        return self.locked and not self.revealing


def ask(at: RollId, dice: int, seats: Iterable[Seat], source: Source) -> RollInputs:
    """Open the input for these seats, in a random order. Refused when the source fails."""
    return RollInputs(at, dice, random_order(source), frozenset(seats))


def random_order(source: Source) -> int:
    """An index into ``ORDERS``, uniform: a byte below 240 modulo 24, others thrown away."""
    for _ in range(MOST_READS):
        byte = int.from_bytes(source(1))
        if byte < _FAIR_ORDER_BYTES:
            return byte % len(ORDERS)
    raise Refused(Code.DICE_SOURCE_FAILED, f"no usable byte in {MOST_READS} reads of one byte")


def enter(inputs: RollInputs, seat: Seat, numbers: Sequence[int], seed: bytes) -> RollInputs:
    """Keypad numbers, 1-6, one for each die; kept under the mask that ``seed``, the seed of this roll, lifts."""
    _check_waiting(inputs, seat)
    if inputs.turn != seat:
        raise Refused(Code.ENTRY_NOT_DUE, f"seat {inputs.turn} enters first")
    if len(numbers) != inputs.dice or any(number not in range(1, FACES + 1) for number in numbers):
        raise Refused(Code.BAD_ENTRY, f"{inputs.dice} numbers from 1 to 6 are entered", field="numbers")
    return _answered(inputs, seat, mask(numbers, seed, inputs.at, seat))


def commit(inputs: RollInputs, seat: Seat, promised: bytes) -> RollInputs:
    """A phone's commitment (``draw.commitment``); its nonce follows when all inputs are locked."""
    _check_waiting(inputs, seat)
    if len(promised) != HASH_BYTES:
        raise Refused(Code.BAD_ENTRY, f"a commitment has {HASH_BYTES} bytes", field="commitment")
    return _answered(inputs, seat, Contribution(Given.COMMITMENT, promised))


def decline(inputs: RollInputs, seat: Seat) -> RollInputs:
    """The seat gives nothing."""
    _check_waiting(inputs, seat)
    return _answered(inputs, seat, Contribution())


def reveal(inputs: RollInputs, seat: Seat, nonce: bytes) -> RollInputs:
    """The nonce of a commitment. Refused when it does not fit, and until every input is locked."""
    if seat not in inputs.revealing:
        raise Refused(Code.ENTRY_CLOSED, f"no nonce is wanted from seat {seat} now")
    if len(nonce) != NONCE_BYTES or commitment(nonce, inputs.at, seat) != inputs.given[seat].data:
        raise Refused(Code.BAD_ENTRY, "the nonce does not fit the commitment", field="nonce")
    return replace(inputs, given=_with(inputs.given, seat, Contribution(Given.PHONE, nonce)))


def time_out(inputs: RollInputs, seat: Seat) -> RollInputs:
    """The seat's time is over: it has not entered, or it withholds its nonce. Refused when nothing is awaited."""
    if seat in inputs.waiting:
        return _answered(inputs, seat, _TIMED_OUT)
    if seat in inputs.revealing:
        return replace(inputs, withheld=inputs.withheld | {seat})
    raise Refused(Code.ENTRY_CLOSED, f"nothing is awaited from seat {seat}")


def _check_waiting(inputs: RollInputs, seat: Seat) -> None:
    if seat not in inputs.waiting:
        raise Refused(Code.ENTRY_CLOSED, f"seat {seat} is not asked, or has answered")


def _answered(inputs: RollInputs, seat: Seat, given: Contribution) -> RollInputs:
    return replace(inputs, given=_with(inputs.given, seat, given), waiting=inputs.waiting - {seat})


def _with(given: tuple[Contribution, ...], seat: Seat, new: Contribution) -> tuple[Contribution, ...]:
    return tuple(new if place == seat else old for place, old in enumerate(given))
