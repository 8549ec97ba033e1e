from __future__ import annotations

import pytest

from firmware_bridge.clock import BoardClock


def test_before_the_first_reading_nothing_is_known() -> None:
    assert BoardClock().host_time(5) is None


def test_the_shortest_round_trip_decides() -> None:
    clock = BoardClock()
    clock.read(10.0, 10.040, 1_000_000)
    clock.read(11.0, 11.002, 2_000_000)
    clock.read(12.0, 12.040, 3_015_000)
    assert clock.host_time(2_000_000) == pytest.approx(11.001)


def test_an_old_reading_gives_way_because_clocks_drift() -> None:
    clock = BoardClock()
    clock.read(0.0, 0.001, 0)
    for second in range(1, 20):
        clock.read(second, second + 0.004, int(second * 1_003_000))  # 0.3 % fast
    assert clock.host_time(19 * 1_003_000) == pytest.approx(19.0, abs=0.006)


def test_the_clock_may_wrap_between_reading_and_stamp() -> None:
    clock = BoardClock()
    clock.read(100.0, 100.0, 2**32 - 1000)
    assert clock.host_time(1000) == pytest.approx(100.002)
    assert clock.host_time(2**32 - 3000) == pytest.approx(99.998)
