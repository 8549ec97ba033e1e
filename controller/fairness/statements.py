"""What a table signs about its dice: anchors, locks, rolls and voids, as values.

An *epoch* is one chain of seeds, a day's as a rule; ``number`` counts its rolls from 1. Bytes: ``layout.py``; signature
and text: ``record.py``; the whole format: ``docs/dice.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from itertools import permutations
from typing import Final

from controller.rules.seats import SEAT_COUNT, SEATS, Seat

HASH_BYTES: Final = 32
ID_BYTES: Final = 8
"""A table's or an epoch's id."""
NONCE_BYTES: Final = 16
"""What a phone contributes: 128 bits."""
MOST_ROLLS: Final = 4096
"""The rolls of an epoch: a day's, and so many hashes at most to walk back to the anchor."""
LONGEST_TABLE_NAME: Final = 64
"""Bytes of UTF-8."""
NO_STATEMENT: Final = bytes(HASH_BYTES)
"""Stands for the statement before the first one of a key."""
ORDERS: Final[tuple[tuple[Seat, ...], ...]] = tuple(permutations(SEATS))
"""The orders in which four seats can enter, lexicographic; a statement names one by its index."""


class Purpose(IntEnum):
    """What a roll decides."""

    SEATS = 1
    FIRST_DEALER = 2
    BREAK = 3
    BREAK_SECOND = 4
    WILD_TILE = 5
    TOURNAMENT_DRAW = 6
    FREE = 7
    """Nothing of a match: dice for their own sake."""

    @property
    def id(self) -> str:
        """As events and commands write it."""
        return self.name.lower().replace("_", "-")


_PURPOSES: Final = {purpose.id: purpose for purpose in Purpose}


def purpose_of(word: str) -> Purpose:
    """What a statement says of a roll that commands and events call so; any other word is a free roll."""
    return _PURPOSES.get(word, Purpose.FREE)


class Cause(IntEnum):
    """Why an epoch begins."""

    FIRST = 0
    NEW_DAY = 1
    USED_UP = 2
    RESTORED = 3
    """The journal is a backup: rolls after it may be known elsewhere."""
    SEEDS_LOST = 4


class VoidReason(IntEnum):
    """Why a roll has no dice. Its seed counts as consumed; ordinary dice decide."""

    SEEDS_LOST = 1
    ENTRY_FAILED = 2
    NOT_SHOWN = 3
    """Lamps, tablet and board could not show the dice, or showed different ones."""
    DISPUTED = 4


class Given(IntEnum):
    """What a seat gave to a roll."""

    NONE = 0
    """It was not asked, or chose to give nothing."""
    KEYPAD = 1
    """A number for each die, 1-6."""
    PHONE = 2
    """A nonce that fits the commitment made before."""
    TIMED_OUT = 3
    COMMITMENT = 4
    """A commitment without its nonce: not yet revealed in a lock, withheld in a roll."""
    MASKED = 5
    """A number for each die, 0-5, under a mask that the seed of the roll lifts."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """``data``: the numbers one byte each, the nonce (16 bytes) or the commitment (32 bytes), as ``given`` says."""

    given: Given = Given.NONE
    data: bytes = b""

    @property
    def counts(self) -> bool:
        """Whether it takes part in the dice."""
        return self.given in (Given.KEYPAD, Given.PHONE)


NOBODY: Final = (Contribution(),) * SEAT_COUNT
"""The contributions of a roll to which no seat was asked."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """The promise of an epoch's seeds, published before anyone sits: ``seed`` is s_0, which hashes lead to from every
    later one. ``time``: Unix milliseconds. ``key``: the table's public Ed25519 key. ``before``: the hash of the
    table's statement before this one."""

    epoch: bytes
    time: int
    cause: Cause
    length: int
    seed: bytes
    key: bytes
    before: bytes
    name: str


@dataclass(frozen=True, slots=True)
class Occasion:
    """Which roll it is, and what was fixed before its seed was shown.

    ``dice`` 1-10; ``by``: the seat that throws, None for the table; ``order``: index into ``ORDERS``; ``before``: the
    hash of the anchor, roll or void before it (locks are not part of that chain).
    """

    table: bytes
    epoch: bytes
    number: int
    purpose: Purpose
    dice: int
    by: Seat | None
    order: int
    before: bytes


@dataclass(frozen=True, slots=True)
class LockedInputs:
    """Signed when every input is in and nothing is revealed; phones keep it and reveal only then."""

    occasion: Occasion
    time: int
    contributions: tuple[Contribution, ...]


@dataclass(frozen=True, slots=True)
class RollStatement:
    """The published roll. ``seed`` is s_n, ``dice`` the faces 1-6."""

    occasion: Occasion
    time: int
    contributions: tuple[Contribution, ...]
    seed: bytes
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VoidRoll:
    """A roll that could not be completed. The seed of the next one shows what its dice would have been."""

    occasion: Occasion
    time: int
    contributions: tuple[Contribution, ...]
    reason: VoidReason


Statement = Anchor | LockedInputs | RollStatement | VoidRoll

ALLOWED: Final[dict[type[LockedInputs | RollStatement | VoidRoll], frozenset[Given]]] = {
    LockedInputs: frozenset({Given.NONE, Given.TIMED_OUT, Given.COMMITMENT, Given.MASKED}),
    RollStatement: frozenset({Given.NONE, Given.KEYPAD, Given.PHONE, Given.TIMED_OUT, Given.COMMITMENT}),
    VoidRoll: frozenset({Given.NONE, Given.PHONE, Given.TIMED_OUT, Given.COMMITMENT, Given.MASKED}),
}
"""What each statement may say of a seat: before the seed is shown, a number is masked."""
