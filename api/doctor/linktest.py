"""How well the serial line does: many questions, the time to each answer, and what was damaged on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from api.doctor.direct import Direct
from api.doctor.finding import Finding
from firmware_bridge import messages as m

FRAMES: Final = 200
SLOW_MS: Final = 50.0
"""Above this the 99th percentile is worth a word: a key should act within a tenth of a second."""
WORST_SHARE: Final = 1e-3
_PAGES: Final = 2
_DAMAGED: Final = 9
"""Its place in page 0 of the board's counters."""


async def link_quality(table: Direct, frames: int = FRAMES) -> Finding:
    """Raises ``NoBoard`` and ``NoReply``."""
    loop = asyncio.get_running_loop()
    before, damaged = await _damaged(table), table.statistics.damage.total
    times = []
    for _ in range(frames):
        began = loop.time()
        await table.answer(m.GetSensors())
        times.append((loop.time() - began) * 1000)
    ours, theirs = table.statistics.damage.total - damaged, await _damaged(table) - before
    return judged(sorted(times), ours + theirs, table.statistics.repeated)


async def _damaged(table: Direct) -> int:
    pages = await table.ask_all(m.GetCounters(), m.Counters, _PAGES)
    return next(page.values[_DAMAGED] for page in pages if page.page == 0)


def judged(times: Sequence[float], damaged: int, repeated: int) -> Finding:
    """``times``: sorted, in milliseconds; ``damaged``: frames that either end could not read."""
    p50, p99 = percentile(times, 50), percentile(times, 99)
    detail = (
        f"answer after {p50:.1f} ms (median), {p99:.1f} ms (99 %), {times[-1]:.1f} ms (longest); "
        f"{damaged} frames damaged, {repeated} repeated, of {len(times)} questions"
    )
    if damaged > len(times) * WORST_SHARE:
        return Finding("link", "warn", detail, "Look at the cable, its plugs, and the earth of the motor supply.")
    if p99 > SLOW_MS:
        return Finding("link", "warn", detail, "The computer is busy, or the adapter waits: see the udev rule.")
    return Finding("link", "ok", detail)


def percentile(times: Sequence[float], share: int) -> float:
    """Nearest rank."""
    return times[max(0, -(-len(times) * share // 100) - 1)]
