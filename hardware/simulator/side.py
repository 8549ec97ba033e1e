"""One side of the table: pick wheel, counter, channel, stacker head, lift tray.

A tile that the wheel has picked passes the counter at the entrance of the channel, slides to the head and falls in,
first the lower, then the upper one. One turn of the head's cam pushes what is in the head on to the lift tray.
One turn of the lift's crank brings the tray up to the deck, where its stacks become the raised wall, and down again.
"""

from __future__ import annotations

from collections import deque
from random import Random
from typing import Final

from hardware.profiles import Profile

from . import constants
from .tiles import Places, Stack, Tile
from .travel import EDGE, NEVER, TravelPath, window

HEAD_HOME: Final = (0.95, 0.06)
"""The cam's switch is active from 0.95 of a turn through 0 to 0.06."""
HEAD_PUSHED: Final = (0.45, 0.55)
"""The pusher is out; tiles can fall into the head again after this."""
LIFT_HOME: Final = (0.985, 0.015)
LIFT_UP: Final = (0.49, 0.53)

HEAD_WEDGE: Final = (0.15, 0.25)
"""Where a jammed cam is caught, between these."""


def inside(position: float, zone: tuple[float, float]) -> bool:
    first, last = zone
    return first <= position <= last if first <= last else position >= first or position <= last


class Side:
    """``picking``: the pick motor runs. ``dead_counts`` tiles will pass unseen, ``double_counts`` be seen twice."""

    def __init__(self, index: int, profile: Profile, places: Places, random: Random) -> None:
        self.index = index
        self.channel: list[Tile] = places.channel[index]
        self.in_head: list[Tile] = places.head[index]
        self.tray: list[Stack] = places.tray[index]
        self.wall: list[Stack] = places.wall[index]
        self.head = TravelPath(profile.head * 1e6, (*window(*HEAD_HOME), *HEAD_PUSHED), wraps=True)
        self.lift = TravelPath(profile.lift * 2e6, (*window(*LIFT_HOME), *window(*LIFT_UP)), wraps=True)
        self.picking = False
        self.jammed = False
        self.dead_counts = 0
        self.double_counts = 0
        self.counted_set = ""
        self.picked = 0
        self.mouth_free = 0
        self.feed_due = NEVER
        self._random = random
        self._arrivals: deque[int] = deque([0] * len(self.channel))
        self._edges: deque[int] = deque()
        self._last_drop = 0

    # ------------------------------------------------------------ what the sensors see

    @property
    def count_high(self) -> bool:
        return len(self._edges) % 2 == 1

    @property
    def full(self) -> bool:
        return len(self.channel) >= constants.CHANNEL_TILES

    def lift_home(self, now: int) -> bool:
        return inside(self.lift.at(now), LIFT_HOME)

    def lift_up(self, now: int) -> bool:
        return inside(self.lift.at(now), LIFT_UP)

    @property
    def tiles(self) -> int:
        """Tiles between the wheel and the raised wall: channel, head and tray."""
        return len(self.channel) + len(self.in_head) + sum(map(len, self.tray))

    # ------------------------------------------------------------ pick wheel, counter, channel

    def can_pick(self) -> bool:
        """The wheel turns and there is room; :attr:`mouth_free` says from when on."""
        return self.picking and not self.full

    @property
    def edge_due(self) -> int:
        return self._edges[0] if self._edges else NEVER

    def accept(self, tile: Tile, now: int) -> None:
        """A tile leaves the wheel and passes the counter."""
        high = constants.COUNT_HIGH_US + self._random.randint(-constants.COUNT_SPREAD_US, constants.COUNT_SPREAD_US)
        edges = [now, now + high]
        if self.double_counts:
            self.double_counts -= 1
            edges += [edges[-1] + constants.BOUNCE_GAP_US, edges[-1] + constants.BOUNCE_GAP_US + high]
        self.mouth_free = edges[-1] + constants.COUNT_GAP_US
        if self.dead_counts:
            self.dead_counts -= 1
        else:
            self._edges.extend(edges)
        self.counted_set = tile.set
        self.picked += 1
        self.channel.append(tile)
        self._arrivals.append(edges[-1] - high + constants.TRANSIT_US)
        self.plan_feed(now)

    def pass_edge(self) -> None:
        """The counter changes; to be called at :attr:`edge_due`."""
        self._edges.popleft()

    def plan_feed(self, now: int) -> None:
        """Says when the next tile falls into the head."""
        open_again = inside(self.head.at(now), (HEAD_PUSHED[1], HEAD_HOME[1]))
        self.feed_due = NEVER
        if self.channel and len(self.in_head) < 2 and open_again and not self.jammed:
            self.feed_due = max(self._arrivals[0], self._last_drop + constants.DROP_US, now)

    def feed(self, now: int) -> None:
        """A tile falls into the head; to be called at :attr:`feed_due`."""
        self.in_head.append(self.channel.pop(0))
        self._arrivals.popleft()
        self._last_drop = now
        self.plan_feed(now)

    def take_back(self, tile: Tile, now: int) -> None:
        """Somebody takes a tile out of channel or head."""
        if tile in self.channel:
            del self._arrivals[self.channel.index(tile)]
            self.channel.remove(tile)
        else:
            self.in_head.remove(tile)
        self.plan_feed(now)

    # ------------------------------------------------------------ head and lift

    def pushed_out(self, mark: float) -> bool:
        """Whether the cam at this mark has just pushed the stack on to the tray."""
        return mark == HEAD_PUSHED[0 if self.head.direction > 0 else 1]

    def deliver(self) -> bool:
        """The stack goes on to the tray; False when there was none."""
        if not self.in_head:
            return False
        self.tray.append(self.in_head.copy())
        self.in_head.clear()
        return True

    def leaves_home(self, mark: float) -> bool:
        """Whether the lift at this mark begins to rise."""
        return mark in (LIFT_HOME[1] + EDGE, LIFT_HOME[0] - EDGE) and (mark < 0.5) == (self.lift.direction > 0)

    def reaches_top(self, mark: float) -> bool:
        return mark == LIFT_UP[0 if self.lift.direction > 0 else 1]

    def raise_wall(self) -> int:
        """The stacks of the tray stand on the table; returns how many."""
        self.wall.extend(self.tray)
        self.tray.clear()
        return len(self.wall)

    def wedge_head(self, now: int) -> None:
        """Something sits in the way of the cam."""
        self.head.block(1, HEAD_WEDGE[1], now)
        self.head.block(-1, HEAD_WEDGE[0], now)
