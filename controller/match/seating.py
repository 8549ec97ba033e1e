"""Who sits where and who deals first: ranking of throws, wind tiles, counting round the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from controller.match.state import Seats, SeatThrow
from controller.rules.game import WINDS, Wind
from controller.walls.sides import SIDES

METHODS = ("dice", "dice-east-only", "wind-tiles", "jup-wai", "given")
DICE_METHODS = ("dice", "dice-east-only")


@dataclass(frozen=True, slots=True)
class Ranking:
    """``order``: seats from the highest throw down, as far as it is decided. ``pending``: seats that must throw."""

    order: tuple[int, ...]
    pending: tuple[int, ...]


def rank(seats: Sequence[int], throws: Sequence[SeatThrow], only_first: bool = False) -> Ranking:
    """Orders seats by their throws; equal totals throw again among themselves, as often as it takes.

    ``only_first``: only the highest matters, ties further down stand.
    """
    totals: dict[int, list[int]] = {seat: [] for seat in seats}
    for throw in throws:
        totals[throw.seat].append(sum(throw.dice))
    return _rank_group(tuple(seats), totals, 0, only_first)


def _rank_group(group: tuple[int, ...], totals: Mapping[int, Sequence[int]], depth: int, only_first: bool) -> Ranking:
    if len(group) == 1:
        return Ranking(group, ())
    missing = tuple(seat for seat in group if len(totals[seat]) <= depth)
    if missing:
        return Ranking((), missing)
    levels = sorted({totals[seat][depth] for seat in group}, reverse=True)
    tied = [tuple(seat for seat in group if totals[seat][depth] == level) for level in levels]
    parts = [_rank_group(tied[0], totals, depth + 1, only_first)]
    below = [Ranking(group, ()) for group in tied[1:]]
    parts += below if only_first else [_rank_group(group, totals, depth + 1, False) for group in tied[1:]]
    order = tuple(seat for part in parts for seat in part.order)
    return Ranking(order, tuple(seat for part in parts for seat in part.pending))


def counted_seat(present: Sequence[int], thrower: int, total: int) -> int | None:
    """The last seat counted counter-clockwise, the thrower being 1; None when the count ends at an empty chair."""
    seat = (thrower + total - 1) % SIDES
    return seat if seat in present else None


def by_order(seats: Seats, order: Sequence[int], east_seat: int) -> Seats:
    """The players of the chairs ``order`` (East first) sit down counter-clockwise from ``east_seat`` on occupied
    chairs.
    """
    chairs = [chair % SIDES for chair in range(east_seat, east_seat + SIDES) if seats[chair % SIDES] is not None]
    arranged: list[int | None] = [None] * SIDES
    for chair, came_from in zip(chairs, order, strict=True):
        arranged[chair] = seats[came_from]
    return tuple(arranged)


def wind_order(winds: Mapping[int, Wind]) -> tuple[int, ...]:
    """The chairs in the order East, South, West, North of the tiles drawn."""
    return tuple(sorted(winds, key=lambda seat: WINDS.index(winds[seat])))


def taking_order(present: Sequence[int], first: int) -> tuple[int, ...]:
    """The order in which the players take their wind tile: ``first``, then counter-clockwise."""
    return tuple(seat % SIDES for seat in range(first, first + SIDES) if seat % SIDES in present)
