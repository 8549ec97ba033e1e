"""The staff's PIN, kept as a scrypt hash: short secrets need a slow one."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

SHORTEST_PIN: Final = 4
LONGEST_PIN: Final = 32
_COST, _BLOCK, _PARALLEL = 2**14, 8, 1
"""RFC 7914 section 2; 16 MiB and some tenth of a second on a Raspberry Pi 3."""
_SALT_BYTES: Final = 16


def hash_pin(pin: str) -> str:
    salt = secrets.token_bytes(_SALT_BYTES)
    return f"scrypt${_COST}${_BLOCK}${_PARALLEL}${salt.hex()}${_derived(pin, salt, _COST, _BLOCK, _PARALLEL).hex()}"


def is_pin(pin: str, kept: str) -> bool:
    """Slow on purpose. In constant time. Raises ``ValueError`` for a hash that is none of ours."""
    _, cost, block, parallel, salt, derived = kept.split("$")
    found = _derived(pin, bytes.fromhex(salt), int(cost), int(block), int(parallel))
    return hmac.compare_digest(found.hex(), derived)


def _derived(pin: str, salt: bytes, cost: int, block: int, parallel: int) -> bytes:
    return hashlib.scrypt(pin.encode("utf-8", "surrogatepass"), salt=salt, n=cost, r=block, p=parallel)
