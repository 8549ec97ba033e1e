"""How many commands a client may send: a bucket of tokens for each, filled at a steady pace; and one for the whole
network together, so that a thousand clients do not write a thousand times as much into the journal."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from api.http.places import LOCAL

PER_SECOND: Final = 10.0
"""Commands per second that a client may go on sending. Four people at one tablet stay below one."""
BURST: Final = 60
"""Commands at once after a pause: a page that sends again what waited while the network was away."""
NETWORK_PER_SECOND: Final = 40.0
NETWORK_BURST: Final = 200
"""Of all clients but this machine."""
MOST_CLIENTS: Final = 1024
"""Buckets that are remembered. The one that was not used for longest is forgotten first, and begins anew full."""


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float

    def wait(self, now: float, per_second: float, burst: int) -> float:
        """Fills it to ``now``; seconds until there is a token, 0.0 when there is one."""
        self.tokens = min(burst, self.tokens + (now - self.at) * per_second)
        self.at = now
        return max(0.0, (1 - self.tokens) / per_second)


class CommandRate:
    """Time is an argument: seconds of any steady clock."""

    def __init__(self, per_second: float = PER_SECOND, burst: int = BURST, most_clients: int = MOST_CLIENTS) -> None:
        self._per_second, self._burst, self._most = per_second, burst, most_clients
        self._buckets = OrderedDict[str, _Bucket]()
        self._network = _Bucket(NETWORK_BURST, 0.0)

    def wait(self, client: str, now: float) -> float:
        """Takes a token; 0.0 when there was one, else the seconds until there will be one."""
        bucket = self._buckets.setdefault(client, _Bucket(self._burst, now))
        self._buckets.move_to_end(client)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        wait = bucket.wait(now, self._per_second, self._burst)
        if client != LOCAL:
            wait = max(wait, self._network.wait(now, NETWORK_PER_SECOND, NETWORK_BURST))
        if wait == 0:
            bucket.tokens -= 1
            self._network.tokens -= client != LOCAL
        return wait
