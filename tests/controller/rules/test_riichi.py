"""Riichi: what each option changes in the worth of a hand, and that explanations add up."""

from __future__ import annotations

import random
from copy import deepcopy
from itertools import product
from typing import Any

import pytest

from bench.riichi_hands import Dealer
from controller.rules import OptionError, RecordError, configure, game_of, score
from controller.rules.questions.waiting import waits
from controller.rules.rulesets.riichi.furiten import furiten, tenpai_waits
from tests.controller.rules.rule_records import record

PINFU = ("234m67m345p678s99s", "5m")


def riichi(hand: str, winning: str, source: str | None = None, **more: Any) -> dict[str, Any]:
    extra = {name: more.pop(name) for name in ("dora", "ura", "honba", "deposits", "liable") if name in more}
    written = record("riichi", hand, winning, source, **more)
    written |= {"dora_indicators": extra.get("dora", ""), "ura_indicators": extra.get("ura", "")}
    written |= {name: extra[name] for name in ("honba", "deposits", "liable") if name in extra}
    return score(written)


def worth(*hand: Any, **more: Any) -> tuple[Any, ...]:
    result = riichi(*hand, **more)
    return result["total"], result["fu"], result["level"]


# items by option


def test_open_tanyao_is_an_option() -> None:
    called = {"melds": "C234m C678m"}
    assert riichi("34p678s22s", "5p", "E", **called)["items"] == {"tanyao": 1}
    assert riichi("34p678s22s", "5p", "E", **called, open_tanyao=False)["reason"] == "below-minimum"
    assert riichi("234m678m34p678s22s", "5p", "E", open_tanyao=False)["items"] == {"tanyao": 1, "pinfu": 1}


def test_ippatsu_ura_and_kan_dora_can_be_left_out() -> None:
    hand = {"flags": ("riichi", "ippatsu"), "dora": "1m8s", "ura": "2m8s"}
    full = riichi("234m67m345p678s99s", "5m", "E", **hand)["items"]
    assert full == {"riichi": 1, "ippatsu": 1, "pinfu": 1, "dora": 1, "kan-dora": 2, "ura": 3}
    bare = riichi(*PINFU, "E", **hand, ippatsu=False, ura_dora=False, kan_dora=False)["items"]
    assert bare == {"riichi": 1, "pinfu": 1, "dora": 1}


def test_ura_count_for_riichi_only() -> None:
    assert "ura" not in riichi(*PINFU, dora="1m", ura="2m")["items"]
    assert riichi(*PINFU, dora="9p", ura="2m", flags=("double-riichi",))["items"]["ura"] == 1


def test_dora_alone_is_no_yaku() -> None:
    assert riichi("34p678s22s", "5p", "E", melds="C123m C678m", dora="1s4p")["reason"] == "below-minimum"


@pytest.mark.parametrize(("indicator", "tile"), [("9m", "1m"), ("4z", "1z"), ("7z", "5z"), ("5z", "6z"), ("0p", "6p")])
def test_indicators_run_in_a_circle(indicator: str, tile: str) -> None:
    hand = {"1m": "123m", "1z": "111z", "5z": "555z", "6z": "666z", "6p": "666p"}[tile]
    result = riichi(f"{hand}345p678s234s9s", "9s", flags=("riichi",), dora=indicator, red_fives=3)
    assert result["items"]["dora"] == hand.count(tile[0])


def test_red_fives_count_each() -> None:
    assert riichi("234m067p345s678s8s", "8s", "E", red_fives=3)["items"]["red"] == 1
    two = ("005p234m678m234s2s", "2s", "E")
    assert riichi(*two, red_fives=3)["reason"] == "too-many-copies"
    assert riichi(*two, red_fives=4)["items"]["red"] == 2
    assert riichi("00p234m678m234s22s", "0p", "E", red_fives=4)["reason"] == "too-many-copies"


