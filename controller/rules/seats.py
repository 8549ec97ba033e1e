"""Seats and winds, which are never one thing: mixing them up pays the wrong player.

A *seat* is a chair at the table, 0-3 counter-clockwise, the same for a whole match. A *wind* belongs to a seat for one
hand: East to the dealer's, then on in turn order. Scoring and payments know winds alone, the table knows seats alone;
``controller.rules.progression`` leads from one to the other. All three types are distinct for mypy and plain values
at run time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NewType

Seat = NewType("Seat", int)
"""A chair, 0-3 counter-clockwise."""
Wind = Literal["E", "S", "W", "N"]
"""A wind as records write it."""
WindIndex = NewType("WindIndex", int)
"""The place of a wind in ``WINDS``, 0-3: what tiles and payments calculate with. The dealer's is 0."""

SEAT_COUNT: Final = 4
SEATS: Final = (Seat(0), Seat(1), Seat(2), Seat(3))
WINDS: Final[tuple[Wind, Wind, Wind, Wind]] = ("E", "S", "W", "N")
EAST: Final = WindIndex(0)
SOUTH: Final = WindIndex(1)
WEST: Final = WindIndex(2)
NORTH: Final = WindIndex(3)
WIND_INDEXES: Final = (EAST, SOUTH, WEST, NORTH)
WIND_INDEX: Final[Mapping[str, WindIndex]] = dict(zip(WINDS, WIND_INDEXES, strict=True))
WIND_INDEX_OR_NONE: Final[Mapping[str | None, WindIndex | None]] = dict(
    [(None, None), *zip(WINDS, WIND_INDEXES, strict=True)]
)


def seat_after(seat: Seat, steps: int = 1) -> Seat:
    """The seat so many places on, counter-clockwise; an empty one counts."""
    return Seat((seat + steps) % SEAT_COUNT)


def steps_between(first: Seat, then: Seat) -> int:
    """Places from the first seat to the other, counter-clockwise: 0-3."""
    return (then - first) % SEAT_COUNT


def seats_from(first: Seat) -> Iterator[Seat]:
    """The four seats counter-clockwise, this one first."""
    return (seat_after(first, steps) for steps in range(SEAT_COUNT))


def empty_chairs(absent: Seat | None, *, two: bool = False) -> tuple[Seat, ...]:
    """The chairs on which nobody sits, given one of them. Two players sit opposite each other."""
    if absent is None:
        return ()
    return (absent, seat_after(absent, SEAT_COUNT // 2)) if two else (absent,)
