"""The panel on the Pi's GPIO header: motor power, board reset, emergency stop, two lamps and the service button.

Pins are BCM numbers. Inputs are polled (100 times a second is plenty for fingers): edge detection of the classic
RPi.GPIO fails on kernels from 6.6 on, and polling behaves the same with RPi.GPIO on Pi 3 and 4 and with rpi-lgpio
on 3, 4 and 5. What must act within milliseconds is wired to the board and to the motor supply, not to Linux; the
panel only tells the service what happened there, and takes the motor supply away when the service wants it so.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Literal, Protocol

RELEASE_STEADY_S = 0.05
"""The emergency stop counts as released when its contacts have been steady for so long; pressing acts at once."""

RESET_PULSE_S = 0.02
"""Length of the reset pulse: the ATmega2560 asks for 2.5 us, the capacitor on its reset line for some ms."""

POLL_INTERVAL_S = 0.01


class PanelError(RuntimeError):
    """The panel cannot work: ``code`` is stable, the text says what to do."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


class EmergencyStop(enum.Enum):
    """What the service knows of the emergency stop. RELEASED stays until a person acknowledges at the table."""

    CLEAR = "clear"
    PRESSED = "pressed"
    RELEASED = "released-not-acknowledged"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class PanelPins:
    """Which BCM pin does what; None: not fitted.

    ``emergency_stop`` is the monitoring contact, normally closed to ground: low is clear, high is pressed or a broken
    wire. ``emergency_stop_open`` is an optional second contact, normally open to ground: with it an unplugged button
    (both open) is told from a pressed one.
    """

    motor_power: int | None = None
    board_reset: int | None = None
    emergency_stop: int | None = None
    emergency_stop_open: int | None = None
    status_lamp: int | None = None
    call_lamp: int | None = None
    service_button: int | None = None


class Gpio(Protocol):
    """The five things a panel asks of a GPIO chip. Levels are booleans, True is high."""

    def setup_in(self, pin: int) -> None: ...
    def setup_out(self, pin: int, level: bool) -> None: ...
    def read(self, pin: int) -> bool: ...
    def write(self, pin: int, level: bool) -> None: ...
    def close(self) -> None: ...


class RaspberryGpio:
    """Pins of a Raspberry Pi through the module ``RPi.GPIO`` (classic, or the one of rpi-lgpio)."""

    def __init__(self) -> None:
        try:
            import RPi.GPIO as gpio
        except ImportError as error:
            raise PanelError(
                "gpio-module-missing",
                "the GPIO module is not installed: `pip install 'jantaku[pi]'` on a Pi 3 or 4, `'jantaku[pi5]'` "
                "on a Pi 5, or make the environment with --system-site-packages on Raspberry Pi OS",
            ) from error
        except RuntimeError as error:
            raise PanelError(
                "not-a-pi", f"no GPIO header here ({error}); remove [panel] from table.toml on this machine"
            ) from error
        self._gpio: Any = gpio
        gpio.setwarnings(False)
        gpio.setmode(gpio.BCM)

    def setup_in(self, pin: int) -> None:
        self._gpio.setup(pin, self._gpio.IN, pull_up_down=self._gpio.PUD_UP)

    def setup_out(self, pin: int, level: bool) -> None:
        self._gpio.setup(pin, self._gpio.OUT, initial=int(level))

    def read(self, pin: int) -> bool:
        return bool(self._gpio.input(pin))

    def write(self, pin: int, level: bool) -> None:
        self._gpio.output(pin, int(level))

    def close(self) -> None:
        self._gpio.cleanup()


class SimulatedGpio:
    """A header that exists only in memory: ``drive`` is the outside world, ``written`` what the panel did."""

    def __init__(self) -> None:
        self.levels: dict[int, bool] = {}
        self.written: list[tuple[int, bool]] = []
        self.closed = False

    def setup_in(self, pin: int) -> None:
        self.levels.setdefault(pin, True)

    def setup_out(self, pin: int, level: bool) -> None:
        self.write(pin, level)

    def read(self, pin: int) -> bool:
        return self.levels[pin]

    def write(self, pin: int, level: bool) -> None:
        self.levels[pin] = level
        self.written.append((pin, level))

    def drive(self, pin: int, level: bool) -> None:
        self.levels[pin] = level

    def close(self) -> None:
        self.closed = True


def open_gpio(backend: Literal["raspberry-pi", "simulated"]) -> Gpio:
    """The GPIO named by the configuration. A missing module is an error, never a reason to pretend."""
    return RaspberryGpio() if backend == "raspberry-pi" else SimulatedGpio()


