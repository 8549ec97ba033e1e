"""The text of signed things: base32 without padding, each value in one spelling, as the library for it has it."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.fairness.byte_layout import Malformed
from controller.fairness.record import based, unbased


def by_the_library(text: str) -> bytes | None:
    try:
        read = base64.b32decode(text + "=" * (-len(text) % 8))
    except ValueError:
        return None
    return read if based(read) == text else None


@given(st.binary(max_size=300))
def test_bytes_come_back_from_their_text(raw: bytes) -> None:
    assert unbased(based(raw)) == raw


@given(st.one_of(st.text("ABYZ27", max_size=20), st.text("AZ27=_ a189-+\n", max_size=12), st.text(max_size=9)))
def test_a_text_is_read_if_the_library_reads_it_and_writes_it_so(text: str) -> None:
    wanted = by_the_library(text)
    if wanted is not None:
        assert unbased(text) == wanted
        return
    with pytest.raises(Malformed):
        unbased(text)
