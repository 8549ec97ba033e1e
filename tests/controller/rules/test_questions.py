"""Waits, claims and payments as records: every ruleset answers, and wrong records name their field."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import RulesError, configure, rulesets
from controller.rules.hand.tiles import FIRST, NAMES, RED_DRAGON
from controller.rules.questions.paytable import example_total, payments
from controller.rules.questions.records import claims_record, waits_record
from tests.controller.rules.rule_records import CONDITIONS_OFF, PAIR

READY: dict[str, Any] = {
    "hand": "99m234567p23s777z", "win": "discard", "seat_wind": "S", "round_wind": "E", "discarder": "W",
}  # fmt: skip
FIFTH_SET = "678m"
"""What the hand holds besides where five sets are played."""
SECOND_BAMBOO = FIRST["s"] + 1
WAITS = {"american": ("6p", "4s")}
"""Where that hand cannot win, those of the hand in its place."""
LEAST = {
    "hong-kong-old": 3, "hong-kong-new": 3, "riichi": 1, "sanma": 1, "mcr": 8, "korean": 2, "shanxi-lisi": 5,
    "singapore": 1, "tianjin": 2, "three-player": 3, "pussers-bones": 50, "san-hako": 1,
}  # fmt: skip


def ready_hand(ruleset: str) -> dict[str, Any]:
    more = FIFTH_SET if configure(ruleset).tiles.sets == 5 else ""
    dragons = RED_DRAGON in configure(ruleset).tiles.kinds
    hand = READY["hand"] if dragons else READY["hand"].replace("777z", "777m")
    hand = hand.replace("99m", PAIR.get(ruleset, "99m"))
    if ruleset == "sichuan":
        hand = "99234567p23777s"  # no more than two suits
    if ruleset == "pussers-bones":
        hand = "1144s333p555m777z"  # pungs alone
    hand = hand.replace("s", open_suit(ruleset))
    if ruleset == "american":
        hand = "12f2222s444s666p1j"  # a line of the card
    drawn = {} if "discard" in configure(ruleset).asks.sources else {"win": "self-draw", "discarder": None}
    return {**READY, **drawn, "ruleset": ruleset, "hand": more + hand}


def open_suit(ruleset: str) -> str:
    """The suit in which the ready hand waits: bamboos, where they are in the set."""
    return "s" if SECOND_BAMBOO in configure(ruleset).tiles.kinds else "m"


def awaited(ruleset: str) -> tuple[str, str]:
    """The tiles that complete the ready hand of a game."""
    suit = open_suit(ruleset)
    return WAITS.get(ruleset, (f"1{suit}", f"4{suit}"))


@pytest.mark.parametrize("name", rulesets())
def test_every_ruleset_says_what_a_wait_lacks(name: str) -> None:
    answer = waits_record({**ready_hand(name), "options": CONDITIONS_OFF.get(name, {})})
    assert answer["minimum"] == LEAST.get(name, 0)
    tiles = configure(name).tiles
    jokers = [] if tiles.exposures else [NAMES[joker] for joker in sorted(tiles.jokers)]  # they are not claimed there
    assert [wait["tile"] for wait in answer["waits"]] == [*awaited(name), *jokers]
    missing = {"hong-kong-old": [2, 2], "hong-kong-new": [1, 1], "mcr": [3, 2], "three-player": [1, 1]}.get(
        name, [0, 0]
    )
    missing = [*missing, *(0 for _ in jokers)]
    assert [wait["missing"] for wait in answer["waits"]] == missing
    assert [wait["legal"] for wait in answer["waits"]] == [not short for short in missing]


@pytest.mark.parametrize("name", rulesets())
def test_what_a_complete_hand_lacks(name: str) -> None:
    answer = waits_record(
        {**ready_hand(name), "options": CONDITIONS_OFF.get(name, {}), "winning_tile": f"4{open_suit(name)}"}
    )
    assert answer["lacks"] == answer["waits"][1]["missing"]


def locks(ruleset: str, *, options: Any = None, **seen: Any) -> list[tuple[str, list[str]]]:
    answer = waits_record({**READY, "ruleset": ruleset, "options": options or {}, "seen": seen})
    return [(lock["key"], lock["tiles"]) for lock in answer["locks"]]


def test_each_ruleset_bars_what_its_sheet_bars() -> None:
    seen = {"discards": "1s", "since_draw": "4s", "passed_win": True, "passed_triplets": "5p"}
    passed = ("lock.passed-win", [])
    assert locks("hong-kong-old", **seen) == []
    assert locks("base-and-doubles", **seen) == []
    assert locks("mcr", **seen) == []
    assert locks("chinese-traditional", **seen) == [("lock.sacred-discard", ["4s"]), passed]
    assert locks("cantonese-old", **seen) == [passed, ("lock.passed-triplet", ["5p"])]
    assert locks("three-player", **seen) == [("lock.own-discard", ["1s"])]
    assert locks("three-player", options={"scoring": "hong-kong"}, **seen) == []
    for name in ("riichi", "sanma"):
        assert locks(name, **seen) == [("lock.furiten", []), ("lock.furiten-temporary", [])]
    assert locks("riichi", discards="9m", passed_after_riichi=True) == [("lock.furiten-riichi", [])]


def granted(ruleset: str, *wins: int, **options: Any) -> list[int]:
    bids = [{"seat": seat, "claim": "win"} for seat in wins]
    answer = claims_record({"ruleset": ruleset, "options": options, "discarder": 0, "bids": bids})
    return [row["seat"] for row in answer["granted"]]


def test_several_winners_in_riichi_and_sanma() -> None:
    assert granted("riichi", 3, 1) == [1, 3]
    assert granted("riichi", 3, 2, 1) == [1, 2, 3]
    assert granted("sanma", 2, 1) == [1, 2]
    assert granted("riichi", 3, 1, **{"multiple-winners": "head-bump"}) == [1]
    assert granted("riichi", 3, 1, **{"multiple-winners": "double-only"}) == [1, 3]
    assert granted("riichi", 3, 2, 1, **{"multiple-winners": "double-only"}) == []
    assert granted("riichi", 3, 2, 1, sancha=True) == []
    assert granted("mcr", 3, 1) == [1]


def test_nobody_gets_a_discard_to_win_in_a_game_that_is_won_from_the_wall_alone() -> None:
    bids = [{"seat": 1, "claim": "win"}, {"seat": 2, "claim": "pung"}]
    answer = claims_record({"ruleset": "tianjin", "discarder": 0, "bids": bids})
    assert answer["granted"] == [{"seat": 2, "claim": "pung"}]
    assert [bid["key"] for bid in answer["bids"]] == ["claim.no-win", "claim.alone"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"ruleset": None}, "ruleset"),
        ({"profile": 3}, "profile"),
        ({"hand": "123m"}, "hand"),
        ({"seen": []}, "seen"),
        ({"seen": {"thought": "1m"}}, "seen.thought"),
        ({"seen": {"passed_win": 1}}, "seen.passed_win"),
        ({"seen": {"discards": "1w"}}, "seen.discards"),
        ({"seen": {"discards": 5}}, "seen.discards"),
        ({"win": "luck"}, "win"),
    ],
)
def test_a_wrong_question_about_waits_names_its_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(RulesError) as error:
        waits_record({**READY, "ruleset": "mcr", **change})
    assert error.value.field == field


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"discarder": 4}, "discarder"),
        ({"discarder": True}, "discarder"),
        ({"bids": None}, "bids"),
        ({"bids": [{"seat": 1, "claim": "chow"}] * 2}, "bids"),
        ({"bids": [{"seat": 1, "claim": "chow"}] * 4}, "bids"),
        ({"bids": [5]}, "bids[0]"),
        ({"bids": [{"seat": 0, "claim": "chow"}]}, "bids[0].seat"),
        ({"bids": [{"seat": 1, "claim": "pong"}]}, "bids[0].claim"),
        ({"bids": [{"seat": 1, "claim": ["win"]}]}, "bids[0].claim"),
        ({"bids": [{"seat": 1, "claim": "win", "total": -1}]}, "bids[0].total"),
        ({"bids": [{"seat": 1, "claim": "win", "items": [1]}]}, "bids[0].items"),
    ],
)
def test_a_wrong_question_about_claims_names_its_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(RulesError) as error:
        claims_record({"ruleset": "mcr", "discarder": 0, "bids": [], **change})
    assert error.value.field == field


@pytest.mark.parametrize(
    ("name", "total", "self_draw", "from_dealer"),
    [
        ("hong-kong-old", 5, {"E": 8, "W": 4, "N": 4}, {"E": 8, "W": 2, "N": 2}),
        ("chinese-traditional", 10, {"E": 20, "W": 10, "N": 10}, {"E": 40}),
        ("base-and-doubles", 3, {"E": 16, "W": 8, "N": 8}, {"E": 32, "W": 8, "N": 8}),
        ("cantonese-old", 3, {"E": 8, "W": 8, "N": 8}, {"E": 8, "W": 4, "N": 4}),
        ("riichi", 5, {"E": 4000, "W": 2000, "N": 2000}, {"E": 8000}),
        ("sanma", 5, {"E": 4000, "W": 2000}, {"E": 8000}),
        ("mcr", 10, {"E": 18, "W": 18, "N": 18}, {"E": 18, "W": 8, "N": 8}),
    ],
)
def test_the_payment_table_of_every_sheet(
    name: str, total: int, self_draw: dict[str, int], from_dealer: dict[str, int]
) -> None:
    game = configure(name)
    assert example_total(game) == total
    south = [row for row in payments(game, [total]) if row["winner"] == "S"]
    assert south[0]["pays"] == self_draw
    assert next(row["pays"] for row in south if row["discarder"] == "E") == from_dealer


def ready(ruleset: str, hand: str, seen: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    record = {"ruleset": ruleset, "hand": hand, "seat_wind": "S", "round_wind": "E", **more}
    return waits_record(record | ({"seen": seen} if seen else {}))


def test_what_lies_open_may_no_longer_come() -> None:
    hand = "234567m23p678s55s"
    seen = {"discards": "9m1p", "since_draw": "1p", "open": "1p4p4p"}
    answer = ready("riichi", hand, seen, dora_indicators="4p")
    assert [(wait["tile"], wait["left"], wait["unseen"]) for wait in answer["waits"]] == [("1p", 4, 2), ("4p", 4, 1)]
    norths = ready("sanma", "123456789p11s44z", kita=1)
    assert [(wait["tile"], wait["left"], wait["unseen"]) for wait in norths["waits"]] == [("1s", 2, 2), ("4z", 2, 1)]


def test_sanma_waits_only_for_tiles_of_its_set() -> None:
    with pytest.raises(RulesError) as error:
        ready("sanma", "13m234567p999s55z")
    assert (error.value.field, getattr(error.value, "tile", None)) == ("hand", "3m")
    assert [wait["tile"] for wait in ready("sanma", "1199m234567p999s")["waits"]] == ["1m", "9m"]
    waits = ready("sanma", "234567p23678s55z", options={"remove": "3x34"})["waits"]
    assert [(wait["tile"], wait["left"]) for wait in waits] == [("1s", 3), ("4s", 3)]


def test_a_tile_may_be_worth_a_win_only_when_it_is_drawn() -> None:
    """Eight points with the two of a self-draw and of a concealed hand, not on a discard."""
    wait = ready("mcr", "99m234567p23s777z")["waits"][1]
    assert (wait["tile"], wait["legal"], wait["claimable"]) == ("4s", True, False)
    assert [(way["win"], way["legal"], way["missing"]) for way in wait["wins"]] == [
        ("self-draw", True, 0), ("discard", False, 2), ("discard", False, 2), ("discard", False, 2),
    ]  # fmt: skip


def test_a_locked_tile_may_not_be_claimed_and_the_others_may() -> None:
    answer = ready("chinese-traditional", "123456m23p777s55z", {"since_draw": "4p"})
    assert [(wait["tile"], wait["bars"], wait["claimable"]) for wait in answer["waits"]] == [
        ("1p", [], True), ("4p", ["lock.sacred-discard"], False),
    ]  # fmt: skip
    answer = ready("riichi", "234567m23p678s55s", {"discards": "4p"})
    assert [(wait["bars"], wait["claimable"]) for wait in answer["waits"]] == [(["lock.furiten"], False)] * 2


def test_flags_count_only_where_they_can_be_true() -> None:
    wait, _ = ready("riichi", "99m234567p23s777z", flags=["last-tile"])["waits"]
    assert ["haitei" in way["items"] for way in wait["wins"]] == [True, False, False, False]


def test_a_hand_of_another_game_is_refused_before_it_is_tried() -> None:
    with pytest.raises(RulesError) as error:
        ready("hong-kong-old", "234067m23p678s55s")
    assert (error.value.field, getattr(error.value, "tile", None)) == ("hand", "0m")


def test_each_claim_is_told_why() -> None:
    def told(ruleset: str, *bids: dict[str, Any], **options: Any) -> list[tuple[int, bool, str]]:
        answer = claims_record({"ruleset": ruleset, "options": options, "discarder": 0, "bids": list(bids)})
        return [(bid["seat"], bid["granted"], bid["key"]) for bid in answer["bids"]]

    def win(seat: int, **more: Any) -> dict[str, Any]:
        return {"seat": seat, "claim": "win", **more}

    chow, far_chow, pung = {"seat": 1, "claim": "chow"}, {"seat": 2, "claim": "chow"}, {"seat": 3, "claim": "pung"}
    assert told("mcr", far_chow) == [(2, False, "claim.not-next")]
    assert told("mcr", chow) == [(1, True, "claim.alone")]
    assert told("sanma", chow) == [(1, False, "claim.no-chows")]
    assert told("mcr", chow, pung) == [(3, True, "claim.set"), (1, False, "claim.set-first")]
    assert told("mcr", chow, pung, win(2)) == [
        (2, True, "claim.win"), (3, False, "claim.win-first"), (1, False, "claim.win-first"),
    ]  # fmt: skip
    assert told("mcr", win(3), win(1)) == [(1, True, "claim.nearest"), (3, False, "claim.nearest-other")]
    highest = {"multiple-winners": "highest"}
    assert told("hong-kong-old", win(1, base=4), win(3, base=8), **highest) == [
        (1, False, "claim.highest-other"), (3, True, "claim.highest"),
    ]  # fmt: skip
    assert told("riichi", win(1), win(3)) == [(1, True, "claim.all"), (3, True, "claim.all")]
    assert told("riichi", win(1), win(2), win(3), sancha=True) == [(seat, False, "claim.three") for seat in (1, 2, 3)]
    assert told("cantonese-old", win(1), win(3, items=["thirteen-terminals"])) == [
        (1, False, "claim.terminals-other"), (3, True, "claim.terminals"),
    ]  # fmt: skip


def test_nobody_claims_from_an_empty_chair() -> None:
    with pytest.raises(RulesError) as error:
        claims_record({"ruleset": "sanma", "discarder": 0, "bids": [{"seat": 3, "claim": "win"}]})
    assert error.value.field == "bids[0].seat"


def test_a_game_says_what_it_has_to_know_of_the_player() -> None:
    asked = {name: configure(name).asks.seen for name in rulesets()}
    assert {name: fields for name, fields in asked.items() if fields} == {
        "chinese-traditional": ("since_draw", "passed_win"),
        "cantonese-old": ("passed_win",),
        "riichi": ("discards", "passed_win", "passed_after_riichi"),
        "sanma": ("discards", "passed_win", "passed_after_riichi"),
        "san-hako": ("discards", "passed_win", "passed_after_riichi"),
        "taiwanese": ("passed_win",),
        "sichuan": ("passed_win",),
        "changsha": ("passed_win",),
        "japanese-classical": ("discards", "passed_win"),
        "korean": ("discards", "passed_ready"),
        "three-player": ("discards",),
    }
