"""Hands of suit tiles in which some stand for any suit tile: whether they are sets and a pair, found suit by suit.

One reading is enough for games in which nothing depends on the sets themselves; the meanings of a hand with wild tiles
in all their number are found by ``hand.wild``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from controller.rules.hand.sets import CHOW, PUNG, alone
from controller.rules.hand.tiles import BITS, ONE, SUIT_BITS, SUIT_MASK, Words

SUITS: Final = range(3)
WILD_AT: Final = SUIT_BITS
PAIR_WANTED: Final = 1 << WILD_AT + 4
"""A *part* is the bag of the tiles of a suit, or of the honours, from rank 0, with the number of wild ones at
``WILD_AT``, and this bit when they are to be sets and a pair."""
_WILD: Final = 15
_KEPT: Final = 3_500


class Filled:
    """Tiles of one suit cut into sets with stand-ins for what was missing. ``pair``: its rank, -1 for none."""

    __slots__ = ("pair", "sets", "stand_ins")

    def __init__(self, sets: tuple[int, ...], stand_ins: int, pair: int) -> None:
        self.sets, self.stand_ins, self.pair = sets, stand_ins, pair


class FilledHand:
    """The same of a whole hand. ``stood_for``: what the wild tiles stand for; ``pair``: its tile, -1 for none."""

    __slots__ = ("pair", "sets", "stood_for")

    def __init__(self, sets: tuple[int, ...], stood_for: Words, pair: int) -> None:
        self.sets, self.stood_for, self.pair = sets, stood_for, pair


def fill(real: Words, wild: int, *, pair: bool) -> FilledHand | None:
    """Sets, and a pair if asked, out of suit tiles and so many wild ones; None where there are none."""
    m, p, s, _ = real
    sizes = ((m % 31 % 3 * 3 + p % 31 % 3) * 3 + s % 31 % 3 << 8) + wild  # a part of up to 30 tiles has as many mod 31
    for used_m, used_p, used_s in _shares(sizes, pair=pair):
        of_m = _in_suit(m + used_m)
        if of_m is None:
            continue
        of_p = _in_suit(p + used_p)
        if of_p is None:
            continue
        of_s = _in_suit(s + used_s)
        if of_s is not None:
            return _together(of_m, of_p, of_s)
    return None


Shares = tuple[tuple[int, int, int], ...]
_SHARES: Final[tuple[dict[int, Shares], dict[int, Shares]]] = ({}, {})
"""Without a pair, and with one: by the number of tiles of each suit modulo 3, and the number of wild ones."""


def _shares(sizes: int, *, pair: bool) -> Shares:
    known = _SHARES[pair]
    found = known.get(sizes)
    if found is None:
        numbers = sizes >> 8
        thirds = numbers // 9, numbers // 3 % 3, numbers % 3
        found = known[sizes] = tuple(_worked_out(thirds, sizes & 255, pair=pair))
    return found


def _worked_out(thirds: Sequence[int], wild: int, *, pair: bool) -> Iterator[tuple[int, int, int]]:
    """Where the pair may be, and how the wild tiles may be shared among the suits then, so that each has sets, or sets
    and the pair: what makes a part of each. At most three are more than what has to be."""
    for pair_suit in SUITS if pair else (-1,):
        least = [((2 if suit == pair_suit else 0) - over) % 3 for suit, over in enumerate(thirds)]
        more = wild - sum(least)
        for at in SUITS[: 1 if more == 0 else 3 if more == 3 else 0]:
            m, p, s = [
                (number + (more if suit == at else 0) << WILD_AT) + (PAIR_WANTED if suit == pair_suit else 0)
                for suit, number in enumerate(least)
            ]
            yield m, p, s


def _together(of_m: Filled, of_p: Filled, of_s: Filled) -> FilledHand:
    pair = of_m.pair
    if of_p.pair >= 0:
        pair = of_p.pair + 9
    elif of_s.pair >= 0:
        pair = of_s.pair + 18
    sets = of_m.sets
    if of_p.sets:
        sets += tuple([code + 9 for code in of_p.sets])
    if of_s.sets:
        sets += tuple([code + 18 for code in of_s.sets])
    return FilledHand(sets, (of_m.stand_ins, of_p.stand_ins, of_s.stand_ins, 0), pair)


_EMPTY: Final = Filled((), 0, -1)
_PARTS: Final[dict[int, Filled | None]] = {0: _EMPTY}
"""Parts that were asked for; emptied when large."""


def _in_suit(part: int) -> Filled | None:
    """The tiles of one suit, as ranks from 0: what the lowest one is part of, then the rest."""
    found = _PARTS.get(part, _EMPTY)
    return _cut(part) if found is _EMPTY and part else found


def _cut(part: int) -> Filled | None:
    wild, pair = part >> WILD_AT & _WILD, part >= PAIR_WANTED
    found = None
    if not part & SUIT_MASK:
        found = _of_wild(wild, pair=pair)
    elif wild or not alone(part):
        rank = ((part & -part).bit_length() - 1) // BITS
        own = part >> BITS * rank & 31
        for needed, stand_ins, second, third, taken, sets, added, pair_of in _ROWS[pair][rank]:
            if needed <= own and stand_ins <= wild and part & second and part & third:
                rest = _in_suit(part - taken)
                if rest is not None:
                    found = Filled(sets + rest.sets, rest.stand_ins + added, max(rest.pair, pair_of))
                    break
    if len(_PARTS) >= _KEPT:
        _PARTS.clear()
    _PARTS[part] = found
    return found


def _of_wild(wild: int, *, pair: bool) -> Filled | None:
    """Wild tiles alone, as ones."""
    number = wild - 2 * pair
    if number < 0 or number % 3:
        return None
    return Filled((PUNG,) * (number // 3), wild * ONE[0], 0 if pair else -1)


class Use(NamedTuple):
    """What a tile may be part of. ``own``: tiles of its rank that are real in it; ``second``, ``third``: the bits of a
    bag of which one must be set for each other real tile of a chow; ``wild``: stand-ins in it. ``taken`` and ``added``:
    the bags of its real tiles and of the stand-ins; ``pair``: the rank of a pair or -1."""

    own: int
    wild: int
    second: int
    third: int
    sets: tuple[int, ...]
    taken: int
    added: int
    pair: int


_ANY: Final = -1
"""Bits of which one is set in every bag that is not empty."""


def _uses(rank: int, *, pair: bool) -> Iterator[Use]:
    """What a tile of this rank may be part of: the pair, a pung, or a chow, with wild tiles for what is missing."""
    one = ONE[rank]
    if pair:
        yield from (Use(real, 2 - real, _ANY, _ANY, (), real * one, (2 - real) * one, rank) for real in (2, 1))
    for real in (3, 2, 1):
        yield Use(real, 3 - real, _ANY, _ANY, (PUNG + rank,), real * one, (3 - real) * one, -1)
    for low in range(max(0, rank - 2), min(6, rank) + 1):
        others = [low + step for step in range(3) if low + step != rank]
        for chosen in (others, others[:1], others[1:], []):
            second, third = [*(31 << BITS * other for other in chosen), _ANY, _ANY][:2]
            taken = one + sum(ONE[other] for other in chosen)
            added = sum(ONE[other] for other in others if other not in chosen)
            yield Use(1, 2 - len(chosen), second, third, (CHOW + low,), taken, added, -1)


USES: Final = tuple(tuple(tuple(_uses(rank, pair=pair)) for rank in range(9)) for pair in (False, True))
Row = tuple[int, int, int, int, int, tuple[int, ...], int, int]
_ROWS: Final[Sequence[Sequence[Sequence[Row]]]] = [
    [
        [
            (
                use.own, use.wild, use.second, use.third,
                use.taken + (use.wild << WILD_AT) + (PAIR_WANTED if use.pair >= 0 else 0),
                use.sets, use.added, use.pair,
            )
            for use in of_rank
        ]
        for of_rank in of_pair
    ]
    for of_pair in USES
]  # fmt: skip
"""Uses, with what each takes out of a part."""
