"""Dice: exactly uniform faces from a source of random bytes.

A byte below 252 gives each of the six faces in exactly 42 ways; the other four bytes are thrown away. Nothing else
enters: no clock, no press time, no scaling of a larger number.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from controller.limits import MOST_DICE
from controller.refusals import Code, Refused

Source = Callable[[int], bytes]

FACES = 6
FAIR_BYTES = 252  # the largest multiple of six that a byte can count
MOST_READS = 32  # a healthy source needs more than this with probability below 2**-190

KERNEL = "kernel-reject-252"
BY_HAND = "by-hand"


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
