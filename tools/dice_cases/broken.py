"""Lines that are no record: cut, padded, out of range, in a second spelling, of a newer version."""

from __future__ import annotations

import base64
import json

from controller.fairness.record import PREFIX
from tools.dice_cases.book import KEY, TIMED_OUT, Book, four, keypad, phone
from tools.dice_cases.case import Case

KIND, TABLE, EPOCH, NUMBER, TIME = 0, 1, 9, 17, 19
PURPOSE, DICE, BY, ORDER, BEFORE, GIVEN = 25, 26, 27, 28, 29, 61
CAUSE, LENGTH, NAME = 15, 16, 114
"""Offsets into the bodies of docs/dice.md."""


def cases() -> list[Case]:
    lines = [*_texts(), *_rolls(), *_anchors(), *_locks(), *_voids(), *_json()]
    flaws = tuple(f"{number} malformed 0" for number in range(1, len(lines) + 1))
    newer = ["JD2-AAAA", "JD10-" + "A" * 40, "JD0-AAAA"]
    return [
        Case("malformed", "every line breaks one rule of the format", lines, flaws),
        Case("unknown-version", "text of a newer format", newer,
             tuple(f"{number} unknown-version 0" for number in range(1, len(newer) + 1))),
    ]  # fmt: skip


def _roll() -> str:
    book = Book()
    book.anchor()
    return book.roll(four(s0=keypad(3, 5), s1=phone("a"), s2=TIMED_OUT)).text


def _texts() -> list[str]:
    text = _roll()
    return [
        "JD1-", "JD1", "hello", "jd1-AAAA", PREFIX + "A", "JD1-" + "A" * 8, "JD12345-AAAA",
        text.lower(), text.replace("JD1-", "JD1-="), text + "=", text[:-1], text + "A", text[:40] + " " + text[40:],
        text[:-1] + _next_letter(text[-1]), text[:50] + "1" + text[51:], text[:50] + "é" + text[51:],
        PREFIX + "A" * 2000, "x" * 70_000,
    ]  # fmt: skip


def _next_letter(letter: str) -> str:
    """The same bits of the last byte with one of the bits that stand for nothing."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    return letters[letters.index(letter) + 1]


def _rolls() -> list[str]:
    body = _body(_roll())
    end = len(body)
    given = [body[:GIVEN] + bytes([3, 3, 3]) + last + body[end - 34 :] for last in _contributions()]
    changes = [
        (KIND, b"\x00"), (KIND, b"\x05"), (NUMBER, b"\x00\x00"), (NUMBER, b"\x10\x01"), (PURPOSE, b"\x00"),
        (PURPOSE, b"\x08"), (DICE, b"\x00"), (DICE, b"\x0b"), (BY, b"\x04"), (ORDER, b"\x18"), (GIVEN, b"\x06"),
        (GIVEN + 1, b"\x00"), (GIVEN + 1, b"\x07"), (end - 1, b"\x00"), (end - 1, b"\x07"),
    ]  # fmt: skip
    return [
        *(_text(body[:at] + new + body[at + len(new) :]) for at, new in changes),
        _text(body[:-1]), _text(body + b"\x01"), _text(body[:GIVEN]), _text(b""), *map(_text, given),
    ]  # fmt: skip


def _contributions() -> list[bytes]:
    """A masked number has no place in a roll; the others end too early."""
    return [bytes([5, 0, 0]), bytes([2]) + bytes(10), bytes([1, 6])]


def _anchors() -> list[str]:
    body = _body(Book().anchor().text)
    changes = [(CAUSE, b"\x05"), (LENGTH, b"\x00\x00"), (LENGTH, b"\x10\x01"), (NAME, b"\x41"), (NAME, b"\x08")]
    broken = [body[:at] + new + body[at + len(new) :] for at, new in changes]
    latin = body[:NAME] + b"\x01\xff"
    surrogate = body[:NAME] + b"\x03\xed\xa0\x80"
    overlong = body[:NAME] + b"\x02\xc0\x80"
    return [_text(each) for each in (*broken, latin, surrogate, overlong, body + b"\x00", body[:NAME])]


def _locks() -> list[str]:
    book = Book()
    book.anchor()
    body = _body(book.lock(four(s0=keypad(3, 5))).text)
    return [_text(body[:GIVEN] + given) for given in (b"\x05\x06\x00\x00\x00\x00", b"\x01\x03\x05\x00\x00\x00",
            b"\x02" + bytes(16) + b"\x00\x00\x00", b"\x00\x00\x00")]  # fmt: skip


def _voids() -> list[str]:
    book = Book()
    book.anchor()
    body = _body(book.void().text)
    keypad_shown = body[:GIVEN] + b"\x01\x03\x05\x00\x00\x00\x03"
    return [_text(each) for each in (body[:-1] + b"\x00", body[:-1] + b"\x05", keypad_shown)]


def _json() -> list[str]:
    return ["{", "{]}", '{"record": "JD1-"}', json.dumps({"proof": {"record": "JD1-AAAA"}}), '{"record": NaN}',
            '{"record": "a"} {}']  # fmt: skip


def _body(text: str) -> bytes:
    signed = text.removeprefix(PREFIX)
    return base64.b32decode(signed + "=" * (-len(signed) % 8))[:-64]


def _text(body: bytes) -> str:
    """Properly signed all the same: it is the bytes that are wrong."""
    return PREFIX + base64.b32encode(body + KEY.sign(body)).decode().rstrip("=")
