"""What a display hears is timed from the right message, and a broken limit is seen."""

from __future__ import annotations

from bench.listeners import LIMIT, Display, numbered, rows

EVENT = b'id: 7\nevent: event\ndata: {"seq":7}\n\n'
SNAPSHOT = b"event: snapshot\ndata: {}\n\n"


def chunk(body: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(body), body)


def test_a_display_has_an_event_when_its_snapshot_has_come_whole() -> None:
    heard: list[int] = []
    display = Display(lambda: heard.append(display.shown[0]))
    display.data_received(chunk(SNAPSHOT))
    sent = chunk(EVENT + SNAPSHOT)
    display.data_received(sent[:-9])
    assert heard == []
    display.data_received(sent[-9:])
    assert heard == [7]
    assert b"".join(display.last) == EVENT + SNAPSHOT


def test_the_same_message_can_be_sent_for_another_event() -> None:
    assert numbered(EVENT + SNAPSHOT, 12) == EVENT.replace(b"id: 7", b"id: 12") + SNAPSHOT


def test_a_service_that_takes_longer_than_the_limit_fails() -> None:
    theirs = [0.010] * 200
    assert all(row.good for row in rows([0.014] * 200, theirs))
    assert [row.good for row in rows([0.010 * LIMIT + 0.001] * 200, theirs)] == [True, True, False]
