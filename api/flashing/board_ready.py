"""The board before and after flashing: whether it may be flashed now, and whether it runs what was written."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Final

from api.doctor.direct import BoardRefused, Direct, NoBoard, direct
from api.doctor.parts import name
from api.flashing.image import Image
from controller.refusals import JantakuError
from firmware_bridge import messages as m
from firmware_bridge.transport import OpenTransport

BOOTLOADER_MAGIC: Final = 0x4A414E54
_HOMING: Final = range(m.Mechanism.HEAD_0, m.Mechanism.HATCH + 1)
_HOME_FIRST: Final = "Bring everything home (Reset at the tablet, or jantaku doctor --motors), then flash"
LEAVING_SECONDS: Final = 0.3
"""The board finishes what it says, then resets into its bootloader."""


class NotNow(JantakuError):
    """The board may not be flashed as it stands."""

    code = "flash-not-now"


@dataclass(frozen=True, slots=True)
class Before:
    """What runs and on which board. ``home``: everything is at home."""

    build: bytes
    serial: bytes
    detail: str
    home: bool = True


def objection(welcome: m.Welcome) -> str | None:
    """Why a board in this state is left alone."""
    away = [name(m.Mechanism(n)) for n in _HOMING if welcome.positions[n] is not m.Position.HOME]
    if away:
        return f"not at home: {', '.join(away)}. {_HOME_FIRST}"
    if welcome.phase not in (m.BuildPhase.NONE, m.BuildPhase.READY):
        return "a build is not finished. Finish it or give it up at the tablet, then flash"
    return None


def nothing_seen_away(welcome: m.Welcome) -> bool:
    """Whether no sensor sees a part away from home; without sensors none does."""
    return not any(welcome.positions[n] in (m.Position.AWAY, m.Position.MOVING) for n in _HOMING)


async def ready(port: OpenTransport, *, leave: bool, bare: bool = False) -> Before:
    """Asks the board by Hello. With ``leave`` it goes to its bootloader. Raises NotNow; NoBoard when none answers.

    ``bare``: a person says that nothing stands in the way, because no sensor is wired yet that could say so. A sensor
    that sees something up, open or moving is believed all the same.
    """
    async with direct(port) as table:
        welcome = table.welcome
        why = objection(welcome)
        if why is not None and not (bare and nothing_seen_away(welcome)):
            raise NotNow(why)
        if leave:
            await _leave(table, bare)
        version = ".".join(map(str, welcome.firmware))
        return Before(bytes(welcome.build), bytes(welcome.serial), f"firmware {version}", why is None)


async def _leave(table: Direct, bare: bool) -> None:
    """A board that refuses is reset by avrdude all the same, as every board with this bootloader."""
    try:
        await table.answer(m.EnterBootloader(magic=BOOTLOADER_MAGIC))
    except BoardRefused as refused:
        if not bare:
            raise NotNow(f"{refused.detail}. {_HOME_FIRST}") from refused
    await asyncio.sleep(LEAVING_SECONDS)


async def runs(port: OpenTransport, image: Image) -> str | None:
    """None when the board runs this image; else what it does instead."""
    try:
        async with direct(port) as table:
            build, serial = bytes(table.welcome.build), bytes(table.welcome.serial)
    except NoBoard as error:
        return f"it does not answer: {error.detail}"
    if build != image.build:
        return f"it runs build {build.hex()} instead of {image.build.hex()}"
    if image.serial not in (None, serial):
        return f"it runs {replace(image, serial=serial).name} instead of {image.name}"
    return None
