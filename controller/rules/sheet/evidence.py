"""The tiles that earn an item, for explanations: each function answers groups of tiles in compact notation."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Final

from controller.rules.hand import sets
from controller.rules.hand.reading import Reading
from controller.rules.hand.record import Hand
from controller.rules.hand.sets import KONG, KONG_SHOWN, PUNG, PUNG_SHOWN, kind_of, tiles_of
from controller.rules.hand.tiles import DRAGONS, KINDS, NAMES, count, unpack, write_tiles
from controller.rules.seats import WindIndex

Evidence = Callable[[Reading], list[str]]

EVERY_BONUS: Final = (1 << len(NAMES) - KINDS) - 1
SUITS: Final = (0, 9, 18)
"""Where the tiles of each suit begin."""
_CHOWS: Final = (sets.CHOW, sets.CHOW_SHOWN)
_TRIPLETS: Final = (PUNG, PUNG_SHOWN, KONG, KONG_SHOWN)
_WIND: Final[dict[str, Callable[[Hand], WindIndex]]] = {
    "seat": lambda hand: hand.seat_wind,
    "round": lambda hand: hand.prevailing,
}


def whole_hand(reading: Reading) -> list[str]:
    """Every set and the pair; the plain tiles where the form has none."""
    groups = [write_tiles(tiles_of(code)) for code in reading.sets]
    if reading.pair >= 0:
        return [*groups, write_tiles([reading.pair] * 2)]
    return [write_tiles(unpack(reading.hand.concealed)), *groups]


def winning_tile(reading: Reading) -> list[str]:
    return [NAMES[reading.hand.winning]]


def taken_set(reading: Reading) -> list[str]:
    """The set or pair that the winning tile completed."""
    return [write_tiles(tiles_of(reading.taken))] if reading.taken >= 0 else winning_tile(reading)


def pair(reading: Reading) -> list[str]:
    return [write_tiles([reading.pair] * 2)] if reading.pair >= 0 else []


def triplets(of: Container[int] = range(KINDS), *, concealed: bool = False) -> Evidence:
    """The pungs and kongs of these tiles; only the concealed ones if asked."""
    kinds = (PUNG, KONG) if concealed else _TRIPLETS
    return lambda reading: [
        write_tiles(tiles_of(code)) for code in reading.sets if kind_of(code) in kinds and code % KINDS in of
    ]


def triplets_and_pair(of: Container[int]) -> Evidence:
    chosen = triplets(of)
    return lambda reading: chosen(reading) + (pair(reading) if reading.pair in of else [])


def set_kinds(*kinds: int) -> Evidence:
    """The sets of these kinds (``sets.KONG`` ...)."""
    return lambda reading: [write_tiles(tiles_of(code)) for code in reading.sets if kind_of(code) in kinds]


kongs = set_kinds(KONG, KONG_SHOWN)
concealed_kongs, exposed_kongs = set_kinds(KONG), set_kinds(KONG_SHOWN)
chows = set_kinds(*_CHOWS)


def twin_chows(reading: Reading) -> list[str]:
    """The chows that are held twice, each with its twin."""
    starts = sorted(code % KINDS for code in reading.sets if kind_of(code) in _CHOWS)
    in_pairs = [at for place, at in enumerate(starts) if starts[:place].count(at) < starts.count(at) // 2 * 2]
    return [write_tiles(tiles_of(sets.CHOW + at)) for at in in_pairs]


def same_in_three_suits(*kinds: int) -> Evidence:
    """The sets of these kinds that begin alike in all three suits; of two such threes the lower one."""

    def found(reading: Reading) -> list[str]:
        held = {code % KINDS: code for code in reading.sets if kind_of(code) in kinds}
        low = next(at for at in range(9) if all(at + suit in held for suit in SUITS))
        return [write_tiles(tiles_of(held[low + suit])) for suit in SUITS]

    return found


chows_in_three_suits = same_in_three_suits(*_CHOWS)
triplets_in_three_suits = same_in_three_suits(*_TRIPLETS)


def four_equal(reading: Reading) -> list[str]:
    """The kinds of which all four tiles are held that are not a kong."""
    hand = reading.hand
    kongs = {code % KINDS for code in hand.meld_sets if kind_of(code) in (KONG, KONG_SHOWN)}
    return [write_tiles([tile] * 4) for tile in range(KINDS) if count(hand.tiles, tile) == 4 and tile not in kongs]


def lucky_triplets(reading: Reading) -> list[str]:
    """The triplets of dragons, of the seat wind and of the prevailing wind; not of a wind that is both."""
    seat, prevailing = reading.hand.seat_wind, reading.hand.prevailing
    winds = () if seat == prevailing else (27 + seat, 27 + prevailing)
    return triplets((*winds, *DRAGONS))(reading)


def straight(reading: Reading) -> list[str]:
    """The three chows of a 123 456 789; of two such straights the first."""
    at = next(start for start in SUITS if all(reading.chows_at(start + step) for step in (0, 3, 6)))
    return [write_tiles(tiles_of(sets.CHOW + at + step)) for step in (0, 3, 6)]


def wind_triplet(which: str) -> Evidence:
    """The triplet of the seat wind (``seat``) or the prevailing wind (``round``)."""
    return lambda reading: triplets((27 + _WIND[which](reading.hand),))(reading)


def flowers(bits: int = EVERY_BONUS) -> Evidence:
    """The bonus tiles among these (bit n: bonus tile n + 1), with the winning one when it is a bonus tile."""
    return lambda reading: flower_tiles(reading, bits)


def own_flowers(which: str, of: int = 0xFF) -> Evidence:
    """The bonus tiles with the number of the seat (``seat``) or of the round (``round``), of a series (bits ``of``)."""
    return lambda reading: flower_tiles(reading, 0x11 << _WIND[which](reading.hand) & of)


def full_series(reading: Reading) -> list[str]:
    """The series of bonus tiles that are complete."""
    return [text for bits in (0x0F, 0xF0) for text in flower_tiles(reading, bits) if len(text) == 5]


def flower_tiles(reading: Reading, bits: int) -> list[str]:
    held = reading.hand.flowers | (1 << reading.hand.winning - KINDS if reading.hand.winning >= KINDS else 0)
    text = write_tiles([tile for tile in range(KINDS, len(NAMES)) if held & bits & 1 << tile - KINDS])
    return [text] if text else []


def nothing(reading: Reading) -> list[str]:
    """An item for something that is not there."""
    del reading
    return []
