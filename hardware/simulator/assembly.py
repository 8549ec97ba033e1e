"""Board, plant and wire in one virtual time, without any event loop.

The board runs until the next thing that can concern it: a change in the plant, bytes that have arrived, a change of
its own outputs, or something that it says. So nothing is later than the board's own tick, and the run does not depend
on how time is cut.
"""

from __future__ import annotations

import math
from typing import Final

from .chip import BoardChip, ChipError
from .parts import ALL_OFF, Inputs, ResetCause
from .plant import Plant
from .travel import NEVER
from .wire import DEFAULT_BAUD, Wire

TICK_US: Final = 1_000
"""The board's own tick."""
_STUCK_STEPS: Final = 100


class Assembly:
    """Times in microseconds since the start."""

    def __init__(self, chip: BoardChip, plant: Plant, baud: int = DEFAULT_BAUD) -> None:
        self.chip, self.plant = chip, plant
        self.wire = Wire(plant.randoms["wire"], math.inf if chip.times_bytes else baud)
        self._heard = bytearray()
        self.now = plant.now
        self.powered = True
        self.last_activity = 0
        self._power_due = NEVER
        self._applied: Inputs | None = None
        self._exchange()

    def advance_to(self, target: int) -> None:
        """Lets time pass until ``target``, doing everything that is due on the way."""
        while self.now < target:
            self.advance_until_heard(target)

    def advance_until_heard(self, target: int) -> None:
        """Lets time pass until ``target``, or until bytes have arrived at the host's end."""
        idle, heard = 0, len(self._heard)
        while self.now < target and len(self._heard) == heard:
            ran = self._run(min(target, max(self.next_change(), self.now + 1)) - self.now)
            idle = 0 if ran else idle + 1
            if idle > _STUCK_STEPS:
                raise ChipError("the board's time stands still")
            self._exchange()

    def next_change(self) -> int:
        """When something is due that is not the board's own doing."""
        return min(self.plant.next_change(), self.wire.due, self._power_due)

    @property
    def heard(self) -> bool:
        """Whether :meth:`take_heard` has something."""
        return bool(self._heard)

    def take_heard(self) -> bytes:
        """The bytes that have arrived at the host's end since the last call."""
        data = bytes(self._heard)
        self._heard.clear()
        return data

    def host_write(self, data: bytes) -> None:
        """Bytes from the host enter the wire now."""
        if self.wire.plugged:
            self.wire.to_board.send(data, self.now)

    def settle(self) -> None:
        """Lets the board see what people have just done to the plant, and the plant what the board does about it."""
        self._exchange()

    # ------------------------------------------------------------ the power and the plug

    # the faults act on this: see fault_kinds.Rig

    def reset_board(self, cause: ResetCause) -> None:
        self.chip.reset(cause)
        self._exchange()

    def cut_power(self, seconds: float) -> None:
        """Everything is dark for so long; 0: until :meth:`restore_power`."""
        self.powered = False
        self.chip.power(False)
        self.wire.to_host.cut()
        self._power_due = self.now + round(seconds * 1e6) if seconds else NEVER
        self._exchange()

    def restore_power(self) -> None:
        if not self.powered:
            self.powered, self._power_due, self._applied = True, NEVER, None
            self.chip.power(True)
            self._exchange()

    def set_plugged(self, in_place: bool) -> None:
        self.wire.plug(in_place)

    # ------------------------------------------------------------ one step

    def _run(self, us: int) -> int:
        ran = self.chip.step(us) if self.powered else us
        self.now += ran
        self.plant.advance(ran)
        if self._power_due <= self.now:
            self.restore_power()
        return ran

    def _exchange(self) -> None:
        if data := self.wire.to_board.arrived(self.now):
            self._receive(data)
        self.plant.drive(self.chip.motors() if self.powered else ALL_OFF)
        if (inputs := self.plant.inputs()) is not self._applied:
            self._applied, self.last_activity = inputs, self.now
            self.chip.apply(inputs)
        if data := self.chip.transmit():
            self._transmit(data)
        if data := self.wire.to_host.arrived(self.now):
            self._heard += data

    def _receive(self, data: bytes) -> None:
        self.last_activity = self.now
        if self.powered:
            self.chip.receive(data)

    def _transmit(self, data: bytes) -> None:
        self.last_activity = self.now
        if self.wire.plugged and self.powered:
            self.wire.to_host.send(data, self.now)
