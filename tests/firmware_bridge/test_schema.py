from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from firmware_bridge.schema import SCHEMA, SchemaError, load, parse

RAW = tomllib.loads(SCHEMA.read_text(encoding="utf-8"))


def message(raw: dict[str, Any], name: str) -> dict[str, Any]:
    return next(part for part in raw["messages"] if part["name"] == name)


def set_field(name: str, fields: list[list[str]]) -> Callable[[dict[str, Any]], None]:
    return lambda raw: message(raw, name).update(fields=fields)


MISTAKES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "two messages with one code": (lambda raw: message(raw, "Home").update(code=0x1A), "messages"),
    "a code outside its range": (lambda raw: message(raw, "Home").update(code=0x91), "Home"),
    "an unknown lane": (lambda raw: message(raw, "Home").update(lane="fast"), "Home"),
    "an unknown type": (set_field("Pulse", [["host_ms", "u64"]]), "Pulse.host_ms"),
    "an unknown meaning": (set_field("Pulse", [["host_ms", "u8", "Colour"]]), "Pulse.host_ms"),
    "a meaning of another type": (set_field("Pulse", [["host_ms", "u16", "Latches"]]), "Pulse.host_ms"),
    "the same field twice": (set_field("Pulse", [["a", "u8"], ["a", "u8"]]), "Pulse"),
    "bytes before another field": (set_field("Pulse", [["a", "bytes"], ["b", "u8"]]), "Pulse"),
    "more than a payload": (set_field("Pulse", [["a", "u32[17]"]]), "Pulse"),
    "a command without its id": (set_field("Home", [["mechanism", "u8"]]), "Home"),
    "a number twice": (lambda raw: raw["enums"]["Key"]["values"].update(OPEN=1), "Key"),
    "a bit beyond the type": (lambda raw: raw["flags"]["Latches"]["bits"].update(MORE=8), "Latches.MORE"),
    "a bit set of a signed type": (lambda raw: raw["flags"]["Latches"].update(type="i8"), "Latches"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_the_schema_is_named(name: str) -> None:
    spoil, where = MISTAKES[name]
    raw = copy.deepcopy(RAW)
    spoil(raw)
    with pytest.raises(SchemaError) as caught:
        parse(raw)
    assert caught.value.where == where


def test_the_comments_behind_values_come_along() -> None:
    schema = load()
    assert schema.meaning("Verdict").notes["POWER_BUDGET"] == "lifts and hatch move alone"
    assert "called lost" in schema.protocol_notes["host_lost_ms"]


def test_every_payload_fits_a_frame_and_every_command_starts_with_its_id() -> None:
    schema = load()
    assert all(message.size <= schema.protocol["max_payload"] for message in schema.messages)
    assert all(message.fields[0].name == "command" for message in schema.messages if message.is_command)
