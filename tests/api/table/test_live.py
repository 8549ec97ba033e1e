"""The live stream: snapshot first, events by number, nothing lost by one who comes back, no harm by one who is slow."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from api.http import event_stream
from api.http.straight import EXTENSION, Straight
from api.table.app import LIVE_PLACES
from api.table.routes import live
from controller.table.stream import MOST_LISTENERS, MOST_WAITING
from tests.api.conftest import House, Opened
from tests.api.table import flow


class Client:
    """An ASGI client that reads the stream when it wants to; httpx would only hand over a finished body."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.read = deque[str]()
        """Events of a message that was taken."""
        self.leave = asyncio.Event()
        self.reading = asyncio.Event()
        self.reading.set()
        self.task: asyncio.Task[None] | None = None

    async def receive(self) -> dict[str, Any]:
        await self.leave.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        await self.reading.wait()
        await self.heard.put(message)

    async def start(self) -> tuple[int, dict[str, str]]:
        message = await asyncio.wait_for(self.heard.get(), 5)
        return message["status"], {name.decode(): value.decode() for name, value in message["headers"]}

    async def next(self) -> dict[str, Any] | None:
        """The next event as ``{event, id, data}``; None at the end of the stream."""
        if not self.read:
            message = await asyncio.wait_for(self.heard.get(), 5)
            if not message.get("more_body"):
                return None
            self.read.extend(message["body"].decode().strip().split("\n\n"))
        fields = dict(line.split(": ", 1) for line in self.read.popleft().split("\n"))
        return {**fields, "data": json.loads(fields["data"])}


@asynccontextmanager
async def listening(
    house: House,
    query: str = "",
    headers: dict[str, str] | None = None,
    of: str = "127.0.0.1",
    path: str = "/api/v1/live",
    straight: Straight | None = None,
) -> AsyncIterator[Client]:
    client = Client()
    sent = {"host": "127.0.0.1:8000", **(headers or {})}
    scope = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(),
        "query_string": query.encode(), "headers": [(k.lower().encode(), v.encode()) for k, v in sent.items()],
        "http_version": "1.1", "scheme": "http", "root_path": "",
        "server": ("127.0.0.1", 8000), "client": (of, 1), "extensions": {EXTENSION: straight},
    }  # fmt: skip
    app = house.http._transport.app  # type: ignore[attr-defined]
    client.task = task = asyncio.create_task(app(scope, client.receive, client.send))
    try:
        yield client
    finally:
        client.leave.set()
        client.reading.set()
        await asyncio.wait_for(task, 5)


