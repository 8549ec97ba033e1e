"""A board that this program talks to by itself, while no service runs."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, TypeVar

from api.doctor.parts import fault_name, held_by
from controller.refusals import JantakuError
from firmware_bridge import messages as m
from firmware_bridge.board import Board, BoardState, BoardStatus
from firmware_bridge.errors import BridgeError
from firmware_bridge.session import LinkStatistics
from firmware_bridge.transport import (
    OnData,
    OnLost,
    OpenTransport,
    PortBusy,
    PortDenied,
    PortMissing,
    PortWrong,
    Transport,
)

CONNECT_SECONDS: Final = 8.0
"""Covers a board that is reset by opening its port, at both speeds."""
REPLY_SECONDS: Final = 2.0
MOVE_SECONDS: Final = 15.0
"""The warning, a hatch at three times its time, and its way back."""
TELEMETRY_MS: Final = 50
PLUG_IN: Final = "Plug it in, look at its power, press a key at the table, and run this again."

Outcome = m.Done | m.Failed | m.Halted
Heard = TypeVar("Heard")


class DoctorError(JantakuError):
    """Something cannot be looked at. One line, with what to do."""

    code = "doctor"


class NoBoard(DoctorError):
    """``port``: whether the port could be opened, so that only the board is silent."""

    code = "no-board"

    def __init__(self, detail: str, remedy: str = "", *, port: bool = True) -> None:
        super().__init__(detail, remedy)
        self.port = port


class NoReply(DoctorError):
    """The board acknowledged a question and said nothing more."""

    code = "no-reply"


class BoardRefused(DoctorError):
    """The board did not do what it was asked."""

    code = "board-refused"

    def __init__(self, verdict: m.Verdict, detail: int) -> None:
        super().__init__(f"the board refused: {_why(verdict, detail)}", _REMEDIES.get(verdict, ""))
        self.verdict = verdict


def _why(verdict: m.Verdict, detail: int) -> str:
    if verdict is m.Verdict.LATCHED:
        return f"held by {held_by(m.Latches(detail))}"
    words = verdict.name.lower().replace("_", " ")
    if verdict is m.Verdict.FAULT_PRESENT and detail in [int(fault) for fault in m.Fault]:
        return f"{words}, {fault_name(m.Fault(detail))}"
    return words


_REMEDIES: Final = {
    m.Verdict.LATCHED: "Press a key at the table; after an emergency stop release the button, and run this again.",
    m.Verdict.COVER_OPEN: "Close the deck.",
    m.Verdict.HATCH_NOT_CLOSED: "Close the hatch first: --motors does it, with a key.",
    m.Verdict.LIFT_NOT_HOME: "Bring the lifts home first: --motors does it, with two keys.",
    m.Verdict.HEAD_NOT_HOME: "Bring the heads home first: --motors does it, with two keys.",
    m.Verdict.BUSY: "Wait until nothing moves, and run this again.",
    m.Verdict.POWER_BUDGET: "Wait until nothing moves, and run this again.",
    m.Verdict.UNKNOWN_COMMAND: "Its firmware is older than this program: jantaku flash.",
    m.Verdict.BUILD_RUNNING: "End the build first.",
    m.Verdict.FAULT_PRESENT: "Put right what the fault names, and run this again.",
}
LOST: Final = {kind.code: kind.remedy for kind in (PortMissing, PortBusy, PortDenied, PortWrong)}
"""What helps, by the reason for which there is no board."""


class Direct:
    """Questions, moves and keys of one board. Raises ``DoctorError``."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.telemetry: m.Telemetry | None = None
        self.heard_telemetry: Callable[[m.Telemetry], None] = lambda _: None
        self._latches: m.Latches | None = None
        self.faults: dict[tuple[m.Fault, int], m.FaultRaised] = {}
        self._listeners: set[Callable[[m.FromBoard], None]] = set()
        self._waiting: set[asyncio.Future[Any]] = set()

    @property
    def welcome(self) -> m.Welcome:
        if self.board.state.welcome is None:
            raise NoBoard(self.board.state.detail or f"the board is {self.board.state.status.value}")
        return self.board.state.welcome

    @property
    def statistics(self) -> LinkStatistics:
        return self.board.statistics

    def hear(self, message: m.FromBoard) -> None:
        if isinstance(message, m.Telemetry):
            self.telemetry, self._latches = message, message.latches
            self.heard_telemetry(message)
        elif isinstance(message, m.LatchesChanged):
            self._latches = message.latches
        elif isinstance(message, m.FaultRaised):
            self.faults[m.Fault(message.fault), message.side] = message
        elif isinstance(message, m.FaultCleared):
            self.faults.pop((m.Fault(message.fault), message.side), None)
        for listener in tuple(self._listeners):
            listener(message)

    def lost(self, state: BoardState) -> None:
        """Whoever waits need not wait longer."""
        for future in tuple(self._waiting):
            if not future.done():
                future.set_exception(gone(state, PLUG_IN))

    @property
    def latches(self) -> m.Latches:
        """What holds the motors, as last heard."""
        return self.welcome.latches if self._latches is None else self._latches

    async def wait(self, pick: Callable[[m.FromBoard], Heard | None], seconds: float) -> Heard | None:
        """The first thing that ``pick`` finds in what the board says from now on; None when the time is over."""
        found: asyncio.Future[Heard] = asyncio.get_running_loop().create_future()

        def listener(message: m.FromBoard) -> None:
            picked = pick(message)
            if picked is not None and not found.done():
                found.set_result(picked)

        self._listeners.add(listener)
        self._waiting.add(found)
        try:
            async with asyncio.timeout(seconds):
                return await found
        except TimeoutError:
            return None
        finally:
            self._listeners.discard(listener)
            self._waiting.discard(found)

    async def answer(self, command: m.Command) -> int:
        """Sends a command that the board accepts; its id."""
        try:
            sent = self.board.send(command)
            answer = await sent.answer
        except BridgeError as error:
            raise self._away(error) from error
        if answer.verdict is not m.Verdict.ACCEPTED:
            raise BoardRefused(m.Verdict(answer.verdict), answer.detail)
        return sent.command

    def _away(self, error: BridgeError) -> NoBoard:
        """What is lost is lost with the board; the doctor has nothing to reconcile."""
        state = self.board.state
        if state.status is BoardStatus.READY:
            return NoBoard(str(error), error.remedy)
        return gone(state, PLUG_IN)

    async def ask(self, command: m.Command, kind: type[Heard]) -> Heard:
        """One reply of a kind."""
        return (await self.ask_all(command, kind, 1))[0]

    async def ask_all(self, command: m.Command, kind: type[Heard], count: int) -> list[Heard]:
        """``count`` replies, in the order in which they came."""
        replies: list[Heard] = []

        def collect(message: m.FromBoard) -> bool | None:
            if isinstance(message, kind):
                replies.append(message)
            return len(replies) >= count or None

        waiting = asyncio.create_task(self.wait(collect, REPLY_SECONDS))
        await asyncio.sleep(0)  # the listener is there before anything is sent
        try:
            await self.answer(command)
            if not await waiting:
                raise NoReply(f"{len(replies)} of {count} replies to {type(command).__name__} came")
        finally:
            waiting.cancel()
        return replies

    async def sensors(self) -> m.SensorState:
        return await self.ask(m.GetSensors(), m.SensorState)

    async def move(self, command: m.Command, seconds: float = MOVE_SECONDS) -> Outcome:
        """Starts a motion and waits for its end."""
        ended: list[Outcome] = []
        known: list[int] = []

        def end(message: m.FromBoard) -> bool | None:
            if isinstance(message, m.Done | m.Failed | m.Halted):
                ended.append(message)
            return (bool(known) and any(each.command == known[0] for each in ended)) or None

        waiting = asyncio.create_task(self.wait(end, seconds))
        await asyncio.sleep(0)
        try:
            known.append(await self.answer(command))
            early = next((each for each in ended if each.command == known[0]), None)
            if early is None and not await waiting:
                raise NoReply(f"{type(command).__name__} did not end within {seconds:g} s")
        finally:
            waiting.cancel()
        return next(each for each in ended if each.command == known[0])

    async def key(self, seconds: float) -> m.Key | None:
        """The next key that somebody presses at the table."""

        def pressed(message: m.FromBoard) -> m.Key | None:
            return m.Key(message.key) if isinstance(message, m.KeyChanged) and message.pressed else None

        return await self.wait(pressed, seconds)


