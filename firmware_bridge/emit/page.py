"""Writes docs/protocol.md: what a person needs to bring the link to another board."""

from __future__ import annotations

from firmware_bridge.schema import Message, Names, Schema


def page(schema: Schema) -> str:
    """The whole text of protocol.md."""
    parts = ["# The serial link\n"]
    parts += [_message(message) for message in schema.messages]
    parts += [_names(names) for names in (*schema.enums, *schema.flags)]
    return "\n".join(parts)


def _message(message: Message) -> str:
    rows = "".join(f"| {f.offset} | `{f.name}` | {f.type_text} | {f.meaning or ''} |\n" for f in message.fields)
    table = f"\n| offset | field | type | meaning |\n|---|---|---|---|\n{rows}" if rows else ""
    return f"### `0x{message.code:02X}` {message.name}\n\n{message.doc}\n{table}"


def _names(names: Names) -> str:
    rows = "".join(f"| {value} | `{key}` | {names.notes.get(key, '')} |\n" for key, value in names.values.items())
    return f"### {names.name}\n\n{names.doc}\n\n| | name | |\n|---|---|---|\n{rows}"
