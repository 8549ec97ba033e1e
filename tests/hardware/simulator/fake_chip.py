"""A board for tests of the seams around it: echoes bytes, moves the hatch with the open key, counts its resets."""

from __future__ import annotations

from hardware.simulator.chip import NVM_BYTES
from hardware.simulator.parts import ALL_OFF, HATCH, Inputs, Key, Lamp, Motors, Outputs, ResetCause, Sensor

TICK_US = 1000


class FakeChip:
    """NVM byte 0 counts boots. The open key opens a closed hatch and closes an open one."""

    times_bytes = False

    def __init__(self) -> None:
        self.now = 0
        self.inputs = Inputs()
        self.memory = bytearray(NVM_BYTES)
        self.on = True
        self.resets: list[ResetCause] = []
        self._out = bytearray()
        self._motors = bytearray(ALL_OFF)
        self._key_was = False
        self._boot()

    def _boot(self) -> None:
        self.memory[0] += 1
        self._motors[:] = ALL_OFF

    def step(self, us: int) -> int:
        end = self.now + us
        while (tick := (self.now // TICK_US + 1) * TICK_US) <= end:
            before, self.now = bytes(self._motors), tick
            self._tick()
            if bytes(self._motors) != before:
                break
        else:
            self.now = end
        return us - (end - self.now)

    def _tick(self) -> None:
        key = bool(self.inputs.keys >> Key.OPEN & 1)
        arrived = Sensor.HATCH_OPEN if self._motors[HATCH] == 1 else Sensor.HATCH_CLOSED
        if key and not self._key_was:
            self._motors[HATCH] = 1 if self._sees(Sensor.HATCH_CLOSED) else 2
        elif self._motors[HATCH] and self._sees(arrived):
            self._motors[HATCH] = 0
        self._key_was = key

    def _sees(self, sensor: Sensor) -> bool:
        return bool(self.inputs.sensors >> sensor & 1)

    def now_us(self) -> int:
        return self.now

    def apply(self, inputs: Inputs) -> None:
        self.inputs = inputs

    def outputs(self) -> Outputs:
        return Outputs(self.motors(), lamps=Lamp.READY, text="FAKE")

    def motors(self) -> Motors:
        return Motors(bytes(self._motors))

    def receive(self, data: bytes) -> None:
        self._out += data

    def transmit(self) -> bytes:
        data, self._out = bytes(self._out), bytearray()
        return data

    def reset(self, cause: ResetCause) -> None:
        self.resets.append(cause)
        self._boot()

    def power(self, on: bool) -> None:
        if on and not self.on:
            self.reset(ResetCause.POWER_ON)
        self.on = on

    def nvm(self) -> bytes:
        return bytes(self.memory)

    def load_nvm(self, content: bytes) -> None:
        self.memory[:] = content

    def close(self) -> None:
        self.on = False
