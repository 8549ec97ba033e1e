"""A seat's own phone: what it is shown, asked for once or followed. It is shown nothing else (``read.table`` is not for
seats), so that what is not meant for a seat never reaches its phone.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from starlette.responses import Response

from api.http.event_stream import Momentary, Sendable, Source
from api.table.dependencies import actor_of, allowed, runtime_of, table_of
from api.table.given.base import Seat
from api.table.routes.live import streamed
from api.table.shown.seat import SeatSnapshot
from controller.permits import require
from controller.refusals import Code, Refused
from controller.table.seat_view import seat_view, wait
from controller.table.stream import MessageKind, Subscription

router = APIRouter(prefix="/seat", tags=["seat"], dependencies=[allowed("read.seat")])
_KINDS: Final[frozenset[MessageKind]] = frozenset({"snapshot", "telemetry"})
_COARSE_SECONDS: Final = 5
"""A phone hears of the time that a wall still takes when it has changed by as much."""
Asked = Annotated[Seat | None, Query(description="for the owner; a seat's own phone is shown its own seat")]


class OfSeat:
    """The stream of the table as one seat hears it: its view when that has changed, and how far the next wall is."""

    def __init__(self, source: Subscription, seat: Seat) -> None:
        self._source, self._seat = source, seat
        self._shown: Mapping[str, Any] = {}
        self._wait: Any = None

    @property
    def closed(self) -> bool:
        return self._source.closed

    async def get(self, timeout: float) -> Sendable | None:  # noqa: ASYNC109 - it is how long to wait for news
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout
        while (message := await self._source.get(max(0.0, end - loop.time()))) is not None:
            found = self._view(message.data) if message.kind == "snapshot" else self._waiting(message.data)
            if found is not None:
                return found
        return None

    def waiting(self, _: int) -> tuple[()]:
        """Each view by itself: most of what waits changes nothing for a seat."""
        return ()

    def on_news(self, _: Callable[[], bool]) -> None:
        """Each view is made by the task that waits for it."""

    def _view(self, snapshot: Mapping[str, Any]) -> Sendable | None:
        view = seat_view(snapshot, self._seat)
        self._wait = _coarse(view["wait"])
        shown = {name: part for name, part in view.items() if name not in ("seq", "time", "wait")}
        if shown == self._shown:
            return None
        self._shown = shown
        return Momentary("seat", _line(view), view["seq"])

    def _waiting(self, telemetry: Mapping[str, Any]) -> Sendable | None:
        now = wait(telemetry["mechanism"])
        if _coarse(now) == self._wait:
            return None
        self._wait = _coarse(now)
        return Momentary("wait", _line(now))

    def close(self) -> None:
        self._source.close()


def _coarse(shown: Mapping[str, Any]) -> Any:
    seconds = shown["seconds"]
    return shown["state"], None if seconds is None else seconds // _COARSE_SECONDS


def _line(content: Mapping[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


@router.get("", summary="What this seat is shown", responses={200: {"model": SeatSnapshot}})
async def seat(request: Request, seat: Asked = None) -> JSONResponse:
    return JSONResponse(seat_view(table_of(request).snapshot(), _seat_of(request, seat)))


@router.get(
    "/live",
    summary="Server-sent events: `seat` (id = journal number) whenever it changes, `wait` (the next wall), ping",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def seat_live(request: Request, seat: Asked = None) -> Response:
    table, mine, runtime = table_of(request), _seat_of(request, seat), runtime_of(request)
    pace = 1.0 if runtime is None else runtime.pace

    def source() -> Source:
        return OfSeat(table.subscribe(None, _KINDS), mine)

    return streamed(request, request.app.state.live_places, source, pace)


def _seat_of(request: Request, asked: Seat | None) -> Seat:
    """Raises ``Refused`` for the seat of somebody else."""
    actor = actor_of(request)
    found = actor.seat if asked is None else asked
    if found is None:
        raise Refused(Code.BAD_SEAT, "Say which seat is meant.", field="seat")
    require(actor, "read.seat", [found])
    return found
