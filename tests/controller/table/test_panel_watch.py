"""The second eye on the emergency stop, with a GPIO that the test drives."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from controller.mechanism import fresh
from controller.mechanism.state import Plan
from controller.table.panel_watch import HOLD_SECONDS, POLL_SECONDS, PanelWatch
from hardware.panel import Panel, PanelPins, SimulatedGpio
from hardware.simulator.virtual_time import run

PINS = PanelPins(motor_power=17, emergency_stop=22, status_lamp=24, call_lamp=25)


def test_the_button_stops_the_board_once_and_takes_the_motor_power() -> None:
    async def main() -> None:
        gpio, stops = SimulatedGpio(), []
        gpio.drive(22, False)
        machine: Any = SimpleNamespace(
            ready=True, state=fresh(Plan((36, 36, 36, 36))), stop_now=lambda: stops.append(True)
        )
        watch = PanelWatch(Panel(gpio, PINS), SimpleNamespace(machine=machine))  # type: ignore[arg-type]
        task = asyncio.create_task(watch.run())
        await asyncio.sleep(0.1)
        assert (gpio.read(17), gpio.read(24), stops) == (True, True, [])
        gpio.drive(22, True)
        await asyncio.sleep(POLL_SECONDS * 5)
        assert (gpio.read(17), stops) == (False, [True])
        gpio.drive(22, False)
        await asyncio.sleep(5)
        assert gpio.read(17), "acknowledged by the board's own reset, the supply comes back"
        machine.ready = False
        await asyncio.sleep(0.1)
        assert (gpio.read(17), gpio.read(24)) == (False, False)
        task.cancel()

    run(main())


def test_a_stop_that_the_board_still_holds_is_not_acknowledged_by_the_pi() -> None:
    async def main() -> None:
        gpio = SimulatedGpio()
        gpio.drive(22, False)
        state = fresh(Plan((36, 36, 36, 36)))
        machine: Any = SimpleNamespace(ready=True, state=state, stop_now=lambda: None)
        watch = PanelWatch(Panel(gpio, PINS), SimpleNamespace(machine=machine))  # type: ignore[arg-type]
        gpio.drive(22, True)
        watch.look()
        machine.state = replace(state, books=replace(state.books, stop="emergency-stop"))
        gpio.drive(22, False)
        for _ in range(200):
            watch.look()
            await asyncio.sleep(POLL_SECONDS)
        assert not gpio.read(17)

    run(main())


def test_a_panel_without_a_stop_contact_stops_nothing() -> None:
    async def main() -> None:
        gpio, stops = SimulatedGpio(), []
        machine: Any = SimpleNamespace(
            ready=True, state=fresh(Plan((36, 36, 36, 36))), stop_now=lambda: stops.append(True)
        )
        pins = PanelPins(motor_power=17, status_lamp=24)
        watch = PanelWatch(Panel(gpio, pins), SimpleNamespace(machine=machine))  # type: ignore[arg-type]
        for _ in range(5):
            watch.look()
        assert (stops, gpio.read(17)) == ([], True)

    run(main())


def test_the_service_button_resets_the_board_once_when_it_is_held() -> None:
    async def main() -> None:
        gpio = SimulatedGpio()
        machine: Any = SimpleNamespace(ready=True, state=fresh(Plan((36, 36, 36, 36))), stop_now=lambda: None)
        pins = PanelPins(board_reset=27, service_button=5)
        watch = PanelWatch(Panel(gpio, pins), SimpleNamespace(machine=machine))  # type: ignore[arg-type]
        task = asyncio.create_task(watch.run())
        await asyncio.sleep(0.1)
        gpio.drive(5, False)
        await asyncio.sleep(HOLD_SECONDS - 0.5)
        gpio.drive(5, True)
        await asyncio.sleep(1)
        assert (27, False) not in gpio.written, "a short press does nothing"
        gpio.drive(5, False)
        await asyncio.sleep(HOLD_SECONDS * 4)
        assert [each for each in gpio.written if each[0] == 27] == [(27, True), (27, False), (27, True)]
        task.cancel()

    run(main())
