"""Writes protocol.h: constants, structs, and one pack and unpack function per message.

The code must suit a compiler with 16-bit int under -Wconversion, so every shift is done in an unsigned type of the
right width and every narrowing is written out.
"""

from __future__ import annotations

from collections.abc import Iterator

from firmware_bridge.emit.names import snake, upper
from firmware_bridge.schema import LANES, SIZES, Field, Message, Names, Schema

_TYPES = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "i8": "int8_t"}

_HEAD = """\
/* Generated from firmware_bridge/protocol.toml by `python -m firmware_bridge.generate`. Do not edit. */
#ifndef JANTAKU_PROTOCOL_H
#define JANTAKU_PROTOCOL_H
#include <stdbool.h>
#include <stdint.h>
"""

_HELPERS = """\
static inline void protocol_put_u8(uint8_t *out, uint8_t value) { out[0] = value; }
static inline void protocol_put_i8(uint8_t *out, int8_t value) { out[0] = (uint8_t)value; }
static inline void protocol_put_u16(uint8_t *out, uint16_t value) {
    out[0] = (uint8_t)(value & 0xFFu);
    out[1] = (uint8_t)((value >> 8) & 0xFFu);
}
static inline void protocol_put_u32(uint8_t *out, uint32_t value) {
    protocol_put_u16(out, (uint16_t)(value & 0xFFFFu));
    protocol_put_u16(out + 2, (uint16_t)((value >> 16) & 0xFFFFu));
}
static inline uint8_t protocol_get_u8(const uint8_t *in) { return in[0]; }
static inline int8_t protocol_get_i8(const uint8_t *in) { return (int8_t)in[0]; }
static inline uint16_t protocol_get_u16(const uint8_t *in) {
    return (uint16_t)(in[0] | (uint16_t)((uint16_t)in[1] << 8));
}
static inline uint32_t protocol_get_u32(const uint8_t *in) {
    return protocol_get_u16(in) | ((uint32_t)protocol_get_u16(in + 2) << 16);
}
"""


def header(schema: Schema) -> str:
    """The whole text of protocol.h."""
    parts = [_HEAD, _constants(schema), _lanes()]
    parts += [_enum(names) for names in schema.enums]
    parts += [_bits(names) for names in schema.flags]
    parts += [_codes(schema), _HELPERS]
    parts += [_message(message, schema.protocol["max_payload"]) for message in schema.messages]
    parts += [_lane_of(schema), "#endif\n"]
    return "\n".join(parts)


def _number(value: int) -> str:
    return str(value) if value < 0x8000 else f"{value}UL"


def _noted(note: str | None) -> str:
    return f" /* {note} */" if note else ""


def _constants(schema: Schema) -> str:
    return "".join(
        f"#define PROTOCOL_{key.upper()} {_number(value)}{_noted(schema.protocol_notes.get(key))}\n"
        for key, value in schema.protocol.items()
    )


def _lanes() -> str:
    return "".join(f"#define LANE_{lane.upper()} {number}\n" for number, lane in enumerate(LANES))


def _enum(names: Names) -> str:
    prefix = upper(names.name)
    last = list(names.values)[-1]
    lines = "".join(
        f"    {prefix}_{key} = {value}{'' if key == last else ','}{_noted(names.notes.get(key))}\n"
        for key, value in names.values.items()
    )
    return f"/* {names.doc} */\nenum {snake(names.name)} {{\n{lines}}};\n"


def _bits(names: Names) -> str:
    prefix = upper(names.name)
    lines = "".join(f"#define {prefix}_{key} {bit}\n" for key, bit in names.values.items())
    return f"/* {names.doc} Bit numbers, in {_TYPES[names.kind]}. */\n{lines}"


def _codes(schema: Schema) -> str:
    lines = []
    for message in schema.messages:
        name = f"MSG_{upper(message.name)}"
        lines.append(f"#define {name} 0x{message.code:02X}")
        lines.append(f"#define {name}_LANE LANE_{message.lane.upper()}")
        lines.append(f"#define {name}_LENGTH {message.size}")
    return "/* Messages: code, lane, least length of the payload. */\n" + "\n".join(lines) + "\n"


