"""A game of these tests alone: base and doubles, played on until three have won (as in Sichuan)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from controller.match import EndHand, HandResult, StartMatch
from controller.rules.engine import ConfiguredGame
from controller.rules.rulesets.base_and_doubles import RULESET, progression
from controller.rules.sheet.ruleset import Options, Progression
from tests.controller.match.book import NAMES, Book


def three_winners(options: Options) -> Progression:
    return replace(progression(options), wins_per_hand=3)


RULES = replace(RULESET, id="blood-battle", progression=three_winners)


def configure(_: str, options: Mapping[str, Any], __: str | None = None) -> ConfiguredGame:
    return ConfiguredGame(RULES, options)


def started() -> Book:
    """Seat 0 deals; on a discard its player alone pays, double, and a dealer who loses pays double."""
    book = Book(configure=configure)
    book.do(StartMatch("staff", "m1", RULES.id, NAMES, {"only-discarder-pays": True}, "given", 0))
    return book


def add(book: Book, *results: HandResult) -> list[str]:
    """Enters results for the running hand, and answers the types of the events."""
    hand = len(book.match.hands)
    return [event.type for result in results for event in book.do(EndHand("table", hand, result))]
