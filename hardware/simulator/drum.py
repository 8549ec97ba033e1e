"""The drum: tiles tumble, turn over, and are picked by the wheels of the open sides.

Flips and picks are independent Poisson processes whose rates hold until the next event, so one draw gives the time
of the next event and another its kind. A wheel rests for the shortest distance that two tiles can have at the
counter; the rate of the rest of its waiting time is raised so that the mean interval stays (B + K) / (r * B).
A reversal of the disc carries the few tiles that are left past the wheels: for a moment K is small (assumed).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from hardware.profiles import Profile

from .constants import MIN_INTERVAL, REVERSAL_STIRS_US, STIRRED_HALF
from .side import Side
from .tiles import Tile
from .travel import NEVER


def hazard(rate: float) -> float:
    """Rate of the waiting time after the rest, for ``rate`` tiles per second on average."""
    return 1 / max(1 / rate - MIN_INTERVAL, 0.01) if rate > 0 else 0.0


class Drum:
    """``due``: when :meth:`happen` is to be called."""

    def __init__(self, profile: Profile, tiles: list[Tile], sides: Sequence[Side], random: Random) -> None:
        self.profile = profile
        self.tiles = tiles
        self.turning = 0
        self._stirred_until = 0
        self._last_way = 0
        self.due = NEVER
        self._sides = sides
        self._random = random
        self._open: list[Side] = []
        self._rates = (0.0, 0.0)

    def drop(self, tiles: Sequence[Tile]) -> None:
        """Tiles fall in, the first one first. What fell in first tends to be picked first."""
        memory, random = self.profile.memory, self._random
        for order, tile in enumerate(tiles):
            tile.face_up = not tile.turns or random.random() < self.profile.face_up
            tile.urgency = -memory * order / len(tiles) + math.sqrt(1 - memory**2) * random.gauss(0, 1)
            tile.dropped = order / len(tiles) if self.profile.layering else 0.0
        self.tiles.extend(tiles)

    def turn(self, way: int, now: int) -> None:
        """The disc turns this way (1 or 2), or not (0), from now on."""
        self.turning = way
        if way and self._last_way and way != self._last_way:
            self._stirred_until = now + REVERSAL_STIRS_US
        self._last_way = way or self._last_way
        self.plan(now)

    def plan(self, now: int) -> None:
        """Draws the next event; to be called whenever something that the rates depend on has changed."""
        self.due = NEVER
        if not self.turning or not self.tiles:
            return
        wanting = [side for side in self._sides if side.can_pick()]
        self._open = [side for side in wanting if side.mouth_free <= now]
        changes = [side.mouth_free for side in wanting] + [self._stirred_until]
        change = min((at for at in changes if at > now), default=NEVER)
        lying_wrong = sum(tile.face_up and tile.turns for tile in self.tiles)
        flips, picks = self.profile.flip_rate * lying_wrong, len(self._open) * hazard(self._pick_rate(now))
        self._rates = flips, picks
        if flips + picks > 0:
            self.due = now + max(1, round(self._random.expovariate(flips + picks) * 1e6))
        if change < self.due:
            self.due, self._rates = change, (0.0, 0.0)

    def happen(self) -> tuple[Side, Tile] | None:
        """What happens at :attr:`due`: a tile turns over, or a side picks one, which is returned and taken out."""
        flips, picks = self._rates
        if flips + picks == 0:
            return None
        if self._random.random() * (flips + picks) < flips:
            self._random.choice([tile for tile in self.tiles if tile.face_up and tile.turns]).face_up = False
            return None
        side = self._random.choice(self._open)
        tile = self._next(side)
        if self._random.random() >= tile.magnet:
            tile.urgency = self._random.gauss(0, 1)
            return None
        self.tiles.remove(tile)
        return side, tile

    def _next(self, side: Side) -> Tile:
        """The tile that the side's wheel gets: the most urgent of those that lie right. With ``layering`` now and then
        the second one, when it dropped in earlier (later) and suits the lower (upper) place of the next stack."""
        lying = [tile for tile in self.tiles if not tile.face_up]
        tile = max(lying, key=lambda t: t.urgency)
        layering = self.profile.layering
        if not layering or len(lying) < 2 or self._random.random() >= layering:
            return tile
        other = max((one for one in lying if one is not tile), key=lambda t: t.urgency)
        first, last = sorted((tile, other), key=lambda t: t.dropped)
        return first if side.tiles % 2 == 0 else last

    def _pick_rate(self, now: int) -> float:
        pickable = sum(not tile.face_up for tile in self.tiles)
        half = STIRRED_HALF if now < self._stirred_until else self.profile.pick_half
        return self.profile.pick_rate * pickable / (pickable + half)
