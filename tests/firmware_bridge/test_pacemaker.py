"""Heartbeats while the event loop is held: they leave, they are those of the session, and they end."""

from __future__ import annotations

import asyncio
import os
import select
import threading
import tty
from collections.abc import Iterator
from typing import Any

import pytest

from firmware_bridge.codec import Decoder
from firmware_bridge.messages import HEARTBEAT_MS, Heartbeat
from firmware_bridge.pacemaker import LATEST, OVERDUE, Pacemaker
from firmware_bridge.transport import SerialTransport

FRAME = b"\x03ab\0"


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(slave)
    os.close(master)


def test_a_heartbeat_that_is_not_due_or_not_late_is_not_sent(pair: Any) -> None:
    host = pair.opened().host
    due = host.deadline
    assert host.overdue(due) is None
    assert host.overdue(due + OVERDUE / 2) is None


def test_an_overdue_heartbeat_is_one_that_the_board_accepts(pair: Any) -> None:
    host = pair.opened().host
    late = pair.now + HEARTBEAT_MS / 1000 + 2 * OVERDUE
    decoder = Decoder()
    decoder.key = host._key
    (frame,) = decoder.frames(host.overdue(late))
    assert Heartbeat.from_bytes(frame.payload).host_ms == int(late * 1000)
    assert frame.code == Heartbeat.code


def test_it_changes_nothing_in_the_session(pair: Any) -> None:
    host = pair.opened().host
    before = (host.deadline, host.statistics.sent, host.take())
    assert host.overdue(pair.now + 1.0) is not None
    assert (host.deadline, host.statistics.sent, host.take()) == (before[0], before[1], b"")


def test_a_loop_that_does_not_turn_any_more_does_not_keep_the_machine_running(pair: Any) -> None:
    host = pair.opened().host
    assert host.overdue(pair.now + HEARTBEAT_MS / 1000 + LATEST + 0.1) is None


def test_without_a_session_there_is_no_heartbeat(pair: Any) -> None:
    assert pair.host.overdue(1.0) is None
    host = pair.opened().host
    host.goodbye(0, pair.now)
    assert host.overdue(pair.now + 1.0) is None


def test_while_the_loop_is_held_heartbeats_reach_the_wire(terminal: tuple[int, str]) -> None:
    master, path = terminal

    async def main() -> None:
        port = SerialTransport(path, 250_000, lambda _: None, lambda _: None)
        pacemaker = Pacemaker(lambda: FRAME, port.write_beside)
        pacemaker.start()
        heard = b""
        while heard.count(FRAME) < 3:  # nothing here gives the loop its turn
            assert select.select([master], [], [], 10)[0]
            heard += os.read(master, 100)
        pacemaker.stop()
        port.close()

    asyncio.run(main())


def test_after_the_port_was_closed_nothing_is_written_to_whatever_has_its_number(terminal: tuple[int, str]) -> None:
    async def main() -> bytes:
        port = SerialTransport(terminal[1], 250_000, lambda _: None, lambda _: None)
        port.close()
        reader, writer = os.pipe()  # takes the number that the port had
        try:
            port.write_beside(FRAME)
            os.write(writer, b"end")
            return os.read(reader, 100)
        finally:
            os.close(reader)
            os.close(writer)

    assert asyncio.run(main()) == b"end"


def test_the_thread_ends_when_it_is_told_to() -> None:
    asked = threading.Event()
    pacemaker = Pacemaker(asked.set, lambda _: None)  # type: ignore[arg-type]
    pacemaker.start()
    assert asked.wait(10)
    pacemaker.stop()
    pacemaker._thread.join(10)
    assert not pacemaker._thread.is_alive()
