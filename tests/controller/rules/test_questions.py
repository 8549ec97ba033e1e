"""Waits, claims and payments as records: every ruleset answers, and wrong records name their field."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import RulesError, configure, rulesets
from controller.rules.questions import claims_record, example_total, payments, waits_record

READY: dict[str, Any] = {
    "hand": "99m234567p23s777z", "win": "discard", "seat_wind": "S", "round_wind": "E", "discarder": "W",
}  # fmt: skip
LEAST = {"hong-kong-old": 3, "riichi": 1, "sanma": 1, "mcr": 8}


@pytest.mark.parametrize("name", rulesets())
def test_every_ruleset_says_what_a_wait_lacks(name: str) -> None:
    answer = waits_record({**READY, "ruleset": name})
    assert answer["minimum"] == LEAST.get(name, 0)
    assert [wait["tile"] for wait in answer["waits"]] == ["1s", "4s"]
    missing = {"hong-kong-old": [2, 2], "mcr": [3, 2]}.get(name, [0, 0])
    assert [wait["missing"] for wait in answer["waits"]] == missing
    assert [wait["legal"] for wait in answer["waits"]] == [not short for short in missing]


@pytest.mark.parametrize("name", rulesets())
def test_what_a_complete_hand_lacks(name: str) -> None:
    answer = waits_record({**READY, "ruleset": name, "winning_tile": "4s"})
    assert answer["lacks"] == answer["waits"][1]["missing"]


def locks(ruleset: str, **seen: Any) -> list[tuple[str, list[str]]]:
    answer = waits_record({**READY, "ruleset": ruleset, "seen": seen})
    return [(lock["key"], lock["tiles"]) for lock in answer["locks"]]


def test_each_ruleset_bars_what_its_sheet_bars() -> None:
    seen = {"discards": "1s", "since_draw": "4s", "passed_win": True, "passed_triplets": "5p"}
    passed = ("lock.passed-win", [])
    assert locks("hong-kong-old", **seen) == []
    assert locks("base-and-doubles", **seen) == []
    assert locks("mcr", **seen) == []
    assert locks("chinese-traditional", **seen) == [("lock.sacred-discard", ["4s"]), passed]
    assert locks("cantonese-old", **seen) == [passed, ("lock.passed-triplet", ["5p"])]
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


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"ruleset": None}, "ruleset"),
        ({"profile": 3}, "profile"),
        ({"hand": "123m"}, "hand"),
        ({"seen": []}, "seen"),
        ({"seen": {"thought": "1m"}}, "seen.thought"),
        ({"seen": {"passed_win": 1}}, "seen.passed_win"),
        ({"seen": {"discards": "1q"}}, "seen.discards"),
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
