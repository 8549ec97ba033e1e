"""Persons, accounts, sign-ins and grants as the pages of the hall show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from api.hall.views import ViewShown, view

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime


class Part(BaseModel):
    """A part of a view."""

    model_config = ConfigDict(extra="forbid")


class PersonShown(Part):
    """``contact``: which fields of contact data are kept; they are read apart, by who may. ``erased``: when."""

    person: str
    name: str
    since: str
    contact: list[str]
    erased: str | None


class PeopleView(ViewShown):
    """Everybody whom the hall knows, the latest first."""

    persons: list[PersonShown]


class SignInShown(Part):
    sign_in: str
    device: str
    since: str
    ends: str


class AccountShown(Part):
    account: str
    name: str
    role: str
    person: str | None
    since: str
    second_factor: bool
    closed: str | None
    sign_ins: list[SignInShown]


class GrantShown(Part):
    """``tables``: empty for all."""

    grant: str
    account: str
    name: str
    role: str
    tables: list[str]
    starts: str
    ends: str
    made_by: str


class AccountsView(ViewShown):
    """Who works in the hall, the sign-ins that are open, and the grants that are valid or will be."""

    accounts: list[AccountShown]
    grants: list[GrantShown]


@view("people", "read.people", "person")
def people(runtime: HallRuntime, _id: str) -> PeopleView:
    state = runtime.running.state.people
    persons = [
        PersonShown(
            person=one.id,
            name=one.name,
            since=one.since,
            contact=[] if one.contact is None else list(one.contact.fields),
            erased=one.erased,
        )
        for one in reversed([*state.persons.values()])
    ]
    return PeopleView(persons=persons)


@view("accounts", "read.accounts", "account")
def accounts(runtime: HallRuntime, _id: str) -> AccountsView:
    state, now = runtime.running.state.people, runtime.now_text()
    shown = [
        AccountShown(
            account=one.id,
            name=one.name,
            role=one.role.value,
            person=one.person,
            since=one.since,
            second_factor=one.second_factor,
            closed=one.closed,
            sign_ins=[
                SignInShown(sign_in=each.id, device=each.device, since=each.since, ends=each.ends)
                for each in state.sign_ins.values()
                if each.account == one.id and each.is_open(now)
            ],
        )
        for one in state.accounts.values()
    ]
    grants = [
        GrantShown(
            grant=one.id,
            account=one.account,
            name=one.name,
            role=one.role,
            tables=list(one.tables),
            starts=one.starts,
            ends=one.ends,
            made_by=one.made_by,
        )
        for one in state.grants.values()
        if one.is_open(now)
    ]
    return AccountsView(accounts=shown, grants=grants)
