"""Sets: what a chow, a pung or a kong adds to a hand, as numbers that are simply added up.

A set is a code: ``kind * 34 + tile`` (for a chow its lowest tile). Every code has a *tally*, a row of small digits;
the sum of the tallies of four sets and a pair says how many chows, triplets, concealed triplets ... the hand has, and
further up which triplets, chows and pair stand in it.
"""

from __future__ import annotations

from typing import Final

from controller.rules.hand.tiles import BITS, DRAGONS, KINDS, MAJORS, ONE, TERMINALS, WINDS

CHOW: Final = 0
PUNG: Final = KINDS
PUNG_SHOWN: Final = 2 * KINDS
KONG_SHOWN: Final = 3 * KINDS
KONG: Final = 4 * KINDS
CHOW_SHOWN: Final = 5 * KINDS
PAIR: Final = 6 * KINDS

# digits of three bits, read with ``tally >> NAME & 7``
PAIRS: Final = 0
CHOWS: Final = 3
TRIPLETS: Final = 6
CONCEALED: Final = 9
KONGS: Final = 12
CONCEALED_KONGS: Final = 15
DRAGON_SETS: Final = 18
WIND_SETS: Final = 21
TERMINAL_SETS: Final = 24
OUTSIDE: Final = 27
# triplets and fours apart, each melded simple, melded major, concealed simple, concealed major
FINE: Final = tuple(range(30, 54, 3))
LOW: Final = (1 << 54) - 1
# one bit per kind of tile; three bits per lowest tile of a chow
TRIPLET_AT: Final = 54
PAIR_AT: Final = 54 + KINDS
CHOW_AT: Final = 54 + 2 * KINDS

CHOW_STARTS: Final = tuple(9 * suit + rank for suit in range(3) for rank in range(7))


def kind_of(code: int) -> int:
    return code - code % KINDS


def _pair_tally(tile: int) -> int:
    return 1 << PAIRS | (tile in MAJORS) << OUTSIDE | 1 << PAIR_AT + tile


def _chow_tally(tile: int) -> int:
    outside = tile % 9 in (0, 6)
    return 1 << CHOWS | outside << OUTSIDE | 1 << CHOW_AT + 3 * tile


def _triplet_tally(kind: int, tile: int) -> int:
    concealed, kong = kind in (PUNG, KONG), kind in (KONG, KONG_SHOWN)
    fine = FINE[4 * kong + 2 * concealed + (tile in MAJORS)]
    digits = {
        TRIPLETS: True, CONCEALED: concealed, KONGS: kong, CONCEALED_KONGS: kong and concealed, fine: True,
        DRAGON_SETS: tile in DRAGONS, WIND_SETS: tile in WINDS, TERMINAL_SETS: tile in TERMINALS,
        OUTSIDE: tile in MAJORS,
    }  # fmt: skip
    return sum(holds << at for at, holds in digits.items()) | 1 << TRIPLET_AT + tile


def _tally(code: int) -> int:
    kind, tile = kind_of(code), code % KINDS
    if kind == PAIR:
        return _pair_tally(tile)
    return _chow_tally(tile) if kind in (CHOW, CHOW_SHOWN) else _triplet_tally(kind, tile)


TALLY: Final = tuple(_tally(code) for code in range(PAIR + KINDS))
# what changes when another player's tile completes a concealed pung
MADE_SHOWN: Final = tuple(TALLY[PUNG_SHOWN + tile] - TALLY[PUNG + tile] for tile in range(KINDS))


def tiles_of(code: int) -> list[int]:
    kind, tile = kind_of(code), code % KINDS
    if kind in (CHOW, CHOW_SHOWN):
        return [tile, tile + 1, tile + 2]
    return [tile] * (2 if kind == PAIR else 4 if kind in (KONG, KONG_SHOWN) else 3)


# the concealed sets that a tile can complete
HOLDS: Final = tuple(
    frozenset({PUNG + tile} | {CHOW + start for start in CHOW_STARTS if 0 <= tile - start <= 2})
    for tile in range(KINDS)
)

Cut = tuple[tuple[int, ...], int, int]
_CUTS_KEPT: Final = 9_000


class _Bodies(dict[int, tuple[tuple[int, ...], ...]]):
    """Every way to cut tiles into sets alone, by the bag of characters that stands for the tiles of any suit."""

    def __missing__(self, key: int) -> tuple[tuple[int, ...], ...]:
        found: list[Cut] = []
        _cut(found, key, 0, (), 0, 0)
        if len(self) >= _CUTS_KEPT:
            self.clear()
        cuts = self[key] = tuple([sets for sets, _, _ in found])
        return cuts


_BODIES: Final = _Bodies()


