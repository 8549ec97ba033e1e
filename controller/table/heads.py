"""Signed heads of the journal at a running table: at the end of a match, ten minutes after something happened, at a
stop, and whenever a sheet is printed.

Everything here that touches the disk runs in the thread that writes the journal: a head names an event that is durable.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from controller.events import Recorded
from controller.events.match import MatchAbandoned, MatchEnded
from controller.fairness.byte_layout import Malformed
from controller.fairness.journal_head import Cosignature, JournalHead, SignedHead, head_of_text, sign_head
from controller.fairness.keeper import SeedKeeper
from controller.fairness.signing import KEY_BYTES, SIGNATURE_BYTES, TableKey, is_sound
from controller.journal.errors import JournalError
from controller.journal.kept_heads import MOST_COSIGNATURES, KeptHead
from controller.journal.writer import JournalWriter
from controller.refusals import Code, Refused

log = logging.getLogger("jantaku.journal")

SIGN_SECONDS: Final = 600.0
"""From an event to the head that covers it, at most."""
WAIT_SECONDS: Final = 10.0
"""For a disk that is slow, and the transactions before it."""


class HeadSigner:
    """``published`` after events are durable; ``sign`` for whoever shows a head; ``close`` before the writer's.

    Without a key nothing is signed. ``now``: the wall clock.
    """

    def __init__(self, keeper: SeedKeeper | None, writer: JournalWriter, now: Callable[[], datetime]) -> None:
        self._keeper, self._writer, self._now = keeper, writer, now
        self._timer: asyncio.TimerHandle | None = None
        self._signing: asyncio.Task[Any] | None = None
        self._again = self._closed = False
        self.signed: Callable[[], None] = _nobody_waits
        """Called after a head that nobody asked for: its witnesses may have it."""

    @property
    def key(self) -> TableKey | None:
        """That of the table; None while it has none."""
        return None if self._keeper is None else self._keeper.key

    # ------------------------------------------------------------ when

    def published(self, recorded: Sequence[Recorded], pace: float) -> None:
        """Something happened. ``pace``: seconds of the loop's clock per second of people."""
        if self.key is None or self._closed:
            return
        if any(isinstance(one.event, MatchEnded | MatchAbandoned) for one in recorded):
            self._sign_soon()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SIGN_SECONDS * max(pace, 1.0), self._sign_soon)

    def _sign_soon(self) -> None:
        self._stop_timer()
        self._again = True
        if self._signing is None or self._signing.done():
            self._signing = asyncio.get_running_loop().create_task(self._sign_until_done(), name="signed head")

    async def _sign_until_done(self) -> None:
        while self._again:
            self._again = False
            if await self.sign() is not None:
                self.signed()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def close(self) -> None:
        """A last head, if something happened since the one before."""
        if self._timer is not None:
            self._sign_soon()
        self._closed = True
        if self._signing is not None:
            await asyncio.wait([self._signing])

    # ------------------------------------------------------------ heads

    async def sign(self) -> KeptHead | None:
        """The head of the last durable event; None without a key, or when it cannot be kept (the log says why)."""
        key = self.key
        if key is None:
            return None
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                return await self._writer.beside(lambda: self._signed(key))
        except (JournalError, ValueError, TimeoutError) as error:
            log.error("no head was signed: %r", error)
            return None

    def _signed(self, key: TableKey) -> KeptHead:
        journal = self._writer.journal
        latest = journal.latest_head()
        present = (journal.epoch, journal.last_seq, journal.head)
        if latest is not None and (latest.epoch, latest.seq, latest.hash) == present and _is_of(latest, key):
            return latest
        time = int(self._now().timestamp() * 1000)
        return journal.keep_head(
            lambda epoch, seq, hash_: (
                sign_head(JournalHead(key.public, time, seq, bytes.fromhex(hash_), epoch), key).text
            )
        )

    # ------------------------------------------------------------ witnesses

    async def cosign(self, number: int, key: str, signature: str) -> KeptHead:
        """Keeps the cosignature of a head; the head with all of them. Both in hexadecimal. Raises ``Refused``, with
        nothing kept, when it is none, and ``JournalError``."""
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                return await self._writer.beside(lambda: self._cosigned(number, key, signature))
        except TimeoutError:
            raise Refused(Code.BUSY) from None

    def _cosigned(self, number: int, key: str, signature: str) -> KeptHead:
        journal = self._writer.journal
        kept = journal.signed_head(number)
        if kept is None:
            raise Refused(Code.NO_SUCH_HEAD, f"there is no signed head {number}")
        given = cosignature_of(key, signature)
        _check(given, _readable(kept))
        if not journal.keep_cosignature(number, given.key.hex(), given.signature.hex()):
            raise Refused(Code.ENOUGH_COSIGNATURES, f"head {number} has {MOST_COSIGNATURES} cosignatures")
        return journal.signed_head(number) or kept


def _nobody_waits() -> None:
    pass


def _is_of(kept: KeptHead, key: TableKey) -> bool:
    try:
        return head_of_text(kept.record).head.key == key.public
    except Malformed:
        return False


def _readable(kept: KeptHead) -> SignedHead:
    try:
        return head_of_text(kept.record)
    except Malformed as error:
        raise Refused(Code.NO_SUCH_HEAD, f"head {kept.number} cannot be read: {error}") from error


def cosignature_of(key: str, signature: str) -> Cosignature:
    """From hexadecimal. Raises ``Refused``, which names the field."""
    return Cosignature(_bytes_of(key, KEY_BYTES, "key"), _bytes_of(signature, SIGNATURE_BYTES, "signature"))


def _bytes_of(text: str, size: int, name: str) -> bytes:
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != size or len(text) != 2 * size:
        raise Refused(Code.BAD_COSIGNATURE, f"{name}: {2 * size} hexadecimal digits are expected", field=name)
    return found


def _check(given: Cosignature, seen: SignedHead) -> None:
    if given.key == seen.head.key or not is_sound(given.key):
        raise Refused(Code.BAD_COSIGNATURE, "key: it is not the key of a witness", field="key")
    if not given.is_genuine(seen):
        raise Refused(Code.BAD_COSIGNATURE, "signature: this key did not sign this head", field="signature")
