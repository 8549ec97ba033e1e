"""Who sits where and who deals first: ranking of throws, wind tiles, counting round the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from controller.match.state import Seats, SeatThrow
from controller.rules.seats import SEAT_COUNT, WINDS, Seat, Wind, seat_after, seats_from

METHODS = ("dice", "dice-east-only", "wind-tiles", "jup-wai", "given")
DICE_METHODS = ("dice", "dice-east-only")


@dataclass(frozen=True, slots=True)
class Ranking:
    """``order``: seats from the highest throw down, as far as it is decided. ``pending``: seats that must throw."""

    order: tuple[Seat, ...]
    pending: tuple[Seat, ...]


def rank(seats: Sequence[Seat], throws: Sequence[SeatThrow], only_first: bool = False) -> Ranking:
    """Orders seats by their throws; equal totals throw again among themselves, as often as it takes.

    ``only_first``: only the highest matters, ties further down stand.
    """
    totals: dict[Seat, list[int]] = {seat: [] for seat in seats}
    for throw in throws:
        totals[throw.seat].append(sum(throw.dice))
    return _rank_group(tuple(seats), totals, 0, only_first)


def _rank_group(group: tuple[Seat, ...], totals: Mapping[Seat, Sequence[int]], depth: int, only_first: bool) -> Ranking:
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


def counted_seat(present: Sequence[Seat], thrower: Seat, total: int) -> Seat | None:
    """The last seat counted counter-clockwise, the thrower being 1; None when the count ends at an empty one."""
    seat = seat_after(thrower, total - 1)
    return seat if seat in present else None


def by_order(seats: Seats, order: Sequence[Seat], east_seat: Seat) -> Seats:
    """The players of the seats ``order`` (East first) sit down counter-clockwise from ``east_seat`` on taken ones."""
    taken = [seat for seat in seats_from(east_seat) if seats[seat] is not None]
    arranged: list[int | None] = [None] * SEAT_COUNT
    for seat, came_from in zip(taken, order, strict=True):
        arranged[seat] = seats[came_from]
    return tuple(arranged)


def wind_order(winds: Mapping[Seat, Wind]) -> tuple[Seat, ...]:
    """The seats in the order East, South, West, North of the tiles drawn."""
    return tuple(sorted(winds, key=lambda seat: WINDS.index(winds[seat])))


def taking_order(present: Sequence[Seat], first: Seat) -> tuple[Seat, ...]:
    """The order in which the players take their wind tile: ``first``, then counter-clockwise."""
    return tuple(seat for seat in seats_from(first) if seat in present)
