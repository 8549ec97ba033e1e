"""The table says to its hall which release it runs, and hears whether it is its turn to put another one in.

What there is to put in, and who does it, is not of the link: that is a ``ReleaseBox``.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeVar

from api.uplink.errors import LinkError
from api.uplink.hall_client import HallClient, Turn

log = logging.getLogger("jantaku.uplink")
DOWNLOAD_SECONDS: Final = 600.0
"""For a file of some ten megabytes over a bad wireless network."""
FIRST_SECONDS: Final = 20.0
"""After the link was begun: an update that has just ended is told soon."""
FAILED_SECONDS: Final = 300.0
SHORTEST, LONGEST = 5, 3600
T = TypeVar("T")


class Hall(Protocol):
    """What a table asks of its hall about releases: ``HallClient``."""

    def report_release(self, report: Mapping[str, Any]) -> Turn: ...

    def release(self, version: str, machine: str) -> bytes: ...


class ReleaseBox(Protocol):
    """The updates of this computer. Blocking."""

    def report(self) -> Mapping[str, Any]:
        """As ``docs/hall-link.md`` has it."""

    def lacks(self, version: str) -> bool:
        """Whether this release would have to be fetched."""

    def take_in(self, content: bytes) -> bool:
        """Whether what was fetched is an update for this computer, and is kept."""

    def wish(self, version: str) -> None:
        """It is to be put in now."""


async def report_for_ever(
    client: HallClient, box: ReleaseBox, thread: ThreadPoolExecutor, sleep: Callable[[float], Awaitable[None]],
    rng: random.Random,
) -> None:  # fmt: skip
    pause = FIRST_SECONDS
    while True:
        await sleep(pause * rng.uniform(0.7, 1.0))
        try:
            pause = await _in(thread, lambda: reported(client, box))
        except (LinkError, OSError) as error:
            log.debug("releases: %s", error)
            pause = FAILED_SECONDS


def reported(client: Hall, box: ReleaseBox) -> float:
    """Says which release runs, and does what the hall answers; seconds until the next report. Raises ``LinkError``,
    ``OSError``."""
    turn = client.report_release(box.report())
    _follow(turn, client, box)
    return float(min(max(turn.again, SHORTEST), LONGEST))


def _follow(turn: Turn, client: Hall, box: ReleaseBox) -> None:
    """A release is fetched before it is its turn, while nobody plays: then it takes seconds."""
    said = box.report()
    if turn.version is None or said["updating"] or not (turn.install or said["idle"]):
        return
    if box.lacks(turn.version) and not box.take_in(client.release(turn.version, said["machine"])):
        return
    if turn.install:
        log.info("the hall wants release %s here now", turn.version)
        box.wish(turn.version)


async def _in(thread: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(thread, work)
