"""How the seats give to a roll: turns, masks, commitments, time-outs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.fairness.contributions import RollInputs, ask, commit, decline, enter, random_order, reveal, time_out
from controller.fairness.draw import RollId, commitment, opened
from controller.fairness.statements import NOBODY, ORDERS, Contribution, Given
from controller.refusals import Refused
from controller.rules.seats import SEATS, Seat
from tools.dice_cases.book import keypad, secret

AT = RollId(b"table 01", b"epoch 01", 3)
SEED = secret("seed")
NONCE = secret("nonce", 16)
S0, S1, S2, S3 = SEATS


def asked(*seats: Seat, order: int = 0, dice: int = 2) -> RollInputs:
    return ask(AT, dice, seats or SEATS, lambda n: bytes([order] * n))


def promise(seat: Seat) -> bytes:
    return commitment(NONCE, AT, seat)


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(Refused) as found:
        yield
    assert found.value.code == code


def test_every_order_comes_from_exactly_ten_of_the_256_bytes() -> None:
    counts = Counter(first_order(byte) for byte in range(256))
    assert counts == {None: 16, **dict.fromkeys(range(24), 10)}


def first_order(byte: int) -> int | None:
    """The order of this byte, None when it is thrown away and the next one (here 239) asked."""
    given_out = [byte, 239]
    order = random_order(lambda n: bytes([given_out.pop(0)]))
    return None if len(given_out) == 0 else order


def test_a_source_that_gives_nothing_usable_is_refused() -> None:
    with refused("dice-source-failed"):
        random_order(lambda n: b"\xff")


@pytest.mark.parametrize("order", range(24))
def test_the_seats_enter_in_the_order_drawn(order: int) -> None:
    inputs = asked(order=order)
    entered = []
    while inputs.turn is not None:
        entered.append(inputs.turn)
        inputs = enter(inputs, inputs.turn, (1, 2), SEED)
    assert tuple(entered) == ORDERS[order]
    assert inputs.complete


def test_a_seat_that_is_not_asked_is_passed_over() -> None:
    assert asked(S3, S1).turn == S1


def test_nobody_enters_before_his_turn() -> None:
    with refused("entry-not-due"):
        enter(asked(), S1, (1, 2), SEED)


def test_a_phone_need_not_wait_for_its_turn() -> None:
    inputs = commit(asked(), S3, promise(S3))
    assert inputs.turn == S0


def test_a_number_is_kept_masked_and_is_the_one_entered() -> None:
    inputs = enter(asked(S0), S0, (6, 3), SEED)
    assert inputs.given[S0].given is Given.MASKED
    assert opened(inputs.given, SEED, AT)[S0] == keypad(6, 3)


@pytest.mark.parametrize("numbers", [(), (1,), (1, 2, 3), (0, 1), (1, 7), (-1, 2)])
def test_one_number_from_one_to_six_for_each_die(numbers: tuple[int, ...]) -> None:
    with refused("bad-entry"):
        enter(asked(), S0, numbers, SEED)


def test_a_seat_answers_once() -> None:
    inputs = enter(asked(), S0, (1, 2), SEED)
    for again in (lambda: enter(inputs, S0, (3, 4), SEED), lambda: commit(inputs, S0, promise(S0)),
                  lambda: decline(inputs, S0), lambda: time_out(inputs, S0)):  # fmt: skip
        with refused("entry-closed"):
            again()


def test_a_nonce_is_wanted_only_when_every_seat_has_answered() -> None:
    inputs = commit(asked(S0, S1), S1, promise(S1))
    with refused("entry-closed"):
        reveal(inputs, S1, NONCE)
    inputs = enter(inputs, S0, (1, 2), SEED)
    assert (inputs.locked, inputs.complete, inputs.revealing) == (True, False, {S1})
    inputs = reveal(inputs, S1, NONCE)
    assert inputs.complete
    assert inputs.given[S1] == Contribution(Given.PHONE, NONCE)


def test_a_nonce_that_does_not_fit_is_refused_and_the_right_one_still_taken() -> None:
    inputs = commit(asked(S1), S1, promise(S1))
    for wrong in (secret("other", 16), NONCE[:15], b""):
        with refused("bad-entry"):
            reveal(inputs, S1, wrong)
    assert reveal(inputs, S1, NONCE).complete


def test_a_neighbours_commitment_cannot_be_opened_by_a_copy() -> None:
    inputs = commit(commit(asked(S0, S1), S0, promise(S0)), S1, promise(S0))
    inputs = reveal(inputs, S0, NONCE)
    with refused("bad-entry"):
        reveal(inputs, S1, NONCE)


def test_a_commitment_has_32_bytes() -> None:
    with refused("bad-entry"):
        commit(asked(), S0, promise(S0)[:31])


def test_time_out_before_the_lock_is_recorded_as_such() -> None:
    inputs = time_out(asked(S2), S2)
    assert inputs.given[S2] == Contribution(Given.TIMED_OUT)
    assert inputs.complete


def test_a_phone_that_does_not_reveal_is_named_by_its_commitment() -> None:
    inputs = time_out(commit(asked(S2), S2, promise(S2)), S2)
    assert inputs.given[S2] == Contribution(Given.COMMITMENT, promise(S2))
    assert inputs.complete
    with refused("entry-closed"):
        reveal(inputs, S2, NONCE)


def test_a_seat_may_give_nothing() -> None:
    assert decline(asked(S2), S2).given == NOBODY


def test_a_roll_to_which_nobody_is_asked_is_complete_at_once() -> None:
    assert ask(AT, 2, (), lambda n: bytes(n)).complete


ACTS = {
    "enter": lambda inputs, seat: enter(inputs, seat, (1, 6), SEED),
    "commit": lambda inputs, seat: commit(inputs, seat, promise(seat)),
    "decline": decline,
    "reveal": lambda inputs, seat: reveal(inputs, seat, NONCE),
    "time-out": time_out,
}


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(ACTS)), st.sampled_from(SEATS)), max_size=40))
def test_whatever_comes_an_answer_once_locked_only_opens(acts: list[tuple[str, Seat]]) -> None:
    inputs, locked = asked(order=13), None
    for act, seat in acts:
        try:
            inputs = ACTS[act](inputs, seat)
        except Refused:
            continue
        if inputs.locked and locked is None:
            locked = inputs.given
    for before, after in zip(locked or inputs.given, inputs.given, strict=True):
        assert after == before or (before.given, after.given) == (Given.COMMITMENT, Given.PHONE)
