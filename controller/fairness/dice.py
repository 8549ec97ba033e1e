"""Dice: exactly uniform faces from a source of random bytes, and the record of a roll.

A byte below 252 gives each of the six faces in exactly 42 ways; the other four bytes are thrown away. Nothing else
enters: no clock, no press time, no scaling of a larger number.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.events.dice import DiceRolled
from controller.limits import MOST_DICE
from errors import Code, Refused

Source = Callable[[int], bytes]

FACES = 6
FAIR_BYTES = 252  # the largest multiple of six that a byte can count
MOST_READS = 32  # a healthy source needs more than this with probability below 2**-190

KERNEL = "kernel-reject-252"
BY_HAND = "by-hand"


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll as the journal keeps it. ``number`` counts the rolls of the table; ``by`` is the seat or the person.

    ``algorithm`` says how the faces came about, so that a record stays checkable when another way is added; ``proof``
    is what a verifier needs for it (nothing for the kernel's bytes, which leave no proof).
    """

    number: int
    purpose: str
    dice: tuple[int, ...]
    algorithm: str = KERNEL
    by: str | int | None = None
    hand: int | None = None
    proof: Mapping[str, Any] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(self.dice)

    def event(self) -> DiceRolled:
        """The roll as it is recorded, without the match that it was for."""
        return DiceRolled(
            self.number, self.purpose, self.dice, self.algorithm, self.by, self.hand, proof=self.proof or None
        )


def face(byte: int) -> int | None:
    """The face that a uniform byte stands for, None when it must be thrown away."""
    return 1 + byte % FACES if byte < FAIR_BYTES else None


def roll(n: int, source: Source = os.urandom) -> tuple[int, ...]:
    """``n`` independent, exactly uniform dice.

    Raises ``Refused``: ``bad-dice`` for a number that cannot be thrown; ``dice-source-failed`` for a broken source,
    which gave too few bytes, or only such as no fair die can use.
    """
    if n not in range(1, MOST_DICE + 1):
        raise Refused(Code.BAD_DICE, f"{n} dice cannot be thrown.", f"Throw 1 to {MOST_DICE}.", field="dice")
    faces: list[int] = []
    for _ in range(MOST_READS):
        chunk = source(n)
        if len(chunk) != n:
            raise Refused(Code.DICE_SOURCE_FAILED, f"asked for {n} random bytes, got {len(chunk)}")
        faces += [shown for byte in chunk if (shown := face(byte)) is not None]
        if len(faces) >= n:
            return tuple(faces[:n])
    raise Refused(Code.DICE_SOURCE_FAILED, f"no {n} fair dice in {MOST_READS} reads of {n} bytes")
