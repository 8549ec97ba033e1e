"""From a roll's inputs to the statement that the table signs: lock, roll or void, each for the number that is due."""

from __future__ import annotations

from controller.fairness.contributions import RollInputs
from controller.fairness.draw import RollId, opened, throw
from controller.fairness.seeds import ChainState, SeedChain, WrongSeeds
from controller.fairness.statements import (
    Anchor,
    Cause,
    LockedInputs,
    Occasion,
    Purpose,
    RollStatement,
    VoidReason,
    VoidRoll,
)
from controller.refusals import Code, Refused
from controller.rules.seats import Seat


def anchor(chain: SeedChain, key: bytes, before: bytes, cause: Cause, name: str, time: int) -> Anchor:
    """The promise of these seeds. ``key``: the table's public key; ``time``: Unix milliseconds."""
    return Anchor(chain.epoch, time, cause, chain.length, chain.anchor, key, before, name)


def roll_due(state: ChainState) -> RollId:
    """Which roll comes next."""
    return RollId(state.table, state.epoch, state.due)


def occasion(inputs: RollInputs, state: ChainState, purpose: Purpose, by: Seat | None) -> Occasion:
    """What the inputs were collected for. Raises ``WrongSeeds`` when another roll is due."""
    if inputs.at != roll_due(state):
        raise WrongSeeds(f"the inputs are for roll {inputs.at.number}, roll {state.due} is due")
    at = inputs.at
    return Occasion(at.table, at.epoch, at.number, purpose, inputs.dice, by, inputs.order, state.head)


def lock(at: Occasion, inputs: RollInputs, time: int) -> LockedInputs:
    """All inputs are in. Refused before, and once a nonce is revealed."""
    if not inputs.locked:
        raise Refused(Code.ENTRY_NOT_DUE, "not every seat has answered")
    return LockedInputs(at, time, inputs.given)


def roll(at: Occasion, inputs: RollInputs, chain: SeedChain, state: ChainState, time: int) -> RollStatement:
    """The dice. The seed leaves the table with this statement: publish it, or the void of the same number."""
    if not inputs.complete:
        raise Refused(Code.ENTRY_NOT_DUE, "not every seat has answered and revealed")
    seed = chain.due(state)
    given = opened(inputs.given, seed, inputs.at)
    return RollStatement(at, time, given, seed, throw(seed, inputs.at, given, inputs.dice))


def void(at: Occasion, inputs: RollInputs, reason: VoidReason, time: int) -> VoidRoll:
    """The roll is given up in public, with the inputs as far as they came."""
    return VoidRoll(at, time, inputs.given, reason)
