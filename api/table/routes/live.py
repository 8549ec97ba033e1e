"""The live stream as server-sent events: a snapshot, then what happens, numbered by the journal, each time followed by
the snapshot that it makes; a page needs nothing else to show the table.

A client that falls behind gets a fresh snapshot and is closed by the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Final

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response

from api.access.access import Access
from api.access.pairings import Pairings
from api.http.event_stream import EventStream, Momentary, Sendable, Source
from api.http.places import ClientPlaces
from api.table.dependencies import access_of, actor_of, allowed, awaited_table, caller, pairings_of, runtime_of
from api.table.pairing_shown import pairing_json
from controller import permits
from controller.permits import Actor
from controller.refusals import Code, Refused
from controller.table.stream import ALL_KINDS, MessageKind, StreamMessage, Subscription, on_one_line

router = APIRouter(tags=["live"])

START_SECONDS: Final = 3.0
"""How long a stream waits for a table that is starting, before it is refused and has to ask again."""


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
