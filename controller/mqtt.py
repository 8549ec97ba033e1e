"""Where a table or a hall publishes what it shows: the section ``[mqtt]`` of its configuration (docs/mqtt.md)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from controller.config_file import checked_by

LONGEST_TOPIC: Final = 120
"""Bytes of a base topic or a prefix: ours below it are short, and brokers and bridges add prefixes of their own."""
_NO_LEVEL: Final = re.compile(r"[/+#\x00-\x20\x7f]+")


def _broker_address(value: str) -> None:
    if not value:
        return
    try:
        parts = urlsplit(value)
        bare = (parts.path, parts.query, parts.fragment, parts.username) == ("", "", "", None)
        good = bare and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good or parts.scheme not in ("mqtt", "mqtts"):
        raise ValueError("must be an address such as mqtts://broker.local:8883, without user and password")


def _topic(value: str) -> None:
    """A name of a topic (MQTT 3.1.1, section 4.7), without what would be a wildcard or belongs to the broker."""
    levels = value.split("/")
    if value and (
        len(value.encode("utf-8", "replace")) > LONGEST_TOPIC
        or value.startswith("$")
        or any(not level or _NO_LEVEL.search(level) for level in levels)
    ):
        raise ValueError("must be a topic such as jantaku/table-1, without spaces, + and #")


def level_of(name: str) -> str:
    """A name as one level of a topic."""
    return _NO_LEVEL.sub("-", name.strip()).lstrip("$").strip("-") or "table"


@dataclass(frozen=True, slots=True)
class MqttConfig:
    """``address``: of the broker, ``mqtt://host:1883`` or ``mqtts://host:8883``; empty: nothing is published.
    ``authority``: PEM file of the certificate authority of an mqtts broker; empty for those of this computer.
    ``password_file``: holds the password of ``user``, on its first line. ``topic``: under which all topics stand; empty
    for ``jantaku/`` and the name. ``discovery``: prefix of the messages by which Home Assistant finds it; empty: none.
    ``names``: whether players are named."""

    address: str = field(default="", metadata=checked_by(_broker_address))
    authority: Path | None = None
    user: str = ""
    password_file: Path | None = None
    topic: str = field(default="", metadata=checked_by(_topic))
    discovery: str = field(default="", metadata=checked_by(_topic))
    names: bool = False

    def base(self, *levels: str) -> str:
        """The topic under which all others stand; ``levels``: names for below ``jantaku`` where none is set."""
        return self.topic or "/".join(("jantaku", *(level_of(level) for level in levels)))
