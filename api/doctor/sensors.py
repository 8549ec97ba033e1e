"""The sensors as they are now, one line per group, redrawn when something changes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from api.doctor.console import Say
from api.doctor.direct import Direct
from api.doctor.parts import KEYS, fitted, name
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
    """Says all of it when something changes, and each key, for so long; Ctrl-C ends it sooner."""
    there = fitted(table.welcome.capabilities)
    last: list[tuple[m.Sensors, int] | None] = [None]

    def look(telemetry: m.Telemetry) -> None:
        if (telemetry.sensors, telemetry.temperature) != last[0]:
            last[0] = telemetry.sensors, telemetry.temperature
            on = [each for each in there if each in telemetry.sensors]
            say("\n".join((*lines(on, there), *_temperature(table.welcome.capabilities, telemetry), "")))

    def key(message: m.FromBoard) -> None:
        if isinstance(message, m.KeyChanged) and message.key in KEYS:
            say(f"{name(m.Key(message.key))} {'pressed' if message.pressed else 'released'}\n")

    table.heard_telemetry = look
    try:
        await table.wait(key, seconds)
    finally:
        table.heard_telemetry = lambda _: None


def _temperature(capabilities: m.Capabilities, telemetry: m.Telemetry) -> Iterator[str]:
    if m.Capabilities.TEMPERATURE in capabilities:
        yield f"{'temperature':<16} {telemetry.temperature} degrees"


def from_service(report: Mapping[str, Any], capabilities: Collection[str] | None = None) -> str:
    """One look through the running service. ``capabilities``: what its board has, None when nobody says."""
    if report.get("sensors") is None:
        return "the service has not heard from the board yet"
    there = list(m.Sensors) if capabilities is None else fitted(_capabilities(capabilities))
    seen = [each for each in there if str(each.name).lower().replace("_", "-") in report["sensors"]]
    return "\n".join(lines(seen, there))


def _capabilities(names: Collection[str]) -> m.Capabilities:
    return m.Capabilities(sum(each for each in m.Capabilities if str(each.name).lower().replace("_", "-") in names))
