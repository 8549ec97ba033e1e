"""Whether the hall lives and serves, for whoever watches it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from api.hall.dependencies import hall_of, intake_of, runtime_of
from api.hall.part import Part

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz(request: Request) -> JSONResponse:
    """200 as long as a restart would not help."""
    failed = runtime_of(request).failed
    return JSONResponse({"status": failed or "alive"}, 503 if failed else 200)


@router.get("/readyz")
async def readyz(request: Request) -> JSONResponse:
    """200 when commands are carried out, by a process for tables alone: when their events are stored."""
    if runtime_of(request).part is Part.INTAKE:
        return JSONResponse({"status": "ready", "tables": len(intake_of(request).links)})
    return JSONResponse({"status": "ready", "seq": hall_of(request).state.seq})
