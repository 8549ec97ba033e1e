"""The host's end of a session, without a port: bytes in, messages out, and the other way round.

Call ``receive`` with what came, ``poll`` when ``deadline`` has come, and after either write out ``take_urgent()`` and
``take()``. Time is an argument in seconds of any monotonic clock.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from firmware_bridge.clock import BoardClock
from firmware_bridge.codec import NO_SESSION, Damage, Decoder, Frame, SessionKey, encode
from firmware_bridge.errors import BridgeError
from firmware_bridge.fields import COMMAND_CODES, Lane, MalformedPayload, lane_of_unknown
from firmware_bridge.lane import Inbox, Outbox
from firmware_bridge.messages import (
    CODES,
    FROM_BOARD,
    HEARTBEAT_MS,
    HOST_LOST_MS,
    MAJOR,
    MINOR,
    RETRY_MAX_MS,
    Ack,
    Command,
    FromBoard,
    Goodbye,
    Heartbeat,
    Hello,
    Message,
    Pulse,
    Stop,
    Stopped,
    Welcome,
)
from firmware_bridge.pacemaker import LATEST, OVERDUE
from firmware_bridge.recorder import Recorder

HELLO_INTERVAL = 0.1
PATIENCE = 5.0
"""Seconds of Hello without a Welcome; a board that resets when its port is opened is silent for two."""
ACK_DELAY = 0.002
"""Seconds that a single event may wait for a frame that carries its acknowledgement; a tenth of the shortest retry."""
QUEUE = 32
"""Commands that may wait for the wire; the board remembers 16."""


class Phase(Enum):
    """Where a session stands. OVER: never again; begin another one."""

    GREETING = "greeting"
    OPEN = "open"
    OVER = "over"


class SessionEnd(Enum):
    """Why a session is over. NONCE: it would have had the number 0; draw another nonce."""

    NO_ANSWER = "no-answer"
    INCOMPATIBLE = "incompatible"
    SILENT = "silent"
    UNACKNOWLEDGED = "unacknowledged"
    BOARD_RESET = "board-reset"
    GOODBYE = "goodbye"
    NONCE = "nonce"


class SessionClosed(BridgeError):
    """A command for a session that is not open."""

    code = "session-closed"


@dataclass(slots=True)
class LinkStatistics:
    """What the link has seen since the host started. Counts of frames, except ``sessions`` and ``round_trip`` (s)."""

    sent: int = 0
    received: int = 0
    repeated: int = 0
    doubled: int = 0
    skipped: int = 0
    unreadable: int = 0
    sessions: int = 0
    round_trip: float | None = None
    damage: Damage = field(default_factory=Damage)

    def as_json(self) -> dict[str, Any]:
        return {
            "round_trip_ms": None if self.round_trip is None else round(self.round_trip * 1000, 3),
            "damaged": self.damage.total,
            "repeated": self.repeated,
            "sessions": self.sessions,
            "sent": self.sent,
            "received": self.received,
            "doubled": self.doubled,
            "skipped": self.skipped,
            "unreadable": self.unreadable,
            "damage": self.damage.as_json(),
        }


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A valid frame whose message this version cannot read; it was acknowledged and is otherwise ignored.

    ``reason`` is ``unknown-code`` or ``malformed-payload``.
    """

    message_code: int
    reason: str
    detail: str
    payload: bytes


Arrival = FromBoard | Unreadable


