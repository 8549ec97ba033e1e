"""The real pyserial on a real pseudo-terminal."""

from __future__ import annotations

import asyncio
import os
import random
import termios
import tty
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import serial

from firmware_bridge import transport as module
from firmware_bridge.board import Board, BoardStatus
from firmware_bridge.discovery import serial_port
from firmware_bridge.messages import OpenHatch
from firmware_bridge.transport import (
    OUT_LIMIT,
    PortBusy,
    PortDenied,
    PortError,
    PortLost,
    PortMissing,
    PortWrong,
    SerialTransport,
)
from hardware.simulator.pty_port import PtyPort


@dataclass
class Terminal:
    """Both ends of a pseudo-terminal; ``path`` is the end that is opened as a port."""

    master: int
    path: str
    heard: list[bytes] = field(default_factory=list)
    lost: list[PortError] = field(default_factory=list)

    def open(self) -> SerialTransport:
        return SerialTransport(self.path, 250_000, self.heard.append, self.lost.append)

    def hang_up(self) -> None:
        if self.master >= 0:
            os.close(self.master)
            self.master = -1


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    master, slave = os.openpty()
    tty.setraw(slave)
    made = Terminal(master, os.ttyname(slave))
    os.close(slave)
    yield made
    made.hang_up()


def story(tell: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(10):
            await tell()

    asyncio.run(main())


async def until(wanted: Callable[[], object]) -> None:
    while not wanted():  # noqa: ASYNC110 - a terminal gives no event for what the test waits for
        await asyncio.sleep(0.001)


def test_bytes_go_both_ways(terminal: Terminal) -> None:
    async def tell() -> None:
        port = terminal.open()
        port.write(b"out\0")
        assert os.read(terminal.master, 100) == b"out\0"
        os.write(terminal.master, b"\0in")
        await until(lambda: b"".join(terminal.heard) == b"\0in")
        port.close()
        assert terminal.lost == []

    story(tell)


def test_a_second_program_is_refused_at_open(terminal: Terminal) -> None:
    async def tell() -> None:
        first = terminal.open()
        with pytest.raises(PortBusy, match="lock") as caught:
            terminal.open()
        assert caught.value.code == "port-busy"
        assert "Another program" in caught.value.remedy
        first.close()
        terminal.open().close()

    story(tell)


def test_the_same_port_can_be_opened_again_after_close(terminal: Terminal) -> None:
    async def tell() -> None:
        for _ in range(3):
            port = terminal.open()
            port.close()
            port.close()

    story(tell)


def test_a_hang_up_is_said_once(terminal: Terminal) -> None:
    async def tell() -> None:
        port = terminal.open()
        terminal.hang_up()
        await until(lambda: terminal.lost)
        port.write(b"nobody")
        port.write_urgent(b"hears")
        await asyncio.sleep(0.01)
        assert [type(error) for error in terminal.lost] == [PortLost]
        assert terminal.path in str(terminal.lost[0])

    story(tell)


def test_writing_to_a_port_that_is_gone_is_a_lost_port_and_no_exception(terminal: Terminal) -> None:
    async def tell() -> None:
        port = terminal.open()
        asyncio.get_running_loop().remove_reader(port._fd)  # only the write shall see it
        terminal.hang_up()
        port.write(b"x")
        await until(lambda: terminal.lost)
        assert isinstance(terminal.lost[0], PortLost)

    story(tell)


def test_a_missing_node_is_a_missing_port() -> None:
    async def tell() -> None:
        with pytest.raises(PortMissing):
            SerialTransport("/dev/ttyACM99", 250_000, lambda _: None, lambda _: None)

    story(tell)


def test_a_terminal_whose_other_end_is_closed_is_a_missing_port(terminal: Terminal) -> None:
    async def tell() -> None:
        terminal.hang_up()
        with pytest.raises(PortMissing):
            terminal.open()

    story(tell)


def test_what_is_no_serial_port_is_a_port_error(tmp_path: Path) -> None:
    async def tell() -> None:
        (tmp_path / "file").write_text("")
        for path in (tmp_path, tmp_path / "file"):
            with pytest.raises(PortWrong, match=f"^{path}: this is not a serial port$"):
                SerialTransport(str(path), 250_000, lambda _: None, lambda _: None)

    story(tell)


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        (serial.SerialException(13, "denied"), PortDenied),
        (serial.SerialException(19, "no such device"), PortMissing),
        (termios.error(5, "Input/output error"), PortMissing),
        (termios.error(25, "Inappropriate ioctl"), PortWrong),
        (ValueError("Invalid baud rate"), PortError),
        (TypeError("closed in between"), PortError),
        (OSError(16, "busy"), PortBusy),
    ],
)
def test_whatever_pyserial_raises_is_a_port_error(
    monkeypatch: pytest.MonkeyPatch, raised: Exception, kind: type[PortError]
) -> None:
    def refuse(*_args: Any, **_kwargs: Any) -> None:
        raise raised

    monkeypatch.setattr(module.serial, "Serial", refuse)

    async def tell() -> None:
        with pytest.raises(PortError) as caught:
            SerialTransport("/dev/x", 250_000, lambda _: None, lambda _: None)
        assert type(caught.value) is kind

    story(tell)


