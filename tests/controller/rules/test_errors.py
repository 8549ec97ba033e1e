"""What is wrong with a record or an option is named: field, tile, allowed values, the other option."""

from __future__ import annotations

import json
from typing import Any

import pytest

from controller.rules import OptionError, RecordError, configure, describe, rulesets, score
from tests.controller.rules.rule_records import record

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
        ({"flags": ["earthly"], "win": "robbed-kong"}, "flags"),
        ({"flags": ""}, "flags"),
        ({"flags": 0}, "flags"),
        ({"flowers": False}, "flowers"),
        ({"flowers": []}, "flowers"),
        ({"flowers": "1m"}, "flowers"),
        ({"melds": {}}, "melds"),
        ({"melds": ""}, "melds"),
        ({"melds": [{"kind": "pair", "tiles": "11m"}]}, "melds[0].kind"),
        ({"melds": [{"kind": "pung", "tiles": "111w"}]}, "melds[0].tiles"),
        ({"melds": [{"kind": "pung", "tiles": "111m", "concealed": True}]}, "melds[0].concealed"),
        ({"melds": [{"kind": "pung", "tiles": "111m", "from": "S"}]}, "melds[0].from"),
        ({"melds": [{"kind": "kong", "tiles": "1111m", "concealed": True, "from": "E"}]}, "melds[0].from"),
        ({"melds": [{"kind": "kong", "tiles": "1111m", "concealed": True, "added": True}]}, "melds[0].added"),
        ({"melds": [{"kind": "pung", "tiles": "111m", "added": True}]}, "melds[0].added"),
        ({"melds": [{"kind": "kong", "tiles": "1111m", "added": "yes"}]}, "melds[0].added"),
    ],
)
def test_the_wrong_field_is_named(fields: dict[str, Any], field: str) -> None:
    assert wrong(**fields).field == field


def test_the_wrong_tile_is_named() -> None:
    assert wrong(hand="44s888s09z").tile == "0z"
    assert wrong(hand="44s888s98z").tile == "9z"
    assert wrong(flowers="9f").tile == "9f"


def test_red_fives_belong_to_other_rulesets() -> None:
    kong = {"kind": "kong", "tiles": "5505m", "concealed": False}
    spoilt = (wrong(hand="40s888s99p"), wrong(winning_tile="0s"), wrong(melds=[*GOOD["melds"][:1], kong]))
    assert [(error.field, error.tile) for error in spoilt] == [
        ("hand", "0s"), ("winning_tile", "0s"), ("melds[1].tiles", "0m"),
    ]  # fmt: skip


@pytest.mark.parametrize("tiles", ["7z" * 40, 40 * "7" + "z", "1f" * 40_000, "5p" * 100, 99 * "9" + "s1m"])
def test_any_number_of_tiles_too_many_is_only_a_wrong_number(tiles: str) -> None:
    wrong_count = {"legal": False, "reason": "wrong-tile-count"}
    assert score({**GOOD, "hand": tiles}) == wrong_count
    assert score({**GOOD, "melds": [{"kind": "kong", "tiles": tiles}]}) == wrong_count
    assert score({**GOOD, "melds": [{"kind": "kong", "tiles": "7777z"}] * 20}) == wrong_count


@pytest.mark.parametrize("options", [[], "", 0, False])
def test_options_are_an_object(options: Any) -> None:
    with pytest.raises(OptionError) as caught:
        score({**GOOD, "options": options})
    assert caught.value.field == "options"


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("hong-kong-old", {"throws": 2, "dice": 3}),
        ("hong-kong-old", {"max-consecutive-hands": 3, "extra-hands": False}),
        ("hong-kong-old", {"pure-green": True, "limit-hands-off": ["pure-green"]}),
        ("chinese-traditional", {"min-points": 600, "limit": 500}),
        ("base-and-doubles", {"min-doubles": 9, "max-doubles": 8}),
        ("cantonese-old", {"min-fan": 9, "max-fan": 8}),
        ("cantonese-old", {"absent-seat": 1, "players": 5}),
        ("cantonese-old", {"all-concealed": True, "items-off": ["all-concealed"]}),
        ("cantonese-old", {"single-wait": True, "items-off": ["single-wait"]}),
    ],
)
def test_a_contradiction_names_both_options(ruleset: str, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError) as caught:
        configure(ruleset, options)
    first, second = options
    assert (caught.value.option, caught.value.other) == (first, second)
    assert caught.value.remedy == f"change {first} or {second}"


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


def test_as_many_fives_may_be_red_as_the_set_of_three_players_has() -> None:
    options = {"red-fives": "by-suit", "remove": "3x34"}
    configure("sanma", {**options, "red-fives-by-suit": [0, 3, 0]})
    with pytest.raises(OptionError, match="three fives of a suit"):
        configure("sanma", {**options, "red-fives-by-suit": [0, 4, 0]})
