"""Of one suit of a hand in which wild tiles stand for any of its tiles: of which kinds the sets of its cuts can be, for
every number of wild tiles at once.

The ranks are gone through from the lowest. All that counts of the ranks before is a *place*: what may have been begun
there. Suits of very different tiles come to the same places, so that they are soon all known, and a suit that was never
met costs nine steps; a table of whole suits would know next to none of the suits that a hand brings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from controller.rules.hand.tiles import BITS

if TYPE_CHECKING:
    from mypy_extensions import i64

LAST_RANK: Final = 8
MOST_WILD: Final = 3
MOST_EQUAL: Final = 4
LANE: Final = 4
"""*Kinds* are four bits: bit ``sort`` is set where there is a cut with sets of that sort (none, chows, pungs, both:
bits 0 and 1 of the sort). A word of lanes has the kinds for each number of wild tiles that are used up."""
ALL_KINDS: Final = (1 << LANE) - 1
_NUMBERS: Final = MOST_WILD + 1
_KEPT: Final = 12_000

# what is open at a rank: (needed * 8 + begun) * 3 + pair. ``needed``: chows that need a tile of this rank; ``begun``:
# those of them that began one rank before and need one of the next, too
_NO_PAIR: Final = 0
_REAL_PAIR: Final = 1
_WILD_PAIR: Final = 2
_PAIRS: Final = 3
_BEGUN: Final = 8
_OPEN: Final = _BEGUN * _BEGUN * _PAIRS
"""How many there can be."""
_OPEN_AT: Final = LANE * _NUMBERS
"""In a place, above the lanes."""
_LANES: Final = (1 << _OPEN_AT) - 1


class Place:
    """What may have been begun before a rank. Behind the last one: the lanes of cuts into sets alone, of those with a
    pair of real tiles, and of those with any pair."""

    __slots__ = ("after", "any_pair", "begun", "rank", "real_pair", "sets")

    after: list[Place | None]
    """Of those behind the rank, by the number of tiles of it, the ones that are known."""
    sets: i64
    real_pair: i64
    any_pair: i64

    def __init__(self, rank: int, begun: tuple[int, ...]) -> None:
        self.rank, self.begun = rank, begun
        self.after = [None] * (MOST_EQUAL + 1)
        self.sets = self.real_pair = self.any_pair = 0
        if rank > LAST_RANK:
            for packed in begun:
                pair, lanes = packed >> _OPEN_AT, packed & _LANES
                if pair == _NO_PAIR:
                    self.sets = lanes
                else:
                    self.any_pair |= lanes
                    if pair == _REAL_PAIR:
                        self.real_pair = lanes


class SuitKinds:
    """The kinds of suits with at most so many wild tiles."""

    def __init__(self, wild: int) -> None:
        self._wild = wild
        self._lanes = (1 << LANE * (wild + 1)) - 1
        self._known: dict[tuple[int, ...], Place] = {}
        self._first = Place(0, (_NOTHING_BEGUN,))

    def of(self, suit: int) -> Place:
        """The place behind a suit of real tiles: a bag from rank 0."""
        place = self._first
        left: i64 = suit
        for _ in range(LAST_RANK + 1):
            number: i64 = left & 31
            after = place.after[number]
            place = self._learn(place, number) if after is None else after
            left >>= BITS
        return place

    def _learn(self, place: Place, number: int) -> Place:
        begun = self._begun_after(place, number)
        after = self._known.get(begun)
        if after is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
                self._first = Place(0, (_NOTHING_BEGUN,))
            after = self._known[begun] = Place(place.rank + 1, begun[1:])
        place.after[number] = after
        return after

    def _begun_after(self, place: Place, number: int) -> tuple[int, ...]:
        """The next rank, then what may have been begun before it."""
        found = [0] * _OPEN
        last: i64 = 0
        rows_of_rank = _ROWS[place.rank > _LAST_LOW]
        lanes_kept: i64 = self._lanes
        for packed in place.begun:
            opened: i64 = packed >> _OPEN_AT
            lanes: i64 = packed & _LANES
            pair: i64 = opened % _PAIRS
            needed: i64 = opened // (_PAIRS * _BEGUN)
            begun: i64 = opened // _PAIRS % _BEGUN
            carried = begun * (_PAIRS * _BEGUN) + pair
            rows = rows_of_rank[pair != _NO_PAIR]
            for wild in range(self._wild + 1):
                free = number + wild - needed
                used = lanes << LANE * wild & lanes_kept
                if not used:
                    break
                if free < 0:
                    continue
                for opening, sort in rows[free]:
                    new = used
                    if sort & 1:
                        new = (new & _NO_CHOW) << 1 | (new & ~_NO_CHOW)
                    if sort & 2:
                        new = (new & _NO_PUNG) << 2 | (new & ~_NO_PUNG)
                    key: i64 = carried + opening
                    if sort & _PAIR_ROW:
                        key += _REAL_PAIR if number > 1 else _WILD_PAIR
                    before: i64 = found[key]
                    if before != before | new:
                        found[key] = before | new
                        if key > last:
                            last = key
        begun_there = [opens << _OPEN_AT | found[opens] for opens in range(last + 1) if found[opens]]
        return (place.rank + 1, *begun_there)


_NOTHING_BEGUN: Final = 1
_LAST_LOW: Final = 6
_NO_CHOW: Final = 0x5555
_NO_PUNG: Final = 0x3333
"""Lanes: the bits of sorts without chows, and without pungs."""
_PAIR_ROW: Final = 4
Row = tuple[int, int]
"""What is opened for the next rank, and the sort, with ``_PAIR_ROW`` for the pair."""


def _rows(free: int, *, paired: bool, chows: bool) -> Iterator[Row]:
    """What so many tiles of a rank may be that no chow begun before needs: ``paired``: the pair is there already;
    ``chows``: some may begin at this rank."""
    for pair in (0,) if paired else (0, 1):
        for pungs in range(free // 3 + 1):
            begun = free - 2 * pair - 3 * pungs
            if begun == 0 or (begun > 0 and chows):
                opening = (begun * _BEGUN + begun) * _PAIRS
                yield opening, (begun > 0) | (pungs > 0) << 1 | (_PAIR_ROW if pair else 0)


_ROWS: Final[Sequence[Sequence[Sequence[Sequence[Row]]]]] = [
    [
        [list(_rows(free, paired=paired, chows=chows)) for free in range(MOST_EQUAL + MOST_WILD + 1)]
        for paired in (False, True)
    ]
    for chows in (True, False)
]
"""By whether the rank is too high for a chow, and whether the pair is there; by how many tiles are free."""
SUIT_KINDS: Final = [SuitKinds(wild) for wild in range(MOST_WILD + 1)]
"""By how many wild tiles there are."""


def _together(first: int, second: int) -> int:
    kinds = 0
    for sort in range(LANE):
        for other in range(LANE):
            if first >> sort & 1 and second >> other & 1:
                kinds |= 1 << (sort | other)
    return kinds


TOGETHER: Final = [_together(pair >> LANE, pair & ALL_KINDS) for pair in range(1 << 2 * LANE)]
"""By the kinds of two suits (``first << LANE | second``): those of both together."""
