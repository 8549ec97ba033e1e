"""Options of a ruleset and their values in words: one name and one text wherever somebody reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Words = Mapping[str, str]


def option_name(words: Words, ruleset: str, option: str) -> str:
    """The short name that the form gives it, else what it means; its id where the words have neither."""
    keys = [f"{part}.{option}" for part in (f"label.{ruleset}", "label", f"option.{ruleset}", "option")]
    return next((words[key] for key in keys if key in words), option)


def option_value(words: Words, items: Words, ruleset: str, option: str, value: Any) -> str:
    """``items``: names by the keys of ``api.words.items``, for options that list items."""
    if isinstance(value, bool):
        return words["setup.yes" if value else "setup.no"]
    if isinstance(value, list | tuple):
        members = (
            words.get(f"value.{option}.{each}") or items.get(f"item.{ruleset}.{each}") or str(each) for each in value
        )
        return words["sheet.comma"].join(members) or words["setup.none"]
    key = f"value.{option}.{'null' if value is None else value}"
    return words.get(key) or (words["setup.none"] if value is None else str(value))
