"""A field that no record has is an error that names it and the field it is probably meant to be."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import OptionError, RecordError, game_of, ruleset, score
from controller.rules.hand.fields import MELD, RECORD
from controller.walls import wall_record
from tests.controller.rules.rule_records import record, worked_cases

HAND = record("hong-kong-old", "123m456p789s1122z", "2z", "E", min_faan=0)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("discader", "discarder"),
        ("Seat-Wind", "seat_wind"),
        ("winning tile", "winning_tile"),
        ("flower", "flowers"),
        ("flag", "flags"),
        ("dora", "dora_indicators"),
        ("ura-indicators", "ura_indicators"),
        ("meld", "melds"),
        ("option", "options"),
    ],
)
def test_a_misspelt_field_is_named_with_the_one_it_is_meant_to_be(name: str, nearest: str) -> None:
    with pytest.raises(RecordError) as caught:
        score({**HAND, name: "1f"})
    assert (caught.value.field, caught.value.remedy) == (name, f"write {nearest}")


def test_the_misspelt_field_is_named_and_not_the_one_that_is_missing_for_it() -> None:
    misspelt = {("discader" if name == "discarder" else name): value for name, value in HAND.items()}
    with pytest.raises(RecordError) as caught:
        score(misspelt)
    assert caught.value.field == "discader"


@pytest.mark.parametrize("name", ["xyz", "losers"])
def test_a_field_like_no_other_gets_the_list_of_all(name: str) -> None:
    with pytest.raises(RecordError) as caught:
        score({**HAND, name: 1})
    assert caught.value.field == name
    assert "discarder, dora_indicators" in caught.value.remedy


@pytest.mark.parametrize(("name", "nearest"), [("form", "from"), ("conceal", "concealed"), ("add", "added")])
def test_a_misspelt_field_of_a_meld_is_named_with_its_place(name: str, nearest: str) -> None:
    meld = {"kind": "pung", "tiles": "111z", name: "E"}
    with pytest.raises(RecordError) as caught:
        score({**HAND, "hand": "123m456p789s2z", "melds": [meld]})
    assert (caught.value.field, caught.value.remedy) == (f"melds[0].{name}", f"write {nearest}")


def test_a_misspelt_field_of_a_wall_record_is_named_too() -> None:
    with pytest.raises(RecordError) as caught:
        wall_record({"ruleset": "hong-kong-old", "dice": [1, 2, 3], "dealer_set": 0})
    assert (caught.value.field, caught.value.remedy) == ("dealer_set", "write dealer_seat")


def test_every_field_of_the_worked_cases_is_known() -> None:
    cases: list[dict[str, Any]] = worked_cases()
    for case in cases:
        assert set(case) <= RECORD | ruleset(case["ruleset"]).fields | game_of(case).tiles.fields, case["id"]
    assert {name for case in cases for meld in case["melds"] for name in meld} <= MELD


def test_a_record_may_name_a_profile() -> None:
    hand = next(case for case in worked_cases() if case["id"] == "riichi-07-kiriage")
    hand = {**hand, "options": {}}
    paid = [score(hand | named)["payments"]["N"] for named in ({}, {"profile": "ema2016"}, {"profile": None})]
    assert paid == [-8000, -7700, -8000]
    assert score({**hand, "profile": "ema2016", "options": {"kiriage": True}})["payments"]["N"] == -8000
    with pytest.raises(OptionError) as caught:
        score({**hand, "profile": "nobody"})
    assert "mleague" in caught.value.allowed
    with pytest.raises(RecordError) as refused:
        score({**hand, "profile": 3})
    assert refused.value.field == "profile"
