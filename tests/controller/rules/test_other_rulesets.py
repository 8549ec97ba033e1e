"""Every option of the traditional, the base-and-doubles and the Cantonese sheet."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import OptionError, configure, score
from controller.rules.game import MatchPosition, QuickWin
from controller.rules.rulesets.cantonese_old import award
from tests.controller.rules.rule_records import record
from tests.controller.rules.settling import settle_quick


def ctr(*args: Any, **more: Any) -> dict[str, Any]:
    return score(record("chinese-traditional", *args, **more))


def bad(*args: Any, **more: Any) -> dict[str, Any]:
    return score(record("base-and-doubles", *args, **more))


def can(*args: Any, **more: Any) -> dict[str, Any]:
    return score(record("cantonese-old", *args, **more))


# chinese-traditional


def test_triplets_are_paid_by_kind_and_concealment() -> None:
    result = ctr("11z99m33z", "9m", "W", melds="A1111s K5555p P222s", seat="S", round_wind="W")
    assert result["reason"] == "wrong-tile-count"
    result = ctr("99m33z", "9m", "W", melds="A1111s K5555p P222s", seat="S", round_wind="W")
    assert result["items"] == {
        "win": 20, "four-concealed-major": 32, "four-melded-simple": 8, "triplet-melded-simple": 2,
        "triplet-melded-major": 4, "lucky-pair": 2, "four-triplets": 1,
    }  # fmt: skip
    assert (result["points"], result["doubles"], result["total"]) == (68, 1, 140)


@pytest.mark.parametrize(
    ("hand", "winning", "counts"),
    [("12m", "3m", True), ("13m", "2m", True), ("89m", "7m", True), ("23m", "1m", False), ("23m", "4m", False)],
)
def test_one_chance_looks_at_the_place_in_the_sequence(hand: str, winning: str, counts: bool) -> None:
    result = ctr(hand + "456p789s11s", winning, "E", melds="P555m")
    assert ("one-chance" in result["items"]) is counts


def test_a_double_wind_pair_is_worth_four() -> None:
    assert ctr("456p789s11z23m", "4m", "W", melds="P555m", seat="E")["items"]["double-wind-pair"] == 4


def test_three_concealed_triplets_need_a_sequence_beside_them() -> None:
    with_sequence = ctr("222m555p777s67s33m", "8s", "W")["items"]
    assert with_sequence["three-concealed-triplets"] == 1
    without = ctr("222m555p777s33m88s", "8s", "W")["items"]
    assert without["four-triplets-three-concealed"] == 2


def test_concealed_self_drawn_is_a_double_unless_the_house_gives_none() -> None:
    hand = ("123m678p456s23s99p", "4s")
    assert ctr(*hand)["doubles"] == 1
    assert ctr(*hand, concealed_self_drawn_doubles=0)["items"] == {"win": 20, "self-drawn": 2}


def test_the_pair_may_be_free_in_a_hand_of_terminals_and_honors() -> None:
    hand = ("123m789p5p", "5p", "W")
    assert "terminal-or-honor-each-set" not in ctr(*hand, melds="P111z P999s")["items"]
    assert "terminal-or-honor-each-set" in ctr(*hand, melds="P111z P999s", outside_pair=False)["items"]


def test_only_terminals_and_honors_exclude_the_outside_hand() -> None:
    items = ctr("111m99p22z", "2z", "W", melds="P111z P999s")["items"]
    assert "all-terminals-honors" in items
    assert "terminal-or-honor-each-set" not in items


def test_nine_gates_may_ask_for_an_odd_tile() -> None:
    assert "nine-gates" in ctr("1112345678999p", "4p", "W")["items"]
    assert "nine-gates" not in ctr("1112345678999p", "4p", "W", nine_gates_tile="odd")["items"]
    assert "nine-gates" in ctr("1112345678999p", "5p", "W", nine_gates_tile="odd")["items"]


def test_the_limit_cuts_the_score() -> None:
    result = ctr("999s67s55s", "8s", "N", melds="C123s C345s", limit=300)
    assert (result["total"], result["limit"]) == (300, True)
    assert ctr("999s67s55s", "8s", "N", melds="C123s C345s", one_suit_doubles=1)["total"] == 60
    assert ctr("999s67s55s", "8s", "N", melds="C123s C345s", min_points=500)["reason"] == "below-minimum"


def test_flowers_double_only_when_they_are_in_play() -> None:
    hand = {"melds": "C123m", "seat": "S", "round_wind": "S", "flowers": "1234f6f"}
    assert ctr("678p456s23s99p", "4s", "N", **hand)["items"] == {
        "win": 20, "no-points": 1, "own-flower": 2, "prevailing-flower": 2, "all-four-flowers": 1,
    }  # fmt: skip
    without = ctr("678p456s23s99p", "4s", "N", **hand, house={"flowers": False})
    assert without["items"] == {"win": 20, "no-points": 1}


def test_a_false_out_pays_the_dealer_more() -> None:
    game = configure("chinese-traditional")
    position = MatchPosition(dealer=1, first_dealer=0)
    assert game.settle_penalty(position, "false-out-shown", 0).net == (-1000, 500, 250, 250)
    assert game.settle_penalty(position, "false-out-shown", 1).net == (500, -1500, 500, 500)


# base-and-doubles


def test_a_kong_is_robbed_only_where_the_house_allows_it() -> None:
    hand = ("678p567s23s99p", "4s", "robbed E")
    assert bad(*hand, melds="C123m")["reason"] == "not-a-winning-hand"
    robbed = bad(*hand, melds="C123m", rob_kong=True)
    assert robbed["payments"] == {"E": -4, "S": 6, "W": -1, "N": -1}


def test_the_discarder_may_pay_alone() -> None:
    assert bad("678p456s23s99p", "4s", "N", melds="C123m", only_discarder_pays=True)["payments"] == {
        "E": 0, "S": 2, "W": 0, "N": -2,
    }  # fmt: skip


def test_doubles_are_cut_at_the_maximum() -> None:
    result = bad("55577m99m", "7m", "W", melds="P111m P333m")
    assert (result["items"], result["total"], result["limit"]) == ({"one-suit": 6, "all-pungs": 3}, 8, True)
    assert bad("55577m99m", "7m", "W", melds="P111m P333m", max_doubles=20)["base"] == 512


@pytest.mark.parametrize(
    ("option", "item", "hand"),
    [
        ("self-drawn", "self-drawn", {}),
        ("out-at-kong", "out-at-kong", {"flags": ("replacement",), "melds": "K1111m"}),
        ("flower-set", "flower-set", {"flowers": "5678f"}),
    ],
)
def test_each_double_is_worth_what_the_house_says(option: str, item: str, hand: dict[str, Any]) -> None:
    written = record("base-and-doubles", "678p456s23s99p", "4s", **{"melds": "C123m", **hand})
    for value in (0, 5):
        items = score({**written, "options": {option: value}})["items"]
        assert items.get(item, 0) == value


def test_the_minimum_must_not_be_above_the_maximum() -> None:
    with pytest.raises(OptionError) as caught:
        configure("base-and-doubles", {"min-doubles": 9})
    assert (caught.value.option, caught.value.other) == ("min-doubles", "max-doubles")


# cantonese-old


def test_the_award_table_is_the_printed_one() -> None:
    assert [award(fan, "half-step") for fan in range(17)] == [
        1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024,
    ]  # fmt: skip
    assert [award(fan, "floor") for fan in range(14)] == [1, 2, 4, 8, 16, 16, 32, 32, 64, 64, 128, 128, 256, 256]


@pytest.mark.parametrize(
    ("method", "items"),
    [
        ("each", {"flower-each": 3}),
        ("round", {"flower-round": 2}),
        ("seat", {"flower-seat": 1}),
        ("round-and-seat", {"flower-round": 2, "flower-seat": 1}),
        ("both-only", {}),
    ],
)
def test_flowers_count_by_the_method_of_the_house(method: str, items: dict[str, int]) -> None:
    house = {"flowers": True, "flower-method": method}
    result = can("234m678m67s99p", "8s", "W", melds="P222p", flowers="125f", house=house)
    assert result["items"] == items


@pytest.mark.parametrize(
    ("way", "discard", "wall"),
    [
        ("discarder-full-others-half", {"E": -1, "S": 4, "W": -2, "N": -1}, {"E": -4, "S": 12, "W": -4, "N": -4}),
        ("discarder-only", {"E": 0, "S": 2, "W": -2, "N": 0}, {"E": -4, "S": 12, "W": -4, "N": -4}),
        ("discarder-double", {"E": 0, "S": 4, "W": -4, "N": 0}, {"E": -4, "S": 12, "W": -4, "N": -4}),
    ],
)
def test_the_three_ways_of_payment(way: str, discard: dict[str, int], wall: dict[str, int]) -> None:
    hand = ("234m678m67s99p", "8s")
    assert can(*hand, "W", melds="P777z", payment=way)["payments"] == discard
    assert can(*hand, melds="P777z", payment=way)["payments"] == wall


def test_the_feeder_of_a_gong_pays_three_times_where_the_discarder_pays_alone() -> None:
    hand: dict[str, Any] = {"melds": "K2222m<W", "flags": ("replacement",), "payment": "discarder-only"}
    assert can("456s678s67p99p", "5p", **hand)["payments"] == {"E": 0, "S": 24, "W": -24, "N": 0}
    for change in ({"melds": "K2222m+<W"}, {"gong_feeder_pays": False}, {"payment": "discarder-full-others-half"}):
        assert can("456s678s67p99p", "5p", **(hand | change))["payments"] == {"E": -8, "S": 24, "W": -8, "N": -8}


def test_feeding_the_fourth_set_of_a_suit_is_paid_by_the_feeder() -> None:
    melds = "C123p<E C345p<E P888p<E P777p<W"
    assert can("2p", "2p", melds=melds)["payments"] == {"E": 0, "S": 144, "W": -144, "N": 0}
    with_other = can("2p", "2p", "N", melds=melds)["payments"]
    assert with_other == {"E": 0, "S": 64, "W": -32, "N": -32}
    assert can("2p", "2p", "W", melds=melds)["payments"] == {"E": 0, "S": 64, "W": -64, "N": 0}
    usual = can("2p", "2p", "W", melds=melds, bao=False)["payments"]
    assert usual == {"E": -16, "S": 64, "W": -32, "N": -16}


def test_a_forced_discard_frees_from_liability_for_a_suit() -> None:
    hand = ("3p55p4p", "2p", "W")
    melds = "C678p C789p P111p"
    assert can(*hand, melds=melds)["payments"]["E"] == 0
    assert can(*hand, melds=melds, flags=("forced-discard",))["payments"]["E"] < 0
    assert can("234m678m67s99p", "8s", "W", melds="P777z", flags=("late-fresh-discard",))["payments"] == {
        "E": 0, "S": 4, "W": -4, "N": 0,
    }  # fmt: skip


def test_a_robbed_gong_is_not_a_discard() -> None:
    assert can("3p55p4p", "2p", "robbed W", melds="C678p C789p P111p")["payments"]["E"] < 0


def test_wind_triplets_may_be_inside_the_four_happiness_hands() -> None:
    hand = {"melds": "P111z P222z P333z", "seat": "S", "round_wind": "E"}
    beside = can("234m4z", "4z", "W", **hand)["items"]
    assert beside["house-wind-triplet"] == beside["round-wind-triplet"] == 1
    inside = can("234m4z", "4z", "W", **hand, wind_triplets_in_happiness=False)["items"]
    assert inside == {"mixed-one-suit": 3, "junior-four-happiness": 6}


def test_the_maximum_cuts_and_can_be_lifted() -> None:
    hand = ("77z444s99s", "7z")
    assert can(*hand, melds="P555z P666z", seat="E", max_fan=10)["total"] == 10
    lifted = can(*hand, melds="P555z P666z", seat="E", max_fan=0)
    assert (lifted["total"], lifted["limit"]) == (13, False)
    assert can(*hand, melds="P555z P666z", seat="E", odd_fan="floor", award_base=2)["base"] == 512


def test_far_yiu_needs_terminal_and_honor_triplets() -> None:
    items = can("999p11m22z", "1m", "W", melds="P111s P999s", max_fan=0)["items"]
    assert "far-yiu" not in items
    items = can("999p11m33z", "1m", "W", melds="P444z P999s", max_fan=0)["items"]
    assert items == {"far-yiu": 1, "all-triplets": 3}


def test_all_concealed_triplets_have_no_gong_among_them() -> None:
    assert "all-concealed-triplets" in can("222m555p777s33m88s", "8s")["items"]
    assert "all-concealed-triplets" not in can("555p777s33m88s", "8s", melds="A2222m")["items"]
    assert can("555p777s33m88s", "8s", melds="A2222m", gong_fan=2)["items"]["gong"] == 2


@pytest.mark.parametrize(
    ("hand", "winning", "single"),
    [("12m", "3m", True), ("46m", "5m", True), ("23m", "1m", False), ("9m", "9m", True)],
)
def test_a_single_wait_is_one_kind_of_tile(hand: str, winning: str, single: bool) -> None:
    pair = "" if hand == "9m" else "99s"
    melds = "C456p C678p C678p C345p" if hand == "9m" else "C456p C678p C678s"
    items = can(hand + pair, winning, "W", melds=melds, single_wait=True)["items"]
    assert ("single-wait" in items) is single


def test_a_quick_limit_is_the_maximum_award() -> None:
    game = configure("cantonese-old")
    net = settle_quick(game, MatchPosition(0, 0), QuickWin(0, "self-draw", None, 13, True)).net
    assert net == (1152, -384, -384, -384)


def test_five_people_take_turns_to_rest() -> None:
    game = configure("cantonese-old", profile="five-players")
    rounds = [game.people(MatchPosition(0, 0, round=number)) for number in range(5)]
    assert rounds == [(0, 1, 2, 3), (4, 1, 2, 3), (4, 0, 2, 3), (4, 0, 1, 3), (4, 0, 1, 2)]
    assert game.prevailing(MatchPosition(0, 0, round=4)) == "E"


def test_three_players_skip_the_empty_chair() -> None:
    game = configure("cantonese-old", {"players": 3, "absent-seat": 1})
    assert game.seat_winds(MatchPosition(0, 0)) == ("E", None, "S", "W")
    assert (game.wall.tiles, game.wall.players, game.wall.absent_seat) == (100, 3, 1)
    net = settle_quick(game, MatchPosition(2, 0), QuickWin(2, "self-draw", None, 3)).net
    assert net == (-8, 0, 16, -8)


def earned(hand: dict[str, Any], item: str) -> list[str]:
    """The tiles that the explanation names for an item."""
    rows = score({**hand, "explain": True})["explain"]["items"]
    return next(row["tiles"] for row in rows if row["id"] == item)


def test_an_item_names_the_tiles_that_earn_it_and_no_others() -> None:
    lucky = record("chinese-traditional", "234m9p", "9p", "E", melds="P333z P222z P555z")
    assert earned(lucky, "lucky-triplet") == ["222z", "555z"]
    double = record("chinese-traditional", "234m9p", "9p", "E", melds="P333z P222z P555z", round_wind="S")
    assert earned(double, "lucky-triplet") == ["555z"]
    straight = record("chinese-traditional", "123456789m9p", "9p", "E", melds="C234s")
    assert earned(straight, "three-consecutive-sequences") == ["123m", "456m", "789m"]
    series = record("base-and-doubles", "234m234p234s9p", "9p", "E", melds="C567s", flowers="12345f")
    assert earned(series, "flower-set") == ["1234f"]
    own = record("hong-kong-old", "23m567m888m99m", "4m", "E", melds="P222z", flowers="26f")
    assert (earned(own, "own-flower"), earned(own, "own-season")) == (["2f"], ["6f"])


@pytest.mark.parametrize(("fan", "key"), [(3, ""), (4, "-full"), (5, ""), (6, "-2-hot"), (12, "-5-hot"), (13, "")])
def test_an_award_with_a_name_is_called_by_it(fan: int, key: str) -> None:
    hand = record("cantonese-old", "678p456s234s9s", "9s", "E", melds="A5555m", gong_fan=fan)
    steps = score({**hand, "explain": True})["explain"]["conversion"]
    assert steps[-1]["key"] == f"conversion.award{key}"


def test_items_are_excluded_where_each_that_counts_excludes_others() -> None:
    found = {"heavenly-ready": 8, "earthly-ready": 4}
    dropped = configure("taiwanese").played.exclude(found)
    assert found == {"heavenly-ready": 8}
    assert [drop[:3] for drop in dropped] == [("heavenly-ready", "earthly-ready", 4)]
