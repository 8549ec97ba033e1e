"""A house changes what items are worth, leaves items out, and makes items of its own."""

from __future__ import annotations

from typing import Any

import pytest

from controller import rules
from controller.rules import OptionError, configure, ruleset, rulesets, score
from controller.rules.sheet.own_patterns import COUNTS, NAMED, OF_TILES
from tests.controller.rules.rule_records import CONDITIONS_OFF

CHANGEABLE = [name for name in rulesets() if not ruleset(name).fixed_items]
PUNGS: dict[str, Any] = {
    "ruleset": "hong-kong-old", "hand": "44s888s99p", "winning_tile": "4s", "win": "self-draw", "seat_wind": "W",
    "round_wind": "E", "discarder": None, "flags": [], "flowers": "2f",
    "melds": [{"kind": "pung", "tiles": tiles, "concealed": False} for tiles in ("222m", "777p")],
}  # fmt: skip
THREE_WINDS = {
    "id": "own-three-winds",
    "group": "faan",
    "value": 2,
    "names": {"en": "Three winds"},
    "pattern": {"triplets": "1234z", "at-least": 3},
}


def with_changes(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return score({**record, "options": {"changes": changes}})


def own(pattern: Any, **more: Any) -> dict[str, Any]:
    return {"id": "own-item", "group": "faan", "value": 1, "names": {"en": "Own"}, "pattern": pattern, **more}


def counts(pattern: Any, record: dict[str, Any] = PUNGS) -> bool:
    return "own-item" in with_changes(record, items=[own(pattern)])["items"]


def test_an_item_is_worth_what_the_house_says() -> None:
    before, after = score(PUNGS), with_changes(PUNGS, values={"all-pong": 5})
    assert before["items"] == {"all-pong": 3, "self-draw": 1}
    assert after["items"] == {"all-pong": 5, "self-draw": 1} and after["total"] == 6


def test_a_row_that_is_played_is_changed_although_an_option_gives_the_value_of_the_usual_one() -> None:
    changes = {"values": {"only-honors": 4, "thirteen-orphans": 5}}
    played = configure("western-classical", {"changes": changes}, "wright-patterson").played
    assert [played.items[name].value for name in changes["values"]] == [4, 5]
    with pytest.raises(OptionError, match="by an option"):
        configure("western-classical", {"changes": changes})


def test_an_item_that_is_left_out_does_not_count() -> None:
    found = with_changes(PUNGS, off=["all-pong"])
    assert found == {"legal": False, "reason": "below-minimum"}


@pytest.mark.parametrize("name", CHANGEABLE)
def test_every_number_of_every_ruleset_can_be_changed(name: str) -> None:
    usual = configure(name).played
    numbers = {item.id: item for item in usual.items.values() if isinstance(item.value, int)}
    times = {item_id: 2 * item.worth({}) for item_id, item in numbers.items()}
    played = configure(name, {"changes": {"values": times}}).played
    assert {item_id: played.items[item_id].worth({}) for item_id in times} == times


@pytest.mark.parametrize("name", CHANGEABLE)
def test_every_item_of_every_ruleset_can_be_left_out(name: str) -> None:
    for item_id in configure(name).played.items:
        assert item_id not in configure(name, {"changes": {"off": [item_id]}}).played.items


PLAYED_WITH = {
    ("three-player", "limit"): {"scoring": "hong-kong"},
    ("three-player", "faan"): {"scoring": "hong-kong"},
    ("three-player", "bonus"): {"scoring": "hong-kong"},
    ("three-player", "fan"): {"scoring": "fan"},
    ("western-classical", "list"): {"list": True},
}
"""Options without which items of a group are not counted."""
WORTH = {"yakuman": 13, "fixed": 10_000}
"""What an item is worth in groups where 1 is no value, or less than the others."""
FLUSH = {4: "1233455677899p", 5: "1112334456777899p"}
"""One suit that is ready for 9p, by the number of sets."""
FLUSH_OF_PUNGS = "1112224446669p"
"""The same where pungs alone are sets."""
ONE_SUIT_LIMIT = ("south-african", "chinese-classical")


@pytest.mark.parametrize("name", CHANGEABLE)
def test_an_item_of_the_house_counts_in_each_group_of_each_ruleset(name: str) -> None:
    """A concealed hand of one suit with nothing but a pattern that it surely shows. Where one suit is a limit hand, the
    limit items of the ruleset are off, so that the others count."""
    limits = [item.id for item in ruleset(name).items if item.group == "limit"] if name in ONE_SUIT_LIMIT else []
    held = FLUSH_OF_PUNGS if name == "pussers-bones" else FLUSH[configure(name).tiles.sets]
    hand = {
        "ruleset": name, "hand": held, "winning_tile": "9p", "win": "self-draw",
        "seat_wind": "S", "round_wind": "E", "discarder": None, "flags": [],
    }  # fmt: skip
    for group in dict.fromkeys(item.group for item in ruleset(name).items):
        values = {item.value for item in ruleset(name).items if item.group == group}
        one_option = len(values) == 1 and isinstance(values.pop(), str)
        worth = {} if one_option else {"value": WORTH.get(group, 1)}
        made = {"id": "own-item", "group": group, "names": {"en": "Own"}, "pattern": "one-suit", **worth}
        changes = {"items": [made], "off": limits if group != "limit" else []}
        options = {**CONDITIONS_OFF.get(name, {}), **PLAYED_WITH.get((name, group), {})}
        found = score({**hand, "options": {**options, "changes": changes}})
        assert found["legal"], (group, found)
        assert group in ("dora", "calling", "losers") or "own-item" in found["items"], (group, found)


def test_patterns_are_seen_where_they_are() -> None:
    assert counts("all-triplets") and counts("self-drawn") and counts("melded") and counts("only-simples") is False
    assert counts({"triplets": "2m7p", "at-least": 2}) and not counts({"triplets": "2m7p3z", "at-least": 3})
    assert counts({"pair": "9p"}) and not counts({"pair": "8p"})
    assert counts({"tiles": "9p", "at-least": 2}) and not counts({"tiles": "9p", "at-least": 3})
    assert counts({"concealed-triplets": 2}) and not counts({"concealed-triplets": 3})
    assert counts({"bonus-tiles": 1}) and not counts({"bonus-tiles": 2})
    assert counts({"all": ["all-triplets", "self-drawn"]}) and not counts({"all": ["all-triplets", "concealed"]})
    assert counts({"any": ["concealed", "melded"]}) and counts({"not": "concealed"})
    assert counts({"all": [{"not": "concealed"}, {"triplets": "8s"}]})


def test_an_own_item_with_two_values_is_worth_less_with_claimed_sets() -> None:
    riichi = {
        "ruleset": "riichi", "hand": "1233455677899p", "winning_tile": "9p", "win": "self-draw", "seat_wind": "S",
        "round_wind": "E", "discarder": None, "flags": [],
    }  # fmt: skip
    item = own("one-suit", group="yaku", value=3, **{"open-value": 2})
    melded = {**riichi, "hand": "3455677899p", "melds": [{"kind": "chow", "tiles": "123p", "concealed": False}]}
    assert with_changes(riichi, items=[item])["items"]["own-item"] == 3
    assert with_changes(melded, items=[item])["items"]["own-item"] == 2


def test_an_explanation_names_the_item_and_its_tiles() -> None:
    found = with_changes({**PUNGS, "explain": True}, items=[own("all-triplets")])
    row = next(item for item in found["explain"]["items"] if item["id"] == "own-item")
    assert row["key"] == "item.hong-kong-old.own-item" and row["tiles"]


def test_a_game_keeps_its_changes_among_its_options() -> None:
    changes = {"items": [THREE_WINDS], "off": ["three-kongs"]}
    game = configure("hong-kong-old", {"min-faan": 1, "changes": changes})
    assert game.options["changes"] == changes and game.options["min-faan"] == 1
    assert "changes" not in configure("hong-kong-old").options
    assert configure("hong-kong-old", dict(game.options)).options == game.options


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ("x", "changes"),
        ({"worth": {}}, "changes.worth"),
        ({"values": []}, "changes.values"),
        ({"values": {"all-pung": 1}}, "changes.values.all-pung"),
        ({"values": {"all-pong": 0}}, "changes.values.all-pong"),
        ({"values": {"all-pong": True}}, "changes.values.all-pong"),
        ({"values": {"heavenly-hand": 9}}, "changes.values.heavenly-hand"),
        ({"values": {"all-pong": 1}, "off": ["all-pong"]}, "changes.values.all-pong"),
        ({"off": ["x"]}, "changes.off"),
        ({"off": "all-pong"}, "changes.off"),
        ({"items": {}}, "changes.items"),
        ({"items": [own("one-suit")] * 2}, "changes.items[1].id"),
        ({"items": [own("one-suit", id="all-pong")]}, "changes.items[0].id"),
        ({"items": [own("one-suit", names={})]}, "changes.items[0].names"),
        ({"items": [own("one-suit", names={"en": "a" * 61})]}, "changes.items[0].names.en"),
        ({"items": [own("one-suit", group="x")]}, "changes.items[0].group"),
        ({"items": [own("one-suit", value=0)]}, "changes.items[0].value"),
        ({"items": [own("one-suit", group="limit")]}, "changes.items[0].value"),
        ({"items": [own("all-triplets", group="bonus")]}, "changes.items[0].pattern"),
        ({"items": [own("x")]}, "changes.items[0].pattern"),
        ({"items": [own(3)]}, "changes.items[0].pattern"),
        ({"items": [own({"chow": "1m"})]}, "changes.items[0].pattern"),
        ({"items": [own({"chows": "8m"})]}, "changes.items[0].pattern.chows"),
        ({"items": [own({"triplets": "9z"})]}, "changes.items[0].pattern.triplets"),
        ({"items": [own({"triplets": ""})]}, "changes.items[0].pattern.triplets"),
        ({"items": [own({"triplets": "1z", "at-least": 19})]}, "changes.items[0].pattern.at-least"),
        ({"items": [own({"kongs": 1, "at-least": 2})]}, "changes.items[0].pattern.at-least"),
        ({"items": [own("one-suit", id="own-" + "a" * 57)]}, "changes.items[0].id"),
        (
            {"items": [own("one-suit", names={f"{a}{b}": "x" for a in "abc" for b in "abcdefg"})]},
            "changes.items[0].names",
        ),
        (
            {"items": [own({"all": [{"any": ["one-suit"] * 8}] * 8}, id=f"own-{n}") for n in range(4)]},
            "changes.items[3].pattern",
        ),
        ({"items": [own({"all": []})]}, "changes.items[0].pattern.all"),
        ({"items": [own({"all": ["one-suit", {"not": "x"}]})]}, "changes.items[0].pattern.all[1].not"),
        ({"items": [own({"not": {"not": {"not": {"not": "one-suit"}}}})]}, "changes.items[0].pattern.not.not.not"),
    ],
)
def test_what_makes_no_rules_is_refused_by_field(changes: Any, field: str) -> None:
    with pytest.raises(OptionError) as refused:
        configure("hong-kong-old", {"changes": changes})
    assert refused.value.field == f"options.{field}"


