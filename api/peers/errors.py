"""What can be wrong with a peer, or with the way to it."""

from __future__ import annotations

from enum import StrEnum

from controller.refusals import JantakuError


class PeerTrouble(StrEnum):
    """Words: ``service.peer.<value>`` in the catalogue of the pages."""

    UNREACHABLE = "unreachable"
    OTHER_CERTIFICATE = "other-certificate"
    """Its certificate authority is not the one of the configuration, or did not sign what it shows."""
    OTHER_KEY = "other-key"
    """Its head is not signed by the key of the configuration."""
    BAD_ANSWER = "bad-answer"
    FORKED = "forked"
    WENT_BACK = "went-back"
    """Its journal ends before an event that it has signed."""
    NOT_A_PEER = "not-a-peer"
    """It does not know this table: nothing of this one is witnessed there."""
    NO_HEAD = "no-head"
    """It has signed none yet."""
    NOT_KEPT = "not-kept"
    """This table could not keep its head, or the cosignature."""


class PeerError(JantakuError):
    """``trouble``: which kind it is."""

    code = "peer"

    def __init__(self, trouble: PeerTrouble, detail: str) -> None:
        super().__init__(detail)
        self.trouble = trouble
