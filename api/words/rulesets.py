"""A ruleset with its words: what ``controller.rules.describe`` says, with names, rules and helps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.words.catalogue import DEFAULT, topic
from api.words.items import item_rules, item_words
from controller.languages import OFFERED
from controller.rules import describe


def described(id: str) -> dict[str, Any]:
    """Items have ``names`` and a ``rule``, the sentence that states it, in every language; options a ``help`` in
    English."""
    sheet, helps = describe(id), topic(DEFAULT, "options")
    names = {language: item_words(id, language) for language in OFFERED}
    rules = {language: item_rules(id, language) for language in OFFERED}
    items = [{**item, "names": _each(names, item["key"]), "rule": _each(rules, item["key"])} for item in sheet["items"]]
    options = [{**option, "help": option_help(id, option["name"], helps)} for option in sheet["options"]]
    return {**sheet, "names": ruleset_names(id), "about": ruleset_about(id), "items": items, "options": options}


def _each(words: Mapping[str, Mapping[str, str]], key: str) -> dict[str, str]:
    return {language: words[language][key] for language in OFFERED}


def ruleset_names(id: str) -> dict[str, str]:
    """The name of a ruleset in every language."""
    return {language: topic(language, "rules")[f"ruleset.{id}"] for language in OFFERED}


def ruleset_about(id: str) -> dict[str, str]:
    """What sort of game a ruleset is, for people who choose one, in every language."""
    return {language: topic(language, "rules")[f"ruleset.{id}.about"] for language in OFFERED}


def option_help(id: str, option: str, words: Mapping[str, str]) -> str:
    """What an option means: in this ruleset, or else in all that have one of this name."""
    return words.get(f"option.{id}.{option}") or words[f"option.{option}"]
