"""Dice: exactly uniform faces from a source of random bytes, and the record of a roll.

A byte below 252 gives each of the six faces in exactly 42 ways; the other four bytes are thrown away. Nothing else
enters: no clock, no press time, no scaling of a larger number.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.events import Event
from controller.limits import MOST_DICE
from controller.refusals import Refused

Source = Callable[[int], bytes]

FACES = 6
FAIR_BYTES = 252  # the largest multiple of six that a byte can count
MOST_READS = 32  # a healthy source needs more than this with probability below 2**-190

KERNEL = "kernel-reject-252"
BY_HAND = "by-hand"


class DiceSourceFailed(RuntimeError):
    """The source of random bytes is broken: it gave too few bytes, or only such as no fair die can use."""

    code = "dice-source-failed"


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

    def event(self) -> Event:
        data: dict[str, Any] = {
            "roll": self.number,
            "purpose": self.purpose,
            "dice": list(self.dice),
            "algorithm": self.algorithm,
            "by": self.by,
            "hand": self.hand,
        }
        return Event("dice.rolled", {**data, "proof": dict(self.proof)} if self.proof else data)


def face(byte: int) -> int | None:
    """The face that a uniform byte stands for, None when it must be thrown away."""
    return 1 + byte % FACES if byte < FAIR_BYTES else None


def roll(n: int, source: Source = os.urandom) -> tuple[int, ...]:
    """``n`` independent, exactly uniform dice. Raises ``DiceSourceFailed`` when the source does not behave."""
    if n not in range(1, MOST_DICE + 1):
        raise Refused(
            "bad-dice", f"{n} dice cannot be thrown.", f"Throw 1 to {MOST_DICE}.", kind="invalid", field="dice"
        )
    faces: list[int] = []
    for _ in range(MOST_READS):
        chunk = source(n)
        if len(chunk) != n:
            raise DiceSourceFailed(f"asked for {n} random bytes, got {len(chunk)}")
        faces += [shown for byte in chunk if (shown := face(byte)) is not None]
        if len(faces) >= n:
            return tuple(faces[:n])
    raise DiceSourceFailed(f"no {n} fair dice in {MOST_READS} reads of {n} bytes")
