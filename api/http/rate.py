"""How many commands a client may send: a bucket of tokens for each, filled at a steady pace."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

PER_SECOND: Final = 10.0
"""Commands per second that a client may go on sending. Four people at one tablet stay below one."""
BURST: Final = 60
"""Commands at once after a pause: a page that sends again what waited while the network was away."""
MOST_CLIENTS: Final = 1024
"""Buckets that are remembered. The one that was not used for longest is forgotten first, and begins anew full."""


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


class CommandRate:
    """Time is an argument: seconds of any steady clock."""

    def __init__(self, per_second: float = PER_SECOND, burst: int = BURST, most_clients: int = MOST_CLIENTS) -> None:
        self._per_second, self._burst, self._most = per_second, burst, most_clients
        self._buckets = OrderedDict[str, _Bucket]()

    def wait(self, client: str, now: float) -> float:
        """Takes a token; 0.0 when there was one, else the seconds until there will be one."""
        bucket = self._buckets.setdefault(client, _Bucket(self._burst, now))
        self._buckets.move_to_end(client)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        bucket.tokens = min(self._burst, bucket.tokens + (now - bucket.at) * self._per_second)
        bucket.at = now
        if bucket.tokens >= 1:
            bucket.tokens -= 1
            return 0.0
        return (1 - bucket.tokens) / self._per_second
