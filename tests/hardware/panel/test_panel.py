"""The panel through the real RPi.GPIO code of rpi-lgpio, and through the simulated header."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.panel import (
    RESET_PULSE_S,
    EmergencyStop,
    Gpio,
    Panel,
    PanelError,
    PanelPins,
    RaspberryGpio,
    SimulatedGpio,
    open_gpio,
)

PINS = PanelPins(motor_power=17, board_reset=27, emergency_stop=5, status_lamp=22, call_lamp=23, service_button=6)
TWO_CONTACTS = PanelPins(motor_power=17, emergency_stop=5, emergency_stop_open=13)

_spec = importlib.util.spec_from_file_location("jantaku_test_header", Path(__file__).with_name("header.py"))
assert _spec is not None and _spec.loader is not None
_header = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_header)


class World:
    """One of the two headers with the same two verbs."""

    def __init__(self, gpio: Gpio, drive: object, levels: dict[int, int]) -> None:
        self.gpio, self.drive, self.levels = gpio, drive, levels


@pytest.fixture(params=["rpi-lgpio", "simulated"])
def world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    if request.param == "simulated":
        gpio = SimulatedGpio()
        yield World(gpio, gpio.drive, gpio.levels)
        return
    if importlib.util.find_spec("RPi") is None:
        pytest.skip("GPIO panel through rpi-lgpio: enable with `.venv/bin/pip install rpi-lgpio`")
    header = _header.Header()
    monkeypatch.setitem(sys.modules, "lgpio", header)
    monkeypatch.setenv("RPI_LGPIO_REVISION", "c03114")
    monkeypatch.setenv("RPI_LGPIO_CHIP", "0")
    for name in [name for name in sys.modules if name == "RPi" or name.startswith("RPi.")]:
        monkeypatch.delitem(sys.modules, name)
    gpio = RaspberryGpio()
    yield World(gpio, header.drive, header.levels)
    for name in [name for name in sys.modules if name == "RPi" or name.startswith("RPi.")]:
        del sys.modules[name]


def pressed(world: World, down: bool, pin: int = 5) -> None:
    world.drive(pin, down)  # type: ignore[operator]  # normally closed: high is pressed


def clear_panel(world: World, pins: PanelPins = PINS) -> Panel:
    panel = Panel(world.gpio, pins)
    pressed(world, False)
    panel.poll(0.0)
    panel.poll(1.0)
    panel.acknowledge()
    return panel


def test_outputs_are_safe_from_the_first_moment(world: World) -> None:
    Panel(world.gpio, PINS)
    assert [bool(world.levels[pin]) for pin in (17, 27, 22, 23)] == [False, True, False, False]


def test_motor_power_comes_on_only_when_the_stop_is_clear(world: World) -> None:
    panel = clear_panel(world)
    assert panel.motor_power(True)
    assert world.levels[17]


def test_pressing_takes_the_motor_supply_away_in_the_same_poll(world: World) -> None:
    panel = clear_panel(world)
    panel.motor_power(True)
    pressed(world, True)
    state = panel.poll(2.0)
    assert (state.emergency_stop, state.motor_power, bool(world.levels[17])) == (EmergencyStop.PRESSED, False, False)


def test_release_stays_latched_until_a_person_acknowledges(world: World) -> None:
    panel = clear_panel(world)
    pressed(world, True)
    panel.poll(2.0)
    assert not panel.acknowledge()
    pressed(world, False)
    panel.poll(2.1)
    assert panel.poll(2.3).emergency_stop is EmergencyStop.RELEASED
    assert not panel.motor_power(True)
    assert panel.acknowledge()
    assert panel.motor_power(True)


def test_a_bouncing_contact_does_not_count_as_released(world: World) -> None:
    panel = clear_panel(world)
    now = 2.0
    for _ in range(20):
        pressed(world, True)
        panel.poll(now := now + 0.01)
        pressed(world, False)
        panel.poll(now := now + 0.01)
    assert panel.poll(now).emergency_stop is EmergencyStop.PRESSED


def test_an_unplugged_button_is_told_from_a_pressed_one(world: World) -> None:
    panel = clear_panel(world, TWO_CONTACTS)
    panel.motor_power(True)
    pressed(world, True, 5)
    pressed(world, True, 13)  # both contacts open: nothing is connected
    assert panel.poll(2.0).emergency_stop is EmergencyStop.ABSENT
    assert not world.levels[17]
    pressed(world, False, 13)  # the button's open contact closes: it is there, and pressed
    assert panel.poll(2.1).emergency_stop is EmergencyStop.PRESSED


def test_a_stop_pressed_at_start_must_be_released_and_acknowledged(world: World) -> None:
    panel = Panel(world.gpio, PINS)
    pressed(world, True)
    assert panel.poll(0.0).emergency_stop is EmergencyStop.PRESSED
    assert not panel.motor_power(True)


def test_without_a_stop_fitted_the_state_says_absent_and_power_is_allowed(world: World) -> None:
    panel = Panel(world.gpio, PanelPins(motor_power=17))
    assert panel.poll(0.0).emergency_stop is EmergencyStop.ABSENT
    assert panel.motor_power(True)
    assert panel.poll(1.0).motor_power


def test_the_reset_pulse_ends_by_itself(world: World) -> None:
    panel = clear_panel(world)
    panel.reset_board(5.0)
    assert not world.levels[27]
    panel.poll(5.0 + RESET_PULSE_S / 2)
    assert not world.levels[27]
    panel.poll(5.0 + RESET_PULSE_S)
    assert world.levels[27]


def test_the_service_button_and_the_lamps(world: World) -> None:
    panel = clear_panel(world)
    pressed(world, False, 6)  # to ground: held
    assert panel.poll(2.0).service_pressed
    panel.lamps(status=True, call=False)
    assert [bool(world.levels[22]), bool(world.levels[23])] == [True, False]


def test_close_drives_every_output_safe_before_cleanup() -> None:
    gpio = SimulatedGpio()
    panel = clear_panel(World(gpio, gpio.drive, gpio.levels))
    panel.motor_power(True)
    panel.lamps(status=True, call=True)
    panel.close()
    assert [gpio.levels[pin] for pin in (17, 22, 23, 27)] == [False, False, False, True]
    assert gpio.closed


def test_a_machine_without_a_header_is_an_error_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "RPi", None)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", None)
    with pytest.raises(PanelError, match="jantaku\\[pi5\\]") as caught:
        open_gpio("raspberry-pi")
    assert caught.value.code == "gpio-module-missing"


def test_a_reset_without_a_line_says_what_to_do_instead() -> None:
    with pytest.raises(PanelError, match="reset button"):
        Panel(SimulatedGpio(), PanelPins()).reset_board(0.0)
