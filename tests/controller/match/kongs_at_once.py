"""A game of these tests alone: base and doubles, played on until three have won, with kongs paid at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from controller.match import InstantThen, PayInstant, StartMatch, UndoInstant
from controller.rules.engine import ConfiguredGame
from controller.rules.game import Instant
from controller.rules.rulesets.base_and_doubles import bind
from controller.rules.sheet.ruleset import Bound, InstantRule, Options, PlayedItems
from tests.controller.match.blood_battle import RULES as BATTLE
from tests.controller.match.book import NAMES, Book

INSTANTS = (
    InstantRule("claimed-kong", 0, feeder=2, tile=True),
    InstantRule("concealed-kong", 2, tile=True),
    InstantRule("added-kong", 1, twice="early"),
    InstantRule("four-equal", 1, pays=True, of_dealer=True, alone=True),
    InstantRule("opening", 3, dealer=1, most=1),
)


def with_instants(options: Options, played: PlayedItems) -> Bound:
    return replace(bind(options, played), instants=INSTANTS)


RULES = replace(BATTLE, id="kongs-at-once", bind=with_instants)


def configure(_: str, options: Mapping[str, Any], __: str | None = None) -> ConfiguredGame:
    return ConfiguredGame(RULES, options)


def playing() -> Book:
    """A first hand, dealt by seat 0; on a discard its player alone pays, double, and a dealer who loses pays double."""
    book = Book(configure=configure)
    book.do(StartMatch("staff", "m1", RULES.id, NAMES, {"only-discarder-pays": True}, "given", 0))
    book.begin()
    return book


def pay(book: Book, id: str, seat: int, feeder: int | None = None, *flags: str, tile: str = "") -> None:
    book.do(PayInstant("table", len(book.match.hands), Instant(id, seat, feeder, tile, flags)))


def undo(book: Book, number: int) -> None:
    book.do(UndoInstant("table", len(book.match.hands), number))


def then(id: str, seat: int, feeder: int | None = None, *, ends: int = 0) -> InstantThen:
    return InstantThen(Instant(id, seat, feeder), ends)
