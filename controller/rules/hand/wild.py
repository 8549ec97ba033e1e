"""What wild tiles stand for: every hand that a hand with wild tiles may be read as.

A hand as it is read (a *meaning*) is an ordinary ``Hand`` with the stand-ins in the place of the wild tiles, so that
forms, patterns and payments need to know nothing of wild tiles. Which stand-ins complete a form is found suit by suit;
a hand that can be read in more than ``MOST_MEANINGS`` ways is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Final

from controller.rules.errors import RecordError
from controller.rules.hand import sets
from controller.rules.hand.reading import (
    ORPHAN_HANDS,
    Form,
    Reading,
    seven_different_pairs,
    seven_pairs,
    standard,
    thirteen_orphans,
)
from controller.rules.hand.record import Hand, Meld, WildTiles
from controller.rules.hand.tile_set import MOST_STAND_INS, TileSet
from controller.rules.hand.tiles import (
    BITS,
    EACH_FOUR,
    EACH_ONE,
    IN_MAJORS,
    JOKERS,
    KINDS,
    ONE,
    PLAYING,
    SUIT_BITS,
    SUIT_MASK,
    bag,
    count,
    suits_in,
    unpack,
    words_of,
)

MOST_MEANINGS: Final = 4_000
"""Enough for any four wild tiles and most hands with five; a hand with as many meanings takes some 0.2 s of a fast
processor."""
_SUITS_KEPT: Final = 5_000
_STANDING_KEPT: Final = 1_000
Room = Sequence[int]
"""By kind, how many wild tiles may stand for it."""
StandIns = Callable[[int, int, Room], Iterable[int]]
"""From a bag of real tiles, a number of wild ones and the room for each kind to the bags of stand-ins that may complete
a form."""


# the stand-ins of each form


def of_sets(real: int, number: int, room: Room) -> Iterator[int]:
    """Stand-ins with which the tiles are sets and a pair."""
    suits = [
        _in_suit(real >> SUIT_BITS * suit & SUIT_MASK, number, tuple(room[9 * suit : 9 * suit + 9]), suit < 3)
        for suit in range(4)
    ]
    for used in _shares(number):
        for with_pair in range(4):
            parts = [suits[suit].get((used[suit], suit == with_pair), ()) for suit in range(4)]
            if all(parts):
                for m, p, s, z in product(*parts):
                    yield m + (p << SUIT_BITS) + (s << 2 * SUIT_BITS) + (z << 3 * SUIT_BITS)


@lru_cache(maxsize=MOST_STAND_INS)
def _shares(number: int) -> tuple[tuple[int, ...], ...]:
    """How so many may be shared among four suits."""
    return tuple(used for used in product(range(number + 1), repeat=4) if sum(used) == number)


@lru_cache(maxsize=_SUITS_KEPT)
def _in_suit(part: int, number: int, room: Room, has_chows: bool) -> Mapping[tuple[int, bool], tuple[int, ...]]:
    """The bags of stand-ins in one suit with which its tiles are sets, or sets and a pair, by how many they are and
    whether there is a pair; ranks from the first of the suit. Three equal chows are as good as three pungs, so each
    rank begins as few chows as it can.
    """
    held = [count(part, rank) for rank in range(len(room))]
    found: dict[tuple[int, bool], tuple[int, ...]] = {}

    def walk(rank: int, begun: int, open_: int, pair: bool, left: int, chosen: int) -> None:
        """``begun``: chows that began one rank before, ``open_``: those that need a tile of this rank in all."""
        if rank == len(room):
            if not open_ and not begun:
                key = number - left, pair
                found[key] = (*found.get(key, ()), chosen)
            return
        for more in range(min(left, room[rank]) + 1):
            free = held[rank] + more - open_
            for paired in (False,) if pair else (False, True):
                rest = free - 2 * paired
                chows = rest % 3 if has_chows else 0
                if rest >= 0 and (rest - chows) % 3 == 0:
                    walk(rank + 1, chows, begun + chows, pair or paired, left - more, chosen + more * ONE[rank])

    walk(0, 0, 0, False, number, 0)
    return found


def of_pairs(real: int, number: int, _room: Room) -> Iterator[int]:
    """Stand-ins with which every kind is there an even number of times."""
    odd = [tile for tile in range(KINDS) if count(real, tile) % 2]
    left = number - len(odd)
    if left < 0 or left % 2:
        return
    for kinds in combinations_with_replacement(range(KINDS), left // 2):
        yield bag(odd) + 2 * bag(kinds)


def of_orphans(real: int, number: int, _room: Room) -> Iterator[int]:
    """Stand-ins for the terminals and honours that are missing."""
    if real & ~IN_MAJORS or real & real >> 1 & EACH_ONE or real & EACH_FOUR:
        return
    for whole in ORPHAN_HANDS:
        missing = [max(0, count(whole, tile) - count(real, tile)) for tile in range(KINDS)]
        if sum(missing) == number:
            yield whole - real


STAND_INS: Final[Mapping[Form, StandIns]] = {
    standard: of_sets, seven_pairs: of_pairs, seven_different_pairs: of_pairs, thirteen_orphans: of_orphans,
}  # fmt: skip


# the hands


def readings(hand: Hand, tiles: TileSet, forms: Sequence[Form], every_way: bool) -> list[Reading]:
    """The readings of a hand with wild tiles. A form whose stand-ins are not known is asked of the hand as written; so
    is every form where a bonus tile wins."""
    known = [form for form in forms if form in STAND_INS]
    found = [reading for form in forms if form not in STAND_INS for reading in form(hand, every_way)]
    if not known or (hand.winning >= KINDS and hand.wild is not None and not hand.wild.winning):
        return found
    for meant in meanings(hand, tiles, tuple(dict.fromkeys(STAND_INS[form] for form in known))):
        for form in known:
            found += form(meant, every_way)
    return found


def meanings(hand: Hand, tiles: TileSet, ways: Sequence[StandIns]) -> list[Hand]:
    """Every hand that a hand with wild tiles may be read as by these ways. Raises RecordError for too many."""
    wild = hand.wild
    if wild is None:
        return [hand]
    real = hand.concealed - bag(tile for tile in wild.held if tile < KINDS)
    allowed = [_allowed(tile, tiles) for tile in wild.held]
    if wild.thrown:
        allowed[-1] = frozenset(tiles.kinds)
    standing = _standing(tuple(allowed))
    in_melds = any(meld.meant for meld in hand.melds)
    found: list[Hand] = []
    for melds in product(*(_alternatives(meld, tiles) for meld in hand.melds)):
        melded = sum(meld.tiles for meld in melds)
        if in_melds and _over(real + melded, tiles):
            continue
        room = _room(real + melded, tiles, standing)
        for stand_ins in _different(ways, real, len(wild.held), room):
            if _fits(stand_ins, room):
                chosen = _winning(hand.winning, stand_ins, wild, allowed)
                found += [_as_read(hand, real + stand_ins, winning, melds, stand_ins) for winning in chosen]
            if len(found) > MOST_MEANINGS:
                raise _too_many_meanings()
    return found


def _over(real: int, tiles: TileSet) -> bool:
    """Whether these are more of a kind than the set has."""
    return any(count(real, tile) > tiles.most(tile) for tile in set(unpack(real)))


def _different(ways: Sequence[StandIns], real: int, number: int, room: Room) -> set[int]:
    seen: set[int] = set()
    for way in ways:
        for one in way(real, number, room):
            seen.add(one)
            if len(seen) > MOST_MEANINGS:
                raise _too_many_meanings()
    return seen


def _too_many_meanings() -> RecordError:
    return RecordError("hand", f"its wild tiles can be read in more than {MOST_MEANINGS} ways")


def _allowed(tile: int, tiles: TileSet) -> frozenset[int]:
    """The kinds that a wild tile may stand for."""
    joker = tiles.jokers.get(tile)
    return frozenset((joker.stands_for if joker else tiles.wild.stands_for) or tiles.kinds)


@lru_cache(maxsize=_STANDING_KEPT)
def _standing(allowed: tuple[frozenset[int], ...]) -> tuple[int, ...]:
    """By kind, how many of the wild tiles may stand for it."""
    return tuple(sum(tile in kinds for kinds in allowed) for tile in range(KINDS))


def _room(real: int, tiles: TileSet, standing: Sequence[int]) -> Room:
    """No more of a kind than the set has; a wild tile that is read as what it is stands for itself."""
    return [
        min(most, max(0, tiles.most(tile) - (real >> BITS * tile & 31))) if most else 0
        for tile, most in enumerate(standing)
    ]


def _fits(stand_ins: int, room: Room) -> bool:
    return all(count(stand_ins, tile) <= room[tile] for tile in set(unpack(stand_ins)))


def _winning(winning: int, stand_ins: int, wild: WildTiles, allowed: Sequence[frozenset[int]]) -> Iterator[int]:
    """The tiles that the winning one may be, such that each wild tile stands for one of the stand-ins."""
    if not wild.winning:
        if _matched(unpack(stand_ins), allowed):
            yield winning
        return
    for tile in sorted(set(unpack(stand_ins)) & allowed[-1]):
        others = unpack(stand_ins - ONE[tile])
        if _matched(others, allowed[:-1]):
            yield tile


def _matched(stand_ins: Sequence[int], allowed: Sequence[frozenset[int]]) -> bool:
    """Whether each wild tile can stand for a stand-in of its own."""
    if len(set(allowed)) < 2:
        return all(tile in kinds for kinds in set(allowed) for tile in stand_ins)
    first, rest = stand_ins[0], stand_ins[1:]
    ways = {kinds: at for at, kinds in enumerate(allowed) if first in kinds}
    return any(_matched(rest, [*allowed[:at], *allowed[at + 1 :]]) for at in ways.values())


def _alternatives(meld: Meld, tiles: TileSet) -> Sequence[Meld]:
    """The sets that a meld with jokers may be."""
    if not meld.meant:
        return (meld,)
    real = bag(tile for tile in meld.written if tile < KINDS)
    allowed = [_allowed(tile, tiles) for tile in meld.written if tile >= KINDS]
    fitting = [code for code in meld.meant if _matched(unpack(bag(sets.tiles_of(code)) - real), allowed)]
    return [Meld(bag(sets.tiles_of(code)), code, sets.TALLY[code], meld.shown, True) for code in fitting]


def with_stand_ins(hand: Hand, real: int, winning: int, stand_ins: int) -> Hand:
    """The hand with these concealed tiles, the real ones and what wild ones stand for, instead of those written."""
    return hand.read_as(words_of(real + stand_ins), winning, words_of(stand_ins))


def _as_read(hand: Hand, concealed: int, winning: int, melds: Sequence[Meld], stand_ins: int) -> Hand:
    meant = with_stand_ins(hand, concealed - stand_ins, winning, stand_ins)
    meant.melds, meant.meld_sets = tuple(melds), tuple(meld.code for meld in melds)
    meant.meld_digits = sum(meld.digits for meld in melds)
    beside = hand.tiles & ~PLAYING & ~JOKERS
    meant.tiles = concealed + sum([meld.tiles for meld in melds]) + beside
    meant.suits = suits_in(meant.every)
    return meant
