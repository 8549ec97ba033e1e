"""A ruleset is whole: what belongs to one is there for each, from cases to the printed sheet in four languages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from api.words.catalogue import catalogue, topic
from api.words.items import item_words_played
from api.words.played_rules import played_rules
from api.words.rulesets import option_help
from api.words.sentences import with_sentences
from controller.languages import LANGUAGES
from controller.match.sheet import sheet_html
from controller.rules import configure, ruleset, rulesets, score
from controller.rules.game import QuickWin
from controller.rules.hand.record import SELF_DRAW
from controller.rules.questions.paytable import example_total, payments
from controller.rules.rulesets import IDS
from controller.walls import Rethrow, lay_out
from tests.controller.match.book import NAMES, Book, HandResult, started

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "cases"
PAGES = ROOT / "docs" / "rulesets"
KEY = re.compile(r"\b(?:item|rules|line|conversion|paper|unit|level|flag|reading|explain|claim|option)\.[a-z]")
"""A key of the catalogues where a sentence should stand."""
WHOLE_SHEETS = {"riichi", "sanma", "mcr"}
"""Their second engines are those of others (``tests/oracles/test_riichi_oracle.py``, ``test_mcr_oracle.py``)."""


@cache
def lines(path: Path) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()) if path.exists() else ()


def won(name: str) -> dict[str, Any]:
    """A hand of the sheet that wins with the options of the game as they are."""
    found = (case for case in lines(CASES / f"{name}.jsonl") if case["expect"].get("legal"))
    return next(case for case in found if not case.get("options") and not case.get("profile"))


def sheet_of(name: str) -> Book:
    """A match of one hand, entered quickly, and won from the wall where the game knows that alone."""
    game = configure(name)
    names = NAMES[: game.wall.players]
    book = started(name, {}, names)
    from_wall = "discard" not in game.asks.sources
    win = QuickWin(0, SELF_DRAW if from_wall else "discard", None if from_wall else 1, total_of(name))
    book.play(HandResult("win", (win,)))
    return book


def total_of(name: str) -> int:
    asks = configure(name).asks
    return asks.lines[0].value if asks.lines else asks.fu_below or max(asks.least, example_total(configure(name)))


def explained(name: str) -> bool:
    case = won(name)
    result = score({**case, "explain": True})
    for language in LANGUAGES:
        sentences = with_sentences(result, name, {}, language)["sentences"]
        if not sentences or any(KEY.search(text) for text in _texts(sentences)):
            return False
    return True


def _texts(sentences: Any) -> list[str]:
    if isinstance(sentences, str):
        return [sentences]
    parts = sentences.values() if isinstance(sentences, dict) else sentences
    return [text for part in parts for text in _texts(part)]


def printed(name: str) -> bool:
    """In every language the sheet names the players, and no key of a catalogue stands on it."""
    state = sheet_of(name).match
    for language in LANGUAGES:
        words = {**catalogue(language), **item_words_played(name, state.options, language)}
        page = re.sub(r"<style>.*?</style>", "", sheet_html(state, words, language, rules=played_rules(state, words)))
        if not all(each in page for each in state.names) or KEY.search(page):
            return False
    return True


def helped(name: str) -> bool:
    for language in LANGUAGES:
        words = {**topic(language, "options"), **topic(language, "rules")}
        labels = topic(language, "labels")
        for option in ruleset(name).options:
            known = f"label.{option.name}" in labels or f"label.{name}.{option.name}" in labels
            if not known or not option_help(name, option.name, words):
                return False
    return True


def profiled(name: str) -> bool:
    """Every profile is a game, and is called something."""
    for profile in ruleset(name).profiles:
        configure(name, {}, profile)
    words = [catalogue(language) for language in LANGUAGES]
    return all(
        f"profile.{profile}" in each or f"profile.{name}.{profile}" in each
        for profile in ruleset(name).profiles
        for each in words
    )


def broken(name: str) -> bool:
    """The wall of its set can be broken with its dice, and deals every player his hand."""
    game = configure(name)
    layouts = []
    for face in range(1, 7):
        first = (face,) * game.dice.dice
        with suppress(Rethrow):  # a count that ends at an empty chair
            layouts.append(lay_out(game.wall, 0, first, first if game.dice.throws == 2 else ()))
    return {sum(layout.sides) for layout in layouts} == {game.wall.tiles}


ASPECTS: dict[str, Callable[[str], Any]] = {
    "worked cases": lambda name: len(lines(CASES / f"{name}.jsonl")) > 5,
    "matches worked out by hand": lambda name: lines(CASES / "matches" / f"{name}.jsonl"),
    "second scorer": lambda name: (
        name in WHOLE_SHEETS
        or name == "thai"  # a profile of vietnamese on its own sheet; the same scorer
        or list((ROOT / "tests" / "oracles" / "by_the_sheet").glob(f"{name.replace('-', '_')}*.py"))
    ),
    "page": lambda name: (PAGES / f"{name}.md").exists(),
    "listed": lambda name: f"[{name}]({name}.md)" in (PAGES / "README.md").read_text(encoding="utf-8"),
    "names": lambda name: all(
        {f"ruleset.{name}", f"about.{name}"} <= catalogue(language).keys() for language in LANGUAGES
    ),
    "options": helped,
    "profiles": profiled,
    "wall, break and deal": broken,
    "penalties": lambda name: configure(name).penalties(),
    "payments": lambda name: payments(configure(name), [total_of(name)]),
    "explanations": explained,
    "quick entry and printed sheet": printed,
}


@pytest.mark.parametrize("aspect", ASPECTS)
def test_every_ruleset_has_it(aspect: str) -> None:
    assert [name for name in rulesets() if not ASPECTS[aspect](name)] == []


def test_every_ruleset_has_a_page_and_every_page_a_ruleset() -> None:
    others = {"README", "house-rules", "items", "facts", "mutation"}
    assert {path.stem for path in PAGES.glob("*.md")} - others == set(IDS)
