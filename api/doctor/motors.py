"""One short step of every motor, each agreed to with a key at the table, under all interlocks of the board.

The board warns before every step. What moved is seen by its own switch, or by the current of its motor.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from api.doctor.console import Say, agreed
from api.doctor.direct import BoardRefused, Direct, DoctorError, NoReply
from api.doctor.finding import Finding, Verdict
from api.doctor.parts import MECHANISMS, name
from api.doctor.prepare import AGAIN, made_ready, settled, why
from firmware_bridge import messages as m

M = m.Mechanism
_STEP_MS: Final = {"disc": 800, "pick": 400, "head": 120, "lift": 300, "hatch": 400}
"""Short enough that nothing reaches its end: heads turn once in 350 ms, lifts rise in 1200, the hatch in 2000."""
SLOW_FACTOR: Final = 1.5
_HOME_AFTER: Final = re.compile(r"home after (\d+) ms")
_LEAST_CURRENT: Final = 1
"""Tenths of an ampere that a turning motor draws at least."""


@dataclass(slots=True)
class _Seen:
    """What telemetry showed while a motor ran."""

    mechanism: m.Mechanism
    left_home: bool = False
    current: int = 0

    def look(self, telemetry: m.Telemetry) -> None:
        self.current = max(self.current, telemetry.currents[self.mechanism])
        home = home_of(self.mechanism)
        if home is not None and home not in telemetry.sensors:
            self.left_home = True


def home_of(mechanism: m.Mechanism) -> m.Sensors | None:
    """The switch at which it rests; disc and pick wheels have none."""
    if mechanism is M.HATCH:
        return m.Sensors.HATCH_CLOSED
    for first, sensor in ((M.HEAD_0, m.Sensors.HEAD_HOME_0), (M.LIFT_0, m.Sensors.LIFT_HOME_0)):
        if 0 <= mechanism - first < 4:
            return m.Sensors(sensor << (mechanism - first))
    return None


async def motors(table: Direct, say: Say) -> list[Finding]:
    """A finding for each mechanism, and why the rest was not tried. Raises ``DoctorError`` before the first one."""
    if (held := await made_ready(table, say)) is not None:
        return [held]
    found: list[Finding] = []
    for mechanism in MECHANISMS:
        try:
            found.append(await _one(table, say, mechanism))
            say("  " + found[-1].detail)  # at once: the technician stands beside the motor that just moved
            held = await settled(table) if found[-1].verdict == "bad" else None
        except DoctorError as error:
            if not found:
                raise
            held = Finding("ready", "bad", f"{error.detail}; the rest was not tried", error.remedy)
        if held is not None:
            return [*found, held]
    return [*found, *slower_than_its_sisters(found)]


def slower_than_its_sisters(found: Sequence[Finding]) -> list[Finding]:
    """Four heads and four lifts are alike: one that takes far longer than the middle of them wears or rubs."""
    times = {
        each.detail.partition(":")[0]: int(match[1]) for each in found if (match := _HOME_AFTER.search(each.detail))
    }
    slow = []
    for kind in ("head", "lift"):
        four = {part: ms for part, ms in times.items() if part.startswith(kind)}
        for part, ms in four.items():
            if len(four) > 2 and ms > median(four.values()) * SLOW_FACTOR:
                detail = f"{part}: {ms} ms, the others {median(four.values()):.0f} ms"
                slow.append(Finding("motor", "warn", detail, "Clean and grease it; then look at its motor."))
    return slow


async def _one(table: Direct, say: Say, mechanism: m.Mechanism) -> Finding:
    if not await agreed(table, say, f"Step of the {name(mechanism)}"):
        return Finding("motor", "warn", f"{name(mechanism)}: left out")
    try:
        return await _step(table, mechanism)
    except BoardRefused as refused:
        return Finding("motor", "bad", f"{name(mechanism)}: {refused.detail}", refused.remedy)
    except NoReply as silent:
        return Finding("motor", "bad", f"{name(mechanism)}: {silent.detail}", "Look at cable and supply.")


async def _step(table: Direct, mechanism: m.Mechanism) -> Finding:
    seen = _Seen(mechanism)
    table.heard_telemetry = seen.look
    try:
        for direction in _directions(mechanism):
            ended = await table.move(m.Run(mechanism=mechanism, direction=direction, duration_ms=_ms(mechanism)))
            if not isinstance(ended, m.Done):
                return Finding("motor", "bad", f"{name(mechanism)}: {why(table, ended)}", AGAIN)
        seen.left_home = seen.left_home or await _is_away(table, mechanism)
    finally:
        table.heard_telemetry = lambda _: None
    if home_of(mechanism) is None:
        return _by_current(table, seen)
    return await _home(table, seen)


def _directions(mechanism: m.Mechanism) -> tuple[m.Direction, ...]:
    return (m.Direction.FORWARD, m.Direction.REVERSE) if mechanism is M.DISC else (m.Direction.FORWARD,)


def _ms(mechanism: m.Mechanism) -> int:
    return _STEP_MS[mechanism.name.lower().partition("_")[0]]


async def _is_away(table: Direct, mechanism: m.Mechanism) -> bool:
    home = home_of(mechanism)
    return home is not None and home not in (await table.sensors()).sensors


def _by_current(table: Direct, seen: _Seen) -> Finding:
    if m.Capabilities.CURRENT_SENSING not in table.welcome.capabilities:
        return Finding(
            "motor", "ok", f"{name(seen.mechanism)}: commanded; this board measures no current, watch it turn"
        )
    verdict: Verdict = "ok" if seen.current >= _LEAST_CURRENT else "bad"
    remedy = "" if verdict == "ok" else "No current: look at its plug, driver, and the motor supply."
    return Finding("motor", verdict, f"{name(seen.mechanism)}: {seen.current / 10:.1f} A", remedy)


async def _home(table: Direct, seen: _Seen) -> Finding:
    """Brings it home again and says how long that took."""
    if not seen.left_home:
        remedy = "Look at its plug and driver; or its home switch is stuck."
        return Finding("motor", "bad", f"{name(seen.mechanism)}: its home switch never opened", remedy)
    ended = await table.move(m.Home(mechanism=seen.mechanism))
    if not isinstance(ended, m.Done):
        return Finding("motor", "bad", f"{name(seen.mechanism)}: does not come home, {why(table, ended)}", AGAIN)
    return Finding(
        "motor", "ok", f"{name(seen.mechanism)}: {seen.current / 10:.1f} A, home after {ended.elapsed_ms} ms"
    )
