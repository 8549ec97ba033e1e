"""Signed heads of the journal and who cosigned them: one spelling, and no signature that passes for another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.fairness.byte_layout import Malformed
from controller.fairness.journal_head import (
    LONGEST_EPOCH,
    LONGEST_HEAD_TEXT,
    Cosignature,
    JournalHead,
    SignedHead,
    cosign,
    head_of_text,
    sign_head,
)
from controller.fairness.signing import TableKey, is_signed

TABLE, PHONE = TableKey(bytes(range(32))), TableKey(bytes(range(1, 33)))
EPOCH = "8a6c3f6e-0000-4000-8000-000000000001"
HEAD = JournalHead(TABLE.public, 1_740_852_062_000, 5, bytes(range(32)), EPOCH)
SIGNED = sign_head(HEAD, TABLE)
heads = st.builds(
    JournalHead,
    key=st.just(TABLE.public),
    time=st.integers(0, 2**48 - 1),
    seq=st.integers(0, 2**64 - 1),
    hash=st.binary(min_size=32, max_size=32),
    epoch=st.text(min_size=1).filter(lambda text: len(text.encode(errors="replace")) <= LONGEST_EPOCH),
)


@given(heads.filter(lambda head: head.epoch.isprintable()))
def test_a_text_brings_back_the_head_that_was_signed(head: JournalHead) -> None:
    signed = sign_head(head, TABLE)
    assert head_of_text(signed.text) == signed
    assert signed.is_genuine
    assert len(signed.text) <= LONGEST_HEAD_TEXT


@given(st.integers(0, len(SIGNED.signed) * 8 - 1))
def test_a_head_with_a_changed_bit_is_not_genuine(bit: int) -> None:
    raw = bytearray(SIGNED.signed)
    raw[bit // 8] ^= 1 << bit % 8
    body, signature = bytes(raw[:-64]), bytes(raw[-64:])
    try:
        epoch = body[78:].decode()
    except UnicodeDecodeError:
        return
    changed = JournalHead(body[:32], int.from_bytes(body[32:38]), int.from_bytes(body[38:46]), body[46:78], epoch)
    assert not SignedHead(changed, signature).is_genuine


@pytest.mark.parametrize(
    "text", ["", "JD1-AAAA", "JJ1-", "JJ1-!", SIGNED.text + "A" * 200, SIGNED.text.lower(), "JJ1-AAAA"]
)
def test_a_text_that_is_no_head_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        head_of_text(text)


def test_a_head_passes_for_no_statement_about_dice() -> None:
    assert not is_signed(TABLE.public, HEAD.body, SIGNED.signature)


def test_a_witness_signs_this_head_alone() -> None:
    seen = cosign(SIGNED, PHONE)
    other = sign_head(replace(HEAD, seq=6), TABLE)
    assert seen.is_genuine(SIGNED)
    assert not seen.is_genuine(other)
    assert not Cosignature(PHONE.public, PHONE.sign(SIGNED.signed)).is_genuine(SIGNED)


def test_nobody_witnesses_for_himself() -> None:
    assert not cosign(SIGNED, TABLE).is_genuine(SIGNED)


def test_a_key_of_small_order_binds_nobody() -> None:
    zero = bytes([1]) + bytes(31)
    assert not Cosignature(zero, zero + bytes(32)).is_genuine(SIGNED)
