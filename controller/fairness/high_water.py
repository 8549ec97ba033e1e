"""How far the rolls of a table got, kept beside its secrets and not in the journal.

A journal that was put back from a backup, or copied from another table, is behind it or beside it: its next seed may
have been shown. The file is written after each roll is durable, so a crash can leave it behind the journal, never
before it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.fairness.seeds import ChainState
from controller.fairness.statements import NO_STATEMENT
from controller.files import write_whole

FILE_NAME: Final = "dice-published.json"


@dataclass(frozen=True, slots=True)
class HighWater:
    """The last statement of the table's own: its epoch, its number (0 for an anchor) and its hash."""

    epoch: bytes = b""
    number: int = 0
    head: bytes = NO_STATEMENT

    @classmethod
    def of(cls, chain: ChainState) -> HighWater:
        return cls(chain.epoch, chain.consumed, chain.head)

    def is_reached_by(self, chain: ChainState, before: bytes) -> bool:
        """Whether the journal's epoch comes after this. ``before``: what the anchor of the epoch names as before."""
        if chain.epoch != self.epoch:
            return before == self.head
        return chain.consumed > self.number or (chain.consumed, chain.head) == (self.number, self.head)


def load(folder: Path) -> HighWater | None:
    """None when there is none yet. Raises ``OSError``, or ``ValueError`` for a file that holds something else."""
    try:
        text = (folder / FILE_NAME).read_bytes()
    except FileNotFoundError:
        return None
    try:
        found = json.loads(text)
        return HighWater(bytes.fromhex(found["epoch"]), int(found["number"]), bytes.fromhex(found["head"]))
    except (KeyError, TypeError) as error:
        raise ValueError(f"{FILE_NAME}: {error}") from error


def save(folder: Path, reached: HighWater) -> None:
    """Durable on return. Raises ``OSError``."""
    content = {"epoch": reached.epoch.hex(), "number": reached.number, "head": reached.head.hex()}
    write_whole(folder / FILE_NAME, json.dumps(content).encode())
