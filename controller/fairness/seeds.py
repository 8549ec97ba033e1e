"""The seeds of an epoch: a chain of hashes that is made backwards and used forwards.

From a secret s_N each s_(i-1) is the hash of s_i, down to s_0, which is published before anyone sits. Roll n shows s_n:
whoever has s_0 can see that s_n was fixed then, and nobody can guess s_(n+1) from it.

What is consumed is a value folded from the journal (``ChainState``), not something that the chain remembers: after a
crash the same roll uses the same seed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace

from controller.fairness.statements import MOST_ROLLS
from controller.refusals import JantakuError


class SeedReused(JantakuError):
    """A roll or void of a number that was already published."""

    code = "dice-seed-reused"
    remedy = "Begin a new epoch."


class SeedSkipped(JantakuError):
    """A roll or void whose number is not the next one: the roll in between would vanish."""

    code = "dice-seed-skipped"
    remedy = "Publish or void the roll before it."


class SeedsUsedUp(JantakuError):
    """Every roll of the epoch is consumed."""

    code = "dice-seeds-used-up"
    remedy = "Begin a new epoch."


class WrongSeeds(JantakuError):
    """These seeds are not those that the published anchor stands for."""

    code = "dice-wrong-seeds"
    remedy = "Begin a new epoch."


@dataclass(frozen=True, slots=True)
class ChainState:
    """An epoch as everybody may know it. ``anchor``: s_0; ``length``: its rolls; ``consumed``: the last roll or void
    that was published, 0 for none; ``head``: the hash of the table's last anchor, roll or void."""

    table: bytes
    epoch: bytes
    anchor: bytes
    length: int
    head: bytes
    consumed: int = 0

    @property
    def due(self) -> int:
        """The number of the next roll. Raises ``SeedsUsedUp``."""
        if self.consumed >= self.length:
            raise SeedsUsedUp(f"all {self.length} rolls of the epoch are consumed")
        return self.consumed + 1

    def consume(self, number: int, head: bytes) -> ChainState:
        """After the roll or void ``number`` with the hash ``head``. Raises ``SeedReused``, ``SeedSkipped`` or
        ``SeedsUsedUp``."""
        if number <= self.consumed:
            raise SeedReused(f"roll {number} of the epoch was published before; {self.consumed} are")
        if number != self.due:
            raise SeedSkipped(f"roll {number} cannot follow roll {self.consumed}")
        return replace(self, consumed=number, head=head)


@dataclass(frozen=True, slots=True)
class SeedChain:
    """The secret of an epoch. ``seeds``: s_0 to s_N."""

    table: bytes
    epoch: bytes
    seeds: tuple[bytes, ...] = field(repr=False)

    @property
    def anchor(self) -> bytes:
        return self.seeds[0]

    @property
    def length(self) -> int:
        return len(self.seeds) - 1

    def due(self, state: ChainState) -> bytes:
        """The seed of the next roll. Raises ``SeedsUsedUp``, or ``WrongSeeds`` for the state of another epoch."""
        mine = (self.table, self.epoch, self.anchor, self.length)
        if (state.table, state.epoch, state.anchor, state.length) != mine:
            raise WrongSeeds("the seeds at hand do not lead to the published anchor")
        return self.seeds[state.due]


def grow(table: bytes, epoch: bytes, last: bytes, length: int = MOST_ROLLS) -> SeedChain:
    """The chain that ends in the secret ``last``, s_N with N = ``length``."""
    seeds = [last]
    for _ in range(length):
        seeds.append(seed_before(seeds[-1], table, epoch))
    return SeedChain(table, epoch, tuple(reversed(seeds)))


def seed_before(seed: bytes, table: bytes, epoch: bytes) -> bytes:
    """s_(i-1) of s_i."""
    return hashlib.sha256(b"chain" + table + epoch + seed).digest()


def walk_back(seed: bytes, steps: int, table: bytes, epoch: bytes) -> bytes:
    """The seed so many rolls earlier; s_0 after as many steps as the number of the roll."""
    for _ in range(steps):
        seed = seed_before(seed, table, epoch)
    return seed
