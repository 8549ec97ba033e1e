"""Cycles of the simulated drum by itself: what drops in, is picked by four wheels, and lies in four walls."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hardware.profiles import Profile
from hardware.simulator.drum import Drum
from hardware.simulator.parts import SIDES
from hardware.simulator.side import Side
from hardware.simulator.tiles import Places, Tile

QUOTA = 34
MOUTH_US = 150_000
TILES = QUOTA * len(SIDES)


def drum_lines(cycles: int, profile: Profile, seed: int) -> list[str]:
    """The lines of a file: every cycle from the same drop order."""
    random = Random(seed)
    lines = [" ".join(f"{number}" for number in range(1, TILES + 1))] + [""] * (cycles - 1)
    return [f"{before} > {' '.join(map(str, walls_of(profile, random)))}" for before in lines]


def walls_of(profile: Profile, random: Random) -> Sequence[int]:
    """One cycle: the numbers of the tiles, wall after wall, the upper tile of a stack first."""
    places = Places(drum=[])
    sides = [Side(side, profile, places, random) for side in SIDES]
    drum = Drum(profile, places.drum, sides, random)
    drum.drop([Tile(number, "A") for number in range(1, TILES + 1)])
    for side in sides:
        side.picking = True
    drum.turn(1, 0)
    while places.drum:
        now = drum.due
        if picked := drum.happen():
            _stack(*picked, now)
        drum.plan(now)
    return [tile.id for side in sides for stack in side.tray for tile in reversed(stack)]


def _stack(side: Side, tile: Tile, now: int) -> None:
    """The tile falls into the head, and every second one completes a stack."""
    side.mouth_free = now + MOUTH_US
    side.in_head.append(tile)
    if len(side.in_head) == 2:
        side.tray.append(side.in_head.copy())
        side.in_head.clear()
    side.picking = side.tiles < QUOTA