def test_a_record_with_red_fives_is_of_a_set_that_has_them() -> None:
    """Example 17 holds one and states no option; only who says that there is none is contradicted."""
    hand = ("234m067p345s678s8s", "8s", "E")
    assert riichi(*hand)["items"]["red"] == 1
    assert riichi(*hand, kiriage=False)["items"]["red"] == 1
    assert riichi("234m567p345s678s8s", "8s", "E", flags=("riichi",), dora="0s")["items"]["dora"] == 1
    with pytest.raises(RecordError) as caught:
        riichi(*hand, red_fives=0)
    assert (caught.value.field, caught.value.tile) == ("hand", "0p")


def test_the_four_ways_of_renhou() -> None:
    hand = {"flags": ("earthly",), "dora": "1m"}
    assert riichi(*PINFU, "E", **hand)["items"] == {"renhou": 5}
    assert riichi(*PINFU, "E", **hand, renhou="off")["items"] == {"pinfu": 1, "dora": 1}
    assert riichi(*PINFU, "E", **hand, renhou="yakuman")["items"] == {"renhou": 13}
    many = ("2233445566778m", "8m", "E")
    alone, most = riichi(*many, **hand), riichi(*many, **hand, renhou="mangan-min")
    assert (alone["items"], alone["level"]) == ({"renhou": 5}, "mangan")
    assert "renhou" not in most["items"]
    assert most["total"] > 5


def test_the_first_draw_of_others_than_the_dealer_is_chiihou() -> None:
    assert riichi(*PINFU, flags=("earthly",))["items"] == {"chiihou": 13}
    assert riichi(*PINFU, flags=("heavenly",), seat="E")["items"] == {"tenhou": 13}


DOUBLES = {
    "suuankou-tanki": (("111m333p555s777s2z", "2z", "E"), "suuankou"),
    "kokushi-13": (("19m19p19s1234567z", "1m", "E"), "kokushi"),
    "junsei-chuuren": (("1112345678999p", "4p", "E"), "chuuren"),
}


@pytest.mark.parametrize("name", DOUBLES)
def test_a_yakuman_is_worth_two_where_the_house_says_so(name: str) -> None:
    hand, item = DOUBLES[name]
    assert riichi(*hand)["items"][item] == 13
    double = riichi(*hand, double_yakuman=[name])
    assert (double["items"][item], double["yakuman"], double["payments"]["S"]) == (26, 2, 64_000)


def test_four_big_winds_may_be_worth_two() -> None:
    hand = {"melds": "P111z P222z P333z"}
    assert riichi("44z5p5p", "4z", "E", **hand)["items"] == {"daisuushii": 13}
    assert riichi("44z5p5p", "4z", "E", **hand, double_yakuman=["daisuushii"])["yakuman"] == 2


def test_yakuman_add_up_only_where_they_are_stacked() -> None:
    hand = ("111z222z555z66z77z", "7z")
    single, stacked = riichi(*hand), riichi(*hand, yakuman_stack=True)
    assert set(single["items"]) == {"suuankou", "tsuuiisou"}
    assert (single["total"], single["yakuman"]) == (13, 1)
    assert (stacked["total"], stacked["yakuman"], stacked["payments"]["E"]) == (26, 2, -32_000)


def test_a_yakuman_comes_before_a_counted_one_of_the_same_worth() -> None:
    hand = ("22p444p666p777p88p", "8p")
    result = riichi(*hand, seat="E", flags=("double-riichi",), dora="3p", kazoe="yakuman")
    assert result["items"] == {"suuankou": 13}


# fu


def test_fu_of_a_double_wind_pair() -> None:
    hand: dict[str, Any] = {"melds": "P999m A7777z", "seat": "E"}
    assert worth("11124s11z", "3s", **hand) == (1, 70, "")
    assert worth("11124s11z", "3s", **hand, double_wind_pair_fu=4) == (1, 80, "")


def test_a_kan_draw_may_give_no_fu_for_the_draw() -> None:
    """20, closed kans 32 and 16, a closed wait 2, and 2 for the draw."""
    hand: dict[str, Any] = {"melds": "A3333z A7777p", "flags": ("replacement",)}
    assert worth("12346p88s", "5p", **hand)[1] == 80
    assert worth("12346p88s", "5p", **hand, rinshan_tsumo_fu=False)[1] == 70


