"""The chain of seeds: every seed leads to the anchor, none is used twice, none is left out."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.fairness.seeds import (
    ChainState,
    SeedReused,
    SeedSkipped,
    SeedsUsedUp,
    WrongSeeds,
    grow,
    seed_before,
    walk_back,
)
from tools.dice_cases.book import secret

TABLE, EPOCH, OTHER = b"table 01", b"epoch 01", b"epoch 02"
CHAIN = grow(TABLE, EPOCH, secret("last"), 20)
START = ChainState(TABLE, EPOCH, CHAIN.anchor, CHAIN.length, head=bytes(32))


def test_a_chain_has_a_seed_for_each_roll_and_its_anchor() -> None:
    assert (CHAIN.length, len(CHAIN.seeds), len(set(CHAIN.seeds))) == (20, 21, 21)
    assert CHAIN.seeds[20] == secret("last")


@settings(deadline=None)
@given(st.integers(0, 20))
def test_every_seed_leads_to_the_anchor_in_as_many_steps_as_its_number(n: int) -> None:
    assert walk_back(CHAIN.seeds[n], n, TABLE, EPOCH) == CHAIN.anchor


def test_a_step_is_the_hash_that_the_specification_names() -> None:
    assert seed_before(bytes(32), TABLE, EPOCH) == hashlib.sha256(b"chain" + TABLE + EPOCH + bytes(32)).digest()


def test_chains_of_two_epochs_with_the_same_secret_share_nothing() -> None:
    assert not set(CHAIN.seeds[:-1]) & set(grow(TABLE, OTHER, secret("last"), 20).seeds[:-1])


@settings(deadline=None)
@given(st.lists(st.integers(-1, 22), max_size=60))
def test_whatever_is_tried_each_number_is_consumed_once_and_in_order(tried: list[int]) -> None:
    state, published = START, list[int]()
    for number in tried:
        try:
            state = state.consume(number, bytes([number % 256]) * 32)
        except (SeedReused, SeedSkipped, SeedsUsedUp):
            continue
        published.append(number)
    assert published == list(range(1, len(published) + 1))
    assert state.consumed == len(published)


@settings(deadline=None)
@given(st.lists(st.sampled_from(["crash", "publish"]), max_size=30))
def test_only_publication_consumes_a_seed(story: list[str]) -> None:
    """A crash leaves the journal as it was: the same number and the same seed come again."""
    state, used = START, list[bytes]()
    for what in story:
        if state.consumed == state.length:
            break
        seed = grow(TABLE, EPOCH, secret("last"), 20).due(state)
        if what == "publish":
            used.append(seed)
            state = state.consume(state.due, hashlib.sha256(seed).digest())
        assert seed == CHAIN.seeds[len(used) + (what == "crash")]
    assert used == list(CHAIN.seeds[1 : len(used) + 1])


def test_the_errors_say_which() -> None:
    after = START.consume(1, bytes(32))
    with pytest.raises(SeedReused):
        after.consume(1, bytes(32))
    with pytest.raises(SeedSkipped):
        after.consume(3, bytes(32))


def test_after_the_last_seed_there_is_none() -> None:
    state = START
    for number in range(1, 21):
        state = state.consume(number, bytes(32))
    with pytest.raises(SeedsUsedUp):
        CHAIN.due(state)
    with pytest.raises(SeedsUsedUp):
        state.consume(21, bytes(32))


@pytest.mark.parametrize(
    "other",
    [
        grow(TABLE, EPOCH, secret("another"), 20),
        grow(TABLE, OTHER, secret("last"), 20),
        grow(b"table 02", EPOCH, secret("last"), 20),
        grow(TABLE, EPOCH, secret("last"), 19),
    ],
    ids=["secret", "epoch", "table", "length"],
)
def test_seeds_that_do_not_fit_the_anchor_are_not_given_out(other: object) -> None:
    with pytest.raises(WrongSeeds):
        other.due(START)  # type: ignore[attr-defined]


def test_a_seed_is_not_printed_with_its_chain() -> None:
    assert secret("last").hex() not in repr(CHAIN)
    assert repr(secret("last")) not in repr(CHAIN)
