"""The Pi's switch in the motor supply: closed while motors are tried, and only then."""

from __future__ import annotations

from typing import Any

from api.doctor import procedures
from api.doctor.finding import Finding
from api.doctor.power import switched
from hardware.panel import Gpio, PanelError, PanelPins, SimulatedGpio
from hardware.simulator.virtual_time import run
from tests.api.doctor.conftest import Bench, Technician

POWER, STOP = 17, 22
PINS = PanelPins(motor_power=POWER, emergency_stop=STOP)


class Header(SimulatedGpio):
    """A header with a button that is not pressed."""

    def setup_in(self, pin: int) -> None:
        self.levels.setdefault(pin, False)

    @property
    def power(self) -> list[bool]:
        return [level for pin, level in self.written if pin == POWER]


def work(bench: Bench, wanted: str, header: Header, on_say: Any = None) -> list[Finding]:
    async def whole() -> list[Finding]:
        async with bench.table() as table:
            technician = Technician(table)
            technician.on_say = on_say or (lambda text: None)
            power = switched(PINS, lambda: header)
            return await procedures.run_procedures(bench.port(), [wanted], None, technician.say, 1, power=power)

    return run(whole())


def is_question(text: str) -> bool:
    return text.startswith("Step of the")


def test_the_switch_is_closed_while_motors_are_tried_and_open_afterwards(bench: Bench) -> None:
    header, seen = Header(), list[bool]()

    def look(text: str) -> None:
        if is_question(text):
            seen.append(header.levels[POWER])

    found = work(bench, "motors", header, look)
    assert len(found) == 14 and len(seen) == 14 and all(seen[1:])
    assert header.power == [False, True, False] and header.closed


def test_looking_at_sensors_leaves_the_motors_without_power(bench: Bench) -> None:
    header = Header()
    work(bench, "sensors", header)
    assert header.written == []


def test_a_pressed_stop_opens_the_switch_and_its_release_does_not_close_it(bench: Bench) -> None:
    header, steps = Header(), list[str]()

    def press(text: str) -> None:
        if is_question(text):
            steps.append(text)
            header.drive(STOP, len(steps) == 3)

    work(bench, "motors", header, press)
    assert len(steps) > 4 and header.power == [False, True, False]


def test_a_header_that_fails_meanwhile_takes_the_power_away(bench: Bench) -> None:
    class Failing(Header):
        looks = 0

        def read(self, pin: int) -> bool:
            self.looks += 1
            if self.looks > 20:
                raise OSError(5, "the header is gone")
            return super().read(pin)

    header, power = Failing(), list[bool]()
    found = work(bench, "motors", header, lambda text: power.append(header.levels[POWER]))
    assert found[-1].verdict == "bad" and "the header is gone" in found[-1].detail
    assert power[-1] is False
    assert header.closed and header.power == [False, True, False]


def test_a_header_that_is_not_there_is_said_before_anything_is_asked(bench: Bench) -> None:
    def none() -> Gpio:
        raise PanelError("not-a-pi", "no GPIO header here")

    async def whole() -> list[Finding]:
        async with bench.table():
            return await procedures.run_procedures(bench.port(), ["motors"], None, print, 1, power=switched(PINS, none))

    (found,) = run(whole())
    assert found.verdict == "bad" and "no GPIO header here" in found.detail and "[panel]" in found.remedy
