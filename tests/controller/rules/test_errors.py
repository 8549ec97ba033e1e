"""What is wrong with a record or an option is named: field, tile, allowed values, the other option."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rule_records import record

from controller.rules import OptionError, RecordError, configure, describe, rulesets, score

GOOD = record("hong-kong-old", "44s888s99p", "4s", "E", melds="P222m P777p")


def wrong(**fields: Any) -> RecordError:
    with pytest.raises(RecordError) as caught:
        score({**GOOD, **fields})
    return caught.value


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"ruleset": "mars"}, "ruleset"),
        ({"hand": None}, "hand"),
        ({"hand": "44s888s99"}, "hand"),
        ({"winning_tile": "4s5s"}, "winning_tile"),
        ({"winning_tile": ""}, "winning_tile"),
        ({"win": "theft"}, "win"),
        ({"seat_wind": "Q"}, "seat_wind"),
        ({"round_wind": None}, "round_wind"),
        ({"discarder": None}, "discarder"),
        ({"discarder": "S"}, "discarder"),
        ({"win": "self-draw"}, "discarder"),
        ({"flags": ["sunny"]}, "flags[0]"),
        ({"flags": ["last-tile"]}, "flags"),
        ({"flags": "last-tile"}, "flags"),
        ({"flowers": "1m"}, "flowers"),
        ({"melds": [{"kind": "pair", "tiles": "11m"}]}, "melds[0].kind"),
        ({"melds": [{"kind": "pung", "tiles": "111q"}]}, "melds[0].tiles"),
        ({"melds": [{"kind": "pung", "tiles": "111m", "concealed": True}]}, "melds[0].concealed"),
        ({"melds": [{"kind": "pung", "tiles": "111m", "from": "S"}]}, "melds[0].from"),
    ],
)
def test_the_wrong_field_is_named(fields: dict[str, Any], field: str) -> None:
    assert wrong(**fields).field == field


def test_the_wrong_tile_is_named() -> None:
    assert wrong(hand="44s888s09z").tile == "0z"
    assert wrong(hand="44s888s98z").tile == "9z"
    assert wrong(flowers="9f").tile == "9f"


def test_red_fives_belong_to_other_rulesets() -> None:
    assert wrong(hand="40s888s99p").field == "hand"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"hand": "44s888s9p"}, "wrong-tile-count"),
        ({"melds": [{"kind": "kong", "tiles": "222m"}, {"kind": "pung", "tiles": "777p"}]}, "wrong-tile-count"),
        ({"hand": "44s44499s"}, "too-many-copies"),
        ({"flowers": "11f"}, "too-many-copies"),
        ({"melds": [{"kind": "pung", "tiles": "223m"}, {"kind": "pung", "tiles": "777p"}]}, "not-a-winning-hand"),
        ({"melds": [{"kind": "chow", "tiles": "89m1p"}, {"kind": "pung", "tiles": "777p"}]}, "not-a-winning-hand"),
        ({"hand": "44s888s91p"}, "not-a-winning-hand"),
        ({"hand": "44s888s9p1f"}, "not-a-winning-hand"),
        ({"winning_tile": "1f"}, "not-a-winning-hand"),
    ],
)
def test_reasons_come_in_their_order(fields: dict[str, Any], reason: str) -> None:
    assert score({**GOOD, **fields}) == {"legal": False, "reason": reason}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("min-faan", 14),
        ("min-faan", True),
        ("min-faan", "3"),
        ("tiles", 140),
        ("limit-hands-off", ["x"]),
        ("nonsense", 1),
    ],
)
def test_a_wrong_option_is_named_with_what_it_takes(name: str, value: Any) -> None:
    with pytest.raises(OptionError) as caught:
        configure("hong-kong-old", {name: value})
    assert caught.value.option == name
    assert caught.value.allowed


def test_every_default_and_every_profile_is_allowed() -> None:
    for name in rulesets():
        sheet = describe(name)
        configure(name, {option["name"]: option["default"] for option in sheet["options"]})
        for profile in sheet["profiles"]:
            configure(name, profile=profile)
        assert json.loads(json.dumps(sheet))["id"] == name
