"""What can be wrong with the hall of a table, or with the way to it."""

from __future__ import annotations

from enum import StrEnum

from controller.refusals import JantakuError


class LinkTrouble(StrEnum):
    """Words: ``service.hall.<value>`` in the catalogue of the pages."""

    UNREACHABLE = "unreachable"
    OTHER_CERTIFICATE = "other-certificate"
    """Its certificate authority is not the one that is known, or none is known yet."""
    BAD_ANSWER = "bad-answer"
    BUSY = "busy"
    """It asks for patience."""
    NOT_ENROLLED = "not-enrolled"
    """It does not know the token of this table: the table was taken out, or enrolled anew elsewhere."""
    CONFLICT = "conflict"
    """It has other events of this table under the same numbers. Nothing more is sent."""
    BATCH_REFUSED = "batch-refused"
    """It finds the chain or the signature of the events wrong."""
    WRONG_CODE = "wrong-code"
    """Of an enrolment: the code is wrong, used or too old."""
    PROOF_REFUSED = "proof-refused"
    """Of an enrolment: the hall does not take the signature that was made for it; mostly the two clocks differ."""
    NO_TOKEN = "no-token"
    """The journal says that the table belongs to a hall, and the token is not there: restored on another computer."""
    NO_KEY = "no-key"
    """The table has no key to sign with."""
    NOT_KEPT = "not-kept"
    """The token or the event could not be written."""
    NO_PRESENCE = "no-presence"
    """Of an enrolment: no key at the table was held in time."""


class LinkError(JantakuError):
    """``trouble``: which kind it is. ``retry_after``: seconds that the hall asks for. ``authority``: the fingerprint
    that a hall with another certificate has."""

    code = "hall-link"

    def __init__(self, trouble: LinkTrouble, detail: str, *, retry_after: int = 0, authority: str = "") -> None:
        super().__init__(detail)
        self.trouble, self.retry_after, self.authority = trouble, retry_after, authority
