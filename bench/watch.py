"""A witness at the pins of a simulated board: it sees every input and output, and knows what must never be.

It stands between the plant and the chip, whichever build of the firmware that is, and believes nothing that the
firmware says about itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hardware.simulator.chip import BoardChip
from hardware.simulator.parts import (
    ALL_OFF,
    HATCH,
    LIFT,
    MOTOR_NAMES,
    MOTORS,
    REVERSE,
    Inputs,
    Lamp,
    Motors,
    Outputs,
    ResetCause,
    Sensor,
)

STOP_US: Final = 3_000
"""From the emergency stop or the cover to outputs off: one tick to see it, one of the chip's, one of the plant's."""
SILENCE_FELT_US: Final = 250_000
"""A drum that goes off after the host was silent for so long has gone off because of it."""
SILENCE_US: Final = 350_000
"""From the last byte of the host to drum, picks and heads off."""
CONSENT_US: Final = 10_100_000
"""A key permits motion above the deck for 10 s; the order then begins within the tick."""
CHAIN_US: Final = 3_000_000
"""The second group of one order (heads before lifts, say) begins after the first has arrived."""
WARNING_US: Final = 1_900_000
GLITCH_US: Final = 2_000
"""A stop that was shorter may have fallen between two ticks."""
HATCH_SHUT_US: Final = 10_000
"""The switch is debounced for 5 ms."""
_LAMPS_US: Final = 100_000
_FLASH_US: Final = 1_000_000
"""A warning that was dark for longer than this was over."""
_LONG_AGO: Final = -(1 << 60)
_STOPS: Final = 1 << Sensor.EMERGENCY_STOP | 1 << Sensor.COVER_OPEN


class Watch:
    """A chip around a chip. ``wrongs`` lists what must never be, with the microsecond at which it was."""

    def __init__(self, chip: BoardChip) -> None:
        self.chip = chip
        self.times_bytes = chip.times_bytes
        self.clock: Callable[[], int] = chip.now_us
        self.wrongs: list[tuple[int, str]] = []
        self.out = ALL_OFF
        self.last_on = [_LONG_AGO] * MOTORS
        """When each motor was last seen on."""
        self.last_heard = _LONG_AGO
        """When the board last received a byte."""
        self.stop_lags: list[int] = []
        """Microseconds from each emergency stop or opened cover over running motors to all outputs off."""
        self.silences: list[int] = []
        """Microseconds from the last byte of the host to disc, picks and heads off, whenever it was long."""
        self.turned_back: set[int] = set()
        """Motors that have run in reverse."""
        self.asked_lags: list[int] = []
        """Microseconds from :meth:`expect_off` to all outputs off."""
        self._asked_at: int | None = None
        self._reset_owed = self._consent_owed = False
        self._key_at = _LONG_AGO
        self._awake = False
        self._stop_at: int | None = None
        self._open_at: int | None = 0
        self._stop_open = False
        self._warning_at, self._warned_until, self._lamps_due = _LONG_AGO, _LONG_AGO, 0
        self._inputs = Inputs()

    def expect_off(self) -> None:
        """From now on everything must go off: somebody asks for it."""
        self._asked_at = self.clock()

    def stopped_by_host(self) -> None:
        """The host was told that its stop is in force: nothing moves before Reset and a key."""
        self._latch()

    def reset_asked(self) -> None:
        """The host has sent Reset: a key that is pressed from now on counts again."""
        if self._stop_at is None:
            self._reset_owed = False

    # ------------------------------------------------------------ what the machine does with a chip

    def step(self, us: int) -> int:
        ran = self.chip.step(us)
        now = self.clock() + ran
        if now >= self._lamps_due or ran < us:
            self._lamps_due = now + _LAMPS_US
            self._look_at_lamps(now)
        return ran

    def now_us(self) -> int:
        return self.chip.now_us()

    def apply(self, inputs: Inputs) -> None:
        self._see(inputs, self.clock())
        self.chip.apply(inputs)

    def outputs(self) -> Outputs:
        return self.chip.outputs()

    def motors(self) -> Motors:
        motors = self.chip.motors()
        now = self.clock()
        if self.out != ALL_OFF:
            self._have_run(self.out, now)
        if motors != self.out:
            self._changed(self.out, motors, now)
            self.out = motors
        return motors

    def receive(self, data: bytes) -> None:
        self.last_heard = self.clock()
        self.chip.receive(data)

    def transmit(self) -> bytes:
        return self.chip.transmit()

    def reset(self, cause: ResetCause) -> None:
        self._fall_asleep()
        self.chip.reset(cause)

    def power(self, on: bool) -> None:
        self._fall_asleep()
        self.chip.power(on)

    def nvm(self) -> bytes:
        return self.chip.nvm()

    def load_nvm(self, content: bytes) -> None:
        self.chip.load_nvm(content)

    def close(self) -> None:
        self.chip.close()

    # ------------------------------------------------------------ what it makes of it

    def _fall_asleep(self) -> None:
        """Nothing that a person pressed before counts any more."""
        self._awake, self._key_at, self._warned_until = False, _LONG_AGO, _LONG_AGO
        self._reset_owed, self._consent_owed = False, True
        self.out = ALL_OFF
        self.last_heard = self.clock()

    def _latch(self) -> None:
        self._awake, self._reset_owed, self._consent_owed = False, True, True

    def _see(self, inputs: Inputs, now: int) -> None:
        if inputs.keys & ~self._inputs.keys:
            self._key_at, self._awake = now, not self._reset_owed
        if inputs.sensors & _STOPS:
            if self._stop_at is None:
                self._stop_at, self._stop_open = now, self.out != ALL_OFF
        elif self._stop_at is not None:
            if now - self._stop_at > GLITCH_US:
                self._latch()
            self._stop_at = None
        shut = bool(inputs.sensors >> Sensor.HATCH_CLOSED & 1)
        self._open_at = None if shut else (self._open_at if self._open_at is not None else now)
        self._inputs = inputs

    def _look_at_lamps(self, now: int) -> None:
        if Lamp.WARNING in self.chip.outputs().lamps:
            if now - self._warned_until > _FLASH_US:
                self._warning_at = now
            self._warned_until = now

    def _changed(self, before: Motors, after: Motors, now: int) -> None:
        for motor in range(MOTORS):
            if after[motor] and not before[motor]:
                self._starts(motor, now)
        if self._asked_at is not None and after == ALL_OFF:
            self.asked_lags.append(now - self._asked_at)
            self._asked_at = None
        if self._stop_open and self._stop_at is not None and after == ALL_OFF:
            self.stop_lags.append(now - self._stop_at)
            self._stop_open = False
        if any(before[:LIFT]) and not any(after[:LIFT]) and now - self.last_heard > SILENCE_FELT_US:
            self.silences.append(now - self.last_heard)
            self._consent_owed = True

    def _starts(self, motor: int, now: int) -> None:
        if not self._awake:
            self._wrong(now, motor, "starts before anybody pressed a key")
        if not self._permitted(motor, now):
            self._wrong(now, motor, "starts without key or warning")
        self._consent_owed = False

    def _permitted(self, motor: int, now: int) -> bool:
        """The drum moves nothing that a hand could reach: it asks only after a stop, a reset or a silence."""
        if motor < LIFT and not self._consent_owed:
            return True
        warned = now - self._warned_until < CHAIN_US and self._warned_until - self._warning_at >= WARNING_US
        goes_on = now - max(self.last_on[LIFT:]) < CHAIN_US
        return now - self._key_at < CONSENT_US or warned or (goes_on and not self._consent_owed)

    def _have_run(self, motors: Motors, now: int) -> None:
        """These motors have been on up to now."""
        drum = False
        for motor in range(MOTORS):
            if motors[motor]:
                self.last_on[motor] = now
                if motors[motor] == REVERSE:
                    self.turned_back.add(motor)
                drum = drum or motor < LIFT
        if self._stop_at is not None and now - self._stop_at > STOP_US:
            self._wrong(now, motors.index(max(motors)), "runs under the emergency stop or an open cover")
        if drum and now - self.last_heard > SILENCE_US:
            self._wrong(now, 0, "the drum runs although the host is silent")
        if drum and self._open_at is not None and now - self._open_at > HATCH_SHUT_US:
            self._wrong(now, HATCH, "the drum runs while the hatch is not closed")

    def _wrong(self, now: int, motor: int, what: str) -> None:
        if len(self.wrongs) < 20:
            self.wrongs.append((now, f"{MOTOR_NAMES[motor]}: {what}"))
