"""The table's board, as the rest of the service sees it: a state, commands with answers, and messages.

It reconnects for ever. It never sends a command of its own, so that no motion starts or goes on because a cable was
plugged in; only a STOP that was asked for is repeated, through reconnects too, until the board confirms it.
All time is the running loop's.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NoReturn

from firmware_bridge.commands import Commands, NotReady, Sent
from firmware_bridge.connection import Connection
from firmware_bridge.messages import MAJOR, MINOR, Answer, Command, FromBoard, Goodbye, Stopped, Welcome
from firmware_bridge.recorder import Recorder
from firmware_bridge.session import Arrival, HostSession, LinkStatistics, Phase, SessionEnd, Unreadable
from firmware_bridge.transport import OpenTransport, PortError

BACK_OFF = (0.1, 5.0)
"""Seconds between attempts: the first, the longest. Doubled each time, with jitter."""
STEADY = 2.0
"""Seconds that a session must last before the back-off begins anew."""
_LAST_WORDS = 0.02


class BoardStatus(StrEnum):
    """``absent``: no port. ``connecting``: a port, no session. ``incompatible``: firmware of another major version."""

    ABSENT = "absent"
    CONNECTING = "connecting"
    READY = "ready"
    INCOMPATIBLE = "incompatible"


@dataclass(frozen=True, slots=True)
class BoardState:
    """``reason``: None or a stable word: the code of a PortError (``port-missing`` ...), the value of an Ending
    (``silent``, ``board-reset`` ...), or ``closed``. ``detail`` is for the log. ``welcome`` is that of the present
    session, or of the board that is incompatible."""

    status: BoardStatus
    reason: str | None = None
    detail: str = ""
    port: str = ""
    welcome: Welcome | None = None


_DETAILS = {
    SessionEnd.NO_ANSWER: "no board answers on this port",
    SessionEnd.SILENT: "nothing was heard from the board for a second",
    SessionEnd.UNACKNOWLEDGED: "the board hears nothing: five repetitions were not acknowledged",
    SessionEnd.BOARD_RESET: "the board was reset",
    SessionEnd.GOODBYE: "the board ended the session",
    SessionEnd.NONCE: "greeting again",
}


class Board:
    """The link to one board. Call ``run`` as a task; the callbacks are called in the loop and must not wait.

    ``nonce`` draws 32 random bits, from ``secrets`` outside of tests. ``on_message`` gets every message of an open
    session except Welcome, which is in the state, in the order in which the board sent them.
    """

    def __init__(
        self,
        open_transport: OpenTransport,
        *,
        nonce: Callable[[], int],
        on_state: Callable[[BoardState], None],
        on_message: Callable[[FromBoard], None],
        rng: random.Random,
        on_unreadable: Callable[[Unreadable], None] = lambda _: None,
    ) -> None:
        self._open_transport, self._nonce, self._rng = open_transport, nonce, rng
        self._on_state, self._on_message, self._on_unreadable = on_state, on_message, on_unreadable
        self.state = BoardState(BoardStatus.ABSENT)
        self.statistics = LinkStatistics()
        self.recorder = Recorder()
        self._commands = Commands(nonce())
        self._connection: Connection | None = None
        self._stop: tuple[int, asyncio.Future[Stopped]] | None = None
        self._stops = nonce() & 0xFFFF
        self._attempt = 0
        self._pause = BACK_OFF[0]

    # ---- what the service does

    def send(self, message: Command) -> Sent:
        """Numbers a command and sends it. Raises NotReady, TooManyCommands, QueueFull, or MalformedPayload."""
        session = self._open_session()
        if session is None or self._connection is None:
            raise NotReady(f"the board is {self.state.status.value}")
        numbered = replace(message, command=self._commands.number())
        session.send(numbered, asyncio.get_running_loop().time())
        sent = self._commands.promise(numbered.command)
        self._connection.flush()
        return sent

    def stop(self) -> asyncio.Future[Stopped]:
        """All motors off. Never refused and never queued: repeated, through reconnects, until the board confirms."""
        loop = asyncio.get_running_loop()
        if self._stop is None:
            self._stops = (self._stops + 1) & 0xFFFF
            self._stop = self._stops, loop.create_future()
        token, stopped = self._stop
        connection = self._connection
        if connection is not None and connection.session is not None:
            connection.session.stop(token, loop.time())
            connection.flush()
        return asyncio.shield(stopped)

    def host_time(self, board_us: int) -> float | None:
        """The loop's time of a board's time stamp; None when the clocks have not been compared yet."""
        session = self._open_session()
        return None if session is None else session.clock.host_time(board_us)

    def dump(self) -> list[dict[str, Any]]:
        """The flight recorder, decoded, oldest frame first."""
        return self.recorder.dump()

    # ---- the life of the link

    async def run(self) -> NoReturn:
        """Connects, and connects again, until it is cancelled."""
        try:
            while True:
                await self._hold_port()
                await self._back_off()
        finally:
            self._commands.lost("closed")
            self._tell(BoardState(BoardStatus.ABSENT, "closed"))

    async def _hold_port(self) -> None:
        """Keeps one port open for as long as a board answers on it."""
        try:
            connection = Connection(self._open_transport, self._attempt, self._arrived)
        except PortError as error:
            self._tell(BoardState(BoardStatus.ABSENT, error.code, str(error)))
            return
        self._connection = connection
        try:
            while await self._one_session(connection):
                await self._back_off()
        finally:
            await self._let_go(connection)

    async def _one_session(self, connection: Connection) -> bool:
        """Lives through a session; True when the same port is worth another one."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        session = HostSession(self._nonce(), began, statistics=self.statistics, recorder=self.recorder)
        if self.state.status is BoardStatus.ABSENT:
            self._tell(BoardState(BoardStatus.CONNECTING, port=connection.transport.name))
        if self._stop is not None:
            session.stop(self._stop[0], began)
        why = await connection.run(session)
        if session.welcome is not None and loop.time() - began >= STEADY:
            self._pause = BACK_OFF[0]
        self._ended(why, session, connection.transport.name)
        return isinstance(why, SessionEnd) and why not in (SessionEnd.NO_ANSWER, SessionEnd.INCOMPATIBLE)

    def _ended(self, why: SessionEnd | PortError, session: HostSession, port: str) -> None:
        if isinstance(why, PortError):
            state = BoardState(BoardStatus.ABSENT, why.code, str(why))
        elif why is SessionEnd.INCOMPATIBLE and session.welcome is not None:
            found = f"{session.welcome.major}.{session.welcome.minor}"
            detail = f"the firmware speaks version {found} of the link, this program {MAJOR}.{MINOR}: flash the board"
            state = BoardState(BoardStatus.INCOMPATIBLE, why.value, detail, port, session.welcome)
            self._pause = BACK_OFF[1]
        else:
            state = BoardState(BoardStatus.CONNECTING, why.value, _DETAILS[why], port)
        self._attempt += why is SessionEnd.NO_ANSWER
        self._commands.lost(state.reason or "")
        self._tell(state)

    async def _let_go(self, connection: Connection) -> None:
        session = self._open_session()
        self._connection = None
        try:
            if session is not None:
                session.goodbye(0, asyncio.get_running_loop().time())
                connection.transport.write(session.take())
                await asyncio.sleep(_LAST_WORDS)
        finally:
            connection.close()

    async def _back_off(self) -> None:
        await asyncio.sleep(self._pause * self._rng.uniform(0.5, 1.0))
        self._pause = min(2 * self._pause, BACK_OFF[1])

    # ---- what comes

    def _arrived(self, arrival: Arrival) -> None:
        if isinstance(arrival, Unreadable):
            self._on_unreadable(arrival)
            return
        if isinstance(arrival, Welcome):
            self._welcomed(arrival)
            return
        if isinstance(arrival, Answer):
            self._commands.answered(arrival)
        elif isinstance(arrival, Stopped):
            self._stop_confirmed(arrival)
        if not isinstance(arrival, Goodbye):
            self._on_message(arrival)

    def _welcomed(self, welcome: Welcome) -> None:
        if welcome.major == MAJOR and self._connection is not None:
            port = self._connection.transport.name
            self._tell(BoardState(BoardStatus.READY, port=port, welcome=welcome))

    def _stop_confirmed(self, stopped: Stopped) -> None:
        if self._stop is not None and self._stop[0] == stopped.token:
            if not self._stop[1].done():
                self._stop[1].set_result(stopped)
            self._stop = None

    def _open_session(self) -> HostSession | None:
        session = self._connection.session if self._connection is not None else None
        return session if session is not None and session.phase is Phase.OPEN else None

    def _tell(self, state: BoardState) -> None:
        """Says what is new. The Welcome of an incompatible board differs with each attempt, and says the same."""
        before, self.state = self.state, state
        if state.status is BoardStatus.INCOMPATIBLE:
            before = replace(before, welcome=state.welcome)
        if state != before:
            self._on_state(state)
