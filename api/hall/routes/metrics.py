"""The figures of a hall, for Prometheus."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from api.hall.dependencies import allowed, hall_of, runtime_of
from api.hall.metrics import Beside, exposition
from api.http.exposition import MEDIA_TYPE

router = APIRouter(include_in_schema=False)


@router.get("/metrics", dependencies=[allowed("read.metrics")])
async def metrics(request: Request) -> PlainTextResponse:
    hall, runtime = hall_of(request), runtime_of(request)
    deliverer = runtime.deliverer
    beside = Beside(
        runtime.told(),
        len(hall.stream),
        waiting=0 if deliverer is None else deliverer.waiting,
        failing=0 if deliverer is None else deliverer.failing,
        dropped=0 if deliverer is None else deliverer.dropped,
        broker=None if runtime.mqtt is None else runtime.mqtt.connected,
    )
    return PlainTextResponse(exposition(hall.state, beside), media_type=MEDIA_TYPE)
