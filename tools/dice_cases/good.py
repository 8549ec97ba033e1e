"""Logs in which nothing is wrong, or from which something is missing."""

from __future__ import annotations

import json
from typing import Any

from controller.fairness.statements import NOBODY, Cause, Contribution, Purpose
from tools.dice_cases.book import OTHER_KEY, TIMED_OUT, Book, event, four, keypad, phone, withheld
from tools.dice_cases.case import Case


def cases() -> list[Case]:
    return [
        Case("whole-day", "every purpose, every way to contribute, and a void", whole_day().lines),
        Case("three-days", "an anchor follows the last statement of the day before", _three_days().lines),
        Case("other-order", "the order of the lines is free", list(reversed(whole_day().lines))),
        Case("twice", "a record that is read twice is one record", [*whole_day().lines, *whole_day().lines]),
        Case("two-tables", "logs of two tables in one file", _two_tables()),
        Case("exported", "a journal as JSON lines, with events that carry no record", _exported()),
        Case("largest", "ten dice, four seats, the longest name, a full chain", _largest().lines),
        Case("used-up", "the last roll of an epoch, then a new epoch", _used_up().lines),
        Case("later-days", "an anchor whose past nobody asks for", _three_days().lines[2:]),
        Case("scanned", "an anchor and two scanned rolls: what lies between is not here", _scanned(), ("4 missing 3",)),
        Case("cut-out", "a line was taken out of the log", _cut_out(), ("3 missing 3",)),
        Case("day-cut-out", "the last roll of a day was taken out", _day_cut_out(), ("2 missing 0",)),
        Case("no-anchor", "rolls of an epoch whose anchor is not here", whole_day().lines[1:3],
             ("1 no-anchor 1", "2 no-anchor 1")),
        Case("nothing", "an empty file shows nothing", ["", "# a comment", "   "]),
    ]  # fmt: skip


def whole_day() -> Book:
    book = Book()
    book.anchor()
    _locked(book, four(s0=keypad(3, 5), s1=keypad(6, 6), s2=keypad(1, 4), s3=keypad(2, 2)), order=17, by=2)
    _locked(book, four(s0=phone("a"), s1=phone("b"), s2=phone("c"), s3=phone("d")), purpose=Purpose.FIRST_DEALER)
    _locked(book, four(s0=phone("e"), s1=keypad(4, 1, 6), s2=TIMED_OUT), dice=3, by=3, order=23)
    _locked(book, four(s1=withheld(book, 1, "f"), s3=keypad(5, 5)), purpose=Purpose.SEATS, by=1)
    book.void(four(s0=TIMED_OUT, s2=withheld(book, 2, "g")), purpose=Purpose.WILD_TILE, dice=1)
    book.roll(purpose=Purpose.WILD_TILE, dice=1)
    book.roll(purpose=Purpose.TOURNAMENT_DRAW, by=None)
    book.roll(purpose=Purpose.BREAK_SECOND)
    book.roll(purpose=Purpose.FREE, dice=5)
    return book


def _locked(book: Book, given: tuple[Contribution, ...], **at: Any) -> None:
    book.lock(given, **at)
    book.roll(given, **at)


def _three_days() -> Book:
    book = Book()
    book.anchor()
    book.roll()
    book.next_day("tuesday")
    book.roll()
    book.next_day("wednesday", Cause.SEEDS_LOST)
    book.roll()
    return book


def _two_tables() -> list[str]:
    first, second = Book(), Book(key=OTHER_KEY, day="monday")
    for book in (first, second):
        book.anchor()
        book.roll(four(s0=keypad(1, 2)))
    return [line for pair in zip(first.lines, second.lines, strict=True) for line in pair]


def _exported() -> list[str]:
    book = Book()
    lines = [
        {"type": "service.started", "seq": 1},
        event(book.anchor(), seq=2),
        event(book.roll(), seq=3),
        {"type": "dice.rolled", "seq": 4, "dice": [3, 4], "purpose": "break", "algorithm": "by-hand"},
        event(book.roll(purpose=Purpose.FREE), seq=5, purpose="who pays"),
    ]
    return [json.dumps(line, ensure_ascii=False) for line in lines]


def _largest() -> Book:
    book = Book(length=4096)
    book.anchor(name="雀卓雀卓雀卓雀卓雀卓雀卓雀卓雀卓雀卓雀卓雀")
    each = keypad(*(1 + k % 6 for k in range(10)))
    _locked(book, four(s0=each, s1=each, s2=each, s3=each), dice=10, order=23, by=3)
    return book


def _used_up() -> Book:
    book = Book(length=2)
    book.anchor()
    book.roll()
    book.roll(NOBODY)
    book.next_day("tuesday", Cause.USED_UP)
    book.roll()
    return book


def _scanned() -> list[str]:
    lines = _plain_day()
    return ["# the anchor, and what I scanned", lines[0], lines[1], lines[3]]


def _cut_out() -> list[str]:
    lines = _plain_day()
    return [*lines[:2], *lines[3:]]


def _plain_day() -> list[str]:
    book = Book()
    book.anchor()
    for _ in range(4):
        book.roll()
    return book.lines


def _day_cut_out() -> list[str]:
    lines = _three_days().lines
    return [lines[0], *lines[2:]]
