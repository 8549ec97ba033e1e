"""Tiles suit by suit, each in a word of the processor: the same as the bag that they make."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules import RecordError, configure, rulesets, score
from controller.rules.hand import sets
from controller.rules.hand.fields import ABSENT, READ, Fields
from controller.rules.hand.parse import read
from controller.rules.hand.reading import STANDARD, Reading, standard
from controller.rules.hand.record import DISCARD, ROBBED_KONG, SELF_DRAW, Hand, Source
from controller.rules.hand.sets import DIGITS, TALLY, SuitCuts, triplets_in
from controller.rules.hand.tiles import (
    BONUS_SHIFT,
    IDS,
    KINDS,
    NAMES,
    NO_PLAYING_TILE,
    RED_FIVES,
    RED_SHIFT,
    SUIT_BITS,
    SUIT_MASK,
    bag,
    bag_of,
    count,
    count_in,
    read_bag,
    read_marked,
    read_tiles,
    read_words,
    suits_in,
    to_unicode,
    with_tiles,
    words_of,
    write_tiles,
)
from controller.rules.hand.words import less
from controller.rules.rulesets.riichi import shapes
from controller.rules.rulesets.riichi.payments import TableFacts
from controller.rules.seats import WIND_INDEXES, WindIndex

PLAYING = st.lists(st.integers(0, KINDS - 1), max_size=14)
NAMED = st.lists(st.sampled_from([*NAMES[:KINDS], *RED_FIVES]), max_size=10)
HAND: dict[str, Any] = {
    "hand": "23406m99s5z", "melds": [
        {"kind": "kong", "tiles": "1111p", "concealed": True}, {"kind": "chow", "tiles": "067s"},
    ],
    "winning_tile": "5z", "win": "self-draw", "seat_wind": "S", "round_wind": "E", "discarder": None, "flags": [],
}  # fmt: skip


@given(PLAYING)
def test_words_are_the_bag_apart(tiles: list[int]) -> None:
    whole = bag(tiles)
    words = words_of(whole)
    assert bag_of(words) == whole
    assert [count_in(words, tile) for tile in range(KINDS)] == [count(whole, tile) for tile in range(KINDS)]
    assert suits_in(words) == sum({1 << min(tile // 9, 3) for tile in tiles})
    assert read_words(write_tiles(tiles)) == (words, 0, len(tiles))


@given(st.lists(st.sampled_from([name for name in NAMES if name[1] in "mpszfj"]), max_size=15))
def test_flowers_and_jokers_are_counted_beside_the_words(names: list[str]) -> None:
    """As they are in a text with another bonus tile, which is read in another way."""
    words, beside, number = read_words("".join(names))
    further, more, one_more = read_words("".join((*names, "1a")))
    assert (words, beside + (1 << BONUS_SHIFT - RED_SHIFT), number + 1) == (further, more, one_more)


@pytest.mark.parametrize("text", ["0f", "9f", "0j", "9j", "19f", "1m0f"])
def test_there_are_no_other_flowers_and_jokers(text: str) -> None:
    with pytest.raises(RecordError, match="there is no tile"):
        read_words(text)


@given(st.lists(st.integers(0, KINDS - 1), min_size=1, max_size=14))
def test_a_tile_less_is_one_less_of_its_kind(tiles: list[int]) -> None:
    assert less(words_of(bag(tiles)), tiles[0], 1) == words_of(bag(tiles[1:]))
    assert less(words_of(bag(tiles)), IDS["1f"], 1) == words_of(bag(tiles))


@given(NAMED, NAMED)
def test_marked_tiles_put_to_words_are_those_of_both_texts(first: list[str], then: list[str]) -> None:
    words, beside, number = read_words("".join(first))
    marked = read_marked("".join(then))
    assert marked == [RED_FIVES.get(name, IDS[name]) for name in then]
    words, beside = with_tiles(words, beside, marked)
    whole = read_bag("".join((*first, *then)))
    assert bag_of(words, beside) == whole & ((1 << 200) - 1)
    assert number == len(first)


def test_what_is_no_playing_tile_is_marked_and_changes_no_words() -> None:
    assert read_marked("1f5z2a") == [NO_PLAYING_TILE, 31, NO_PLAYING_TILE]
    assert read_marked(to_unicode([0, 34])) == [0, NO_PLAYING_TILE]
    assert with_tiles((1, 2, 3, 4), 5, [NO_PLAYING_TILE]) == ((1, 2, 3, 4), 5)


@pytest.mark.parametrize("text", ["8z", "0z", "12", "1m2", "m", "1y", "9q", "1 m", "\U0001f02b"])
def test_what_cannot_be_read_has_no_marked_tiles(text: str) -> None:
    assert read_marked(text) is None


def test_a_hand_has_its_bags_and_changes_its_words_with_them() -> None:
    hand = read(HAND, configure("riichi", {"red-fives": 3}).tiles)
    assert hand.concealed == bag(read_tiles("23406m99s55z")) == hand.held + bag([31])
    assert hand.tiles == hand.concealed + bag(read_tiles("1111p067s")) + (0b1_00000_00001 << RED_SHIFT)
    hand.concealed, hand.tiles = bag([0, 33]), bag([0, 9, 33])
    assert (hand.hidden, hand.every, hand.beside) == ((1, 0, 0, 1 << 30), (1, 1, 0, 1 << 30), 0)
    assert hand.copy().concealed == bag([0, 33])


@settings(max_examples=40)
@given(st.lists(st.integers(0, 3), min_size=4, max_size=4), st.integers(0, 8), st.booleans())
def test_the_tally_of_a_reading_is_that_of_its_sets_and_pair(suits: list[int], pair: int, drawn: bool) -> None:
    tiles = [9 * suit + (place if suit == 3 else 2 * place) for place, suit in enumerate(suits) for _ in range(3)]
    record = {**HAND, "hand": write_tiles([*tiles, 9 + pair]), "winning_tile": NAMES[9 + pair], "melds": []}
    if not drawn:
        record |= {"win": "discard", "discarder": "E"}
    hand = read(record, configure("riichi").tiles)
    for reading in [] if hand.fault else standard(hand, True):
        tally = sum(TALLY[code] for code in reading.sets) + TALLY[sets.PAIR + reading.pair]
        assert (reading.tally, reading.digits) == (tally, tally & sets.LOW)
        assert [reading.has_triplet(tile) for tile in range(KINDS)] == [
            triplets_in(reading.sets) >> tile & 1 for tile in range(KINDS)
        ]


def test_a_reading_with_a_tally_keeps_it() -> None:
    hand = read(HAND, configure("riichi", {"red-fives": 3}).tiles)
    assert Reading(hand, "form", hand.meld_sets, -1, -1, 0).tally == 0
    assert Reading(hand, "form", (), -1, -1, TALLY[sets.KONG + 9]).digits == DIGITS[sets.KONG + 9]


def _standard(hand: Hand, codes: tuple[int, ...], pair: int) -> Reading:
    digits = sum(DIGITS[code] for code in codes) + DIGITS[sets.PAIR + pair]
    return Reading(hand, STANDARD, codes, pair, -1, 0, digits)


def test_signs_of_triplets_and_pair() -> None:
    hand = read(HAND, configure("riichi", {"red-fives": 3}).tiles)
    assert (hand.seat_wind, hand.prevailing) == (WIND_INDEXES[1], WIND_INDEXES[0])

    def signs(*codes: int, pair: int = 0) -> int:
        return shapes.triplet_signs(_standard(hand, codes, pair))

    assert signs(sets.PUNG + 33, sets.KONG_SHOWN + 31, sets.CHOW_SHOWN + 20, 3) == 0b101
    assert signs(sets.PUNG + 33, sets.KONG + 31, 3, pair=32) == 0b101 | shapes.LITTLE_DRAGONS
    assert signs(sets.PUNG + 33, sets.KONG + 31, 3, pair=30) == 0b101
    assert signs(sets.PUNG + 27) == shapes.PREVAILING_TRIPLET
    assert signs(sets.PUNG + 28) == shapes.SEAT_WIND_TRIPLET
    assert signs(sets.PUNG + 29) == 0
    assert signs(sets.PUNG + 30) == shapes.NORTH_TRIPLET
    winds = sets.PUNG_SHOWN + 27, sets.KONG_SHOWN + 28, sets.PUNG + 29
    both = shapes.PREVAILING_TRIPLET | shapes.SEAT_WIND_TRIPLET
    assert [signs(*winds, pair=pair) - both for pair in (26, 30, 31)] == [0, shapes.LITTLE_WINDS, 0]
    assert signs(*winds[1:], sets.KONG + 30, pair=27) == (
        shapes.SEAT_WIND_TRIPLET | shapes.NORTH_TRIPLET | shapes.LITTLE_WINDS
    )
    assert signs(sets.PUNG + 3, sets.KONG + 12, sets.PUNG_SHOWN + 21) == shapes.TRIPLETS_IN_SUITS
    assert signs(sets.PUNG + 3, sets.KONG + 12, sets.PUNG_SHOWN + 22) == 0


def test_signs_of_how_many_sets_of_which_sort() -> None:
    hand = read(HAND, configure("riichi", {"red-fives": 3}).tiles)

    def signs(*codes: int, pair: int = 4, suits: int = 15) -> int:
        return shapes.sort_signs(_standard(hand, codes, pair).digits, suits)

    assert signs(3, 4, sets.PUNG + 9, sets.KONG + 11) == 0
    assert signs(0, 6, sets.PUNG + 9, sets.CHOW_SHOWN + 15, pair=8) == shapes.OUTSIDE_WITH_HONOURS
    assert signs(0, 6, sets.PUNG + 9, sets.CHOW_SHOWN + 15, pair=8, suits=7) == shapes.OUTSIDE_ONLY_SUITS
    pungs = [sets.PUNG + tile for tile in (1, 11, 21, 23)]
    assert signs(*pungs[:3], 3) == shapes.CONCEALED_ABOVE_TWO
    assert signs(*pungs) == 2 * shapes.CONCEALED_ABOVE_TWO + shapes.NO_CHOW
    shown = [sets.KONG_SHOWN + tile for tile in (1, 11, 21, 23)]
    assert signs(*shown[:3], 3) == shapes.KONGS_ABOVE_TWO
    assert signs(*shown) == 2 * shapes.KONGS_ABOVE_TWO + shapes.NO_CHOW
    assert signs(*(sets.PUNG_SHOWN + tile for tile in (31, 32, 33)), 3) == shapes.THREE_DRAGONS
    assert signs(*(sets.PUNG_SHOWN + tile for tile in (27, 28, 29, 30))) == shapes.FOUR_WINDS + shapes.NO_CHOW


@given(st.lists(st.lists(st.integers(0, 8), max_size=14), min_size=2, max_size=6), st.integers(0, 3))
def test_a_suit_is_cut_alike_however_often_and_after_whatever(contents: list[list[int]], suit: int) -> None:
    keys = [bag(tiles) & (SUIT_MASK if suit < 3 else SUIT_MASK >> 10) for tiles in contents]
    alone = [SuitCuts(suit, DIGITS)[key] for key in keys]
    together = SuitCuts(suit, DIGITS)
    assert [together[key] for key in [*keys, *keys, *keys[::-1]]] == [*alone, *alone, *alone[::-1]]


def test_contents_of_one_place_of_the_table_are_told_apart() -> None:
    """Some of these many share a place."""
    many = [bag((low, low + 1, low + 2, first, first, first, second, second)) for low in range(7)
            for first in range(9) for second in range(9)]  # fmt: skip
    cuts = SuitCuts(0, DIGITS)
    for key in many:
        assert sorted(tiles_of_cuts(cuts[key])) == sorted(tiles_of_cuts(SuitCuts(0, DIGITS)[key]))
        assert all(tiles == key for tiles in tiles_of_cuts(cuts[key]))


def tiles_of_cuts(cuts: tuple[sets.Cut, ...]) -> list[int]:
    return [
        bag([tile for code in codes for tile in sets.tiles_of(code)] + ([pair - 1] * 2 if pair else []))
        for codes, _, pair in cuts
    ]


@given(PLAYING)
def test_cuts_with_digits_are_the_cuts_with_tallies(tiles: list[int]) -> None:
    whole = bag(tiles)
    for suit in range(4):
        key = whole >> SUIT_BITS * suit & SUIT_MASK
        cuts = [(codes, tally & sets.LOW, pair) for codes, tally, pair in SuitCuts(suit, TALLY)[key]]
        assert list(sets.DIGIT_CUTS[suit][key]) == cuts


def test_unknown_fields_are_refused_however_often_they_come() -> None:
    fields = Fields(frozenset({"a", "b"}))
    for _ in range(2):
        fields.layout({"a": 1, "b": 2})
        with pytest.raises(RecordError, match="no field 'c'"):
            fields.layout({"a": 1, "c": 2})


@pytest.mark.parametrize("ruleset", rulesets())
@pytest.mark.parametrize("melds", [[], [{"kind": "pung", "tiles": "222s", "from": "N"}]])
def test_a_hand_without_tiles_is_answered(ruleset: str, melds: list[dict[str, str]]) -> None:
    record = {
        "ruleset": ruleset, "hand": "", "melds": melds, "winning_tile": "9s", "win": "discard", "seat_wind": "S",
        "round_wind": "E", "discarder": "W" if ruleset == "sanma" else "N",
    }  # fmt: skip
    try:
        found = score(record)
    except RecordError as error:
        assert error.field
    else:
        assert (found["legal"], found["reason"]) == (False, "wrong-tile-count")


@given(st.lists(st.sampled_from([*range(7), *range(34, 6 * 34 - 27)]), max_size=5, unique_by=lambda code: code % 34))
def test_a_triplet_is_told_by_the_sets_as_by_the_tally(codes: list[int]) -> None:
    digits = sum(DIGITS[code] for code in codes)
    told = Reading(HELD, "standard", tuple(codes), 5, -1, 0, digits)
    summed = Reading(HELD, "standard", tuple(codes), 5, -1, sum(TALLY[code] for code in codes))
    for tile in range(KINDS):
        assert (
            told.has_triplet(tile)
            == summed.has_triplet(tile)
            == (tile in [code % 34 for code in codes if code in TRIPLETS])
        )


HELD = Hand()
TRIPLETS = range(34, 5 * 34)


@given(st.permutations(list(HAND)), st.sets(st.sampled_from(list(HAND))))
def test_the_order_of_the_fields_does_not_matter_and_every_missing_one_is_noticed(
    names: list[str], left_out: set[str]
) -> None:
    def answer(record: dict[str, Any]) -> object:
        try:
            return score({"ruleset": "riichi", **record, "honba": 2, "dora_indicators": "1m"})
        except RecordError as error:
            return error.field, error.detail

    usual = {name: HAND[name] for name in HAND if name not in left_out}
    assert answer({name: HAND[name] for name in names if name not in left_out}) == answer(usual)
    needed = [name for name in ("seat_wind", "round_wind", "win", "hand", "winning_tile") if name in left_out]
    if needed:
        assert answer(usual) == (needed[0], "is missing")


def test_more_orders_of_fields_than_are_kept_are_read() -> None:
    fields = Fields(frozenset(HAND))
    names = list(HAND)
    for turn in range(3 * len(names)):
        at = turn % len(names)
        record = {name: HAND[name] for name in (*names[at:], *names[:at])}
        layout = fields.layout(record)
        values = list(record.values())
        said = [None if place == ABSENT else values[place] for place in layout.places]
        assert said == [HAND.get(name) for name in READ]


WHITE: list[dict[str, str]] = [{"kind": "pung", "tiles": "555z"}, {"kind": "chow", "tiles": "123s"}]


def test_payments_are_kept_apart_by_all_that_they_look_at() -> None:
    game = configure("riichi")
    hand = game.hand_of({**HAND, "hand": "234567m9s", "melds": WHITE, "winning_tile": "9s"})
    best = game._best(game.verdicts(hand)[0])
    wins: list[tuple[Source, WindIndex | None]] = [(SELF_DRAW, None)]
    wins += [(source, wind) for source in (DISCARD, ROBBED_KONG) for wind in WIND_INDEXES]
    seen = []
    for _ in range(2):
        for hand.seat_wind in WIND_INDEXES:
            for hand.source, hand.discarder in wins:
                for extra in (0, 1):
                    hand.own = TableFacts(extra, 0, None)
                    paid = game.settling.paid(hand, best)
                    assert (paid.winner, paid.source, paid.discarder) == (hand.seat_wind, hand.source, hand.discarder)
                    assert bool(paid.extra_shares) == bool(extra)
                    seen.append(paid)
    half = len(seen) // 2
    assert all(one is other for one, other in zip(seen[:half], seen[half:], strict=True))
