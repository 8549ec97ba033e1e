"""The open pairing as the table's own display shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from api.access.pairings import Pairings
from api.table.shown.access import PairedRole, PairingShown
from controller.permits import Role

ROLES: Final[Mapping[Role, PairedRole]] = {
    Role.SEAT: "seat",
    Role.TABLE: "table",
    Role.STAFF: "staff",
    Role.OWNER: "owner",
}
CODE: Final = "/api/v1/pairings/code.svg"


def pairing_json(pairings: Pairings) -> dict[str, Any] | None:
    """``PairingShown`` as JSON; None while none is open."""
    shown = pairing_shown(pairings)
    return None if shown is None else shown.model_dump()


def pairing_shown(pairings: Pairings) -> PairingShown | None:
    """None while none is open."""
    found = pairings.open_now()
    if found is None:
        return None
    opened, seconds, tries = found
    return PairingShown(
        role=ROLES[opened.wish.role],
        seat=opened.wish.seat,
        name=opened.name,
        digits=opened.digits if tries else None,
        url=pairings.link(opened.code),
        code=CODE,
        seconds=round(seconds, 1),
        tries=tries,
    )
