"""Reads ``protocol.toml``: the messages of the link as values, checked for every mistake a schema can hold.

The comments behind values and constants are part of what a porter needs, so they are read as well.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SCHEMA = Path(__file__).with_name("protocol.toml")
SIZES = {"u8": 1, "u16": 2, "u32": 4, "i8": 1}
LANES = ("handshake", "reliable", "loose", "stop")
WAYS = ("host", "board", "both")

_ARRAY = re.compile(r"(u8|u16|u32|i8)(?:\[(\d+)\])?")
_SECTION = re.compile(r"\[([\w.]+)\]")
_NOTED = re.compile(r"(\w+)\s*=\s*[^#\"]+#\s*(.+)")


class SchemaError(ValueError):
    """The schema contradicts itself. ``where`` names the part that does."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a payload. ``kind`` is a key of SIZES or ``bytes``; ``count`` is 0 for a single value;
    ``meaning`` names an enumeration or bit set; ``offset`` is in bytes from the start of the payload."""

    name: str
    kind: str
    count: int
    meaning: str | None
    offset: int

    @property
    def size(self) -> int:
        """Bytes on the wire; 0 for ``bytes``, which takes the rest."""
        return SIZES.get(self.kind, 0) * (self.count or 1)

    @property
    def type_text(self) -> str:
        return f"{self.kind}[{self.count}]" if self.count else self.kind


@dataclass(frozen=True, slots=True)
class Message:
    name: str
    code: int
    way: str
    lane: str
    doc: str
    fields: tuple[Field, ...]

    @property
    def size(self) -> int:
        """Bytes that a payload must have at least."""
        return sum(field.size for field in self.fields)

    @property
    def is_command(self) -> bool:
        return self.way == "host" and self.lane == "reliable"


@dataclass(frozen=True, slots=True)
class Names:
    """An enumeration (``kind`` is its integer type, values are numbers) or a bit set (values are bit numbers)."""

    name: str
    doc: str
    kind: str
    values: Mapping[str, int]
    notes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Schema:
    protocol: Mapping[str, int]
    protocol_notes: Mapping[str, str]
    enums: tuple[Names, ...]
    flags: tuple[Names, ...]
    messages: tuple[Message, ...]

    def meaning(self, name: str) -> Names:
        return next(names for names in (*self.enums, *self.flags) if names.name == name)

    def is_flags(self, name: str) -> bool:
        return any(names.name == name for names in self.flags)


def load(path: Path = SCHEMA) -> Schema:
    """The checked schema. Raises SchemaError."""
    text = path.read_text(encoding="utf-8")
    return parse(tomllib.loads(text), _notes(text))


def parse(raw: Mapping[str, Any], notes: Mapping[str, Mapping[str, str]] | None = None) -> Schema:
    """A checked schema from the parsed file; ``notes`` are comments by section and key."""
    notes = notes or {}
    enums = tuple(_enum(name, part, notes) for name, part in raw["enums"].items())
    flags = tuple(_flags(name, part) for name, part in raw["flags"].items())
    known = {names.name: names for names in (*enums, *flags)}
    messages = tuple(_message(part, known, raw["protocol"]["max_payload"]) for part in raw["messages"])
    _check_unique(messages)
    return Schema(raw["protocol"], notes.get("protocol", {}), enums, flags, messages)


def _notes(text: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    section = ""
    for line in text.splitlines():
        if heading := _SECTION.fullmatch(line.strip()):
            section = heading[1]
        elif noted := _NOTED.fullmatch(line.strip()):
            found.setdefault(section, {})[noted[1]] = noted[2]
    return found


def _enum(name: str, part: Mapping[str, Any], notes: Mapping[str, Mapping[str, str]]) -> Names:
    values: dict[str, int] = part["values"]
    _check_values(name, values, 255)
    return Names(name, part["doc"], "u8", values, notes.get(f"enums.{name}.values", {}))


def _flags(name: str, part: Mapping[str, Any]) -> Names:
    bits: dict[str, int] = part["bits"]
    if part["type"] not in ("u8", "u16", "u32"):
        raise SchemaError(name, f"bit set of type {part['type']}")
    _check_values(name, bits, SIZES[part["type"]] * 8 - 1)
    return Names(name, part["doc"], part["type"], bits, {})


def _check_values(name: str, values: Mapping[str, int], largest: int) -> None:
    if len(set(values.values())) != len(values):
        raise SchemaError(name, "the same number twice")
    for key, value in values.items():
        if not 0 <= value <= largest:
            raise SchemaError(f"{name}.{key}", f"{value} is not within 0..{largest}")


def _message(part: Mapping[str, Any], known: Mapping[str, Names], room: int) -> Message:
    name, offset, fields = part["name"], 0, list[Field]()
    for raw in part["fields"]:
        field = _field(name, raw, known, offset)
        fields.append(field)
        offset += field.size
    message = Message(name, part["code"], part["way"], part["lane"], part["doc"], tuple(fields))
    _check_message(message, room)
    return message


def _field(message: str, raw: list[str], known: Mapping[str, Names], offset: int) -> Field:
    name, type_text, *meaning = raw
    where = f"{message}.{name}"
    if type_text == "bytes" and not meaning:
        return Field(name, "bytes", 0, None, offset)
    matched = _ARRAY.fullmatch(type_text)
    if matched is None:
        raise SchemaError(where, f"unknown type {type_text}")
    kind, count = matched[1], int(matched[2] or 0)
    if meaning and (meaning[0] not in known or known[meaning[0]].kind != kind):
        raise SchemaError(where, f"{meaning[0]} is not an enumeration or bit set of {kind}")
    return Field(name, kind, count, meaning[0] if meaning else None, offset)


def _check_message(message: Message, room: int) -> None:
    names = [field.name for field in message.fields]
    if message.lane not in LANES or message.way not in WAYS:
        raise SchemaError(message.name, f"lane {message.lane}, way {message.way}")
    if not 1 <= message.code <= 255:
        raise SchemaError(message.name, f"code {message.code} is not within 1..255")
    if len(set(names)) != len(names):
        raise SchemaError(message.name, "the same field twice")
    if any(field.kind == "bytes" for field in message.fields[:-1]):
        raise SchemaError(message.name, "only the last field can take the rest of the payload")
    if message.size > room:
        raise SchemaError(message.name, f"{message.size} bytes do not fit a payload of {room}")
    if message.code >= 0x10 and (message.lane, message.way) != _range_of(message.code):
        raise SchemaError(message.name, f"code 0x{message.code:02X} is not of lane {message.lane}, way {message.way}")
    if message.is_command and (not names or message.fields[0].type_text != "u16" or names[0] != "command"):
        raise SchemaError(message.name, "a command starts with its id: [command, u16]")


def _range_of(code: int) -> tuple[str, str]:
    """Lane and way that a code has for ever, whatever minor version brings it."""
    if code < 0x80:
        return "reliable", "host"
    return ("reliable", "board") if code < 0xA0 else ("loose", "board")


def _check_unique(messages: tuple[Message, ...]) -> None:
    codes, names = [message.code for message in messages], [message.name for message in messages]
    if len(set(codes)) != len(codes) or len(set(names)) != len(names):
        raise SchemaError("messages", "the same code or name twice")
