"""Dice for a test laboratory: seeds, raw bytes and faces of many rolls, from the code that rolls for players.

A table without players and without a journal: chain after chain of seeds, each from a secret of its own, and every roll
without contributions. Several tables take turns, so that rolls of one number on different tables stand side by side.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from controller.fairness.dice import Source
from controller.fairness.draw import RollId, die_mac, throw
from controller.fairness.seeds import SeedChain, grow
from controller.fairness.statements import NOBODY

EPOCH_BYTES: Final = 8
SECRET_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class CollectedRoll:
    """A roll that is determined, but not yet made; ``chain``: the seeds of its epoch."""

    at: RollId
    chain: SeedChain

    @property
    def seed(self) -> bytes:
        return self.chain.seeds[self.at.number]

    def raw(self, dice: int) -> bytes:
        """The generator's output of each die, 32 bytes: the first of them below 252 gives the face."""
        return b"".join(die_mac(self.seed, self.at, NOBODY, k) for k in range(dice))

    def faces(self, dice: int) -> tuple[int, ...]:
        return throw(self.seed, self.at, NOBODY, dice)


def collected(tables: int = 1, source: Source = os.urandom) -> Iterator[CollectedRoll]:
    """Endless: roll after roll, the tables (named 0, 1, ...) by turns; new secrets from the source when a chain has
    ended. About half a megabyte of seeds for each table."""
    names = [number.to_bytes(8) for number in range(tables)]
    while True:
        chains = [grow(name, source(EPOCH_BYTES), source(SECRET_BYTES)) for name in names]
        for number in range(1, min(chain.length for chain in chains) + 1):
            for chain in chains:
                yield CollectedRoll(RollId(chain.table, chain.epoch, number), chain)
