"""The routes of the simulated table: picture, actions, stream."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from api.table.routes.simulator import Watching
from hardware.simulator.table import SimulatedTable
from tests.api.conftest import Opened
from tests.hardware.simulator.fake_chip import FakeChip


def plant() -> SimulatedTable:
    """A simulated table whose board does nothing."""
    return SimulatedTable(FakeChip())


def test_picture_actions_and_faults_are_told(house: Opened) -> None:
    async def scenario() -> Any:
        async with house(simulator=plant()) as h:
            assert (await h.http.get("/plant")).status_code == 200
            assert (await h.http.get("/healthz")).json()["simulated"] is True
            return (await h.get("/simulator")).json()

    told = asyncio.run(scenario())
    assert (told["plant"]["seconds"], told["plant"]["speed"], told["plant"]["keys"]) == (0.0, 1.0, [])
    assert {"press", "hand-over", "push-in"} <= {action["name"] for action in told["actions"]}
    assert {"head-jam", "unplug", "emergency-stop"} <= {fault["name"] for fault in told["faults"]}


def test_an_action_reaches_the_plant_and_a_wrong_one_names_its_field(house: Opened) -> None:
    async def scenario() -> None:
        table = plant()
        async with house(simulator=table) as h:
            good = await h.post("/simulator", {"action": "hold", "key": "open"})
            assert (good.status_code, good.json()) == (200, {})
            table.assembly.advance_to(1_000)
            assert table.snapshot()["keys"] == ["open"]
            bad = await h.post("/simulator", {"action": "explode"})
            assert (bad.status_code, bad.json()["code"], bad.json()["field"]) == (422, "unknown-action", "action")

    asyncio.run(scenario())


def test_the_stream_shows_the_plant_at_once_and_then_at_its_pace() -> None:
    async def scenario() -> list[Any]:
        table = plant()
        watching = Watching(table, float("inf"), 0.001)
        first = await watching.get(5)
        table.assembly.advance_to(1_000_000)
        second = await watching.get(5)
        watching.close()
        assert watching.closed
        return [first, second]

    first, second = asyncio.run(scenario())
    pictures = [json.loads(each.text) for each in (first, second)]
    assert (first.kind, first.seq) == ("plant", None)
    assert (pictures[0]["seconds"], pictures[0]["speed"]) == (0.0, None)
    assert pictures[1]["seconds"] == 1.0


def test_a_hand_is_not_played_while_people_are_busy_with_another(house: Opened) -> None:
    async def scenario() -> tuple[Any, Any]:
        table = plant()
        running = asyncio.create_task(table.run())
        try:
            await table.started()
            async with house(simulator=table) as h:
                first = await h.post("/simulator", {"action": "next-hand"})
                second = await h.post("/simulator", {"action": "next-hand"})
                return first, second
        finally:
            running.cancel()

    first, second = asyncio.run(scenario())
    assert (first.status_code, first.json()) == (200, {})
    assert (second.status_code, second.json()["code"], second.json()["field"]) == (422, "hands-busy", "action")
