"""Sets: what a chow, a pung or a kong adds to a hand, as numbers that are simply added up.

A set is a code: ``kind * 34 + tile`` (for a chow its lowest tile). Every code has a *tally*, a row of small digits;
the sum of the tallies of four sets and a pair says how many chows, triplets, concealed triplets ... the hand has, and
further up which triplets, chows and pair stand in it.
"""

from __future__ import annotations

from typing import Final

from controller.rules.hand.tiles import BITS, DRAGONS, EACH_RANK, KINDS, MAJORS, ONE, TERMINALS, WINDS, Words

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


def honours_in(triplets: int, pair: int) -> int:
    """One bit for each honour of which there is a triplet, of those that ``triplets_in`` has, and above them one for
    the honour that is the pair."""
    return triplets >> 27 | (1 << pair - 20 if pair >= 27 else 0)


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
        _cut(found, key, 0, (), 0, 0, DIGITS)
        if len(self) >= _CUTS_KEPT:
            self.clear()
        cuts = self[key] = tuple([sets for sets, _, _ in found])
        return cuts


_BODIES: Final = _Bodies()


def _cut(
    found: list[Cut], left: int, tile: int, sets: tuple[int, ...], tally: int, pair: int, tallies: tuple[int, ...]
) -> None:
    """Adds every way to cut what is left of a suit, from this tile on, behind these sets and their tally: of the lowest
    tile its pung or not, then a chow for every one left."""
    while left:
        number, left = left & 31, left >> BITS
        if number:
            chow, pung, most = CHOW + tile, PUNG + tile, min(left & 31, left >> BITS & 31)
            chows, pungs = number, 0
            while chows > 2:
                if chows <= most:
                    more = tally + pungs * tallies[pung] + chows * tallies[chow]
                    longer = sets + (pung,) * pungs + (chow,) * chows
                    _cut(found, left - chows * _NEXT_TWO, tile + 1, longer, more, pair, tallies)
                chows -= 3
                pungs += 1
            if chows > most:
                return
            if pungs == 1:
                sets += _ALONE[pung]
                tally += tallies[pung]
            elif pungs:
                sets += (pung,) * pungs
                tally += pungs * tallies[pung]
            if chows == 1:
                sets += _ALONE[chow]
                tally += tallies[chow]
                left -= _NEXT_TWO
            elif chows:
                sets += (chow, chow)
                tally += 2 * tallies[chow]
                left -= 2 * _NEXT_TWO
        tile += 1
    found.append((sets, tally, pair))


_NEXT_TWO: Final = ONE[0] + ONE[1]
_ALONE: Final = tuple((code,) for code in range(PUNG + KINDS))


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


def completing(key: int) -> int:
    """A bit for each rank of one suit with one more tile of which its tiles are sets, or sets and a pair; the key is as
    for ``SuitCuts``."""
    rest, total = key % 31 % 3, rank_sum(key)
    if rest == 2:
        return _completing_sets(key, total)
    found = 0
    if rest:
        for rank in range(total, 9, 3):
            if key >> BITS * rank & 31 and _are_sets(key - ONE[rank]):
                found |= 1 << rank
        for pair in range(9):
            if key >> BITS * pair & 31 >= 2:
                found |= _completing_sets(key - 2 * ONE[pair], total - 2 * pair)
    return found


def completing_sets(key: int) -> int:
    """The same for sets alone; their number fits."""
    return _completing_sets(key, rank_sum(key))


def _completing_sets(key: int, total: int) -> int:
    """The same for sets alone. ``total``: the sum of the ranks; those of a chow or pung add up to a multiple of three.
    Without a tile at most two ranks away the new one would stand in no set."""
    near, found = key << 2 * BITS, 0
    for rank in range(-total % 3, 9, 3):
        if near >> BITS * rank & _NEAR and _are_sets(key + ONE[rank]):
            found |= 1 << rank
    return found


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


class SuitCuts:
    """Every way to cut the tiles of one suit into sets and at most one pair, found once for each content.

    The key is the suit's part of a bag; a cut is ``(sets, tally, pair + 1 or 0)``, of which the tally is the sum of
    these ``tallies``. Filled as hands turn up and emptied when large: all contents together would be some 405,000.
    """

    def __init__(self, suit: int, tallies: tuple[int, ...]) -> None:
        self.first = 9 * suit
        self._tallies = tallies
        self._known: dict[int, tuple[Cut, ...]] = {}

    def __getitem__(self, key: int) -> tuple[Cut, ...]:
        cuts = self._known.get(key)
        return self._learn(key) if cuts is None else cuts

    def _learn(self, key: int) -> tuple[Cut, ...]:
        found: list[Cut] = []
        if self.first < 27:
            self._cut_suit(found, key)
        else:
            self._cut_honours(found, key)
        if len(self._known) >= _CUTS_KEPT:
            self._known.clear()
        cuts = self._known[key] = tuple(found)
        return cuts

    def _cut_suit(self, found: list[Cut], key: int) -> None:
        rest = key % 31 % 3  # the number of tiles, of which there are fewer than 31
        if rest == 0:
            _cut(found, key, self.first, (), 0, 0, self._tallies)
        if rest < 2:
            return
        for rank in range(-rank_sum(key) % 3, 9, 3):  # as ``pair_ranks``
            if key >> BITS * rank & 31 >= 2:
                tile = self.first + rank
                left, tally = key - (2 << BITS * rank), self._tallies[PAIR + tile]
                _cut(found, left, self.first, (), tally, tile + 1, self._tallies)

    def _cut_honours(self, found: list[Cut], key: int) -> None:
        """They stand in no chow: there is one way, or none."""
        sets: tuple[int, ...] = ()
        pair = tally = 0
        tile = self.first
        while key:
            number = key & 31
            if number > 2:
                pungs = number // 3
                sets += (PUNG + tile,) * pungs
                tally += pungs * self._tallies[PUNG + tile]
                number -= 3 * pungs
            if number:
                if number == 1 or pair:
                    return
                tally, pair = tally + self._tallies[PAIR + tile], tile + 1
            key >>= BITS
            tile += 1
        found.append((sets, tally, pair))


DIGIT_CUTS: Final = tuple(SuitCuts(suit, DIGITS) for suit in range(4))


__all__ = [name for name in dir() if not name.startswith("_") and name not in ("annotations", "HONOURS")]
