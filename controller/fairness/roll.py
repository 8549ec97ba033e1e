"""The record of a roll."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from controller.events.dice import DiceRolled
from controller.fairness.dice import KERNEL

CHECKABLE: Final = "jantaku-dice-1"
"""The algorithm of the dice that anybody can check (``docs/dice.md``)."""


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


def record_of(event: DiceRolled) -> str | None:
    """The signed record of a roll as text; None for dice that leave none."""
    record = event.proof.get("record") if event.proof and event.algorithm == CHECKABLE else None
    return record if isinstance(record, str) else None
