"""A technician walks round the table and touches every key and every sensor within reach; each is ticked off."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Final

from api.doctor.console import Say
from api.doctor.direct import Direct
from api.doctor.finding import Finding
from api.doctor.parts import KEYS, fitted, name
from firmware_bridge import messages as m

WALK_SECONDS: Final = 300.0
QUIET_SECONDS: Final = 60.0
"""Without a new one for so long the walk ends: nobody walks any more."""


@dataclass(slots=True)
class SensorWalk:
    """A sensor counts when it was seen at both levels, a key when it was pressed.

    They are kept in two sets, because a key and a sensor may be the same number.
    """

    sensors: frozenset[m.Sensors]
    keys: frozenset[m.Key] = frozenset(KEYS)
    first: m.Sensors | None = None
    seen: set[m.Sensors] = field(default_factory=set)
    pressed: set[m.Key] = field(default_factory=set)

    def look(self, sensors: m.Sensors) -> list[m.Sensors]:
        """What has newly changed since the walk began."""
        if self.first is None:
            self.first = sensors
        changed = [each for each in self.sensors - self.seen if (each in sensors) != (each in self.first)]
        self.seen.update(changed)
        return changed

    def press(self, key: m.Key) -> bool:
        """True when it is new."""
        new = key in self.keys and key not in self.pressed
        self.pressed.add(key)
        return new

    @property
    def missing(self) -> list[m.Sensors | m.Key]:
        return [*sorted(self.keys - self.pressed), *sorted(self.sensors - self.seen)]


async def sensor_walk(
    table: Direct, say: Say, seconds: float = WALK_SECONDS, quiet: float = QUIET_SECONDS
) -> list[Finding]:
    """Names what is left after each tick. Findings: what was never seen."""
    done = SensorWalk(frozenset(fitted(table.welcome.capabilities)))
    news = asyncio.Event()

    def ticked(what: m.Sensors | m.Key) -> None:
        left = done.missing
        say(f"ok   {name(what)}" + (f"; {len(left)} left, next: {name(left[0])}" if left else "; all done"))
        news.set()

    def look(telemetry: m.Telemetry) -> None:
        for each in done.look(telemetry.sensors):
            ticked(each)

    def press(message: m.FromBoard) -> bool | None:
        if isinstance(message, m.KeyChanged) and message.pressed and done.press(m.Key(message.key)):
            ticked(m.Key(message.key))
        return None if done.missing else True

    say(f"Touch each of {len(done.missing)} keys and sensors once, in any order; power stays off the motors.")
    table.heard_telemetry = look
    listening = asyncio.create_task(table.wait(press, seconds))
    try:
        await _until_done(done, news, asyncio.get_running_loop().time() + seconds, quiet)
    finally:
        listening.cancel()
        table.heard_telemetry = lambda _: None
    return [*_findings(done), *await code_switch(table)]


async def code_switch(table: Direct) -> list[Finding]:
    """Where it stands, for the eye of the technician: no motion tells it."""
    if m.Capabilities.GEAR_SWITCH not in table.welcome.capabilities:
        return []
    return [Finding("switch", "ok", f"the code switch reads {(await table.sensors()).gear}: compare it")]


async def _until_done(done: SensorWalk, news: asyncio.Event, end: float, quiet: float) -> None:
    loop = asyncio.get_running_loop()
    while done.missing and loop.time() < end:
        news.clear()
        try:
            async with asyncio.timeout(min(quiet, end - loop.time())):
                await news.wait()
        except TimeoutError:
            return


def _findings(done: SensorWalk) -> list[Finding]:
    if not done.missing:
        return [Finding("walk", "ok", f"all {len(done.pressed) + len(done.seen)} keys and sensors answer")]
    remedy = "Wipe it, look at its plug, and walk again."
    return [Finding("walk", "bad", f"{name(each)}: not seen to change", remedy) for each in done.missing]
