"""The machine itself: motors in, sensors out, tiles in between. It knows nothing of firmware or links.

Everything that will happen without further interference is known in advance (``next_change``), so time passes in
jumps from event to event, and the course of events does not depend on how the time is cut into steps.
Randomness comes from streams that are seeded by name; the same seed and the same motors give the same run.

What would break a real machine raises :class:`PlantAbuse` (``strict``), or is recorded in ``broken``, after which no
motor has any effect until :meth:`Plant.repair`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import Final

from hardware.profiles import Profile

from . import constants
from .drum import Drum
from .errors import PlantAbuse
from .keypad import Keypad
from .parts import (
    ALL_OFF,
    DISC,
    HATCH,
    HEAD,
    LIFT,
    MOTOR_NAMES,
    MOTORS,
    OFF,
    PICK,
    REVERSE,
    SIDES,
    Capability,
    Inputs,
    Motors,
    Sensor,
)
from .side import HEAD_HOME, LIFT_HOME, LIFT_UP, Side, inside
from .tiles import SETS, Places
from .travel import EDGE, NEVER, TravelPath

HATCH_CLOSED: Final = 0.01
HATCH_OPEN: Final = 0.99
HATCH_SWEEPS: Final = 0.9
"""Where the closing hatch has swept the well into the drum."""
_HATCH_MARKS: Final = (HATCH_CLOSED, HATCH_CLOSED + EDGE, HATCH_SWEEPS, HATCH_OPEN - EDGE, HATCH_OPEN, 0.0, 1.0)
STREAMS: Final = ("drum", "count", "keys", "people", "faults", "wire")
_THERMOMETER_US: Final = 10_000_000
_EVERYTHING: Final = Capability(0b1111111)
_FULL, _HEAD_HOME, _LIFT_HOME, _LIFT_UP, _COLOUR = map(
    int, (Sensor.FULL_0, Sensor.HEAD_HOME_0, Sensor.LIFT_HOME_0, Sensor.LIFT_UP_0, Sensor.COLOUR_0)
)
"""Of side 0: plain numbers, because they are looked at after every change."""
_RUNNING: Final = tuple(constants.RUN_TENTHS[name.partition(".")[0]] for name in MOTOR_NAMES)


@dataclass(frozen=True, slots=True)
class Broken:
    """What the board has broken."""

    code: str
    part: str
    detail: str
    at_us: int


class Plant:
    """The table without its board. ``capabilities``: sensors that are fitted; the others read as absent."""

    def __init__(
        self, profile: Profile, seed: int = 0, *, strict: bool = True, capabilities: Capability = _EVERYTHING
    ) -> None:
        self.seed, self.strict, self.capabilities = seed, strict, capabilities
        self._fitted = Capability.LIFT_UP_SWITCHES in capabilities, Capability.COLOUR_SENSORS in capabilities
        self.randoms = {
            name: Random(f"{seed}:{name}") for name in ("drum", "count", "keys", "people", "faults", "wire")
        }
        self.now = 0
        self.live = ALL_OFF
        self.broken: Broken | None = None
        self.disc_jammed = self.emergency_stop = self.cover_open = self.supply_low = False
        self.gear = 0
        """The code switch under the deck."""
        self.overrides: dict[int, bool] = {}
        self.forced_temperature: int | None = None
        self.changes = self.empty_pushes = 0
        self.loads = 0
        self.leave_out, self.foreign = 0, 0
        self.left_out: set[int] = set()
        self.keys = Keypad(self.randoms["keys"])
        self._commanded = ALL_OFF
        self._temperature, self._warmed_at, self._thermometer_due = constants.AMBIENT_C, 0, _THERMOMETER_US
        self._patience_due = NEVER
        self.furnish(Places.boxed(), profile)

    def furnish(self, places: Places, profile: Profile) -> None:
        """Puts tiles in their places and a machine of this profile around them, everything at home."""
        self.places, self.profile = places, profile
        self.sides = tuple(Side(side, profile, places, self.randoms["count"]) for side in SIDES)
        self.drum = Drum(profile, places.drum, self.sides, self.randoms["drum"])
        self.hatch = TravelPath(profile.hatch * 1e6, _HATCH_MARKS, wraps=False)
        self._inputs: Inputs | None = None
        self._next = 0
        self.touch()

    def set_profile(self, profile: Profile) -> None:
        """Makes it another kind of table from now on; what is moving goes on at the new pace."""
        self.profile = self.drum.profile = profile
        for motor in range(HEAD, MOTORS):
            seconds = profile.hatch if motor == HATCH else profile.lift * 2 if motor >= LIFT else profile.head
            self.travel(motor).set_pace(seconds * 1e6, self.now)
        self.plan_drum()
        self.touch()

    # ------------------------------------------------------------ time

    def next_change(self) -> int:
        """When something will happen next, in microseconds: a sensor may change then."""
        return min(self._next, self._thermometer_due)

    def advance(self, us: int) -> None:
        """Lets so many microseconds pass."""
        end = self.now + us
        while (due := self.next_change()) <= end:
            self.now = max(self.now, due)
            if self._next <= self.now:
                self._happen()
                self.places.check()
                self.touch()
            if self._thermometer_due <= self.now:
                self._read_thermometer()
        self.now = end

    def touch(self) -> None:
        """To be called after anything was changed from outside."""
        self._inputs = None
        self.changes += 1
        due = min(self.hatch.due, self.drum.due, self.keys.due, self._patience_due)
        for side in self.sides:
            due = min(due, side.edge_due, side.head.due, side.lift.due, side.feed_due)
        self._next = due

    def _happen(self) -> None:
        now = self.now
        if self.hatch.due <= now:
            self._hatch_at(self.hatch.arrive(now))
        for side in self.sides:
            self._happen_on(side, now)
        if self.drum.due <= now:
            self._tumble()
        if self.keys.due <= now:
            self.keys.happen(now)
        if self._patience_due <= now:
            self._patience_due = NEVER
            self._abuse("against-stop", "hatch", "the motor pushes against its stop")

    def _happen_on(self, side: Side, now: int) -> None:
        if side.head.due <= now:
            self._head_at(side, side.head.arrive(now))
        if side.lift.due <= now:
            self._lift_at(side, side.lift.arrive(now))
        if side.feed_due <= now:
            side.feed(now)
            self.drum.plan(now)
        if side.edge_due <= now:
            side.pass_edge()

    def _tumble(self) -> None:
        if picked := self.drum.happen():
            side, tile = picked
            side.accept(tile, self.now)
            self.left_out.discard(tile.id)
        self.drum.plan(self.now)

    # ------------------------------------------------------------ motors

    def drive(self, motors: Motors) -> None:
        """The board's motor outputs from now on."""
        if motors != self._commanded:
            self._commanded = motors
            self.switch()

    def switch(self) -> None:
        """Gives the motors what they are commanded, unless the emergency stop or the cover cuts their supply."""
        cut = self.emergency_stop or self.cover_open or self.supply_low or self.broken
        before, self.live = self.live, ALL_OFF if cut else self._commanded
        self._warm()
        for motor in range(MOTORS):
            if self.live[motor] != before[motor]:
                self._switch_one(motor)
        self.plan_drum()
        self._check_power()
        self._watch_stop()
        self.touch()

    def plan_drum(self) -> None:
        """To be called when tiles or wheels of the drum have changed."""
        self.drum.turn(OFF if self.disc_jammed else self.live[DISC], self.now)

    def _switch_one(self, motor: int) -> None:
        value = self.live[motor]
        if PICK <= motor < HEAD:
            self.sides[motor - PICK].picking = value != OFF
        elif motor != DISC:
            self.travel(motor).drive(-1 if value == REVERSE else value, self.now)
            if LIFT <= motor < HATCH:
                self.sides[motor - LIFT].plan_feed(self.now)

    def travel(self, motor: int) -> TravelPath:
        """The path of a head, a lift or the hatch."""
        if motor == HATCH:
            return self.hatch
        return self.sides[motor - LIFT].lift if motor >= LIFT else self.sides[motor - HEAD].head

    def _check_power(self) -> None:
        drum, lifts, hatch = any(self.live[DISC:HEAD]), any(self.live[LIFT:HATCH]), self.live[HATCH]
        if sum(map(bool, (drum, lifts, hatch))) > 1:
            self._abuse("power-budget", "supply", "drum, lifts and hatch do not run together")
        if self.live[DISC] and self.hatch.position > HATCH_CLOSED:
            self._abuse("disc-with-hatch-open", "disc", "the disc turns under an open hatch")

    def _watch_stop(self) -> None:
        at_stop = self.hatch.stalled and self.hatch.position in (0.0, 1.0)
        excused = Sensor.HATCH_OPEN in self.overrides or Sensor.HATCH_CLOSED in self.overrides
        if not at_stop or excused:
            self._patience_due = NEVER
        elif self._patience_due == NEVER:
            self._patience_due = self.now + constants.STOP_PATIENCE_US

    # ------------------------------------------------------------ what happens at the marks

    def _hatch_at(self, mark: float) -> None:
        closing = self.hatch.direction < 0
        if mark == HATCH_SWEEPS and closing and self.places.well:
            self.loads += 1
            tiles = self.places.well.copy()
            self.places.well.clear()
            self.drum.drop(tiles)
        if mark > HATCH_CLOSED and self.live[DISC]:
            self._abuse("disc-with-hatch-open", "hatch", "the hatch opens over a turning disc")
        self._watch_stop()

    def _head_at(self, side: Side, mark: float) -> None:
        if side.pushed_out(mark):
            if not side.lift_home(self.now):
                self._abuse("push-without-tray", f"head.{side.index}", "a push while the lift is not at home")
            elif len(side.tray) >= constants.TRAY_STACKS:
                self._abuse("tray-overflow", f"head.{side.index}", "no room for another stack on the tray")
            elif not side.deliver():
                self.empty_pushes += 1
        side.plan_feed(self.now)

    def _lift_at(self, side: Side, mark: float) -> None:
        part = f"lift.{side.index}"
        if side.leaves_home(mark):
            if self.hatch.position > HATCH_CLOSED:
                self._abuse("raise-with-hatch-open", part, "a lift rises while the hatch is not closed")
            elif side.wall and side.tray:
                self._abuse("raise-into-wall", part, "a lift brings a wall up where one still stands")
        if side.reaches_top(mark) and not side.wall:
            side.raise_wall()

    def _abuse(self, code: str, part: str, detail: str) -> None:
        if self.strict:
            raise PlantAbuse(code, part, detail)
        if self.broken is None:
            self.broken = Broken(code, part, detail, self.now)
            self.switch()

    def repair(self) -> None:
        """A technician puts right what the board has broken: standing walls under a lift go to the table."""
        self.broken = None
        self.places.table.extend(self.places.take_from_walls())
        self.switch()

    # ------------------------------------------------------------ what the board sees

    def inputs(self) -> Inputs:
        """Sensors, keys, temperature and currents at this moment."""
        if self._inputs is None:
            fitted = self.capabilities
            self._inputs = Inputs(
                sensors=self._sensors(),
                keys=self.keys.held,
                gear=self.gear if Capability.GEAR_SWITCH in fitted else 0,
                temperature=self.temperature if Capability.TEMPERATURE in fitted else -128,
                supply_low=self.supply_low or self.emergency_stop or self.cover_open,  # they cut it
                currents=self._currents() if Capability.CURRENT_SENSING in fitted else bytes(MOTORS),
            )
        return self._inputs

    @property
    def temperature(self) -> int:
        """Of the motor supply, in degrees Celsius."""
        return round(self._temperature) if self.forced_temperature is None else self.forced_temperature

    def _sensors(self) -> int:
        bits = 0
        up_switches, colours = self._fitted
        for n, side in enumerate(self.sides):
            counts, head, lift = side.count_high, side.head.at(self.now), side.lift.at(self.now)
            bits |= counts << n | side.full << (_FULL + n)
            bits |= inside(head, HEAD_HOME) << (_HEAD_HOME + n) | inside(lift, LIFT_HOME) << (_LIFT_HOME + n)
            if up_switches:
                bits |= inside(lift, LIFT_UP) << (_LIFT_UP + n)
            if colours and counts:
                bits |= (side.counted_set == SETS[1]) << (_COLOUR + n)
        hatch = self.hatch.at(self.now)
        bits |= (hatch >= HATCH_OPEN) << Sensor.HATCH_OPEN | (hatch <= HATCH_CLOSED) << Sensor.HATCH_CLOSED
        bits |= self.cover_open << Sensor.COVER_OPEN | self.emergency_stop << Sensor.EMERGENCY_STOP
        for bit, level in self.overrides.items():
            bits = bits | 1 << bit if level else bits & ~(1 << bit)
        return bits

    def _currents(self) -> bytes:
        currents = bytearray(MOTORS)
        for motor, way in enumerate(self.live):
            if way:
                currents[motor] = self._current(motor)
        return bytes(currents)

    def _current(self, motor: int) -> int:
        stalled = self.disc_jammed if motor == DISC else motor >= HEAD and self.travel(motor).stalled
        return _RUNNING[motor] * constants.STALL_FACTOR if stalled else _RUNNING[motor]

    def _read_thermometer(self) -> None:
        self._thermometer_due = self.now + _THERMOMETER_US
        before = self.temperature
        self._warm()
        if self.temperature != before:
            self.touch()

    def _warm(self) -> None:
        aim = constants.AMBIENT_C + (constants.WARMING_C if any(self.live) else 0.0)
        share = 1 - math.exp((self._warmed_at - self.now) / constants.WARMING_US)
        self._temperature += (aim - self._temperature) * share
        self._warmed_at = self.now
