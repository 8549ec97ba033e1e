"""The peers, one after the other: every ten minutes, and soon after this table has signed a head."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from api.peers.client import PeerClient
from api.peers.errors import PeerTrouble
from api.peers.exchange import Exchanged, exchange
from api.peers.state import FILE, keep_states, load_states
from controller.peers import PeerConfig
from controller.table.table import Table

log = logging.getLogger("jantaku.peers")

ROUND_SECONDS: Final = (540.0, 660.0)
"""Between rounds: ten minutes, so spread that the tables of a hall do not ask all at the same moment."""
SETTLE_SECONDS: Final = (1.0, 10.0)
"""Before a round: matches of a tournament end together."""
_ALARMS: Final = frozenset({PeerTrouble.FORKED, PeerTrouble.WENT_BACK})


class PeerRounds:
    """``run`` for ever. ``folder``: the state folder; ``now``: the wall clock; ``pace``: seconds of the loop per second
    of people; ``client`` makes what asks a peer."""

    def __init__(
        self,
        peers: Sequence[PeerConfig],
        table: Table,
        folder: Path,
        now: Callable[[], datetime],
        *,
        pace: float = 1.0,
        rng: random.Random | None = None,
        client: Callable[[PeerConfig], PeerClient] = PeerClient,
    ) -> None:
        self.peers, self._table, self._file, self._now = tuple(peers), table, folder / FILE, now
        self._pace, self._rng = pace, rng or random.Random()
        self._clients = {peer.key: client(peer) for peer in peers}
        self.states = load_states(self._file, peers, self.now())
        self._wake = asyncio.Event()
        # Of their own: the threads of the loop are for the disk and for people.
        self._thread = ThreadPoolExecutor(1, "peers")

    def wake(self) -> None:
        """This table has signed a head: it is offered soon."""
        self._wake.set()

    async def run(self) -> None:
        try:
            while True:
                await asyncio.sleep(self._rng.uniform(*SETTLE_SECONDS) * self._pace)
                self._wake.clear()
                await self.round()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._rng.uniform(*ROUND_SECONDS) * self._pace):
                        await self._wake.wait()
        finally:
            self.close()

    async def round(self) -> None:
        """Every peer once, in another order each time."""
        for peer in self._rng.sample(self.peers, len(self.peers)):
            found = await exchange(peer, self._clients[peer.key], self._table, self._in_thread)
            self._note(peer, found)
        await asyncio.get_running_loop().run_in_executor(self._thread, keep_states, self._file, dict(self.states))

    def close(self) -> None:
        """Whatever is under way ends within a moment."""
        for client in self._clients.values():
            client.close()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _note(self, peer: PeerConfig, found: Exchanged) -> None:
        before = self.states[peer.key]
        if found.trouble is not before.trouble:
            _log(peer, found)
        now = self.now()
        known: dict[str, Any] = {"asked": now, "trouble": found.trouble, "detail": found.detail}
        if found.trouble is not PeerTrouble.UNREACHABLE:
            known["reached"] = now
        if found.head:
            known["head"] = found.head
        if found.witnessed and found.witnessed != before.witnessed:
            known |= {"witnessed": found.witnessed, "witnessed_at": now}
        self.states[peer.key] = before.model_copy(update=known)

    def now(self) -> int:
        """Unix seconds."""
        return int(self._now().timestamp())


def _log(peer: PeerConfig, found: Exchanged) -> None:
    if found.trouble is None:
        log.info("peer %s: all is well", peer.name)
        return
    level = logging.CRITICAL if found.trouble in _ALARMS else logging.WARNING
    log.log(level, "peer %s: %s: %s", peer.name, found.trouble.value, found.detail)
