"""The bytes of a statement, one spelling each: what is signed and hashed. Numbers are big-endian, nothing is padded.

Every byte is checked when it is read: a statement that can be read is written back byte for byte the same.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, TypeVar

from controller.fairness.dice import FACES
from controller.fairness.statements import (
    ALLOWED,
    HASH_BYTES,
    ID_BYTES,
    LONGEST_TABLE_NAME,
    MOST_ROLLS,
    NONCE_BYTES,
    ORDERS,
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
from controller.limits import MOST_DICE
from controller.rules.seats import SEAT_COUNT, Seat

ANCHOR, LOCK, ROLL, VOID = range(1, 5)
TIME_BYTES: Final = 6
THE_TABLE: Final = 255
"""Written for a roll that no seat throws."""

Numbered = LockedInputs | RollStatement | VoidRoll
Word = TypeVar("Word", bound=IntEnum)


class Malformed(ValueError):
    """These bytes are no statement. The message says which part is wrong."""


def to_bytes(statement: Statement) -> bytes:
    """The one spelling of a statement."""
    if isinstance(statement, Anchor):
        return _anchor_bytes(statement)
    if isinstance(statement, LockedInputs):
        return _numbered_bytes(LOCK, statement)
    if isinstance(statement, RollStatement):
        return _numbered_bytes(ROLL, statement) + statement.seed + bytes(statement.dice)
    return _numbered_bytes(VOID, statement) + bytes([statement.reason])


def from_bytes(body: bytes) -> Statement:
    """The statement of these bytes. Raises ``Malformed``."""
    reader = _Reader(body)
    kind = reader.number(1, "kind", ANCHOR, VOID)
    statement = _read_anchor(reader) if kind == ANCHOR else _read_numbered(kind, reader)
    reader.end()
    return statement


# ------------------------------------------------------------ anchors


def _anchor_bytes(anchor: Anchor) -> bytes:
    name = anchor.name.encode()
    return b"".join(
        (
            bytes([ANCHOR]), anchor.epoch, anchor.time.to_bytes(TIME_BYTES), bytes([anchor.cause]),
            anchor.length.to_bytes(2), anchor.seed, anchor.key, anchor.before, bytes([len(name)]), name,
        )
    )  # fmt: skip


def _read_anchor(reader: _Reader) -> Anchor:
    return Anchor(
        epoch=reader.take(ID_BYTES, "epoch"),
        time=reader.number(TIME_BYTES, "time"),
        cause=reader.word(Cause, "cause"),
        length=reader.number(2, "length", 1, MOST_ROLLS),
        seed=reader.take(HASH_BYTES, "seed"),
        key=reader.take(HASH_BYTES, "key"),
        before=reader.take(HASH_BYTES, "before"),
        name=_read_name(reader),
    )


def _read_name(reader: _Reader) -> str:
    written = reader.take(reader.number(1, "name", 0, LONGEST_TABLE_NAME), "name")
    try:
        return written.decode()
    except UnicodeDecodeError as error:
        raise Malformed("name: this is not UTF-8") from error


# ------------------------------------------------------------ locks, rolls, voids


def _numbered_bytes(kind: int, statement: Numbered) -> bytes:
    at = statement.occasion
    by = THE_TABLE if at.by is None else at.by
    given = (bytes([each.given]) + each.data for each in statement.contributions)
    return b"".join(
        (
            bytes([kind]), at.table, at.epoch, at.number.to_bytes(2), statement.time.to_bytes(TIME_BYTES),
            bytes([at.purpose, at.dice, by, at.order]), at.before, *given,
        )
    )  # fmt: skip


def _read_numbered(kind: int, reader: _Reader) -> Numbered:
    table, epoch = reader.take(ID_BYTES, "table"), reader.take(ID_BYTES, "epoch")
    number = reader.number(2, "number", 1, MOST_ROLLS)
    time = reader.number(TIME_BYTES, "time")
    purpose = reader.word(Purpose, "purpose")
    dice = reader.number(1, "dice", 1, MOST_DICE)
    by = _read_by(reader)
    order = reader.number(1, "order", 0, len(ORDERS) - 1)
    before = reader.take(HASH_BYTES, "before")
    at = Occasion(table, epoch, number, purpose, dice, by, order, before)
    class_ = {LOCK: LockedInputs, ROLL: RollStatement, VOID: VoidRoll}[kind]
    given = tuple(_read_contribution(reader, dice, ALLOWED[class_]) for _ in range(SEAT_COUNT))
    if kind == LOCK:
        return LockedInputs(at, time, given)
    if kind == VOID:
        return VoidRoll(at, time, given, reader.word(VoidReason, "reason"))
    return RollStatement(at, time, given, reader.take(HASH_BYTES, "seed"), tuple(reader.faces(dice, 1, "dice")))


def _read_by(reader: _Reader) -> Seat | None:
    by = reader.number(1, "by")
    if by == THE_TABLE:
        return None
    if by >= SEAT_COUNT:
        raise Malformed(f"by: {by} is not a seat")
    return Seat(by)


def _read_contribution(reader: _Reader, dice: int, allowed: frozenset[Given]) -> Contribution:
    given = reader.word(Given, "contribution")
    if given not in allowed:
        raise Malformed(f"contribution: {given.name.lower()} has no place here")
    if given is Given.KEYPAD:
        return Contribution(given, reader.faces(dice, 1, "contribution"))
    if given is Given.MASKED:
        return Contribution(given, reader.faces(dice, 0, "contribution"))
    size = {Given.PHONE: NONCE_BYTES, Given.COMMITMENT: HASH_BYTES}.get(given, 0)
    return Contribution(given, reader.take(size, "contribution"))


class _Reader:
    """Takes bytes from the front. Every method raises ``Malformed`` with the name of the part."""

    def __init__(self, body: bytes) -> None:
        self._body, self._at = body, 0

    def take(self, size: int, part: str) -> bytes:
        taken = self._body[self._at : self._at + size]
        if len(taken) != size:
            raise Malformed(f"{part}: the bytes end too early")
        self._at += size
        return taken

    def number(self, size: int, part: str, low: int = 0, high: int | None = None) -> int:
        found = int.from_bytes(self.take(size, part))
        if found < low or (high is not None and found > high):
            raise Malformed(f"{part}: {found} is out of range")
        return found

    def word(self, kind: type[Word], part: str) -> Word:
        found = self.number(1, part)
        try:
            return kind(found)
        except ValueError as error:
            raise Malformed(f"{part}: {found} is unknown") from error

    def faces(self, count: int, low: int, part: str) -> bytes:
        """Six values from ``low`` on, one byte each."""
        taken = self.take(count, part)
        if any(not low <= value < low + FACES for value in taken):
            raise Malformed(f"{part}: a value is out of range")
        return taken

    def end(self) -> None:
        if self._at != len(self._body):
            raise Malformed(f"end: {len(self._body) - self._at} bytes too many")
