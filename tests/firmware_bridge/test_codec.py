from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import firmware_bridge
from firmware_bridge.codec import NO_SESSION, OVERHEAD, Decoder, Frame, PayloadTooLong, SessionKey, encode
from firmware_bridge.messages import CODES, Hello, RaiseLifts, Stop, Telemetry

VECTORS = json.loads((Path(firmware_bridge.__file__).parent / "vectors.json").read_text())
KEY = SessionKey.of(VECTORS["key"]["nonce"], VECTORS["key"]["boot"])

codes = st.sampled_from([code for code in CODES if code >= 0x10] + [0x9E, 0xF0])
payloads = st.binary(max_size=64)
frames = st.tuples(codes, st.integers(0, 255), payloads)


def decoder(key: SessionKey | None = KEY) -> Decoder:
    made = Decoder()
    made.key = key
    return made


@given(st.lists(frames, max_size=8), st.randoms(use_true_random=False))
def test_frames_survive_however_the_bytes_are_cut(sent: list[tuple[int, int, bytes]], rng: random.Random) -> None:
    stream = b"".join(encode(*frame, KEY) for frame in sent)
    receiver, got = decoder(), list[Frame]()
    while stream:
        count = rng.randrange(1, 90)
        got += receiver.frames(stream[:count])
        stream = stream[count:]
    assert got == [Frame(code, numbers, KEY.session, payload) for code, numbers, payload in sent]
    assert receiver.damage.total == 0


@given(codes, payloads)
def test_a_frame_costs_ten_bytes_and_has_one_zero(code: int, payload: bytes) -> None:
    wire = encode(code, 0, payload, KEY)
    assert len(wire) == len(payload) + OVERHEAD
    assert wire.index(0) == len(wire) - 1


@given(frames, st.binary(max_size=300))
def test_after_any_noise_the_next_zero_is_a_fresh_start(frame: tuple[int, int, bytes], noise: bytes) -> None:
    receiver = decoder()
    list(receiver.frames(noise + b"\0"))
    assert list(receiver.frames(encode(*frame, KEY))) == [Frame(frame[0], frame[1], KEY.session, frame[2])]


@given(frames, st.data())
def test_a_flipped_bit_is_never_taken(frame: tuple[int, int, bytes], data: st.DataObject) -> None:
    wire = bytearray(encode(*frame, KEY))
    bit = data.draw(st.integers(0, (len(wire) - 1) * 8 - 1))
    wire[bit // 8] ^= 1 << bit % 8
    receiver = decoder()
    assert list(receiver.frames(bytes(wire))) == []
    assert receiver.damage.total >= 1


@given(frames, st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_a_frame_of_another_session_is_never_taken(frame: tuple[int, int, bytes], nonce: int, boot: int) -> None:
    other = SessionKey.of(nonce, boot)
    if other != KEY:
        assert list(decoder().frames(encode(*frame, other))) == []


def test_the_key_holds_even_when_the_session_number_is_the_same() -> None:
    twin = SessionKey(KEY.session, KEY.crc ^ 0x5A5A0000)
    receiver = decoder()
    assert list(receiver.frames(encode(RaiseLifts.code, 0, b"\1\0\1", twin))) == []
    assert receiver.damage.crc == 1


def test_endless_bytes_without_a_zero_are_one_damage_and_no_memory() -> None:
    receiver = decoder()
    for _ in range(1000):
        assert list(receiver.frames(b"\x55" * 100)) == []
    assert receiver.damage.too_long == 1
    assert len(receiver._rest) <= 100
    assert next(iter(receiver.frames(b"\x55\0" + encode(Telemetry.code, 0, b"", KEY)))).code == Telemetry.code


def test_zeros_alone_are_neither_frame_nor_damage() -> None:
    receiver = decoder()
    assert list(receiver.frames(bytes(50))) == []
    assert receiver.damage.total == 0


def test_a_key_set_between_two_frames_of_one_read_holds_for_the_second() -> None:
    receiver = decoder(None)
    taken = []
    for frame in receiver.frames(encode(Hello.code, 0, b"") + encode(Telemetry.code, 0, b"", KEY)):
        taken.append(frame.code)
        receiver.key = KEY
    assert taken == [Hello.code, Telemetry.code]


def test_stop_is_taken_outside_any_session_and_telemetry_is_not() -> None:
    receiver = decoder(None)
    wire = encode(Telemetry.code, 0, b"") + encode(Stop.code, 0, b"\1\0")
    assert [frame.code for frame in receiver.frames(wire)] == [Stop.code]
    assert receiver.damage.wrong_session == 1


def test_a_payload_that_no_frame_can_carry_is_refused() -> None:
    with pytest.raises(PayloadTooLong):
        encode(Telemetry.code, 0, bytes(65), KEY)


@pytest.mark.parametrize("vector", VECTORS["frames"], ids=lambda vector: vector["message"])
def test_vectors_both_ways(vector: dict[str, Any]) -> None:
    key = KEY if vector["in_session"] else NO_SESSION
    payload, numbers = bytes.fromhex(vector["payload"]), vector["expected"] << 4 | vector["number"]
    assert encode(vector["code"], numbers, payload, key).hex() == vector["wire"]
    assert list(decoder().frames(bytes.fromhex(vector["wire"]))) == [
        Frame(vector["code"], numbers, key.session, payload)
    ]
    assert CODES[vector["code"]].from_bytes(payload).to_bytes() == payload


@pytest.mark.parametrize("vector", VECTORS["refused"], ids=lambda vector: vector["why"])
def test_refused_vectors_are_counted_by_cause(vector: dict[str, Any]) -> None:
    receiver = decoder()
    assert list(receiver.frames(bytes.fromhex(vector["wire"]))) == []
    assert {cause for cause, count in receiver.damage.as_json().items() if count} == {vector["cause"]}


def test_the_crc_is_that_of_zlib_png_and_ethernet() -> None:
    assert SessionKey.of(0x34333231, 0x38373635).crc == 0x9AE0DAAF  # "12345678"
