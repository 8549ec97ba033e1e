"""When the gong falls at a table. What may still begin after it: ``tests/controller/uplink/test_gong.py``."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hall.tournament.gong import EVERY_TABLE, RoundClock

START = datetime(2026, 11, 25, 9, 0, tzinfo=UTC)


def at(minute: float) -> datetime:
    return START + timedelta(minutes=minute)


def test_extra_minutes_count_for_a_table_and_for_all() -> None:
    clock = RoundClock(START, 60, {EVERY_TABLE: 5, 3: 10})
    assert clock.gong(1, START) == at(65)
    assert clock.gong(3, START) == at(75)


def test_a_clock_that_stands_moves_the_gong() -> None:
    clock = RoundClock(START, 60, stopped=((at(10), at(15)), (at(30), None)))
    assert clock.gong(1, at(40)) == at(75)
    assert clock.gong(1, at(50)) == at(85)


def test_a_pause_after_the_gong_changes_nothing() -> None:
    assert RoundClock(START, 60, stopped=((at(70), at(80)),)).gong(1, at(90)) == at(60)


def test_time_called_by_hand_comes_before_the_gong_and_never_after_it() -> None:
    clock = RoundClock(START, 60, called={2: at(40), EVERY_TABLE: at(70)})
    assert clock.gong(2, at(90)) == at(40)
    assert clock.gong(1, at(90)) == at(60)
    assert RoundClock(START, 0).gong(1, at(90)) is None
