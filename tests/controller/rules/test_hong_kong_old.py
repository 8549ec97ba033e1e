"""Every option of the Old Hong Kong sheet changes what it says and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import OptionError, configure, score
from controller.rules.game import MatchPosition, QuickWin
from controller.rules.questions.waiting import waits
from tests.controller.rules.rule_records import record
from tests.controller.rules.settling import settle_quick, settle_scored


def hko(*args: Any, **more: Any) -> dict[str, Any]:
    return score(record("hong-kong-old", *args, **more))


def test_bonus_faan_help_to_the_minimum_only_where_the_house_says_so() -> None:
    hand = ("234m78p99s", "9p")
    assert hko(*hand, melds="P555z P666z") == {"legal": False, "reason": "below-minimum"}
    helped = hko(*hand, melds="P555z P666z", minimum_counts_bonus=True)
    assert helped["items"] == {"dragon-pong": 2, "self-draw": 1, "no-flowers": 1}


def test_one_double_wind_counts_once_where_the_house_says_so() -> None:
    hand = {"melds": "P111z P555z", "seat": "E", "flowers": "2f"}
    assert hko("234m78p99s", "9p", "N", **hand)["items"] == {
        "dragon-pong": 1, "seat-wind-pong": 1, "round-wind-pong": 1,
    }  # fmt: skip
    once = hko("234m78p99s", "9p", "N", **hand, double_wind="one", min_faan=2)
    assert once["items"] == {"dragon-pong": 1, "seat-wind-pong": 1}
    both = {"melds": "P111z P222z", "seat": "E", "round_wind": "S"}
    other_round = hko("234m78p99s", "9p", "N", **both, double_wind="one", min_faan=2)
    assert other_round["items"] == {"seat-wind-pong": 1, "round-wind-pong": 1, "no-flowers": 1}


@pytest.mark.parametrize(("reading", "counts"), [("2-8", False), ("1-9", True)])
def test_all_simples_asks_for_no_terminals_or_only_for_no_honors(reading: str, counts: bool) -> None:
    result = hko("22s789m345p99p", "2s", "E", melds="C678s", min_faan=0, all_simples=reading)
    assert ("all-simples" in result["items"]) is counts


@pytest.mark.parametrize(
    ("hand", "winning", "flowers", "strict"),
    [
        ("123m456m789p67s22p", "5s", "", True),
        ("123m456m789p678s2p", "2p", "", False),
        ("123m456m789p67s22p", "5s", "3f", False),
    ],
)
def test_a_strict_common_hand_bars_bonus_tiles_and_a_claimed_pair(
    hand: str, winning: str, flowers: str, strict: bool
) -> None:
    for rule, expected in (("strict", strict), ("basic", True)):
        result = hko(hand, winning, "E", flowers=flowers, min_faan=0, common_hand=rule)
        assert ("common-hand" in result["items"]) is expected


def test_four_equal_tiles_are_two_pairs_only_where_the_house_says_so() -> None:
    hand = ("1111m22p3344s556z", "6z", "W")
    assert hko(*hand)["reason"] == "not-a-winning-hand"
    assert hko(*hand, seven_pairs_distinct=False)["items"] == {"seven-pairs": 4, "no-flowers": 1}


def test_flowers_count_by_own_number_by_series_or_each() -> None:
    hand = {"melds": "P222m P777p", "flowers": "1234f7f"}
    own = hko("44s888s99p", "4s", "W", **hand)["items"]
    assert own == {"all-pong": 3, "own-flower": 1, "all-flowers": 2}
    five = hko("44s888s99p", "4s", "W", **hand, flower_set="5")["items"]
    assert five == {"all-pong": 3, "all-flowers": 5}
    each = hko("44s888s99p", "4s", "W", **hand, flower_scoring="each")["items"]
    assert each == {"all-pong": 3, "each-flower": 5}
    without = hko("44s888s99p", "4s", "W", **hand, tiles=136)["items"]
    assert without == {"all-pong": 3}


def test_eight_flowers_win_at_once_unless_the_house_plays_on() -> None:
    hand = {"flowers": "1234567f"}
    assert hko("123m456p789s1122z", "8f", **hand)["items"] == {"great-flowers": 13}
    for off in ({"eight_flowers_win": False}, {"limit_hands_off": ["great-flowers"]}, {"tiles": 136}):
        assert hko("123m456p789s1122z", "8f", **hand, **off)["reason"] == "not-a-winning-hand"


def test_a_limit_hand_that_is_off_is_scored_by_its_faan() -> None:
    dragons = hko("55z234s77m", "5z", "W", melds="P666z P777z", limit_hands_off=["great-dragons"])
    assert dragons["items"] == {"dragon-pong": 3, "no-flowers": 1}
    concealed = hko("222m555p777s33m88s", "8s", limit_hands_off=["four-concealed-pongs"])
    assert concealed["items"] == {
        "all-simples": 1, "all-pong": 3, "three-concealed-pongs": 3, "self-draw": 1, "no-flowers": 1,
    }  # fmt: skip
    orphans = hko("19m19p19s1234567z", "1m", "W", limit_hands_off=["thirteen-orphans"])
    assert orphans["reason"] == "not-a-winning-hand"


def test_limit_hands_pay_half_on_a_discard_where_the_house_says_so() -> None:
    hand = ("55z234s77m", "5z", "W")
    assert hko(*hand, melds="P666z P777z", half_limit_on_discard=True)["base"] == 32
    assert hko("55z234s77m", "5z", melds="P666z P777z", half_limit_on_discard=True)["base"] == 64
    earthly = hko("123m456p789s1155z", "1z", "E", flags=("earthly",), half_limit_on_discard=True)
    assert (earthly["base"], earthly["items"]) == (64, {"earthly-hand": 13})
    assert hko(*hand, melds="P666z P777z", limit_points=32, limit_faan=20)["items"] == {"great-dragons": 20}


def test_a_discard_completes_a_pong_of_four_concealed_only_where_the_house_says_so() -> None:
    hand = ("222m555p777s33m88s", "8s", "W")
    assert hko(*hand)["items"] == {"all-simples": 1, "all-pong": 3, "three-concealed-pongs": 3, "no-flowers": 1}
    assert hko(*hand, four_concealed_pongs_discard="any")["items"] == {"four-concealed-pongs": 13}


def test_pure_green_is_a_limit_hand_only_where_the_house_plays_it() -> None:
    hand = ("223344s66s888s66z", "6z", "W")
    assert "clean-hand" in hko(*hand)["items"]
    assert hko(*hand, pure_green=True)["items"] == {"pure-green": 13}


def test_east_pays_and_is_paid_like_anybody_where_the_house_says_so() -> None:
    hand = ("44s888s99p", "4s", "E")
    doubled = hko(*hand, melds="P222m P777p", flowers="2f", seat="W")["payments"]
    assert doubled == {"E": -4, "S": -1, "W": 6, "N": -1}
    plain = hko(*hand, melds="P222m P777p", flowers="2f", seat="W", east_doubles=False)["payments"]
    assert plain == {"E": -2, "S": -1, "W": 4, "N": -1}


def test_three_dice_are_thrown_once() -> None:
    with pytest.raises(OptionError) as caught:
        configure("hong-kong-old", {"throws": 2})
    assert {caught.value.option, caught.value.other} == {"throws", "dice"}
    assert configure("hong-kong-old", {"dice": 2, "throws": 2}).dice.throws == 2


def test_the_next_winner_takes_what_drawn_hands_left() -> None:
    game = configure("hong-kong-old", {"goulash-carry": 5})
    position = MatchPosition(dealer=0, first_dealer=0, extra_hands=2)
    settlement = settle_quick(game, position, QuickWin(1, "discard", 2, 3))
    assert settlement.net == (-2 - 10, 5 + 30, -2 - 10, -1 - 10)
    assert [line.key for line in settlement.lines[-3:]] == ["line.carry"] * 3


def test_a_false_win_costs_what_the_house_says() -> None:
    position = MatchPosition(dealer=3, first_dealer=0)
    assert configure("hong-kong-old").settle_penalty(position, "false-win", 0).net == (-24, 8, 8, 8)
    silent = configure("hong-kong-old", {"false-win": "open-hand"})
    assert silent.settle_penalty(position, "false-win", 0).net == (0, 0, 0, 0)


def test_a_quick_result_pays_like_the_same_hand_with_tiles() -> None:
    game = configure("hong-kong-old")
    position = MatchPosition(dealer=2, first_dealer=0)
    hand = record("hong-kong-old", "44s888s99p", "4s", "E", melds="P222m P777p", flowers="2f", seat="W")
    full = settle_scored(game, position, hand)
    quick = settle_quick(game, position, QuickWin(0, "discard", 2, game.score(hand)["total"]))
    assert full.net == quick.net == (6, -1, -4, -1)


WILD = {"house": {"wild-tiles": "shown-and-next"}, "min_faan": 0}


def wild_reading(indicator: str) -> dict[str, Any]:
    asked = record("hong-kong-old", "123m45p789s11z78m1p", "6p", **WILD) | {"indicator": indicator, "explain": True}
    explained: dict[str, Any] = score(asked)["explain"]
    return explained


def test_the_tile_shown_and_the_next_one_are_wild_and_stand_for_any_suit_tile() -> None:
    assert wild_reading("9p")["reading"]["stand_ins"] == "9m"
    assert wild_reading("1p")["reading"]["stand_ins"] == "9m"
    assert wild_reading("2p") == {"reason": "not-a-winning-hand", "readings": []}


def test_the_wait_of_a_hand_with_wild_tiles_counts_every_suit_tile_that_a_chow_takes() -> None:
    asked = record("hong-kong-old", "123m45p789s11z78m1p", "", **WILD) | {"indicator": "9p"}
    found = waits(configure("hong-kong-old", asked["options"]), asked)
    assert {wait.tile: wait.left for wait in found} == {
        "6m": 4, "9m": 4, "1p": 3, "3p": 4, "6p": 4, "9p": 4,
    }  # fmt: skip


def test_a_tile_is_turned_after_the_deal_where_tiles_are_wild() -> None:
    assert configure("hong-kong-old", {"wild-tiles": "shown-and-next"}).wall.turned
    assert not configure("hong-kong-old").wall.turned