def test_kiriage_and_counted_yakuman() -> None:
    hand = {"flags": ("riichi", "ippatsu"), "dora": "1m"}
    assert worth(*PINFU, "E", **hand) == (4, 30, "mangan")
    assert worth(*PINFU, "E", **hand, kiriage=False) == (4, 30, "")
    many = {"flags": ("riichi", "ippatsu"), "dora": "1s1s1s1s9p"}
    assert worth("2223334445566s", "6s", "E", **many)[2] == "sanbaiman"
    assert worth("2223334445566s", "6s", "E", **many, kazoe="yakuman")[2] == "counted-yakuman"


# payments


def test_liability_for_one_of_two_yakuman() -> None:
    hand: dict[str, Any] = {"melds": "P555z P666z P777z", "liable": "N", "yakuman_stack": True}
    part = riichi("1122z", "1z", **hand)["payments"]
    assert part == {"E": -16_000, "S": 64_000, "W": -8_000, "N": -40_000}
    whole = riichi("1122z", "1z", **hand, pao_scope="whole-hand")["payments"]
    assert whole == {"E": 0, "S": 64_000, "W": 0, "N": -64_000}
    ron = riichi("1122z", "1z", "W", **hand, honba=1)["payments"]
    assert ron == {"E": 0, "S": 64_300, "W": -48_300, "N": -16_000}


def test_liability_only_for_the_yakuman_of_the_house() -> None:
    hand = {"melds": "P555z P666z P777z", "liable": "N"}
    assert riichi("345p2z", "2z", "W", **hand, pao=[])["payments"]["N"] == 0
    kans = {"melds": "K1111m K2222p K3333s K5555z", "liable": "N"}
    assert riichi("2z", "2z", None, **kans)["payments"]["E"] == -16_000
    assert riichi("2z", "2z", None, **kans, pao=["suukantsu"])["payments"]["N"] == -32_000


def test_the_liable_discarder_pays_as_any_discarder() -> None:
    hand = {"melds": "P555z P666z P777z", "liable": "W"}
    assert riichi("345p2z", "2z", "W", **hand)["payments"]["W"] == -32_000


# records


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"honba": -1}, "honba"),
        ({"honba": "2"}, "honba"),
        ({"deposits": 1.5}, "deposits"),
        ({"liable": "Q"}, "liable"),
        ({"liable": "S"}, "liable"),
        ({"dora_indicators": "1f"}, "dora_indicators"),
        ({"dora_indicators": ["1m"]}, "dora_indicators"),
        ({"flags": ["riichi"], "ura_indicators": "9z"}, "ura_indicators"),
    ],
)
def test_the_wrong_field_is_named(fields: dict[str, Any], field: str) -> None:
    written = record("riichi", *PINFU)
    with pytest.raises(RecordError) as caught:
        score({**written, **fields})
    assert caught.value.field == field


def test_riichi_needs_a_concealed_hand() -> None:
    with pytest.raises(RecordError, match="concealed"):
        riichi("34p678s22s", "5p", "E", melds="C234m C678m", flags=("riichi",))


def test_options_that_cannot_both_hold_are_named() -> None:
    with pytest.raises(OptionError) as caught:
        configure("riichi", {"tobi-at-zero": True})
    assert (caught.value.option, caught.value.other) == ("tobi-at-zero", "tobi")


def test_every_profile_is_a_game() -> None:
    for profile in ("ema2016", "ema2025", "wrc", "mleague", "jpml-a", "online"):
        assert configure("riichi", {}, profile).profile == profile


# explanations


def some_hands(number: int) -> list[dict[str, Any]]:
    rng = random.Random(20)
    dealers = (Dealer(rng), Dealer(rng, three_players=True))
    return [dealers[at % 2].record() for at in range(number)]


