"""Writes the simulator's names and numbers of what board and plant share: the simulator imports nothing of the link."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from firmware_bridge.emit.python import names_text
from firmware_bridge.schema import Names, Schema

_HEAD = '''\
"""Generated from protocol.toml by ``python -m firmware_bridge.generate``. Do not edit.

Names and numbers of what board and plant share, as the link knows them.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag
'''
_NO_PART = {"Mechanism": "ALL", "Key": "BOTH"}
"""What is no part of the table: all mechanisms, two keys at once."""


def module(schema: Schema) -> str:
    """The whole text of the file, in the style of the formatter."""
    return "\n\n".join((_HEAD, *_classes(schema)))


def _classes(schema: Schema) -> Iterator[str]:
    for name in ("Mechanism", "Key", "ResetCause"):
        yield names_text(_parts(schema.meaning(name)), "IntEnum", str)
    yield names_text(replace(schema.meaning("Sensors"), name="Sensor"), "IntEnum", str)
    for name, one in (("Lamps", "Lamp"), ("Capabilities", "Capability")):
        yield names_text(replace(schema.meaning(name), name=one), "IntFlag", _bit)


def _parts(names: Names) -> Names:
    return replace(names, values={key: n for key, n in names.values.items() if key != _NO_PART.get(names.name)})


def _bit(number: int) -> str:
    return f"1 << {number}"