class HostSession:
    """One session, from Hello to its end. Draw a fresh ``nonce`` for each."""

    def __init__(
        self, nonce: int, now: float, *, statistics: LinkStatistics | None = None, recorder: Recorder | None = None
    ) -> None:
        self.nonce = nonce
        self.phase = Phase.GREETING
        self.ending: SessionEnd | None = None
        self.welcome: Welcome | None = None
        self.statistics = statistics if statistics is not None else LinkStatistics()
        self.clock = BoardClock()
        self._recorder = recorder if recorder is not None else Recorder()
        self._decoder = Decoder(self.statistics.damage)
        self._key = NO_SESSION
        self._outbox, self._inbox = Outbox(QUEUE), Inbox()
        self._out, self._urgent = list[bytes](), list[bytes]()
        self._hello_at, self._heartbeat_at, self._stop_at = now, math.inf, math.inf
        self._ack_at = math.inf
        self._silent_at = now + PATIENCE
        self._beats: deque[tuple[int, float]] = deque(maxlen=2 * HOST_LOST_MS // HEARTBEAT_MS)
        self._stop: Stop | None = None
        self._stops = 0

    # ---- in

    def receive(self, data: bytes, now: float) -> list[Arrival]:
        """The messages that ``data`` completes, in order; what belongs to the link itself is dealt with here.

        Welcome, Stopped and Goodbye are among them, Ack and Pulse are not. Never raises for what the wire brings.
        """
        arrivals = list[Arrival]()
        for frame in self._decoder.frames(data):
            if self.phase is Phase.OVER:
                break
            self.statistics.received += 1
            self._recorder.received(now, frame)
            arrivals += self._arrive(frame, now)
        self._fill(now)
        return arrivals

    def _arrive(self, frame: Frame, now: float) -> Iterator[Arrival]:
        kind = FROM_BOARD.get(frame.code)
        if kind is None and (frame.code in CODES or frame.code in COMMAND_CODES):
            self.statistics.damage.unknown_code += 1
            return
        lane = lane_of_unknown(frame.code) if kind is None else kind.lane
        if self.phase is Phase.OPEN and frame.session == self._key.session:
            self._heard(frame, now)
        if lane is Lane.RELIABLE and not self._take_number(frame.number):
            return
        yield from self._readable(frame, kind, now)

    def _heard(self, frame: Frame, now: float) -> None:
        self._silent_at = now + HOST_LOST_MS / 1000
        self._outbox.acknowledge(frame.expected, now)
        self.statistics.round_trip = self._outbox.timer.round_trip

    def _take_number(self, number: int) -> bool:
        accepted = self._inbox.accept(number)
        self.statistics.doubled += self._inbox.doubled
        self.statistics.skipped += self._inbox.skipped
        self._inbox.doubled = self._inbox.skipped = 0
        return accepted

    def _readable(self, frame: Frame, kind: type[FromBoard] | None, now: float) -> Iterator[Arrival]:
        if kind is None:
            self.statistics.damage.unknown_code += 1
            yield Unreadable(frame.code, "unknown-code", f"message 0x{frame.code:02X}", frame.payload)
            return
        try:
            message = kind.from_bytes(frame.payload)
        except MalformedPayload as error:
            self.statistics.unreadable += 1
            yield Unreadable(frame.code, error.code, str(error), frame.payload)
            return
        yield from self._handle(message, now)

    def _handle(self, message: FromBoard, now: float) -> Iterator[Arrival]:
        match message:
            case Welcome():
                yield from self._welcomed(message, now)
            case Pulse():
                self._pulsed(message, now)
            case Stopped():
                yield from self._stopped(message)
            case Goodbye():
                self._end(SessionEnd.GOODBYE)
                yield message
            case Ack():
                pass
            case _:
                yield message

    def _welcomed(self, welcome: Welcome, now: float) -> Iterator[Arrival]:
        if welcome.nonce != self.nonce:
            return
        if self.welcome is not None:
            if welcome.boot != self.welcome.boot:
                self._end(SessionEnd.BOARD_RESET)
            return
        key = SessionKey.of(self.nonce, welcome.boot)
        if key.session == 0:
            self._end(SessionEnd.NONCE)
            return
        self.welcome, self._hello_at = welcome, math.inf
        if welcome.major == MAJOR:
            self._open(key, now)
        else:
            self._end(SessionEnd.INCOMPATIBLE)
        yield welcome

    def _open(self, key: SessionKey, now: float) -> None:
        self.phase, self._key, self._decoder.key = Phase.OPEN, key, key
        self.statistics.sessions += 1
        self._silent_at = now + HOST_LOST_MS / 1000
        self._heartbeat_at = now

    def _pulsed(self, pulse: Pulse, now: float) -> None:
        for host_ms, sent in self._beats:
            if host_ms == pulse.host_ms:
                self.clock.read(sent, now, pulse.board_us)

    def _stopped(self, stopped: Stopped) -> Iterator[Arrival]:
        if self._stop is not None and stopped.token == self._stop.token:
            self._stop, self._stop_at = None, math.inf
            yield stopped

    def _end(self, ending: SessionEnd) -> None:
        self.phase, self.ending = Phase.OVER, ending
        self._heartbeat_at = self._hello_at = self._stop_at = self._ack_at = self._silent_at = math.inf

    # ---- out

    def send(self, message: Command, now: float) -> None:
        """Queues a command. Raises SessionClosed, QueueFull, or MalformedPayload for a value that does not fit."""
        if self.phase is not Phase.OPEN:
            raise SessionClosed(f"the session is {self.phase.value}")
        self._outbox.push(message.code, message.to_bytes())
        self._fill(now)

    def stop(self, token: int, now: float) -> None:
        """Sends Stop at once and repeats it until the board answers with the same token. Needs no open session."""
        self._stop, self._stops = Stop(token), 0
        self._send_stop(now)

    def goodbye(self, reason: int, now: float) -> None:
        """Ends the session from this side."""
        if self.phase is Phase.OPEN:
            self._loose(Goodbye(reason), now)
        self._end(SessionEnd.GOODBYE)

    def poll(self, now: float) -> None:
        """Does what is due at ``now``: Hello, heartbeat, repetitions, Stop, and the end of a link that is lost."""
        if now >= self._silent_at:
            self._end(SessionEnd.SILENT if self.phase is Phase.OPEN else SessionEnd.NO_ANSWER)
            return
        if now >= self._hello_at:
            self._greet(now)
        if now >= self._stop_at:
            self._send_stop(now)
        if now >= self._heartbeat_at:
            self._beat(now)
        self._fill(now)

    @property
    def deadline(self) -> float:
        """When ``poll`` must be called next; infinity: never."""
        if self.phase is Phase.OVER:
            return math.inf
        repeat = self._outbox.deadline if self.phase is Phase.OPEN else math.inf
        return min(self._silent_at, self._hello_at, self._stop_at, self._heartbeat_at, self._ack_at, repeat)

    def overdue(self, now: float) -> bytes | None:
        """The heartbeat that ``poll`` should have sent by now, as one frame, for a thread beside the loop: it changes
        nothing here. None while the loop keeps its time, and again when it is so late that the board must stop."""
        if self.phase is not Phase.OPEN or not OVERDUE <= now - self._heartbeat_at <= LATEST:
            return None
        beat = Heartbeat(int(now * 1000) & 0xFFFFFFFF)
        return encode(beat.code, self._inbox.expected << 4, beat.to_bytes(), self._key)

    def take_urgent(self) -> bytes:
        """Bytes that go before everything else, also before what was taken and has not been written yet."""
        data = b"".join(self._urgent)
        self._urgent.clear()
        return data

    def take(self) -> bytes:
        data = b"".join(self._out)
        self._out.clear()
        return data

    def _greet(self, now: float) -> None:
        self._hello_at = now + HELLO_INTERVAL
        self._emit(self._out, Frame(Hello.code, 0, 0, Hello(self.nonce, MAJOR, MINOR).to_bytes()), NO_SESSION, now)

    def _beat(self, now: float) -> None:
        self._heartbeat_at = now + HEARTBEAT_MS / 1000
        host_ms = int(now * 1000) & 0xFFFFFFFF
        self._beats.append((host_ms, now))
        self._loose(Heartbeat(host_ms), now)

    def _send_stop(self, now: float) -> None:
        """Every second one goes outside the session: a board that was reset unseen would not accept the others."""
        if self._stop is None:
            return
        key = NO_SESSION if self._stops % 2 else self._key
        self._stop_at = now + min(self._outbox.timer.seconds * (1 + self._stops), RETRY_MAX_MS / 1000)
        self._stops += 1
        frame = self._frame(Stop.code, 0, self._stop.to_bytes())
        self._emit(self._urgent, frame._replace(session=key.session), key, now)

    def _loose(self, message: Message, now: float) -> None:
        self._emit(self._out, self._frame(message.code, 0, message.to_bytes()), self._key, now)

    def _fill(self, now: float) -> None:
        """Puts out what the window allows, and an acknowledgement alone when nothing else carries it in time."""
        if self.phase is not Phase.OPEN:
            return
        before = self._outbox.repeated
        for due in self._outbox.due(now):
            self._emit(self._out, self._frame(due.code, due.number, due.payload), self._key, now)
        self.statistics.repeated += self._outbox.repeated - before
        if self._outbox.exhausted:
            self._end(SessionEnd.UNACKNOWLEDGED)
        elif self._inbox.owed:
            self._acknowledge(now)

    def _acknowledge(self, now: float) -> None:
        """Alone, but not at once: what the caller says next usually carries it, and need not wait behind it."""
        if self._inbox.urgent or now >= self._ack_at:
            self._loose(Ack(), now)
        else:
            self._ack_at = min(self._ack_at, now + ACK_DELAY)

    def _frame(self, code: int, number: int, payload: bytes) -> Frame:
        return Frame(code, self._inbox.expected << 4 | number, self._key.session, payload)

    def _emit(self, queue: list[bytes], frame: Frame, key: SessionKey, now: float) -> None:
        queue.append(encode(frame.code, frame.numbers, frame.payload, key))
        if key is not NO_SESSION:
            self._inbox.acknowledged()
            self._ack_at = math.inf
        self.statistics.sent += 1
        self._recorder.sent(now, frame)
