"""A stand-in for the board: drives the motors of a plant directly, by what the sensors say."""

from __future__ import annotations

from hardware.profiles import PROFILES
from hardware.simulator.parts import DISC, HATCH, HEAD, LIFT, MOTORS, PICK, SIDES, Motors, Sensor
from hardware.simulator.plant import Plant
from hardware.simulator.tiles import Tile


def new_plant(profile: str = "normal", seed: int = 1, strict: bool = True) -> Plant:
    return Plant(PROFILES[profile], seed, strict=strict)


def motors(**on: int) -> Motors:
    """``motors(disc=1, lift_2=1)``; the rest is off."""
    first = {"disc": DISC, "pick": PICK, "head": HEAD, "lift": LIFT, "hatch": HATCH}
    values = bytearray(MOTORS)
    for name, value in on.items():
        part, _, side = name.partition("_")
        values[first[part] + int(side or 0)] = value
    return Motors(bytes(values))


def sensor(plant: Plant, number: int) -> bool:
    return bool(plant.inputs().sensors >> number & 1)


def fill_drum(plant: Plant, tiles: int = 144, of_set: str = "A") -> list[Tile]:
    """Puts tiles of a set from the box into the drum."""
    taken = [tile for tile in plant.places.box if tile.set == of_set][:tiles]
    plant.places.box[:] = [tile for tile in plant.places.box if tile not in taken]
    plant.drum.drop(taken)
    plant.touch()
    return taken


def move_until(plant: Plant, drive: Motors, number: int, level: bool = True, limit_s: float = 10) -> float:
    """Runs motors until a sensor shows a level; returns the seconds it took. Motors are off afterwards."""
    began = plant.now
    plant.drive(drive)
    while sensor(plant, number) != level:
        assert plant.now - began < limit_s * 1e6, "the sensor stays silent"
        plant.advance(1000)
    plant.drive(motors())
    return (plant.now - began) / 1e6


class Builder:
    """Builds a wall like the firmware: counts edges, stops a pick at its quota, pushes two at a time."""

    def __init__(self, plant: Plant, quota: tuple[int, int, int, int]) -> None:
        self.plant, self.quota = plant, quota
        self.counts, self.pushes = [0] * 4, [0] * 4
        self.times: list[list[int]] = [[] for _ in SIDES]
        self.pushing = [0] * 4
        self.high = [False] * 4
        self.seen = 0

    def run(self, limit_s: float = 400) -> float:
        """Until every stack is pushed; returns the seconds it took."""
        began = self.plant.now
        while not self.done():
            assert self.plant.now - began < limit_s * 1e6, f"stuck at {self.counts}"
            self.plant.drive(self.step())
            self.plant.advance(1000)
        self.plant.drive(motors())
        return (self.plant.now - began) / 1e6

    def done(self) -> bool:
        return self.counts == list(self.quota) and all(
            self.pushes[s] == (self.quota[s] + 1) // 2 and not self.pushing[s] for s in SIDES
        )

    def step(self) -> Motors:
        self.seen = self.plant.inputs().sensors
        on = bytearray(MOTORS)
        for side in SIDES:
            self.count(side)
            if self.counts[side] < self.quota[side]:
                on[DISC], on[PICK + side] = 1, not self.sees(Sensor.FULL_0 + side)
            on[HEAD + side] = self.push(side)
        return Motors(bytes(on))

    def sees(self, number: int) -> bool:
        return bool(self.seen >> number & 1)

    def count(self, side: int) -> None:
        high = self.sees(Sensor.COUNT_0 + side)
        if high and not self.high[side]:
            self.counts[side] += 1
            self.times[side].append(self.plant.now)
        self.high[side] = high

    def push(self, side: int) -> bool:
        """Whether the head's motor runs."""
        waiting = self.counts[side] - 2 * self.pushes[side]
        last_odd = waiting == 1 and self.counts[side] == self.quota[side]
        settled = waiting > 0 and self.plant.now - self.times[side][2 * self.pushes[side] + (waiting >= 2)] >= 250_000
        if self.pushing[side] == 1 and not self.sees(Sensor.HEAD_HOME_0 + side):
            self.pushing[side] = 2
        elif self.pushing[side] == 2 and self.sees(Sensor.HEAD_HOME_0 + side):
            self.pushing[side] = 0
        if not self.pushing[side] and (waiting >= 2 or last_odd) and settled:
            self.pushes[side] += 1
            self.pushing[side] = 1
        return self.pushing[side] > 0
