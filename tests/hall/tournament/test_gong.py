"""Whether a hand may still begin: every figure of a policy, by the moment its dice were thrown."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from hall.tournament.gong import EVERY_TABLE, GongPolicy, GongReason, HandTimes, RoundClock, may_begin, must_stop
from hall.tournament.presets import presets

START = datetime(2026, 11, 25, 9, 0, tzinfo=UTC)


def at(minute: float) -> datetime:
    return START + timedelta(minutes=minute)


def hand(start: float, end: float | None, *, void: bool = False) -> HandTimes:
    return HandTimes(at(start), None if end is None else at(end), void)


GONG = at(60)
INSIDE = [hand(0, 20), hand(50, 65)]
BETWEEN = [hand(0, 20), hand(50, 59)]


@pytest.mark.parametrize(
    ("policy", "hands", "left"),
    [
        (GongPolicy(60, inside=0, between=0), INSIDE, 0),
        (GongPolicy(60, inside=1, between=2), INSIDE, 1),
        (GongPolicy(60, inside=1, between=2), BETWEEN, 2),
        (GongPolicy(60, inside=1, between=2), [*BETWEEN, hand(62, 70)], 1),
        (GongPolicy(60, inside=1, between=1), [*INSIDE, hand(66, 70)], 0),
        (GongPolicy(60, inside=1, between=1), [*INSIDE, hand(66, 70, void=True)], 0),
        (GongPolicy(60, inside=1, between=1, redeal_last=True), [*INSIDE, hand(66, 70, void=True)], 1),
        (GongPolicy(60, inside=0, between=0, redeal_last=True), [hand(0, 20), hand(50, 65, void=True)], 1),
        (GongPolicy(60, inside=3, between=3, stop_now=True), INSIDE, 0),
        (GongPolicy(60, inside=1, between=1), [], 1),
    ],
)
def test_how_many_hands_are_left_after_the_gong(policy: GongPolicy, hands: list[HandTimes], left: int) -> None:
    decision = may_begin(policy, GONG, hands, at(75))
    assert (decision.may_begin, decision.left) == (left > 0, left)


def test_dice_thrown_in_the_moment_of_the_gong_are_before_it() -> None:
    policy = GongPolicy(60)
    assert may_begin(policy, GONG, BETWEEN, GONG).reason is GongReason.STARTED_BEFORE
    assert not may_begin(policy, GONG, BETWEEN, GONG + timedelta(milliseconds=1)).may_begin


def test_a_hand_begun_in_the_moment_of_the_gong_is_the_running_one() -> None:
    policy = GongPolicy(60, inside=1, between=0)
    assert may_begin(policy, GONG, [hand(60, 66)], at(67)).left == 1


def test_time_stops_the_running_hand_where_the_rule_book_says_so() -> None:
    policy = presets()["ema-mcr"].gong
    assert must_stop(policy, GONG, at(60.1)) and not must_stop(policy, GONG, GONG)
    assert not must_stop(presets()["wrc-2025"].gong, GONG, at(61))


def test_without_a_gong_every_hand_may_begin() -> None:
    assert may_begin(GongPolicy(), None, INSIDE, at(500)).reason is GongReason.NO_GONG


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
