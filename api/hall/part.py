"""Which part of a hall a process serves. One process does all of it; where one is outgrown, some serve the tables and
some the people, all on one PostgreSQL."""

from __future__ import annotations

from enum import Enum
from typing import Final

from api.http.places import KnownClients
from api.service.admission import Admission


class Part(Enum):
    """``INTAKE``: what tables ask for; ``WEB``: commands, pages, everything else."""

    ALL = "serve"
    INTAKE = "intake"
    WEB = "web"


KEEP_ALIVE_SECONDS: Final = 75
"""A table without news asks each 12 to 18 s: its connection, and what its handshake cost, are kept until then."""
BACKLOG: Final = 1024
"""Connections that wait to be taken: after a restart all tables come at once."""
MOST_KNOWN: Final = 20_000
"""Addresses of tables, and of people who signed in, whose places are kept."""
FILES: Final = 65_536
"""Open files that a process asks for; the system may give it fewer."""


def admission_of(part: Part, known: KnownClients) -> Admission:
    """A table has two connections, one of which waits for orders; a phone or a screen has some. For strangers in all,
    for one address, more for this computer, and more for known addresses."""
    if part is Part.INTAKE:
        return Admission(10_000, 4_000, 24_000, 14_000, known)
    return Admission(1_000, 128, 512, 600, known)
