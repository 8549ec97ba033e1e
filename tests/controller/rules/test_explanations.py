"""Why a hand is read the way it is."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import score
from tests.controller.rules.rule_records import record, worked_cases


def test_a_losing_reading_says_by_how_much_it_lost() -> None:
    hand = record("hong-kong-old", "11122233399m55z", "9m", min_faan=0, flowers="2f", seat="S")
    explained = score({**hand, "explain": True})["explain"]
    assert all(other["behind"] >= 0 for other in explained["others"])


def explained(*args: Any, **more: Any) -> dict[str, Any]:
    indicators = {"dora_indicators": more.pop("dora", "")}
    answer = score({**record(*args, **more), **indicators, "explain": True})["explain"]
    assert isinstance(answer, dict)
    return answer


def beside(*args: Any, **more: Any) -> dict[str, int]:
    return {row["id"]: row["value"] for row in explained(*args, **more)["readings"][0]["beside"]}


def test_a_hand_with_dora_alone_is_told_that_they_do_not_reach_the_minimum() -> None:
    assert beside("riichi", "34p678s22s", "5p", "E", melds="C123m C678m", dora="1s4p") == {"dora": 2, "kan-dora": 1}


def test_bonus_faan_are_told_to_be_beside_the_minimum_unless_the_house_counts_them() -> None:
    hand = ("hong-kong-old", "678p456s23s99p", "4s")
    assert beside(*hand, melds="C123m", flowers="2f")["own-flower"] == 1
    assert beside(*hand, melds="C123m", flowers="2f", minimum_counts_bonus=True, min_faan=13) == {}


def test_a_hand_that_is_short_of_doubles_is_told_how_many_it_has() -> None:
    short = explained("chinese-classical", "23p456s66m789s", "1p", "E", melds="C123m", min_doubles=2)["readings"][0]
    assert (short["counted"], short["minimum"], short["unit"]) == (1, 2, "doubles")


def test_flowers_are_told_to_be_beside_the_minimum_of_chinese_official() -> None:
    assert beside("mcr", "678p456s23s99p", "4s", "N", melds="C123m", flowers="12f") == {"flower-tiles": 2}


def steps(*args: Any, **more: Any) -> dict[str, Any]:
    return {row["key"]: row["args"] for row in explained(*args, **more)["conversion"]}


@pytest.mark.parametrize(
    ("seat", "discarder", "fu_hand", "rounded"),
    [
        ("S", "W", "23467m345p67899s", True),
        ("S", None, "23467m345p67899s", True),
        ("E", "W", "23467m345p67899s", True),
    ],
)
def test_rounding_up_to_a_hundred_is_told(seat: str, discarder: str | None, fu_hand: str, rounded: bool) -> None:
    told = steps("riichi", fu_hand, "5m", discarder, seat=seat, flags=("riichi",), kiriage=False)
    assert (told.get("conversion.rounded-up") == {"step": 100}) is rounded


def test_a_limit_is_not_told_to_be_rounded() -> None:
    assert "conversion.rounded-up" not in steps("riichi", "23467m345p67899s", "5m", "W", flags=("riichi",), dora="12m")


def test_a_thousand_is_told_where_the_house_rounds_to_it() -> None:
    hand = ("sanma", "34p345678s678p99s", "5p", "E")
    assert steps(*hand, flags=("riichi",), house={"round-to": 1000})["conversion.rounded-up"] == {"step": 1000}


@pytest.mark.parametrize(
    ("way", "seat", "keys"),
    [
        ("loss", "S", {"E": "line.self-draw-dealer", "W": "line.self-draw"}),
        ("split-north", "S", {"E": "line.self-draw-split-dealer", "W": "line.self-draw-split"}),
        ("split-north", "E", dict.fromkeys("SW", "line.self-draw-split-dealer")),
        ("dealer-triple", "S", {"E": "line.self-draw-absent", "W": "line.self-draw"}),
        ("dealer-triple", "E", dict.fromkeys("SW", "line.self-draw-split-dealer")),
    ],
)
def test_a_self_draw_of_three_tells_whose_share_it_holds(way: str, seat: str, keys: dict[str, str]) -> None:
    told = explained("sanma", "34p345678s678p99s", "5p", seat=seat, house={"tsumo-payment": way})["payments"]
    assert {row["payer"]: row["key"] for row in told} == keys


@pytest.mark.parametrize(
    ("ruleset", "item", "hand", "tile", "tiles"),
    [
        ("riichi", "ittsu", "123p456p789p456s1s", "1s", ["123p", "456p", "789p"]),
        ("riichi", "sanshoku-doujun", "567m567p234s57s22s", "6s", ["567m", "567p", "567s"]),
        ("riichi", "iipeikou", "123s778899s345m1m", "1m", ["789s", "789s"]),
        ("riichi", "ryanpeikou", "112233s778899p1m", "1m", ["789p", "789p", "123s", "123s"]),
        ("riichi", "sanshoku-doukou", "222m222p22s55p333z", "2s", ["222m", "222p", "222s"]),
        ("three-player", "twin-chows", "778899s345p234s1p", "1p", ["789s", "789s"]),
    ],
)
def test_an_item_shows_the_sets_that_make_it_and_no_others(
    ruleset: str, item: str, hand: str, tile: str, tiles: list[str]
) -> None:
    rows = {row["id"]: row["tiles"] for row in explained(ruleset, hand, tile, "E")["items"]}
    assert rows[item] == tiles


@pytest.mark.parametrize(
    ("case", "exposed", "concealed"),
    [
        ("fuj-m30", ["9999m", "3333m"], ["8888s"]),
        ("wuh-m012", ["3333z"], ["8888s"]),
        ("lis-p01", ["1111m"], ["5555p"]),
    ],
)
def test_a_kong_is_shown_with_the_item_for_its_kind_alone(case: str, exposed: list[str], concealed: list[str]) -> None:
    hand = next(each for each in worked_cases() if each["id"] == case)
    rows = {row["id"]: row["tiles"] for row in score({**hand, "explain": True})["explain"]["items"]}
    assert (rows["exposed-kong"], rows["concealed-kong"]) == (exposed, concealed)
