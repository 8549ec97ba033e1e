"""Persons, accounts, sign-ins and grants: what is refused and why, and what the events come to."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.events import Catalogue, Event, Recorded
from controller.journal.store import iso
from controller.permits import Role
from controller.refusals import Refused
from hall.commands import Context, HallCommand
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
from hall.people.decide import COMMANDS, LONGEST_SHIFT, HallView
from hall.people.events import EVENTS
from hall.people.state import State, evolve
from hall.permits import HallRole

WHO = "Ada"
NOW = datetime(2026, 3, 4, 18, 0, tzinfo=UTC)
DECIDE: dict[type, Callable[..., tuple[Event, ...]]] = {one.command: one.decide for one in COMMANDS}
CATALOGUE = Catalogue(EVENTS, {})
BOSS, MEI = "u-aaaaaaaaaaaa", "u-bbbbbbbbbbbb"
GRANT, RECORD, CODE = "g-aaaaaaaaaaaa", "k-aaaaaaaaaaaa", "ab" * 32


@dataclass
class Hall:
    """A hall of this room alone, with its journal."""

    people: State = field(default_factory=State)
    now: datetime = NOW
    journal: list[Recorded] = field(default_factory=list)
    _counter: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def random(self, count: int) -> bytes:
        return next(self._counter).to_bytes(count, "little")

    def give(self, command: HallCommand) -> tuple[Event, ...]:
        context: Context[HallView] = Context(self, self.now, self.random)
        events = DECIDE[type(command)](command, context)
        for event in events:
            stored = CATALOGUE.read(event.type, json.dumps(CATALOGUE.to_json(event)))
            assert stored == event
            recorded = Recorded(len(self.journal) + 1, iso(self.now), stored, "")
            self.journal.append(recorded)
            self.people = evolve(self.people, recorded)
        return events

    def refused(self, command: HallCommand) -> tuple[str, str | None]:
        before = self.people
        with pytest.raises(Refused) as caught:
            self.give(command)
        assert self.people is before
        return caught.value.code, caught.value.field

    def person(self, name: str = "Ann") -> str:
        self.give(RegisterPerson(WHO, name))
        return list(self.people.persons)[-1]


@pytest.fixture
def hall() -> Hall:
    found = Hall()
    found.give(MakeAccount(WHO, BOSS, "Boss", "owner"))
    return found


def grant(role: str | None = None, hours: float = 8, **more: object) -> MakeGrant:
    starts = iso(NOW)
    return MakeGrant(WHO, GRANT, MEI, starts, iso(NOW + timedelta(hours=hours)), CODE, role=role, **more)  # type: ignore[arg-type]


# ---------------------------------------------------------------- persons


def test_an_id_says_nothing_about_the_person_and_comes_from_the_randomness_given() -> None:
    first, second = Hall(), Hall()
    assert first.person("Ann") == second.person("Bo")
    assert first.person("Ann") != first.person("Ann")


def test_a_renamed_person_keeps_the_id_and_the_same_name_again_is_nothing_new(hall: Hall) -> None:
    id_ = hall.person()
    hall.give(RenamePerson(WHO, id_, " Anna "))
    assert hall.people.display_name(id_) == "Anna"
    assert hall.give(RenamePerson(WHO, id_, "Anna")) == ()


@pytest.mark.parametrize("name", ["", "  ", "a" * 41, "a\x00b", "a\u2028b"])
def test_a_name_is_printable_and_bounded(hall: Hall, name: str) -> None:
    assert hall.refused(RegisterPerson(WHO, name)) == ("bad-words", "name")


def test_an_event_says_which_contact_fields_are_filled_and_not_what_they_hold(hall: Hall) -> None:
    id_ = hall.person()
    (kept,) = hall.give(KeepContact(WHO, id_, RECORD, ("phone",)))
    assert set(CATALOGUE.to_json(kept)) == {"person", "record", "fields", "who"}
    assert hall.people.persons[id_].contact is not None
    assert hall.give(KeepContact(WHO, id_, RECORD, ("phone",))) == ()
    hall.give(DeleteContact(WHO, id_, "asked"))
    assert hall.people.persons[id_].contact is None
    assert hall.give(DeleteContact(WHO, id_, "asked")) == ()


@pytest.mark.parametrize("filled", [(), ("shoe-size",)])
def test_a_contact_record_has_known_fields(hall: Hall, filled: tuple[str, ...]) -> None:
    assert hall.refused(KeepContact(WHO, hall.person(), RECORD, filled)) == ("bad-contact", "fields")


def test_an_erased_person_has_no_name_and_takes_no_more(hall: Hall) -> None:
    id_ = hall.person()
    hall.give(KeepContact(WHO, id_, RECORD, ("phone",)))
    hall.give(ErasePerson(WHO, id_, "asked"))
    person = hall.people.persons[id_]
    assert (person.name, person.contact, person.erased) == ("", None, iso(NOW))
    assert hall.give(ErasePerson(WHO, id_, "asked")) == ()
    for command in (RenamePerson(WHO, id_, "x"), KeepContact(WHO, id_, RECORD, ("phone",)), ExportPerson(WHO, id_)):
        assert hall.refused(command) == ("person-erased", "person")


def test_whoever_works_here_is_not_erased_before_the_account_is_closed(hall: Hall) -> None:
    id_ = hall.person()
    hall.give(MakeAccount(WHO, MEI, "Mei", "staff", id_))
    assert hall.refused(ErasePerson(WHO, id_, "asked")) == ("has-account", "person")
    hall.give(CloseAccount(WHO, MEI))
    assert hall.give(ErasePerson(WHO, id_, "asked")) != ()


@pytest.mark.parametrize(
    "command",
    [RenamePerson(WHO, "p-x", "x"), DeleteContact(WHO, "p-x", "y"), ErasePerson(WHO, "p-x", "y"),
     ExportPerson(WHO, "p-x"), KeepContact(WHO, "p-x", RECORD, ("phone",)),
     MakeAccount(WHO, MEI, "Mei", "staff", "p-x")],
)  # fmt: skip
def test_a_person_who_is_not_registered_is_named(hall: Hall, command: HallCommand) -> None:
    assert hall.refused(command) == ("no-such-person", "person")


# ---------------------------------------------------------------- accounts


def test_names_of_open_accounts_differ_in_more_than_capitals(hall: Hall) -> None:
    assert hall.refused(MakeAccount(WHO, MEI, "bOSS ", "staff")) == ("name-taken", "name")
    hall.give(MakeAccount(WHO, MEI, "Mei", "staff"))
    assert hall.refused(ChangeAccount(WHO, MEI, name="boss")) == ("name-taken", "name")
    hall.give(CloseAccount(WHO, MEI))
    assert hall.give(MakeAccount(WHO, "u-cccccccccccc", "Mei", "staff")) != ()


def test_the_same_account_again_is_nothing_new_and_another_of_its_id_is_refused(hall: Hall) -> None:
    assert hall.give(MakeAccount(WHO, BOSS, "Boss", "owner")) == ()
    assert hall.refused(MakeAccount(WHO, BOSS, "Other", "owner")) == ("bad-id", "id")
    assert hall.refused(MakeAccount(WHO, "u-1", "Other", "owner")) == ("bad-id", "id")


@pytest.mark.parametrize("role", ["viewer", "king", ""])
def test_an_account_has_a_role_that_does_something(hall: Hall, role: str) -> None:
    assert hall.refused(MakeAccount(WHO, MEI, "Mei", role)) == ("bad-role", "role")


def test_a_hall_always_has_an_owner(hall: Hall) -> None:
    assert hall.refused(CloseAccount(WHO, BOSS)) == ("last-owner", "account")
    assert hall.refused(ChangeAccount(WHO, BOSS, role="staff")) == ("last-owner", "account")
    hall.give(MakeAccount(WHO, MEI, "Mei", "owner"))
    hall.give(CloseAccount(WHO, BOSS))
    assert hall.give(CloseAccount(WHO, BOSS)) == ()
    assert hall.refused(ChangeAccount(WHO, BOSS, name="x")) == ("account-closed", "account")
    assert hall.refused(CloseAccount(WHO, MEI)) == ("last-owner", "account")


def test_a_second_factor_is_switched_once(hall: Hall) -> None:
    hall.give(SetSecondFactor(WHO, BOSS, True))
    assert hall.people.accounts[BOSS].second_factor
    assert hall.give(SetSecondFactor(WHO, BOSS, True)) == ()


def test_another_passphrase_ends_every_sign_in_of_the_account_alone(hall: Hall) -> None:
    hall.give(MakeAccount(WHO, MEI, "Mei", "staff"))
    for account, id_ in ((BOSS, "one"), (BOSS, "two"), (MEI, "three")):
        hall.give(OpenSignIn(WHO, account, id_, "desk", iso(NOW + timedelta(hours=1))))
    hall.give(SetPassphrase(WHO, BOSS))
    assert [one.id for one in hall.people.sign_ins.values() if one.is_open(iso(NOW))] == ["three"]


def test_a_sign_in_ends_once_and_by_itself(hall: Hall) -> None:
    hall.give(OpenSignIn(WHO, BOSS, "one", "desk", iso(NOW + timedelta(hours=1))))
    assert hall.give(OpenSignIn(WHO, BOSS, "one", "desk", iso(NOW + timedelta(hours=1)))) == ()
    assert hall.give(EndSignIn(WHO, "one")) != ()
    assert hall.give(EndSignIn(WHO, "one")) == ()
    hall.give(OpenSignIn(WHO, BOSS, "two", "desk", iso(NOW + timedelta(hours=1))))
    hall.now += timedelta(hours=1)
    assert hall.give(EndSignIn(WHO, "two")) == ()
    assert hall.refused(EndSignIn(WHO, "none")) == ("no-such-sign-in", "sign_in")


# ---------------------------------------------------------------- grants


@pytest.mark.parametrize(
    ("role", "wanted", "found"),
    [("staff", None, "staff"), ("referee", None, "referee"), ("head", None, "referee"),
     ("technician", None, "technician"), ("owner", None, "referee"), ("owner", "technician", "technician"),
     ("head", "staff", "staff")],
)  # fmt: skip
def test_a_grant_carries_what_its_account_may_be_at_a_table(
    hall: Hall, role: str, wanted: str | None, found: str
) -> None:
    hall.give(MakeAccount(WHO, MEI, "Mei", role))
    hall.give(grant(wanted))
    assert hall.people.grants[GRANT].role == Role(found)


@pytest.mark.parametrize(
    ("role", "wanted"), [("player", None), ("staff", "referee"), ("owner", "owner"), ("technician", "staff")]
)
def test_nobody_is_granted_more_than_the_role_of_the_account(hall: Hall, role: str, wanted: str | None) -> None:
    hall.give(MakeAccount(WHO, MEI, "Mei", role))
    assert hall.refused(grant(wanted)) == ("bad-role", "role")


@pytest.mark.parametrize("hours", [0, -1, LONGEST_SHIFT / timedelta(hours=1) + 0.01])
def test_a_shift_is_bounded(hall: Hall, hours: float) -> None:
    hall.give(MakeAccount(WHO, MEI, "Mei", "staff"))
    assert hall.refused(grant(hours=hours)) == ("bad-shift", "ends")


def test_a_shift_is_neither_over_nor_far_away(hall: Hall) -> None:
    hall.give(MakeAccount(WHO, MEI, "Mei", "staff"))
    hall.now += timedelta(hours=9)
    assert hall.refused(grant()) == ("bad-shift", "ends")
    hall.now -= timedelta(days=8)
    assert hall.refused(grant()) == ("bad-shift", "starts")
    assert hall.refused(replace(grant(), starts="soon")) == ("bad-shift", "starts")
    assert hall.refused(replace(grant(), ends="2026-03-04T20:00:00")) == ("bad-shift", "ends")


def test_a_grant_is_revoked_once_by_hand_by_another_role_and_by_the_end_of_the_account(hall: Hall) -> None:
    hall.give(MakeAccount(WHO, MEI, "Mei", "referee"))
    hall.give(grant())
    assert hall.give(grant()) == ()
    hall.give(RevokeGrant(WHO, GRANT))
    assert hall.give(RevokeGrant(WHO, GRANT)) == ()
    for number, ending in enumerate((ChangeAccount(WHO, MEI, role="staff"), CloseAccount(WHO, MEI))):
        id_ = f"g-{'bc'[number] * 12}"
        hall.give(replace(grant(), grant=id_))
        events = hall.give(ending)
        assert {"account.grant-revoked"} <= {event.type for event in events}
        assert not hall.people.grants[id_].is_open(iso(NOW))
    assert hall.refused(RevokeGrant(WHO, "g-none"))[0] == "no-such-grant"


# ---------------------------------------------------------------- the fold

ids = st.sampled_from([BOSS, MEI, "u-cccccccccccc"])
persons = st.integers(1, 4).map(lambda number: f"p-{'abcd'[number - 1] * 12}")
commands = st.one_of(
    st.builds(RegisterPerson, st.just(WHO), st.sampled_from(["Ann", "Bo"])),
    st.builds(ErasePerson, st.just(WHO), persons, st.just("asked")),
    st.builds(KeepContact, st.just(WHO), persons, st.just(RECORD), st.just(("phone",))),
    st.builds(MakeAccount, st.just(WHO), ids, st.sampled_from(["A", "B", "C"]), st.sampled_from(["staff", "owner"])),
    st.builds(ChangeAccount, st.just(WHO), ids, st.none(), st.sampled_from(["staff", "owner"])),
    st.builds(CloseAccount, st.just(WHO), ids),
    st.builds(SetPassphrase, st.just(WHO), ids),
    st.builds(OpenSignIn, st.just(WHO), ids, st.sampled_from(["1", "2"]), st.just("desk"), st.just(iso(NOW))),
    st.builds(EndSignIn, st.just(WHO), st.sampled_from(["1", "2"])),
    st.builds(RevokeGrant, st.just(WHO), st.just(GRANT)),
    st.just(grant()),
)


@given(st.lists(commands, max_size=40), st.data())
def test_whatever_is_asked_there_is_an_owner_and_a_repeat_changes_no_list(
    asked: list[HallCommand], data: st.DataObject
) -> None:
    hall = Hall()
    hall.give(MakeAccount(WHO, BOSS, "Boss", "owner"))
    for command in asked:
        try:
            hall.give(command)
        except Refused:
            continue
        once = hall.people
        try:
            hall.give(command)
        except Refused:
            assert hall.people is once
        if not isinstance(command, RegisterPerson):
            assert hall.people == once
    assert hall.people.owners() != []
    cut = data.draw(st.integers(0, len(hall.journal)))
    state = State()
    for recorded in hall.journal[:cut]:
        state = evolve(state, recorded)
    kept = state
    for recorded in hall.journal[cut:]:
        state = evolve(state, recorded)
    assert state == hall.people
    for recorded in hall.journal[cut:]:
        kept = evolve(kept, recorded)
    assert kept == hall.people


def test_events_about_what_is_not_there_change_nothing() -> None:
    for kind in EVENTS:
        if kind.type in ("person.registered", "account.made", "account.signed-in", "account.grant-made"):
            continue
        values = {
            "fields": (), "role": HallRole.STAFF, "on": True, "tables": (), "how": "left",
        }  # fmt: skip
        names = [part.name for part in fields(kind) if part.name != "actor"]
        event = kind(**{name: values.get(name, "x") for name in names})
        assert evolve(State(), Recorded(1, iso(NOW), event, "")) == State()
