"""A grant of a hall for a shift: signed by the hall, checked by a table with the key that it pinned when it was
enrolled. No connection is needed for that. Both ends use this module.

The text is ``JG1-`` and the base32 (``controller.fairness.record``) of body and signature. The body is canonical JSON
(``docs/journal.md``) in UTF-8 with the members ``account``, ``code`` (SHA-256 of the code, hexadecimal), ``ends``,
``grant``, ``name``, ``role``, ``starts`` and ``tables``; times are ISO 8601, UTC. The text alone lets nobody in: its
holder also has the code, which a table hears for the first time when it is entered. So the text may travel by any way,
and lie at every table.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from controller.credentials.codes import plain
from controller.credentials.tokens import proves
from controller.fairness.byte_layout import Malformed
from controller.fairness.record import based, unbased
from controller.fairness.signing import SIGNATURE_BYTES, TableKey, is_signed
from controller.journal.chain import canonical
from controller.permits import Role
from controller.refusals import Code, Refused

PREFIX: Final = "JG1-"
GRANT: Final = b"jantaku grant 1"
"""Before what a hall signs of a grant."""
LONGEST_TEXT: Final = 8192
"""Characters; some hundred tables by name fit."""
ROLES: Final = (Role.STAFF, Role.REFEREE, Role.TECHNICIAN)
"""What a hall can make of somebody at its tables: nobody becomes the owner of a table from afar."""
_FIELDS: Final = frozenset({"account", "code", "ends", "grant", "name", "role", "starts", "tables"})
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


@dataclass(frozen=True, slots=True)
class ShiftGrant:
    """``grant``, ``account``: their ids at the hall. ``name``: whom events name. ``tables``: ids that the hall gave;
    empty for all of its tables. ``starts``, ``ends``: ISO 8601, UTC, with milliseconds."""

    grant: str
    account: str
    name: str
    role: Role
    tables: tuple[str, ...]
    starts: str
    ends: str
    code_hash: str

    @property
    def body(self) -> bytes:
        """What is signed."""
        members = {
            "account": self.account,
            "code": self.code_hash,
            "ends": self.ends,
            "grant": self.grant,
            "name": self.name,
            "role": self.role.value,
            "starts": self.starts,
            "tables": list(self.tables),
        }
        return canonical(members).encode()

    def text(self, key: TableKey) -> str:
        """Signed by the hall's key: the same text each time."""
        return PREFIX + based(self.body + key.sign(self.body, GRANT))


def read_grant(text: str, hall_key: bytes) -> ShiftGrant:
    """Raises ``Refused`` (``bad-grant``) for a text that is none, or that another key signed."""
    if not text.startswith(PREFIX) or len(text) > LONGEST_TEXT:
        raise _bad("this is no grant")
    try:
        data = unbased(text.removeprefix(PREFIX))
        body, signature = data[:-SIGNATURE_BYTES], data[-SIGNATURE_BYTES:]
        if not is_signed(hall_key, body, signature, GRANT):
            raise _bad("another hall signed it, or it was changed")
        return _read(json.loads(body))
    except (Malformed, ValueError, TypeError, KeyError, RecursionError) as error:
        raise _bad(str(error)) from error


def check_grant(grant: ShiftGrant, code: str, table: str, now: datetime) -> None:
    """Whether it lets somebody with this code in at this table now. Raises ``Refused``; a wrong code is the only answer
    that is worth another try, which the table bounds."""
    if not proves(plain(code), grant.code_hash):
        raise Refused(Code.WRONG_CODE, field="code")
    if grant.tables and table not in grant.tables:
        raise _bad("it is for other tables")
    if now < datetime.fromisoformat(grant.starts):
        raise _bad("its shift has not begun")
    if now >= datetime.fromisoformat(grant.ends):
        raise _bad("its shift is over")


def _read(data: Any) -> ShiftGrant:
    if not isinstance(data, dict) or data.keys() != _FIELDS:
        raise ValueError("its fields are others")
    texts = [data[name] for name in sorted(_FIELDS - {"tables"})]
    tables = data["tables"]
    if not isinstance(tables, list) or not all(isinstance(text, str) for text in (*texts, *tables)):
        raise ValueError("its fields are no texts")
    role, starts, ends = Role(data["role"]), data["starts"], data["ends"]
    if role not in ROLES or not (_TIME.fullmatch(starts) and _TIME.fullmatch(ends)):
        raise ValueError("no such role, or its times are no times")
    return ShiftGrant(data["grant"], data["account"], data["name"], role, tuple(tables), starts, ends, data["code"])


def _bad(why: str) -> Refused:
    return Refused(Code.BAD_GRANT, why, field="grant")
