"""Photographs of score sheets, kept beside the results that name them by their digest. They are records, not events: a
sheet shows the hands of four persons, and is gone for good when one of them is erased."""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from typing import Final

from controller.refusals import Code, Refused
from hall.store import Records, Store
from hall.tournament.state import Tournament

MOST_OF_TOURNAMENT: Final = 2000
"""Photographs; more than a tournament of 400 players in 20 rounds has sheets."""


class Sheets:
    """Blocking. Raises ``StoreError``."""

    def __init__(self, store: Store) -> None:
        self._store, self._records = store, Records(store, "sheet")

    def keep(self, tournament: str, photo: bytes) -> str:
        """Its SHA-256 in hexadecimal, by which a result names it. Raises ``Refused``."""
        digest = hashlib.sha256(photo).hexdigest()
        if len(self._records.keys(f"{tournament}/")) >= MOST_OF_TOURNAMENT:
            raise Refused(Code.TOO_MANY_SHEETS)
        self._records.put(f"{tournament}/{digest}", b64encode(photo).decode())
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
        self._store.scrub()

    def delete_of(self, person: str, tournaments: Iterable[Tournament]) -> None:
        """Those of games in which a person of the hall's list played."""
        keys = {f"{one.id}/{digest}" for one in tournaments for digest in _of(one, person)}
        if keys:
            self._records.put_all(dict.fromkeys(keys))
            self._store.scrub()


def _of(tournament: Tournament, person: str) -> Iterator[str]:
    for entrant in tournament.entrants:
        if entrant.person == person:
            yield from sheets_of(tournament, entrant.id)


def sheets_of(tournament: Tournament, entrant: str) -> Iterator[str]:
    """Digests of the sheets of games in which an entrant played, also where another sits there by now."""
    for entry in tournament.entries:
        round = tournament.round_of(entry.round)
        sit = () if round is None or entry.table > len(round.tables) else round.tables[entry.table - 1]
        if entry.result.sheet and entrant in (*entry.result.seats, *sit):
            yield entry.result.sheet