def test_a_listener_gets_the_snapshot_and_then_numbered_events(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h, listening(h) as client:
            status, headers = await client.start()
            assert (status, headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
            first = await client.next()
            assert first and (first["event"], first["data"]["seq"]) == ("snapshot", 0)
            await flow.start(h)
            event = await client.next()
            assert event and (event["event"], event["id"], event["data"]["type"]) == ("event", "1", "match.started")

    asyncio.run(scenario())


def test_a_command_brings_its_event_and_then_the_snapshot_that_it_makes(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h, listening(h) as client:
            await client.start()
            await client.next()
            await flow.start(h)
            heard = [await client.next() or {} for _ in range(h.table.seq + 1)]
            assert [each["event"] for each in heard] == ["event"] * h.table.seq + ["snapshot"]
            started, shown = heard[0]["data"], heard[-1]["data"]
            assert shown["seq"] == h.table.seq
            assert shown["match"]["id"] == started["match"]
            assert shown == {**(await h.get("/table")).json(), "time": shown["time"]}

    asyncio.run(scenario())


class Connection:
    """What the server offers for one connection."""

    def __init__(self) -> None:
        self.takes_chunks = True
        self.written = list[bytes]()

    def write_chunk(self, chunk: bytes) -> None:
        self.written.append(chunk)


def test_news_are_written_straight_into_a_connection_that_takes_them(house: Opened) -> None:
    async def scenario() -> None:
        first, second = Connection(), Connection()
        async with house() as h, listening(h, straight=first) as one, listening(h, straight=second) as other:
            for client in (one, other):
                await client.start()
                await client.next()
            await flow.done(await h.post("/dice/rolls", {"purpose": "free", "dice": 1}))
            await asyncio.sleep(0)
            assert first.written == second.written and len(first.written) == 1
            length, _, body = first.written[0].partition(b"\r\n")
            assert (int(length, 16), body[-2:]) == (len(body) - 2, b"\r\n")
            kinds = [line for line in body.decode().split("\n") if line.startswith("event: ")]
            assert kinds == ["event: event", "event: snapshot"] and one.heard.empty()
            second.takes_chunks = False
            await flow.done(await h.post("/dice/rolls", {"purpose": "free", "dice": 1}))
            heard = await other.next()
            assert heard is not None and heard["event"] == "event"
            assert (len(first.written), len(second.written)) == (2, 1)

    asyncio.run(scenario())


def test_every_event_is_followed_by_a_snapshot_that_holds_it(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h, listening(h) as client:
            await client.start()
            await client.next()
            await flow.start(h)
            await flow.play(h)
            newest, shown = 0, {"event": ""}
            while newest < h.table.seq or shown["event"] != "snapshot":
                shown = await client.next() or {}
                newest = max(newest, int(shown.get("id", 0)))
                assert shown["event"] == "event" or shown["data"]["seq"] >= newest

    asyncio.run(scenario())


def test_a_listener_chooses_what_it_is_sent(house: Opened) -> None:
    async def kinds(h: House, query: str) -> list[str]:
        async with listening(h, query) as client:
            await client.start()
            await flow.done(await h.post("/dice/rolls", {"purpose": "free", "dice": 1}))
            return [(await client.next() or {})["event"] for _ in range(2)]

    async def scenario() -> None:
        async with house() as h:
            await flow.done(await h.post("/dice/rolls", {"purpose": "free", "dice": 1}))
            assert await kinds(h, "only=snapshot") == ["snapshot", "snapshot"]
            assert await kinds(h, "only=event&since=1") == ["event", "event"]
            assert await kinds(h, "only=snapshot&only=event") == ["snapshot", "event"]

    asyncio.run(scenario())


def test_a_kind_that_does_not_exist_is_refused_by_its_field(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            answer = await h.get("/live?only=everything")
            assert (answer.status_code, answer.json()["field"]) == (422, "only.0")

    asyncio.run(scenario())


def test_one_who_is_too_slow_and_wants_no_snapshots_is_closed_without_one(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h, listening(h, "only=event") as client:
            await client.start()
            client.reading.clear()
            for _ in range(MOST_WAITING + 2):
                await flow.done(await h.post("/dice/rolls", {"purpose": "free", "dice": 1}))
            client.reading.set()
            while (event := await client.next()) is not None:
                assert event["event"] == "event"

    asyncio.run(scenario())


def test_one_who_comes_back_hears_what_he_missed(house: Opened) -> None:
    async def resume(h: House, query: str, headers: dict[str, str]) -> list[str]:
        async with listening(h, query, headers) as client:
            await client.start()
            await client.next()
            found = [await client.next(), await client.next()]
            return [each["id"] for each in found if each]

    async def scenario() -> None:
        async with house() as h:
            await flow.start(h)
            await flow.play(h)
            last = h.table.seq
            expected = [str(last - 1), str(last)]
            assert await resume(h, "", {"Last-Event-ID": str(last - 2)}) == expected
            assert await resume(h, f"since={last - 2}", {}) == expected

    asyncio.run(scenario())


def test_a_quiet_table_is_told_from_a_dead_line(house: Opened, monkeypatch: Any) -> None:
    monkeypatch.setattr(event_stream, "PING_SECONDS", 0.001)

    async def scenario() -> None:
        async with house() as h, listening(h) as client:
            await client.start()
            await client.next()
            ping = await client.next()
            assert ping and (ping["event"], ping.get("id")) == ("ping", None)

    asyncio.run(scenario())


def test_one_who_is_too_slow_gets_a_fresh_snapshot_and_is_closed(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h, listening(h) as client:
            await client.start()
            await client.next()
            client.reading.clear()
            for _ in range(MOST_WAITING + 2):
                await flow.done(await h.post("/dice/rolls", {"purpose": "free", "dice": 1}))
            client.reading.set()
            heard = []
            while (event := await client.next()) is not None:
                heard.append(event)
            assert heard[-1]["event"] == "snapshot"
            assert heard[-1]["data"]["seq"] > MOST_WAITING

    asyncio.run(scenario())


def test_one_who_never_reads_is_given_up(house: Opened, monkeypatch: Any) -> None:
    monkeypatch.setattr(event_stream, "WRITE_SECONDS", 0.01)

    async def scenario() -> int:
        async with house() as h, listening(h) as client:
            await client.start()
            client.reading.clear()
            await flow.start(h)
            assert client.task is not None
            await asyncio.wait({client.task}, timeout=5)
            return len(h.table._stream)

    assert asyncio.run(scenario()) == 0


def test_a_stream_that_comes_while_the_table_starts_is_answered_as_soon_as_there_is_one(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            table, h.runtime.table = h.runtime.table, None
            h.runtime.awake.clear()
            async with listening(h) as client:
                await asyncio.sleep(0)
                h.runtime.table = table
                h.runtime.awake.set()
                assert (await client.start())[0] == 200
                assert (await client.next() or {})["event"] == "snapshot"

    asyncio.run(scenario())


def test_a_table_that_takes_long_to_start_is_said_in_time(house: Opened, monkeypatch: Any) -> None:
    monkeypatch.setattr(live, "START_SECONDS", 0.01)

    async def scenario() -> None:
        async with house() as h:
            h.runtime.table = None
            h.runtime.awake.clear()
            answer = await h.get("/live")
            assert (answer.status_code, answer.json()["code"]) == (503, "starting")

    asyncio.run(scenario())


def test_leaving_ends_the_subscription_and_a_crowd_is_refused(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            async with listening(h) as client:
                await client.start()
                assert len(h.table._stream) == 1
            assert len(h.table._stream) == 0
            crowd = [h.table.subscribe() for _ in range(MOST_LISTENERS)]
            answer = await h.get("/live")
            assert (answer.status_code, answer.json()["code"]) == (503, "too-many-listeners")
            for subscription in crowd:
                subscription.close()

    asyncio.run(scenario())


def test_one_client_of_the_network_cannot_take_all_streams(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h, AsyncExitStack() as streams:
            for _ in range(LIVE_PLACES[1]):
                client = await streams.enter_async_context(listening(h, of="192.168.1.20"))
                assert (await client.start())[0] == 200
            refused = await streams.enter_async_context(listening(h, of="192.168.1.20"))
            assert (await refused.start())[0] == 503
            other = await streams.enter_async_context(listening(h, of="192.168.1.21"))
            assert (await other.start())[0] == 200

    asyncio.run(scenario())


def test_a_stream_that_ended_makes_room_for_another(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            for _ in range(3 * LIVE_PLACES[1]):
                async with listening(h, of="192.168.1.20") as client:
                    assert (await client.start())[0] == 200

    asyncio.run(scenario())
