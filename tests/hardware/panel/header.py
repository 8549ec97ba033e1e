"""A Raspberry Pi header for the real rpi-lgpio code: stands where the C module ``lgpio`` would be.

Levels live in ``levels``; ``log`` keeps every output in order; ``drive`` is the outside world.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

INPUT, OUTPUT = 0x100, 0x202


class Header(ModuleType):
    """The part of lgpio's interface that RPi.GPIO of rpi-lgpio calls for plain inputs and outputs."""

    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
    SET_BIAS_DISABLE, SET_BIAS_PULL_UP, SET_BIAS_PULL_DOWN = 128, 32, 64
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    GPIO_BUSY, GROUP_BUSY = -1, -2

    class error(Exception):
        pass

    class callback:
        def __init__(self, *_: Any) -> None: ...
        def cancel(self) -> None: ...

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.levels = dict.fromkeys(range(54), 0)
        self.modes = dict.fromkeys(range(54), 0)
        self.log: list[tuple[int, int]] = []

    def drive(self, pin: int, level: bool) -> None:
        self.levels[pin] = int(level)

    def error_text(self, code: int) -> str:
        return f"lgpio error {code}"

    def gpiochip_open(self, chip: int) -> int:
        return chip

    def gpiochip_close(self, handle: int) -> int:
        return 0

    def gpio_get_chip_info(self, handle: int) -> tuple[int, int, str, str]:
        return (0, 54, "gpiochip0", "pinctrl-bcm2711")

    def gpio_get_mode(self, handle: int, pin: int) -> int:
        return self.modes[pin]

    def gpio_claim_output(self, handle: int, pin: int, level: int = 0, flags: int = 0) -> int:
        self.modes[pin] = OUTPUT
        return self.gpio_write(handle, pin, level)

    def gpio_claim_input(self, handle: int, pin: int, flags: int = 0) -> int:
        self.modes[pin] = INPUT
        if flags & self.SET_PULL_UP:
            self.levels[pin] = 1
        return 0

    def gpio_free(self, handle: int, pin: int) -> int:
        self.modes[pin] = 0
        return 0

    def gpio_read(self, handle: int, pin: int) -> int:
        return self.levels[pin]

    def gpio_write(self, handle: int, pin: int, level: int) -> int:
        self.levels[pin] = int(level)
        self.log.append((pin, int(level)))
        return 0
