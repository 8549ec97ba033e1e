"""A bounded number of places for clients: connections, live streams, heavy work. Some are kept for this machine, where
the table's own tablet runs, so that the network can never take them all."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from controller.refusals import Code, Refused

LOCAL: Final = "local"
"""The client that is this machine itself."""
_IPV6_NETWORK: Final = 64
"""One IPv6 device has all the addresses of its prefix (RFC 4291 section 2.5.1), so a prefix counts as one client."""


def client_of(host: str | None) -> str:
    """Who a remote address belongs to. One without an address (a test, a Unix socket) is this machine."""
    if not host:
        return LOCAL
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    address = getattr(address, "ipv4_mapped", None) or address
    if str(address) in ("127.0.0.1", "::1"):
        return LOCAL
    return str(address) if address.version == 4 else str(ipaddress.ip_network((address, _IPV6_NETWORK), strict=False))


@dataclass
class ClientPlaces:
    """``most`` in all, ``each`` for one client, ``local`` more that only this machine can have."""

    most: int
    each: int
    local: int = 0
    held: Counter[str] = field(default_factory=Counter)

    def full(self, client: str) -> bool:
        """Whether this client can have no further place. This machine has what is free and what is kept for it."""
        if client == LOCAL:
            return self.held.total() >= self.most + self.local
        return self.held[client] >= self.each or self.held.total() - self.held[LOCAL] >= self.most

    def take(self, client: str, code: Code = Code.TOO_MANY_AT_ONCE) -> None:
        """Raises ``Refused`` with ``code`` when no place is free."""
        if self.full(client):
            raise Refused(code)
        self.held[client] += 1

    def give_back(self, client: str) -> None:
        self.held[client] -= 1
        if self.held[client] <= 0:
            del self.held[client]

    @contextmanager
    def held_by(self, client: str, code: Code = Code.TOO_MANY_AT_ONCE) -> Iterator[None]:
        """A place for the time of a block. Raises ``Refused``."""
        self.take(client, code)
        try:
            yield
        finally:
            self.give_back(client)