@asynccontextmanager
async def direct(open_transport: OpenTransport) -> AsyncIterator[Direct]:
    """A session with the board behind a port, with telemetry. Raises ``NoBoard``."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[BoardState] = loop.create_future()

    def on_state(state: BoardState) -> None:
        final = state.status in (BoardStatus.READY, BoardStatus.INCOMPATIBLE)
        missing = state.status is BoardStatus.ABSENT and state.reason != "closed"
        if (final or missing) and not ready.done():
            ready.set_result(state)
        elif missing:
            spoken[0].lost(state)

    spoken: list[Direct] = []
    line = _Line(open_transport)
    board = Board(
        line,
        nonce=lambda: secrets.randbits(32),
        on_state=on_state,
        on_message=lambda message: spoken[0].hear(message),
        rng=random.Random(),
    )
    spoken.append(Direct(board))
    task = asyncio.create_task(board.run())
    try:
        await _ready(ready, line)
        board.send(m.Subscribe(period_ms=TELEMETRY_MS))
        yield spoken[0]
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


class _Line:
    """Opens the port and counts what comes from it, to tell a silent board from another device."""

    def __init__(self, open_transport: OpenTransport) -> None:
        self._open, self.heard = open_transport, 0

    def __call__(self, on_data: OnData, on_lost: OnLost, attempt: int) -> Transport:
        def count(data: bytes) -> None:
            self.heard += len(data)
            on_data(data)

        return self._open(count, on_lost, attempt)

    def nobody(self) -> NoBoard:
        if not self.heard:
            remedy = (
                "Look at its power and at the wires of its adapter; a new board has no firmware yet: jantaku flash."
            )
            return NoBoard("no board answers: not one byte comes from this port", remedy)
        remedy = "Is it another device, or other firmware? Pull the board's plug and see which name goes away in /dev."
        return NoBoard(f"no board answers: {self.heard} bytes came from this port, but no word of a board", remedy)


async def _ready(ready: asyncio.Future[BoardState], line: _Line) -> None:
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            state = await ready
    except TimeoutError:
        raise line.nobody() from None
    if state.status is BoardStatus.ABSENT:
        raise gone(state, "Check its power, its cable and its firmware.")
    if state.status is BoardStatus.INCOMPATIBLE:
        raise NoBoard(state.detail, "Flash the firmware of this version: jantaku flash.")


def gone(state: BoardState, remedy: str) -> NoBoard:
    """Why there is no board, with what helps against that."""
    detail, known = state.detail or state.reason or "there is no port", state.reason in LOST
    return NoBoard(detail, LOST.get(state.reason or "", remedy), port=not known)
