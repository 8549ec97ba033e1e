"""Items have their names and the sentences that state their rules in every language, by keys that are all of use."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from api.words.catalogue import catalogue, read
from api.words.items import RULE, item_words, item_words_played, keys
from api.words.rulesets import described
from controller.languages import LANGUAGES
from controller.rules import configure, explain_text, ruleset, rulesets, score
from controller.rules.explain import item_key
from controller.rules.sheet.ruleset import Item

NAMES = json.loads(Path(__file__).with_name("item_names.json").read_text(encoding="utf-8"))
ITEMS = [(name, item) for name in rulesets() for item in ruleset(name).items]


def test_names_are_those_that_people_know() -> None:
    """The names in use since the rulesets began, in the four languages; a ruleset may be added, a name not change."""
    known = {
        name: {key: dict(zip(LANGUAGES, names, strict=True)) for key, names in rows.items()}
        for name, rows in NAMES.items()
    }
    found = {
        name: {
            row["key"].removeprefix(f"item.{name}."): {language: row["names"][language] for language in LANGUAGES}
            for row in described(name)["items"]
        }
        for name in known
    }
    assert found == known


ENDS = pytest.mark.parametrize("end", ["", RULE], ids=["name", "rule"])


@ENDS
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_item_has_a_name_and_a_rule_in_the_language_itself(language: str, end: str) -> None:
    words = read(language, "items")
    assert [(name, item.id) for name, item in ITEMS if not any(words.get(key) for key in keys(name, item, end))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_there_for_nothing(language: str) -> None:
    used = {key for name, item in ITEMS for end in ("", RULE) for key in keys(name, item, end)}
    assert sorted(read(language, "items").keys() - used) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_the_same_in_every_language(language: str) -> None:
    """Names may differ in one language alone; a rule that differs, differs in all."""
    assert rules(language).keys() == rules("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_is_one_sentence(language: str) -> None:
    stop = "." if language == "en" else "。"
    assert {key: text for key, text in rules(language).items() if text.count(stop) != 1 or text[-1] != stop} == {}


def rules(language: str) -> dict[str, str]:
    return {key: text for key, text in read(language, "items").items() if key.endswith(RULE)}


@ENDS
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_says_again_what_the_next_one_says(language: str, end: str) -> None:
    words = read(language, "items")
    needed, found = set(), set()
    for name, item in ITEMS:
        there = [key for key in keys(name, item, end) if key in words]
        found |= set(there)
        needed |= {near for near, far in pairwise(there) if words[near] != words[far]} | set(there[-1:])
    assert sorted(found - needed) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_variant_says_what_is_different_about_it(language: str) -> None:
    """Rows of one id that mean different things state different rules."""
    words = {name: {row["key"]: row["rule"][language] for row in described(name)["items"]} for name in rulesets()}
    for name, item in ITEMS:
        if item.variant:
            assert words[name][item_key(name, item)] != words[name][f"item.{name}.{item.id}"]


@pytest.mark.parametrize("name", rulesets())
def test_of_the_rows_of_an_item_the_one_that_is_played_by_default_has_no_variant(name: str) -> None:
    game = configure(name)
    rows: dict[str, list[Item]] = {}
    for item in ruleset(name).items:
        rows.setdefault(item.id, []).append(item)
    assert all(any(not item.variant for item in found) for found in rows.values())
    assert [item.id for item in game.played.items.values() if item.variant] == []


def test_the_same_thing_is_named_by_an_id_that_is_no_other_name_itself() -> None:
    roots = {item.id for _, item in ITEMS if not item.same_as}
    assert sorted({item.same_as for _, item in ITEMS if item.same_as} - roots) == []


HAND = {
    "ruleset": "hong-kong-old", "hand": "123456m2399p678s", "winning_tile": "4p", "win": "self-draw", "seat_wind": "E",
    "round_wind": "E", "flowers": "", "explain": True,
}  # fmt: skip


@pytest.mark.parametrize(
    ("simples", "said", "hand"), [("2-8", "斷幺九", "234456m2388p678s"), ("1-9", "無字", "123456m2399p678s")]
)
def test_an_explanation_calls_an_item_what_it_is_with_the_options_played(simples: str, said: str, hand: str) -> None:
    words = {**catalogue("zh-Hant"), **item_words("hong-kong-old", "zh-Hant")}
    record = {**HAND, "hand": hand, "options": {"min-faan": 0, "all-simples": simples}}
    lines = explain_text(score(record)["explain"], words)
    assert [name for line in lines if (name := line.partition("：")[0]) in ("斷幺九", "無字")] == [said]


def test_a_result_sheet_calls_an_item_what_it_is_with_the_options_played() -> None:
    key = "item.hong-kong-old.all-simples"
    for simples, said in (("2-8", "斷幺九"), ("1-9", "無字")):
        options = configure("hong-kong-old", {"all-simples": simples}).options
        assert item_words_played("hong-kong-old", options, "zh-Hant")[key] == said


def test_a_ruleset_that_is_gone_has_no_words() -> None:
    assert item_words("long-gone", "en") == item_words_played("long-gone", {}, "en") == {}
