"""The live stream as server-sent events: a snapshot, then what happens, numbered by the journal, each time followed by
the snapshot that it makes; a page needs nothing else to show the table.

A ``ping`` comes when nothing else did, so that a page can tell a quiet table from a dead line. Writing to a client that
does not read is given up after a while; a client that falls behind gets a fresh snapshot and is closed by the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Final, Protocol

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from api.access.access import Access
from api.access.pairings import Pairings
from api.http.places import ClientPlaces
from api.http.straight import Straight, chunk, straight_of
from api.table.dependencies import access_of, actor_of, allowed, awaited_table, caller, pairings_of, runtime_of
from api.table.pairing_shown import pairing_json
from controller import permits
from controller.permits import Actor
from controller.refusals import Code, Refused
from controller.table.stream import ALL_KINDS, MessageKind, StreamMessage, Subscription, on_one_line

router = APIRouter(tags=["live"])

PING_SECONDS: Final = 5.0
WRITE_SECONDS: Final = 20.0
MOST_TOGETHER: Final = 16
"""Messages that are written at once."""
START_SECONDS: Final = 3.0
"""How long a stream waits for a table that is starting, before it is refused and has to ask again."""
_HEADERS: Final = {"Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"}


class Sendable(Protocol):
    """One thing that a source has to say, as JSON on one line. ``seq``: its number in the journal, if it has one."""

    @property
    def kind(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def seq(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Momentary:
    """Something of the moment, without a number."""

    kind: str
    text: str
    seq: int | None = None


PING: Final = Momentary("ping", "{}")


class Source(Protocol):
    """Where a stream comes from: a listener at the table or at the simulator."""

    @property
    def closed(self) -> bool: ...
    async def get(self, timeout: float, /) -> Sendable | None: ...  # noqa: ASYNC109 - it is how long to wait for news
    def waiting(self, most: int, /) -> Sequence[Sendable]:
        """What waits already, to be sent together with what came before it."""

    def on_news(self, told: Callable[[], bool], /) -> None:
        """See ``Subscription.on_news``; a source that has its own pace never calls it."""

    def close(self) -> None: ...


def wire(item: Sendable) -> bytes:
    """One event of the stream. JSON has no line breaks of its own, so one ``data`` line is enough."""
    return _wire(item.kind, item.seq, item.text)


@lru_cache(maxsize=MOST_TOGETHER)
def _wire(kind: str, seq: int | None, text: str) -> bytes:
    """Made once for all listeners: a snapshot of 20 kB goes to a hundred of them."""
    head = "" if seq is None else f"id: {seq}\n"
    return f"{head}event: {kind}\ndata: {text}\n\n".encode()


class EventStream(Response):
    """Writes what a source has to say until it ends or the client leaves.

    ``pace``: seconds of the loop's clock per second of the people at the other end (the clock of a simulated table may
    run fast). ``ended`` is called once, when nothing more will be written.
    """

    def __init__(self, source: Source, pace: float, ended: Callable[[], None]) -> None:
        super().__init__(headers=_HEADERS)
        self._source, self._pace, self._ended = source, pace, ended
        self._straight: Straight | None = None
        self._since: float | None = None
        """When the write began that is not done yet, in seconds of the loop."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._straight = straight_of(scope)
        parts = (self._write(send), self._stall(), _gone(receive))
        tasks = [asyncio.ensure_future(part) for part in parts]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._source.close()
            self._ended()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _write(self, send: Send) -> None:
        headers = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if self._straight is not None:
            self._source.on_news(self._written_straight)
        while not self._source.closed:
            message = await self._source.get(PING_SECONDS * self._pace)
            if message is None and self._source.closed:
                break
            # as a snapshot waits behind its event: one write costs as much as two do each
            body = b"".join(map(wire, (message or PING, *self._source.waiting(MOST_TOGETHER))))
            self._since = asyncio.get_running_loop().time()
            await send({"type": "http.response.body", "body": body, "more_body": True})
            self._since = None
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _written_straight(self) -> bool:
        """Whether all that waits was written. Not while the client is slow: then the task writes, and is watched."""
        if self._straight is None or not self._straight.takes_chunks:
            return False
        items = self._source.waiting(MOST_TOGETHER)
        if items:
            self._straight.write_chunk(chunk([wire(item) for item in items]))
        return 0 < len(items) < MOST_TOGETHER

    async def _stall(self) -> None:
        """Ends when a write takes too long. One look now and then: a limit for each write costs more than the write."""
        limit = WRITE_SECONDS * self._pace
        while not self._stalled(limit):  # noqa: ASYNC110 - an event for each write is what this saves
            await asyncio.sleep(limit / 4)

    def _stalled(self, limit: float) -> bool:
        return self._since is not None and asyncio.get_running_loop().time() - self._since >= limit


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class OfDevice:
    """A source for one device: it ends when the device is no longer paired."""

    def __init__(self, source: Source, access: Access, actor: Actor) -> None:
        self._source, self._actor, self._access = source, actor, access
        self._forget = access.when_revoked(actor, source.close)

    @property
    def closed(self) -> bool:
        return self._source.closed or not self._access.still(self._actor)

    async def get(self, timeout: float) -> Sendable | None:  # noqa: ASYNC109 - it is how long to wait for news
        message = await self._source.get(timeout)
        return message if self._access.still(self._actor) else None

    def waiting(self, most: int) -> Sequence[Sendable]:
        return self._source.waiting(most) if self._access.still(self._actor) else ()

    def on_news(self, told: Callable[[], bool]) -> None:
        self._source.on_news(told)

    def close(self) -> None:
        self._forget()
        self._source.close()


