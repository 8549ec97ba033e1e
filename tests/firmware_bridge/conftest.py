"""A board without a table: the Python end of the link, and a wire that takes its time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from firmware_bridge.board import Board, BoardState
from firmware_bridge.messages import (
    Answer,
    BuildPhase,
    Capabilities,
    Command,
    Latches,
    Position,
    ResetCause,
    Verdict,
    Welcome,
)
from firmware_bridge.peer import BoardSession
from firmware_bridge.session import HostSession, Phase
from firmware_bridge.transport import OnData, OnLost, PortError, PortLost, PortMissing

BYTE = 10 / 250_000


@dataclass
class Peer:
    """A board that accepts every command. ``boot`` counts its starts."""

    boot: int = 1
    major: int = 1
    executed: list[Command] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.session = BoardSession(self._greet, self._execute)

    def reset(self) -> None:
        self.boot += 1
        self.session = BoardSession(self._greet, self._execute)

    def _greet(self, nonce: int) -> Welcome:
        return Welcome(
            nonce, self.boot, ResetCause.POWER_ON, self.major, 0, (1, 2, 3), tuple(range(8)), tuple(range(8)),
            Capabilities.TEMPERATURE, 20, (Position.HOME,) * 14, Latches(0), BuildPhase.NONE, (0,) * 4, (0,) * 4,
        )  # fmt: skip

    def _execute(self, command: Command) -> Answer:
        self.executed.append(command)
        return Answer(command.command, Verdict.ACCEPTED, 0)


class Wire:
    """An OpenTransport whose other end is a Peer, in the running loop's time."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.plugged, self.deaf, self.mute = True, False, False
        self.opened = list[int]()
        self.urgent = 0
        self._open: _MemoryTransport | None = None

    def __call__(self, on_data: OnData, on_lost: OnLost, attempt: int) -> _MemoryTransport:
        if not self.plugged:
            raise PortMissing("memory: not plugged in")
        self.opened.append(attempt)
        self._open = _MemoryTransport(self, on_data, on_lost)
        return self._open

    def unplug(self) -> None:
        self.plugged = False
        if self._open is not None:
            self._open.lose(PortLost("memory: unplugged"))

    def tick(self) -> None:
        """Lets the board say what it has to say."""
        if self._open is not None:
            self._open.answer()


class _MemoryTransport:
    name = "memory"

    def __init__(self, wire: Wire, on_data: OnData, on_lost: OnLost) -> None:
        self._wire, self._on_data, self._on_lost = wire, on_data, on_lost
        self._loop = asyncio.get_running_loop()
        self._closed = False

    def write(self, data: bytes) -> None:
        if not self._wire.deaf:
            self._loop.call_later(len(data) * BYTE, self._arrive, data)

    def write_urgent(self, data: bytes) -> None:
        self._wire.urgent += 1
        self.write(data)

    def close(self) -> None:
        self._closed = True

    def lose(self, error: PortError) -> None:
        if not self._closed:
            self._closed = True
            self._on_lost(error)

    def _arrive(self, data: bytes) -> None:
        if not self._closed:
            self._wire.peer.session.receive(data, self._loop.time())
            self.answer()

    def answer(self) -> None:
        self._wire.peer.session.poll(self._loop.time())
        data = self._wire.peer.session.take()
        if data and not self._wire.mute:
            self._loop.call_later(len(data) * BYTE, self._give, data)

    def _give(self, data: bytes) -> None:
        if not self._closed:
            self._on_data(data)


@dataclass
class Table:
    """A Board on a Wire, with everything it said."""

    wire: Wire
    board: Board
    states: list[BoardState]
    messages: list[Any]

    def reasons(self) -> list[tuple[str, str | None]]:
        return [(state.status.value, state.reason) for state in self.states]

    async def until(self, wanted: Callable[[], object], seconds: float = 60.0) -> None:
        async with asyncio.timeout(seconds):
            while not wanted():  # noqa: ASYNC110 - the loop's time is virtual
                await asyncio.sleep(0.001)


@pytest.fixture
def peer() -> Peer:
    return Peer()


@pytest.fixture
def make_table(peer: Peer) -> Callable[[], Table]:
    def make() -> Table:
        states, messages, numbers = list[BoardState](), list[Any](), random.Random(7)
        wire = Wire(peer)
        board = Board(
            wire,
            nonce=lambda: numbers.getrandbits(32),
            on_state=states.append,
            on_message=messages.append,
            rng=random.Random(1),
        )
        return Table(wire, board, states, messages)

    return make


@dataclass
class Pair:
    """Both ends of a session, and a clock in the hand of the test."""

    peer: Peer
    host: HostSession
    now: float = 0.0
    heard: list[Any] = field(default_factory=list)

    def exchange(self, rounds: int = 4) -> None:
        for _ in range(rounds):
            self.host.poll(self.now)
            self.peer.session.receive(self.host.take_urgent() + self.host.take(), self.now)
            self.heard += self.host.receive(self.peer.session.take(), self.now)
            self.now += 0.001

    def opened(self) -> Pair:
        self.exchange()
        assert self.host.phase is Phase.OPEN
        self.heard.clear()
        return self


@pytest.fixture
def pair(peer: Peer) -> Pair:
    return Pair(peer, HostSession(0x1234, 0.0))
