"""Sets of tiles that the seven games do not have: other sizes of a hand, other copies, jokers, wild tiles, animals."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules import RecordError, configure, score
from controller.rules.games import Games
from controller.rules.hand import wild
from controller.rules.hand.sets import DIGIT_CUTS
from controller.rules.hand.tile_set import TileSet, Wild, tiles_from
from controller.rules.hand.tiles import KINDS, NAMES, PLAYING, SUIT_BITS, SUIT_MASK, bag, count, read_bag
from controller.rules.questions.records import claims_record, waits_record
from tests.controller.rules.small_games import RULESETS, hand


@pytest.fixture(autouse=True)
def _small_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The games of these tests are the ones that can be played."""
    monkeypatch.setattr("controller.rules.load", RULESETS.__getitem__)
    monkeypatch.setattr("controller.rules.IDS", tuple(RULESETS))
    monkeypatch.setattr("controller.rules._GAMES", Games(tuple(RULESETS), RULESETS.__getitem__))
    yield


def items(record: dict[str, Any]) -> dict[str, int]:
    answer: dict[str, int] = score(record)["items"]
    return answer


def reason(record: dict[str, Any]) -> str:
    return str(score(record).get("reason", ""))


def waited_for(record: dict[str, Any]) -> list[tuple[str, int, int]]:
    return [(row["tile"], row["left"], row["total"]) for row in waits_record(record)["waits"]]


# the size of a hand

SIXTEEN = partial(hand, "sixteen")


def test_sixteen_tiles_and_one_are_five_sets_and_a_pair() -> None:
    assert items(SIXTEEN("123456789m123p456s5z", "5z")) == {"win": 1, "five-chows": 3, "no-wild": 1}
    melds = [
        {"kind": "chow", "tiles": "456m"}, {"kind": "kong", "tiles": "1111s", "concealed": True},
        {"kind": "pung", "tiles": "777z"},
    ]  # fmt: skip
    assert items(SIXTEEN("123m123p5z", "5z", melds=melds)) == {"win": 1, "no-wild": 1}
    assert items(SIXTEEN("111222333m444p555s7z", "7z")) == {"win": 1, "all-pungs": 5, "no-wild": 1}


def test_thirteen_tiles_are_too_few_where_sixteen_make_a_hand() -> None:
    assert reason(SIXTEEN("123456789m123p5z", "5z")) == "wrong-tile-count"
    with pytest.raises(RecordError, match="has not 16 tiles"):
        waits_record(SIXTEEN("123456789m123p5z", "5z"))


def test_five_kongs_of_one_kind_are_too_many() -> None:
    """Twenty-two of a kind are more than a digit of a bag can tell from few."""
    kongs = [{"kind": "kong", "tiles": "1111m", "concealed": True}] * 5
    assert reason(SIXTEEN("1m", "1m", melds=kongs)) == "too-many-copies"


def test_a_hand_of_sixteen_has_its_waits() -> None:
    assert waited_for(SIXTEEN("123456789m123p45s55z", "")) == [("3s", 4, 5), ("6s", 4, 5)]


def test_a_hand_of_ten_is_three_sets_and_a_pair() -> None:
    two_suits = partial(hand, "two-suits")
    assert items(two_suits("123m456m789p1p", "1p")) == {"win": 1, "no-wild": 1}
    assert waited_for(two_suits("123m456m789p1p", "")) == [("1p", 3, 2)]


# what the set holds


def test_a_kind_that_the_set_has_not_is_refused_or_too_many_as_the_game_says() -> None:
    assert reason(hand("two-suits", "123m456m789s1p", "1p")) == "too-many-copies"
    with pytest.raises(RecordError) as caught:
        score(hand("three", "19m19p123s456s111z", "2m"))
    assert (caught.value.field, caught.value.tile) == ("winning_tile", "2m")


@pytest.mark.parametrize(
    ("tiles", "winning", "wrong"),
    [
        ("111m999m123p99p44z", "9p", ""), ("111m999m123p99p44z", "4z", "too-many-copies"),
        ("1111m99m123p99p11z", "9m", "too-many-copies"), ("111m999m123p1p444z", "1p", "too-many-copies"),
    ],
)  # fmt: skip
def test_kinds_may_have_different_numbers_of_copies(tiles: str, winning: str, wrong: str) -> None:
    assert reason(hand("three", tiles, winning)) == wrong


def test_three_players_pay_and_have_winds_of_their_own() -> None:
    won = hand("three", "111m999m123p99p11z", "9p")
    assert score(won)["payments"] == {"E": 4, "S": -2, "W": -2, "N": 0}
    with pytest.raises(RecordError, match="nobody is North"):
        score({**won, "seat_wind": "N"})
    assert configure("three").wall.players == 3
    assert configure("three").wall.tiles == 3 * 27 - 1


