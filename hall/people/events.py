"""What happened to persons, accounts, sign-ins and grants. Written when somebody is registered, changed or erased.

No event holds contact data, a passphrase or a token: the journal cannot forget. Times are ISO 8601, UTC.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from controller.events import Event
from controller.permits import Role
from hall.permits import HallRole


@dataclass(frozen=True, slots=True)
class PersonRegistered(Event):
    """Somebody is known to the hall from now on."""

    type: ClassVar = "person.registered"
    person: str
    """The id, for good: ``p-`` and 12 characters that say nothing about the person."""
    name: str
    """What screens and sheets show; the person chose it knowing that the journal keeps it."""
    who: str


@dataclass(frozen=True, slots=True)
class PersonRenamed(Event):
    """A person is shown by another name from now on."""

    type: ClassVar = "person.renamed"
    person: str
    name: str
    who: str


@dataclass(frozen=True, slots=True)
class ContactKept(Event):
    """Contact data of a person were written into a record beside the journal; an earlier record is deleted."""

    type: ClassVar = "person.contact-kept"
    person: str
    record: str
    """The id of the record; it leads nowhere once the record is deleted."""
    fields: tuple[str, ...]
    """Which fields of ``hall.people.contacts.Contact`` it fills, not what they hold."""
    who: str


@dataclass(frozen=True, slots=True)
class ContactDeleted(Event):
    """The contact data of a person were deleted; the person stays."""

    type: ClassVar = "person.contact-deleted"
    person: str
    why: str
    who: str


@dataclass(frozen=True, slots=True)
class PersonExported(Event):
    """A person was given everything that the hall keeps about them."""

    type: ClassVar = "person.exported"
    person: str
    who: str


@dataclass(frozen=True, slots=True)
class PersonErased(Event):
    """A person's contact data were deleted, and the display name is no longer shown."""

    type: ClassVar = "person.erased"
    person: str
    why: str
    who: str


@dataclass(frozen=True, slots=True)
class AccountMade(Event):
    """Somebody may sign in at the hall."""

    type: ClassVar = "account.made"
    account: str
    """``u-`` and 12 characters."""
    name: str
    """With which it signs in."""
    role: HallRole
    person: str | None
    """Who it belongs to, where that person is registered."""
    who: str


@dataclass(frozen=True, slots=True)
class AccountChanged(Event):
    """Name or role of an account are others from now on."""

    type: ClassVar = "account.changed"
    account: str
    name: str
    role: HallRole
    who: str


@dataclass(frozen=True, slots=True)
class AccountClosed(Event):
    """An account signs in no more; its sign-ins have ended and its grants are revoked."""

    type: ClassVar = "account.closed"
    account: str
    who: str


@dataclass(frozen=True, slots=True)
class PassphraseSet(Event):
    """An account has another passphrase; its sign-ins have ended."""

    type: ClassVar = "account.passphrase-set"
    account: str
    who: str


@dataclass(frozen=True, slots=True)
class SecondFactorSet(Event):
    """An account wants a code of six digits besides its passphrase (RFC 6238), or no longer."""

    type: ClassVar = "account.second-factor-set"
    account: str
    on: bool
    who: str


@dataclass(frozen=True, slots=True)
class SignedIn(Event):
    """A browser or a program is let in for an account."""

    type: ClassVar = "account.signed-in"
    account: str
    sign_in: str
    """The id of the sign-in; its token is known to the device alone."""
    device: str
    """The name of the device, as it was given."""
    ends: str
    who: str


@dataclass(frozen=True, slots=True)
class SignedOut(Event):
    """A sign-in is over before its time."""

    type: ClassVar = "account.signed-out"
    account: str
    sign_in: str
    how: Literal["left", "revoked"]
    who: str


@dataclass(frozen=True, slots=True)
class GrantMade(Event):
    """An account may do at tables what its role may, for a shift. Tables learn of it by an order."""

    type: ClassVar = "account.grant-made"
    grant: str
    """``g-`` and 12 characters."""
    account: str
    name: str
    """Whom events of the tables name."""
    role: Role
    """At the tables."""
    tables: tuple[str, ...]
    """Where it is valid; empty: at every table of the hall."""
    starts: str
    ends: str
    code_hash: str
    """SHA-256 in hex of the code that its holder enters at a table."""
    who: str


@dataclass(frozen=True, slots=True)
class GrantRevoked(Event):
    """A grant is taken back before its end; tables that cannot be reached learn of it later."""

    type: ClassVar = "account.grant-revoked"
    grant: str
    who: str


EVENTS = (
    PersonRegistered,
    PersonRenamed,
    ContactKept,
    ContactDeleted,
    PersonExported,
    PersonErased,
    AccountMade,
    AccountChanged,
    AccountClosed,
    PassphraseSet,
    SecondFactorSet,
    SignedIn,
    SignedOut,
    GrantMade,
    GrantRevoked,
)
