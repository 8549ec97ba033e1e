"""The board's end of the link, without a board: for tests of a host, of a wire, and for people who port the link.

It speaks the lanes and remembers commands as the firmware does, and knows nothing of a table: what a command does is
the caller's ``execute``. The firmware itself is the C core.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable

from firmware_bridge.codec import NO_SESSION, Decoder, Frame, SessionKey, encode
from firmware_bridge.fields import COMMAND_CODES, Lane, MalformedPayload
from firmware_bridge.lane import Inbox, Outbox
from firmware_bridge.messages import (
    FROM_HOST,
    REMEMBERED_COMMANDS,
    Ack,
    Answer,
    Command,
    FromBoard,
    Goodbye,
    Heartbeat,
    Hello,
    Latches,
    Pulse,
    Stop,
    Stopped,
    Verdict,
    Welcome,
)

Execute = Callable[[Command], Answer]
Greet = Callable[[int], Welcome]

QUEUE = 64
"""Events that may wait for the wire; with more, the session is given up."""


class BoardSession:
    """``greet(nonce)`` is asked for a Welcome whenever a session begins or Hello is repeated."""

    def __init__(self, greet: Greet, execute: Execute) -> None:
        self._greet, self._execute = greet, execute
        self.decoder = Decoder()
        self.stops = 0
        self._out = list[bytes]()
        self._close()

    def _close(self) -> None:
        self._key, self._nonce = NO_SESSION, -1
        self.decoder.key = None
        self._outbox, self._inbox = Outbox(QUEUE), Inbox()
        self._answers = OrderedDict[int, Answer]()

    @property
    def is_open(self) -> bool:
        return self._key is not NO_SESSION

    # ---- in

    def receive(self, data: bytes, now: float) -> None:
        for frame in self.decoder.frames(data):
            if frame.code in FROM_HOST or frame.code in COMMAND_CODES:
                self._arrive(frame, now)
        self.poll(now)

    def _arrive(self, frame: Frame, now: float) -> None:
        kind = FROM_HOST.get(frame.code)
        if self.is_open and frame.session == self._key.session:
            self._outbox.acknowledge(frame.expected, now)
            self._outbox.revive(now)
        lane = Lane.RELIABLE if kind is None else kind.lane
        if lane is Lane.RELIABLE and not self._inbox.accept(frame.number):
            return
        try:
            message = None if kind is None else kind.from_bytes(frame.payload)
        except MalformedPayload:
            message = None
        if message is None:
            self._refuse(frame, lane)
        elif isinstance(message, Hello | Heartbeat | Stop | Goodbye | Ack):
            self._link(message, frame, now)
        else:
            self._command(message)

    def _link(self, message: Hello | Heartbeat | Stop | Goodbye | Ack, frame: Frame, now: float) -> None:
        match message:
            case Hello():
                self._hello(message)
            case Heartbeat():
                self._loose(Pulse(message.host_ms, int(now * 1e6) & 0xFFFFFFFF))
            case Stop():
                self.stops += 1
                self._stopped(message, self._key if frame.session else NO_SESSION)
            case Goodbye():
                self._close()

    def _hello(self, hello: Hello) -> None:
        welcome = self._greet(hello.nonce)
        if hello.nonce != self._nonce:
            self._close()
            self._nonce = hello.nonce
            self._key = self.decoder.key = SessionKey.of(hello.nonce, welcome.boot)
        self._out.append(encode(Welcome.code, 0, welcome.to_bytes()))

    def _stopped(self, stop: Stop, key: SessionKey) -> None:
        payload = Stopped(stop.token, Latches.STOPPED_BY_HOST).to_bytes()
        self._out.append(encode(Stopped.code, self._inbox.expected << 4, payload, key))

    def _refuse(self, frame: Frame, lane: Lane) -> None:
        if lane is Lane.RELIABLE and len(frame.payload) >= 2:
            verdict = Verdict.BAD_ARGUMENT if frame.code in FROM_HOST else Verdict.UNKNOWN_COMMAND
            self.send(Answer(int.from_bytes(frame.payload[:2], "little"), verdict, 0))

    def _command(self, command: Command) -> None:
        answer = self._answers.get(command.command)
        if answer is None:
            answer = self._answers[command.command] = self._execute(command)
            if len(self._answers) > REMEMBERED_COMMANDS:
                self._answers.popitem(last=False)
        self.send(answer)

    # ---- out

    def send(self, message: FromBoard) -> None:
        """Queues an event, or sends a loose message. Without a session nothing is sent: Welcome will tell."""
        if not self.is_open:
            return
        if message.lane is Lane.RELIABLE:
            self._outbox.push(message.code, message.to_bytes())
        else:
            self._loose(message)

    def poll(self, now: float) -> None:
        for due in self._outbox.due(now) if self.is_open else ():
            self._emit(due.code, due.number, due.payload)
        if self.is_open and self._inbox.must_acknowledge:
            self._loose(Ack())

    @property
    def deadline(self) -> float:
        return self._outbox.deadline if self.is_open else math.inf

    @property
    def backlog(self) -> int:
        """Events that are not acknowledged yet."""
        return len(self._outbox)

    def take(self) -> bytes:
        data = b"".join(self._out)
        self._out.clear()
        return data

    def _loose(self, message: FromBoard) -> None:
        self._emit(message.code, 0, message.to_bytes())

    def _emit(self, code: int, number: int, payload: bytes) -> None:
        self._out.append(encode(code, self._inbox.expected << 4 | number, payload, self._key))
        self._inbox.must_acknowledge = False
