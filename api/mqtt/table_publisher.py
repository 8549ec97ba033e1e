"""Tells the broker of a table: once a second it looks at the snapshot, and publishes what has changed since."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from api.mqtt.broker import Broker, broker_of
from api.mqtt.home_assistant import Device, discovery
from api.mqtt.match_topics import SEATS, name_path
from api.mqtt.publisher import LOOK_SECONDS, Publisher
from api.mqtt.table_facts import TableFacts, facts_of
from api.mqtt.table_topics import TABLE
from api.mqtt.topic import STATUS, messages
from api.words.catalogue import catalogue
from controller.config import Config
from controller.mqtt import MqttConfig

_ID_LETTERS: Final = 12
CLIENT: Final = "jantaku-"


class Shown(Protocol):
    """The table, as far as it is published."""

    @property
    def first_epoch(self) -> str: ...
    def snapshot(self) -> dict[str, Any]: ...


Counted = Callable[[], tuple[int, Mapping[str, int] | None]]
"""Walls built, and the counters of the board where it has told them."""


class TablePublisher:
    """``run`` for ever. ``version``: of this program; ``pace``: seconds of the loop per second of people."""

    def __init__(self, config: Config, table: Shown, counted: Counted, version: str, *, pace: float = 1.0) -> None:
        self._config, self._table, self._counted, self._pace = config, table, counted, pace
        self._base, self._id, self._version = table_base(config), device_id(table.first_epoch), version
        self._publisher = Publisher(self._broker, f"{self._base}/{STATUS}")

    @property
    def connected(self) -> bool:
        return self._publisher.connected

    async def run(self) -> None:
        self._publisher.publish(self._discovery())
        await self._publisher.keep_told(lambda: messages(TABLE, self._base, self._facts()), LOOK_SECONDS * self._pace)

    def _broker(self) -> Broker:
        return broker_of(self._config.mqtt, self._id)

    def _facts(self) -> TableFacts:
        walls, counters = self._counted()
        words, names = catalogue(self._config.table.language), self._config.mqtt.names
        return facts_of(self._table.snapshot(), walls=walls, counters=counters, words=words, names=names)

    def _discovery(self) -> dict[str, str]:
        prefix = self._config.mqtt.discovery
        if not prefix:
            return {}
        table = self._config.table
        device = Device(
            self._id, table.name, "Automatic mahjong table", self._version,
            page=self._config.access.url, area=table.hall,
        )  # fmt: skip
        return discovery(
            prefix, device, self._base, TABLE, catalogue(table.language), withheld=_withheld(self._config.mqtt)
        )


def table_base(config: Config) -> str:
    return config.mqtt.base(config.table.name)


def device_id(first_epoch: str) -> str:
    """The same for ever, also when the table is called otherwise or its computer is replaced from a backup."""
    return f"{CLIENT}{first_epoch[:_ID_LETTERS]}"


def _withheld(config: MqttConfig) -> list[str]:
    """Paths of topics that are not published."""
    return [] if config.names else [name_path(seat) for seat in range(SEATS)]
