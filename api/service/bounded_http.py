"""HTTP/1.1 of the service with bounds that uvicorn does not have: time for a head, for a body and for taking an answer,
bytes of a request, connections (``api.service.admission``), and no line that ends in a bare LF (RFC 9112 section 2.2).
"""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from api.http.guard import HEADERS, MAX_BODY_BYTES
from api.http.places import client_of
from api.http.problems import answer
from api.http.straight import EXTENSION
from api.service.admission import Admission
from controller.refusals import Code, Refused

log = logging.getLogger("jantaku.http")

HEAD_SECONDS: Final = 10.0
"""From the first moment of a connection, or the first byte after an answer, to the end of the head."""
BODY_SECONDS: Final = 20.0
"""From the end of the head to the end of the body: 64 KiB at the pace of a bad wireless network."""
TAKE_SECONDS: Final = 20.0
"""How long an answer may wait for a client that does not read."""
MOST_HEAD_BYTES: Final = 16 * 1024
MOST_UNREAD: Final = 2
"""Bodies: what a client goes on sending after it was refused is read up to here, so that it can read why."""
_BARE_LF: Final = re.compile(rb"(?<!\r)\n")
_STAGES: Final[dict[Any, float]] = {h11.IDLE: HEAD_SECONDS, h11.SEND_BODY: BODY_SECONDS}


class BoundedHttp(H11Protocol):
    """uvicorn's protocol of one connection. ``pace``: seconds of the loop per second of people. ``most_body``: bytes of
    the longest body that the application reads."""

    def __init__(
        self, *, admission: Admission, pace: float = 1.0, most_body: int = MAX_BODY_BYTES, **of_uvicorn: Any
    ) -> None:
        super().__init__(**of_uvicorn)
        self._admission, self._pace = admission, pace
        self._stage: Any = None
        self._received, self._most = 0, MOST_HEAD_BYTES + MOST_UNREAD * most_body
        self._deadline: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None
        self.below: asyncio.Transport | None = None
        """The connection under an encrypted one, where sent bytes wait as well."""
        self.app = self._with_straight(self.app)

    def _with_straight(self, app: Any) -> Any:
        async def answered(scope: Any, receive: Any, send: Any) -> None:
            scope.setdefault("extensions", {})[EXTENSION] = self
            await app(scope, receive, send)

        return answered

    # ------------------------------------------------------------ the connection

    @property
    def client_name(self) -> str:
        return client_of(self.client[0] if self.client else None)

    @property
    def idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def drop(self) -> None:
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._admission.admit(self):
            self._follow()
        else:
            self._refuse(Refused(Code.TOO_MANY_CONNECTIONS))

    def connection_lost(self, exc: Exception | None) -> None:
        self._admission.leave(self)
        self._disarm()
        super().connection_lost(exc)

    # ------------------------------------------------------------ what comes

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._received += len(data)
        if self._received > self._most:
            self.drop()
        else:
            super().data_received(data)
            self._follow()

    def handle_events(self) -> None:
        """Called for what came, and for a request that came together with the one before it."""
        if self.conn.their_state is h11.IDLE and (wrong := _wrong_head(self.conn.trailing_data[0])):
            self._refuse(Refused(Code.BAD_REQUEST, wrong))
            return
        super().handle_events()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._admission.used(self)
        self._follow()
        if self._taking is None and self._unsent():
            self._taking = self._after(TAKE_SECONDS, self._not_taken)

    def send_400_response(self, msg: str) -> None:
        """What h11 cannot read. After an answer has begun there is nothing left to say."""
        self._refuse(Refused(Code.BAD_REQUEST, msg))

    # ------------------------------------------------------------ what leaves

    @property
    def takes_chunks(self) -> bool:
        """See ``api.http.straight``. An answer without a length is in chunks for a client of HTTP/1.1."""
        answering = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        chunked = answering and self.conn.their_http_version == b"1.1" and self.conn.our_state is h11.SEND_BODY
        return chunked and not self.flow.write_paused and not self.transport.is_closing()

    def write_chunk(self, chunk: bytes) -> None:
        self.transport.write(chunk)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._taking is None:
            self._taking = self._after(TAKE_SECONDS, self._not_taken)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _not_taken(self) -> None:
        self._taking = None
        if self._unsent():
            self.drop()

    def _unsent(self) -> int:
        """Bytes that the other end has not taken."""
        carriers = {self.transport, self.below or self.transport}
        return sum(carrier.get_write_buffer_size() for carrier in carriers)

    def _refuse(self, refused: Refused) -> None:
        """Answers without the application, and ends the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and self.idle:
            said = answer(refused, "en")
            headers = [*said.raw_headers, *((name.lower().encode(), text.encode()) for name, text in HEADERS.items())]
            start = h11.Response(status_code=said.status_code, headers=[*headers, (b"connection", b"close")])
            for event in (start, h11.Data(data=bytes(said.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        log.info("connection refused: %s", refused.code, extra={"client": self.client_name})
        self.transport.close()
        self._taking = self._taking or self._after(TAKE_SECONDS, self.drop)

    # ------------------------------------------------------------ time

    def _follow(self) -> None:
        """Sets the time limit of the stage that the request has reached."""
        stage: Any = self.conn.their_state
        if stage is h11.IDLE and not self.conn.trailing_data[0] and self.timeout_keep_alive_task is not None:
            stage = None  # between two requests uvicorn keeps the time
        if stage is not h11.SEND_BODY:
            self._received = len(self.conn.trailing_data[0])
        if stage is self._stage:
            return
        self._stage = stage
        if self._deadline is not None:
            self._deadline.cancel()
        seconds = _STAGES.get(stage)
        self._deadline = None if seconds is None else self._after(seconds, self.drop)

    def _after(self, seconds: float, what: Any) -> asyncio.TimerHandle:
        return self.loop.call_later(seconds * self._pace, what)

    def _disarm(self) -> None:
        for timer in (self._deadline, self._taking):
            if timer is not None:
                timer.cancel()
        self._deadline = self._taking = None


def _wrong_head(data: bytes) -> str:
    """What is wrong with the head that ``data`` begins with, as far as it has come; "" for nothing. h11 counts only the
    bytes of a head that is not whole yet."""
    head = data.partition(b"\r\n\r\n")[0]
    if len(head) > MOST_HEAD_BYTES:
        return f"the head has more than {MOST_HEAD_BYTES} bytes"
    return "a line of the head does not end in CR LF" if _BARE_LF.search(head) else ""