def test_animals_lie_beside_the_hand_and_are_counted_once() -> None:
    plain = hand("animals", "123456789m123p5z", "5z")
    assert items({**plain, "flowers": "1f13a"})["animal"] == 2
    assert reason({**plain, "flowers": "11a"}) == "too-many-copies"
    assert configure("animals").wall.tiles == 148


def test_a_tile_that_is_no_bonus_tile_does_not_lie_beside_the_hand() -> None:
    with pytest.raises(RecordError) as caught:
        score({**hand("animals", "123456789m123p5z", "5z"), "flowers": "1j"})
    assert (caught.value.field, caught.value.tile) == ("flowers", "1j")


# jokers

JOKERS = partial(hand, "jokers")


def test_a_joker_stands_for_what_is_missing() -> None:
    assert items(JOKERS("123456789m12p1j5z", "5z")) == {"win": 1, "four-chows": 2, "wild": 1}
    assert items(JOKERS("19m19p19s123456z1j", "7z")) == {"win": 1, "orphans": 20, "wild": 1}
    assert items(JOKERS("1133m5577p2299s1j", "8s")) == {"win": 1, "seven-pairs": 6, "wild": 1}


def test_of_all_ways_to_use_the_jokers_the_best_one_counts() -> None:
    """Chows, pungs or seven pairs, in one suit or in two: pairs of one suit are worth most, then pungs."""
    assert items(JOKERS("1112223399m11j9m", "1j")) == {"win": 1, "seven-pairs": 6, "one-suit": 10, "wild": 3}
    pung = [{"kind": "pung", "tiles": "999m"}]
    assert items(JOKERS("11122233m11j", "1j", melds=pung)) == {"win": 1, "all-pungs": 5, "one-suit": 10, "wild": 3}


def test_a_joker_may_be_the_winning_tile_and_a_wait() -> None:
    assert items(JOKERS("123456789m12p55z", "1j"))["wild"] == 1
    assert ("1j", 4, 4) in waited_for(JOKERS("123456789m12p55z", ""))
    assert ("1j", 3, 5) in waited_for(JOKERS("123456789m1p1j55z", ""))


def test_a_wait_with_a_joker_in_the_hand_is_every_tile_that_completes_it() -> None:
    assert {tile for tile, _, _ in waited_for(JOKERS("123456789m1p1j55z", ""))} == {"1p", "2p", "3p", "5z", "1j"}


def test_a_set_that_is_declared_with_jokers_is_what_it_can_be() -> None:
    pung, chow, kong = (
        {"kind": kind, "tiles": tiles} for kind, tiles in (("pung", "55z1j"), ("chow", "45p1j"), ("kong", "33s11j"))
    )
    assert items(JOKERS("123456m9s", "9s", melds=[pung, chow])) == {"win": 1}
    assert items(JOKERS("111222m9s", "9s", melds=[pung, kong])) == {"win": 1, "all-pungs": 5}
    assert reason(JOKERS("123456m9s", "9s", melds=[{**pung, "tiles": "56z1j"}, chow])) == "not-a-winning-hand"


def test_no_more_jokers_than_the_set_has() -> None:
    assert reason(JOKERS("111m222m33m1111j9m", "1j")) == "too-many-copies"


def test_a_joker_stands_for_no_fifth_tile_of_a_kind() -> None:
    kong = [{"kind": "kong", "tiles": "5555p", "concealed": True}]
    assert reason(JOKERS("123456m46p1j9s", "9s", melds=kong)) == "not-a-winning-hand"


def test_a_joker_stands_only_for_what_its_game_says() -> None:
    dots = partial(hand, "dot-jokers")
    assert items(dots("123456789m12p1j5z", "5z"))["wild"] == 1
    assert reason(dots("123456789m12s1j5z", "5z")) == "not-a-winning-hand"


def test_a_joker_is_refused_where_the_set_has_none() -> None:
    with pytest.raises(RecordError) as caught:
        score(hand("animals", "123456789m12p1j5z", "5z"))
    assert (caught.value.field, caught.value.tile) == ("hand", "1j")


# wild tiles by an indicator


def test_the_other_copies_of_the_indicator_are_wild() -> None:
    won = hand("gold", "123456m12789s55p", "3s", indicator="5p")
    assert items(won) == {"win": 1, "four-chows": 2, "wild": 2}
    assert items({**won, "indicator": ""}) == {"win": 1, "four-chows": 2, "no-wild": 1}


def test_the_indicator_counts_among_the_copies_of_its_kind() -> None:
    assert reason(hand("gold", "123456m12s5555p9s", "3s", indicator="5p")) == "too-many-copies"


def test_the_tile_after_the_indicator_is_wild() -> None:
    assert items(hand("next", "123456m12789s1p1m", "3s", indicator="9p"))["wild"] == 1
    assert reason(hand("next", "123456m12789s1p1m", "3s", indicator="8p")) == "not-a-winning-hand"
    assert items(hand("next", "123456m12789s1z1m", "3s", indicator="4z"))["wild"] == 1
    assert items(hand("both", "123456m12789s1z4z", "3s", indicator="4z"))["wild"] == 2


