"""How a table comes to belong to the hall: six digits from the hall's page, entered at the table, and a proof that the
table holds its key.

One code at a time, for ten minutes, used once. After five wrong ones it is worth nothing, and for a while nobody is let
in: the pause is what makes six digits enough. Codes lie among the records, never in a journal, so that they hold for
all processes and survive a restart.
"""

from __future__ import annotations

import base64
import hmac
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import Connection

from controller.events import Recorded
from controller.fairness.byte_layout import Malformed
from controller.fairness.journal_head import head_of_text
from controller.fairness.signing import KEY_BYTES, TableKey, is_sound
from controller.journal.store import iso
from controller.limits import check_words
from controller.refusals import Code, Refused
from hall.ids import new_id
from hall.intake.decide import LONGEST_NAME
from hall.intake.enrolled import member_of_key, put_member
from hall.intake.events import TableEnrolled
from hall.intake.grants import grants_on_joining
from hall.key import hall_key
from hall.store import HallJournal, Overtaken, Records
from hall.store.journal import Also
from hall.store.records import read_record, write_record

VALID_SECONDS: Final = 600
MOST_TRIES: Final = 5
PAUSE_SECONDS: Final = 300
FRESH_SECONDS: Final = 900
"""How far the time in a proof may be from ours: a head that was printed on a sheet yesterday proves nothing, and the
clock of a table without a network is a little off."""
TOKEN_BYTES: Final = 32
MOST_ATTEMPTS: Final = 20
"""Of an enrolment that others who write to the journal overtake."""
_SPACE, _CODE = "enrolment", "code"


@dataclass(frozen=True, slots=True)
class OpenCode:
    """``expires`` and ``paused``: ISO 8601; until ``paused`` nobody is let in. ``digits``: "" for none."""

    digits: str = ""
    expires: str = ""
    tries: int = 0
    paused: str = ""
    who: str = ""


@dataclass(frozen=True, slots=True)
class Enrolled:
    """``token``: what the table shows from now on; it is kept nowhere here."""

    table: str
    hall: str
    hall_name: str
    hall_key: str
    token: str


class _Wrong(Exception):
    """The code is not this one: nothing was written."""


class Enrolments:
    """Blocking. ``now``: UTC; ``random``: so many bytes; ``name``: of the hall, as its tables show it."""

    def __init__(
        self,
        journal: HallJournal,
        name: Callable[[], str],
        *,
        now: Callable[[], datetime],
        random: Callable[[int], bytes],
    ) -> None:
        self._journal, self._name, self._now, self._random = journal, name, now, random
        self._records = Records(journal.store, _SPACE)

    def hall_key(self) -> TableKey:
        """What the hall signs its orders with."""
        return hall_key(self._journal.store, self._random)

    def open(self, who: str) -> OpenCode:
        """A new code; the one before is worth nothing. Raises ``Refused`` (``too-many-tries``) in a pause."""
        self._check_pause(self._code())
        number = int.from_bytes(self._random(8)) % 10**6
        expires = self._now() + timedelta(seconds=VALID_SECONDS)
        made = OpenCode(f"{number:06d}", iso(expires), who=who)
        self._records.put(_CODE, json.dumps(asdict(made)))
        return made

    def close(self) -> None:
        """The code is worth nothing any more; a pause goes on."""
        self._records.change(_CODE, lambda kept: _text(replace(_read(kept), digits="")))

    def opened(self) -> OpenCode | None:
        """The code that can be used now."""
        code = self._code()
        return code if code.digits and code.expires > iso(self._now()) else None

    def enrol(self, code: str, key: str, name: str, epoch: str, proof: str) -> Enrolled:
        """Raises ``Refused``: ``bad-signature`` for a key or proof that is none, ``wrong-code``, ``too-many-tries``;
        ``busy`` where others write to the journal all the time."""
        check_words(name, "name", LONGEST_NAME)
        self._check_proof(key, epoch, proof)
        self._check_pause(self._code())
        token = base64.urlsafe_b64encode(self._random(TOKEN_BYTES)).decode().rstrip("=")
        with self._journal.store.reading() as connection:
            known = member_of_key(connection, key)
        table = new_id("t", self._random) if known is None else known.id

        def beside(connection: Connection, _recorded: Sequence[Recorded]) -> None:
            kept = _read(read_record(connection, _SPACE, _CODE))
            right = bool(kept.digits) and hmac.compare_digest(kept.digits.encode(), code.encode("utf-8", "replace"))
            if not right or kept.expires <= iso(self._now()):
                raise _Wrong
            write_record(connection, _SPACE, _CODE, None)
            put_member(connection, table, key, token)

        try:
            self._append(TableEnrolled(table, key, name, epoch), beside)
        except _Wrong:
            self._count_wrong()
            raise Refused(Code.WRONG_CODE, "this is not the code that the hall shows", field="code") from None
        return Enrolled(table, self._journal.hall, self._name(), self.hall_key().public.hex(), token)

    # ------------------------------------------------------------ inside

    def _append(self, enrolled: TableEnrolled, also: Also) -> None:
        """With the grants that are valid there: a grant that is made or taken back meanwhile knows of the table, or the
        table of it."""
        for _ in range(MOST_ATTEMPTS):
            after, now = self._journal.last_seq, self._now()
            grants = grants_on_joining(self._journal, enrolled.table, now, self._random)
            with suppress(Overtaken):
                self._journal.append([enrolled, *grants], after=after, also=also)
                return
        raise Refused(Code.BUSY)

    def _check_proof(self, key: str, epoch: str, proof: str) -> None:
        try:
            signed = head_of_text(proof)
            public = bytes.fromhex(key)
        except (Malformed, ValueError) as error:
            raise Refused(Code.BAD_SIGNATURE, f"proof: {error}", field="proof") from error
        if len(public) != KEY_BYTES or key != public.hex() or not is_sound(public):
            raise Refused(Code.BAD_SIGNATURE, "key: it is none", field="key")
        if signed.head.key != public or signed.head.epoch != epoch or not signed.is_genuine:
            raise Refused(Code.BAD_SIGNATURE, "proof: the key did not sign the head of this epoch", field="proof")
        made = datetime.fromtimestamp(min(signed.head.time, 2**45) / 1000, UTC)
        if abs((made - self._now()).total_seconds()) > FRESH_SECONDS:
            detail = f"proof: it was signed at {iso(made)}, and it is {iso(self._now())}: is the table's clock right?"
            raise Refused(Code.BAD_SIGNATURE, detail, field="proof")

    def _check_pause(self, code: OpenCode) -> None:
        if code.paused > iso(self._now()):
            left = (datetime.fromisoformat(code.paused) - self._now()).total_seconds()
            detail = f"too many wrong codes; again at {code.paused}"
            raise Refused(Code.TOO_MANY_TRIES, detail, more={"retry_after": max(1, round(left))})

    def _count_wrong(self) -> None:
        def count(kept: str | None) -> str:
            code = _read(kept)
            code = replace(code, tries=code.tries + 1)
            if code.tries >= MOST_TRIES:
                code = OpenCode(paused=iso(self._now() + timedelta(seconds=PAUSE_SECONDS)))
            return _text(code)

        self._records.change(_CODE, count)

    def _code(self) -> OpenCode:
        return _read(self._records.get(_CODE))


def _read(kept: str | None) -> OpenCode:
    return OpenCode() if kept is None else OpenCode(**json.loads(kept))


def _text(code: OpenCode) -> str:
    return json.dumps(asdict(code))
