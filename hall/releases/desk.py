"""Where tables report their release, in any process of the hall: the state is folded from the journal, and whoever was
overtaken decides again."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from typing import Final

from controller.refusals import Code, Refused
from hall.releases.decide import Report, going, heard, turn
from hall.releases.events import EVENTS
from hall.releases.state import State, evolve
from hall.store import HallJournal, Overtaken

_ATTEMPTS: Final = 10
_TYPES: Final = tuple(event.type for event in EVENTS)
_BATCH: Final = 500


class ReleaseDesk:
    """``night``: whether those hours are now. Blocking; may be used from several threads."""

    def __init__(self, journal: HallJournal, now: Callable[[], datetime], night: Callable[[datetime], bool]) -> None:
        self._journal, self._now, self._night = journal, now, night
        self.state, self._seen = State(), 0
        self._lock = threading.Lock()

    def wanted(self) -> str | None:
        """The release that tables are to get; None: they stay as they are. Raises ``StoreError``."""
        with self._lock:
            self._follow()
            rollout = going(self.state)
            return None if rollout is None else rollout.version

    def report(self, said: Report, *, brings: Callable[[str], bool]) -> bool:
        """Whether the table puts the wanted release in now. ``brings``: whether there is a file of this version for
        it. Raises ``StoreError``."""
        with self._lock:
            for _ in range(_ATTEMPTS):
                self._follow()
                try:
                    return self._decide(said, brings)
                except Overtaken:
                    continue
        raise Refused(Code.BUSY)

    def _decide(self, said: Report, brings: Callable[[str], bool]) -> bool:
        now = self._now()
        noted = heard(self.state, said, now)
        if noted:
            self._journal.append(noted, after=self._seen)
            self._follow()
        rollout = going(self.state)
        if rollout is not None and rollout.asked == said.table:
            return True
        asked = turn(self.state, said, now, night=self._night(now))
        if not asked or rollout is None or not brings(rollout.version):
            return False
        self._journal.append(asked, after=self._seen)
        self._follow()
        return True

    def _follow(self) -> None:
        last = self._journal.last_seq
        while True:
            found = self._journal.of_types(_TYPES, self._seen, _BATCH)
            for recorded in found:
                self.state = evolve(self.state, recorded)
            if len(found) < _BATCH:
                break
            self._seen = found[-1].seq
        self._seen = max(last, found[-1].seq if found else 0)
