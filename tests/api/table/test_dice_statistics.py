"""What all recorded rolls show, over HTTP, before and after a start."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.api.conftest import House, Opened
from tests.api.table import flow


async def rolled(house: House, *faces: int) -> None:
    await flow.done(
        await house.post("/dice/rolls", {"purpose": "free", **({"faces": faces} if faces else {"dice": 2})})
    )


async def statistics(house: House) -> dict[str, Any]:
    return dict((await house.get("/dice/statistics")).json())


def test_rolls_are_counted_apart_by_who_made_them_and_still_after_a_start(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            empty = await statistics(h)
            assert (empty["table"]["rolls"], empty["by_hand"]["rolls"], empty["voids"]) == (0, 0, 0)
            await rolled(h)
            await rolled(h, 2, 2)
            await rolled(h, 1, 6)
            found = await statistics(h)
        async with house() as again:
            assert await statistics(again) == found
        assert (found["table"]["rolls"], found["by_hand"]["rolls"]) == (1, 2)
        by_name = {test["name"]: test for test in found["by_hand"]["tests"]}
        assert by_name["faces"]["observed"] == [1, 2, 0, 0, 0, 1]
        assert by_name["sums-of-two"]["observed"] == [0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0]
        assert (by_name["faces"]["p"], by_name["walls-of-two"]["ways"]) == (None, [8, 9, 10, 9])
        assert by_name["faces"]["smallest_bias"] > 1

    asyncio.run(scenario())
