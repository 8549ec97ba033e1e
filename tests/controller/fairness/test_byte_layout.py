"""The bytes of a statement: one spelling, and nothing else is read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.fairness.byte_layout import Malformed, from_bytes, to_bytes
from controller.fairness.record import Record, UnknownVersion, from_text, sign
from controller.fairness.statements import (
    ALLOWED,
    MOST_ROLLS,
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
from controller.rules.seats import SEATS
from tools.dice_cases.book import KEY
from tools.dice_cases.good import whole_day

ids, hashes = st.binary(min_size=8, max_size=8), st.binary(min_size=32, max_size=32)
times = st.integers(0, 2**48 - 1)
anchors = st.builds(
    Anchor, epoch=ids, time=times, cause=st.sampled_from(Cause), length=st.integers(1, MOST_ROLLS), seed=hashes,
    key=hashes, before=hashes, name=st.text(st.characters(codec="utf-8"), max_size=16),
)  # fmt: skip


def contributions(kind: type[LockedInputs | RollStatement | VoidRoll], dice: int) -> st.SearchStrategy[Contribution]:
    data = {
        Given.NONE: st.just(b""),
        Given.TIMED_OUT: st.just(b""),
        Given.KEYPAD: st.lists(st.integers(1, 6), min_size=dice, max_size=dice).map(bytes),
        Given.MASKED: st.lists(st.integers(0, 5), min_size=dice, max_size=dice).map(bytes),
        Given.PHONE: st.binary(min_size=16, max_size=16),
        Given.COMMITMENT: hashes,
    }
    given = st.sampled_from(sorted(ALLOWED[kind]))
    return given.flatmap(lambda each: st.builds(Contribution, st.just(each), data[each]))


def occasions(dice: int) -> st.SearchStrategy[Occasion]:
    return st.builds(
        Occasion,
        table=ids,
        epoch=ids,
        number=st.integers(1, MOST_ROLLS),
        purpose=st.sampled_from(Purpose),
        dice=st.just(dice),
        by=st.sampled_from([None, *SEATS]),
        order=st.integers(0, len(ORDERS) - 1),
        before=hashes,
    )


@st.composite
def numbered(draw: st.DrawFn) -> Statement:
    kind = draw(st.sampled_from([LockedInputs, RollStatement, VoidRoll]))
    dice = draw(st.integers(1, 10))
    at = draw(occasions(dice))
    given = tuple(draw(st.lists(contributions(kind, dice), min_size=4, max_size=4)))
    if kind is LockedInputs:
        return LockedInputs(at, draw(times), given)
    if kind is VoidRoll:
        return VoidRoll(at, draw(times), given, draw(st.sampled_from(VoidReason)))
    faces = draw(st.lists(st.integers(1, 6), min_size=dice, max_size=dice))
    return RollStatement(at, draw(times), given, draw(hashes), tuple(faces))


statements = st.one_of(anchors, numbered())


@settings(deadline=None)
@given(statements)
def test_a_statement_is_read_as_it_was_written(statement: Statement) -> None:
    assert from_bytes(to_bytes(statement)) == statement


@settings(deadline=None)
@given(statements)
def test_a_record_is_read_from_its_text(statement: Statement) -> None:
    record = sign(statement, KEY)
    assert from_text(record.text) == record
    assert record.is_signed_by(KEY.public)


@settings(deadline=None)
@given(st.binary(max_size=300) | st.builds(lambda kind, rest: bytes([kind]) + rest, st.integers(1, 4), st.binary()))
def test_what_can_be_read_has_this_spelling_and_no_other(body: bytes) -> None:
    try:
        statement = from_bytes(body)
    except Malformed:
        return
    assert to_bytes(statement) == body


@settings(deadline=None)
@given(statements, st.data())
def test_a_statement_cut_short_or_followed_by_more_is_none(statement: Statement, data: st.DataObject) -> None:
    body = to_bytes(statement)
    for wrong in (body[: data.draw(st.integers(0, len(body) - 1))], body + b"\x00"):
        with pytest.raises(Malformed):
            from_bytes(wrong)


@settings(deadline=None)
@given(st.text(max_size=80) | st.text("JD12-ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", max_size=80).map("JD1-".__add__))
def test_any_text_is_a_record_or_malformed(text: str) -> None:
    try:
        record = from_text(text)
    except Malformed:
        return
    assert record.text == text


def test_a_newer_version_is_named() -> None:
    with pytest.raises(UnknownVersion, match="JD2-"):
        from_text("JD2-ABCD")


ALPHANUMERIC_L = {8: 279, 10: 395}
"""Characters of a QR code with error correction L in alphanumeric mode (ISO/IEC 18004), by version."""


def test_a_roll_fits_a_small_qr_code() -> None:
    """Four seats on the keypad: version 8, 49 x 49 modules; four phones: version 10, 57 x 57."""
    records = [from_text(line) for line in whole_day().lines]
    rolls = [record for record in records if isinstance(record.statement, RollStatement)]
    by_keypad, by_phone = rolls[:2]
    assert kinds(by_keypad) == {Given.KEYPAD}
    assert kinds(by_phone) == {Given.PHONE}
    assert len(by_keypad.text) <= ALPHANUMERIC_L[8]
    assert len(by_phone.text) <= ALPHANUMERIC_L[10]


def kinds(record: Record) -> set[Given]:
    assert isinstance(record.statement, RollStatement)
    return {each.given for each in record.statement.contributions}