@dataclass(frozen=True, slots=True)
class PanelState:
    """One look at the panel: the emergency stop, whether motor power is on, and the service button."""

    emergency_stop: EmergencyStop
    motor_power: bool
    service_pressed: bool


class Panel:
    """Drives the outputs and follows the inputs. All times are seconds of one monotonic clock, passed in."""

    def __init__(self, gpio: Gpio, pins: PanelPins) -> None:
        self._gpio, self._pins = gpio, pins
        self._stop = EmergencyStop.ABSENT
        self._steady_since: float | None = None
        self._power = False
        self._reset_until: float | None = None
        for pin in (pins.motor_power, pins.status_lamp, pins.call_lamp):
            if pin is not None:
                gpio.setup_out(pin, False)
        if pins.board_reset is not None:
            gpio.setup_out(pins.board_reset, True)
        for pin in (pins.emergency_stop, pins.emergency_stop_open, pins.service_button):
            if pin is not None:
                gpio.setup_in(pin)
        if pins.emergency_stop is not None:
            self._stop = EmergencyStop.CLEAR if self._contacts() == "clear" else EmergencyStop.PRESSED

    def poll(self, now: float) -> PanelState:
        """Look at the inputs; takes the motor supply away in the same call when the stop is pressed or unplugged."""
        self._follow_stop(now)
        if self._reset_until is not None and now >= self._reset_until:
            self._reset_until = None
            self._write(self._pins.board_reset, True)
        if self._stop is not EmergencyStop.CLEAR and self.has_stop:
            self._set_power(False)
        return PanelState(self._stop, self._power, self._is_low(self._pins.service_button))

    def acknowledge(self) -> bool:
        """A person at the table acknowledged the released stop. False: there is nothing to acknowledge, or not yet."""
        if self._stop is not EmergencyStop.RELEASED:
            return False
        self._stop = EmergencyStop.CLEAR
        return True

    def motor_power(self, on: bool) -> bool:
        """Switch the motor supply; it stays off while the emergency stop is anything but clear. Returns what it is."""
        self._set_power(on and (self._stop is EmergencyStop.CLEAR or not self.has_stop))
        return self._power

    def reset_board(self, now: float) -> None:
        """Pull the board's reset line low; ``poll`` lets it go again."""
        if self._pins.board_reset is None:
            raise PanelError("no-reset-line", "no pin is configured for the board's reset; press its reset button")
        self._write(self._pins.board_reset, False)
        self._reset_until = now + RESET_PULSE_S

    def lamps(self, *, status: bool, call: bool) -> None:
        self._write(self._pins.status_lamp, status)
        self._write(self._pins.call_lamp, call)

    def close(self) -> None:
        """Every output to its safe level first: cleanup turns pins into inputs, and a floating gate is not off."""
        self._set_power(False)
        self.lamps(status=False, call=False)
        self._write(self._pins.board_reset, True)
        self._gpio.close()

    @property
    def has_stop(self) -> bool:
        """Whether a contact of the emergency stop is wired to the Pi at all."""
        return self._pins.emergency_stop is not None

    @property
    def has_reset(self) -> bool:
        return self._pins.board_reset is not None

    def _contacts(self) -> Literal["clear", "pressed", "unplugged"]:
        closed = self._is_low(self._pins.emergency_stop)
        if self._pins.emergency_stop_open is None:
            return "clear" if closed else "pressed"
        other = self._is_low(self._pins.emergency_stop_open)
        if closed and not other:
            return "clear"
        return "unplugged" if not closed and not other else "pressed"

    def _follow_stop(self, now: float) -> None:
        if not self.has_stop:
            return
        contacts = self._contacts()
        if contacts != "clear":
            self._stop = EmergencyStop.PRESSED if contacts == "pressed" else EmergencyStop.ABSENT
            self._steady_since = None
        elif self._stop in (EmergencyStop.PRESSED, EmergencyStop.ABSENT):
            self._steady_since = now if self._steady_since is None else self._steady_since
            if now - self._steady_since >= RELEASE_STEADY_S:
                self._stop = EmergencyStop.RELEASED

    def _set_power(self, on: bool) -> None:
        if on != self._power:
            self._write(self._pins.motor_power, on)
        self._power = on and self._pins.motor_power is not None

    def _is_low(self, pin: int | None) -> bool:
        return pin is not None and not self._gpio.read(pin)

    def _write(self, pin: int | None, level: bool) -> None:
        if pin is not None:
            self._gpio.write(pin, level)
