"""The simulated table: what it looks like inside, and what can be done to it. A real table answers 404."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Request
from fastapi.responses import JSONResponse
from starlette.responses import Response

from api.http.event_stream import Momentary
from api.table.dependencies import allowed, runtime_of, table_of
from api.table.routes.live import streamed
from api.table.shown.simulator import SimulatorShown
from api.unattended.next_hand import DESCRIPTION, NAME, next_hand
from controller.refusals import Code, Refused
from hardware.simulator import actions
from hardware.simulator.errors import CommandError
from hardware.simulator.fault_kinds import KINDS
from hardware.simulator.table import SimulatedTable

router = APIRouter(prefix="/simulator", tags=["simulator"])
STREAM_SECONDS: Final = 0.2
_PRESS: Final = {"action": "press", "key": "open"}
CODES: Final[Mapping[str, Code]] = {
    code.value.code: code
    for code in (
        Code.BAD_COMMAND,
        Code.UNKNOWN_ACTION,
        Code.UNKNOWN_ARGUMENT,
        Code.MISSING_ARGUMENT,
        Code.BAD_ARGUMENT,
        Code.UNKNOWN_FAULT,
        Code.NOT_CLEARABLE,
        Code.COVER_CLOSED,
        Code.WALL_IN_THE_WAY,
        Code.HATCH_NOT_OPEN,
        Code.HANDS_BUSY,
        Code.NOT_RUNNING,
        Code.NO_SUCH_TILE,
    )
}
"""What the simulator refuses with: it stands alone and knows the catalogue only by the words of its codes."""


def simulator_of(request: Request) -> tuple[SimulatedTable, float]:
    """The simulated table and the pace of its clock."""
    runtime = runtime_of(request)
    if runtime is None or runtime.simulator is None:
        raise Refused(Code.NO_SIMULATOR)
    return runtime.simulator, runtime.pace


@router.get(
    "",
    summary="The simulated table, and the actions and faults that it knows",
    dependencies=[allowed("read.simulator")],
    responses={200: {"model": SimulatorShown}},
)
async def simulator(request: Request) -> JSONResponse:
    plant, _ = simulator_of(request)
    return JSONResponse(
        {
            "plant": picture(plant, table_of(request).speed),
            "actions": [DESCRIPTION, *(action.describe() for action in actions.ACTIONS.values())],
            "faults": [kind.describe() for kind in KINDS.values()],
        }
    )


def picture(plant: SimulatedTable, speed: float) -> dict[str, Any]:
    """``speed``: times real time; None for as fast as it goes."""
    return {**plant.snapshot(), "speed": speed if math.isfinite(speed) else None}


@router.post("", summary="What a person or bad luck does", dependencies=[allowed("simulator.act")])
async def act(command: Annotated[dict[str, Any], Body(examples=[_PRESS])], request: Request) -> Mapping[str, Any]:
    plant, _ = simulator_of(request)
    try:
        if command == {"action": NAME}:
            next_hand(table_of(request), plant)
            return {}
        return actions.act(plant, command)
    except CommandError as error:
        raise Refused(CODES[error.code], error.detail, field=error.field) from error


@router.get(
    "/live",
    dependencies=[allowed("read.simulator")],
    summary="Server-sent events: plant, about five times a second while something changes",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def live(request: Request) -> Response:
    plant, pace = simulator_of(request)
    speed = table_of(request).speed
    watching = partial(Watching, plant, speed, STREAM_SECONDS * pace)
    return streamed(request, request.app.state.picture_places, watching, pace)


class Watching:
    """A source of the stream that looks at the plant at a steady pace. A slow client simply sees fewer pictures."""

    closed = False

    def __init__(self, plant: SimulatedTable, speed: float, period: float) -> None:
        self._plant, self._speed, self._period = plant, speed, period
        self._first = True

    async def get(self, wait: float) -> Momentary | None:
        if not self._first:
            await asyncio.sleep(min(self._period, wait))
        self._first = False
        return Momentary("plant", json.dumps(picture(self._plant, self._speed), separators=(",", ":")))

    def waiting(self, _: int) -> tuple[()]:
        """A picture is made when it is its time."""
        return ()

    def on_news(self, _: Callable[[], bool]) -> None:
        """It has its own pace."""

    def close(self) -> None:
        self.closed = True
