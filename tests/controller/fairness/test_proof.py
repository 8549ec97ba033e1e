"""Verification: every vector, every turned bit, every line left out, added or moved."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from controller.fairness.discrepancies import Flaw, ProofVerdict
from controller.fairness.proof import verify
from controller.fairness.record import Record, from_text
from tools.dice_cases.book import Book, event
from tools.dice_cases.good import whole_day

FOLDER = Path(__file__).parents[2] / "cases" / "dice"
CASES = sorted(path.stem for path in FOLDER.glob("*.json") if path.stem != "values")


def case(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("name", CASES)
def test_a_vector_is_reported_as_it_says(name: str) -> None:
    assert verify(case(name)["lines"]).as_json() == case(name)["report"]


def test_every_flaw_has_a_vector() -> None:
    named = {each["flaw"] for name in CASES for each in case(name)["report"]["discrepancies"]}
    assert named == set(Flaw)


def test_no_bit_of_a_log_can_be_turned_unnoticed() -> None:
    """One bit of every ninth byte of every record, signature and body, changed in its place."""
    lines = whole_day().lines
    flips = random.Random(1)
    for place, text in enumerate(lines):
        record = from_text(text)
        signed = record.body + record.signature
        for at in range(place % 9, len(signed), 9):
            altered = turned(signed, at, flips.randrange(8), len(record.body))
            report = verify([*lines[:place], altered, *lines[place + 1 :]])
            assert report.verdict is not ProofVerdict.GOOD, (place, at)


def turned(signed: bytes, at: int, bit: int, body: int) -> str:
    changed = bytearray(signed)
    changed[at] ^= 1 << bit
    statement = from_text(whole_day().lines[0]).statement  # of no account: only the bytes are written
    return Record(statement, bytes(changed[:body]), bytes(changed[body:])).text


@pytest.mark.parametrize("left_out", range(1, 5))
def test_a_line_left_out_shows_at_the_next_one(left_out: int) -> None:
    book = Book()
    book.anchor()
    for _ in range(5):
        book.roll()
    lines = [line for place, line in enumerate(book.lines) if place != left_out]
    found = verify(lines).discrepancies
    assert [(each.flaw, each.number) for each in found] == [(Flaw.MISSING, left_out + 1)]


def test_the_head_tells_two_phones_whether_they_saw_the_same() -> None:
    book = Book()
    book.anchor()
    last = [book.roll() for _ in range(3)][-1]
    (head,) = verify(book.lines).heads
    assert (head.hash, head.number) == (last.hash.hex(), 3)


def test_a_line_of_an_exported_journal_is_read_like_a_record() -> None:
    book = Book()
    lines = [json.dumps(event(book.anchor())), json.dumps(event(book.roll()))]
    assert verify(lines).as_json() == verify(book.lines).as_json()


def test_spaces_and_line_ends_around_a_record_do_not_matter() -> None:
    lines = whole_day().lines
    assert verify(f" \t{line}\r\n" for line in lines) == verify(lines)


def test_a_verdict_needs_an_anchor() -> None:
    assert verify([]).verdict is ProofVerdict.INCOMPLETE


def test_seeds_are_walked_once_in_whatever_order_rolls_come() -> None:
    """A whole day backwards costs no more hashes than forwards."""
    book = Book(length=512)
    book.anchor()
    for _ in range(512):
        book.roll()
    assert verify(reversed(book.lines)).verdict is ProofVerdict.GOOD


def test_the_values_in_the_specification_are_those_of_the_vectors() -> None:
    page = (FOLDER.parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")
    values = (FOLDER / "values.json").read_text(encoding="utf-8")
    shown = re.findall(r"\b[0-9a-f]{16,}\b", page)
    small_order = "05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826"
    assert len(shown) >= 12
    assert [value for value in shown if value not in values and value != small_order] == []


def test_the_specification_names_every_flaw() -> None:
    page = (FOLDER.parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")
    assert [flaw for flaw in Flaw if f"`{flaw}`" not in page] == []