def test_when_nobody_reads_what_waits_is_bounded_and_urgent_bytes_go_first(terminal: Terminal) -> None:
    async def tell() -> None:
        port = terminal.open()
        while port.dropped == 0:
            port.write(b"\x55" * 63 + b"\0")
        assert len(port._waiting) <= OUT_LIMIT
        port.write_urgent(b"STOP\0")
        assert b"\x55" not in port._waiting  # the terminal may have room again and take the urgent bytes at once
        got = b""
        os.set_blocking(terminal.master, False)
        while not got.endswith(b"\0STOP\0"):
            await asyncio.sleep(0.001)
            try:
                got += os.read(terminal.master, 65536)
            except BlockingIOError:
                continue
        assert len(got) < 70_000
        port.close()

    story(tell)


def board_on(path: str, states: list[Any]) -> Board:
    rng = random.Random(5)
    return Board(
        serial_port(path),
        nonce=lambda: rng.getrandbits(32),
        on_state=states.append,
        on_message=lambda _: None,
        rng=rng,
    )


class PluggedBoard:
    """The peer behind a pseudo-terminal with a lasting name, as a board behind /dev/serial/by-id."""

    def __init__(self, peer: Any, link: Path) -> None:
        self.peer = peer
        self.port = PtyPort(self._received, link=link)

    def _received(self, data: bytes) -> None:
        self.peer.session.receive(data, asyncio.get_running_loop().time())
        self.port.write(self.peer.session.take())


def test_unplugged_and_plugged_in_again_on_a_real_terminal(peer: Any, tmp_path: Path) -> None:
    async def tell() -> None:
        states, link = list[Any](), tmp_path / "board"
        board = board_on(str(link), states)
        task = asyncio.create_task(board.run())
        plugged = PluggedBoard(peer, link)
        plugged.port.open()
        for _ in range(2):
            await until(lambda: board.state.status is BoardStatus.READY)
            await board.send(OpenHatch()).answer
            plugged.port.close()
            await until(lambda: board.state.status is BoardStatus.ABSENT)
            assert board.state.reason in ("port-lost", "port-missing")
            plugged = PluggedBoard(peer, link)
            plugged.port.open()
        assert len(peer.executed) == 2
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        plugged.port.close()

    story(tell)


def test_a_second_board_object_on_the_port_says_busy_and_does_no_harm(peer: Any, tmp_path: Path) -> None:
    async def tell() -> None:
        plugged = PluggedBoard(peer, tmp_path / "board")
        path = str(plugged.port.open())
        first, second = board_on(path, []), board_on(path, states := [])
        tasks = [asyncio.create_task(first.run())]
        await until(lambda: first.state.status is BoardStatus.READY)
        tasks.append(asyncio.create_task(second.run()))
        await until(lambda: states)
        assert [(state.status, state.reason) for state in states] == [(BoardStatus.ABSENT, "port-busy")]
        await first.send(OpenHatch()).answer
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        plugged.port.close()

    story(tell)
