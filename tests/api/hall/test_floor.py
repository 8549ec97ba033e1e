"""The floor over HTTP: prices, a session, its receipt and the close of the day."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from tests.api.hall.conftest import HallHouse

PRICES: Final[dict[str, Any]] = {
    "rules": [
        {"name": "Evening", "unit": "table-hour", "amount": 1200, "starts": "18:00", "ends": "06:00", "cap": 5000,
         "weekdays": [4, 5], "areas": ["upstairs"]},
        {"name": "Day", "unit": "table-hour", "amount": 900},
    ],
    "zone": "Europe/Berlin", "currency": "EUR", "digits": 2, "step_minutes": 15,
}  # fmt: skip


def test_a_guest_is_seated_pays_and_the_day_is_closed(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            await h.command("floor.set-prices", prices=PRICES, revision=0)
            placed = await h.command("floor.place-table", number=7, area="upstairs")
            table = placed["events"][0]["table"]
            person = (await h.command("person.register", name="Ben"))["events"][0]["person"]
            guests = [{"person": person, "seat": 2}, {"label": "blue cap"}]
            started = await h.command("floor.start-session", table=table, guests=guests)
            session = started["events"][0]["session"]
            await h.command("floor.change-seats", session=session, seats=[{"stay": 2, "seat": 3}])
            await h.command("floor.end-session", session=session)
            played = {"games": [{"table": table, "at": 1}]}
            items = [{"text": "Tea", "count": 2, "price": 250}]
            receipt = (await h.command("floor.issue-receipt", session=session, items=items, played=played))["events"][0]
            assert receipt["total"] == 500 + sum(line["amount"] for line in receipt["lines"] if line["kind"] == "time")
            counted = [{"method": "cash", "amount": receipt["total"]}]
            closed = (await h.command("floor.close-day", close=1, day="2026-03-04", counted=counted))["events"][0]
            assert closed["difference"] == {"cash": 0}
            queued = await h.command("floor.queue-party", size=2, wishes={"ruleset": "riichi", "avoid": [person]})
            wishes = queued["events"][0]["wishes"]
            assert (wishes["ruleset"], wishes["avoid"], wishes["alone"]) == ("riichi", [person], False)

    asyncio.run(scenario())
