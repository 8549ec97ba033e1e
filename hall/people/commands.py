"""What people ask of the lists of persons and accounts. Contact data and secrets never pass here: ``contacts.py`` and
``desk.py`` keep them beside the journal, and give one of these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hall.commands import HallCommand


@dataclass(frozen=True, slots=True)
class RegisterPerson(HallCommand):
    name: str


@dataclass(frozen=True, slots=True)
class RenamePerson(HallCommand):
    person: str
    name: str


@dataclass(frozen=True, slots=True)
class KeepContact(HallCommand):
    """The record is written; ``fields``: which it fills."""

    person: str
    record: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeleteContact(HallCommand):
    """The record is deleted once the event is stored."""

    person: str
    why: str


@dataclass(frozen=True, slots=True)
class ExportPerson(HallCommand):
    person: str


@dataclass(frozen=True, slots=True)
class ErasePerson(HallCommand):
    """The contact data are deleted once the event is stored."""

    person: str
    why: str


@dataclass(frozen=True, slots=True)
class MakeAccount(HallCommand):
    """``account``: chosen by whoever asks, so that the same again is nothing new."""

    account: str
    name: str
    role: str
    person: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeAccount(HallCommand):
    """None leaves a part as it is."""

    account: str
    name: str | None = None
    role: str | None = None


@dataclass(frozen=True, slots=True)
class CloseAccount(HallCommand):
    account: str


@dataclass(frozen=True, slots=True)
class SetPassphrase(HallCommand):
    account: str


@dataclass(frozen=True, slots=True)
class SetSecondFactor(HallCommand):
    account: str
    on: bool


@dataclass(frozen=True, slots=True)
class OpenSignIn(HallCommand):
    """``ends``: ISO 8601."""

    account: str
    sign_in: str
    device: str
    ends: str


@dataclass(frozen=True, slots=True)
class EndSignIn(HallCommand):
    sign_in: str
    how: Literal["left", "revoked"] = "revoked"


@dataclass(frozen=True, slots=True)
class MakeGrant(HallCommand):
    """``starts``, ``ends``: ISO 8601, UTC. ``tables``: empty for all. ``role``: None for the one of the account."""

    grant: str
    account: str
    starts: str
    ends: str
    code_hash: str
    tables: tuple[str, ...] = ()
    role: str | None = None


@dataclass(frozen=True, slots=True)
class RevokeGrant(HallCommand):
    grant: str
