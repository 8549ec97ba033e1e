"""Cases of what is paid during a hand, and of whole hands, which have no hand of one winner."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.words.catalogue import catalogue
from controller.languages import LANGUAGES
from controller.rules import explain_text, score
from controller.rules.errors import RecordError
from tests.controller.rules.rule_records import CASES

EVENTS = [
    json.loads(line)
    for path in sorted((CASES / "events").glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("record", EVENTS, ids=lambda record: record["id"])
def test_a_case_comes_to_what_its_sheet_says(record: dict[str, Any]) -> None:
    assert score({name: value for name, value in record.items() if name != "expect"}) == record["expect"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("record", EVENTS, ids=lambda record: record["id"])
def test_a_case_is_explained_in_every_language(record: dict[str, Any], language: str) -> None:
    lines = explain_text(score({**record, "explain": True})["explain"], catalogue(language))
    assert not any("{" in line for line in lines)


WIN = {"seat_wind": "S", "hand": "12345678m22p", "melds": [{"kind": "pung", "tiles": "555p", "concealed": False}],
       "winning_tile": "9m", "win": "self-draw", "discarder": None, "flags": [], "void": "s"}  # fmt: skip
KONG = {"event": "claimed-kong", "seat": "E", "from": "S", "tile": "1s"}


@pytest.mark.parametrize(
    ("part", "field"),
    [
        ({"events": "win"}, "events"),
        ({"events": ["win"]}, "events[0]"),
        ({"events": [{"event": "rain"}]}, "events[0].event"),
        ({"events": [{**KONG, "seat": "X"}]}, "events[0].seat"),
        ({"events": [{**KONG, "from": None}]}, "events[0].from"),
        ({"events": [{**KONG, "from": "E"}]}, "events[0].from"),
        ({"events": [{**KONG, "tiles": "1111s"}]}, "events[0].tiles"),
        ({"events": [{"event": "win", "wins": []}]}, "events[0].wins"),
        ({"events": [{"event": "win", "wins": [{**WIN, "seat_wind": 1}]}]}, "events[0].wins[0].seat_wind"),
        ({"events": [{"event": "win", "wins": [WIN, {**WIN, "seat_wind": "W"}]}]}, "events[0].wins"),
        ({"events": []}, "losers"),
        ({"events": [], "losers": {"E": {}}}, "hand"),
        ({"events": [{"event": "win", "wins": [WIN]}], "losers": {"S": {}}}, "losers.S"),
        ({"events": [], "hand": "1m"}, "hand"),
    ],
)
def test_a_whole_hand_that_cannot_be_read_names_its_field(part: dict[str, Any], field: str) -> None:
    with pytest.raises(RecordError) as error:
        score({"ruleset": "sichuan", **part})
    assert error.value.field == field