def _cut(found: list[Cut], left: int, tile: int, sets: tuple[int, ...], tally: int, pair: int) -> None:
    """Adds every way to cut what is left of a suit, from this tile on, behind these sets and their tally: of the lowest
    tile its pung or not, then a chow for every one left."""
    while left and not left & 31:
        left >>= BITS
        tile += 1
    if not left:
        found.append((sets, tally, pair))
        return
    number, left = left & 31, left >> BITS
    for pungs in range(number // 3 + 1):
        chows, rest, longer, more = number - 3 * pungs, left, sets, tally
        if chows:
            if rest & 31 < chows or rest >> BITS & 31 < chows:
                continue
            rest -= chows * _NEXT_TWO
        if pungs:
            longer += (PUNG + tile,) * pungs
            more += pungs * TALLY[PUNG + tile]
        if chows:
            longer += (CHOW + tile,) * chows
            more += chows * TALLY[CHOW + tile]
        _cut(found, rest, tile + 1, longer, more, pair)


_NEXT_TWO: Final = ONE[0] + ONE[1]


def cut_suit(key: int, *, pair: bool) -> list[tuple[tuple[int, ...], int]]:
    """Every way to cut the tiles of the first suit into sets, with the rank of the pair if one is asked for, else -1;
    their number fits. The key is as for ``SuitCuts``, which is for what is cut again and again."""
    if not pair:
        return [(sets, -1) for sets in _BODIES[key]]
    return [
        (sets, rank)
        for rank in pair_ranks(key)
        if key >> BITS * rank & 31 >= 2
        for sets in _BODIES[key - 2 * ONE[rank]]
    ]


def completing(key: int) -> tuple[int, ...]:
    """The ranks of one suit with one more tile of which its tiles are sets, or sets and a pair; the key is as for
    ``SuitCuts``."""
    counts = [key >> BITS * rank & 31 for rank in range(9)]
    number, total = sum(counts), sum([rank * number for rank, number in enumerate(counts)])
    if number % 3 == 2:
        return tuple(_completing_sets(key, total))
    if number % 3 == 0:
        return ()
    found = {rank for rank in range(total % 3, 9, 3) if counts[rank] and _are_sets(key - ONE[rank])}
    for pair in range(9):
        if counts[pair] >= 2:
            found.update(_completing_sets(key - 2 * ONE[pair], total - 2 * pair))
    return tuple(sorted(found))


def _completing_sets(key: int, total: int) -> list[int]:
    """The same for sets alone. ``total``: the sum of the ranks; those of a chow or pung add up to a multiple of three.
    Without a tile at most two ranks away the new one would stand in no set."""
    near = key << 2 * BITS
    return [rank for rank in range(-total % 3, 9, 3) if near >> BITS * rank & _NEAR and _are_sets(key + ONE[rank])]


_NEAR: Final = (1 << 5 * BITS) - 1


def _are_sets(key: int) -> bool:
    """Whether the tiles of a suit are sets alone. Three equal chows are as good as three pungs, so that the lowest
    tiles begin as few chows as they can."""
    while key:
        chows = (key & 31) % 3
        key >>= BITS
        if key & 31 < chows or key >> BITS & 31 < chows:
            return False
        key -= chows * _NEXT_TWO
    return True


def rank_sum(key: int) -> int:
    """The ranks of the tiles of a suit added up, modulo three; 0 for a chow and a pung, and so for sets alone. Modulo
    2^15 - 1 the digits of five bits of ranks that are equal modulo three are added up."""
    by_third = key % 0x7FFF
    return ((by_third >> BITS & 31) - (by_third >> 2 * BITS)) % 3


def pair_ranks(key: int) -> range:
    """Where the pair may stand of a suit that is sets and a pair."""
    return _THIRDS[rank_sum(key)]


_THIRDS: Final = (range(0, 9, 3), range(2, 9, 3), range(1, 9, 3))
"""The ranks of a pair whose sum is 0, 1 and 2, modulo three."""


class SuitCuts(dict[int, tuple[Cut, ...]]):
    """Every way to cut the tiles of one suit into sets and at most one pair, found once for each content.

    The key is the suit's part of a bag; a cut is ``(sets, tally, pair + 1 or 0)``. Filled as hands turn up and
    emptied when large: all contents together would be some 405,000.
    """

    def __init__(self, suit: int) -> None:
        super().__init__()
        self.first = 9 * suit

    def __missing__(self, key: int) -> tuple[Cut, ...]:
        cuts = tuple(self._cuts(key))
        if len(self) >= _CUTS_KEPT:
            self.clear()
        self[key] = cuts
        return cuts

    def _cuts(self, key: int) -> list[Cut]:
        rest = key % 31 % 3  # the number of tiles, of which there are fewer than 31
        found: list[Cut] = []
        if rest == 0:
            _cut(found, key, self.first, (), 0, 0)
        if rest < 2:
            return found
        for rank in pair_ranks(key):
            if key >> BITS * rank & 31 >= 2:
                tile = self.first + rank
                _cut(found, key - 2 * ONE[rank], self.first, (), TALLY[PAIR + tile], tile + 1)
        return found


class HonourCuts(SuitCuts):
    """Honours stand in no chow: there is one way, or none."""

    def _cuts(self, key: int) -> list[Cut]:
        sets: tuple[int, ...] = ()
        pair = tally = 0
        for tile in range(27, KINDS):
            number = key >> BITS * (tile - 27) & 31
            if number % 3 == 1 or (number % 3 == 2 and pair):
                return []
            if number % 3 == 2:
                tally, pair = TALLY[PAIR + tile], tile + 1
            sets += (PUNG + tile,) * (number // 3)
        return [(sets, tally + sum([TALLY[code] for code in sets]), pair)]


CUTS: Final = (*(SuitCuts(suit) for suit in range(3)), HonourCuts(3))


__all__ = [name for name in dir() if not name.startswith("_") and name not in ("annotations", "HONOURS")]