class WithPairing:
    """The table's own display: its snapshots name the pairing that is open."""

    def __init__(self, source: Subscription, pairings: Pairings) -> None:
        self._source, self._pairings = source, pairings

    @property
    def closed(self) -> bool:
        return self._source.closed

    async def get(self, timeout: float) -> Sendable | None:  # noqa: ASYNC109 - it is how long to wait for news
        message = await self._source.get(timeout)
        return None if message is None else self._with_pairing(message)

    def waiting(self, most: int) -> Sequence[Sendable]:
        return [self._with_pairing(message) for message in self._source.waiting(most)]

    def on_news(self, told: Callable[[], bool]) -> None:
        self._source.on_news(told)

    def _with_pairing(self, message: StreamMessage) -> Sendable:
        if message.kind != "snapshot":
            return message
        shown = pairing_json(self._pairings)
        if shown is None:
            return message
        return Momentary("snapshot", on_one_line({**message.data, "pairing": shown}))

    def close(self) -> None:
        self._source.close()


@router.get(
    "/live",
    dependencies=[allowed("read.table")],
    summary="Server-sent events: snapshot, then event (id = journal number) and the new snapshot, telemetry, ping",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def live(
    request: Request,
    last_event_id: Annotated[str | None, Header(description="number of the last event that was seen")] = None,
    since: Annotated[int | None, Query(ge=0, description="the same, for clients that cannot send the header")] = None,
    only: Annotated[
        list[MessageKind] | None,
        Query(
            max_length=len(ALL_KINDS), description="kinds to be sent, each once; all when left out. `ping` always comes"
        ),
    ] = None,
) -> Response:
    last, runtime = _resume(last_event_id, since), runtime_of(request)
    table = await awaited_table(request, START_SECONDS)
    pace = 1.0 if runtime is None else runtime.pace
    kinds = frozenset(only) if only else ALL_KINDS
    sees = permits.allows(actor_of(request), "read.pairing")
    pairings = pairings_of(request)

    def source() -> Source:
        heard = table.subscribe(last, kinds)
        return WithPairing(heard, pairings) if sees else heard

    return streamed(request, request.app.state.live_places, source, pace)


def streamed(request: Request, places: ClientPlaces, source: Callable[[], Source], pace: float) -> EventStream:
    """A stream that holds one of ``places`` until it ends. Raises ``Refused``."""
    actor, access = actor_of(request), access_of(request)
    taken = [(places, caller(request).client)]
    if actor.device is not None:
        taken.append((request.app.state.device_places, actor.device))

    def give_back() -> None:
        while taken:
            held, name = taken.pop()
            held.give_back(name)

    _take(taken)
    try:
        return EventStream(OfDevice(source(), access, actor), pace, give_back)
    except BaseException:
        give_back()
        raise


def _take(places: list[tuple[ClientPlaces, str]]) -> None:
    """All of them, or none. Raises ``Refused``."""
    for number, (one, name) in enumerate(places):
        try:
            one.take(name, Code.TOO_MANY_LISTENERS)
        except Refused:
            for held, earlier in places[:number]:
                held.give_back(earlier)
            raise


def _resume(header: str | None, since: int | None) -> int | None:
    if header is None or not header.strip():
        return since
    if not header.strip().isdecimal() or len(header) > 15:
        raise Refused(Code.INVALID, "Last-Event-ID: is the number of an event", field="Last-Event-ID")
    return int(header)
