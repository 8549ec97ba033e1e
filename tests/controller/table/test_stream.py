"""The live stream never waits for a listener, never skips an event for one that keeps up, and never grows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from controller.table.stream import MOST_LISTENERS, MOST_WAITING, Stream, StreamMessage, Subscription
from hardware.simulator.virtual_time import run


def event(seq: int) -> StreamMessage:
    return StreamMessage("event", {"seq": seq}, seq)


async def all_waiting(subscription: Subscription) -> list[StreamMessage]:
    heard = []
    while (message := await subscription.get(0.1)) is not None:
        heard.append(message)
    return heard


class Counted:
    """A table of which only the last number is known; counts how often its snapshot is made."""

    def __init__(self) -> None:
        self.seq = self.made = 0

    def snapshot(self) -> dict[str, Any]:
        self.made += 1
        return {"seq": self.seq}

    def happens(self, stream: Stream) -> None:
        self.seq += 1
        stream.publish(event(self.seq))
        stream.refresh()


def in_loop(test: Callable[[Stream], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        await test(Stream(lambda: {"fresh": True}))

    run(main())


def with_table(test: Callable[[Stream, Counted], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        table = Counted()
        await test(Stream(table.snapshot), table)

    run(main())


def test_a_listener_hears_a_snapshot_then_what_it_missed_then_what_happens() -> None:
    async def test(stream: Stream) -> None:
        subscription = stream.join([event(4), event(5)])
        stream.publish(event(6))
        heard = await all_waiting(subscription)
        assert [(m.kind, m.seq) for m in heard] == [("snapshot", None), ("event", 4), ("event", 5), ("event", 6)]

    in_loop(test)


def test_waiting_ends_when_something_happens() -> None:
    async def test(stream: Stream) -> None:
        subscription = stream.join()
        await subscription.get(0.1)
        loop = asyncio.get_running_loop()
        loop.call_later(3, stream.publish, event(1))
        started = loop.time()
        message = await subscription.get(10)
        assert (message, loop.time() - started) == (event(1), 3)

    in_loop(test)


def test_a_silent_stream_returns_after_the_wait_and_stays_open() -> None:
    async def test(stream: Stream) -> None:
        subscription = stream.join()
        await subscription.get(0.1)
        assert await subscription.get(5) is None
        assert not subscription.closed

    in_loop(test)


def test_events_are_followed_by_one_snapshot_and_telemetry_that_is_older_than_it_is_dropped() -> None:
    async def test(stream: Stream, table: Counted) -> None:
        subscription = stream.join()
        await subscription.get(0.1)
        for number in range(200):
            stream.publish(StreamMessage("telemetry", {"number": number}))
            table.happens(stream)
        heard = await all_waiting(subscription)
        assert [m.seq for m in heard[:-1]] == list(range(1, 201))
        assert (heard[-1].kind, heard[-1].data) == ("snapshot", {"seq": 200})

    with_table(test)


def test_only_the_latest_telemetry_waits_and_what_comes_after_a_snapshot_is_sent() -> None:
    async def test(stream: Stream, table: Counted) -> None:
        subscription = stream.join()
        await subscription.get(0.1)
        table.happens(stream)
        heard = [await subscription.get(0.1), await subscription.get(0.1)]
        for number in range(1000):
            stream.publish(StreamMessage("telemetry", {"number": number}))
        heard += await all_waiting(subscription)
        assert [m and m.kind for m in heard] == ["event", "snapshot", "telemetry"]
        assert heard[-1] == StreamMessage("telemetry", {"number": 999})

    with_table(test)


def test_a_snapshot_is_never_older_than_an_event_that_was_heard_before_it() -> None:
    async def test(stream: Stream, table: Counted) -> None:
        subscription = stream.join()
        await subscription.get(0.1)
        heard = []
        for _ in range(50):
            table.happens(stream)
            heard.append(await subscription.get(0.1))  # one message of two: the listener falls behind
        heard += await all_waiting(subscription)
        newest = 0
        for message in heard:
            assert message is not None
            newest = max(newest, message.seq or 0)
            assert message.kind == "event" or message.data["seq"] >= newest
        assert newest == 50
        assert heard[-1] == StreamMessage("snapshot", {"seq": 50})

    with_table(test)


def test_a_snapshot_is_made_and_written_once_for_all_listeners() -> None:
    async def test(stream: Stream, table: Counted) -> None:
        crowd = [stream.join() for _ in range(MOST_LISTENERS)]
        for subscription in crowd:
            await subscription.get(0.1)
        table.made = 0
        for _ in range(20):
            table.happens(stream)
        last = [(await all_waiting(subscription))[-1] for subscription in crowd]
        assert table.made == 1
        assert len({id(message.text) for message in last}) == 1

    with_table(test)


def test_nothing_is_made_for_listeners_that_do_not_read() -> None:
    async def test(stream: Stream, table: Counted) -> None:
        stream.join()
        table.made = 0
        for _ in range(100):
            table.happens(stream)
        assert table.made == 0

    with_table(test)


def test_a_new_listener_gets_the_table_as_it_is_when_it_joins() -> None:
    async def test(stream: Stream, table: Counted) -> None:
        first = await stream.join().get(0.1)
        table.seq = 7
        second = await stream.join().get(0.1)
        assert [m and m.data for m in (first, second)] == [{"seq": 0}, {"seq": 7}]

    with_table(test)


def test_a_slow_listener_gets_one_fresh_snapshot_and_is_closed_and_the_others_do_not_notice() -> None:
    async def test(stream: Stream) -> None:
        slow, quick = stream.join(), stream.join()
        for seq in range(1, MOST_WAITING + 10):
            stream.publish(event(seq))
            await quick.get(0.1)
        assert [m.kind for m in await all_waiting(slow)] == ["snapshot"]
        assert slow.closed
        assert not quick.closed
        assert len(stream) == 1

    in_loop(test)


def test_closing_ends_a_waiting_listener() -> None:
    async def test(stream: Stream) -> None:
        subscription = stream.join()
        await subscription.get(0.1)
        asyncio.get_running_loop().call_later(1, stream.close)
        assert await subscription.get(60) is None
        assert subscription.closed
        assert asyncio.get_running_loop().time() < 2

    in_loop(test)


class Reader:
    """Takes what waits as soon as it is told, while it is ``ready``."""

    def __init__(self, subscription: Subscription) -> None:
        self.ready, self.told = True, 0
        self.taken = list[list[StreamMessage]]()
        self._subscription = subscription
        subscription.on_news(self)

    def __call__(self) -> bool:
        self.told += 1
        if self.ready:
            self.taken.append(self._subscription.waiting(16))
        return self.ready


def test_one_who_is_told_takes_an_event_and_its_snapshot_together_and_waits_on() -> None:
    async def test(stream: Stream, table: Counted) -> None:
        subscription = stream.join()
        await subscription.get(0.1)
        reader = Reader(subscription)
        loop = asyncio.get_running_loop()
        loop.call_later(3, table.happens, stream)
        loop.call_later(6, table.happens, stream)
        assert await subscription.get(5) is None
        assert loop.time() == 11, "the wait begins anew with what came"
        heard = [[(message.kind, message.seq) for message in messages] for messages in reader.taken]
        assert (heard, reader.told) == ([[("event", seq), ("snapshot", None)] for seq in (1, 2)], 2)

    with_table(test)


def test_one_who_is_told_and_takes_nothing_has_the_message_from_his_wait() -> None:
    async def test(stream: Stream) -> None:
        subscription = stream.join()
        await subscription.get(0.1)
        reader = Reader(subscription)
        reader.ready = False
        asyncio.get_running_loop().call_later(3, stream.publish, event(1))
        assert await subscription.get(10) == event(1)
        assert asyncio.get_running_loop().time() == 3

    in_loop(test)


def test_closing_ends_the_wait_of_one_who_is_told() -> None:
    async def test(stream: Stream) -> None:
        subscription = stream.join()
        await subscription.get(0.1)
        reader = Reader(subscription)
        loop = asyncio.get_running_loop()
        loop.call_later(2, stream.publish, event(1))
        loop.call_later(2, stream.close)
        assert await subscription.get(10) is None
        assert (subscription.closed, loop.time(), reader.taken) == (True, 2, [])

    in_loop(test)
