from __future__ import annotations

import math
import random
from typing import Any

import pytest

from firmware_bridge.codec import SessionKey, encode
from firmware_bridge.messages import (
    HEARTBEAT_MS,
    HOST_LOST_MS,
    Answer,
    Done,
    Goodbye,
    Heartbeat,
    Hello,
    KeyChanged,
    OpenHatch,
    RaiseLifts,
    Stop,
    Stopped,
    Welcome,
)
from firmware_bridge.session import PATIENCE, HostSession, Phase, SessionClosed, SessionEnd, Unreadable

EVENT = Done(1, 2, 3, (1, 2, 3, 4))


def test_hello_is_repeated_until_welcome(pair: Any) -> None:
    sent = 0
    while pair.now < 0.95:
        pair.host.poll(pair.now)
        sent += pair.host.take() != b""
        pair.now = pair.host.deadline
    assert sent == 10
    pair.exchange()
    assert pair.host.phase is Phase.OPEN
    assert isinstance(pair.heard[0], Welcome)


def test_without_any_welcome_it_ends(pair: Any) -> None:
    pair.host.poll(PATIENCE)
    assert (pair.host.phase, pair.host.ending, pair.host.deadline) == (Phase.OVER, SessionEnd.NO_ANSWER, math.inf)


def test_a_command_is_carried_out_and_answered_once(pair: Any) -> None:
    pair.opened().host.send(RaiseLifts(sides=5, command=9), pair.now)
    pair.exchange()
    assert pair.peer.executed == [RaiseLifts(sides=5, command=9)]
    assert [message.command for message in pair.heard] == [9]


def test_a_command_before_the_session_is_open_is_refused(pair: Any) -> None:
    with pytest.raises(SessionClosed):
        pair.host.send(OpenHatch(), 0.0)


def test_a_lost_command_is_repeated_and_carried_out_once(pair: Any) -> None:
    pair.opened().host.send(OpenHatch(command=1), pair.now)
    pair.host.take()
    pair.now = pair.host.deadline
    pair.exchange()
    assert pair.peer.executed == [OpenHatch(command=1)]
    assert pair.host.statistics.repeated == 1


def test_a_lost_answer_does_not_carry_the_command_out_again(pair: Any) -> None:
    pair.opened().host.send(OpenHatch(command=1), pair.now)
    pair.peer.session.receive(pair.host.take(), pair.now)
    pair.peer.session.take()
    for _ in range(3):
        pair.now += 0.3
        pair.exchange()
    assert pair.peer.executed == [OpenHatch(command=1)]
    assert [message for message in pair.heard if isinstance(message, Answer)] == [Answer(1, 0, 0)]


def test_events_arrive_in_order_and_once_although_frames_are_lost(pair: Any) -> None:
    pair.opened()
    for number in range(12):
        pair.peer.session.send(Done(number, 0, 0, (0,) * 4))
    pair.peer.session.poll(pair.now)
    pair.peer.session.take()
    for _ in range(12):
        pair.now += 0.1
        pair.exchange()
    assert [message.command for message in pair.heard] == list(range(12))


def test_an_event_is_acknowledged_alone_when_there_is_nothing_else_to_say(pair: Any) -> None:
    pair.opened().peer.session.send(EVENT)
    pair.peer.session.poll(pair.now)
    pair.host.receive(pair.peer.session.take(), pair.now)
    assert pair.host.take() == b""
    assert pair.host.deadline == pytest.approx(pair.now + 0.002)
    pair.host.poll(pair.host.deadline)
    assert len(pair.host.take()) == 10
    assert pair.host.take() == b""


def test_two_events_are_acknowledged_at_once(pair: Any) -> None:
    pair.opened().peer.session.send(EVENT)
    pair.peer.session.send(EVENT)
    pair.peer.session.poll(pair.now)
    pair.host.receive(pair.peer.session.take(), pair.now)
    assert len(pair.host.take()) == 10


def test_an_event_that_is_answered_by_a_command_needs_no_acknowledgement_of_its_own(pair: Any) -> None:
    pair.opened().peer.session.send(EVENT)
    pair.peer.session.poll(pair.now)
    pair.host.receive(pair.peer.session.take(), pair.now)
    pair.host.send(OpenHatch(command=1), pair.now)
    assert len(pair.host.take()) == 12
    assert pair.host.deadline > pair.now + 0.015


