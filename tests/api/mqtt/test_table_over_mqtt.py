"""A whole service tells a real broker."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from pathlib import Path

from api.service.runtime import running
from bench.ports import free_port
from controller.config import BoardConfig, Config, TableConfig
from controller.mqtt import MqttConfig
from tests.api.mqtt.conftest import Started
from tests.api.mqtt.mosquitto import Mosquitto, Reader
from tests.api.service.test_service import Service
from tests.api.table.flow import MATCH

CONFIG = """
[table]
name = "Table 7"
language = "ja"
[mqtt]
address = "{address}"
discovery = "homeassistant"
"""


def serving(folder: Path, broker: Mosquitto) -> Service:
    file = folder / "table.toml"
    file.write_text(CONFIG.format(address=broker.address))
    return Service(folder, str(folder / "no-board"), words=("--config", str(file)))


def test_a_service_tells_its_broker_what_it_shows_and_its_will_when_it_is_killed(
    mosquitto: Started, tmp_path: Path
) -> None:
    broker = mosquitto()
    with Reader(broker) as reader:
        service = serving(tmp_path, broker)
        try:
            reader.until("jantaku/Table-7/status", "online")
            reader.until("jantaku/Table-7/light", "off")
            assert reader.kept["jantaku/Table-7/sentence"].endswith("。"), "in the language of the table"
            (found,) = [json.loads(text) for topic, text in reader.kept.items() if topic.endswith("/light/config")]
            assert found["state_topic"] == "jantaku/Table-7/light"
            assert found["device"]["name"] == "Table 7"
            service.until("/healthz", 200)
            assert service.ask("/api/v1/matches", MATCH)[0] == 201
            reader.until("jantaku/Table-7/match/ruleset", "hong-kong-old")
            assert not any("Ann" in text for _, text, _ in reader.heard)
        finally:
            service.end(signal.SIGKILL)
        reader.until("jantaku/Table-7/status", "offline")


def test_a_table_that_ends_says_offline(mosquitto: Started, tmp_path: Path) -> None:
    broker = mosquitto()
    table = TableConfig(state_dir=tmp_path)
    config = Config(table=table, board=BoardConfig(port=str(tmp_path / "none")), mqtt=MqttConfig(broker.address))

    async def scenario(reader: Reader) -> None:
        async with running(config) as runtime, asyncio.timeout(60):
            assert runtime.mqtt is not None
            await asyncio.to_thread(reader.until, "jantaku/table/status", "online")
            assert (runtime.healthy, runtime.mqtt.connected) == (True, True)
        reader.until("jantaku/table/status", "offline")

    with Reader(broker) as reader:
        asyncio.run(scenario(reader))


def test_a_table_whose_broker_is_away_works_and_ends_at_once(tmp_path: Path) -> None:
    away = MqttConfig(f"mqtt://127.0.0.1:{free_port()}")
    board = BoardConfig(port=str(tmp_path / "none"))
    config = Config(table=TableConfig(state_dir=tmp_path), board=board, mqtt=away)

    async def scenario() -> None:
        async with running(config) as runtime:
            assert runtime.table is not None and runtime.mqtt is not None
            assert runtime.table.snapshot()["seq"] >= 0
            assert (runtime.healthy, runtime.mqtt.connected) == (True, False)

    began = time.monotonic()
    asyncio.run(scenario())
    assert time.monotonic() - began < 20
