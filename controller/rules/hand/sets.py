"""Sets: what a chow, a pung or a kong adds to a hand, as numbers that are simply added up.

A set is a code: ``kind * 34 + tile`` (for a chow its lowest tile). Every code has a *tally*, a row of small digits;
the sum of the tallies of four sets and a pair says how many chows, triplets, concealed triplets ... the hand has, and
further up which triplets, chows and pair stand in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.rules.hand.tiles import BITS, DRAGONS, EACH_RANK, KINDS, MAJORS, ONE, TERMINALS, WINDS, Words

if TYPE_CHECKING:
    from mypy_extensions import i64

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
DIGITS: Final = tuple(tally & LOW for tally in TALLY)
"""The digits of every tally, which fit into a word of the processor."""
# what changes when another player's tile completes a concealed pung
DIGITS_MADE_SHOWN: Final = tuple(DIGITS[PUNG_SHOWN + tile] - DIGITS[PUNG + tile] for tile in range(KINDS))


def triplets_in(codes: tuple[int, ...]) -> int:
    """One bit for each kind of tile of which a pung or kong is among the sets."""
    kinds = 0
    for code in codes:
        if PUNG <= code < CHOW_SHOWN:
            kinds |= 1 << code % KINDS
    return kinds


def tiles_of(code: int) -> list[int]:
    kind, tile = kind_of(code), code % KINDS
    if kind in (CHOW, CHOW_SHOWN):
        return [tile, tile + 1, tile + 2]
    return [tile] * (2 if kind == PAIR else 4 if kind in (KONG, KONG_SHOWN) else 3)


def words_of_sets(codes: tuple[int, ...], pair: int) -> Words:
    """The tiles of chows and pungs and of a pair."""
    words = [0, 0, 0, 0]
    for code in codes:
        tile = code % KINDS
        words[tile // 9] += (_THREE_EQUAL if code >= PUNG else _RUN) << BITS * (tile % 9)
    words[pair // 9] += 2 << BITS * (pair % 9)
    m, p, s, z = words
    return m, p, s, z


_THREE_EQUAL: Final = 3
_RUN: Final = ONE[0] + ONE[1] + ONE[2]


Cut = tuple[tuple[int, ...], int, int]
_CUTS_KEPT: Final = 9_000


class _Bodies(dict[int, tuple[tuple[int, ...], ...]]):
    """Every way to cut tiles into sets alone, by the bag of characters that stands for the tiles of any suit."""

    def __missing__(self, key: int) -> tuple[tuple[int, ...], ...]:
        found: list[Cut] = []
        if _are_sets(key):
            _cut(found, key, 0, [], 0, 0, DIGITS)
        if len(self) >= _CUTS_KEPT:
            self.clear()
        cuts = self[key] = tuple([sets for sets, _, _ in found])
        return cuts


_BODIES: Final = _Bodies()


def _cut(
    found: list[Cut], left: i64, tile: i64, sets: list[int], tally: int, pair: int, tallies: tuple[int, ...]
) -> None:
    """Adds every way to cut what is left of a suit, from this tile on, behind these sets and their tally: of the lowest
    tile its pung or not, then a chow for every one left. What is left ``_are_sets``, so that there is a way."""
    while left:
        number: i64 = left & 31
        left >>= BITS
        while number > 2:
            if left & 31 >= number and left >> BITS & 31 >= number and _are_sets(left - number * _NEXT_TWO):
                chows: int = number
                longer, more = sets + [CHOW + tile] * chows, tally + chows * tallies[CHOW + tile]
                _cut(found, left - number * _NEXT_TWO, tile + 1, longer, more, pair, tallies)
            number -= 3
            sets.append(PUNG + tile)
            tally += tallies[PUNG + tile]
        while number:
            number -= 1
            left -= _NEXT_TWO
            sets.append(CHOW + tile)
            tally += tallies[CHOW + tile]
        tile += 1
    found.append((tuple(sets), tally, pair))


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


def completing(key: i64) -> int:
    """A bit for each rank of one suit with one more tile of which its tiles are sets, or sets and a pair; the key is as
    for ``SuitCuts``."""
    rest: i64 = key % 31 % 3
    total: i64 = rank_sum(key)
    if rest == 2:
        return _completing_sets(key, total)
    found: i64 = 0
    if not rest:
        return found
    rank: i64 = total
    tile: i64 = 1  # one of this rank; a constant is no word of the processor, and could not be moved so far at once
    tile <<= BITS * rank
    while rank < 9:
        if key >> BITS * rank & 31 and _are_sets(key - tile):
            found |= 1 << rank
        rank += 3
        tile <<= 3 * BITS
    rank = 0
    tile = 1
    while rank < 9:
        if key >> BITS * rank & 31 >= 2:
            found |= _completing_sets(key - 2 * tile, total - 2 * rank)
        rank += 1
        tile <<= BITS
    return found


def completing_sets(key: i64) -> int:
    """The same for sets alone; their number fits."""
    return _completing_sets(key, rank_sum(key))


def _completing_sets(key: i64, total: i64) -> i64:
    """The same for sets alone. ``total``: the sum of the ranks; those of a chow or pung add up to a multiple of three.
    Without a tile at most two ranks away the new one would stand in no set."""
    near: i64 = key << 2 * BITS
    found: i64 = 0
    rank: i64 = -total % 3
    tile: i64 = 1
    tile <<= BITS * rank
    while rank < 9:
        if near >> BITS * rank & _NEAR and _are_sets(key + tile):
            found |= 1 << rank
        rank += 3
        tile <<= 3 * BITS
    return found


_NEAR: Final = (1 << 5 * BITS) - 1


def _are_sets(key: i64) -> bool:
    """Whether the tiles of a suit are sets alone. Three equal chows are as good as three pungs, so that the lowest
    tiles begin as few chows as they can."""
    while key:
        chows: i64 = (key & 31) % 3
        key >>= BITS
        if key & 31 < chows or key >> BITS & 31 < chows:
            return False
        key -= chows * _NEXT_TWO
    return True


def rank_sum(key: i64) -> int:
    """The ranks of the tiles of a suit added up, modulo three; 0 for a chow and a pung, and so for sets alone. Modulo
    2^15 - 1 the digits of five bits of ranks that are equal modulo three are added up."""
    by_third: i64 = key % 0x7FFF
    return ((by_third >> BITS & 31) - (by_third >> 2 * BITS)) % 3


def alone(part: int) -> bool:
    """Whether a tile is the only one of its kind and in no chow: without wild ones such a part cannot be cut. Tells
    most parts that cannot be without cutting them."""
    twice = part >> 1 | part >> 2
    held = (part | twice) & EACH_RANK
    lows = held & held >> BITS & held >> 2 * BITS
    return held & ~(twice | lows | lows << BITS | lows << 2 * BITS) != 0


def pair_ranks(key: int) -> range:
    """Where the pair may stand of a suit that is sets and a pair."""
    return _THIRDS[rank_sum(key)]


_THIRDS: Final = (range(0, 9, 3), range(2, 9, 3), range(1, 9, 3))
"""The ranks of a pair whose sum is 0, 1 and 2, modulo three."""


# tables of what was found for a suit, by place


PLACES: Final = 1 << 12
NO_KEY: Final = -1


def place_of(key: i64) -> i64:
    """Where a table of so many places has what was found for the content of a suit. The halves of the key are
    multiplied with digits of pi, which fits into a word of the processor; all of the key shows in these bits."""
    return ((key & _LOW_HALF) * _SPREAD_LOW + (key >> _HALF) * _SPREAD_HIGH) >> _SPREAD_TO & PLACES - 1


_HALF: Final = 23
_LOW_HALF: Final = (1 << _HALF) - 1
_SPREAD_LOW: Final = 0x3243F6A885
_SPREAD_HIGH: Final = 0x25A308D313
_SPREAD_TO: Final = 30


class SuitCuts:
    """Every way to cut the tiles of one suit into sets and at most one pair.

    The key is the suit's part of a bag; a cut is ``(sets, tally, pair + 1 or 0)``, of which the tally is the sum of
    these ``tallies``. What was found is kept, each content in one place of a table, until another one with the same
    place is asked for: all contents together would be some 405,000. Such a look-up costs a fourth of one in a dict, and
    a suit is soon cut again.
    """

    def __init__(self, suit: int, tallies: tuple[int, ...]) -> None:
        self.first = 9 * suit
        self._tallies = tallies
        self._keys = [NO_KEY] * PLACES
        self._cuts: list[tuple[Cut, ...]] = [()] * PLACES

    def __getitem__(self, key: int) -> tuple[Cut, ...]:
        place = place_of(key)
        if self._keys[place] == key:
            return self._cuts[place]
        found: list[Cut] = []
        if self.first < 27:
            self._cut_suit(found, key)
        else:
            self._cut_honours(found, key)
        cuts = tuple(found)
        self._keys[place], self._cuts[place] = key, cuts
        return cuts

    def _cut_suit(self, found: list[Cut], key: i64) -> None:
        rest: i64 = key % 31 % 3  # the number of tiles, of which there are fewer than 31
        if rest == 0 and _are_sets(key):
            _cut(found, key, self.first, [], 0, 0, self._tallies)
        if rest < 2:
            return
        rank: i64 = -rank_sum(key) % 3
        two: i64 = 2  # of this rank
        two <<= BITS * rank
        while rank < 9:  # as ``pair_ranks``
            if key >> BITS * rank & 31 >= 2 and _are_sets(key - two):
                tile = self.first + rank
                _cut(found, key - two, self.first, [], self._tallies[PAIR + tile], tile + 1, self._tallies)
            rank += 3
            two <<= 3 * BITS

    def _cut_honours(self, found: list[Cut], key: i64) -> None:
        """They stand in no chow: there is one way, or none."""
        sets: list[int] = []
        pair = tally = 0
        tile = self.first
        while key:
            number: i64 = key & 31
            while number > 2:
                sets.append(PUNG + tile)
                tally += self._tallies[PUNG + tile]
                number -= 3
            if number:
                if number == 1 or pair:
                    return
                tally, pair = tally + self._tallies[PAIR + tile], tile + 1
            key >>= BITS
            tile += 1
        found.append((tuple(sets), tally, pair))


DIGIT_CUTS: Final = tuple(SuitCuts(suit, DIGITS) for suit in range(4))


__all__ = [name for name in dir() if not name.startswith("_") and name not in ("annotations", "HONOURS")]
