"""Heavy work: away from the loop, a few at a time, in a bounded queue and within a time limit."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from api.http.heavy import EACH, LOCAL, MOST_WAITING, HeavyWork
from controller.refusals import Refused


class Held:
    """Work that waits until it is let go."""

    def __init__(self) -> None:
        self._let_go = threading.Event()

    def __call__(self) -> str:
        assert self._let_go.wait(10)
        return threading.current_thread().name

    def let_go(self) -> None:
        self._let_go.set()


def within(test: Callable[[HeavyWork, Held], Any], seconds: float = 10.0) -> Any:
    held = Held()

    async def main() -> Any:
        try:
            return await test(HeavyWork(seconds), held)
        finally:
            held.let_go()

    return asyncio.run(main())


def test_the_loop_turns_while_work_is_done_in_another_thread() -> None:
    async def test(heavy: HeavyWork, held: Held) -> None:
        work = asyncio.create_task(heavy.do("ann", 1.0, held))
        await asyncio.sleep(0)
        held.let_go()
        assert (await work).startswith("heavy")

    within(test)


def test_what_the_work_raises_reaches_the_one_who_asked() -> None:
    async def test(heavy: HeavyWork, _: Held) -> None:
        with pytest.raises(ZeroDivisionError):
            await heavy.do("ann", 1.0, lambda: 1 // 0)

    within(test)


async def fill(heavy: HeavyWork, held: Held, client: str, number: int) -> list[asyncio.Task[str]]:
    tasks = [asyncio.create_task(heavy.do(client, 1.0, held)) for _ in range(number)]
    await asyncio.sleep(0)
    return tasks


def test_a_client_with_its_share_in_the_queue_is_told_to_wait() -> None:
    async def test(heavy: HeavyWork, held: Held) -> None:
        tasks = await fill(heavy, held, "ann", EACH)
        with pytest.raises(Refused) as refused:
            await heavy.do("ann", 1.0, held)
        assert refused.value.code == "too-many-at-once"
        held.let_go()
        await asyncio.gather(*tasks)
        await heavy.do("ann", 1.0, held)

    within(test)


def test_when_the_queue_is_full_this_machine_still_has_places() -> None:
    async def test(heavy: HeavyWork, held: Held) -> None:
        tasks = list[asyncio.Task[str]]()
        for number in range(MOST_WAITING // EACH):
            tasks += await fill(heavy, held, f"client {number}", EACH)
        with pytest.raises(Refused) as refused:
            await heavy.do("ann", 1.0, held)
        assert refused.value.code == "overloaded"
        tasks += await fill(heavy, held, "local", LOCAL)
        held.let_go()
        await asyncio.gather(*tasks)

    within(test)


def test_work_that_takes_too_long_is_answered_in_time() -> None:
    async def test(heavy: HeavyWork, held: Held) -> None:
        with pytest.raises(Refused) as refused:
            await heavy.do("ann", 1.0, held)
        assert refused.value.code == "overloaded"

    within(test, seconds=0.05)
