"""Keys and signatures of a table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.fairness.signing import TableKey, is_signed, is_sound, table_id
from tools.dice_cases.book import KEY, OTHER_KEY

VALUES = json.loads((Path(__file__).parents[2] / "cases" / "dice" / "values.json").read_text(encoding="utf-8"))


def test_a_signature_is_checked_with_the_public_key_alone() -> None:
    signature = KEY.sign(b"body")
    assert is_signed(KEY.public, b"body", signature)
    assert not is_signed(KEY.public, b"Body", signature)
    assert not is_signed(OTHER_KEY.public, b"body", signature)


@pytest.mark.parametrize("signature", [b"", bytes(63), bytes(64), bytes(65), b"\xff" * 64])
def test_what_is_no_signature_is_not_accepted(signature: bytes) -> None:
    assert not is_signed(KEY.public, b"body", signature)


def test_the_key_of_rfc_8032_test_1() -> None:
    secret = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    public = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    assert TableKey(secret).public == public
    assert is_sound(public)


@pytest.mark.parametrize("case", VALUES["keys"], ids=lambda case: case["public"][:6] + case["public"][-2:])
def test_a_key_of_small_order_or_in_a_second_spelling_is_not_sound(case: dict[str, object]) -> None:
    assert is_sound(bytes.fromhex(str(case["public"]))) is case["sound"]


FIELD = 2**255 - 19
D = -121665 * pow(121666, -1, FIELD) % FIELD
"""Of the curve -x^2 + y^2 = 1 + d x^2 y^2 (RFC 8032 section 5.1)."""


def order_divides_8(y: int) -> bool:
    """Whether the points with this y, which must be on the curve, become (0, 1) when they are doubled three times."""
    x_squared = (y * y - 1) * pow(D * y * y + 1, -1, FIELD) % FIELD
    for _ in range(3):
        scale = D * x_squared * y * y % FIELD
        doubled_squared = 4 * x_squared * y * y * pow(1 + scale, -2, FIELD) % FIELD
        y = (y * y + x_squared) * pow(1 - scale, -1, FIELD) % FIELD
        x_squared = doubled_squared
    return (x_squared, y) == (0, 1)


def test_the_keys_of_small_order_are_those_that_curve_arithmetic_finds() -> None:
    for case in VALUES["keys"]:
        y = int.from_bytes(bytes.fromhex(case["public"]), "little") & (2**255 - 1)
        assert case["sound"] is (y < FIELD and not order_divides_8(y))


def test_a_table_is_named_by_its_key() -> None:
    assert KEY.table == table_id(KEY.public) != OTHER_KEY.table


def test_a_secret_is_not_printed() -> None:
    assert repr(KEY) == "TableKey()"
