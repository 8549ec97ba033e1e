"""How many commands a client has."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from api.http.rate import CommandRate


def test_a_burst_passes_and_the_next_waits() -> None:
    rate = CommandRate(per_second=10, burst=3)
    assert [rate.wait("ann", 0.0) for _ in range(4)] == [0.0, 0.0, 0.0, 0.1]


def test_after_the_wait_there_is_one_more() -> None:
    rate = CommandRate(per_second=10, burst=1)
    rate.wait("ann", 0.0)
    assert rate.wait("ann", 0.05) > 0
    assert rate.wait("ann", 0.11) == 0.0


def test_one_client_does_not_use_up_what_another_has() -> None:
    rate = CommandRate(per_second=10, burst=1)
    rate.wait("ann", 0.0)
    assert rate.wait("ben", 0.0) == 0.0


def test_no_more_clients_are_remembered_than_the_bound() -> None:
    rate = CommandRate(most_clients=10)
    for number in range(1000):
        rate.wait(str(number), 0.0)
    assert len(rate._buckets) == 10


@given(st.lists(st.floats(0, 5), min_size=1, max_size=200))
def test_in_any_time_no_more_pass_than_burst_and_pace_allow(pauses: list[float]) -> None:
    rate, now, passed = CommandRate(per_second=2, burst=5), 0.0, 0
    for pause in pauses:
        now += pause
        passed += rate.wait("ann", now) == 0.0
    assert passed <= 5 + 2 * (now - pauses[0]) + 1e-6
