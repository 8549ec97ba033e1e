"""Walls: how many tiles stand on which side, where the wall is broken, who gets which tiles, what is left.

Coordinates: a side has the number of the seat at it, 0-3 counter-clockwise; stacks are counted from 1 at the
right-hand end as the owner of the side sees it; a slot is written ``seat-stack-layer`` (``2-7-top``). Nobody here knows
what is printed on a tile.
"""

from controller.walls.layout import Layout, Remaining, Rethrow, broken_side, lay_out
from controller.walls.record import wall_record
from controller.walls.sides import MachinePlan, SingleStack, machine_plan, sides_by_rule

__all__ = [
    "Layout",
    "MachinePlan",
    "Remaining",
    "Rethrow",
    "SingleStack",
    "broken_side",
    "lay_out",
    "machine_plan",
    "sides_by_rule",
    "wall_record",
]
