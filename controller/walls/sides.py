"""Tiles per side: as the rule shares them (the dealer's wall is long) and as the machine builds them (fixed places)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from controller.refusals import Code, Refused
from controller.rules.game import WallPlan
from controller.rules.seats import SEAT_COUNT, SEATS, Seat, seat_after, seats_from

SIDES = SEAT_COUNT
DEFAULT_MAX_STACKS = 20

LONG_FIRST = (SEATS[0], SEATS[2], SEATS[1], SEATS[3])
"""Sides in the order in which a machine that cannot move its walls gives them spare stacks."""

Sides = tuple[int, int, int, int]
"""Tiles on each side; a side has the number of the seat at it."""
SideEnd = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class SingleStack:
    """The one stack of an odd total that has a lower tile only. ``end`` is that of the side as its owner sees it."""

    side: Seat
    end: SideEnd


@dataclass(frozen=True, slots=True)
class MachinePlan:
    """What the machine stands up: ``quota`` in tiles and ``stacks`` (the single one counted) for each side."""

    tiles: int
    players: int
    absent_seat: Seat | None
    quota: Sides
    stacks: Sides
    single: SingleStack | None = None


def machine_plan(
    tiles: int,
    players: int = 4,
    absent_seat: Seat | None = None,
    max_stacks: int = DEFAULT_MAX_STACKS,
    single_end: SideEnd = "left",
) -> MachinePlan:
    """Shares ``tiles`` over the sides of a table whose walls cannot move: opposite sides alike, sides 0 and 2 long.

    An empty seat has no wall; its neighbour to the right is then served first. An odd total puts its last tile where
    the next spare stack would stand; ``single_end`` is the end of a side at which the head pushes last. Raises
    ``Refused``: ``bad-plan`` for numbers that make no table, ``wall-too-long`` for more than the sides hold.
    """
    if tiles < 1:
        raise _bad_plan(f"A wall of {tiles} tiles cannot be built.", "tiles")
    _check_seats(players, absent_seat)
    order = LONG_FIRST if absent_seat is None else _present(seat_after(absent_seat), absent_seat)
    quota = _share(tiles, order)
    _check_length(quota, max_stacks)
    stacks = _four([(count + 1) // 2 for count in quota])
    single = next((SingleStack(side, single_end) for side, count in zip(SEATS, quota, strict=True) if count % 2), None)
    return MachinePlan(tiles, players, absent_seat, quota, stacks, single)


@lru_cache(maxsize=1024)
def sides_by_rule(plan: WallPlan, dealer: Seat) -> Sides:
    """Tiles per side by the rule sheets: spare stacks go to the dealer, the opposite side, then the dealer's right
    and left.

    With an empty seat they go to the dealer and on counter-clockwise, unless that side has a wall as well. Where the
    plan says so the dealer's neighbours come first.
    """
    absent = None if plan.every_side else plan.absent_seat
    order = _present(dealer, absent)
    if absent is None:
        own, right, opposite, left = order
        order = (right, left, own, opposite) if plan.long_sides == "neighbours" else (own, opposite, right, left)
    return _share(plan.tiles, order)


def _present(first: Seat, absent: Seat | None) -> tuple[Seat, ...]:
    """Occupied seats counter-clockwise from ``first``."""
    return tuple(seat for seat in seats_from(first) if seat != absent)


def _share(tiles: int, order: Sequence[Seat]) -> Sides:
    """Whole stacks shared equally, spare ones in ``order``, then the odd tile to the next in ``order``."""
    each, spare = divmod(tiles // 2, len(order))
    counts = [0] * SIDES
    for place, side in enumerate(order):
        counts[side] = 2 * (each + (place < spare))
    counts[order[spare]] += tiles % 2
    return _four(counts)


def _four(counts: Sequence[int]) -> Sides:
    a, b, c, d = counts
    return (a, b, c, d)


def _check_seats(players: int, absent_seat: Seat | None) -> None:
    if players not in (2, 3, 4, 5):
        raise _bad_plan(f"{players} players cannot share this table.", "players")
    if absent_seat is None:
        return
    if absent_seat not in range(SIDES):
        raise _bad_plan(f"There is no seat {absent_seat}.", "absent_seat")
    if players >= SIDES:
        raise _bad_plan(f"{players} players leave no seat empty.", "absent_seat")


def _bad_plan(detail: str, field: str) -> Refused:
    return Refused(Code.BAD_PLAN, detail, field=field)


def _check_length(quota: Sides, max_stacks: int) -> None:
    longest = max((count + 1) // 2 for count in quota)
    if longest > max_stacks:
        raise Refused(
            Code.WALL_TOO_LONG,
            f"{sum(quota)} tiles need {longest} stacks on a side; this table holds {max_stacks}.",
            field="tiles",
        )