def test_the_fu_explained_line_by_line_are_those_of_the_hand() -> None:
    for hand in some_hands(600):
        result = score({**hand, "explain": True})
        if not result["legal"] or result["fu"] is None:
            continue
        steps = result["explain"]["conversion"]
        parts = [row["args"]["fu"] for row in steps if row["key"].startswith("fu.")]
        last = [row["args"]["fu"] for row in steps if row["key"] in ("fu.sum", "fu.rounded", "fu.fixed")]
        single = [row for row in steps if row["key"].startswith("fu.") and row["key"] not in
                  ("fu.sum", "fu.rounded", "fu.fixed")]  # fmt: skip
        assert (last or parts)[-1] == result["fu"], hand
        assert -(-sum(row["args"]["fu"] for row in single) // 10) * 10 == -(-result["fu"] // 10) * 10


def test_the_payments_explained_are_those_of_the_hand() -> None:
    for hand in some_hands(300):
        result = score({**hand, "explain": True})
        if result["legal"]:
            paid = dict.fromkeys("ESWN", 0)
            for row in result["explain"]["payments"]:
                paid[row["payer"]] -= row["amount"]
                paid[row["payee"]] += row["amount"]
            assert paid == result["payments"]
            assert sum(paid.values()) == 0


WAYS_TO_PAY = {
    ("S", None): {"E": "line.self-draw-dealer", "W": "line.self-draw", "N": "line.self-draw"},
    ("E", None): dict.fromkeys("SWN", "line.self-draw-dealer"),
    ("S", "W"): {"W": "line.discarder-alone"},
    ("E", "W"): {"W": "line.discarder-alone-dealer"},
    ("S", "robbed W"): {"W": "line.robbed-alone"},
    ("E", "robbed W"): {"W": "line.robbed-alone-dealer"},
}


@pytest.mark.parametrize(("seat", "source"), WAYS_TO_PAY)
def test_every_payment_says_why_it_is_made(seat: str, source: str | None) -> None:
    result = score(record("riichi", *PINFU, source, seat=seat, flags=("riichi",)) | {"explain": True})
    assert {row["payer"]: row["key"] for row in result["explain"]["payments"]} == WAYS_TO_PAY[seat, source]


def test_an_open_hand_without_fu_is_given_two() -> None:
    result = score(record("riichi", "34p67822s", "5p", "E", melds="C234m C678m") | {"explain": True})
    lines = [(row["key"], row["args"]["fu"]) for row in result["explain"]["conversion"] if row["key"].startswith("fu.")]
    assert lines == [("fu.start", 20), ("fu.open-flat", 2), ("fu.sum", 22), ("fu.rounded", 30)]


# hints


def test_waits_come_with_their_worth() -> None:
    found = waits(configure("riichi"), record("riichi", "234m67m345p678s99s", "1m", flags=("riichi",)))
    assert [(wait.tile, wait.left, wait.total) for wait in found] == [("5m", 4, 3), ("8m", 4, 3)]


def test_a_wait_for_a_fifth_tile_is_tenpai_only_where_the_house_says_so() -> None:
    hand = record("riichi", "1111m456p789p123s", "1m")
    assert tenpai_waits(configure("riichi"), hand) == ()
    assert tenpai_waits(configure("riichi", {"fifth-tile": True}), hand) == ("1m",)
    assert tenpai_waits(configure("riichi"), record("riichi", "19m19p19s1234567z", "1m"))[:2] == ("1m", "9m")


def test_three_kinds_of_furiten() -> None:
    game = configure("riichi")
    assert furiten(game, ["5m", "8m"], ["1z", "0m"], False) == [("lock.furiten", "")]
    assert furiten(game, ["5m", "8m"], ["1z"], True) == [("lock.furiten-temporary", "own-draw")]
    assert furiten(game, ["5m", "8m"], [], True, True) == [("lock.furiten-riichi", "")]
    assert furiten(game, ["5m"], ["6m"], False) == []
    old = configure("riichi", {"temporary-furiten": "own-draw-or-call"})
    assert furiten(old, ["5m"], [], True) == [("lock.furiten-temporary-or-call", "own-draw-or-call")]


# explanations


def explained(hand: dict[str, Any], **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = score({**hand, **more, "explain": True})["explain"]
    return found


def shown(hand: dict[str, Any], **more: Any) -> dict[str, list[str]]:
    dora = ("dora", "kan-dora", "ura", "red", "kita")
    return {row["id"]: row["tiles"] for row in explained(hand, **more)["items"] if row["id"] in dora}


def test_an_explanation_shows_the_tiles_that_are_dora() -> None:
    """8s makes 9s dora, 4m the fives; the same indicator twice counts twice, one that finds nothing is silent."""
    hand = record("riichi", "234m67m340p678s99s", "0m", flags=("riichi",), red_fives=3)
    more = {"dora_indicators": "8s1z4m", "ura_indicators": "8s8s1z"}
    assert shown(hand, **more) == {"dora": ["99s"], "kan-dora": ["5m"], "ura": ["99s", "99s"], "red": ["0m", "0p"]}
    alone = {**hand, "options": {"red-fives": 3, "kan-dora": False}}
    assert shown(alone, **more) == {"dora": ["99s"], "ura": ["99s"], "red": ["0m", "0p"]}


def test_an_explanation_shows_the_norths_that_are_set_aside() -> None:
    hand = record("sanma", "234p67p345s678s44z", "5p", flags=("riichi",))
    assert shown(hand, kita=1, dora_indicators="3z") == {"dora": ["444z"], "kita": ["4z"]}
    always = {**hand, "options": {"north": "always-dora"}}
    assert shown(always, kita=1, dora_indicators="3z") == {"dora": ["444z"], "kita": ["444z"]}


def test_an_explanation_says_what_the_winner_takes_from_the_table() -> None:
    hand = record("riichi", "234m67m345p678s99s", "5m", "E")
    assert explained(hand, deposits=2)["taken"] == [{"payee": "S", "amount": 2000, "key": "line.sticks-taken"}]
    assert explained(hand)["taken"] == []


# what is kept from hand to hand

HONOURS = (
    "35m11122233344z", "35m11122233355z", "35m234s22244466z", "35m234s33377755z", "35m234s55566677z",
    "35m234s55566644z", "35m234s11155522z", "35m99m234567s111z", "35m111999p22s111z", "35m22s555666777z",
)  # fmt: skip
"""Winning with 4m: little dragons, little winds, all three dragons, and hands that differ from them in the pair, in
whose a wind is, or in what their three triplets are of."""


def test_yaku_of_honours_are_the_same_whatever_was_scored_before() -> None:
    game = configure("riichi")
    for hand, seat, round_wind in product(HONOURS, "ESWN", "ES"):
        written = record("riichi", hand, "4m", seat=seat, round_wind=round_wind)
        assert game.score(written) == configure("riichi").score(written)


@pytest.mark.parametrize("ruleset", ["riichi", "hong-kong-old"])
def test_a_result_is_its_askers_own(ruleset: str) -> None:
    written = record(ruleset, "111222333m444p5s", "5s", "E")
    kept = deepcopy(first := score(written))
    for part in (first["items"], first["payments"], first):
        part.clear()
    assert score(written) == kept


@pytest.mark.parametrize("value", [True, 3.0, "3", None, 5])
def test_options_are_told_from_those_of_the_record_before(value: Any) -> None:
    written = record("riichi", *PINFU, "E", red_fives=3)
    score(written)
    score(written)
    for options in ({"red-fives": value}, {"red-fives": 3, "kiriage": 3}, {"kuikae": 3}):
        with pytest.raises(OptionError):
            score(written | {"options": options})
    assert game_of(written | {"options": {"red-fives": 4}}).options["red-fives"] == 4
    assert game_of(written | {"options": {}}).options["red-fives"] == 0
    assert game_of(written).options["red-fives"] == 3
    for ruleset in ("riichi", "sanma"):
        assert game_of(written | {"ruleset": ruleset, "options": {"red-fives": 0}}).ruleset == ruleset
