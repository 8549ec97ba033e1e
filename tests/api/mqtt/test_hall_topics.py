"""What a hall tells a broker of its floor, its tables and the clock."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from api.hall.runtime import HallRuntime, running
from api.hall.told import NOTHING_KNOWN, heard_of, told
from api.mqtt.hall_topics import CLOCK_STATES, EACH_TABLE, FLOOR, TABLE_STATES, gone, hall_discovery, hall_messages
from api.mqtt.home_assistant import Device
from api.mqtt.topic import NOTHING
from api.words.catalogue import catalogue
from controller.languages import OFFERED
from controller.mqtt import MqttConfig
from hall.config import Config, HallConfig
from hall.floor.alarms import LINK_MS, lost_links
from hall.floor.commands import BlockTable, PlaceTable
from hall.floor.events import TablePlaced, Wishes
from hall.floor.state import FloorTable, Party, Taken
from hall.intake.state import EnrolledTable
from hall.permits import LOCAL_OWNER
from hall.state import HallState
from hall.tournament.state import Tournament
from hall.tournament.values import ClockStop, Round, Settings
from tests.api.mqtt.conftest import Started
from tests.api.mqtt.mosquitto import Reader

NOW = datetime(2026, 1, 10, 12, tzinfo=UTC)
EN = catalogue("en")


def table(id_: str, number: int, blocked: str | None = None) -> FloorTable:
    return FloorTable(id_, number, f"Table {number}", "main", False, 0, 0, blocked)


def hall(*tables: FloorTable, queue: tuple[Party, ...] = ()) -> HallState:
    state = HallState()
    floor = replace(state.floor, tables={one.id: one for one in tables}, queue={one.id: one for one in queue})
    return replace(state, floor=floor)


def party(id_: str, size: int, called_to: str | None = None) -> Party:
    return Party(id_, 1, size, (), "", Wishes(), 0, called_to)


def below(state: HallState, tables: Any = None, *, names: bool = False) -> dict[str, str]:
    found = hall_messages("h", told(state, NOW, tables or {}), EN, names=names)
    return {topic.removeprefix("h/"): text for topic, text in found.items()}


def test_the_floor_is_counted() -> None:
    state = hall(
        table("t-a", 1), table("t-b", 2, "broken"), table("t-c", 3), queue=(party("q-1", 3), party("q-2", 2, "t-c"))
    )
    known = {"t-a": {"heard": True, "alarms": 2}, "t-b": {"heard": False}}
    found = below(state, known)
    counts = {name: found[name] for name in ("tables", "free", "away", "waiting", "alarms")}
    assert counts == {"tables": "3", "free": "1", "away": "1", "waiting": "5", "alarms": "2"}
    assert [found[f"tables/t-{one}/state"] for one in "abc"] == ["free", "closed", "reserved"]
    assert [found[f"tables/t-{one}/heard"] for one in "abc"] == ["ON", "OFF", NOTHING]


def with_round(**more: Any) -> HallState:
    """A tournament whose second round is seated at the table t-a."""
    rounds = tuple(Round(number, (("e1", "e2", "e3", "e4"),), ("t-a",), **more) for number in (1, 2))
    cup = Tournament("c-1", Settings("Spring Cup", {}, 4, {}, 0), rounds=rounds)
    state = hall(table("t-a", 1))
    return replace(state, tournaments=replace(state.tournaments, tournaments={"c-1": cup}))


START, MINUTES = "2026-01-10T11:30:00.000Z", 60


@pytest.mark.parametrize(
    ("facts", "state", "ends"),
    [
        ({}, "waiting", NOTHING),
        ({"start": START, "minutes": MINUTES}, "running", "2026-01-10T12:30:00.000Z"),
        ({"start": START, "minutes": 20}, "time-called", "2026-01-10T11:50:00.000Z"),
        ({"start": START, "minutes": MINUTES, "stopped": (ClockStop("2026-01-10T11:50:00.000Z", None),)}, "paused",
         "2026-01-10T12:40:00.000Z"),
        ({"start": START}, "running", NOTHING),
    ],
)  # fmt: skip
def test_the_clock_is_that_of_the_round(facts: dict[str, Any], state: str, ends: str) -> None:
    found = below(with_round(**facts))
    assert (found["clock/tournament"], found["clock/round"]) == ("Spring Cup", "2")
    assert (found["clock/state"], found["clock/ends"]) == (state, ends)
    assert state in CLOCK_STATES
    assert found["tables/t-a/state"] == ("playing" if "start" in facts else "free")


def test_a_round_that_is_locked_has_no_clock() -> None:
    found = below(with_round(start=START, minutes=MINUTES, locked="2026-01-10T11:59:00.000Z"))
    assert (found["clock/state"], found["tables/t-a/state"]) == (NOTHING, "free")


def test_without_a_tournament_there_is_no_clock() -> None:
    found = below(hall())
    assert {found[f"clock/{part}"] for part in ("tournament", "round", "state", "ends")} == {NOTHING}


@pytest.mark.parametrize("language", OFFERED)
def test_home_assistant_finds_the_hall_and_its_tables(language: str) -> None:
    device = Device("jantaku-h-abc", "Club", "Mahjong hall", "0.1.0")
    found = hall_discovery("ha", device, "h", told(hall(table("t-a", 1)), NOW, {}), catalogue(language))
    assert len(found) == sum(topic.entity is not None for topic in (*FLOOR, *EACH_TABLE))
    read = [json.loads(text) for text in found.values()]
    assert {one["availability_topic"] for one in read} == {"h/status"}
    assert {one["device"].get("via_device") for one in read} == {None, "jantaku-h-abc"}
    assert not any("mqtt." in one["name"] for one in read)


def test_names_are_told_only_where_they_are_allowed() -> None:
    known = {"t-a": {"names": ["Ann", "#2"]}}
    assert below(hall(table("t-a", 1)), known)["tables/t-a/names"] == ""
    assert json.loads(below(hall(table("t-a", 1)), known, names=True)["tables/t-a/names"]) == ["Ann", "Seat 2"]


def test_a_table_that_is_taken_away_leaves_no_topic() -> None:
    state = hall(table("t-a", 1))
    of_table = {topic for topic in below(state) if topic.startswith("tables/t-a/")}
    assert {topic.removeprefix("h/") for topic in gone("h", ["t-a"])} == of_table


def test_what_is_told_is_what_the_list_of_topics_promises() -> None:
    rows = told(hall(table("t-a", 1)), NOW, {})["tables"]
    assert set(rows[0]) == {"id", "name", "state", *NOTHING_KNOWN}
    assert rows[0]["state"] in TABLE_STATES


def test_a_table_that_was_not_heard_for_long_is_away_and_an_alarm_until_somebody_takes_it() -> None:
    state = hall(table("t-a", 1), table("t-b", 2), table("t-c", 3))
    enrolled = {id_: EnrolledTable(id_, "", "", "2026-01-10T09:00:00.000Z") for id_ in ("t-a", "t-b")}
    state = replace(state, tables=replace(state.tables, tables=enrolled))
    moment = int(NOW.timestamp() * 1000)
    heard = {"t-a": moment - 1000, "t-b": moment - LINK_MS}
    known = heard_of(state, heard, NOW)
    assert known == {"t-a": {"heard": True, "alarms": 0}, "t-b": {"heard": False, "alarms": 1}}
    assert below(state, known)["away"] == "1", "a table without a board is not heard and not away"
    (lost,) = lost_links({"t-b": moment - LINK_MS}, moment, {})
    floor = replace(state.floor, alarms={lost.id: Taken("Ana", "2026-01-10T12:00:00.000Z")})
    assert heard_of(replace(state, floor=floor), heard, NOW)["t-b"] == {"heard": False, "alarms": 0}


def test_a_hall_tells_a_real_broker(mosquitto: Started, tmp_path: Path) -> None:
    broker = mosquitto()
    mqtt = MqttConfig(broker.address, discovery="homeassistant")
    config = Config(HallConfig(name="Club Nord", state_dir=tmp_path / "state"), mqtt=mqtt)

    async def scenario(reader: Reader) -> None:
        runtime = HallRuntime(config)
        async with running(runtime), asyncio.timeout(60):
            assert runtime.hall is not None
            await asyncio.to_thread(reader.until, "jantaku/hall/Club-Nord/status", "online")
            receipt = await runtime.hall.handle(PlaceTable("Ana", 1, "Window"), by=LOCAL_OWNER)
            placed = receipt.events[0].event
            assert isinstance(placed, TablePlaced)
            id_ = placed.table
            await asyncio.to_thread(reader.until, "jantaku/hall/Club-Nord/free", "1")
            await asyncio.to_thread(reader.until, f"jantaku/hall/Club-Nord/tables/{id_}/state", "free")
            await runtime.hall.handle(BlockTable("Ana", id_, "broken"), by=LOCAL_OWNER)
            await asyncio.to_thread(reader.until, f"jantaku/hall/Club-Nord/tables/{id_}/state", "closed")
            found = [topic for topic in reader.kept if topic.startswith("homeassistant/") and id_ in topic]
            assert len(found) == sum(topic.entity is not None for topic in EACH_TABLE)
        await asyncio.to_thread(reader.until, "jantaku/hall/Club-Nord/status", "offline")

    with Reader(broker) as reader:
        asyncio.run(scenario(reader))
