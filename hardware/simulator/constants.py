"""Numbers of the plant that are the same for every kind of table. Times in microseconds, currents in 0.1 A."""

from __future__ import annotations

from typing import Final

COUNT_HIGH_US: Final = 80_000
"""A tile passes the counter for so long ..."""
COUNT_SPREAD_US: Final = 10_000
"""... give or take this."""
COUNT_GAP_US: Final = 60_000
"""Least time between two tiles at the counter."""
BOUNCE_GAP_US: Final = 70_000
"""A tile that bounces back is seen a second time after this."""
TRANSIT_US: Final = 160_000
"""From the counter to the head through an empty channel."""
DROP_US: Final = 60_000
"""Between two tiles that fall into the head."""
CHANNEL_TILES: Final = 6
TRAY_STACKS: Final = 24
"""Stacks that fit on a lift plate of 620 mm."""
STOP_PATIENCE_US: Final = 1_000_000
"""A healthy motor against its stop for longer than this is abuse."""
MIN_INTERVAL: Final = (COUNT_HIGH_US + COUNT_GAP_US) / 1e6

REVERSAL_STIRS_US: Final = 2_500_000
"""For so long after a reversal of the disc ..."""
STIRRED_HALF: Final = 1.0
"""... K is this (assumed: a reversal is the remedy for the last tiles)."""

AMBIENT_C: Final = 25.0
WARMING_C: Final = 30.0
"""Above ambient with everything running for ever."""
WARMING_US: Final = 900_000_000
"""Time constant of the warming."""

RUN_TENTHS: Final = {"disc": 3, "pick": 3, "head": 6, "lift": 6, "hatch": 6}
"""Current of a running motor at 24 V, in tenths of an ampere."""
STALL_FACTOR: Final = 3
