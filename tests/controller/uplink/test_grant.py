"""A grant of a hall at a table that hears nothing of it: whose it is, where and how long it is good."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.credentials.codes import hash_of_code
from controller.fairness.record import based
from controller.fairness.signing import TableKey
from controller.permits import Role
from controller.refusals import Refused
from controller.uplink.grant import GRANT, PREFIX, ROLES, ShiftGrant, check_grant, read_grant

HALL = TableKey(bytes(range(32)))
CODE = "0123A-BCDEF-GHJKM-NPQRS"
START = datetime(2026, 3, 4, 18, 0, tzinfo=UTC)
SHIFT = ShiftGrant(
    "g-1", "u-1", "美玲", Role.REFEREE, ("t-1", "t-2"),
    "2026-03-04T18:00:00.000Z", "2026-03-05T02:00:00.000Z", hash_of_code(CODE),
)  # fmt: skip


def refused(text: str) -> str:
    with pytest.raises(Refused) as caught:
        read_grant(text, HALL.public)
    return caught.value.code


def why_not(grant: ShiftGrant, code: str = CODE, table: str = "t-1", now: datetime = START) -> str:
    with pytest.raises(Refused) as caught:
        check_grant(grant, code, table, now)
    return f"{caught.value.code}: {caught.value.detail}"


@given(st.text(max_size=20), st.sampled_from(ROLES), st.lists(st.text(max_size=14), max_size=5))
def test_a_grant_is_read_as_it_was_signed(name: str, role: Role, tables: list[str]) -> None:
    grant = replace(SHIFT, name=name, role=role, tables=tuple(tables))
    try:
        text = grant.text(HALL)
    except UnicodeEncodeError:
        return
    assert read_grant(text, HALL.public) == grant
    assert grant.text(HALL) == text


def test_a_grant_of_another_hall_is_none() -> None:
    assert refused(SHIFT.text(TableKey(bytes(32)))) == "bad-grant"


@given(st.integers(0, 10_000), st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"))
def test_no_letter_of_a_grant_can_be_changed(place: int, letter: str) -> None:
    text = SHIFT.text(HALL)
    at = len(PREFIX) + place % (len(text) - len(PREFIX))
    changed = text[:at] + letter + text[at + 1 :]
    assert changed == text or refused(changed) == "bad-grant"


@pytest.mark.parametrize("text", ["", "JJ1-AA", PREFIX, PREFIX + "A" * 9000, PREFIX + "a1", PREFIX + based(bytes(80))])
def test_a_text_that_is_no_grant_is_refused(text: str) -> None:
    assert refused(text) == "bad-grant"


@pytest.mark.parametrize(
    "change",
    [{"role": "owner"}, {"role": "table"}, {"role": 1}, {"starts": "now"}, {"tables": "t-1"}, {"tables": [1]},
     {"more": 1}, {"ends": "2026-03-05T02:00:00+09:00"}],
)  # fmt: skip
def test_what_a_hall_signed_by_mistake_is_refused_too(change: dict[str, object]) -> None:
    body = json.dumps({**json.loads(SHIFT.body), **change}).encode()
    assert refused(PREFIX + based(body + HALL.sign(body, GRANT))) == "bad-grant"


def test_a_grant_lets_its_holder_in_at_its_tables_during_the_shift() -> None:
    check_grant(SHIFT, CODE.lower(), "t-2", START)
    check_grant(replace(SHIFT, tables=()), CODE, "t-9", START + timedelta(hours=8, seconds=-1))
    assert why_not(SHIFT, code="0123A-BCDEF-GHJKM-NPQRT").startswith("wrong-code")
    assert why_not(SHIFT, table="t-3") == "bad-grant: it is for other tables"
    assert why_not(SHIFT, now=START - timedelta(seconds=1)) == "bad-grant: its shift has not begun"
    assert why_not(SHIFT, now=START + timedelta(hours=8)) == "bad-grant: its shift is over"
