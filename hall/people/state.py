"""Persons, accounts, sign-ins and grants as they are now: a fold over the hall's journal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from controller.events import Recorded
from controller.permits import Role
from hall.people.events import (
    AccountChanged,
    AccountClosed,
    AccountMade,
    ContactDeleted,
    ContactKept,
    GrantMade,
    GrantRevoked,
    PassphraseSet,
    PersonErased,
    PersonRegistered,
    PersonRenamed,
    SecondFactorSet,
    SignedIn,
    SignedOut,
)
from hall.permits import HallRole

T = TypeVar("T")
MOST_KEPT: Final = 500
"""Grants and sign-ins that are over and still listed."""


@dataclass(frozen=True, slots=True)
class ContactRecord:
    """That there is a record of contact data, and which fields it fills. ``time``: when it was written."""

    record: str
    fields: tuple[str, ...]
    time: str


@dataclass(frozen=True, slots=True)
class Person:
    """``name``: empty once the person is erased. ``since`` and ``erased``: ISO 8601."""

    id: str
    name: str
    since: str
    contact: ContactRecord | None = None
    erased: str | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """``closed``: when it was, ISO 8601. ``second_factor``: it wants a code of six digits besides its passphrase."""

    id: str
    name: str
    role: HallRole
    person: str | None
    since: str
    second_factor: bool = False
    closed: str | None = None


@dataclass(frozen=True, slots=True)
class SignIn:
    """``ended``: when, before its time; its own end is ``ends``."""

    id: str
    account: str
    device: str
    since: str
    ends: str
    ended: str | None = None

    def is_open(self, now: str) -> bool:
        return self.ended is None and now < self.ends


@dataclass(frozen=True, slots=True)
class Grant:
    """What ``GrantMade`` says, and when it was revoked."""

    id: str
    account: str
    name: str
    role: Role
    tables: tuple[str, ...]
    starts: str
    ends: str
    code_hash: str
    made_by: str
    revoked: str | None = None

    def is_open(self, now: str) -> bool:
        return self.revoked is None and now < self.ends


@dataclass(frozen=True, slots=True)
class State:
    """All by id, in the order in which they came. Times are compared as text: ISO 8601, UTC, one spelling."""

    persons: Mapping[str, Person] = field(default_factory=dict)
    accounts: Mapping[str, Account] = field(default_factory=dict)
    sign_ins: Mapping[str, SignIn] = field(default_factory=dict)
    grants: Mapping[str, Grant] = field(default_factory=dict)

    def owners(self) -> list[Account]:
        """Accounts that may do everything."""
        return [one for one in self.accounts.values() if one.role is HallRole.OWNER and one.closed is None]

    def display_name(self, person: str) -> str:
        """Empty for somebody who is erased or unknown; pages have a word for both."""
        found = self.persons.get(person)
        return "" if found is None else found.name


def evolve(state: State, recorded: Recorded) -> State:
    """The state after an event. Never fails; events of other rooms, and about what is not there, change nothing."""
    time = recorded.time
    match recorded.event:
        case PersonRegistered(person=id_, name=name):
            return replace(state, persons={**state.persons, id_: Person(id_, name, time)})
        case PersonRenamed(person=id_, name=name):
            return replace(state, persons=_with(state.persons, id_, lambda one: replace(one, name=name)))
        case ContactKept(person=id_, record=record, fields=fields):
            contact = ContactRecord(record, fields, time)
            return replace(state, persons=_with(state.persons, id_, lambda one: replace(one, contact=contact)))
        case ContactDeleted(person=id_):
            return replace(state, persons=_with(state.persons, id_, lambda one: replace(one, contact=None)))
        case PersonErased(person=id_):
            gone = _with(state.persons, id_, lambda one: replace(one, name="", contact=None, erased=time))
            return replace(state, persons=gone)
        case AccountMade(account=id_, name=name, role=role, person=person):
            return replace(state, accounts={**state.accounts, id_: Account(id_, name, role, person, time)})
        case AccountChanged(account=id_, name=name, role=role):
            changed = _with(state.accounts, id_, lambda one: replace(one, name=name, role=role))
            return replace(state, accounts=changed)
        case AccountClosed(account=id_):
            closed = _with(state.accounts, id_, lambda one: replace(one, closed=time))
            return _without_grants(_signed_out(replace(state, accounts=closed), id_, time), id_, time)
        case PassphraseSet(account=id_):
            return _signed_out(state, id_, time)
        case SecondFactorSet(account=id_, on=on):
            return replace(state, accounts=_with(state.accounts, id_, lambda one: replace(one, second_factor=on)))
        case SignedIn(account=account, sign_in=id_, device=device, ends=ends):
            open_ = _bounded(state.sign_ins, lambda one: one.is_open(time))
            return replace(state, sign_ins={**open_, id_: SignIn(id_, account, device, time, ends)})
        case SignedOut(sign_in=id_):
            return replace(state, sign_ins=_with(state.sign_ins, id_, lambda one: replace(one, ended=time)))
        case GrantMade() as made:
            open_grants = _bounded(state.grants, lambda one: one.is_open(time))
            return replace(state, grants={**open_grants, made.grant: _grant(made)})
        case GrantRevoked(grant=id_):
            return replace(state, grants=_with(state.grants, id_, lambda one: replace(one, revoked=time)))
    return state


def _grant(made: GrantMade) -> Grant:
    return Grant(
        made.grant, made.account, made.name, made.role, made.tables, made.starts, made.ends, made.code_hash, made.who
    )


def _signed_out(state: State, account: str, time: str) -> State:
    """Every sign-in of an account ends."""
    return replace(
        state,
        sign_ins={
            id_: replace(one, ended=time) if one.account == account and one.is_open(time) else one
            for id_, one in state.sign_ins.items()
        },
    )


def _without_grants(state: State, account: str, time: str) -> State:
    return replace(
        state,
        grants={
            id_: replace(one, revoked=time) if one.account == account and one.is_open(time) else one
            for id_, one in state.grants.items()
        },
    )


def _with(entries: Mapping[str, T], id_: str, change: Callable[[T], T]) -> Mapping[str, T]:
    """The entries with one changed, in its place; the same ones where it is not there."""
    return {**entries, id_: change(entries[id_])} if id_ in entries else entries


def _bounded(entries: Mapping[str, T], is_open: Callable[[T], bool]) -> Mapping[str, T]:
    """Without the oldest of those that are over, once there are too many."""
    over = [id_ for id_, one in entries.items() if not is_open(one)]
    dropped = set(over[: max(0, len(over) - MOST_KEPT)])
    return {id_: one for id_, one in entries.items() if id_ not in dropped}
