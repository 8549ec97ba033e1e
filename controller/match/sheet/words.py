"""Words of a sheet from a message catalogue, and the short forms that all its shapes share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.rules import item_words, rulesets
from controller.rules import ruleset as names_of_ruleset
from controller.rules.sheet.options import LANGUAGES

Words = Mapping[str, str]


def say(words: Words, key: str, **values: object) -> str:
    """The sentence of a key with its values; the key itself where the catalogue has none."""
    text = words.get(key, key)
    for name, value in values.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def with_game(words: Words, ruleset: str, lang: str) -> Words:
    """The catalogue with the names that the ruleset brings along. A ruleset that is gone leaves its ids."""
    if lang not in LANGUAGES or ruleset not in rulesets():
        return words
    name = names_of_ruleset(ruleset).names.in_language(lang)
    return {**words, f"ruleset.{ruleset}": name, **item_words(ruleset, lang)}


def item_name(words: Words, ruleset: str, item: str) -> str:
    return words.get(f"item.{ruleset}.{item}") or words.get(f"item.{item}") or item


def items_text(words: Words, ruleset: str, items: Mapping[str, int]) -> str:
    return ", ".join(f"{item_name(words, ruleset, item)} {value}" for item, value in items.items())


def names_of(sheet: Mapping[str, Any], players: Sequence[int | None]) -> str:
    names = [row["name"] for row in sheet["players"]]
    return ", ".join(names[player] for player in players if player is not None)


def clock(time: str) -> str:
    """Hour and minute of an ISO 8601 time."""
    return time[11:16] if len(time) >= 16 else time


def signed(amount: float) -> str:
    """A change of points with its sign; nothing moved is a plain 0."""
    return f"+{amount}" if amount > 0 else f"\N{MINUS SIGN}{-amount}" if amount else "0"
