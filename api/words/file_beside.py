"""The rules of a file beside those that a house keeps: what would change, in words."""

from __future__ import annotations

from typing import Any, Final

from api.words.comparison import Column, comparison
from controller.house.rules_file import read_rules_file
from controller.house.state import HouseRules
from controller.rules import RulesError, configure

SHOWN: Final = ("items", "options")
"""Chapters of a comparison that a file writes down; the others follow from them."""


def file_beside(kept: HouseRules, text: str, language: str) -> dict[str, Any]:
    """The rules of the file, the names of both games, and the facts that differ. Raises ``RulesFileError``."""
    read = read_rules_file(text, configure)
    document = {
        "name": read.name, "names": dict(read.names), "ruleset": read.ruleset, "profile": read.profile,
        "options": dict(read.options),
    }  # fmt: skip
    try:
        before = configure(kept.ruleset, kept.options, kept.profile)
    except RulesError:
        return {**document, "games": None, "changes": None}
    after = configure(read.ruleset, read.options, read.profile)
    found = comparison([Column(before), Column(after)], language)
    facts = [fact for part in found["chapters"] if part["id"] in SHOWN for fact in part["facts"] if fact["differs"]]
    return {**document, "games": found["games"], "changes": facts}
