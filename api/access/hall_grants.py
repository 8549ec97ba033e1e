"""Grants of the hall of a table: their codes let devices in for a shift, and both end when the hall says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from api.access.access import Access
from api.access.grants import MOST_GRANTS, Grant
from controller.permits import Role
from controller.refusals import Code, Refused

MADE_BY: Final = "hall:"
"""Before the id of the grant, of grants and of the devices that they let in."""


class HallGrants:
    """Changes the lists of ``access``. Once more the same changes nothing."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def give(self, grant: str, role: Role, name: str, code_hash: str, starts: int, expires: int) -> None:
        """``code_hash``: of ``controller.credentials.codes``; ``starts``, ``expires``: Unix seconds. Raises
        ``Refused``."""
        kept, now = self._access.kept, self._access.seconds()
        living = tuple(one for one in kept.grants if now < one.expires_at)
        known = any(one.id == grant for one in living) or self._devices(grant)
        if known or expires <= now:
            return
        if len(living) >= MOST_GRANTS:
            raise Refused(Code.TOO_MANY_GRANTS)
        new = Grant(grant, role, name, code_hash, f"{MADE_BY}{grant}", now, expires, bounds=True, starts_at=starts)
        self._access.keep(replace(kept, grants=(*living, new)))

    def revoke(self, grant: str) -> None:
        """The code, and every device that it let in. Raises ``Refused``."""
        self._end(lambda made_by: made_by == f"{MADE_BY}{grant}")

    def revoke_all(self) -> None:
        """The table has left the hall. Raises ``Refused``."""
        self._end(lambda made_by: made_by.startswith(MADE_BY))

    def _end(self, is_meant: Callable[[str], bool]) -> None:
        kept = self._access.kept
        left = tuple(one for one in kept.grants if not is_meant(one.made_by))
        if left != kept.grants:
            self._access.keep(replace(kept, grants=left))
        for device in [one for one in kept.devices.values() if is_meant(one.paired_by)]:
            self._access.revoke(device.id, "hall")

    def _devices(self, grant: str) -> list[str]:
        return [one.id for one in self._access.kept.devices.values() if one.paired_by == f"{MADE_BY}{grant}"]
