"""Which connections are kept: bounded in all and for each client, with places of their own for this machine and for
paired devices.

When no place is free, a connection on which nothing happens goes first: a socket that sent no request, or one that is
kept alive after an answer. So idle sockets cannot lock anybody out; a request that is being answered is never cut off.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, Protocol

from api.http.places import LOCAL, ClientPlaces, KnownClients

MOST_CONNECTIONS: Final = 160
MOST_PER_CLIENT: Final = 32
"""A browser opens six, and one for each live stream."""
LOCAL_PLACES: Final = 64
KNOWN_PLACES: Final = 64


class Idle(Protocol):
    """A connection as it is seen here."""

    @property
    def client_name(self) -> str:
        """Who it belongs to (``api.http.places.client_of``)."""

    @property
    def idle(self) -> bool:
        """No request is being answered on it."""

    def drop(self) -> None:
        """Ends it at once."""


class Admission:
    """All connections of the service, the oldest first."""

    def __init__(
        self,
        most: int = MOST_CONNECTIONS,
        each: int = MOST_PER_CLIENT,
        local: int = LOCAL_PLACES,
        kept: int = KNOWN_PLACES,
        known: KnownClients | None = None,
    ) -> None:
        self._places = ClientPlaces(most, each, local, kept, known or KnownClients())
        self._held = OrderedDict[Idle, str]()

    def __len__(self) -> int:
        return len(self._held)

    def admit(self, connection: Idle) -> bool:
        """Gives it a place, if need be that of an idle one; False when every place is being used."""
        client = connection.client_name
        if self._places.full(client) and not self._make_room(client):
            return False
        self._places.take(client)
        self._held[connection] = client
        return True

    def used(self, connection: Idle) -> None:
        """It sent a request: of the idle ones it now goes last."""
        if connection in self._held:
            self._held.move_to_end(connection)

    def leave(self, connection: Idle) -> None:
        """It is gone. Twice is once."""
        client = self._held.pop(connection, None)
        if client is not None:
            self._places.give_back(client)

    def _make_room(self, client: str) -> bool:
        """Drops the oldest idle connection of this client if it has its share, else of the one that has most: of this
        machine never, of a paired device only for another one."""
        held, known = self._places.held, self._places.known
        share_taken = client == LOCAL or held[client] >= self._places.each

        def may_go(name: str) -> bool:
            if share_taken:
                return name == client
            return name != LOCAL and (client in known or name not in known)

        idle = [(one, name) for one, name in self._held.items() if one.idle and may_go(name)]
        if not idle:
            return False
        oldest, _ = max(idle, key=lambda pair: held[pair[1]])  # the first of equals, and they stand in order of age
        self.leave(oldest)
        oldest.drop()
        return True
