"""The updates of this computer, as the link to a hall asks for them (``api.uplink.releases.ReleaseBox``)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from api.service.version import version
from api.updates.errors import BadBundle
from api.updates.here import keys, machine
from api.updates.inbox import Inbox
from api.updates.releases import Releases

log = logging.getLogger("jantaku.updates")
UNIT: Final = Path("/usr/lib/systemd/system/jantaku-update.path")
"""Comes with the package; without it nobody would see to a wish."""
LONGEST_WHY: Final = 300


class UpdatesForHall:
    """``busy``: whether somebody plays, or a wall is built. ``trusted``: the keys of this computer; ``running``: the
    release that runs; ``unit``: is there where somebody sees to a wish."""

    def __init__(
        self, state_dir: Path, busy: Callable[[], bool], releases: Releases | None = None, *,
        trusted: Sequence[str] | None = None, running: Callable[[], str] = version, unit: Path | None = None,
    ) -> None:  # fmt: skip
        self._inbox = Inbox(state_dir, keys() if trusted is None else trusted, machine())
        self._busy, self._releases = busy, releases or Releases()
        self._running, self._unit = running, unit or UNIT

    def report(self) -> dict[str, Any]:
        last, refused = self._releases.last(), self._releases.refused()
        ended = None
        if last is not None and last.version:
            ended = {"version": last.version, "why": last.why[:LONGEST_WHY], "refused": last.version in refused}
        return {
            "version": self._running(), "machine": machine(), "idle": self._unit.exists() and not self._busy(),
            "updating": self._inbox.is_wished() or self._releases.under_way(), "ended": ended,
        }  # fmt: skip

    def lacks(self, version: str) -> bool:
        return self._inbox.of(version, machine()) is None

    def take_in(self, content: bytes) -> bool:
        try:
            with self._inbox.new_part() as part:
                part.write(content)
                self._inbox.take_in(part)
        except (BadBundle, OSError) as error:
            log.error("what the hall sent is no update for this table: %s", error)
            return False
        return True

    def wish(self, version: str) -> None:
        self._inbox.wish(version)
