"""A signed statement, and its text: what a QR code shows, a journal keeps and a verifier reads.

The text is ``JD1-`` and the base32 (RFC 4648, upper case, no padding) of body and signature: characters of a QR code's
alphanumeric mode, and none that is lost when people copy it.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from typing import Final

from controller.fairness.byte_layout import Malformed, from_bytes, to_bytes
from controller.fairness.signing import SIGNATURE_BYTES, TableKey, is_signed
from controller.fairness.statements import Statement

PREFIX: Final = "JD1-"
LONGEST_TEXT: Final = 1024
"""Characters; the longest statement there can be has 660."""
_ANY_VERSION: Final = re.compile(r"JD[0-9]{1,4}-")
_BITS: Final = 5
"""Of a character of base32 (RFC 4648, section 6)."""
_BASE32: Final = re.compile(r"[A-Z2-7]*")
_DIGITS: Final = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789abcdefghijklmnopqrstuv")


class UnknownVersion(Malformed):
    """Text of a newer format."""


@dataclass(frozen=True, slots=True)
class Record:
    """A statement with the bytes that were signed."""

    statement: Statement
    body: bytes
    signature: bytes

    @property
    def hash(self) -> bytes:
        """What the statement after this one names as the one before. It covers no signature: two signatures of one
        statement are one statement."""
        return hashlib.sha256(b"statement" + self.body).digest()

    @property
    def text(self) -> str:
        return PREFIX + based(self.body + self.signature)

    def is_signed_by(self, public: bytes) -> bool:
        return is_signed(public, self.body, self.signature)


def sign(statement: Statement, key: TableKey) -> Record:
    """The statement under the table's key."""
    body = to_bytes(statement)
    return Record(statement, body, key.sign(body))


def from_text(text: str) -> Record:
    """The record that a text stands for; whether it is signed is asked elsewhere. Raises ``Malformed``."""
    if not text.startswith(PREFIX):
        version = _ANY_VERSION.match(text)
        raise UnknownVersion(f"version: {version[0]}") if version else Malformed("text: it does not begin with JD1-")
    if len(text) > LONGEST_TEXT:
        raise Malformed("text: it is too long")
    signed = unbased(text.removeprefix(PREFIX))
    body, signature = signed[:-SIGNATURE_BYTES], signed[-SIGNATURE_BYTES:]
    return Record(from_bytes(body), body, signature)


def based(raw: bytes) -> str:
    """Base32 without padding."""
    return base64.b32encode(raw).decode().rstrip("=")


def unbased(text: str) -> bytes:
    """The bytes of base32 without padding, in its one spelling. Raises ``Malformed``."""
    count, over = divmod(len(text) * _BITS, 8)
    if not _BASE32.fullmatch(text) or over >= _BITS:  # a character more than the bytes need
        raise Malformed("text: this is not base32")
    number = int(text.translate(_DIGITS), 32) if text else 0  # ten times as fast as base64.b32decode
    if number & ((1 << over) - 1):  # bits that are left over are not free
        raise Malformed("text: this is not base32")
    return (number >> over).to_bytes(count)
