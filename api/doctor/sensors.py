"""The sensors as they are now, one line per group, redrawn when something changes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from api.doctor.direct import Direct
from api.doctor.parts import fitted
from api.doctor.talk import Say
from firmware_bridge import messages as m

_SIDED: Final = ("COUNT", "FULL", "HEAD_HOME", "LIFT_UP", "LIFT_HOME", "COLOUR")


def lines(seen: Sequence[m.Sensors], there: Sequence[m.Sensors]) -> Iterator[str]:
    """``#`` on, ``.`` off; four in the order of the sides, a space where none is fitted."""
    for stem in _SIDED:
        four = [
            sensor for sensor in there if str(sensor.name).startswith(f"{stem}_") and str(sensor.name)[-1].isdigit()
        ]
        if four:
            marks = " ".join("#" if sensor in seen else "." for sensor in four)
            yield f"{stem.lower().replace('_', ' '):<16} {marks}"
    for sensor in there:
        if not str(sensor.name)[-1].isdigit():
            yield f"{str(sensor.name).lower().replace('_', ' '):<16} {'#' if sensor in seen else '.'}"


async def live(table: Direct, say: Say, seconds: float) -> None:
    """Says all of it when something changes, for so long; Ctrl-C ends it sooner."""
    there = fitted(table.welcome.capabilities)
    last: list[m.Sensors | None] = [None]

    def look(telemetry: m.Telemetry) -> None:
        if telemetry.sensors != last[0]:
            last[0] = telemetry.sensors
            say("\n".join((*lines([each for each in there if each in telemetry.sensors], there), "")))

    table.heard_telemetry = look
    try:
        await asyncio.sleep(seconds)
    finally:
        table.heard_telemetry = lambda _: None


def from_service(report: Mapping[str, Any]) -> str:
    """One look through the running service."""
    if report.get("sensors") is None:
        return "the service has not heard from the board yet"
    there = list(m.Sensors)
    seen = [each for each in there if str(each.name).lower().replace("_", "-") in report["sensors"]]
    return "\n".join(lines(seen, there))
