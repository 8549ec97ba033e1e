"""Rulesets and their options have words in every language."""

from __future__ import annotations

import pytest

from api.words.catalogue import read
from api.words.rulesets import described, option_help, ruleset_names
from controller.languages import LANGUAGES, OFFERED
from controller.rules import ruleset, rulesets

OPTIONS = [(name, option.name) for name in rulesets() for option in ruleset(name).options]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_a_help_and_no_help_is_of_no_option(language: str) -> None:
    words = read(language, "options")
    assert all(option_help(name, option, words) for name, option in OPTIONS)
    used = {f"option.{option}" for _, option in OPTIONS} | {f"option.{name}.{option}" for name, option in OPTIONS}
    assert sorted(words.keys() - used) == []


@pytest.mark.parametrize("name", rulesets())
def test_every_ruleset_has_a_name_in_every_language(name: str) -> None:
    assert all(read(language, "rules")[f"ruleset.{name}"] for language in LANGUAGES)
    assert list(ruleset_names(name)) == list(OFFERED)


@pytest.mark.parametrize("name", rulesets())
def test_every_ruleset_says_what_sort_of_game_it_is(name: str) -> None:
    assert all(described(name)["about"].values())


def test_old_hong_kong_says_that_it_is_not_the_newer_game() -> None:
    assert "Not the newer one" in described("hong-kong-old")["about"]["en"]


def test_an_option_means_in_a_ruleset_what_it_says_there() -> None:
    helps = {name: {row["name"]: row["help"] for row in described(name)["options"]} for name in rulesets()}
    assert helps["mcr"]["multiple-winners"] == "who wins when several claim one discard"
    assert (
        helps["sanma"]["multiple-winners"]
        == helps["riichi"]["multiple-winners"]
        == "who wins when several call one discard"
    )
    assert helps["chinese-traditional"]["flowers"] != helps["sanma"]["flowers"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_a_name_and_no_name_is_of_no_option(language: str) -> None:
    words = read(language, "labels")
    known = {f"label.{option}" for _, option in OPTIONS} | {f"label.{name}.{option}" for name, option in OPTIONS}
    assert sorted({option for name, option in OPTIONS if f"label.{name}.{option}" not in words} - {
        key.removeprefix("label.") for key in words
    }) == []  # fmt: skip
    assert sorted(set(words) - known) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", rulesets())
def test_every_ruleset_is_described_in_one_line(language: str, name: str) -> None:
    assert 10 <= len(read(language, "setup")[f"about.{name}"]) <= 120