def test_the_acknowledgement_travels_with_a_command(pair: Any) -> None:
    pair.opened().peer.session.send(EVENT)
    pair.peer.session.poll(pair.now)
    wire = pair.peer.session.take()
    pair.host.receive(wire, pair.now)
    pair.host.take()
    pair.host.receive(wire, pair.now)  # the acknowledgement was lost, the event comes again
    assert pair.host.statistics.doubled == 1
    pair.peer.session.receive(pair.host.take(), pair.now)
    assert pair.peer.session.backlog == 0


def test_a_heartbeat_goes_out_every_100_ms(pair: Any) -> None:
    pair.opened()
    beats = 0
    end = pair.now + 2
    while pair.now < end:
        pair.now = pair.host.deadline
        pair.host.poll(pair.now)
        data = pair.host.take()
        beats += bool(data)
        pair.peer.session.receive(data, pair.now)
        pair.host.receive(pair.peer.session.take(), pair.now)
    assert beats == pytest.approx(2000 / HEARTBEAT_MS, abs=1)


def test_silence_for_a_second_ends_the_session(pair: Any) -> None:
    heard = pair.opened().now
    while pair.host.phase is Phase.OPEN:
        pair.now = pair.host.deadline
        pair.host.poll(pair.now)
    assert pair.host.ending is SessionEnd.SILENT
    assert pair.now - heard == pytest.approx(HOST_LOST_MS / 1000, abs=0.005)


def test_a_board_that_talks_but_does_not_acknowledge_ends_the_session(pair: Any) -> None:
    pair.opened().host.send(OpenHatch(command=1), pair.now)
    key = SessionKey.of(0x1234, pair.peer.boot)
    while pair.host.phase is Phase.OPEN:
        pair.now = pair.host.deadline
        pair.host.receive(encode(0x03, 0, b"", key), pair.now)
        pair.host.poll(pair.now)
    assert pair.host.ending is SessionEnd.UNACKNOWLEDGED


def test_a_welcome_with_another_boot_counter_ends_the_session(pair: Any) -> None:
    hello = encode(Hello.code, 0, Hello(0x1234, 1, 0).to_bytes())
    pair.opened().peer.reset()
    pair.peer.session.receive(hello, pair.now)
    pair.host.receive(pair.peer.session.take(), pair.now)
    assert pair.host.ending is SessionEnd.BOARD_RESET


def test_a_repeated_hello_changes_nothing(pair: Any) -> None:
    pair.opened().host.send(OpenHatch(command=1), pair.now)
    pair.exchange()
    pair.peer.session.receive(encode(Hello.code, 0, Hello(0x1234, 1, 0).to_bytes()), pair.now)
    pair.host.send(OpenHatch(command=2), pair.now)
    pair.exchange()
    assert [command.command for command in pair.peer.executed] == [1, 2]
    assert pair.host.phase is Phase.OPEN


def test_the_welcome_of_another_nonce_is_not_ours(pair: Any) -> None:
    other = HostSession(0x9999, 0.0)
    other.poll(0.0)
    pair.peer.session.receive(other.take(), 0.0)
    pair.host.receive(pair.peer.session.take(), 0.0)
    assert pair.host.phase is Phase.GREETING


def test_another_major_version_means_no_command(pair: Any) -> None:
    pair.peer.major = 2
    pair.exchange()
    assert pair.host.ending is SessionEnd.INCOMPATIBLE
    assert [message.major for message in pair.heard] == [2]
    with pytest.raises(SessionClosed):
        pair.host.send(OpenHatch(), pair.now)


def test_a_nonce_that_gives_session_0_is_given_up(peer: Any) -> None:
    nonce = next(number for number in range(1 << 20) if SessionKey.of(number, peer.boot).session == 0)
    host = HostSession(nonce, 0.0)
    host.poll(0.0)
    peer.session.receive(host.take(), 0.0)
    host.receive(peer.session.take(), 0.0)
    assert host.ending is SessionEnd.NONCE


