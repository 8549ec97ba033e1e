"""Photographs of score sheets, kept beside the results that name them by their digest. They are records, not events: a
sheet shows the hands of four persons, and is gone for good when one of them is erased."""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

from controller.journal.store import iso
from controller.refusals import Code, Refused
from hall.store import Records, Store
from hall.tournament.state import Tournament

MOST_OF_TOURNAMENT: Final = 2000
"""Photographs; more than a tournament of 400 players in 20 rounds has sheets."""
MOST_OF_ENTRANT: Final = 60
"""Photographs that one player's phone may send: three for each of 20 rounds."""


UNNAMED: Final = timedelta(days=7)
"""How long a photograph is kept that no result names: a phone without a network sends the result later."""
UNNAMED_AFTER_END: Final = timedelta(days=1)
"""The same, once its tournament is closed or abandoned."""


class Sheets:
    """Blocking. Raises ``StoreError``."""

    def __init__(self, store: Store) -> None:
        self._store, self._records = store, Records(store, "sheet")
        self._sent, self._since = Records(store, "sheet-sent"), Records(store, "sheet-since")

    def keep(self, tournament: str, photo: bytes, now: datetime, entrant: str = "") -> str:
        """Its SHA-256 in hexadecimal, by which a result names it. ``entrant``: who sent it, where the desk did not.
        Raises ``Refused``."""
        digest = hashlib.sha256(photo).hexdigest()
        if len(self._records.keys(f"{tournament}/")) >= MOST_OF_TOURNAMENT:
            raise Refused(Code.TOO_MANY_SHEETS)
        if entrant:
            if len(self._sent.keys(f"{tournament}/{entrant}/")) >= MOST_OF_ENTRANT:
                raise Refused(Code.TOO_MANY_SHEETS)
            self._sent.put(f"{tournament}/{entrant}/{digest}", "")
        self._records.put(f"{tournament}/{digest}", b64encode(photo).decode())
        self._since.put(f"{tournament}/{digest}", iso(now))
        return digest

    def photo(self, tournament: str, digest: str) -> bytes:
        """Raises ``Refused``."""
        text = self._records.get(f"{tournament}/{digest}")
        if text is None:
            raise Refused(Code.NO_SUCH_SHEET, field="sheet")
        return b64decode(text)

    def delete(self, tournament: str, digest: str) -> None:
        """Raises ``Refused``."""
        if not self._records.delete(f"{tournament}/{digest}"):
            raise Refused(Code.NO_SUCH_SHEET, field="sheet")
        self._since.delete(f"{tournament}/{digest}")
        self._store.scrub()

    def delete_of(self, person: str, tournaments: Iterable[Tournament]) -> None:
        """Those of games in which a person of the hall's list played, and those that the person's phone sent, also
        where no result names them."""
        entrants = [(one, each.id) for one in tournaments for each in one.entrants if each.person == person]
        sent = [key for one, entrant in entrants for key in self._sent.keys(f"{one.id}/{entrant}/")]
        keys = {f"{one.id}/{digest}" for one, entrant in entrants for digest in sheets_of(one, entrant)}
        keys |= {"{0}/{2}".format(*key.split("/")) for key in sent}
        self._forget(keys, sent)

    def sweep(self, tournaments: Mapping[str, Tournament], now: datetime) -> int:
        """Deletes those that no result names any more, after their time; how many. The time of one that was kept before
        its time was noted begins now."""
        since, gone = self._since.all(), set[str]()
        for key in self._records.keys(""):
            id_, _, digest = key.partition("/")
            one = tournaments.get(id_)
            if key not in since:
                self._since.put(key, iso(now))
            elif one is None or not any(entry.result.sheet == digest for entry in one.entries):
                over = one is None or one.phase == "closed" or bool(one.abandoned)
                if datetime.fromisoformat(since[key]) + (UNNAMED_AFTER_END if over else UNNAMED) <= now:
                    gone.add(key)
        if gone:
            self._forget(gone, [key for key in self._sent.keys("") if "{0}/{2}".format(*key.split("/")) in gone])
        return len(gone)

    def _forget(self, keys: Iterable[str], sent: Iterable[str]) -> None:
        """For good: the photographs of these keys, and who sent them."""
        if keys := frozenset(keys):
            self._records.put_all(dict.fromkeys(keys))
            self._since.put_all(dict.fromkeys(keys))
            self._sent.put_all(dict.fromkeys(sent))
            self._store.scrub()


def sheets_of(tournament: Tournament, entrant: str) -> Iterator[str]:
    """Digests of the sheets of games in which an entrant played, also where another sits there by now."""
    for entry in tournament.entries:
        round = tournament.round_of(entry.round)
        sit = () if round is None or entry.table > len(round.tables) else round.tables[entry.table - 1]
        if entry.result.sheet and entrant in (*entry.result.seats, *sit):
            yield entry.result.sheet
