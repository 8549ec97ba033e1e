"""Writes vectors.json: frames and their bytes, which the host's tests and the firmware's tests hold to.

Two sessions: the one of nonce and boot below, and none (the handshake). The values of fields follow from their names,
so that no two fields of a message hold the same and a swapped pair is seen.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from typing import Any

from cobs import cobs

from firmware_bridge.codec import NO_SESSION, SessionKey, encode
from firmware_bridge.messages import CODES
from firmware_bridge.schema import SIZES, Field, Message, Schema

NONCE = 0x4A414E54
BOOT = 1


def text(schema: Schema) -> str:
    """The whole text of vectors.json: one vector a line."""
    key = SessionKey.of(NONCE, BOOT)
    head = {"nonce": NONCE, "boot": BOOT, "session": key.session, "key_crc": key.crc}
    frames = list(_vectors(schema))
    lists = {"frames": frames, "refused": _refused(key)}
    parts = [f'"{name}": [\n{_lines(items)}\n]' for name, items in lists.items()]
    return "{\n" + ",\n".join([f'"key": {json.dumps(head)}', *parts]) + "\n}\n"


def _lines(items: list[dict[str, Any]]) -> str:
    return ",\n".join(json.dumps(item) for item in items)


def _vectors(schema: Schema) -> Iterator[dict[str, Any]]:
    """Reliable frames are numbered from 0 in the order of the file, in each direction, as at the start of a session."""
    counts = {"host": 0, "board": 0}
    for index, message in enumerate(schema.messages):
        number = 0
        if message.lane == "reliable":
            number, counts[message.way] = counts[message.way] % 16, counts[message.way] + 1
        expected = (3 * index) % 16 if message.way == "board" and message.lane != "handshake" else 0
        yield _vector(message, schema, number, expected)


def _vector(message: Message, schema: Schema, number: int, expected: int) -> dict[str, Any]:
    outside = message.lane == "handshake"
    payload = b"".join(_bytes(message, field, schema) for field in message.fields)
    wire = encode(message.code, expected << 4 | number, payload, NO_SESSION if outside else SessionKey.of(NONCE, BOOT))
    return {
        "message": message.name,
        "code": message.code,
        "number": number,
        "expected": expected,
        "in_session": not outside,
        "payload": payload.hex(),
        "wire": wire.hex(),
    }


def _bytes(message: Message, field: Field, schema: Schema) -> bytes:
    if field.kind == "bytes":
        return b"ABC\0\xffZ"
    size, values = SIZES[field.kind], list[int]()
    for place in range(field.count or 1):
        values.append(_value(zlib.crc32(f"{message.name}.{field.name}.{place}".encode()), field, schema))
    return b"".join((value % (1 << 8 * size)).to_bytes(size, "little") for value in values)


def _value(draw: int, field: Field, schema: Schema) -> int:
    if field.meaning is None:
        return draw
    names = schema.meaning(field.meaning)
    numbers = list(names.values.values())
    if schema.is_flags(names.name):
        return sum(1 << bit for bit in numbers if draw >> bit & 1)
    return numbers[draw % len(numbers)]


def _refused(key: SessionKey) -> list[dict[str, Any]]:
    """Bytes that no receiver in the session may take for a frame, with the cause it is counted under."""
    command = next(code for code, kind in CODES.items() if kind.__name__ == "RaiseLifts")
    good = encode(command, 0, b"\x01\x00\x0f", key)
    flipped = bytes([*good[:3], good[3] ^ 0x10, *good[4:]])
    other = encode(command, 0, b"\x01\x00\x0f", SessionKey(key.session, SessionKey.of(NONCE, BOOT + 1).crc))
    return [
        {"cause": "crc", "why": "one bit flipped", "wire": _in_body(good).hex()},
        {"cause": "crc", "why": "the same session number, another key", "wire": other.hex()},
        {"cause": "wrong_session", "why": "a session that is over", "wire": _old(command).hex()},
        {"cause": "wrong_session", "why": "the session number is damaged", "wire": flipped.hex()},
        {"cause": "cobs", "why": "the code byte points behind the end", "wire": (b"\x09" + good[1:]).hex()},
        {"cause": "too_short", "why": "seven bytes", "wire": "081110020304050600"},
        {"cause": "too_long", "why": "a zero was lost", "wire": (b"\x03\x01\x02" * 40 + b"\0").hex()},
    ]


def _old(code: int) -> bytes:
    return encode(code, 0, b"\x01\x00\x0f", SessionKey.of(NONCE + 1, BOOT))


def _in_body(wire: bytes) -> bytes:
    """The frame with one bit of its payload flipped before it was stuffed."""
    plain = bytearray(cobs.decode(wire[:-1]))
    plain[6] ^= 0x40
    return bytes(cobs.encode(bytes(plain))) + b"\0"
