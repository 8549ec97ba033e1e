"""The hall of a table as a place for its sealed backups."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from io import BufferedReader
from typing import IO, Final, TypeVar

from api.backups.object_store import StoreFailed
from api.uplink.errors import LinkError, LinkTrouble
from api.uplink.hall_client import HallClient

PIECE_BYTES: Final = 512 << 10
MOST_BYTES: Final = 512 << 20
"""Of one backup: a journal of some ten million events."""
TRIES: Final = 3
"""Of each request: the same again changes nothing."""
PAUSE_SECONDS: Final = 5.0
SCHEME: Final = "hall:"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HallPlace:
    """``hall:`` or ``hall:NAME``: the backups that the hall of this table keeps of it, or one of them."""

    name: str
    prefix: str = ""

    def __str__(self) -> str:
        return f"{SCHEME}{self.name}"

    def address(self, key: str) -> str:
        """Of one backup there."""
        return f"{SCHEME}{key}"


def hall_place_of(text: str) -> HallPlace | None:
    """None for what is no address of this kind."""
    return HallPlace(text.removeprefix(SCHEME)) if text.startswith(SCHEME) else None


class HallStore:
    """As ``api.backups.object_store.ObjectStore``; a key is the name of a backup. What the hall keeps it decides
    itself: a table has no request that takes a backup away."""

    def __init__(self, client: HallClient, sleep: Callable[[float], None] = time.sleep) -> None:
        self._client, self._sleep = client, sleep

    def put(self, key: str, file: BufferedReader) -> None:
        """From the begin of the file to its end. Raises ``StoreFailed``."""
        file.seek(0)
        digest, at = hashlib.sha256(), 0
        while piece := file.read(PIECE_BYTES):
            digest.update(piece)
            self._asked(lambda: self._client.send_piece(key, at, piece))  # noqa: B023 - called at once
            at += len(piece)
        self._asked(lambda: self._client.complete_backup(key, digest.hexdigest()))

    def get(self, key: str, into: IO[bytes]) -> None:
        """Raises ``StoreFailed``, and ``OSError`` of ``into``."""
        at = 0
        while piece := self._asked(lambda: self._client.backup_piece(key, at)):  # noqa: B023 - called at once
            at += into.write(piece)
            if at > MOST_BYTES:
                raise StoreFailed(f"{key}: the hall gives more than {MOST_BYTES >> 20} MiB")

    def names(self, prefix: str) -> list[str]:
        """Of all backups of this table; ``prefix`` is empty. Raises ``StoreFailed``."""
        return [name for name in self._asked(self._client.backups) if name.startswith(prefix)]

    def remove(self, key: str) -> None:
        """Nothing goes: see above."""

    def _asked(self, work: Callable[[], T]) -> T:
        for left in reversed(range(TRIES)):
            try:
                return work()
            except LinkError as error:
                if not left or error.trouble not in (LinkTrouble.UNREACHABLE, LinkTrouble.BUSY):
                    raise StoreFailed(f"the hall did not take or give the backup: {error}") from error
                self._sleep(max(PAUSE_SECONDS, error.retry_after))
        raise AssertionError  # the last try returns or raises
