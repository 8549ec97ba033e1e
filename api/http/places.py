"""A bounded number of places for clients: connections, live streams, heavy work. Some are kept for this machine, where
the table's own tablet may run, and some for paired devices, so that strangers in the network can never take them all.
"""

from __future__ import annotations

import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from controller.refusals import Code, Refused

LOCAL: Final = "local"
"""The client that is this machine itself."""
MOST_KNOWN: Final = 64
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


class KnownClients:
    """Clients that showed the token of a paired device, the latest ``most`` of them."""

    def __init__(self, most: int = MOST_KNOWN) -> None:
        self._most = most
        self._clients = OrderedDict[str, None]()
        self.changed: list[Callable[[str, bool], None]] = []
        """Called with a client that became known (True), or is known no more."""

    def __contains__(self, client: str) -> bool:
        return client in self._clients

    def __iter__(self) -> Iterator[str]:
        return iter(self._clients)

    def note(self, client: str) -> None:
        """It has just shown a token. This machine needs no note: its places are its own."""
        if client == LOCAL:
            return
        if client in self._clients:
            self._clients.move_to_end(client)
            return
        self._clients[client] = None
        self._tell(client, True)
        while len(self._clients) > self._most:
            gone, _ = self._clients.popitem(last=False)
            self._tell(gone, False)

    def _tell(self, client: str, known: bool) -> None:
        for heard in self.changed:
            heard(client, known)


@dataclass
class ClientPlaces:
    """``most`` for strangers in all, ``each`` for one client, ``kept`` more for the ``known``, and ``local`` more that
    only this machine can have. Who has places kept may also have what is free."""

    most: int
    each: int
    local: int = 0
    kept: int = 0
    known: KnownClients = field(default_factory=KnownClients)
    held: Counter[str] = field(default_factory=Counter)
    _total: int = field(default=0, init=False)
    _of_known: int = field(default=0, init=False)
    """Of them, those of known clients: counted as they come and go, for there may be thousands."""

    def __post_init__(self) -> None:
        self.known.changed.append(self._known_changed)

    def full(self, client: str) -> bool:
        """Whether this client can have no further place."""
        if client == LOCAL:
            return self._total >= self.most + self.kept + self.local
        network = self._total - self.held[LOCAL]
        if self.held[client] >= self.each or network >= self.most + self.kept:
            return True
        return client not in self.known and network - self._of_known >= self.most

    def take(self, client: str, code: Code = Code.TOO_MANY_AT_ONCE) -> None:
        """Raises ``Refused`` with ``code`` when no place is free."""
        if self.full(client):
            raise Refused(code)
        self._count(client, 1)

    def give_back(self, client: str) -> None:
        self._count(client, -1)
        if self.held[client] <= 0:
            del self.held[client]

    def _count(self, client: str, more: int) -> None:
        self.held[client] += more
        self._total += more
        if client in self.known:
            self._of_known += more

    def _known_changed(self, client: str, known: bool) -> None:
        self._of_known += self.held[client] if known else -self.held[client]

    @contextmanager
    def held_by(self, client: str, code: Code = Code.TOO_MANY_AT_ONCE) -> Iterator[None]:
        """A place for the time of a block. Raises ``Refused``."""
        self.take(client, code)
        try:
            yield
        finally:
            self.give_back(client)