def inject(pair: Any, code: int, payload: bytes, number: int = 0) -> list[Any]:
    key = SessionKey.of(0x1234, pair.peer.boot)
    arrivals: list[Any] = pair.host.receive(encode(code, number, payload, key), pair.now)
    return arrivals


def test_an_unknown_event_of_a_newer_board_is_named_and_acknowledged(pair: Any) -> None:
    [arrival] = inject(pair.opened(), 0x9F, b"\1\2")
    assert isinstance(arrival, Unreadable)
    assert (arrival.message_code, arrival.reason) == (0x9F, "unknown-code")
    assert pair.host.statistics.damage.unknown_code == 1
    assert len(inject(pair, EVENT.code, EVENT.to_bytes(), number=1)) == 1


def test_a_malformed_event_is_named_and_does_not_stop_the_lane(pair: Any) -> None:
    [arrival] = inject(pair.opened(), EVENT.code, b"\1")
    assert (arrival.reason, pair.host.statistics.unreadable) == ("malformed-payload", 1)
    assert inject(pair, EVENT.code, EVENT.to_bytes(), number=1) == [EVENT]


def test_the_echo_of_an_own_command_is_not_taken(pair: Any) -> None:
    assert inject(pair.opened(), OpenHatch.code, b"\1\0") == []
    assert inject(pair, Heartbeat.code, b"\1\0\0\0") == []
    assert inject(pair, EVENT.code, EVENT.to_bytes()) == [EVENT]


def test_stop_goes_before_everything_and_does_not_wait_for_the_window(pair: Any) -> None:
    pair.opened()
    for command in range(1, 9):
        pair.host.send(OpenHatch(command=command), pair.now)
    pair.host.stop(77, pair.now)
    assert len(pair.host.take_urgent()) == 12
    assert len(pair.host.take()) == 4 * 12


@pytest.mark.parametrize("phase", ["before hello", "open"])
def test_stop_is_repeated_until_stopped_with_its_token(pair: Any, phase: str) -> None:
    if phase == "open":
        pair.opened()
    pair.host.stop(77, pair.now)
    urgent = pair.host.take_urgent()
    for _ in range(4):
        pair.now = pair.host.deadline
        pair.host.poll(pair.now)
        pair.host.take()
        urgent = pair.host.take_urgent() or urgent
    wrong = encode(Stopped.code, 0, b"\1\0\0")
    assert pair.host.receive(wrong, pair.now) == []
    pair.peer.session.receive(urgent, pair.now)
    assert Stopped(77, 8) in pair.host.receive(pair.peer.session.take(), pair.now)
    pair.now += 0.26
    pair.host.poll(pair.now)
    assert pair.host.take_urgent() == b""


def test_a_board_that_was_reset_unseen_is_stopped_all_the_same(pair: Any) -> None:
    pair.opened().peer.reset()
    pair.host.stop(5, pair.now)
    while not pair.peer.session.stops:
        pair.peer.session.receive(pair.host.take_urgent(), pair.now)
        pair.now = pair.host.deadline
        pair.host.poll(pair.now)
    assert pair.now < 0.5


def test_goodbye_from_the_board_ends_the_session(pair: Any) -> None:
    assert inject(pair.opened(), Goodbye.code, b"\1") == [Goodbye(1)]
    assert pair.host.ending is SessionEnd.GOODBYE


def test_goodbye_from_the_host_closes_the_board(pair: Any) -> None:
    pair.opened().host.goodbye(0, pair.now)
    pair.peer.session.receive(pair.host.take(), pair.now)
    assert not pair.peer.session.is_open


def test_nothing_is_taken_after_the_end(pair: Any) -> None:
    pair.opened().host.goodbye(0, pair.now)
    assert inject(pair, EVENT.code, EVENT.to_bytes()) == []


def test_random_bytes_never_raise(pair: Any) -> None:
    rng = random.Random(3)
    pair.opened()
    for _ in range(300):
        assert pair.host.receive(rng.randbytes(rng.randrange(200)), pair.now) == []
    assert pair.host.statistics.damage.total > 100


def test_key_events_come_through_as_they_are(pair: Any) -> None:
    event = KeyChanged(0, 1, 5)
    assert inject(pair.opened(), event.code, event.to_bytes()) == [event]
    assert Stop(1).to_bytes() == b"\1\0"
