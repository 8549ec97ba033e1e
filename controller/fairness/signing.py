"""A table's Ed25519 key (RFC 8032): who signs what is said about the dice."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from controller.fairness.statements import ID_BYTES

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
DICE: Final = b"jantaku dice 1"
"""Stands before every signed body and says what it is about: what is signed about one thing passes for no other. None
of them begins like another one."""
JOURNAL: Final = b"jantaku journal 1"
"""Before the signed heads of a journal."""
WITNESS: Final = b"jantaku witness 1"
"""Before what a witness of a head signs."""
DRAW: Final = b"jantaku draw 1"
"""Before what the key of a hall signs to have the secret of a draw (``hall.tournament.draw``)."""
_FIELD: Final = 2**255 - 19
_ORDER_8: Final = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL_ORDER: Final = frozenset({0, 1, _FIELD - 1, _ORDER_8, _FIELD - _ORDER_8})
"""The y coordinates of the eight points of small order, under which a signature can fit any message."""


@dataclass(frozen=True, slots=True)
class TableKey:
    """``secret``: 32 random bytes, the private key of RFC 8032."""

    secret: bytes = field(repr=False)

    @property
    def public(self) -> bytes:
        return self._key.public_key().public_bytes_raw()

    @property
    def table(self) -> bytes:
        return table_id(self.public)

    def sign(self, body: bytes, about: bytes = DICE) -> bytes:
        """The signature of these bytes, 64 bytes; the same for the same bytes."""
        return self._key.sign(about + body)

    @property
    def _key(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.secret)


def table_id(public: bytes) -> bytes:
    """The eight bytes that name a table in its statements."""
    return hashlib.sha256(b"table" + public).digest()[:ID_BYTES]


def is_sound(public: bytes) -> bool:
    """Whether these 32 bytes are a key that binds its holder: in its one spelling, and of no small order."""
    y = int.from_bytes(public, "little") & (2**255 - 1)
    return y < _FIELD and y not in _SMALL_ORDER


@lru_cache(16_384)
def _public_key(public: bytes) -> Ed25519PublicKey:
    """Those of the tables of a hall, for one. Raises ``ValueError``."""
    return Ed25519PublicKey.from_public_bytes(public)


def is_signed(public: bytes, body: bytes, signature: bytes, about: bytes = DICE) -> bool:
    """Whether the holder of the key signed this body. The equation without cofactor, R compared byte for byte."""
    try:
        _public_key(public).verify(signature, about + body)
    except (InvalidSignature, ValueError):
        return False
    return True
