"""Grants: codes that the owner gives away, each for one device of one role. Pure: times are seconds since 1970."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from controller.credentials.codes import plain
from controller.credentials.tokens import proves
from controller.permits import Role

MOST_GRANTS: Final = 16


@dataclass(frozen=True, slots=True)
class Grant:
    """``name``: whom it is for. Only the hash of its code is kept. ``bounds``: devices that it lets in end with it.
    ``starts_at``: before it the code lets nobody in."""

    id: str
    role: Role
    name: str
    code_hash: str
    made_by: str
    made_at: int
    expires_at: int
    bounds: bool = False
    starts_at: int = 0


def grant_of(grants: tuple[Grant, ...], entered: str, now: int) -> Grant | None:
    """The grant of a code; None for one that is unknown, used, taken back, expired or not valid yet."""
    code = plain(entered)
    return next((one for one in grants if one.starts_at <= now < one.expires_at and proves(code, one.code_hash)), None)
