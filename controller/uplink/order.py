"""An order of a hall to one of its tables, and what the hall signs of it. Both ends use this module.

The hall signs, with its Ed25519 key, ``"jantaku order 1" || text``: the text is the order as canonical JSON
(``docs/journal.md``) with the members of ``SIGNED``. ``table`` is the public key of the table, so that what was ordered
of one table is no order to another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from controller.fairness.signing import KEY_BYTES, SIGNATURE_BYTES, TableKey, is_signed, is_sound
from controller.journal.chain import canonical
from controller.permits import Role

ORDER: Final = b"jantaku order 1"
"""Before what a hall signs of an order."""
SIGNED: Final = ("table", "id", "number", "kind", "expected_seq", "expires", "made_by", "body")
KINDS: Final = (
    "start-game", "clock", "call-time", "stop-play", "penalize", "correct", "end-game", "message", "grant",
    "revoke-grant", "release", "throw-draw",
)  # fmt: skip
"""What a hall can order. None of them moves anything: a wall is built and raised when a key at the table is pressed."""
MOST_ROLE: Final = Role.REFEREE
"""An order carries the role of whoever gave it, and no more than this: an owner at the hall is a referee here."""
_ROLES: Final[Mapping[str, Role]] = {
    "staff": Role.STAFF, "referee": Role.REFEREE, "head": Role.REFEREE, "owner": Role.REFEREE
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Order:
    """``number``: counts the orders of the hall. ``expires``: ISO 8601 in UTC. ``role`` and ``who``: of the person who
    gave it, as far as it goes at a table."""

    id: str
    number: int
    kind: str
    expires: str
    role: Role
    who: str


def role_at_table(role: str) -> Role | None:
    """What a role of the hall may be at a table; None for one that orders nothing."""
    return _ROLES.get(role)


def signed_text(order: Mapping[str, Any], table: str) -> bytes:
    """``order``: as it is sent, with or without its signature; ``table``: the public key, hexadecimal."""
    members = {**order, "table": table}
    return canonical({name: members[name] for name in SIGNED}).encode()


def sign_order(order: Mapping[str, Any], table: str, key: TableKey) -> str:
    """The signature in hexadecimal. ``key``: of the hall."""
    return key.sign(signed_text(order, table), ORDER).hex()


def is_genuine(order: Mapping[str, Any], table: str, hall: str) -> bool:
    """Whether the hall with this public key signed this order to this table. Raises nothing for members of any kind,
    as long as all of ``SIGNED`` are there."""
    try:
        key, signature = bytes.fromhex(hall), bytes.fromhex(order["signature"])
        text = signed_text(order, table)
    except (KeyError, TypeError, ValueError, RecursionError):
        return False
    right_size = len(key) == KEY_BYTES and len(signature) == SIGNATURE_BYTES
    return right_size and is_sound(key) and is_signed(key, text, signature, ORDER)
