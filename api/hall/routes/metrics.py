"""The figures of a hall, for Prometheus."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from api.hall.dependencies import allowed, caller, hall_of, intake_of, runtime_of
from api.hall.metrics import Beside, behind, exposition, intake_exposition
from api.http.exposition import MEDIA_TYPE
from controller.refusals import Code, Refused

router = APIRouter(include_in_schema=False)
of_intake = APIRouter(include_in_schema=False)
"""In a process for tables alone."""


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
        behind=behind(runtime.links),
        intake=runtime.intake,
    )
    return PlainTextResponse(exposition(hall.state, beside), media_type=MEDIA_TYPE)


@of_intake.get("/metrics")
async def intake_metrics(request: Request) -> PlainTextResponse:
    if not caller(request).local:
        raise Refused(Code.NOT_ALLOWED, "only its own computer reads the figures of a process for tables")
    return PlainTextResponse(intake_exposition(intake_of(request)), media_type=MEDIA_TYPE)
