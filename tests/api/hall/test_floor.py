"""The floor over HTTP: prices, a session, its receipt and the close of the day."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from tests.api.hall.conftest import HallHouse, OpenedHall

PRICES: Final[dict[str, Any]] = {
    "rules": [
        {"name": "Evening", "unit": "table-hour", "amount": 1200, "starts": "18:00", "ends": "06:00", "cap": 5000,
         "weekdays": [4, 5], "areas": ["upstairs"]},
        {"name": "Day", "unit": "table-hour", "amount": 900},
    ],
    "zone": "Europe/Berlin", "currency": "EUR", "digits": 2, "step_minutes": 15,
}  # fmt: skip


async def opened(h: OpenedHall) -> tuple[str, str]:
    """A table upstairs with prices, and a person."""
    await h.command("floor.set-prices", prices=PRICES, revision=0)
    table = (await h.command("floor.place-table", number=7, area="upstairs"))["events"][0]["table"]
    person = (await h.command("person.register", name="Ben"))["events"][0]["person"]
    return table, person


async def seen(h: OpenedHall, topic: str) -> Any:
    answer = await h.get(f"/views/{topic}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_guest_is_seated_pays_and_the_day_is_closed(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            table, person = await opened(h)
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


def test_the_plan_the_queue_the_till_and_the_prices_are_seen(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            table, person = await opened(h)
            started = await h.command("floor.start-session", table=table, guests=[{"person": person, "seat": 2}])
            session = started["events"][0]["session"]
            plan = await seen(h, "floor")
            (shown,) = plan["tables"]
            assert (shown["number"], shown["session"]["guests"][0]["name"], plan["unpaid"]) == (7, "Ben", [])
            await h.command("floor.queue-party", size=4, label="red")
            assert [(one["ticket"], one["minutes"]) for one in (await seen(h, "queue"))["parties"]] == [(1, 120)]
            await h.command("floor.end-session", session=session)
            plan = await seen(h, "floor")
            assert (plan["tables"][0]["session"], [one["session"] for one in plan["unpaid"]]) == (None, [session])
            await h.command("floor.issue-receipt", session=session, items=[{"text": "Tea", "count": 1, "price": 250}])
            till = await seen(h, "till")
            assert (till["next_close"], len(till["receipts"]), till["expected"]["cash"] >= 250) == (1, 1, True)
            assert (await seen(h, "prices"))["prices"]["rules"][1]["name"] == "Day"
            assert (await seen(h, "floor"))["unpaid"] == []
            for topic in ("floor", "queue", "till", "prices"):
                assert (await h.stranger.get(f"/api/v1/views/{topic}")).status_code == 403

    asyncio.run(scenario())


def test_receipts_and_closes_leave_as_csv_for_those_who_may_see_money(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            await opened(h)
            await h.command("floor.issue-receipt", items=[{"text": "Tea", "count": 2, "price": 250}])
            answer = await h.get("/exports/receipts.csv")
            assert answer.headers["content-type"] == "text/csv; charset=utf-8"
            head, line = answer.text.splitlines()
            assert head.startswith("number,receipt,time,status")
            assert ",5.00,500,EUR," in line
            assert len((await h.get("/exports/closes.csv")).text.splitlines()) == 1
            assert (await h.get("/exports/secrets.csv")).status_code == 422
            assert (await h.stranger.get("/api/v1/exports/receipts.csv")).status_code == 403

    asyncio.run(scenario())
