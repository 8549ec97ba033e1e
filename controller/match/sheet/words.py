"""Words of a sheet from a message catalogue, and the short forms that all its shapes share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

Words = Mapping[str, str]


def say(words: Words, key: str, **values: object) -> str:
    """The sentence of a key with its values, numbers as ``figure`` writes them; the key itself where the catalogue has
    none."""
    text = words.get(key, key)
    for name, value in values.items():
        text = text.replace("{" + name + "}", figure(value) if isinstance(value, int | float) else str(value))
    return text


def item_name(words: Words, ruleset: str, item: str) -> str:
    """The id of an item stands for its name where the words have none: its ruleset may be gone."""
    return words.get(f"item.{ruleset}.{item}", item)


def listed(words: Words, parts: Iterable[str]) -> str:
    """One after the other, as the language separates them."""
    return words.get("sheet.comma", ", ").join(parts)


def items_text(words: Words, ruleset: str, items: Mapping[str, int]) -> str:
    return listed(words, (f"{item_name(words, ruleset, item)} {figure(value)}" for item, value in items.items()))


def names_of(sheet: Mapping[str, Any], players: Sequence[int | None], words: Words | None = None) -> str:
    """With the comma of the words; without any, that of data."""
    names = [row["name"] for row in sheet["players"]]
    return listed(words or {}, (names[player] for player in players if player is not None))


MOVED: Final = ("kong-refund", "kong-handed-on")
"""Payments of a result for something that was paid before it, by their keys."""
STREAK: Final = "-streak"
"""How the keys of payments end that hold the dealer's tai."""


def moved(result: Mapping[str, Any]) -> dict[str, dict[int, int]]:
    """What players give back or hand on with a result, by what it is for: points by player."""
    given: dict[str, dict[int, int]] = {}
    for row in result["payments"]:
        what = row["key"].removeprefix("line.")
        if what in MOVED:
            by_player = given.setdefault(what, {})
            by_player[row["payer"]] = by_player.get(row["payer"], 0) + row["amount"]
    return given


def with_streak(result: Mapping[str, Any]) -> list[int]:
    """The players whose payments hold the dealer's tai."""
    return list(dict.fromkeys(row["payer"] for row in result["payments"] if row["key"].endswith(STREAK)))


def clock(time: str) -> str:
    """Hour and minute of an ISO 8601 time."""
    return time[11:16] if len(time) >= 16 else time


def signed(amount: float) -> str:
    """A change of points with its sign; nothing moved is a plain 0."""
    return f"+{figure(amount)}" if amount > 0 else figure(amount)


def figure(number: float) -> str:
    """Groups of three digits are separated, as on the display; a score has no sign but a minus."""
    return f"\N{MINUS SIGN}{-number:,}" if number < 0 else f"{number:,}"
