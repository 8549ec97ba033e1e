"""From seed and contributions to dice, exactly uniform.

Each die is ``1 + (u + sum of the keypad numbers for it) mod 6``, where u comes from the seed and from the phones'
nonces. Keypad numbers are added and never hashed: whatever u is, one uniform number makes the die uniform, and no seed
can be searched for that suits every number. A nonce has 128 bits, too many to search through, and is hashed.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.fairness.dice import FACES, face
from controller.fairness.statements import NONCE_BYTES, Contribution, Given
from controller.rules.seats import SEATS, Seat

_NO_NONCE: Final = bytes(NONCE_BYTES)


@dataclass(frozen=True, slots=True)
class RollId:
    """Which roll of all tables and epochs; part of every hash, so that no value of one fits another."""

    table: bytes
    epoch: bytes
    number: int

    @property
    def id(self) -> bytes:
        return self.table + self.epoch + self.number.to_bytes(2)


def residue(key: bytes, message: bytes) -> int:
    """0-5, uniform for a key that nobody knows: the first byte below 252 of HMAC-SHA-256(key, message), modulo 6.

    A MAC without such a byte (probability 2**-192) is followed by that of the message with the byte 1 after it, then 2.
    """
    for again in range(256):
        counter = bytes([again]) if again else b""
        found = first_fair(mac(key, message + counter))
        if found is not None:
            return found
    raise ArithmeticError("256 MACs without a byte below 252: this is not HMAC-SHA-256")


def mac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256: all random bytes of checkable dice."""
    return hmac.digest(key, message, "sha256")


def first_fair(found: Sequence[int]) -> int | None:
    """The first byte of a MAC below 252 modulo 6; None where there is no such byte."""
    return next((shown - 1 for byte in found if (shown := face(byte)) is not None), None)


def die(u: int, numbers: Sequence[int]) -> int:
    """The face, 1-6, from ``u`` (0-5) and the seats' numbers (1-6) for this die."""
    return 1 + (u + sum(numbers)) % FACES


def throw(seed: bytes, at: RollId, given: Sequence[Contribution], dice: int) -> tuple[int, ...]:
    """The dice of a roll; ``given`` by seat."""
    entered = [each.data for each in given if each.given is Given.KEYPAD]
    return tuple(
        die(residue(seed, die_message(at, given, k)), [numbers[k] for numbers in entered]) for k in range(dice)
    )


def die_message(at: RollId, given: Sequence[Contribution], k: int) -> bytes:
    """What is hashed with the seed for die ``k``, counted from 0: the roll and the phones' nonces."""
    nonces = b"".join(each.data if each.given is Given.PHONE else _NO_NONCE for each in given)
    return b"die" + bytes([k + 1]) + at.id + nonces


def die_mac(seed: bytes, at: RollId, given: Sequence[Contribution], k: int) -> bytes:
    """The raw bytes that die ``k`` is taken from: the first MAC that ``residue`` looks at."""
    return mac(seed, die_message(at, given, k))


def commitment(nonce: bytes, at: RollId, seat: Seat) -> bytes:
    """What a phone sends before it reveals its nonce. The seat is in it, so that nobody can copy a neighbour's."""
    return hashlib.sha256(b"commit" + at.id + bytes([seat]) + nonce).digest()


def mask(numbers: Sequence[int], seed: bytes, at: RollId, seat: Seat) -> Contribution:
    """A seat's numbers (1-6) so that only the seed of this roll opens them: fit for a journal that others read."""
    hidden = ((number + _pad(seed, at, seat, k)) % FACES for k, number in enumerate(numbers))
    return Contribution(Given.MASKED, bytes(hidden))


def unmasked(given: Contribution, seed: bytes, at: RollId, seat: Seat) -> Contribution:
    """The contribution with its numbers in the open; one that is not masked as it is."""
    if given.given is not Given.MASKED:
        return given
    shown = (1 + (hidden - _pad(seed, at, seat, k) - 1) % FACES for k, hidden in enumerate(given.data))
    return Contribution(Given.KEYPAD, bytes(shown))


def opened(given: Sequence[Contribution], seed: bytes, at: RollId) -> tuple[Contribution, ...]:
    """All four contributions with their numbers in the open."""
    return tuple(unmasked(each, seed, at, seat) for seat, each in zip(SEATS, given, strict=True))


def _pad(seed: bytes, at: RollId, seat: Seat, k: int) -> int:
    return residue(seed, b"mask" + bytes([seat, k + 1]) + at.id)
