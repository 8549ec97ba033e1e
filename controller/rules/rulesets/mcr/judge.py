"""What a reading is worth: the tallies of its parts added up, then accounted for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from controller.rules.hand.reading import GATES, ORPHANS, PAIRS, STANDARD, Reading
from controller.rules.hand.record import Hand
from controller.rules.hand.sets import PAIR, tiles_of, triplets_in
from controller.rules.hand.tiles import HONOURS, SUIT_BITS, bag, words_of
from controller.rules.rulesets.mcr import fans as f
from controller.rules.rulesets.mcr.account import account
from controller.rules.rulesets.mcr.combinations import CHOWS, PUNGS, chows_in, terminal_chows
from controller.rules.rulesets.mcr.earned import left_out
from controller.rules.rulesets.mcr.editions import EDITIONS, MIL
from controller.rules.rulesets.mcr.features import of_kinds, of_tiles, of_win
from controller.rules.rulesets.mcr.shapes import KNITTED, body_in, waited_by
from controller.rules.rulesets.mcr.waits import knitted_waits_for_one_kind, waits_for_one_kind
from controller.rules.sheet.ruleset import Judge, Options, PlayedItems, ReadingWorth

SUITED: Final = 27
"""Tiles below this number are suit tiles."""
_SUITED_TRIPLETS: Final = (1 << SUITED) - 1


def of_sets(reading: Reading, triplets: int) -> f.Tally:
    """The fans of the kinds of sets, of winds, and of the set that the winning tile completed. ``triplets``: a bit for
    each tile of which there is one."""
    hand = reading.hand
    great, small = of_kinds(reading.digits)
    if reading.winds:
        small += _own_winds(hand, triplets)
    wait = waited_by(hand.winning, reading.taken)
    if wait:
        standard = reading.form == STANDARD
        if waits_for_one_kind(hand) if standard else knitted_waits_for_one_kind(hand):
            small += wait
    return great, small


def _own_winds(hand: Hand, triplets: int) -> int:
    small = f.ONE[f.SEAT_WIND] if triplets >> SUITED + hand.seat_wind & 1 else 0
    if triplets >> SUITED + hand.prevailing & 1:
        small += f.ONE[f.PREVALENT_WIND]
    return small + f.SAME_WIND if hand.seat_wind == hand.prevailing else small


def of_standard(reading: Reading) -> f.Tally:
    """Four sets and a pair."""
    pair, hand, codes = reading.pair, reading.hand, reading.sets
    triplets = triplets_in(codes)
    great, small = of_sets(reading, triplets)
    if reading.chows > 1:
        more_great, more_small = _of_chows(reading)
        great, small = great + more_great, small + more_small
    if reading.triplets - reading.winds - reading.dragons > 1:
        more_great, more_small = PUNGS[triplets & _SUITED_TRIPLETS]
        great, small = great + more_great, small + more_small
    if pair >= SUITED:
        great += _little(reading)
    elif pair % 9 == 4:
        if _are_all(codes, _WITH_FIVE):
            great += f.ONE[f.ALL_FIVES]
    elif pair % 9 % 2 and _are_all(codes, _EVEN_PUNGS):
        great += f.ONE[f.ALL_EVEN_PUNGS]
    if _is_of_one_suit(hand) and hand.held in GATES:
        great += f.ONE[f.NINE_GATES]
    return great, small


def _of_chows(reading: Reading) -> f.Tally:
    chows = chows_in(reading.sets)
    if reading.chows < 4:
        return CHOWS[chows]
    ends = terminal_chows(chows, reading.pair)
    great, small = (f.ONE[ends], 0) if ends else CHOWS[chows]
    return great, small + f.ONE[f.ALL_CHOWS] if reading.pair < SUITED else small


def _little(reading: Reading) -> int:
    if reading.dragons == 2 and reading.pair > 30:
        return f.ONE[f.LITTLE_THREE_DRAGONS]
    return f.ONE[f.LITTLE_FOUR_WINDS] if reading.winds == 3 and reading.pair < 31 else 0


def _are_all(codes: Sequence[int], within: Sequence[bool]) -> bool:
    return all(within[code] for code in codes)


_FIVES: Final = frozenset({4, 13, 22})
_EVEN: Final = frozenset(tile for tile in range(SUITED) if tile % 9 % 2)
_WITH_FIVE: Final = [not _FIVES.isdisjoint(tiles_of(code)) for code in range(PAIR)]
_EVEN_PUNGS: Final = [_EVEN.issuperset(tiles_of(code)) for code in range(PAIR)]
"""By the code of a set whether it is one of these."""


def _is_of_one_suit(hand: Hand) -> bool:
    return hand.suits in (1, 2, 4)


def of_pairs(reading: Reading) -> f.Tally:
    hand = reading.hand
    great = f.ONE[f.SEVEN_PAIRS]
    if _is_of_one_suit(hand) and hand.concealed in _SHIFTED_PAIRS:
        great += f.ONE[f.SEVEN_SHIFTED_PAIRS]
    return great, 0


_SHIFTED_PAIRS: Final = frozenset(
    2 * bag(range(first, first + 7)) << SUIT_BITS * suit for suit in range(3) for first in range(3)
)


def of_knitted(reading: Reading) -> f.Tally:
    great, small = of_sets(reading, triplets_in(reading.sets))
    great += f.ONE[f.KNITTED_STRAIGHT]
    return great, small + f.ONE[f.ALL_CHOWS] if reading.chows and reading.pair < SUITED else small


def of_knitted_in_2006(reading: Reading) -> f.Tally:
    """Without an edge or closed wait; where the same tile may have completed the pair, that counts instead."""
    great, small = of_knitted(reading)
    chow_wait = small & (f.DIGIT[f.EDGE_WAIT] | f.DIGIT[f.CLOSED_WAIT])
    if chow_wait and reading.pair == reading.hand.winning:
        small += f.ONE[f.SINGLE_WAIT]
    return great, small - chow_wait


_SEVEN_HONOURS: Final = words_of(bag(HONOURS))[3]


def of_singles(reading: Reading) -> f.Tally:
    tiles = reading.hand.hidden
    great = f.ONE[f.LESSER_HONORS_AND_KNITTED_TILES]
    if tiles[3] & _SEVEN_HONOURS == _SEVEN_HONOURS:
        great += f.ONE[f.GREATER_HONORS_AND_KNITTED_TILES]
    return great + f.ONE[f.KNITTED_STRAIGHT] if body_in(tiles) else great, 0


def of_shape(reading: Reading, wait_beside_knitted: bool) -> f.Tally:
    """What the shape adds to the fans that are seen on the whole hand."""
    form = reading.form
    if form == STANDARD:
        return of_standard(reading)
    if form == PAIRS:
        return of_pairs(reading)
    if form == ORPHANS:
        return f.ONE[f.THIRTEEN_ORPHANS], 0
    if form == KNITTED:
        return of_knitted(reading) if wait_beside_knitted else of_knitted_in_2006(reading)
    return of_singles(reading)


def judge(options: Options, played: PlayedItems) -> Judge:
    """Every reading with its points: without flowers for the minimum, with them as the total."""
    del played
    sheet = account(options["edition"])
    wait_beside_knitted = EDITIONS[options["edition"]].wait_beside_knitted
    flower = f.FAN[f.FLOWER_TILES].id

    def verdicts(hand: Hand, readings: Sequence[Reading]) -> list[ReadingWorth]:
        great, small = of_tiles(hand)
        more_great, more_small = of_win(hand)
        great, small = great + more_great, small + more_small
        flowers = hand.flowers.bit_count() if hand.flowers else 0
        explained = hand.record.get("explain")
        found = []
        for reading in readings:
            of_great, of_small = of_shape(reading, wait_beside_knitted)
            total = sheet.sum(great + of_great, small + of_small)
            points, items = total.points, total.items
            if flowers:
                items[flower] = flowers
            dropped = sheet.dropped((great + of_great, small + of_small)) + left_out(reading) if explained else ()
            worth = ReadingWorth(total.rank, points, reading, items, points + flowers, points, False, dropped=dropped)
            found.append(worth)
        return found

    return verdicts


def shown_times(fan: int) -> Callable[[Reading], int]:
    """How many times a reading shows a fan, before anything is left out for another (edition ``mil``)."""
    wait_beside_knitted = EDITIONS[MIL].wait_beside_knitted

    def test(reading: Reading) -> int:
        hand = reading.hand
        if fan == f.FLOWER_TILES:
            return hand.flowers.bit_count()
        parts = of_tiles(hand), of_win(hand), of_shape(reading, wait_beside_knitted)
        return sum([f.times(part, fan) for part in parts])

    return test
