"""The link of a table over HTTP: what is asked, what is answered, what is refused and how."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import httpx
import pytest

from api.hall import link_events
from controller.uplink.order import is_genuine
from hall.intake.batch import MOST_BYTES, Batch
from hall.stream import MINUTE
from tests.api.hall.conftest import HallHouse, OpenedHall
from tests.api.hall.test_tournament import seated
from tests.hall.conftest import Clock
from tests.hall.intake.sender import Sender
from tests.hall.intake.test_tables import KEY, hanchan, write_match

LINK = "/link/v1"


def as_sent(batch: Batch) -> dict[str, Any]:
    events = [
        {"seq": one.seq, "time": one.time, "type": one.type, "data": one.data, "hash": one.hash} for one in batch.events
    ]
    return {
        "table": batch.table, "epoch": batch.epoch, "first": batch.first, "events": events, "head": batch.head,
        "sent": batch.sent, "steady": batch.steady,
    }  # fmt: skip


async def ask(hall: OpenedHall, sender: Sender, method: str, path: str, body: Any = None) -> httpx.Response:
    headers = {"Authorization": f"Bearer {sender.token}"} if sender.token else {}
    if method == "GET":
        return await hall.stranger.get(f"{LINK}{path}", headers=headers)
    return await hall.stranger.post(f"{LINK}{path}", json=body, headers=headers)


async def enrolled(hall: OpenedHall, sender: Sender) -> dict[str, Any]:
    assert hall.runtime.intake is not None
    code = await hall.runtime.intake.open_enrolment("Mei")
    given = {
        "code": code.digits, "key": sender.public, "name": "東一", "epoch": sender.epoch, "proof": sender.proof()
    }  # fmt: skip
    answer = await ask(hall, sender, "POST", "/enrolments", given)
    assert answer.status_code == 201, answer.text
    sender.id, sender.token = answer.json()["table"], answer.json()["token"]
    assert hall.runtime.hall is not None
    await hall.runtime.hall.refresh()  # the intake wrote it, and its notice may still be on its way
    return dict(answer.json())


def sender_of(hall: OpenedHall, seed: int = 0) -> Sender:
    return Sender(seed, clock=lambda: round(hall.runtime.now().timestamp() * 1000))


def test_a_hall_that_was_started_again_knows_since_when_it_has_not_heard_a_table(
    hall_house: HallHouse, clock: Clock
) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            sender = sender_of(hall).play(5)
            table = (await enrolled(hall, sender))["table"]
            assert (await ask(hall, sender, "POST", "/events", as_sent(sender.batch(1)))).status_code == 200
            heard = (await hall.get(f"/views/table/{table}")).json()["link"]["heard"]
        clock.forward(hours=1)
        async with hall_house() as hall:
            link = (await hall.get(f"/views/table/{table}")).json()["link"]
            assert (link["heard"], link["lost"]) == (heard, False)
            clock.forward(seconds=91)
            assert hall.runtime.hall is not None
            hall.runtime.hall.tell({MINUTE})
            (alarm,) = (await hall.get("/views/alarms")).json()["alarms"]
            assert (alarm["kind"], alarm["since"]) == ("link", heard)

    asyncio.run(scenario())


def test_a_table_joins_sends_its_events_and_gets_an_order(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            sender = sender_of(hall).play(5)
            joined = await enrolled(hall, sender)
            floor = (await hall.get("/views/floor")).json()
            assert (floor["tables"], [one["table"] for one in floor["unplaced"]]) == ([], [joined["table"]])
            await hall.command("floor.place-table", table=joined["table"], number=1)
            assert (await hall.get("/views/floor")).json()["unplaced"] == []
            assert joined["hall"]["name"] == "Club"
            answer = await ask(hall, sender, "POST", "/events", as_sent(sender.batch(1)))
            assert (answer.status_code, answer.json()["acknowledged"], answer.json()["epoch"]) == (200, 5, sender.epoch)
            await hall.command("table.order", who="Ken", table=sender.id, kind="message", body={"text": "休憩"})
            got = await ask(hall, sender, "GET", "/orders?wait=25")
            (order,) = got.json()["orders"]
            assert is_genuine(order, sender.public, joined["hall"]["key"])
            assert order["made_by"] == {"role": "owner", "name": "Ken"}
            for _ in range(2):
                done = await ask(hall, sender, "POST", f"/orders/{order['id']}/answers", {"seq": 6})
                assert done.status_code == 200, done.text
            assert (await ask(hall, sender, "GET", "/orders")).json()["orders"] == []

    asyncio.run(scenario())


def test_a_gap_and_a_conflict_are_told_apart_by_their_code_and_logged_and_what_is_taken_is_not(
    hall_house: HallHouse, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "jantaku.http")

    async def scenario() -> None:
        async with hall_house() as hall:
            sender, other = sender_of(hall).play(5), sender_of(hall).play(5, "match.ruling")
            await enrolled(hall, sender)
            other.id, other.token = sender.id, sender.token
            gap = await ask(hall, sender, "POST", "/events", as_sent(sender.batch(3)))
            assert (gap.status_code, gap.json()["code"], gap.json()["acknowledged"]) == (409, "gap", 0)
            await ask(hall, sender, "POST", "/events", as_sent(sender.batch(1)))
            conflict = await ask(hall, other, "POST", "/events", as_sent(other.batch(1)))
            assert (conflict.status_code, conflict.json()["code"]) == (409, "conflict")
            own = [one.getMessage() for one in caplog.records if one.name == "jantaku.http"]
            assert [line.rpartition(" ")[2] for line in own if "/events" in line] == ["409", "409"]

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"table": "t-other"}, 403, "foreign-table"),
        ({"head": "JJ1-"}, 422, "bad-signature"),
        ({"first": 2}, 422, "bad-chain"),
        ({"first": 0}, 422, "invalid"),
        ({"events": "none"}, 422, "invalid"),
    ],
)
def test_a_batch_that_is_wrong_is_refused_with_its_reason(
    hall_house: HallHouse, change: dict[str, Any], status: int, code: str
) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            sender = sender_of(hall).play(3)
            await enrolled(hall, sender)
            answer = await ask(hall, sender, "POST", "/events", as_sent(sender.batch(1)) | change)
            assert (answer.status_code, answer.json()["code"]) == (status, code)
            asked = await ask(hall, sender, "POST", "/events", as_sent(sender.batch(4)))
            assert asked.json()["acknowledged"] == 0

    asyncio.run(scenario())


def bodies(hall: OpenedHall, sender: Sender) -> dict[str, bytes]:
    """What can be sent, right and wrong, in an order in which each is answered the same again."""
    right = as_sent(sender.batch(1))
    first, *others = right["events"]
    half = [first | {"data": '{"text":"\ud800"}'}, *others]
    texts = {
        "a gap": as_sent(sender.batch(3)),
        "its first events": right,
        "a heartbeat": right | {"events": [], "first": 4},
        "one without clocks": {name: right[name] for name in ("table", "epoch", "first", "events", "head")},
        "members of a later table": right | {"later": {"deep": [1.5, None]}},
        "a foreign table": right | {"table": "t-other"},
        "a changed event": right | {"events": [first | {"data": "{}"}, *others]},
        "half a character": right | {"events": half},
        "no head": right | {"head": None},
        "a number as text": right | {"first": "1"},
        "a number with a fraction": right | {"first": 1.0},
        "truth as a number": right | {"first": True},
        "too large a number": right | {"sent": 2**64},
        "a table that is none": right | {"table": 5},
        "an epoch too long": right | {"epoch": "e" * 65},
        "no events at all": right | {"events": None},
    }
    sent = {name: json.dumps(text).encode() for name, text in texts.items()}
    whole = json.dumps(right)
    return sent | {
        "UTF-16": whole.encode("utf-16"),
        "no JSON": whole.encode()[:-1],
        "nothing": b"",
        "NaN": whole.replace('"first": 1', '"first": NaN').encode(),
        "twice the same member": whole.replace('"first": 1', '"first": 7, "first": 1').encode(),
        "no UTF-8": whole.encode().replace(b"dice.rolled", b"dice.\xff", 1),
        "not an object": b"[1]",
    }


def test_a_batch_is_answered_byte_for_byte_as_by_the_framework(
    hall_house: HallHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            sender = sender_of(hall).play(3)
            await enrolled(hall, sender)
            read, seen = link_events.read_batch, set[int]()
            for token in (sender.token, "wrong"):
                for name, body in bodies(hall, sender).items():
                    answers = []
                    for reads in (read, lambda _: None):
                        monkeypatch.setattr(link_events, "read_batch", reads)
                        headers = {
                            "Authorization": f"Bearer {token}", "Content-Type": "application/json",
                            "X-Request-Id": "same", "Accept-Language": "ja",
                        }  # fmt: skip
                        answers.append(await hall.stranger.post(f"{LINK}/events", content=body, headers=headers))
                    straight, framework = answers
                    assert straight.content == framework.content, name
                    assert straight.status_code == framework.status_code, name
                    assert straight.headers.raw == framework.headers.raw, name
                    seen.add(straight.status_code)
            assert {200, 401, 403, 409, 422} <= seen

    asyncio.run(scenario())


def test_nothing_is_answered_without_the_token_of_a_table(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            sender = sender_of(hall).play(3)
            for token in ("", "wrong", "x" * 500):
                sender.token = token
                for method, path, body in (
                    ("POST", "/events", as_sent(sender.batch(1))),
                    ("GET", "/orders", None),
                    ("POST", "/orders/o-1/answers", {"seq": 1}),
                ):
                    answer = await ask(hall, sender, method, path, body)
                    assert (answer.status_code, answer.json()["code"]) == (401, "not-enrolled")

    asyncio.run(scenario())


def test_a_batch_of_a_mebibyte_passes_and_a_longer_one_does_not(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            sender = sender_of(hall)
            await enrolled(hall, sender)
            for _ in range(10):
                sender.add("match.ruling", '{"text":"' + "x" * 100_000 + '"}')
            full = await ask(hall, sender, "POST", "/events", as_sent(sender.batch(1)))
            assert (full.status_code, full.json()["acknowledged"]) == (200, 10)
            sender.add("match.ruling", '{"text":"' + "x" * MOST_BYTES + '"}')
            more = await ask(hall, sender, "POST", "/events", as_sent(sender.batch(11)))
            assert more.status_code == 413

    asyncio.run(scenario())


def test_a_wrong_code_is_refused_and_after_five_the_table_has_to_wait(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            assert hall.runtime.intake is not None
            code = (await hall.runtime.intake.open_enrolment("Mei")).digits
            sender = sender_of(hall)
            given = {
                "code": f"{(int(code) + 1) % 10**6:06d}", "key": sender.public, "name": "One", "epoch": sender.epoch,
                "proof": sender.proof(),
            }  # fmt: skip
            for _ in range(5):
                answer = await ask(hall, sender, "POST", "/enrolments", given)
                assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (
                    422,
                    "wrong-code",
                    "code",
                )
            answer = await ask(hall, sender, "POST", "/enrolments", given | {"code": code})
            assert (answer.status_code, answer.headers["retry-after"]) == (429, "300")

    asyncio.run(scenario())


def test_an_answer_is_a_number_or_a_refusal(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            sender = sender_of(hall)
            await enrolled(hall, sender)
            for body in ({}, {"seq": 1, "refused": {"code": "stale"}}, {"seq": -1}, {"refused": {}}):
                answer = await ask(hall, sender, "POST", "/orders/o-1/answers", body)
                assert answer.status_code == 422
            unknown = await ask(hall, sender, "POST", "/orders/o-1/answers", {"refused": {"code": "stale"}})
            assert (unknown.status_code, unknown.json()["code"]) == (404, "no-such-order")

    asyncio.run(scenario())


def test_a_result_at_a_table_reaches_the_tournaments_of_the_hall(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            sender = sender_of(hall)
            await enrolled(hall, sender)
            write_match(sender, hanchan(3))
            assert hall.runtime.hall is not None
            listener = hall.runtime.hall.stream.listen({"c-aaaaaaaaaaaa"})
            await ask(hall, sender, "POST", "/events", as_sent(sender.batch(1)))
            assert await listener.changed(20) == {"c-aaaaaaaaaaaa"}
            assert len(hall.runtime.hall.state.results[KEY].hands) == 3
            listener.close()

    asyncio.run(scenario())


def test_a_game_that_its_table_does_not_start_is_seen_on_its_round_and_among_the_alarms(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            sender = sender_of(hall)
            await enrolled(hall, sender)

            async def game() -> Any:
                return (await hall.get(f"/views/tournament/{id_}")).json()["rounds"][0]["games"][0]

            async def alarms() -> list[Any]:
                found = (await hall.get("/views/alarms")).json()["alarms"]
                return [(one["kind"], one["table"], one["game_table"], one["reason"]) for one in found]

            id_ = await seated(hall, tables=[sender.id])
            assert ((await game())["start"]["code"], await alarms()) == (None, [])
            for code in ("match-running", "bad-options"):
                order = (await ask(hall, sender, "GET", "/orders?wait=25")).json()["orders"][0]
                refused = {"refused": {"code": code, "detail": "no"}}
                await ask(hall, sender, "POST", f"/orders/{order['id']}/answers", refused)
                await hall.runtime.running.refresh()
                assert (await game())["start"]["code"] == code
                assert await alarms() == [("start", sender.id, 1, code)]
                await hall.command("tournament.repeat-start", tournament=id_, round=1, table=1)
                assert ((await game())["start"]["code"], await alarms()) == (None, [])
            await hall.command("tournament.start-round", tournament=id_)
            result = {"scores": [30000] * 4, "sticks": 0}
            await hall.command("tournament.enter-result", tournament=id_, round=1, table=1, **result)
            assert ((await game())["start"], await alarms()) == (None, [])

    asyncio.run(scenario())
