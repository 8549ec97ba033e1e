"""Whether statements follow each other as they may: no number twice, none left out, no second history.

Anchors, rolls and voids of a table form one chain, each with the hash of the one before. Locks stand beside it: each is
held against the roll or void of its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from controller.fairness.discrepancies import Discrepancy, Flaw, Head
from controller.fairness.draw import RollId, commitment, unmasked
from controller.fairness.statements import (
    NO_STATEMENT,
    Anchor,
    Contribution,
    Given,
    LockedInputs,
    RollStatement,
    Statement,
    VoidRoll,
)
from controller.rules.seats import SEATS, Seat

Published = RollStatement | VoidRoll
Key = tuple[bytes, bytes, int]


@dataclass(frozen=True, slots=True)
class SignedStatement:
    """A signed statement, the line that it was first read from, and its hash."""

    line: int
    hash: bytes
    table: bytes
    statement: Statement

    @property
    def before(self) -> bytes:
        own = self.statement
        return own.before if isinstance(own, Anchor) else own.occasion.before

    @property
    def epoch(self) -> bytes:
        return self.statement.epoch if isinstance(self.statement, Anchor) else self.statement.occasion.epoch

    @property
    def number(self) -> int:
        """0 for an anchor."""
        return 0 if isinstance(self.statement, Anchor) else self.statement.occasion.number

    @property
    def key(self) -> Key:
        return self.table, self.epoch, self.number

    def find(self, flaw: Flaw) -> Discrepancy:
        return Discrepancy(self.line, flaw, self.number)


@dataclass(slots=True)
class History:
    """The distinct statements of all tables."""

    _places: dict[tuple[bytes, bytes], SignedStatement] = field(default_factory=dict)

    def add(self, place: SignedStatement) -> bool:
        """Whether the statement is new here."""
        return self._places.setdefault((place.table, place.hash), place) is place

    def count(self, kind: type[Statement]) -> int:
        return sum(isinstance(place.statement, kind) for place in self._places.values())

    def heads(self) -> tuple[Head, ...]:
        """The chained statements that no other one follows."""
        followed = {(place.table, place.before) for place in self._chain()}
        return tuple(
            sorted(
                Head(place.table.hex(), place.hash.hex(), place.epoch.hex(), place.number)
                for place in self._chain()
                if (place.table, place.hash) not in followed
            )
        )

    def discrepancies(self) -> Iterator[Discrepancy]:
        yield from self._forks()
        yield from self._numbers()
        yield from self._gaps_before_anchors()
        yield from self._locks()

    def _chain(self) -> list[SignedStatement]:
        """Anchors, rolls and voids by line."""
        found = [place for place in self._places.values() if not isinstance(place.statement, LockedInputs)]
        return sorted(found, key=lambda place: place.line)

    def _published(self) -> dict[Key, SignedStatement]:
        """Rolls and voids by number; of two the first."""
        first: dict[Key, SignedStatement] = {}
        for place in self._chain():
            if place.number:
                first.setdefault(place.key, place)
        return first

    # ------------------------------------------------------------ the chain

    def _forks(self) -> Iterator[Discrepancy]:
        seen: set[tuple[bytes, bytes]] = set()
        for place in self._chain():
            if (place.table, place.before) in seen:
                yield place.find(Flaw.FORKED_HISTORY)
            seen.add((place.table, place.before))

    def _numbers(self) -> Iterator[Discrepancy]:
        published = self._published()
        for place in self._chain():
            if place.number:
                if published[place.key] is not place:
                    yield place.find(Flaw.REUSED_SEED)
                flaw = self._flaw_of_place(place)
                if flaw:
                    yield place.find(flaw)

    def _flaw_of_place(self, place: SignedStatement) -> Flaw | None:
        """What is wrong with a roll or void where it stands."""
        before = self._places.get((place.table, place.before))
        if before is None or isinstance(before.statement, LockedInputs):
            return Flaw.MISSING
        if before.epoch != place.epoch:
            return Flaw.OLD_EPOCH
        if place.number <= before.number:
            return Flaw.REUSED_SEED
        return Flaw.SKIPPED_NUMBER if place.number > before.number + 1 else None

    def _gaps_before_anchors(self) -> Iterator[Discrepancy]:
        """An anchor may be the first that is known of a table; after another one its past must be here."""
        known: set[bytes] = set()
        for place in self._chain():
            if not place.number:
                unknown = place.before != NO_STATEMENT and (place.table, place.before) not in self._places
                if unknown and place.table in known:
                    yield place.find(Flaw.MISSING)
                known.add(place.table)

    # ------------------------------------------------------------ locks

    def _locks(self) -> Iterator[Discrepancy]:
        published = self._published()
        followed = {(place.table, place.before) for place in self._chain()}
        seen: set[Key] = set()
        locks = [place for place in self._places.values() if isinstance(place.statement, LockedInputs)]
        for place in sorted(locks, key=lambda lock: lock.line):
            if place.key in seen:
                yield place.find(Flaw.TWO_LOCKS)
                continue
            seen.add(place.key)
            then = published.get(place.key)
            if then is None and (place.table, place.before) in followed:
                yield place.find(Flaw.ABANDONED_ROLL)
            if then is not None and not _keeps(then.statement, place.statement):
                yield then.find(Flaw.ALTERED_CONTRIBUTION)


def _keeps(published: Statement, lock: Statement) -> bool:
    """Whether a roll or void is about what was locked."""
    if not isinstance(published, RollStatement | VoidRoll) or not isinstance(lock, LockedInputs):
        raise TypeError("a roll or void is held against a lock")
    if published.occasion != lock.occasion:
        return False
    pairs = zip(SEATS, published.contributions, lock.contributions, strict=True)
    return all(_keeps_seat(published, seat, then, locked) for seat, then, locked in pairs)


def _keeps_seat(published: Published, seat: Seat, then: Contribution, locked: Contribution) -> bool:
    at = RollId(published.occasion.table, published.occasion.epoch, published.occasion.number)
    if then.given is Given.PHONE:
        return locked == Contribution(Given.COMMITMENT, commitment(then.data, at, seat))
    if isinstance(published, RollStatement):
        return then == unmasked(locked, published.seed, at, seat)
    return then == locked
