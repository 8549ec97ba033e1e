"""A table that plays by the rules or against them, for vectors and tests: every value follows from fixed secrets."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from controller.fairness.draw import RollId, commitment, mask, opened, throw
from controller.fairness.record import Record, sign
from controller.fairness.seeds import SeedChain, grow
from controller.fairness.signing import TableKey
from controller.fairness.statements import (
    ID_BYTES,
    NO_STATEMENT,
    NOBODY,
    NONCE_BYTES,
    Anchor,
    Cause,
    Contribution,
    Given,
    LockedInputs,
    Occasion,
    Purpose,
    RollStatement,
    Statement,
    VoidReason,
    VoidRoll,
)
from controller.rules.seats import SEATS, Seat

MORNING: Final = 1_790_000_000_000
"""Unix milliseconds, in September 2026."""
MINUTE: Final = 60_000
KEY: Final = TableKey(bytes(range(32)))
OTHER_KEY: Final = TableKey(bytes(range(32, 64)))
TIMED_OUT: Final = Contribution(Given.TIMED_OUT)


def secret(name: str, size: int = 32) -> bytes:
    """Bytes that look random and are the same for ever."""
    return hashlib.sha256(b"jantaku vectors " + name.encode()).digest()[:size]


@lru_cache(maxsize=8)
def chain_of(table: bytes, day: str, length: int) -> SeedChain:
    return grow(table, secret(f"{day} epoch", ID_BYTES), secret(f"{day} seeds"), length)


@dataclass
class Book:
    """The dice log of one table. Each method adds a statement and gives its record."""

    key: TableKey = KEY
    day: str = "monday"
    length: int = 16
    lines: list[str] = field(default_factory=list)
    head: bytes = NO_STATEMENT
    number: int = 0
    time: int = MORNING

    @property
    def chain(self) -> SeedChain:
        return chain_of(self.key.table, self.day, self.length)

    @property
    def due(self) -> RollId:
        return RollId(self.key.table, self.chain.epoch, self.number + 1)

    @property
    def seed(self) -> bytes:
        return self.chain.seeds[self.number + 1]

    def anchor(self, cause: Cause = Cause.FIRST, name: str = "Table 7") -> Record:
        chain = self.chain
        self.number = 0
        return self.add(
            Anchor(chain.epoch, self.tick(), cause, chain.length, chain.anchor, self.key.public, self.head, name)
        )

    def next_day(self, day: str, cause: Cause = Cause.NEW_DAY) -> Record:
        self.day = day
        return self.anchor(cause)

    def at(self, purpose: Purpose = Purpose.BREAK, dice: int = 2, by: int | None = 0, order: int = 0) -> Occasion:
        due = self.due
        by_seat = None if by is None else Seat(by)
        return Occasion(due.table, due.epoch, due.number, purpose, dice, by_seat, order, self.head)

    def lock(self, given: tuple[Contribution, ...], **at: Any) -> Record:
        """``given`` as it will stand in the roll; here it is masked, or committed."""
        hidden = tuple(self.hidden(seat, each) for seat, each in zip(SEATS, given, strict=True))
        record = sign(LockedInputs(self.at(**at), self.tick(), hidden), self.key)
        self.lines.append(record.text)
        return record

    def hidden(self, seat: Seat, given: Contribution) -> Contribution:
        if given.given is Given.KEYPAD:
            return mask(given.data, self.seed, self.due, seat)
        if given.given is Given.PHONE:
            return Contribution(Given.COMMITMENT, commitment(given.data, self.due, seat))
        return given

    def roll_of(self, given: tuple[Contribution, ...] = NOBODY, **at: Any) -> RollStatement:
        """The honest roll that is due, not yet signed."""
        occasion = self.at(**at)
        shown = opened(given, self.seed, self.due)
        return RollStatement(occasion, self.tick(), shown, self.seed, throw(self.seed, self.due, shown, occasion.dice))

    def roll(self, given: tuple[Contribution, ...] = NOBODY, **at: Any) -> Record:
        return self.add(self.roll_of(given, **at))

    def void(self, given: tuple[Contribution, ...] = NOBODY, **at: Any) -> Record:
        return self.add(VoidRoll(self.at(**at), self.tick(), given, VoidReason.NOT_SHOWN))

    def add(self, statement: Statement, key: TableKey | None = None) -> Record:
        """Sign it, write it down, and go on from it."""
        record = sign(statement, key or self.key)
        self.lines.append(record.text)
        self.head = record.hash
        if isinstance(statement, RollStatement | VoidRoll):
            self.number = statement.occasion.number
        return record

    def copy(self) -> Book:
        """The same table with the same past, free to go another way."""
        return replace(self, lines=[])

    def tick(self) -> int:
        self.time += MINUTE
        return self.time


def keypad(*numbers: int) -> Contribution:
    return Contribution(Given.KEYPAD, bytes(numbers))


def phone(name: str) -> Contribution:
    return Contribution(Given.PHONE, secret(f"nonce {name}", NONCE_BYTES))


def withheld(book: Book, seat: int, name: str) -> Contribution:
    """A commitment whose nonce never comes."""
    return book.hidden(Seat(seat), phone(name))


def four(**given: Contribution) -> tuple[Contribution, ...]:
    """Contributions by seat: ``four(s0=keypad(1, 2))``; the other seats give nothing."""
    return tuple(given.get(f"s{seat}", Contribution()) for seat in SEATS)


def event(record: Record, **members: Any) -> Mapping[str, Any]:
    """A line of an exported journal around a roll."""
    statement = record.statement
    if not isinstance(statement, RollStatement):
        return {"type": "dice.anchored", "record": record.text, **members}
    shown = {"dice": list(statement.dice), "purpose": statement.occasion.purpose.id}
    return {"type": "dice.rolled", **shown, "proof": {"record": record.text}, **members}
