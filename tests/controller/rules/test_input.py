"""Whatever a record holds: a result, or an error that names the field and, where there is one, the tile."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from controller.rules import OptionError, RecordError, rulesets, score
from controller.rules.hand.tiles import read_bag, read_tiles, to_unicode
from controller.walls import wall_record
from tests.controller.rules.rule_records import worked_cases

WORDS = st.sampled_from(
    [*"ESWN", "self-draw", "discard", "robbed-kong", "pung", "chow", "kong", "", "12m\U0001f000", "\ufe0e\U0001f004"]
)
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.text("0159mpszfa\U0001f004 ")
    | WORDS
    | st.builds(
        lambda tile, times: tile * times, st.sampled_from(["7z", "1f", "0p", "\U0001f004"]), st.integers(0, 200)
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text() | WORDS, inner, max_size=4),
    max_leaves=8,
)
FIELDS = st.sampled_from([
    "ruleset", "options", "hand", "melds", "winning_tile", "win", "seat_wind", "round_wind", "discarder", "flags",
    "flowers", "explain", "dora_indicators", "ura_indicators", "honba", "deposits", "liable", "dice", "dealer_seat",
])  # fmt: skip
MELD_FIELDS = st.sampled_from(["kind", "tiles", "concealed", "from", "added"])
MELDS = st.lists(st.dictionaries(MELD_FIELDS, ANYTHING), max_size=2)


@settings(max_examples=500, deadline=None)
@given(ANYTHING | st.dictionaries(FIELDS, ANYTHING | MELDS), st.sampled_from([None, *rulesets()]))
def test_any_json_is_a_result_or_a_named_error(value: Any, name: str | None) -> None:
    record = {**value, "ruleset": name} if name and isinstance(value, dict) else value
    for question in (score, wall_record):
        try:
            assert isinstance(question(record), dict)
        except (RecordError, OptionError) as error:
            assert error.field
            assert error.detail


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(worked_cases()), FIELDS, ANYTHING | MELDS)
def test_any_json_in_one_field_is_a_result_or_a_named_error(record: dict[str, Any], field: str, value: Any) -> None:
    try:
        assert score({**record, field: value})["legal"] in (True, False)
    except (RecordError, OptionError) as error:
        assert error.field != "record"
        assert error.detail


PICTURED = ("hand", "winning_tile", "flowers", "dora_indicators", "ura_indicators")


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(worked_cases()), st.sampled_from(["", "\ufe0e", "\ufe0f"]))
def test_pictures_score_like_letters(record: dict[str, Any], selector: str) -> None:
    """Red fives, animals, kings, queens and jokers have no picture."""

    def pictured(text: str) -> str:
        tiles = "".join(to_unicode([tile]) + selector for tile in read_tiles(text))
        return text if "0" in text or any(char.isascii() for char in tiles) else tiles

    drawn = {name: pictured(value) if name in PICTURED and value else value for name, value in record.items()}
    drawn["melds"] = [{**meld, "tiles": pictured(meld["tiles"])} for meld in record.get("melds") or ()]
    assert score(drawn) == score(record)


@given(st.lists(st.tuples(st.integers(0, 41), st.booleans()), max_size=20))
@example([(36, True), (37, True), (31, True), (33, True)])
def test_pictures_and_letters_mix(tiles: list[tuple[int, bool]]) -> None:
    """The code points of dragons, bamboo and chrysanthemum stand in another order than the tiles."""
    letters = ["123456789m"[at] + "m" if at < 9 else "" for at in range(9)]
    text = "".join(to_unicode([tile]) if picture or tile > 8 else letters[tile] for tile, picture in tiles)
    assert read_tiles(text) == [tile for tile, _ in tiles]
    assert read_bag(text) == sum(read_bag(to_unicode([tile])) for tile, _ in tiles)


GOOD = next(record for record in worked_cases() if record["id"] == "hko-p02")


@pytest.mark.parametrize(
    ("fields", "field", "tile"),
    [
        ({"hand": "44s888s9\U0001f004"}, "hand", "9\U0001f004"),
        ({"hand": "44s888s99p\U0001f02a"}, "hand", "\U0001f02a"),
        ({"hand": "44s 888s99p"}, "hand", " "),
        ({"hand": "44s888s99w"}, "hand", "99w"),
        ({"winning_tile": "\U0001f004\U0001f004"}, "winning_tile", None),
        ({"winning_tile": "\ufe0e\U0001f004"}, "winning_tile", None),
        ({"winning_tile": "\U0001f02b"}, "winning_tile", "\U0001f02b"),
        ({"flowers": "\U0001f007"}, "flowers", "1m"),
        ({"melds": [{"kind": "pung", "tiles": "\U0001f02a\U0001f02a\U0001f02a"}]}, "melds[0].tiles", "\U0001f02a"),
    ],
)
def test_the_tile_that_cannot_be_read_is_named(fields: dict[str, Any], field: str, tile: str | None) -> None:
    with pytest.raises(RecordError) as caught:
        score({**GOOD, **fields})
    assert (caught.value.field, caught.value.tile) == (field, tile)


def test_an_endless_string_is_not_repeated_in_the_error() -> None:
    with pytest.raises(RecordError) as caught:
        score({**GOOD, "hand": "x" * 100_000})
    assert len(caught.value.detail) < 200


KONG = {"kind": "kong", "tiles": "1111m", "concealed": True}
RIICHI = next(record for record in worked_cases() if record["ruleset"] == "riichi" and not record.get("melds"))


@pytest.mark.parametrize(
    ("record", "field"),
    [
        ({**GOOD, "melds": [{**KONG, "concealed": 1}]}, "melds[0].concealed"),
        ({**GOOD, "melds": [{**KONG, "concealed": 1.0}]}, "melds[0].concealed"),
        ({**GOOD, "melds": [{**KONG, "concealed": "1"}]}, "melds[0].concealed"),
        ({**GOOD, "melds": [{**KONG, "added": 0}]}, "melds[0].added"),
        ({**GOOD, "flags": {"last-tile": True}}, "flags"),
        ({**GOOD, "explain": 1}, "explain"),
        ({**GOOD, "explain": "true"}, "explain"),
        ({**GOOD, "options": {"min-faan": True}}, "options.min-faan"),
        ({**GOOD, "options": {"min-faan": "1"}}, "options.min-faan"),
        ({**GOOD, "options": {"min-faan": 1.0}}, "options.min-faan"),
        ({**GOOD, "options": {"seven-pairs-distinct": 1}}, "options.seven-pairs-distinct"),
        *(({**RIICHI, name: value}, name) for name in ("honba", "deposits") for value in (True, False, "1", 1.0, 0.0)),
    ],
)
def test_only_an_integer_is_a_number_and_only_true_and_false_are_flags(record: dict[str, Any], field: str) -> None:
    """Also where a good record with the same values was scored before."""
    score(GOOD), score(RIICHI), score({**GOOD, "hand": "44s", "melds": [KONG]})
    with pytest.raises((RecordError, OptionError)) as caught:
        score(record)
    assert caught.value.field == field


@pytest.mark.parametrize("ruleset", rulesets())
def test_a_bonus_tile_may_be_named_as_the_winning_tile_of_any_hand(ruleset: str) -> None:
    """Also of one with wild tiles, whose stand-ins no bonus tile takes."""
    for record in (one for one in worked_cases() if one["ruleset"] == ruleset and "hand" in one):
        for winning in ("1f", "8f", "1j", "1a"):
            try:
                assert score({**record, "winning_tile": winning})["legal"] in (True, False)
            except RecordError as error:
                assert error.field
