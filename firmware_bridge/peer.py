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
from firmware_bridge.recorder import Recorder

Execute = Callable[[Command], Answer]
Greet = Callable[[int], Welcome]

QUEUE = 64
"""Events that may wait for the wire; with more, the session is given up."""


class BoardSession:
    """``greet(nonce)`` is asked for a Welcome whenever a session begins or Hello is repeated.

    ``nonce`` is that of the present session, -1 without one.
    """

    def __init__(self, greet: Greet, execute: Execute, recorder: Recorder | None = None) -> None:
        self._greet, self._execute = greet, execute
        self._recorder = recorder if recorder is not None else Recorder()
        self.decoder = Decoder()
        self.stops = 0
        self._out = list[bytes]()
        self._close()

    def _close(self) -> None:
        self._key, self.nonce = NO_SESSION, -1
        self.decoder.key = None
        self._outbox, self._inbox = Outbox(QUEUE), Inbox()
        self._answers = OrderedDict[int, Answer]()

    @property
    def is_open(self) -> bool:
        return self._key is not NO_SESSION

    # ---- in

    def receive(self, data: bytes, now: float) -> None:
        for frame in self.decoder.frames(data):
            self._recorder.received(now, frame)
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
                self._hello(message, now)
            case Heartbeat():
                self._emit(Pulse.code, 0, Pulse(message.host_ms, int(now * 1e6) & 0xFFFFFFFF).to_bytes(), now)
            case Stop():
                self.stops += 1
                payload = Stopped(message.token, Latches.STOPPED_BY_HOST).to_bytes()
                self._emit(Stopped.code, 0, payload, now, self._key if frame.session else NO_SESSION)
            case Goodbye():
                self._close()

    def _hello(self, hello: Hello, now: float) -> None:
        welcome = self._greet(hello.nonce)
        if hello.nonce != self.nonce:
            self._close()
            self.nonce = hello.nonce
            self._key = self.decoder.key = SessionKey.of(hello.nonce, welcome.boot)
        self._emit(Welcome.code, 0, welcome.to_bytes(), now, NO_SESSION)

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
        """Queues an event; ``poll`` sends it. Without a session nothing is sent: Welcome will tell."""
        if self.is_open:
            self._outbox.push(message.code, message.to_bytes())

    def send_loose(self, message: FromBoard, now: float) -> None:
        """Sends a message once, without a number."""
        if self.is_open:
            self._emit(message.code, 0, message.to_bytes(), now)

    def poll(self, now: float) -> None:
        if not self.is_open:
            return
        for due in self._outbox.due(now):
            self._emit(due.code, due.number, due.payload, now)
        if self._inbox.owed:
            self._emit(Ack.code, 0, b"", now)

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

    def _emit(self, code: int, number: int, payload: bytes, now: float, key: SessionKey | None = None) -> None:
        key = self._key if key is None else key
        expected = 0 if code == Welcome.code else self._inbox.expected
        frame = Frame(code, expected << 4 | number, key.session, payload)
        self._out.append(encode(code, frame.numbers, payload, key))
        if key is not NO_SESSION:
            self._inbox.acknowledged()
        self._recorder.sent(now, frame)
