"""A topic: its name below the base topic, what it says, and how Home Assistant shows it.

A list of topics is the one place for all three: messages, discovery and docs/mqtt.md are made from it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Generic, TypeVar

F = TypeVar("F")
Payload = str | int | float | bool | Sequence[Any] | Mapping[str, Any] | None

STATUS: Final = "status"
"""Below the base topic: ``online``, or as last will ``offline``."""
ONLINE: Final = "online"
OFFLINE: Final = "offline"
NOTHING: Final = "None"
"""Payload of a fact that does not hold now; Home Assistant shows it as unknown."""
MOST_BYTES: Final = 4096
"""Of a payload: a text that is longer is cut."""


class Withheld(Enum):
    """The value of a topic that is not published: what a broker still keeps of it is cleared."""

    WITHHELD = "withheld"


@dataclass(frozen=True, slots=True)
class Entity:
    """How Home Assistant shows a topic. ``name``: key of its words. ``options``: all values of an ``enum``.
    ``problem``... are device classes of Home Assistant; ``category``: ``diagnostic`` or empty."""

    name: str
    component: str = "sensor"
    device_class: str = ""
    icon: str = ""
    unit: str = ""
    state_class: str = ""
    category: str = ""
    options: tuple[str, ...] = ()
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Topic(Generic[F]):
    """``path``: below the base topic. ``about``: for docs/mqtt.md. ``value``: from the facts; never fails for facts
    that the service makes. ``entity``: None where it is for programs alone."""

    path: str
    about: str
    value: Callable[[F], Payload | Withheld]
    entity: Entity | None = None


def messages(topics: Sequence[Topic[F]], base: str, facts: F) -> dict[str, str]:
    """All of them, by their full names; an empty payload clears what the broker keeps."""
    return {f"{base}/{topic.path}": payload(topic.value(facts)) for topic in topics}


def payload(value: Payload | Withheld) -> str:
    """As text: ``ON`` and ``OFF``, a number, a text, JSON for what has parts."""
    if isinstance(value, Withheld):
        return ""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return "ON" if value else "OFF"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return _cut(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _cut(text: str) -> str:
    """Without characters that MQTT allows a receiver to hang up for (3.1.1, section 1.5.3)."""
    clean = "".join(letter for letter in text if letter.isprintable())
    return clean.encode("utf-8", "replace")[:MOST_BYTES].decode("utf-8", "ignore") or NOTHING
