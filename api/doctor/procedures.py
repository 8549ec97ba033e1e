"""Procedures that a technician runs at the table: settings, sensors, motors, walk, calibration.

They run one after the other in one session with the board.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import nullcontext
from types import MappingProxyType
from typing import Final

from api.doctor.calibrate import calibrate
from api.doctor.console import Say
from api.doctor.direct import Direct, DoctorError, direct
from api.doctor.finding import Finding
from api.doctor.motors import motors
from api.doctor.power import Power
from api.doctor.sensor_walk import sensor_walk
from api.doctor.sensors import live
from api.doctor.settings import settings
from api.doctor.table_in_use import in_the_way
from controller.table.projection import Projection
from firmware_bridge import messages as m
from firmware_bridge.transport import OpenTransport

MOVING: Final = frozenset({"motors", "calibrate"})


async def run_procedures(
    port: OpenTransport,
    wanted: Sequence[str],
    projection: Projection | None,
    say: Say,
    seconds: float,
    puts: Mapping[m.Setting, int] = MappingProxyType({}),
    power: Power = nullcontext,
) -> list[Finding]:
    """``wanted``: settings (``puts``: new values), sensors, motors, walk, calibrate; ``power`` for what moves.

    Nothing moves while tiles are raised or a hand is in play.
    """
    found: list[Finding] = []
    try:
        async with direct(port) as table:
            for each in wanted:
                async with power() if each in MOVING else nullcontext():
                    found += await (
                        settings(table, puts) if each == "settings" else _one(each, table, projection, say, seconds)
                    )
    except DoctorError as error:
        found.append(Finding("board", "bad", error.detail, error.remedy))
    return found


async def _one(what: str, table: Direct, projection: Projection | None, say: Say, seconds: float) -> list[Finding]:
    if what in MOVING and (why := in_the_way(projection) or _tiles_up(table.welcome)) is not None:
        return [Finding(what, "bad", f"nothing was moved: {why}")]
    if what == "sensors":
        await live(table, say, seconds)
        return []
    does: dict[str, Callable[[Direct, Say], Awaitable[list[Finding]]]] = {
        "motors": motors, "walk": sensor_walk, "calibrate": calibrate,
    }  # fmt: skip
    return await does[what](table, say)


def _tiles_up(welcome: m.Welcome) -> str | None:
    if welcome.phase not in (m.BuildPhase.NONE, m.BuildPhase.READY):
        return "the board is in the middle of a build: end it at the tablet first"
    lifts = welcome.positions[m.Mechanism.LIFT_0 : m.Mechanism.LIFT_3 + 1]
    if any(each is m.Position.AWAY for each in lifts):
        return "a lift is up: take the tiles off it and bring it home first"
    return None
