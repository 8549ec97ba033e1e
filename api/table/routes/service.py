"""What the machine has learnt about its own wear, what to clean next, and the record that it was done."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from api.table.dependencies import allowed, carry_out, runtime_of, table_of
from api.table.given.base import Accepted
from api.table.given.machine import ServiceRecord
from api.table.shown.service import ServiceReport
from controller.upkeep.history import WearHistory
from controller.upkeep.report import report

router = APIRouter(tags=["service"])


@router.get(
    "/service",
    summary="Travel times and their drift, faults by place, what was serviced when, and advice",
    dependencies=[allowed("read.service")],
    responses={200: {"model": ServiceReport}},
)
async def service(request: Request) -> JSONResponse:
    table, runtime = table_of(request), runtime_of(request)
    upkeep = runtime.upkeep if runtime is not None else None
    if upkeep is not None:
        upkeep.freshen()
    diary = table.projection.diary
    shown = (
        upkeep.report(diary) if upkeep is not None else {"read": None, "sensors": None, **report(diary, WearHistory())}
    )
    return JSONResponse({"seq": table.seq, **shown})


@router.post("/service", status_code=202, summary="A person has seen to a part: cleaned, adjusted or replaced it")
async def served(given: ServiceRecord, request: Request) -> Accepted:
    answer = await carry_out(request, given, given.to_command())
    runtime = runtime_of(request)
    if runtime is not None and runtime.upkeep is not None and not answer.repeated:
        runtime.upkeep.served(given.part, given.work)
    return answer
