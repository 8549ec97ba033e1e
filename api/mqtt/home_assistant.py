"""The messages by which Home Assistant finds a device and its entities: MQTT discovery, one retained message for each
entity, under ``<prefix>/<component>/<device>/<entity>/config``.

Source: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery (single component discovery).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from api.mqtt.topic import OFFLINE, ONLINE, STATUS, Entity, Topic
from api.words.shown import Words, filled

_NO_ID: Final = re.compile(r"[^a-zA-Z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Device:
    """``id``: letters and digits that stay the same for ever. ``via``: the id of the device that it is reached by;
    ``page``: where people look at it, or empty."""

    id: str
    name: str
    model: str
    version: str
    page: str = ""
    via: str = ""
    area: str = ""


def discovery(
    prefix: str,
    device: Device,
    base: str,
    topics: Sequence[Topic[Any]],
    words: Words,
    *,
    withheld: Sequence[str] = (),
    status_base: str = "",
) -> dict[str, str]:
    """By full topic. Those of ``withheld`` (paths) are cleared, so that an entity that is published no more goes.
    ``status_base``: where ``status`` stands, if not below ``base``."""
    found = {}
    status = f"{status_base or base}/{STATUS}"
    for topic in topics:
        if topic.entity is not None:
            name = f"{prefix}/{topic.entity.component}/{device.id}/{_id_of(topic)}/config"
            found[name] = (
                "" if topic.path in withheld else _text(_message(device, base, status, topic, topic.entity, words))
            )
    return found


def _message(device: Device, base: str, status: str, topic: Topic[Any], entity: Entity, words: Words) -> dict[str, Any]:
    id_ = f"{device.id}_{_id_of(topic)}"
    given = {
        "icon": entity.icon, "device_class": entity.device_class, "unit_of_measurement": entity.unit,
        "state_class": entity.state_class, "entity_category": entity.category, "options": list(entity.options),
    }  # fmt: skip
    return {
        "name": filled(words, entity.name, entity.args),
        "unique_id": id_,
        "state_topic": f"{base}/{topic.path}",
        "availability_topic": status,
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
        **{member: value for member, value in given.items() if value},
        "device": _device(device),
        "origin": {"name": "Jantaku", "sw_version": device.version},
    }


def _device(device: Device) -> Mapping[str, Any]:
    given = {"configuration_url": device.page, "via_device": device.via, "suggested_area": device.area}
    return {
        "identifiers": [device.id],
        "name": device.name,
        "manufacturer": "Jantaku",
        "model": device.model,
        "sw_version": device.version,
        **{member: value for member, value in given.items() if value},
    }


def _id_of(topic: Topic[Any]) -> str:
    return _NO_ID.sub("_", topic.path)


def _text(message: Mapping[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
