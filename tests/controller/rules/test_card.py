"""A card as data: what it says, how people read it, and every mistake with its place and remedy."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.house.card_file import read_card_file
from controller.house.rules_file import RulesFileError
from controller.rules import OptionError, configure, score
from controller.rules.rulesets.american import EXAMPLE
from controller.rules.rulesets.american.example_card import EXAMPLE_CARD
from controller.rules.seats import SEATS
from controller.rules.sheet.card import read_card, written
from controller.rules.winners import Call

CARD: dict[str, Any] = {
    "card": "club", "title": "Club card",
    "lines": [
        {"id": "L1", "groups": ["R(F)", "K(2a)", "K(4a)", "K(6b)"], "exposure": "X", "value": 25},
        {"id": "L2", "groups": ["K(F)", "P(na)", "P(n+1a)", "K(n+2a)"], "n": [1, 7], "exposure": "C", "value": 30},
    ],
}  # fmt: skip
HAND: dict[str, Any] = {
    "ruleset": "american", "hand": "12f2222s4444s666p", "winning_tile": "6p", "win": "discard", "seat_wind": "S",
    "round_wind": "E", "discarder": "W", "options": {"changes": {"card": CARD}},
}  # fmt: skip


def changed(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    card = copy.deepcopy(CARD)
    change(card)
    return card


def test_the_example_card_is_that_of_the_sheet() -> None:
    sheet = json.loads((Path(__file__).parents[2] / "oracles/by_the_sheet/american_card.json").read_text("utf-8"))
    assert EXAMPLE_CARD["lines"] == sheet["lines"]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("T1", "FF 2222a 4444a 6666b"),
        ("T2", "FFFF 3×na 3×n+1a 4×n+2a"),
        ("T4", "FF 3×Da 333a 666a 999a"),
        ("T8", "2a 0 4a 8a 2222b 8888b FF"),
        ("T12", "N E W S 3×na 4×nb 3×nc"),
    ],
)
def test_a_line_is_written_as_people_write_it(line: str, text: str) -> None:
    assert written(next(each for each in EXAMPLE.lines if each.id == line)) == text


def test_every_meaning_of_a_line_has_fourteen_tiles_and_stands_there_once() -> None:
    for line in EXAMPLE.lines:
        assert len(set(line.meanings)) == len(line.meanings) > 0
        assert all(sum(group.size for group in meaning) == 14 for meaning in line.meanings)


def test_a_house_plays_by_its_own_card() -> None:
    result = score(HAND)
    assert (result["items"], result["total"]) == ({"L1": 25, "jokerless": 25}, 50)
    assert not score({**HAND, "hand": "3s55s77s9999s1111s", "winning_tile": "3s"})["legal"]


def test_games_with_different_cards_have_different_hashes() -> None:
    other = changed(lambda card: card["lines"][0].update(value=26))
    digests = {configure("american", {"changes": {"card": card}}).digest for card in (CARD, other)}
    assert len(digests | {configure("american").digest}) == 3


def test_a_card_can_be_played_where_hands_stand_on_one_alone() -> None:
    with pytest.raises(OptionError) as caught:
        configure("hong-kong-old", {"changes": {"card": CARD}})
    assert caught.value.option == "changes.card"


def test_a_house_changes_no_line_by_itself() -> None:
    with pytest.raises(OptionError) as caught:
        configure("american", {"changes": {"values": {"T1": 30}}})
    assert caught.value.option == "changes.values"


@pytest.mark.parametrize(
    ("change", "field", "detail"),
    [
        (lambda card: card.pop("card"), "card.card", "no id"),
        (lambda card: card.update(card="Club 26"), "card.card", "no id"),
        (lambda card: card.update(card="x" * 31), "card.card", "no id"),
        (lambda card: card.update(title=" "), "card.title", "printable"),
        (lambda card: card.update(title="x" * 61), "card.title", "printable"),
        (lambda card: card.update(lines=[]), "card.lines", "1 to 100"),
        (lambda card: card.update(lines=CARD["lines"] * 51), "card.lines", "1 to 100"),
        (lambda card: card.update(line=[]), "card.line", "not known"),
        (lambda card: card["lines"].append("T3"), "card.lines[2]", "object"),
        (lambda card: card["lines"].append(CARD["lines"][0]), "card.lines[2].id", "earlier"),
        (lambda card: card["lines"][0].update(id="no way"), "card.lines[0].id", "no id"),
        (lambda card: card["lines"][0].update(id="jokerless"), "card.lines[0].id", "no id"),
        (lambda card: card["lines"][0].update(group=[]), "card.lines[0].group", "not known"),
        (lambda card: card["lines"][0].update(groups="FF"), "card.lines[0].groups", "list"),
        (lambda card: card["lines"][0]["groups"].pop(), "card.lines[0].groups", "4 are missing"),
        (lambda card: card["lines"][0]["groups"].append("S(E)"), "card.lines[0].groups", "1 are too many"),
        (lambda card: card["lines"][0]["groups"].__setitem__(1, "L(2a)"), "card.lines[0].groups[1]", "no group"),
        (lambda card: card["lines"][0]["groups"].__setitem__(1, 4), "card.lines[0].groups[1]", "no group"),
        (lambda card: card["lines"][0]["groups"].__setitem__(1, "K(2d)"), "card.lines[0].groups[1]", "no tile"),
        (lambda card: card["lines"][0]["groups"].__setitem__(1, "[2a 0 4a 10a]"), "card.lines[0].groups[1]", "no tile"),
        (lambda card: card["lines"][0].update(n=[1, 3]), "card.lines[0].n", "no group names n"),
        (lambda card: card["lines"][1].pop("n"), "card.lines[1].n", "missing"),
        (lambda card: card["lines"][1].update(n=[3, 2]), "card.lines[1].n", "first and the last"),
        (lambda card: card["lines"][1].update(n=[0, 2]), "card.lines[1].n", "first and the last"),
        (lambda card: card["lines"][1].update(n=[1, 10]), "card.lines[1].n", "first and the last"),
        (lambda card: card["lines"][1].update(n=[1]), "card.lines[1].n", "first and the last"),
        (lambda card: card["lines"][1].update(n=[8, 9]), "card.lines[1].n", "above 9"),
        (lambda card: card["lines"][0].update(exposure="Y"), "card.lines[0].exposure", "neither"),
        (lambda card: card["lines"][0].update(value=0), "card.lines[0].value", "1 to"),
        (lambda card: card["lines"][0].update(value=1_000_001), "card.lines[0].value", "1 to"),
        (lambda card: card["lines"][0].update(value=True), "card.lines[0].value", "1 to"),
        (lambda card: card["lines"][0].update({"jokerless-bonus": 1}), "card.lines[0].jokerless-bonus", "true or"),
        (lambda card: card["lines"][0].update(groups=["R(2a)"] * 3 + ["K(4a)", "K(6b)"]), "card.lines[0].groups",
         "nobody can hold"),
        (lambda card: card["lines"][0].update(groups=["X(2a)", "X(2a)", "R(F)"]), "", ""),
        (lambda card: card["lines"][0].update(groups=["X(E)", "Q(E)", "P(E)"]), "card.lines[0].groups", "nobody can"),
    ],
)  # fmt: skip
def test_a_mistake_names_its_place_and_what_to_write(
    change: Callable[[dict[str, Any]], Any], field: str, detail: str
) -> None:
    card = changed(change)
    if not field:
        read_card(card)
        return
    with pytest.raises(OptionError) as caught:
        read_card(card)
    assert (caught.value.option, detail in caught.value.detail) == (field, True)
    assert caught.value.remedy


def test_a_file_names_the_line_of_a_mistake() -> None:
    text = json.dumps(CARD, indent=2).replace("K(n+2a)", "K(n+2)")
    with pytest.raises(RulesFileError) as caught:
        read_card_file(text)
    assert caught.value.field == "card.lines[1].groups[3]"
    assert "n+2" in text.splitlines()[(caught.value.line or 0) - 1]


@pytest.mark.parametrize(
    ("text", "line"), [("{\n 'a'}", 2), ("[1, 2]", 1), ('{\n"card": "club",\n"lines": [' + "1," * 200 + "1]}", 3)]
)
def test_a_file_that_is_no_card_says_where(text: str, line: int) -> None:
    with pytest.raises(RulesFileError) as caught:
        read_card_file(text)
    assert caught.value.line == line


def test_a_card_file_is_read_as_it_is() -> None:
    assert read_card_file(json.dumps(CARD, indent=1)) == CARD


def test_of_several_winners_the_first_in_turn_order_wins() -> None:
    calls = [Call(SEATS[0], 25, 25), Call(SEATS[3], 50, 50)]
    assert configure("american").choose(SEATS[2], calls).winners == (3,)
    assert configure("american", {"multiple-winners": "all"}).choose(SEATS[2], calls).winners == (3, 0)
