"""For the one who watches many tables: alive, ready, figures."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse

from api.http.exposition import MEDIA_TYPE
from api.service.version import version
from api.table.dependencies import RouteRuntime, allowed, runtime_of, table_of, why_not
from api.table.metrics import exposition
from controller.fairness.entropy import kernel_ready
from controller.refusals import Code, Refused
from controller.table.fair_dice import why_not_checkable
from controller.table.witness import forks
from firmware_bridge.board import BoardStatus

router = APIRouter(tags=["health"], dependencies=[allowed("read.health")])
WHY_NOT_READY: Final = {
    BoardStatus.ABSENT: Code.BOARD_ABSENT,
    BoardStatus.CONNECTING: Code.BOARD_CONNECTING,
    BoardStatus.INCOMPATIBLE: Code.BOARD_INCOMPATIBLE,
}


@router.get("/healthz", summary="The process runs, its loop turns, its journal can be written; 503 says what is wrong")
async def healthz(request: Request) -> dict[str, Any]:
    runtime = runtime_of(request)
    if runtime is None or (runtime.table is None and runtime.problem is None):
        return {"status": "starting", "version": version(), "simulated": False}
    if runtime.table is None:
        raise why_not(runtime)
    runtime.table.look_at_journal()
    if runtime.table.problem is not None:
        raise runtime.table.problem
    if not runtime.healthy:
        raise Refused(Code.UNHEALTHY)
    simulated = runtime.simulator is not None
    return {"status": "ok", "version": version(), "simulated": simulated, "entropy": _entropy(runtime)}


def _entropy(runtime: RouteRuntime) -> dict[str, Any]:
    """Whether random numbers are good, and whether the next roll can be checked; if not, why."""
    table = runtime.table
    return {
        "kernel": "ready" if kernel_ready() else "not-ready",
        "hardware": runtime.generator.state,
        "dice": "starting" if table is None else why_not_checkable(table.projection.fair, table.maker) or "checkable",
    }


@router.get("/readyz", summary="The table can be used: journal writable and board ready; 503 says what is missing")
async def readyz(request: Request) -> JSONResponse:
    table = table_of(request)
    table.look_at_journal()
    if table.problem is not None:
        raise table.problem
    snapshot = table.snapshot()
    board = snapshot["board"]
    if board["state"] != "ready":
        detail = board.get("detail") or f"the board is {board['state']}"
        raise Refused(WHY_NOT_READY[BoardStatus(board["state"])], detail, more={"board": board["state"]})
    return JSONResponse({"status": "ready", "board": "ready", "seq": snapshot["seq"]})


@router.get(
    "/metrics",
    summary="Figures for Prometheus, which sends a bearer token",
    response_class=PlainTextResponse,
    dependencies=[allowed("read.metrics")],
)
async def metrics(request: Request) -> PlainTextResponse:
    table = table_of(request)
    forked = {one.head.key for one, _ in forks(await table.witness.kept())}
    told = None if (runtime := runtime_of(request)) is None or runtime.mqtt is None else runtime.mqtt.connected
    text = exposition(table.snapshot(), len(forked), told)
    return PlainTextResponse(text, media_type=MEDIA_TYPE)
