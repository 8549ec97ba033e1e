"""The floor over HTTP: prices, a session, its receipt and the close of the day."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any, Final

from controller.events.calls import StaffCalled
from controller.events.machine import FaultDeclared, FaultResolved
from controller.journal.store import iso
from controller.rules.seats import Seat
from hall.stream import MINUTE
from tests.api.hall.conftest import HallHouse, OpenedHall
from tests.api.hall.test_link import as_sent, ask, enrolled, sender_of
from tests.api.mqtt.mosquitto import wait_for
from tests.hall.conftest import Clock
from tests.hall.intake.sender import Sender
from tests.hall.intake.test_tables import hanchan, write

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
            asked = {"session": session, "items": items, "played": played}
            preview = await h.client.post("/api/v1/receipts/preview", json=asked)
            assert (await seen(h, "till"))["receipts"] == []
            receipt = (await h.command("floor.issue-receipt", **asked))["events"][0]
            assert (preview.json()["total"], preview.json()["lines"]) == (receipt["total"], receipt["lines"])
            again = await h.client.post("/api/v1/receipts/preview", json=asked)
            assert (again.json()["paid"], again.json()["lines"]) == (True, [])
            printed = await seen(h, f"receipt/{receipt['receipt']}")
            assert (printed["table"], printed["receipt"]["lines"]) == (7, receipt["lines"])
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
            counted = [{"method": method, "amount": amount} for method, amount in till["expected"].items()]
            await h.command("floor.close-day", close=1, day=till["today"]["day"], counted=counted)
            (old,), after = till["receipts"], await seen(h, "till")
            assert (after["receipts"], after["earlier"]) == ([], [old])
            await h.command("floor.void-receipt", receipt=old["receipt"], why="wrong table")
            assert (await seen(h, "till"))["earlier"][0]["voided"] is not None
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


async def follows(h: OpenedHall, sender: Sender, first: int) -> None:
    """What the table has written since is sent to the hall, and folded there."""
    answer = await ask(h, sender, "POST", "/events", as_sent(sender.batch(first)))
    assert answer.status_code == 200, answer.text
    assert h.runtime.tables is not None
    live = h.runtime.tables.live
    await asyncio.to_thread(wait_for, lambda: sender.id in live and live[sender.id].seq == sender.last, "not folded")


async def playing(h: OpenedHall, hands: int = 3) -> Sender:
    """A table of the hall, number 7, at which so many hands of a match were played just now."""
    sender = sender_of(h)
    await enrolled(h, sender)
    await h.command("floor.place-table", number=7, name="Window", table=sender.id)
    for recorded in hanchan(hands).journal:
        write(sender, recorded.event, iso(h.runtime.now()))
    await follows(h, sender, 1)
    return sender


def test_an_alarm_is_seen_taken_and_over_and_stands_in_the_history(hall_house: HallHouse, clock: Clock) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            sender = await playing(h)
            (place,) = (await seen(h, "floor"))["tables"]
            assert (place["state"], place["alarms"], place["live"]["playing"]) == ("played", [], True)
            told, last = iso(h.runtime.now()), sender.last
            write(sender, FaultDeclared("E12", "stop", 1, "head-1", "board", {}), told)
            write(sender, StaffCalled(Seat(2), "referee", "Bo"), told)
            await follows(h, sender, last + 1)
            fault, call = (await seen(h, "alarms"))["alarms"]
            assert (fault["kind"], fault["key"], fault["code"], fault["number"], fault["remedies"][0]) == (
                "fault", "fault.head-jam", "E12", 7, "free-head",
            )  # fmt: skip
            assert (call["wanted"], call["seat"], call["taken_by"]) == ("referee", 2, None)
            assert call["player"] == place["live"]["seats"][2]["name"]
            await h.command("floor.take-alarm", alarm=fault["id"], who="Mei")
            (place,) = (await seen(h, "floor"))["tables"]
            assert [(one["code"], one["taken_by"]) for one in place["alarms"]] == [("E12", "Mei"), (None, None)]
            write(sender, FaultResolved("E12", 1, "head-1", "key"), told)
            await follows(h, sender, last + 3)
            await h.command("floor.resolve-alarm", alarm=call["id"], who="Ada", why="ruled")
            view = await seen(h, "alarms")
            past = {one["kind"]: (one["by"], one["why"]) for one in view["past"]}
            assert (view["alarms"], past) == ([], {"fault": ("Mei", ""), "call": ("Ada", "ruled")})
            clock.forward(seconds=95)
            h.runtime.running.tell({MINUTE})
            (lost,) = (await seen(h, "alarms"))["alarms"]
            assert (lost["kind"], lost["table"], lost["level"]) == ("link", sender.id, 3)

    asyncio.run(scenario())


def test_a_table_is_seen_in_full_and_its_machine_beside_the_others(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            sender = await playing(h, 3)
            await h.command("table.order", table=sender.id, kind="message", body={"text": "closing soon"}, who="Ada")
            view = await seen(h, f"table/{sender.id}")
            assert (view["number"], view["name"], view["floor"]["state"], view["live"]["hands"]) == (
                7,
                "Window",
                "played",
                3,
            )
            assert (view["link"]["seq"], view["link"]["behind"], view["link"]["lost"]) == (sender.last, 0, False)
            assert [(one["kind"], one["who"], one["answered"]) for one in view["orders"]] == [("message", "Ada", None)]
            assert (view["machine"]["hands"], view["usual"]["jams_per_1000_hands"]) == (3, 0.0)
            (machine,) = (await seen(h, "machines"))["machines"]
            assert machine == view["machine"]
            bare = (await h.command("floor.place-table", number=8))["events"][0]["table"]
            view = await seen(h, f"table/{bare}")
            assert (view["link"], view["live"], view["machine"], view["floor"]["state"]) == (None, None, None, "free")
            assert (await h.get("/views/table/t-aaaaaaaaaaaa")).status_code == 404
            for topic in ("alarms", f"table/{bare}", "machines", "webhooks"):
                assert (await h.stranger.get(f"/api/v1/views/{topic}")).status_code == 403

    asyncio.run(scenario())


def test_a_table_in_use_is_not_proposed_to_the_queue(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            await playing(h)
            await h.command("floor.queue-party", size=4, label="red")
            await h.command("floor.queue-party", size=2, label="two")
            four, two = (await seen(h, "queue"))["parties"]
            assert (four["minutes"], two["minutes"], two["missing"]) == (120, None, 2)

    asyncio.run(scenario())


def test_a_receipt_counts_the_hands_that_the_table_counted(hall_house: HallHouse, clock: Clock) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            sender = await playing(h, 2)
            rule = {"name": "Hand", "unit": "hand", "amount": 50}
            await h.command("floor.set-prices", prices={**PRICES, "rules": [rule]}, revision=0)
            clock.forward(minutes=1)
            started = await h.command("floor.start-session", table=sender.id, guests=[{"label": "red"}])
            session = started["events"][0]["session"]
            clock.forward(minutes=5)
            last = sender.last
            for recorded in hanchan(3).journal:
                write(sender, recorded.event, iso(h.runtime.now()))
            await follows(h, sender, last + 1)
            clock.forward(minutes=5)
            await h.command("floor.end-session", session=session)
            (unpaid,) = (await seen(h, "floor"))["unpaid"]
            shown = {"id": "too-late-1", "session": session, "total": 100}
            late = await h.post("/commands/floor.issue-receipt", shown)
            said = "It came to 1.00 EUR when it was shown, and comes to 1.50 EUR now; what has changed is marked"
            assert (late.status_code, late.json()["detail"], late.json()["total"]) == (409, said, 150)
            short = {"id": "short-1", "session": session, "paid": [{"method": "cash", "amount": 100}]}
            path = "/api/v1/commands/floor.issue-receipt"
            paid = (await h.client.post(path, json=short, headers={"Accept-Language": "ja"})).json()
            assert (paid["code"], paid["detail"]) == ("bad-payment", "支払い方法：合計が 1.00 で、1.50 になりません")
            (receipt,) = (await h.command("floor.issue-receipt", session=session, total=150))["events"]
            assert (unpaid["fee"], receipt["total"]) == (150, 150)
            assert [(line["kind"], line["quantity"]) for line in receipt["lines"]] == [("hand", 3)]

    asyncio.run(scenario())


def test_the_day_of_business_is_that_of_the_hall_and_ends_in_the_night(hall_house: HallHouse, clock: Clock) -> None:
    async def scenario() -> None:
        async with hall_house({"time_zone": "Asia/Tokyo", "day_ends": 5}) as h:
            days = []
            for hour in (19, 20):  # 04:00 and 05:00 of the next day in Tokyo
                clock.now = datetime(2026, 3, 4, hour, 0, tzinfo=UTC)
                h.runtime.running.tell({MINUTE})
                days.append((await seen(h, "till"))["today"]["day"])
            assert days == ["2026-03-04", "2026-03-05"]
            assert (await h.get("/me")).json()["zone"] == "Asia/Tokyo"

    asyncio.run(scenario())
