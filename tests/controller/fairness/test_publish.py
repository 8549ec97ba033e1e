"""From inputs to the signed statement, through crashes: the same roll has the same seed and the same dice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.fairness.contributions import RollInputs, ask, commit, enter, reveal
from controller.fairness.discrepancies import ProofVerdict
from controller.fairness.draw import RollId, commitment
from controller.fairness.proof import verify
from controller.fairness.publish import anchor, lock, occasion, roll, roll_due, void
from controller.fairness.record import Record, sign
from controller.fairness.seeds import ChainState, WrongSeeds, grow
from controller.fairness.statements import NO_STATEMENT, Cause, Given, Purpose, RollStatement, Statement, VoidReason
from controller.refusals import Refused
from controller.rules.seats import SEATS
from tools.dice_cases.book import KEY, MORNING, secret

S0, S1, S2, S3 = SEATS
NONCE = secret("nonce", 16)


class Playing:
    """What a table does with these functions. ``crash`` forgets everything but journal and secrets."""

    def __init__(self) -> None:
        self.chain = grow(KEY.table, b"epoch 01", secret("last"), 64)
        self.journal: list[Record] = []
        opened = self.publish(anchor(self.chain, KEY.public, NO_STATEMENT, Cause.FIRST, "Table 7", MORNING))
        self.state = ChainState(KEY.table, self.chain.epoch, self.chain.anchor, 64, opened.hash)

    def publish(self, statement: Statement) -> Record:
        self.journal.append(sign(statement, KEY))
        return self.journal[-1]

    def inputs(self) -> RollInputs:
        """One keypad, one phone, one seat that gives nothing: as journaled."""
        at, seed = roll_due(self.state), self.chain.due(self.state)
        inputs = ask(at, 2, (S0, S1), lambda n: bytes(n))
        inputs = enter(inputs, S0, (3, 5), seed)
        return commit(inputs, S1, commitment(NONCE, at, S1))

    def roll(self, inputs: RollInputs) -> RollStatement:
        at = occasion(inputs, self.state, Purpose.BREAK, S0)
        return roll(at, reveal(inputs, S1, NONCE), self.chain, self.state, MORNING)

    def finish(self, inputs: RollInputs) -> RollStatement:
        made = self.roll(inputs)
        self.state = self.state.consume(made.occasion.number, self.publish(made).hash)
        return made

    def give_up(self, inputs: RollInputs) -> None:
        at = occasion(inputs, self.state, Purpose.BREAK, S0)
        given_up = self.publish(void(at, inputs, VoidReason.NOT_SHOWN, MORNING))
        self.state = self.state.consume(at.number, given_up.hash)

    def crash(self) -> None:
        """The state is folded from the journal again, the chain read from its file."""
        published = [each.statement for each in self.journal if not hasattr(each.statement, "key")]
        state = ChainState(KEY.table, self.chain.epoch, self.chain.anchor, 64, self.journal[0].hash)
        for record, statement in zip(self.journal[1:], published, strict=True):
            state = state.consume(statement.occasion.number, record.hash)  # type: ignore[union-attr]
        self.state, self.chain = state, grow(KEY.table, b"epoch 01", secret("last"), 64)


@settings(deadline=None)
@given(st.lists(st.sampled_from(["roll", "void", "crash", "crash-in-roll"]), max_size=12))
def test_crashes_change_no_dice_and_every_log_verifies(story: list[str]) -> None:
    table = Playing()
    for what in story:
        inputs = table.inputs()
        if what == "roll":
            table.finish(inputs)
        elif what == "void":
            table.give_up(inputs)
        else:
            foreseen = table.roll(inputs)
            table.crash()
            if what == "crash-in-roll":
                assert table.finish(inputs) == foreseen
    report = verify(record.text for record in table.journal)
    assert (report.verdict, report.discrepancies) == (ProofVerdict.GOOD, ())
    assert report.rolls == sum(what in ("roll", "crash-in-roll") for what in story)
    assert report.voids == story.count("void")


def test_the_record_says_who_gave_what() -> None:
    table = Playing()
    made = table.finish(table.inputs())
    assert [each.given for each in made.contributions] == [Given.KEYPAD, Given.PHONE, Given.NONE, Given.NONE]
    assert made.contributions[0].data == bytes([3, 5])


def test_a_lock_is_kept_by_the_roll_that_follows() -> None:
    table = Playing()
    inputs = table.inputs()
    table.publish(lock(occasion(inputs, table.state, Purpose.BREAK, S0), inputs, MORNING))
    table.finish(inputs)
    assert verify(record.text for record in table.journal).verdict is ProofVerdict.GOOD


def test_nothing_is_locked_or_thrown_while_a_seat_is_waited_for() -> None:
    table = Playing()
    inputs = ask(roll_due(table.state), 2, (S0,), lambda n: bytes(n))
    at = occasion(inputs, table.state, Purpose.BREAK, S0)
    with pytest.raises(Refused):
        lock(at, inputs, MORNING)
    with pytest.raises(Refused):
        roll(at, inputs, table.chain, table.state, MORNING)


def test_no_dice_before_the_phones_have_revealed() -> None:
    table = Playing()
    inputs = table.inputs()
    with pytest.raises(Refused) as refused:
        roll(occasion(inputs, table.state, Purpose.BREAK, S0), inputs, table.chain, table.state, MORNING)
    assert refused.value.code == "entry-not-due"


def test_inputs_of_one_roll_do_not_serve_another() -> None:
    table = Playing()
    inputs = table.inputs()
    table.finish(inputs)
    with pytest.raises(WrongSeeds):
        occasion(inputs, table.state, Purpose.BREAK, S0)


def test_the_roll_that_is_due_is_named_by_table_epoch_and_number() -> None:
    assert roll_due(Playing().state) == RollId(KEY.table, b"epoch 01", 1)
