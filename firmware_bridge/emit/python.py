"""Writes messages.py: enumerations, bit sets, and one frozen dataclass per message."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator

from firmware_bridge.emit.names import upper
from firmware_bridge.schema import Field, Message, Names, Schema

_LETTERS = {"u8": "B", "u16": "H", "u32": "I", "i8": "b"}
_LIMITS = {"u8": (0, 255), "u16": (0, 65535), "u32": (0, 4294967295), "i8": (-128, 127)}
_WIDTH = 116

_HEAD = '''\
"""Generated from protocol.toml by ``python -m firmware_bridge.generate``. Do not edit.

Every message knows its ``code``, its ``way`` and its ``lane``. ``from_bytes`` takes longer payloads of a newer minor
version and ignores what it does not know; what does not fit raises MalformedPayload with the name of the field.
A command's id is the last argument here and first on the wire: ``Board.send`` fills it in.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from struct import Struct, error
from typing import ClassVar

from firmware_bridge.fields import Bits, Lane, Way, known, rest, short, sized, unfit
'''


def module(schema: Schema) -> str:
    """The whole text of messages.py, in the style of the formatter."""
    parts = [_HEAD + "\n" + _constants(schema)]
    parts += [names_text(names, "IntEnum", str) for names in schema.enums]
    parts += [names_text(names, "Bits", lambda bit: f"1 << {bit}") for names in schema.flags]
    parts += [_message(message, schema) for message in schema.messages]
    parts += [_unions(schema)]
    return "\n\n".join(parts)


def _constants(schema: Schema) -> str:
    return "\n".join(f"{key.upper()} = {value}" for key, value in schema.protocol.items()) + "\n"


def _doc(text: str) -> str:
    if len(text) + 10 <= 120:
        return f'    """{text}"""'
    first, *others = textwrap.wrap(text, _WIDTH - 7)
    return "\n    ".join([f'    """{first}', *others]) + '\n    """'


def names_text(names: Names, base: str, render: Callable[[int], str]) -> str:
    """The class of an enumeration or a bit set; ``render`` writes the number of a value."""
    lines = [f"class {names.name}({base}):", _doc(names.doc), ""]
    for key, number in names.values.items():
        note = names.notes.get(key)
        lines.append(f"    {key} = {render(number)}" + (f"  # {note}" if note else ""))
    return "\n".join(lines) + "\n"


def _message(message: Message, schema: Schema) -> str:
    private = f"_{upper(message.name)}"
    lines = list(_layout(message, private))
    lines += ["", ""] if lines else []
    lines += ["@dataclass(frozen=True, slots=True)", f"class {message.name}:", _doc(message.doc), ""]
    lines += [f"    code: ClassVar[int] = 0x{message.code:02X}"]
    lines += [f"    way: ClassVar[Way] = Way.{message.way.upper()}"]
    lines += [f"    lane: ClassVar[Lane] = Lane.{message.lane.upper()}"]
    lines += [f"    {_declaration(message, field)}" for field in _in_order(message)]
    lines += ["", *_to_bytes(message, private, schema), "", *_from_bytes(message, private, schema)]
    return "\n".join(lines) + "\n"


def _in_order(message: Message) -> tuple[Field, ...]:
    """Fields as the class declares them: the id of a command goes last, because it has a default."""
    return (*message.fields[1:], message.fields[0]) if message.is_command else message.fields


def _layout(message: Message, private: str) -> Iterator[str]:
    letters = "".join(f"{field.count or ''}{_LETTERS[field.kind]}" for field in message.fields if field.kind != "bytes")
    fixed = [field for field in message.fields if field.kind != "bytes"]
    if not fixed:
        return
    yield f'{private} = Struct("<{letters}")'
    yield from _tuple(f"{private}_ENDS", [f'("{field.name}", {field.offset + field.size})' for field in fixed])
    limits = [(field.name, *_LIMITS[field.kind]) for field in fixed]
    yield from _tuple(f"{private}_LIMITS", [f'("{name}", {low}, {high})' for name, low, high in limits])


def _tuple(name: str, items: list[str]) -> Iterator[str]:
    if len(items) == 1:
        yield f"{name} = ({items[0]},)"
        return
    yield f"{name} = ("
    yield from (f"    {item}," for item in items)
    yield ")"


def _type(field: Field) -> str:
    single = "bytes" if field.kind == "bytes" else field.meaning or "int"
    return f"tuple[{single}, ...]" if field.count else single


def _declaration(message: Message, field: Field) -> str:
    default = " = 0" if message.is_command and field.offset == 0 else ""
    return f"{field.name}: {_type(field)}{default}"


def _to_bytes(message: Message, private: str, schema: Schema) -> Iterator[str]:
    yield "    def to_bytes(self) -> bytes:"
    if not message.fields:
        yield '        return b""'
        return
    last, room = message.fields[-1], schema.protocol["max_payload"]
    yield "        try:"
    yield f"            fixed = {private}.pack("
    yield from (f"                {_packed(message, field)}," for field in message.fields if field.kind != "bytes")
    yield "            )"
    yield "        except error:"
    yield f"            raise unfit(self, {private}_LIMITS) from None"
    if last.kind == "bytes":
        place = f'"{message.name}", "{last.name}", self.{last.name}, {room - last.offset}'
        yield f"        return fixed + rest({place})"
    else:
        yield "        return fixed"


def _packed(message: Message, field: Field) -> str:
    if field.count:
        return f'*sized("{message.name}", "{field.name}", self.{field.name}, {field.count})'
    return f"self.{field.name}"


def _from_bytes(message: Message, private: str, schema: Schema) -> Iterator[str]:
    yield "    @classmethod"
    if not message.fields:
        yield f"    def from_bytes(cls, _payload: bytes) -> {message.name}:"
        yield "        return cls()"
        return
    yield f"    def from_bytes(cls, payload: bytes) -> {message.name}:"
    yield f"        if len(payload) < {message.size}:"
    yield f'            raise short("{message.name}", {private}_ENDS, len(payload))'
    yield f"        v = {private}.unpack_from(payload)"
    places = _places(message)
    yield "        return cls("
    for field in _in_order(message):
        yield f"            {_unpacked(message, field, places[field.name], schema)},"
    yield "        )"


def _places(message: Message) -> dict[str, int]:
    """Index of each field's first value in what the struct unpacks."""
    places, index = dict[str, int](), 0
    for field in message.fields:
        places[field.name] = index
        index += field.count or 1
    return places


def _unpacked(message: Message, field: Field, at: int, schema: Schema) -> str:
    if field.kind == "bytes":
        return f"bytes(payload[{field.offset}:{schema.protocol['max_payload']}])"
    one = _meaning(message, field, schema)
    if not field.count:
        return one.format(f"v[{at}]")
    values = f"v[{at}:{at + field.count}]" if at else f"v[:{field.count}]"
    return values if field.meaning is None else f"tuple({one.format('x')} for x in {values})"


def _meaning(message: Message, field: Field, schema: Schema) -> str:
    if field.meaning is None:
        return "{}"
    if schema.is_flags(field.meaning):
        return f"{field.meaning}({{}})"
    return f'known("{message.name}", "{field.name}", {field.meaning}, {{}})'


def _unions(schema: Schema) -> str:
    groups = {
        "Command": [message.name for message in schema.messages if message.is_command],
        "FromHost": [message.name for message in schema.messages if message.way != "board"],
        "FromBoard": [message.name for message in schema.messages if message.way != "host"],
        "Message": [message.name for message in schema.messages],
    }
    lines = [f"{name} = (\n    " + "\n    | ".join(members) + "\n)" for name, members in groups.items()]
    return "\n".join([*lines, "", *_table("CODES", "Message", schema, ""), *_tables(schema), ""])


def _tables(schema: Schema) -> list[str]:
    return [*_table("FROM_HOST", "FromHost", schema, "board"), *_table("FROM_BOARD", "FromBoard", schema, "host")]


def _table(name: str, union: str, schema: Schema, without: str) -> list[str]:
    codes = [f"    0x{message.code:02X}: {message.name}," for message in schema.messages if message.way != without]
    return [f"{name}: dict[int, type[{union}]] = {{", *codes, "}"]
