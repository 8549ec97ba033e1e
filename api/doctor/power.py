"""The Pi's switch in the motor supply, where one is wired: the service closes it, and none runs under the doctor."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, suppress
from typing import Final, NoReturn

from api.doctor.direct import DoctorError
from hardware.panel import POLL_INTERVAL_S, Gpio, Panel, PanelError, PanelPins, open_gpio

Power = Callable[[], AbstractAsyncContextManager[None]]


class NoPower(DoctorError):
    """The panel cannot be used, so the motors would stand still."""

    code = "no-power"

    def __init__(self, error: Exception) -> None:
        super().__init__(f"the Pi's switch in the motor supply cannot be held closed: {error}", _REMEDY)


_REMEDY: Final = "Look at [panel] in table.toml; run this as the user of the service, who is in the group gpio."


def _raspberry() -> Gpio:
    return open_gpio("raspberry-pi")


def switched(pins: PanelPins | None, gpio: Callable[[], Gpio] = _raspberry) -> Power:
    """Closes the switch for as long as the context lasts. Its emergency stop opens it, and for good: whoever released
    the button runs the step again.
    """

    @asynccontextmanager
    async def power() -> AsyncIterator[None]:
        if pins is None or pins.motor_power is None:
            yield
            return
        try:
            panel = Panel(gpio(), pins)
        except PanelError as error:
            raise NoPower(error) from error
        with closing(panel):
            async with _watched(panel):
                yield

    return power


@asynccontextmanager
async def _watched(panel: Panel) -> AsyncIterator[None]:
    watching = asyncio.create_task(_watch(panel))
    try:
        yield
    finally:
        watching.cancel()
        try:
            with suppress(asyncio.CancelledError):
                await watching
        except (OSError, RuntimeError) as error:
            raise NoPower(error) from error


async def _watch(panel: Panel) -> NoReturn:
    """A header that cannot be read any more shows no stop either, so it takes the power away."""
    try:
        while True:
            panel.poll(asyncio.get_running_loop().time())
            panel.motor_power(True)
            await asyncio.sleep(POLL_INTERVAL_S)
    finally:
        panel.motor_power(False)
