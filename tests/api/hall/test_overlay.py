"""What the world around a hall sees of a table that plays: the overlay of a stream, the broker, the figures."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from api.mqtt.hall_topics import hall_messages
from api.words.catalogue import catalogue
from tests.api.hall.conftest import API, HallHouse, OpenedHall
from tests.api.hall.test_link import as_sent, ask, enrolled, sender_of
from tests.api.mqtt.mosquitto import wait_for
from tests.hall.intake.test_tables import hanchan, write_match

HANDS = 3


async def playing(hall: OpenedHall) -> str:
    """A table of the floor that has played some hands of a match; its id."""
    sender = sender_of(hall)
    await enrolled(hall, sender)
    write_match(sender, hanchan(HANDS), None)
    answer = await ask(hall, sender, "POST", "/events", as_sent(sender.batch(1)))
    assert answer.status_code == 200, answer.text
    await hall.command("floor.place-table", number=7, name="Window", table=sender.id)
    assert hall.runtime.tables is not None
    live = hall.runtime.tables.live
    await asyncio.to_thread(wait_for, lambda: sender.id in live and live[sender.id].match is not None, "not folded")
    return sender.id


async def overlay(hall: OpenedHall, table: str) -> Any:
    return await hall.stranger.get(f"{API}/views/overlay/{table}")


def test_everybody_sees_the_match_of_a_table_over_a_stream(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            table = await playing(hall)
            shown = (await overlay(hall, table)).json()
            assert (shown["name"], shown["match"]["ruleset"], len(shown["match"]["seats"])) == ("Window", "riichi", 4)
            assert set(shown["match"]["seats"][0]) == {"seat", "name", "wind", "score"}
            assert [one["id"] for one in shown["match"]["asks"]["declared"]].count("riichi") == 1
            page = await hall.stranger.get(f"/overlay/{table}")
            assert (page.status_code, "hall/overlay/overlay" in page.text) == (200, True)

    asyncio.run(scenario())


def test_a_table_that_is_not_on_the_floor_has_none(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            assert (await overlay(hall, "t-aaaaaaaaaaaa")).status_code == 404

    asyncio.run(scenario())


def test_a_table_without_a_match_shows_its_name_alone(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            await hall.command("floor.place-table", number=1)
            (table,) = hall.runtime.running.state.floor.tables
            shown = (await overlay(hall, table)).json()
            assert (shown["name"], shown["match"]) == ("1", None)

    asyncio.run(scenario())


def test_a_broker_is_told_what_a_table_plays_and_names_only_where_they_are_allowed(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            table = await playing(hall)
            told, words = hall.runtime.told(), catalogue("en")
            (row,) = told["tables"]
            here = f"h/tables/{table}"
            messages = hall_messages("h", told, words, names=False)
            assert messages[f"{here}/heard"] == "ON"
            assert messages[f"{here}/hands"] == str(row["hands"])
            assert sum(json.loads(messages[f"{here}/scores"])) == 4 * 30_000
            assert messages[f"{here}/hand-name"].startswith(("East", "South"))
            assert not any(name in text for name in row["names"] for text in messages.values())
            named = hall_messages("h", told, words, names=True)
            assert json.loads(named[f"{here}/names"]) == row["names"]

    asyncio.run(scenario())
