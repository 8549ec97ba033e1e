"""The live stream never waits for a listener, never skips an event for one that keeps up, and never grows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from controller.table.stream import MOST_WAITING, Hub, Message, Subscription
from hardware.simulator.virtual_time import run


def event(seq: int) -> Message:
    return Message("event", {"seq": seq}, seq)


async def all_waiting(subscription: Subscription) -> list[Message]:
    heard = []
    while (message := await subscription.get(0.1)) is not None:
        heard.append(message)
    return heard


def in_loop(test: Callable[[Hub], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        await test(Hub(lambda: {"fresh": True}))

    run(main())


def test_a_listener_hears_a_snapshot_then_what_it_missed_then_what_happens() -> None:
    async def test(hub: Hub) -> None:
        subscription = hub.join([event(4), event(5)])
        hub.publish(event(6))
        heard = await all_waiting(subscription)
        assert [(m.kind, m.seq) for m in heard] == [("snapshot", None), ("event", 4), ("event", 5), ("event", 6)]

    in_loop(test)


def test_waiting_ends_when_something_happens() -> None:
    async def test(hub: Hub) -> None:
        subscription = hub.join()
        await subscription.get(0.1)
        loop = asyncio.get_running_loop()
        loop.call_later(3, hub.publish, event(1))
        started = loop.time()
        message = await subscription.get(10)
        assert (message, loop.time() - started) == (event(1), 3)

    in_loop(test)


def test_a_silent_stream_returns_after_the_wait_and_stays_open() -> None:
    async def test(hub: Hub) -> None:
        subscription = hub.join()
        await subscription.get(0.1)
        assert await subscription.get(5) is None
        assert not subscription.closed

    in_loop(test)


def test_only_the_latest_telemetry_and_snapshot_wait() -> None:
    async def test(hub: Hub) -> None:
        subscription = hub.join()
        await subscription.get(0.1)
        for number in range(1000):
            hub.publish(Message("telemetry", {"number": number}))
            hub.publish(Message("snapshot", {"number": number}))
        hub.publish(event(1))
        heard = await all_waiting(subscription)
        assert [(m.kind, m.data.get("number")) for m in heard] == [
            ("event", None),
            ("snapshot", 999),
            ("telemetry", 999),
        ]

    in_loop(test)


def test_a_slow_listener_gets_one_fresh_snapshot_and_is_closed_and_the_others_do_not_notice() -> None:
    async def test(hub: Hub) -> None:
        slow, quick = hub.join(), hub.join()
        for seq in range(1, MOST_WAITING + 10):
            hub.publish(event(seq))
            await quick.get(0.1)
        assert [m.kind for m in await all_waiting(slow)] == ["snapshot"]
        assert slow.closed
        assert not quick.closed
        assert len(hub) == 1

    in_loop(test)


def test_closing_ends_a_waiting_listener() -> None:
    async def test(hub: Hub) -> None:
        subscription = hub.join()
        await subscription.get(0.1)
        asyncio.get_running_loop().call_later(1, hub.close)
        assert await subscription.get(60) is None
        assert subscription.closed
        assert asyncio.get_running_loop().time() < 2

    in_loop(test)