def test_wild_tiles_stand_only_for_suit_tiles_where_the_game_says_so() -> None:
    assert reason(hand("gold", "123456789m112z5p", "2z", indicator="5p")) == "not-a-winning-hand"
    assert items(hand("next", "123456789m112z5p", "2z", indicator="4p"))["wild"] == 1


def test_a_kind_may_be_wild_in_every_hand() -> None:
    assert items(hand("red-dragons", "123456789m12p7z5z", "5z"))["wild"] == 1


@pytest.mark.parametrize("bad", [5, "5x", "55p", "1f", True, ["5p"]])
def test_an_indicator_is_one_playing_tile(bad: Any) -> None:
    with pytest.raises(RecordError) as caught:
        score(hand("gold", "123456m12789s55p", "3s", indicator=bad))
    assert caught.value.field == "indicator"


def test_an_indicator_is_a_field_of_such_games_alone() -> None:
    with pytest.raises(RecordError, match="no field 'indicator'"):
        score(hand("jokers", "123456789m12p1j5z", "5z", indicator="5p"))


def test_a_turned_tile_is_one_that_nobody_can_draw() -> None:
    waits = waits_record(hand("gold", "123456m12789s55p", "", indicator="3s"))["waits"]
    assert [(row["tile"], row["unseen"]) for row in waits] == [("3s", 3)]


# what an explanation says, and claims


def test_an_explanation_says_what_the_wild_tiles_stand_for() -> None:
    explained = score({**JOKERS("123456789m12p1j5z", "5z"), "explain": True})["explain"]
    assert explained["reading"]["stand_ins"] == "3p"
    assert "4z" not in str(explained["items"])


def test_claims_are_heard_in_such_a_game() -> None:
    bids = [{"seat": 1, "claim": "chow"}, {"seat": 2, "claim": "win", "total": 5, "base": 5}]
    answer = claims_record({"ruleset": "three", "discarder": 0, "bids": bids})
    assert answer["granted"] == [{"seat": 2, "claim": "win"}]


# the search for stand-ins


def cuttable(tiles: int) -> bool:
    parts = [DIGIT_CUTS[suit][tiles >> SUIT_BITS * suit & SUIT_MASK] for suit in range(4)]
    return all(parts) and sum(min(bool(cut[2]) for cut in part) for part in parts) == 1


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 11), min_size=3, max_size=12), st.integers(0, 3))
def test_the_stand_ins_are_all_those_that_make_sets_and_a_pair(tiles: list[int], number: int) -> None:
    """Tried one by one on two suits of which the second has three ranks."""
    tiles = tiles[: 3 * (len(tiles) // 3) + 2 - number % 3] if len(tiles) > 3 else tiles
    real = bag(tiles)
    kinds = range(12)
    room = [number if tile in kinds else 0 for tile in range(KINDS)]
    every = {bag(chosen) for chosen in combinations_with_replacement(kinds, number) if cuttable(real + bag(chosen))}
    assert set(wild.of_sets(real, number, room)) == every


def test_eight_jokers_are_refused_in_time_or_read() -> None:
    """However many wild tiles somebody writes, an answer comes in a bounded time."""
    started = time.process_time()
    with pytest.raises(RecordError) as caught:
        score(hand("dot-jokers", "45678p1111111j2p", "1j"))
    assert caught.value.field == "hand"
    assert time.process_time() - started < 5


@pytest.mark.parametrize("tiles", ["2333345678p", "3445566777888p", "1234567899p", "1122334455p"])
def test_four_wild_tiles_are_always_read(tiles: str) -> None:
    """The first two can be read in more ways than any other hands that a search came upon."""
    room = [min(4, 4 - count(read_bag(tiles), tile)) for tile in range(KINDS)]
    assert len(set(wild.of_sets(read_bag(tiles) & PLAYING, 4, room))) <= wild.MOST_MEANINGS / 4


# the value itself


@pytest.mark.parametrize("name", RULESETS)
def test_a_set_of_tiles_reads_back_as_it_was_published(name: str) -> None:
    tiles = configure(name).tiles
    again = tiles_from(tiles.as_json())
    assert again.as_json() == tiles.as_json()
    assert (again.total, again.room, again.over, again.strange) == (tiles.total, tiles.room, tiles.over, tiles.strange)


@pytest.mark.parametrize("bad", [{"hand": 12}, {"hand": 15}, {"kinds": {0: 0}}, {"kinds": {0: 16}}])
def test_a_set_that_cannot_be_is_no_set(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"no sets and a pair|1 to 15 copies"):
        TileSet(**{"kinds": {0: 4}, **bad})


def test_an_indicator_points_at_the_next_tile_in_a_circle() -> None:
    pointed = {NAMES[tile]: NAMES[then] for tile, then in Wild().pointed.items()}
    assert [pointed[name] for name in ("1m", "9s", "4z", "5z", "7z")] == ["2m", "1s", "1z", "6z", "5z"]
