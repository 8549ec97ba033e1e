"""A command about persons, accounts, sign-ins and grants: refused with a reason, or answered with events.

The same again changes nothing: what is so already is answered with no event.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

from controller.events import Event
from controller.journal.store import iso
from controller.limits import LONGEST_NAME, LONGEST_WHO, LONGEST_WHY, check_words
from controller.permits import Role
from controller.refusals import Code, Refused, Takes
from hall.commands import Context, HallCommandSpec
from hall.ids import is_id, new_id
from hall.people.commands import (
    ChangeAccount,
    CloseAccount,
    DeleteContact,
    EndSignIn,
    ErasePerson,
    ExportPerson,
    KeepContact,
    MakeAccount,
    MakeGrant,
    OpenSignIn,
    RegisterPerson,
    RenamePerson,
    RevokeGrant,
    SetPassphrase,
    SetSecondFactor,
)
from hall.people.contacts import FIELDS
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
    PersonExported,
    PersonRegistered,
    PersonRenamed,
    SecondFactorSet,
    SignedIn,
    SignedOut,
)
from hall.people.state import Account, Person, State
from hall.permits import HallRole

MOST_ACCOUNTS: Final = 500
LONGEST_SHIFT: Final = timedelta(hours=16)
"""What a lost grant can do harm for, at a table that does not hear that it was revoked."""
EARLIEST_SHIFT: Final = timedelta(days=7)
"""How long before its start a grant may be made."""
AT_TABLES: Final[Mapping[HallRole, tuple[Role, ...]]] = {
    HallRole.STAFF: (Role.STAFF,),
    HallRole.REFEREE: (Role.REFEREE, Role.STAFF),
    HallRole.HEAD: (Role.REFEREE, Role.STAFF),
    HallRole.TECHNICIAN: (Role.TECHNICIAN,),
    HallRole.OWNER: (Role.REFEREE, Role.STAFF, Role.TECHNICIAN),
}
"""What a role of the hall may be at a table; the first unless another one is wanted."""
_HASH: Final = re.compile(r"[0-9a-f]{64}")


class HallView(Protocol):
    """What these decisions look at."""

    @property
    def people(self) -> State: ...


PeopleContext = Context[HallView]

# ---------------------------------------------------------------- persons


def register_person(command: RegisterPerson, context: PeopleContext) -> tuple[Event, ...]:
    _check_who(command.who)
    check_words(command.name, "name", LONGEST_NAME)
    return (PersonRegistered(new_id("p", context.random), command.name.strip(), command.who),)


def rename_person(command: RenamePerson, context: PeopleContext) -> tuple[Event, ...]:
    _check_who(command.who)
    check_words(command.name, "name", LONGEST_NAME)
    person = _person(context.state.people, command.person)
    name = command.name.strip()
    return () if name == person.name else (PersonRenamed(person.id, name, command.who),)


def keep_contact(command: KeepContact, context: PeopleContext) -> tuple[Event, ...]:
    _check_who(command.who)
    person = _person(context.state.people, command.person)
    wrong = [name for name in command.fields if name not in FIELDS]
    if wrong or not command.fields or not is_id("k", command.record):
        raise Refused(Code.BAD_CONTACT, Takes.LISTED(), field="fields")
    if person.contact is not None and person.contact.record == command.record:
        return ()
    return (ContactKept(person.id, command.record, command.fields, command.who),)


def delete_contact(command: DeleteContact, context: PeopleContext) -> tuple[Event, ...]:
    _check_reason(command.who, command.why)
    person = _person(context.state.people, command.person)
    return () if person.contact is None else (ContactDeleted(person.id, command.why, command.who),)


def export_person(command: ExportPerson, context: PeopleContext) -> tuple[Event, ...]:
    _check_who(command.who)
    return (PersonExported(_person(context.state.people, command.person).id, command.who),)


def erase_person(command: ErasePerson, context: PeopleContext) -> tuple[Event, ...]:
    """Not while somebody works here: an account says who did what."""
    _check_reason(command.who, command.why)
    state = context.state.people
    if _known(state, command.person).erased is not None:
        return ()
    if any(one.person == command.person and one.closed is None for one in state.accounts.values()):
        raise Refused(Code.HAS_ACCOUNT, field="person")
    return (PersonErased(command.person, command.why, command.who),)


# ---------------------------------------------------------------- accounts


def make_account(command: MakeAccount, context: PeopleContext) -> tuple[Event, ...]:
    _check_who(command.who)
    state, role = context.state.people, _role(command.role)
    check_words(command.name, "name", LONGEST_NAME)
    if command.person is not None:
        _person(state, command.person)
    made = AccountMade(command.account, command.name.strip(), role, command.person, command.who)
    there = state.accounts.get(command.account)
    if there is not None and (there.name, there.role, there.person) == (made.name, role, command.person):
        return ()
    if there is not None or not is_id("u", command.account):
        raise Refused(Code.BAD_ID, field="id")
    if len(state.accounts) >= MOST_ACCOUNTS:
        raise Refused(Code.LIST_FULL, Takes.FULL(most=MOST_ACCOUNTS))
    _check_free(state, command.name)
    return (made,)


def change_account(command: ChangeAccount, context: PeopleContext) -> tuple[Event, ...]:
    _check_who(command.who)
    state = context.state.people
    account = _account(state, command.account)
    name = account.name if command.name is None else command.name.strip()
    role = account.role if command.role is None else _role(command.role)
    check_words(name, "name", LONGEST_NAME)
    _check_free(state, name, but=account.id)
    if role is not HallRole.OWNER:
        _check_not_last(state, account)
    if (name, role) == (account.name, account.role):
        return ()
    changed = AccountChanged(account.id, name, role, command.who)
    return (changed, *_revoked(state, account.id, context.now, command.who)) if role != account.role else (changed,)


def close_account(command: CloseAccount, context: PeopleContext) -> tuple[Event, ...]:
    _check_who(command.who)
    state = context.state.people
    if _known_account(state, command.account).closed is not None:
        return ()
    _check_not_last(state, _account(state, command.account))
    return (*_revoked(state, command.account, context.now, command.who), AccountClosed(command.account, command.who))


def set_passphrase(command: SetPassphrase, context: PeopleContext) -> tuple[Event, ...]:
    _check_who(command.who)
    return (PassphraseSet(_account(context.state.people, command.account).id, command.who),)


def set_second_factor(command: SetSecondFactor, context: PeopleContext) -> tuple[Event, ...]:
    _check_who(command.who)
    account = _account(context.state.people, command.account)
    return () if account.second_factor == command.on else (SecondFactorSet(account.id, command.on, command.who),)


# ---------------------------------------------------------------- sign-ins


def open_sign_in(command: OpenSignIn, context: PeopleContext) -> tuple[Event, ...]:
    _check_who(command.who)
    check_words(command.device, "device", LONGEST_NAME)
    state = context.state.people
    account, ends = _account(state, command.account), _moment(command.ends, "ends")
    if command.sign_in in state.sign_ins:
        return ()
    return (SignedIn(account.id, command.sign_in, command.device.strip(), iso(ends), command.who),)


def end_sign_in(command: EndSignIn, context: PeopleContext) -> tuple[Event, ...]:
    _check_who(command.who)
    found = context.state.people.sign_ins.get(command.sign_in)
    if found is None:
        raise Refused(Code.NO_SUCH_SIGN_IN, field="sign_in")
    if not found.is_open(iso(context.now)):
        return ()
    return (SignedOut(found.account, found.id, command.how, command.who),)


# ---------------------------------------------------------------- grants


def make_grant(command: MakeGrant, context: PeopleContext) -> tuple[Event, ...]:
    _check_who(command.who)
    state = context.state.people
    account = _account(state, command.account)
    if command.grant in state.grants:
        return ()
    if not is_id("g", command.grant) or not _HASH.fullmatch(command.code_hash):
        raise Refused(Code.BAD_ID, field="id")
    starts, ends = _shift(command, context.now)
    tables = tuple(sorted(set(command.tables)))
    role = _role_at_tables(account, command.role)
    made = GrantMade(
        command.grant, account.id, account.name, role, tables, iso(starts), iso(ends), command.code_hash, command.who
    )
    return (made,)


def revoke_grant(command: RevokeGrant, context: PeopleContext) -> tuple[Event, ...]:
    _check_who(command.who)
    found = context.state.people.grants.get(command.grant)
    if found is None:
        raise Refused(Code.NO_SUCH_GRANT, f"no grant {command.grant[:40]!r} was made")
    return (GrantRevoked(found.id, command.who),) if found.is_open(iso(context.now)) else ()


def _role_at_tables(account: Account, wanted: str | None) -> Role:
    roles = AT_TABLES.get(account.role, ())
    if not roles or (wanted is not None and wanted not in roles):
        granted = tuple(f"access.role.{role.value}" for role in roles)
        raise Refused(Code.BAD_ROLE, Takes.GRANTED_ROLES(choices=granted or "–"), field="role")
    return Role(wanted) if wanted is not None else roles[0]


def _shift(command: MakeGrant, now: datetime) -> tuple[datetime, datetime]:
    starts, ends = _moment(command.starts, "starts"), _moment(command.ends, "ends")
    if ends <= now or not timedelta() < ends - starts <= LONGEST_SHIFT:
        hours = LONGEST_SHIFT // timedelta(hours=1)
        raise Refused(Code.BAD_SHIFT, Takes.SHIFT_ENDS(hours=hours), field="ends")
    if starts > now + EARLIEST_SHIFT:
        raise Refused(Code.BAD_SHIFT, Takes.WITHIN_DAYS(days=EARLIEST_SHIFT.days), field="starts")
    return starts, ends


# ---------------------------------------------------------------- checks


def _known(state: State, id_: str) -> Person:
    found = state.persons.get(id_)
    if found is None:
        raise Refused(Code.NO_SUCH_PERSON, field="person")
    return found


def _person(state: State, id_: str) -> Person:
    found = _known(state, id_)
    if found.erased is not None:
        raise Refused(Code.PERSON_ERASED, field="person")
    return found


def _known_account(state: State, id_: str) -> Account:
    found = state.accounts.get(id_)
    if found is None:
        raise Refused(Code.NO_SUCH_ACCOUNT, field="account")
    return found


def _account(state: State, id_: str) -> Account:
    found = _known_account(state, id_)
    if found.closed is not None:
        raise Refused(Code.ACCOUNT_CLOSED, field="account")
    return found


def _role(name: str) -> HallRole:
    roles = [role.value for role in HallRole if role is not HallRole.VIEWER]
    if name not in roles:
        raise Refused(Code.BAD_ROLE, Takes.ONE_OF(choices=tuple(f"hall.role.{role}" for role in roles)), field="role")
    return HallRole(name)


def _check_free(state: State, name: str, but: str | None = None) -> None:
    """People do not see capitals when they sign in."""
    wanted = name.strip().casefold()
    for one in state.accounts.values():
        if one.closed is None and one.id != but and one.name.casefold() == wanted:
            raise Refused(Code.NAME_TAKEN, field="name")


def _check_not_last(state: State, account: Account) -> None:
    if [one.id for one in state.owners()] == [account.id]:
        raise Refused(Code.LAST_OWNER, field="account")


def _revoked(state: State, account: str, now: datetime, who: str) -> tuple[GrantRevoked, ...]:
    """What was granted by a role ends with it, at tables as well."""
    moment = iso(now)
    return tuple(
        GrantRevoked(one.id, who) for one in state.grants.values() if one.account == account and one.is_open(moment)
    )


def _check_who(who: str) -> None:
    check_words(who, "who", LONGEST_WHO)


def _check_reason(who: str, why: str) -> None:
    _check_who(who)
    check_words(why, "why", LONGEST_WHY)


def _moment(text: str, field: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Refused(Code.BAD_SHIFT, Takes.TIME(), field=field) from None
    if moment.tzinfo is None:
        raise Refused(Code.BAD_SHIFT, Takes.TIME(), field=field)
    return moment.astimezone(UTC)


COMMANDS: Final = (
    HallCommandSpec(command=RegisterPerson, name="person.register", decide=register_person),
    HallCommandSpec(command=RenamePerson, name="person.rename", decide=rename_person),
    HallCommandSpec(command=KeepContact, name="person.keep-contact", decide=keep_contact, direct=False),
    HallCommandSpec(command=DeleteContact, name="person.delete-contact", decide=delete_contact, direct=False),
    HallCommandSpec(command=ExportPerson, name="person.export", decide=export_person, direct=False),
    HallCommandSpec(command=ErasePerson, name="person.erase", decide=erase_person, direct=False),
    HallCommandSpec(command=MakeAccount, name="account.make", decide=make_account, direct=False),
    HallCommandSpec(command=ChangeAccount, name="account.change", decide=change_account),
    HallCommandSpec(command=CloseAccount, name="account.close", decide=close_account, direct=False),
    HallCommandSpec(command=SetPassphrase, name="account.set-passphrase", decide=set_passphrase, direct=False),
    HallCommandSpec(command=SetSecondFactor, name="account.set-second-factor", decide=set_second_factor, direct=False),
    HallCommandSpec(command=OpenSignIn, name="account.sign-in", decide=open_sign_in, direct=False),
    HallCommandSpec(command=EndSignIn, name="account.sign-out", decide=end_sign_in, direct=False),
    HallCommandSpec(command=MakeGrant, name="account.make-grant", decide=make_grant, direct=False),
    HallCommandSpec(command=RevokeGrant, name="account.revoke-grant", decide=revoke_grant),
)
