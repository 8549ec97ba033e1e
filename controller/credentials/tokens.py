"""The token of a device: ``<id>.<secret>``. The id finds the device, the secret (256 bits) proves it.

Only the hash of the secret is kept. A fast hash is enough: nobody guesses 256 random bits.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Final

SECRET_BYTES: Final = 32
ID_BYTES: Final = 8
LONGEST_TOKEN: Final = 128
"""Characters; a longer one is none of ours and is not looked at."""


@dataclass(frozen=True, slots=True)
class Token:
    """``text``: what the device keeps. ``id`` and ``hash``: what the table keeps."""

    id: str
    hash: str
    text: str


def new_token() -> Token:
    id_, secret = secrets.token_hex(ID_BYTES), secrets.token_urlsafe(SECRET_BYTES)
    return Token(id_, hash_of(secret), f"{id_}.{secret}")


def hash_of(secret: str) -> str:
    """SHA-256, hexadecimal."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def split(text: str) -> tuple[str, str]:
    """Id and secret of what a request calls its token."""
    id_, _, secret = text[:LONGEST_TOKEN].partition(".")
    return id_, secret


def proves(secret: str, hash_: str) -> bool:
    """In constant time."""
    return hmac.compare_digest(hash_of(secret), hash_)
