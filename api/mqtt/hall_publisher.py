"""Tells the broker of a hall: once a second it looks at the floor, and publishes what has changed since."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from api.mqtt.broker import Broker, broker_of
from api.mqtt.hall_topics import gone, hall_discovery, hall_messages
from api.mqtt.home_assistant import Device
from api.mqtt.publisher import LOOK_SECONDS, Publisher
from api.mqtt.topic import STATUS
from api.words.catalogue import catalogue
from hall.config import Config

_LEVEL: Final = "hall"


class HallPublisher:
    """``run`` for ever. ``id``: of the hall; ``floor``: as ``api.mqtt.hall_topics`` describes it."""

    def __init__(self, config: Config, id_: str, floor: Callable[[], Mapping[str, Any]], version: str) -> None:
        self._config, self._floor = config, floor
        self._base = config.mqtt.base(_LEVEL, config.hall.name)
        self._device = Device(f"jantaku-{id_}", config.hall.name, "Mahjong hall", version, page=config.hall.url)
        self._publisher = Publisher(self._broker, f"{self._base}/{STATUS}")
        self._tables: dict[str, str] = {}
        """Name by id, of those that have been told."""

    @property
    def connected(self) -> bool:
        return self._publisher.connected

    async def run(self) -> None:
        await self._publisher.keep_told(self._news, LOOK_SECONDS)

    def _broker(self) -> Broker:
        return broker_of(self._config.mqtt, self._device.id)

    def _news(self) -> dict[str, str]:
        floor, words = self._floor(), catalogue(self._config.hall.language)
        names = {table["id"]: table["name"] for table in floor["tables"]}
        found = gone(self._base, [id_ for id_ in self._tables if id_ not in names])
        prefix = self._config.mqtt.discovery
        if prefix and (names != self._tables or not self._tables):
            before = hall_discovery(prefix, self._device, self._base, {"tables": _rows(self._tables)}, words)
            after = hall_discovery(prefix, self._device, self._base, floor, words)
            found |= {topic: "" for topic in before if topic not in after} | after
        self._tables = names
        return found | hall_messages(self._base, floor, words, names=self._config.mqtt.names)


def _rows(names: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"id": id_, "name": name} for id_, name in names.items()]
