"""Five tries, then a pause that doubles: whoever guesses gets no further than that allows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from controller.credentials.tries import FIRST_PAUSE, FORGOTTEN_AFTER, LONGEST_PAUSE, MOST_TRIES, Tries

PAUSES = st.lists(st.floats(0, 2 * LONGEST_PAUSE), max_size=60)


@given(PAUSES)
def test_no_try_counts_within_a_pause(waits: list[float]) -> None:
    tries, now = Tries(), 0.0
    for wait in waits:
        now += wait
        before = tries
        tries = tries.failed(now)
        assert tries.left(now) in range(MOST_TRIES + 1)
        if before.wait(now):
            assert tries == before


@given(PAUSES)
def test_in_any_time_no_more_tries_are_taken_than_the_pauses_allow(waits: list[float]) -> None:
    """Between two pauses five tries, and of pauses no more than fit between their shortest lengths."""
    tries, now, taken, pauses = Tries(), 0.0, 0, 0
    for wait in waits:
        now += wait
        if tries.wait(now) == 0:
            taken += 1
        tries = tries.failed(now)
        pauses = max(pauses, tries.pauses)
    most = MOST_TRIES * (1 + now / FIRST_PAUSE)
    assert taken <= most
    assert taken <= MOST_TRIES * (pauses + 1)


def test_each_pause_is_twice_the_one_before_up_to_an_hour() -> None:
    tries, now, lengths = Tries(), 0.0, []
    for _ in range(9):
        for _ in range(MOST_TRIES):
            tries = tries.failed(now)
        lengths.append(tries.wait(now))
        now += tries.wait(now)
    assert lengths[:4] == [FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE, 8 * FIRST_PAUSE]
    assert lengths[-1] == LONGEST_PAUSE


def test_a_day_later_a_pause_is_short_again() -> None:
    tries = Tries(wrong=MOST_TRIES - 1, pauses=6, until=100.0)
    after = tries.failed(100.0 + FORGOTTEN_AFTER + 1)
    assert (after.pauses, after.wait(100.0 + FORGOTTEN_AFTER + 1)) == (1, FIRST_PAUSE)
