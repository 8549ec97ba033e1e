"""Joining a hall: a code of the hall is entered by somebody who may, and a key at the table is held. Pure: times are
seconds of a steady clock, passed in.

The code proves that the hall wants the table, the key that whoever entered it stands at the table; neither the network
nor a person at a desk can do it alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from api.uplink.errors import LinkError, LinkTrouble
from controller.permits import Actor

WAIT_SECONDS: Final = 120.0
"""For the key, after the code was entered."""
JoiningState = Literal["waiting", "asking", "joined", "failed"]


@dataclass(frozen=True, slots=True)
class Joining:
    """``state``: ``waiting`` for the key, ``asking`` the hall, ``joined`` or ``failed``. ``authority``: the fingerprint
    that is known; ``found``: the one that the hall has, where it is another or none was known."""

    code: str
    address: str
    authority: str
    by: Actor
    who: str
    until: float
    state: JoiningState = "waiting"
    trouble: LinkTrouble | None = None
    detail: str = ""
    found: str = ""

    def waits(self, now: float) -> bool:
        return self.state == "waiting" and now < self.until

    def at(self, now: float) -> Joining:
        """As it is by now: nobody may have held the key."""
        if self.state == "waiting" and now >= self.until:
            return replace(self, state="failed", trouble=LinkTrouble.NO_PRESENCE, detail="no key was held")
        return self

    def failed(self, error: LinkError) -> Joining:
        return replace(self, state="failed", trouble=error.trouble, detail=error.detail, found=error.authority, code="")
