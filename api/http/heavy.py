"""Work that takes long, away from the event loop: scores, waits, previews, sheets. A few threads, a bounded queue, a
time limit; each client has only a share of the queue.

Threads and not processes: with ``SWITCH_SECONDS`` the loop gets its turn within some milliseconds while they calculate
(``bench/lateness.py`` measures it), and a process of its own would cost a Raspberry Pi some 60 MB each.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar, TypeVarTuple, Unpack

from fastapi import Request

from api.http.places import ClientPlaces, KnownClients, client_of
from controller.refusals import Code, Refused

THREADS: Final = 1
"""Pure Python calculates no faster in two, and each one makes the loop wait longer for its turn."""
MOST_WAITING: Final = 24
EACH: Final = 4
LOCAL: Final = 8
KEPT: Final = 12
SECONDS: Final = 10.0
"""How long an answer may take, with the time in the queue. The calculation itself is bounded by its input."""
SWITCH_SECONDS: Final = 0.0001
"""How long a thread keeps the interpreter while another one wants it. The loop wants it back after every read and write
of a socket: with 1 ms a table attacked by a thousand clients answered its tablet within 400 ms (99 of 100), with this
within 110 ms. Python's own value is 5 ms."""

_T = TypeVar("_T")
_Ts = TypeVarTuple("_Ts")


class HeavyWork:
    """The threads start with the first work."""

    def __init__(self, seconds: float = SECONDS, known: KnownClients | None = None) -> None:
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="heavy")
        self._places = ClientPlaces(MOST_WAITING, EACH, LOCAL, KEPT, known or KnownClients())
        self._seconds = seconds

    async def do(self, client: str, pace: float, work: Callable[[Unpack[_Ts]], _T], *given: *_Ts) -> _T:
        """``work(*given)`` in a thread. ``pace``: seconds of the loop per second of people. Raises what it raises, and
        ``Refused`` when there is too much to do already or it takes too long."""
        with self._places.held_by(client, self._code(client)):
            try:
                async with asyncio.timeout(self._seconds * pace):
                    return await asyncio.get_running_loop().run_in_executor(self._pool, work, *given)
            except TimeoutError:
                raise Refused(Code.OVERLOADED) from None

    def _code(self, client: str) -> Code:
        return Code.TOO_MANY_AT_ONCE if self._places.held[client] >= EACH else Code.OVERLOADED


async def heavily(request: Request, work: Callable[[Unpack[_Ts]], _T], *given: *_Ts) -> _T:
    """``work(*given)`` for the client of this request, away from the event loop. Raises as ``HeavyWork.do``."""
    runtime = request.app.state.runtime
    pace = 1.0 if runtime is None else runtime.pace
    heavy: HeavyWork = request.app.state.heavy
    return await heavy.do(client_of(request.client.host if request.client else None), pace, work, *given)


def share_the_interpreter() -> None:
    """For the whole process: the event loop does not wait long for its turn while threads calculate."""
    sys.setswitchinterval(SWITCH_SECONDS)