def _message(message: Message, room: int) -> str:
    if not message.fields:
        return f"/* {message.name}: {message.doc} No fields. */\n"
    body = [f"/* {message.doc} */", *_struct(message, room), *_pack(message), *_unpack(message, room)]
    return "\n".join(body) + "\n"


def _struct(message: Message, room: int) -> Iterator[str]:
    name = snake(message.name)
    if message.fields[-1].kind == "bytes":
        field = message.fields[-1]
        yield f"#define MSG_{name.upper()}_{field.name.upper()}_MAX {room - field.offset}"
    yield f"struct msg_{name} {{"
    for field in message.fields:
        yield from _members(message, field)
    yield "};"


def _members(message: Message, field: Field) -> Iterator[str]:
    if field.kind == "bytes":
        yield f"    uint8_t {field.name}_n;"
        yield f"    uint8_t {field.name}[MSG_{upper(message.name)}_{field.name.upper()}_MAX];"
        return
    array = f"[{field.count}]" if field.count else ""
    meaning = f" /* {field.meaning} */" if field.meaning else ""
    yield f"    {_TYPES[field.kind]} {field.name}{array};{meaning}"


def _pack(message: Message) -> Iterator[str]:
    name = snake(message.name)
    yield f"static inline uint8_t pack_{name}(uint8_t *out, const struct msg_{name} *m) {{"
    for field in message.fields:
        yield f"    {_put(field)}"
    last = message.fields[-1]
    yield (
        f"    return (uint8_t)({last.offset}u + m->{last.name}_n);"
        if last.kind == "bytes"
        else f"    return {message.size};"
    )
    yield "}"


def _put(field: Field) -> str:
    if field.kind == "bytes":
        return f"for (uint8_t i = 0; i < m->{field.name}_n; i++) {{ out[{field.offset}u + i] = m->{field.name}[i]; }}"
    if field.count:
        place = f"out + {field.offset}u + i * {SIZES[field.kind]}u"
        return (
            f"for (uint8_t i = 0; i < {field.count}; i++) {{ protocol_put_{field.kind}({place}, m->{field.name}[i]); }}"
        )
    return f"protocol_put_{field.kind}(out + {field.offset}, m->{field.name});"


def _unpack(message: Message, room: int) -> Iterator[str]:
    name = snake(message.name)
    last = message.fields[-1]
    yield f"static inline bool unpack_{name}(const uint8_t *in, uint8_t n, struct msg_{name} *m) {{"
    yield f"    if (n < {message.size}) {{ return false; }}"
    if last.kind == "bytes":
        yield f"    if (n > {room}) {{ return false; }}"
    for field in message.fields:
        yield f"    {_get(field)}"
    yield "    return true;"
    yield "}"


def _get(field: Field) -> str:
    if field.kind == "bytes":
        copy = f"for (uint8_t i = 0; i < m->{field.name}_n; i++) {{ m->{field.name}[i] = in[{field.offset}u + i]; }}"
        return f"m->{field.name}_n = (uint8_t)(n - {field.offset}u);\n    {copy}"
    if field.count:
        place = f"in + {field.offset}u + i * {SIZES[field.kind]}u"
        get = f"protocol_get_{field.kind}({place})"
        return f"for (uint8_t i = 0; i < {field.count}; i++) {{ m->{field.name}[i] = {get}; }}"
    return f"m->{field.name} = protocol_get_{field.kind}(in + {field.offset});"


def _lane_of(schema: Schema) -> str:
    lines = ["/* Lane of a message that the host sends; 0xFF for a code that this version does not know. */"]
    lines += ["static inline uint8_t protocol_lane_from_host(uint8_t code) {", "    switch (code) {"]
    for lane in LANES:
        group = [message for message in schema.messages if message.lane == lane and message.way != "board"]
        lines += [f"    case MSG_{upper(message.name)}:" for message in group]
        lines += [f"        return LANE_{lane.upper()};"] if group else []
    return "\n".join([*lines, "    default:", "        return 0xFF;", "    }", "}", ""])
