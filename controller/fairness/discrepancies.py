"""What a verifier can find, and its report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final


class Flaw(StrEnum):
    """What is wrong with a line."""

    MALFORMED = "malformed"
    """It cannot be read, or is not in its one spelling."""
    UNKNOWN_VERSION = "unknown-version"
    WEAK_KEY = "weak-key"
    """The anchor's key binds nobody."""
    FORGED_SIGNATURE = "forged-signature"
    NO_ANCHOR = "no-anchor"
    """The anchor of its epoch is not here: nothing of it can be checked."""
    TWO_ANCHORS = "two-anchors"
    """The table promised other seeds for the same epoch."""
    BEYOND_ANCHOR = "beyond-anchor"
    """Its number is greater than the length of the epoch."""
    WRONG_ANCHOR = "wrong-anchor"
    """Its seed does not lead to the anchor."""
    WRONG_DICE = "wrong-dice"
    """The dice do not follow from seed and contributions."""
    SHOWN_DIFFERS = "shown-differs"
    """The line shows other dice, or another purpose, than its record."""
    REUSED_SEED = "reused-seed"
    SKIPPED_NUMBER = "skipped-number"
    OLD_EPOCH = "old-epoch"
    """It goes on with an epoch after another one was anchored."""
    FORKED_HISTORY = "forked-history"
    """Another statement follows the same statement."""
    MISSING = "missing"
    """The statement before it is not here."""
    TWO_LOCKS = "two-locks"
    ALTERED_CONTRIBUTION = "altered-contribution"
    """Not what the table had locked before it showed the seed."""
    ABANDONED_ROLL = "abandoned-roll"
    """Inputs were locked, and the table went on without roll and without void."""


HARMLESS: Final = frozenset({Flaw.MALFORMED, Flaw.UNKNOWN_VERSION, Flaw.NO_ANCHOR, Flaw.MISSING})
"""These show that something could not be checked, not that a table did wrong."""


class ProofVerdict(StrEnum):
    GOOD = "good"
    """Everything here was checked and is right."""
    INCOMPLETE = "incomplete"
    """Nothing wrong is shown, but something is missing or cannot be read."""
    BAD = "bad"


@dataclass(frozen=True, slots=True, order=True)
class Discrepancy:
    """``line`` counts from 1; ``number``: of the roll, 0 for an anchor or a line that cannot be read."""

    line: int
    flaw: Flaw
    number: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Head:
    """A statement that no other one here follows. ``number`` 0: an anchor."""

    table: str
    hash: str
    epoch: str
    number: int


@dataclass(frozen=True, slots=True)
class ProofReport:
    """Counts are of distinct, signed statements whose anchor is here. ``uncontributed``: rolls to which no seat gave
    anything; ``timed_out``: seats that let their time run out; ``withheld``: commitments never opened."""

    discrepancies: tuple[Discrepancy, ...]
    heads: tuple[Head, ...]
    anchors: int
    locks: int
    rolls: int
    voids: int
    uncontributed: int
    timed_out: int
    withheld: int

    @property
    def verdict(self) -> ProofVerdict:
        if any(each.flaw not in HARMLESS for each in self.discrepancies):
            return ProofVerdict.BAD
        return ProofVerdict.INCOMPLETE if self.discrepancies or not self.anchors else ProofVerdict.GOOD

    def as_json(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict,
            "discrepancies": [
                {"line": each.line, "flaw": each.flaw, "number": each.number} for each in self.discrepancies
            ],
            "heads": [
                {"table": each.table, "epoch": each.epoch, "number": each.number, "hash": each.hash}
                for each in self.heads
            ],
            "anchors": self.anchors,
            "locks": self.locks,
            "rolls": self.rolls,
            "voids": self.voids,
            "uncontributed": self.uncontributed,
            "timed_out": self.timed_out,
            "withheld": self.withheld,
        }


def in_order(found: Iterable[Discrepancy]) -> tuple[Discrepancy, ...]:
    """By line, then by name; each flaw of a line once."""
    return tuple(sorted(set(found)))
