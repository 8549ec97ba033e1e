"""What a reading is worth: the tallies of its parts added up, then accounted for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from controller.rules.hand.reading import GATES, ORPHANS, PAIRS, STANDARD, Reading
from controller.rules.hand.record import Hand
from controller.rules.hand.sets import CHOW_AT, TRIPLET_AT
from controller.rules.hand.tiles import EACH_ONE, HONOURS, KINDS, SUIT_BITS, bag
from controller.rules.rulesets.mcr import fans as f
from controller.rules.rulesets.mcr.account import account
from controller.rules.rulesets.mcr.combinations import CHOWS, PUNGS, terminal_chows
from controller.rules.rulesets.mcr.earned import left_out
from controller.rules.rulesets.mcr.editions import EDITIONS, MIL
from controller.rules.rulesets.mcr.features import KIND_DIGITS, KIND_FANS, of_tiles, of_win
from controller.rules.rulesets.mcr.shapes import KNITTED, SINGLES, body_in, waited_by
from controller.rules.rulesets.mcr.waits import knitted_waits_for_one_kind, waits_for_one_kind
from controller.rules.sheet.ruleset import Judge, Options, PlayedItems, ReadingWorth

ONE_SUIT: Final = (1, 2, 4)
SUITED: Final = 27
"""Tiles below this number are suit tiles."""
_SUITED_TRIPLETS: Final = (1 << SUITED) - 1


def of_sets(reading: Reading) -> int:
    """The fans of the kinds of sets, of winds, and of the set that the winning tile completed."""
    hand = reading.hand
    found = KIND_FANS[reading.digits & KIND_DIGITS]
    if reading.winds:
        found += _own_winds(reading)
    wait = waited_by(hand.winning, reading.taken)
    if wait:
        standard = reading.form == STANDARD
        if waits_for_one_kind(hand) if standard else knitted_waits_for_one_kind(hand):
            found += wait
    return found


def _own_winds(reading: Reading) -> int:
    hand = reading.hand
    found = f.ONE[f.SEAT_WIND] if reading.has_triplet(SUITED + hand.seat_wind) else 0
    if reading.has_triplet(SUITED + hand.prevailing):
        found += f.ONE[f.PREVALENT_WIND]
    return found | (f.SAME_WIND if hand.seat_wind == hand.prevailing else 0)


def of_standard(reading: Reading) -> int:
    """Four sets and a pair."""
    tally, pair, hand = reading.tally, reading.pair, reading.hand
    found = of_sets(reading)
    chows = tally >> CHOW_AT
    if chows:
        found += _of_chows(reading, chows)
    if reading.triplets - reading.winds - reading.dragons > 1:
        found += PUNGS[tally >> TRIPLET_AT & _SUITED_TRIPLETS]
    if pair >= SUITED:
        found += _little(reading)
    elif pair % 9 == 4:
        if not tally & _WITHOUT_FIVE:
            found += f.ONE[f.ALL_FIVES]
    elif pair % 9 % 2 and not tally & _WITHOUT_EVEN:
        found += f.ONE[f.ALL_EVEN_PUNGS]
    if hand.suits in ONE_SUIT and hand.held in GATES:
        found += f.ONE[f.NINE_GATES]
    return found


def _of_chows(reading: Reading, chows: int) -> int:
    if reading.chows < 4:
        return CHOWS[chows] if reading.chows > 1 else 0
    ends = terminal_chows(chows, reading.pair)
    found = f.ONE[ends] if ends else CHOWS[chows]
    return found + f.ONE[f.ALL_CHOWS] if reading.pair < SUITED else found


def _little(reading: Reading) -> int:
    if reading.dragons == 2 and reading.pair > 30:
        return f.ONE[f.LITTLE_THREE_DRAGONS]
    return f.ONE[f.LITTLE_FOUR_WINDS] if reading.winds == 3 and reading.pair < 31 else 0


def _sets_outside(chow_ranks: tuple[int, ...], triplet_ranks: tuple[int, ...]) -> int:
    """The digits of a tally that are set by chows and triplets of other ranks (0-8)."""
    chows = sum(7 << CHOW_AT + 3 * tile for tile in range(27) if tile % 9 not in chow_ranks)
    suited = [tile for tile in range(27) if tile % 9 in triplet_ranks]
    return chows + sum(1 << TRIPLET_AT + tile for tile in range(KINDS) if tile not in suited)


_WITHOUT_FIVE: Final = _sets_outside((2, 3, 4), (4,))
_WITHOUT_EVEN: Final = _sets_outside((), (1, 3, 5, 7))


def of_pairs(reading: Reading) -> int:
    hand = reading.hand
    if hand.suits in ONE_SUIT and hand.concealed in _SHIFTED_PAIRS:
        return f.ONE[f.SEVEN_SHIFTED_PAIRS] + f.ONE[f.SEVEN_PAIRS]
    return f.ONE[f.SEVEN_PAIRS]


_SHIFTED_PAIRS: Final = frozenset(
    2 * bag(range(first, first + 7)) << SUIT_BITS * suit for suit in range(3) for first in range(3)
)


def of_orphans(reading: Reading) -> int:
    del reading
    return f.ONE[f.THIRTEEN_ORPHANS]


def of_knitted(reading: Reading) -> int:
    found = of_sets(reading) + f.ONE[f.KNITTED_STRAIGHT]
    return found + f.ONE[f.ALL_CHOWS] if reading.chows and reading.pair < SUITED else found


def of_knitted_in_2006(reading: Reading) -> int:
    """Without an edge or closed wait; where the same tile may have completed the pair, that counts instead."""
    found = of_knitted(reading)
    chow_wait = found & (7 * f.ONE[f.EDGE_WAIT] | 7 * f.ONE[f.CLOSED_WAIT])
    if chow_wait and reading.pair == reading.hand.winning:
        found += f.ONE[f.SINGLE_WAIT]
    return found - chow_wait


_SEVEN_HONOURS: Final = bag(HONOURS)


def of_singles(reading: Reading) -> int:
    tiles = reading.hand.concealed
    found = f.ONE[f.LESSER_HONORS_AND_KNITTED_TILES]
    if tiles & _SEVEN_HONOURS == _SEVEN_HONOURS:
        found += f.ONE[f.GREATER_HONORS_AND_KNITTED_TILES]
    return found + f.ONE[f.KNITTED_STRAIGHT] if body_in(tiles & EACH_ONE) else found


Shape = Callable[[Reading], int]


def shapes_of(edition: str) -> dict[str, Shape]:
    """What each shape adds to the fans that are seen on the whole hand."""
    knitted = of_knitted if EDITIONS[edition].wait_beside_knitted else of_knitted_in_2006
    return {
        STANDARD: of_standard,
        PAIRS: of_pairs,
        ORPHANS: of_orphans,
        KNITTED: knitted,
        SINGLES: of_singles,
    }


def judge(options: Options, played: PlayedItems) -> Judge:
    """Every reading with its points: without flowers for the minimum, with them as the total."""
    del played
    sheet, shapes = account(options["edition"]), shapes_of(options["edition"])
    flower = f.FAN[f.FLOWER_TILES].id

    def verdicts(hand: Hand, readings: Sequence[Reading]) -> list[ReadingWorth]:
        whole = of_tiles(hand) + of_win(hand)
        flowers = hand.flowers.bit_count()
        explained = hand.record.get("explain")
        found = []
        for reading in readings:
            tally = whole + shapes[reading.form](reading)
            total = sheet.sum(tally)
            points, items = total.points, total.items
            if flowers:
                items[flower] = flowers
            dropped = sheet.dropped(tally) + left_out(reading) if explained else ()
            worth = ReadingWorth(
                (points, total.order), points, reading, items, points + flowers, points, False, dropped=dropped
            )
            found.append(worth)
        return found

    return verdicts


def shown_times(fan: int) -> Callable[[Reading], int]:
    """How many times a reading shows a fan, before anything is left out for another (edition ``mil``)."""
    shapes = shapes_of(MIL)

    def test(reading: Reading) -> int:
        hand = reading.hand
        if fan == f.FLOWER_TILES:
            return hand.flowers.bit_count()
        return f.times(of_tiles(hand) + of_win(hand) + shapes[reading.form](reading), fan)

    return test
