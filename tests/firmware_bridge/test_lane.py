from __future__ import annotations

import math

import pytest

from firmware_bridge.codec import OVERHEAD
from firmware_bridge.lane import Inbox, Numbered, Outbox, QueueFull, RetryTimer
from firmware_bridge.messages import RETRY_LIMIT, RETRY_MAX_MS, RETRY_MIN_MS, WINDOW_BYTES, WINDOW_FRAMES


def filled(count: int, size: int = 3) -> Outbox:
    outbox = Outbox(100)
    for _ in range(count):
        outbox.push(0x13, bytes(size))
    return outbox


def sent(outbox: Outbox, now: float) -> list[int]:
    return [frame.number for frame in outbox.due(now)]


def test_no_more_than_a_window_of_frames_is_in_flight() -> None:
    outbox = filled(10)
    assert sent(outbox, 0.0) == list(range(WINDOW_FRAMES))
    assert sent(outbox, 0.001) == []
    outbox.acknowledge(2, 0.002)
    assert sent(outbox, 0.002) == [4, 5]


def test_no_more_than_a_window_of_bytes_is_in_flight_but_one_frame_always_is() -> None:
    outbox = filled(4, size=54)
    assert 2 * (54 + OVERHEAD) == WINDOW_BYTES
    assert sent(outbox, 0.0) == [0, 1]
    big = filled(2, size=64)
    assert sent(big, 0.0) == [0]


def test_numbers_go_round() -> None:
    outbox, numbers = filled(40), list[int]()
    while numbers[-1:] != [7] or len(numbers) < 40:
        numbers += sent(outbox, 0.0)
        outbox.acknowledge((numbers[-1] + 1) % 16, 0.0)
    assert numbers == [number % 16 for number in range(40)]


@pytest.mark.parametrize("stale", [0, 15, 5, 9])
def test_an_acknowledgement_outside_the_window_says_nothing(stale: int) -> None:
    outbox = filled(6)
    sent(outbox, 0.0)
    outbox.acknowledge(stale, 0.001)
    assert (len(outbox), sent(outbox, 0.001)) == (6, [])


def test_after_silence_everything_in_flight_goes_again_in_order() -> None:
    outbox = filled(6)
    sent(outbox, 0.0)
    outbox.acknowledge(1, 0.01)
    assert sent(outbox, 0.01) == [4]
    assert sent(outbox, outbox.deadline) == [1, 2, 3, 4]
    assert outbox.repeated == 4


def test_after_five_repetitions_in_vain_it_gives_up() -> None:
    outbox, times = filled(1), list[float]()
    sent(outbox, 0.0)
    while not outbox.exhausted:
        times.append(outbox.deadline)
        sent(outbox, outbox.deadline)
    assert len(times) == RETRY_LIMIT + 1
    assert outbox.deadline == math.inf
    assert sent(outbox, times[-1] + 1) == []
    outbox.revive(times[-1] + 2)
    assert sent(outbox, times[-1] + 2) == [0]


def test_an_acknowledgement_starts_the_count_of_repetitions_anew() -> None:
    outbox = filled(2, size=64)
    sent(outbox, 0.0)
    for _ in range(RETRY_LIMIT):
        sent(outbox, outbox.deadline)
    outbox.acknowledge(1, outbox.deadline - 0.001)
    sent(outbox, 5.0)
    for _ in range(RETRY_LIMIT):
        assert sent(outbox, outbox.deadline) == [1]
    assert not outbox.exhausted


def test_a_repeated_frame_tells_no_round_trip() -> None:
    outbox = filled(1)
    sent(outbox, 0.0)
    sent(outbox, outbox.deadline)
    outbox.acknowledge(1, 5.0)
    assert outbox.timer.round_trip is None


def test_the_retry_time_follows_the_round_trip_within_its_limits() -> None:
    timer = RetryTimer()
    for _ in range(50):
        timer.measured(0.002)
    assert timer.seconds == RETRY_MIN_MS / 1000
    for _ in range(50):
        timer.measured(0.060)
    assert 0.060 < timer.seconds < 0.080
    for _ in range(9):
        timer.back_off()
    assert timer.seconds == RETRY_MAX_MS / 1000
    timer.heard()
    assert timer.seconds < 0.080


def test_a_full_queue_refuses_and_keeps_what_it_has() -> None:
    outbox = Outbox(2)
    outbox.push(1, b"")
    outbox.push(2, b"")
    with pytest.raises(QueueFull):
        outbox.push(3, b"")
    assert [frame.code for frame in outbox.due(0.0)] == [1, 2]


def test_the_receiver_takes_the_expected_number_only_and_always_says_where_it_is() -> None:
    inbox = Inbox()
    assert [inbox.accept(number) for number in (0, 0, 2, 1, 2)] == [True, False, False, True, True]
    assert (inbox.expected, inbox.doubled, inbox.skipped) == (3, 1, 1)
    inbox.acknowledged()
    inbox.accept(9)
    assert inbox.owed
    assert inbox.urgent


def test_the_second_frame_is_acknowledged_at_once_and_the_first_may_wait() -> None:
    inbox = Inbox()
    inbox.accept(0)
    assert (inbox.owed, inbox.urgent) == (1, False)
    inbox.accept(1)
    assert inbox.urgent
    inbox.acknowledged()
    assert (inbox.owed, inbox.urgent) == (0, False)


def test_a_frame_knows_its_bytes_on_the_wire() -> None:
    assert Numbered(0, 0x13, bytes(3), 0.0).size == 13
