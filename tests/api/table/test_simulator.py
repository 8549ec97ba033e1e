"""The routes of the simulated table: picture, actions, stream."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from api.table.routes.simulator import Watching
from errors import Code
from hardware.simulator.errors import CommandError
from tests.api.conftest import Opened


class Plant:
    """A simulated table that only remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Mapping[str, Any]] = []

    def snapshot(self) -> dict[str, Any]:
        return {"seconds": float(len(self.asked))}

    def act(self, command: Mapping[str, Any]) -> dict[str, Any]:
        if command.get("action") != "press":
            raise CommandError(Code.UNKNOWN_ACTION, "action", "there is no such action")
        self.asked.append(command)
        return {"done": True}


def test_picture_actions_and_faults_are_told(house: Opened) -> None:
    async def scenario() -> Any:
        async with house(simulator=Plant()) as h:
            assert (await h.http.get("/plant")).status_code == 200
            assert (await h.http.get("/healthz")).json()["simulated"] is True
            return (await h.get("/simulator")).json()

    told = asyncio.run(scenario())
    assert told["plant"] == {"seconds": 0.0, "speed": 1.0}
    assert {"press", "hand-over", "push-in"} <= {action["name"] for action in told["actions"]}
    assert {"head-jam", "unplug", "emergency-stop"} <= {fault["name"] for fault in told["faults"]}


def test_an_action_reaches_the_plant_and_a_wrong_one_names_its_field(house: Opened) -> None:
    async def scenario() -> None:
        plant = Plant()
        async with house(simulator=plant) as h:
            good = await h.post("/simulator", {"action": "press", "key": "open"})
            assert (good.status_code, good.json()) == (200, {"done": True})
            assert plant.asked == [{"action": "press", "key": "open"}]
            bad = await h.post("/simulator", {"action": "explode"})
            assert (bad.status_code, bad.json()["code"], bad.json()["field"]) == (422, "unknown-action", "action")

    asyncio.run(scenario())


def test_the_stream_shows_the_plant_at_once_and_then_at_its_pace() -> None:
    async def scenario() -> list[Any]:
        plant = Plant()
        watching = Watching(plant, float("inf"), 0.001)
        first = await watching.get(5)
        plant.act({"action": "press"})
        second = await watching.get(5)
        watching.close()
        assert watching.closed
        return [first, second]

    first, second = asyncio.run(scenario())
    assert (first.kind, first.data, first.seq) == ("plant", {"seconds": 0.0, "speed": None}, None)
    assert second.data["seconds"] == 1.0
