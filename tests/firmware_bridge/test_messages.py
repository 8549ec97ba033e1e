from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.fields import Bits, Lane, MalformedPayload, lane_of_unknown
from firmware_bridge.messages import (
    CODES,
    FROM_BOARD,
    FROM_HOST,
    MAX_PAYLOAD,
    Answer,
    Build,
    BuildOptions,
    RaiseLifts,
    Sensors,
    ShowText,
    Trace,
    Verdict,
)
from firmware_bridge.schema import Field, load

SCHEMA = load()
LIMITS = {"u8": (0, 255), "u16": (0, 65535), "u32": (0, 2**32 - 1), "i8": (-128, 127)}


def values(field: Field) -> st.SearchStrategy[Any]:
    if field.kind == "bytes":
        return st.binary(max_size=MAX_PAYLOAD - field.offset)
    single: st.SearchStrategy[Any] = st.integers(*LIMITS[field.kind])
    if field.meaning is not None:
        kind = getattr(__import__("firmware_bridge.messages", fromlist=[field.meaning]), field.meaning)
        single = single.map(kind) if SCHEMA.is_flags(field.meaning) else st.sampled_from(list(kind))
    return st.tuples(*[single] * field.count) if field.count else single


def messages() -> st.SearchStrategy[Any]:
    kinds = [
        st.builds(CODES[message.code], **{field.name: values(field) for field in message.fields})
        for message in SCHEMA.messages
    ]
    return st.one_of(kinds)


@given(messages())
def test_every_message_survives_its_bytes(message: Any) -> None:
    payload = message.to_bytes()
    assert len(payload) <= MAX_PAYLOAD
    assert type(message).from_bytes(payload) == message


@given(messages(), st.binary(min_size=1, max_size=8))
def test_a_longer_payload_of_a_newer_minor_version_is_read_as_far_as_it_is_known(message: Any, more: bytes) -> None:
    if not isinstance(message, ShowText | Trace):
        assert type(message).from_bytes(message.to_bytes() + more) == message


@pytest.mark.parametrize("message", SCHEMA.messages, ids=lambda message: message.name)
def test_a_short_payload_names_the_field_that_is_cut(message: Any) -> None:
    for length in range(message.size):
        with pytest.raises(MalformedPayload) as caught:
            CODES[message.code].from_bytes(bytes(length))
        cut = next(field for field in message.fields if field.offset + field.size > length)
        assert (caught.value.message, caught.value.field) == (message.name, cut.name)


@pytest.mark.parametrize("message", SCHEMA.messages, ids=lambda message: message.name)
def test_the_class_has_the_code_way_and_lane_of_the_schema(message: Any) -> None:
    kind = CODES[message.code]
    assert (kind.__name__, kind.way.value, kind.lane.value) == (message.name, message.way, message.lane)
    assert {field.name for field in dataclasses.fields(kind)} == {field.name for field in message.fields}
    assert (message.code in FROM_HOST) == (message.way != "board")
    assert (message.code in FROM_BOARD) == (message.way != "host")


@pytest.mark.parametrize(
    ("message", "field"),
    [
        (RaiseLifts(sides=256), "sides"),
        (RaiseLifts(sides=1, command=70000), "command"),
        (Build((1, 2, 3), 0, 0, BuildOptions(0)), "quota"),
        (Build((1, 2, 3, -1), 0, 0, BuildOptions(0)), "quota"),
        (ShowText(bytes(63)), "text"),
    ],
)
def test_a_value_that_does_not_fit_is_named(message: Any, field: str) -> None:
    with pytest.raises(MalformedPayload) as caught:
        message.to_bytes()
    assert caught.value.field == field


def test_a_number_without_a_meaning_is_named() -> None:
    with pytest.raises(MalformedPayload, match="99 is not a Verdict") as caught:
        Answer.from_bytes(bytes([1, 0, 99, 0]))
    assert caught.value.field == "verdict"


def test_bits_without_a_name_are_kept() -> None:
    assert int(Sensors(1 << 31 | 1)) == 1 << 31 | 1
    assert Sensors.COUNT_0 in Sensors(1 << 31 | 1)


def test_combinations_of_bits_do_not_pile_up() -> None:
    class Many(Bits):
        A = 1
        B = 1 << 15

    for value in range(5000):
        assert Many(value) == value
    assert len(Many._value2member_map_) < 1100
    assert Many(1 | 1 << 15) == Many.A | Many.B


def test_the_lane_of_an_unknown_code_is_that_of_its_range() -> None:
    for message in SCHEMA.messages:
        if message.code >= 0x10:
            assert lane_of_unknown(message.code) is CODES[message.code].lane
    assert lane_of_unknown(0x9F) is Lane.RELIABLE
    assert lane_of_unknown(0xF0) is Lane.LOOSE


def test_only_accepted_means_that_something_was_done() -> None:
    assert Verdict.ACCEPTED == 0
    assert all(verdict > 0 for verdict in Verdict if verdict is not Verdict.ACCEPTED)
