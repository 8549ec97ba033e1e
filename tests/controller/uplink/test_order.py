"""What a hall signs of an order: all of it, and for which table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.fairness.signing import TableKey
from controller.permits import Role
from controller.uplink.order import SIGNED, is_genuine, role_at_table, sign_order

HALL = TableKey(bytes(range(32)))
TABLE, OTHER = "11" * 32, "22" * 32
ORDER = {
    "id": "o-1", "number": 7, "kind": "message", "expected_seq": None, "expires": "2026-03-04T06:00:00.000Z",
    "made_by": {"role": "referee", "name": "Mei"}, "body": {"text": "休憩"},
}  # fmt: skip


def signed(order: dict[str, Any] = ORDER) -> dict[str, Any]:
    return {**order, "signature": sign_order(order, TABLE, HALL)}


def test_what_the_hall_signed_is_genuine_to_the_table_it_is_for_alone() -> None:
    hall = HALL.public.hex()
    assert is_genuine(signed(), TABLE, hall)
    assert not is_genuine(signed(), OTHER, hall)
    assert not is_genuine(signed(), TABLE, TableKey(bytes(32)).public.hex())


@pytest.mark.parametrize("member", [name for name in SIGNED if name != "table"])
def test_no_member_can_be_changed_or_left_out(member: str) -> None:
    changed = {**signed(), member: "other"}
    left_out = {name: value for name, value in signed().items() if name != member}
    assert not is_genuine(changed, TABLE, HALL.public.hex())
    assert not is_genuine(left_out, TABLE, HALL.public.hex())


@pytest.mark.parametrize("signature", [None, 7, "", "zz", "00" * 64, "00" * 63, [], "é" * 128])
def test_no_other_signature_is_taken(signature: Any) -> None:
    assert not is_genuine({**ORDER, "signature": signature}, TABLE, HALL.public.hex())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.dictionaries(st.sampled_from([*SIGNED, "signature"]), json_values))
def test_garbage_is_refused_and_raises_nothing(garbage: dict[str, Any]) -> None:
    assert not is_genuine(garbage, TABLE, HALL.public.hex())


def test_nobody_at_the_hall_is_more_than_a_referee_at_a_table() -> None:
    found = {
        role: role_at_table(role) for role in ("viewer", "player", "staff", "referee", "head", "technician", "owner")
    }
    assert found == {
        "viewer": None, "player": None, "staff": Role.STAFF, "referee": Role.REFEREE, "head": Role.REFEREE,
        "technician": None, "owner": Role.REFEREE,
    }  # fmt: skip