def test_few_changed_games_are_kept_whatever_is_sent() -> None:
    for value in range(1, 40):
        with_changes(PUNGS, values={"all-pong": value})
    kept = [game for game in rules._GAMES.kept.values() if "changes" in game.options]
    assert 0 < len(kept) <= 8
    assert with_changes(PUNGS, values={"all-pong": 5})["total"] == 6


def test_competition_rules_know_no_items_of_a_house() -> None:
    with pytest.raises(OptionError, match="fixed"):
        configure("mcr", {"changes": {"off": ["all-pungs"]}})


def test_a_yakuman_is_worth_whole_yakuman() -> None:
    with pytest.raises(OptionError, match="yakuman"):
        configure("riichi", {"changes": {"values": {"daisangen": 14}}})
    assert configure("riichi", {"changes": {"values": {"daisangen": 26}}})


def test_riichi_without_pinfu_has_no_pinfu() -> None:
    pinfu = {
        "ruleset": "riichi", "hand": "234567m345p67s99p", "winning_tile": "8s", "win": "self-draw", "seat_wind": "S",
        "round_wind": "E", "discarder": None, "flags": [],
    }  # fmt: skip
    assert score(pinfu)["items"] == {"menzen-tsumo": 1, "pinfu": 1}
    found = with_changes(pinfu, off=["pinfu"])
    assert found["items"] == {"menzen-tsumo": 1} and found["fu"] == 30


@pytest.mark.parametrize("name", [*NAMED])
def test_every_named_pattern_can_be_asked_of_every_hand(name: str) -> None:
    assert isinstance(counts(name), bool)


def test_every_kind_of_count_is_tried_above() -> None:
    assert {*OF_TILES, *COUNTS} == {
        "triplets", "chows", "pair", "tiles", "kongs", "concealed-kongs", "concealed-triplets", "bonus-tiles",
    }  # fmt: skip
