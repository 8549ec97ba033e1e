"""Codes that are used once: six digits to type, and long ones to scan or copy."""

from __future__ import annotations

import secrets
from typing import Final

from controller.credentials.tokens import hash_of

DIGITS: Final = 6
_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O, U."""
_READ_AS: Final = str.maketrans({"I": "1", "L": "1", "O": "0", "-": None, " ": None})
LONG: Final = 20
"""Letters of a long code, five bits each: nobody guesses it, so that wrong ones need not be counted."""
LONGEST_ENTRY: Final = 64


def new_digits() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


def letters_of(digest: bytes, count: int) -> str:
    """The first letters of a digest, five bits each, in groups of five."""
    number = int.from_bytes(digest) >> (8 * len(digest) - 5 * count)
    letters = "".join(_LETTERS[number >> (5 * at) & 31] for at in reversed(range(count)))
    return _grouped(letters)


def _grouped(letters: str) -> str:
    return "-".join(letters[at : at + 5] for at in range(0, len(letters), 5))


def new_code() -> str:
    """Four groups of five."""
    return _grouped("".join(secrets.choice(_LETTERS) for _ in range(LONG)))


def plain(entered: str) -> str:
    """A code as people type it, without what does not matter."""
    return entered[:LONGEST_ENTRY].upper().translate(_READ_AS)


def is_digits(entered: str) -> bool:
    text = plain(entered)
    return len(text) == DIGITS and text.isascii() and text.isdigit()


def hash_of_code(entered: str) -> str:
    return hash_of(plain(entered))
