"""Writes docs/protocol.md: what a person needs to bring the link to another board.

The prose is in protocol_page.md beside this file; numbers, tables and the worked example are filled in, so that they
cannot differ from what runs.
"""

from __future__ import annotations

import string
import zlib
from collections.abc import Iterable
from pathlib import Path

from firmware_bridge.codec import OVERHEAD, SessionKey, encode
from firmware_bridge.emit.vectors import BOOT, NONCE
from firmware_bridge.messages import Hello, RaiseLifts
from firmware_bridge.schema import Message, Names, Schema

_PROSE = Path(__file__).with_name("protocol_page.md")
_GROUPS = (
    ("The link itself", range(0x01, 0x10)),
    ("Commands", range(0x10, 0x80)),
    ("Events", range(0x80, 0xA0)),
    ("Telemetry", range(0xA0, 0x100)),
)


def page(schema: Schema) -> str:
    """The whole text of protocol.md."""
    prose = string.Template(_PROSE.read_text(encoding="utf-8"))
    values = {key: f"{value:,}" if value >= 10000 else str(value) for key, value in schema.protocol.items()}
    return prose.substitute(
        values,
        overhead=str(OVERHEAD),
        constants=_constants(schema),
        messages="\n".join(_group(title, codes, schema) for title, codes in _GROUPS),
        enums="\n".join(_names(names, "value") for names in schema.enums),
        flags="\n".join(_names(names, "bit") for names in schema.flags),
        **_example(schema),
    )


def _example(schema: Schema) -> dict[str, str]:
    key = SessionKey.of(NONCE, BOOT)
    hello = Hello(NONCE, schema.protocol["major"], schema.protocol["minor"])
    lifts = RaiseLifts(sides=0b0101, command=0x0102)
    body = bytes([lifts.code, 0x20 | 1]) + key.session.to_bytes(2, "little") + lifts.to_bytes()
    return {
        "nonce": f"0x{NONCE:08X}",
        "boot": str(BOOT),
        "key_bytes": _hex(NONCE.to_bytes(4, "little") + BOOT.to_bytes(4, "little")),
        "key_crc": f"0x{key.crc:08X}",
        "session": f"0x{key.session:04X}",
        "hello_wire": _hex(encode(hello.code, 0, hello.to_bytes())),
        "lifts_body": _hex(body),
        "lifts_crc": f"0x{zlib.crc32(body, key.crc):08X}",
        "lifts_wire": _hex(encode(lifts.code, 0x21, lifts.to_bytes(), key)),
    }


def _hex(data: bytes) -> str:
    return data.hex(" ").upper()


def _constants(schema: Schema) -> str:
    rows = "".join(
        f"| `{key}` | {value} | {schema.protocol_notes.get(key, '')} |\n" for key, value in schema.protocol.items()
    )
    return f"| name | value | |\n|---|---|---|\n{rows}"


def _group(title: str, codes: Iterable[int], schema: Schema) -> str:
    messages = [message for message in schema.messages if message.code in codes]
    return "\n".join([f"### {title}\n", *(_message(message) for message in messages)])


def _message(message: Message) -> str:
    way = {"host": "host to board", "board": "board to host", "both": "both ways"}[message.way]
    rows = "".join(f"| {f.offset} | `{f.name}` | {f.type_text} | {_link(f.meaning)} |\n" for f in message.fields)
    table = f"\n| offset | field | type | meaning |\n|---|---|---|---|\n{rows}" if rows else ""
    return f"#### `0x{message.code:02X}` {message.name}\n\n{way}, {message.lane}. {message.doc}\n{table}"


def _link(meaning: str | None) -> str:
    return f"[{meaning}](#{meaning.lower()})" if meaning else ""


def _names(names: Names, number: str) -> str:
    rows = "".join(f"| {value} | `{key}` | {names.notes.get(key, '')} |\n" for key, value in names.values.items())
    return f"#### {names.name}\n\n{names.doc} Type {names.kind}.\n\n| {number} | name | |\n|---|---|---|\n{rows}"
