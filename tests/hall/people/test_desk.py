"""Signing in, the first account, second factors: what the desk keeps, and what it tells whoever guesses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import pyotp
import pytest

from controller.credentials.tokens import Token
from controller.events import Catalogue, Event, Recorded
from controller.journal.store import iso
from controller.refusals import Refused
from hall.commands import Context, HallCommand
from hall.people import credentials
from hall.people.commands import RegisterPerson
from hall.people.contacts import Contact, ContactDesk, ContactsInMemory, contact_of, orphans, overdue
from hall.people.credentials import SecretsInMemory, check_passphrase, hash_of_passphrase, is_outdated, is_passphrase
from hall.people.decide import COMMANDS
from hall.people.desk import FIRST_CODE_SECONDS, OWN_DEVICE, SHIFT, AccountDesk
from hall.people.events import EVENTS
from hall.people.state import State, evolve
from hall.permits import HallRole

T = TypeVar("T")
NOW = datetime(2026, 3, 4, 18, 0, tzinfo=UTC)
WORDS = "four winds and a dragon"
OTHER = "nine gates of the lotus"
DECIDE = {one.command: one.decide for one in COMMANDS}
CATALOGUE = Catalogue(EVENTS, {})


def done(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


async def slowly(work: Callable[[], T]) -> T:
    return work()


class Hall:
    """A hall of this room alone, its two desks, and clocks that stand still until they are set."""

    def __init__(self) -> None:
        self.people, self.now, self.journal = State(), NOW, list[Recorded]()
        self.secrets, self.contacts = SecretsInMemory(), ContactsInMemory()
        self._made = 0
        clock = {"now": lambda: self.now, "steady": lambda: self.now.timestamp()}
        self.desk = AccountDesk(self.secrets, lambda: self.people, self.give, random=self.random, **clock)  # type: ignore[arg-type]
        self.contact_desk = ContactDesk(self.contacts, lambda: self.people, self.give, self.random)

    def random(self, count: int) -> bytes:
        self._made += 1
        return self._made.to_bytes(count, "little")

    async def give(self, command: HallCommand) -> tuple[Event, ...]:
        events: tuple[Event, ...] = DECIDE[type(command)](command, Context(self, self.now, self.random))  # type: ignore[arg-type]
        for event in events:
            self.journal.append(Recorded(len(self.journal) + 1, iso(self.now), event, ""))
            self.people = evolve(self.people, self.journal[-1])
        return events

    def account(self, name: str, role: HallRole = HallRole.STAFF, passphrase: str = WORDS) -> str:
        return done(self.desk.make(name, role, passphrase, None, "Ada", slowly))

    def sign_in(
        self, name: str = "Mei", passphrase: str = WORDS, code: str = "", client: str = "c", own: bool = False
    ) -> Token:
        return done(self.desk.sign_in(name, passphrase, code, "desk", client, own, slowly))

    def refused(self, work: Coroutine[Any, Any, object]) -> str:
        with pytest.raises(Refused) as caught:
            done(work)
        return caught.value.code

    def fails(self, **how: Any) -> str:
        with pytest.raises(Refused) as caught:
            self.sign_in(**how)
        return caught.value.code

    def person(self) -> str:
        done(self.give(RegisterPerson("Ada", "Ann")))
        return list(self.people.persons)[-1]


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """argon2id with the least that it takes: the costs are not what these tests are about."""
    monkeypatch.setattr(credentials, "TIME_COST", 1)
    monkeypatch.setattr(credentials, "MEMORY_KIB", 8)
    credentials._hasher.cache_clear()


@pytest.fixture
def hall() -> Hall:
    found = Hall()
    found.account("Boss", HallRole.OWNER)
    found.account("Mei")
    return found


# ---------------------------------------------------------------- passphrases


def test_a_hash_is_argon2id_with_a_salt_of_its_own_and_todays_costs() -> None:
    first, second = hash_of_passphrase(WORDS), hash_of_passphrase(WORDS)
    assert first.startswith("$argon2id$v=19$m=8,t=1,p=1$")
    assert first != second
    assert not is_outdated(first)


def test_a_passphrase_fits_its_hash_alone_however_the_keyboard_composes_it() -> None:
    kept = hash_of_passphrase("caf\u00e9 of four winds")
    assert is_passphrase("cafe\u0301 of four winds", kept)
    assert not is_passphrase("cafe of four winds", kept)
    assert not is_passphrase(WORDS, None)
    assert not is_passphrase("nobody has this passphrase", None)
    assert not is_passphrase(WORDS, "no hash at all")


@pytest.mark.parametrize("text", ["", "short", "a" * 12, "abcdabcdabcd", "Mei Ling Mei Ling", "x" * 257])
def test_a_passphrase_that_is_easily_guessed_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="weak-passphrase"):
        check_passphrase(text, "Mei Ling")


# ---------------------------------------------------------------- the first account


def test_the_code_of_the_console_makes_one_owner_once() -> None:
    hall = Hall()
    code = hall.desk.new_first_code()
    id_ = done(hall.desk.make_first(code.lower().replace("-", " "), "Boss", WORDS, "c", slowly))
    assert hall.people.accounts[id_].role is HallRole.OWNER
    assert hall.refused(hall.desk.make_first(code, "Boss2", WORDS, "c", slowly)) == "wrong-console-code"


def test_the_code_of_the_console_is_void_after_its_time_and_after_the_next() -> None:
    hall = Hall()
    first, second = hall.desk.new_first_code(), hall.desk.new_first_code()
    assert hall.refused(hall.desk.make_first(first, "Boss", WORDS, "c", slowly)) == "wrong-console-code"
    hall.now += timedelta(seconds=FIRST_CODE_SECONDS)
    assert hall.refused(hall.desk.make_first(second, "Boss", WORDS, "c", slowly)) == "wrong-console-code"


def test_a_refused_first_account_leaves_the_code_valid() -> None:
    hall = Hall()
    code = hall.desk.new_first_code()
    assert hall.refused(hall.desk.make_first(code, "Boss", "weak", "c", slowly)) == "weak-passphrase"
    assert done(hall.desk.make_first(code, "Boss", WORDS, "c", slowly)) in hall.people.accounts


# ---------------------------------------------------------------- signing in


def test_a_token_stands_for_the_account_as_it_is_now(hall: Hall) -> None:
    token = hall.sign_in(name=" mei ")
    actor = hall.desk.actor(token.text)
    assert actor is not None
    assert (actor.role, actor.name, actor.device) == (HallRole.STAFF, "Mei", token.id)
    assert hall.desk.actor(token.id + ".guess") is None
    assert hall.desk.actor("") is None
    done(hall.desk.close(actor.account or "", "Boss"))
    assert hall.desk.actor(token.text) is None
    assert hall.fails() == "wrong-sign-in"


@pytest.mark.parametrize(("own", "lasting"), [(False, SHIFT), (True, OWN_DEVICE)])
def test_a_sign_in_ends_by_itself(hall: Hall, own: bool, lasting: timedelta) -> None:
    token = hall.sign_in(own=own)
    hall.now += lasting - timedelta(seconds=1)
    assert hall.desk.actor(token.text) is not None
    hall.now += timedelta(seconds=1)
    assert hall.desk.actor(token.text) is None


def test_neither_secret_nor_hash_is_in_the_journal(hall: Hall) -> None:
    token = hall.sign_in()
    text = json.dumps([CATALOGUE.to_json(recorded.event) for recorded in hall.journal])
    secret = token.text.partition(".")[2]
    assert token.id in text
    assert not any(part in text for part in (secret, token.hash, "argon2", WORDS))


def test_wrong_name_and_wrong_passphrase_sound_alike(hall: Hall) -> None:
    assert hall.fails(name="Nobody") == hall.fails(passphrase=OTHER) == "wrong-sign-in"


def test_after_five_wrong_tries_the_right_passphrase_waits_as_well(hall: Hall) -> None:
    for client in "abcde":
        assert hall.fails(passphrase=OTHER, client=client) == "wrong-sign-in"
    assert hall.fails(client="f") == "too-many-tries"
    hall.now += timedelta(seconds=61)
    assert hall.desk.actor(hall.sign_in(client="f").text) is not None


def test_one_client_does_not_get_far_with_many_names(hall: Hall) -> None:
    for number in range(5):
        assert hall.fails(name=f"n{number}") == "wrong-sign-in"
    assert hall.fails(name="n6") == "too-many-tries"
    assert hall.desk.actor(hall.sign_in(client="another").text) is not None


def test_many_tries_at_once_are_not_counted_as_one(hall: Hall) -> None:
    async def all_at_once() -> list[BaseException | object]:
        gate = asyncio.Event()

        async def waits(work: Callable[[], bool]) -> bool:
            await gate.wait()
            return work()

        tries = [
            asyncio.ensure_future(hall.desk.sign_in("Mei", OTHER, "", "desk", "c", False, waits)) for _ in range(20)
        ]
        await asyncio.sleep(0)
        gate.set()
        return await asyncio.gather(*tries, return_exceptions=True)

    codes = [one.code for one in done(all_at_once()) if isinstance(one, Refused)]
    assert codes.count("wrong-sign-in") == 5
    assert codes.count("too-many-tries") == 15


def test_right_passphrases_are_not_counted(hall: Hall) -> None:
    for _ in range(12):
        hall.sign_in()


def test_a_hash_of_other_costs_is_made_anew_at_the_next_sign_in(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    (account,) = [one.id for one in hall.people.accounts.values() if one.name == "Mei"]
    monkeypatch.setattr(credentials, "TIME_COST", 2)
    credentials._hasher.cache_clear()
    hall.sign_in()
    assert (hall.secrets.account(account).passphrase or "").startswith("$argon2id$v=19$m=8,t=2,p=1$")
    hall.sign_in()


def test_one_signs_out_oneself_and_an_owner_anybody(hall: Hall) -> None:
    mine, other, boss = hall.sign_in(), hall.sign_in(), hall.sign_in("Boss")
    mei, owner = hall.desk.actor(mine.text), hall.desk.actor(boss.text)
    assert mei is not None
    assert owner is not None
    assert hall.refused(hall.desk.sign_out(mei, boss.id)) == "not-allowed"
    done(hall.desk.sign_out(mei, mine.id))
    done(hall.desk.sign_out(owner, other.id))
    assert [hall.desk.actor(token.text) for token in (mine, other)] == [None, None]
    assert hall.refused(hall.desk.sign_out(owner, "none")) == "no-such-sign-in"


def test_when_a_sign_in_was_used_is_noted_to_five_minutes(hall: Hall) -> None:
    token = hall.sign_in()
    account = hall.people.sign_ins[token.id].account
    for minutes, seen in ((4, 0), (6, 6), (8, 6)):
        hall.now = NOW + timedelta(minutes=minutes)
        hall.desk.actor(token.text)
        assert hall.desk.last_seen(account) == {token.id: iso(NOW + timedelta(minutes=seen))}


# ---------------------------------------------------------------- what proves somebody


def test_another_passphrase_needs_the_old_one_and_ends_all_sign_ins(hall: Hall) -> None:
    token = hall.sign_in()
    mei = hall.desk.actor(token.text)
    assert mei is not None
    assert hall.refused(hall.desk.change_passphrase(mei, OTHER, OTHER, slowly, slowly)) == "wrong-sign-in"
    assert hall.refused(hall.desk.change_passphrase(mei, WORDS, "short", slowly, slowly)) == "weak-passphrase"
    done(hall.desk.change_passphrase(mei, WORDS, OTHER, slowly, slowly))
    assert hall.desk.actor(token.text) is None
    assert hall.fails() == "wrong-sign-in"
    hall.sign_in(passphrase=OTHER)


def test_only_an_owner_resets_the_passphrase_of_another(hall: Hall) -> None:
    mei, boss = hall.desk.actor(hall.sign_in().text), hall.desk.actor(hall.sign_in("Boss").text)
    assert mei is not None
    assert boss is not None
    assert hall.refused(hall.desk.reset_passphrase(mei, boss.account or "", OTHER, slowly)) == "not-allowed"
    done(hall.desk.reset_passphrase(boss, mei.account or "", OTHER, slowly))
    hall.sign_in(passphrase=OTHER)


def with_second_factor(hall: Hall) -> pyotp.TOTP:
    mei = hall.desk.actor(hall.sign_in().text)
    assert mei is not None
    begun = hall.desk.begin_second_factor(mei)
    assert "issuer=Jantaku" in begun.link
    assert hall.refused(hall.desk.confirm_second_factor(mei, "12345x")) == "wrong-factor-code"
    assert not hall.people.accounts[mei.account or ""].second_factor
    totp = pyotp.TOTP(begun.secret)
    done(hall.desk.confirm_second_factor(mei, totp.at(int(hall.now.timestamp()))))
    hall.now += timedelta(seconds=60)
    return totp


def test_a_second_factor_is_wanted_and_each_code_is_taken_once(hall: Hall) -> None:
    totp = with_second_factor(hall)
    assert hall.fails() == "second-factor-wanted"
    code = totp.at(int(hall.now.timestamp()))
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    assert hall.fails(code=wrong) == "wrong-factor-code"
    hall.sign_in(code=f"{code[:3]} {code[3:]}")
    assert hall.fails(code=code) == "wrong-factor-code"


@pytest.mark.parametrize(("seconds", "taken"), [(-60, False), (-30, True), (0, True), (30, True), (60, False)])
def test_a_code_is_taken_one_step_early_and_one_late(hall: Hall, seconds: int, taken: bool) -> None:
    totp = with_second_factor(hall)
    hall.now += timedelta(minutes=5)
    code = totp.at(int(hall.now.timestamp()) + seconds)
    if taken:
        assert hall.desk.actor(hall.sign_in(code=code).text) is not None
    else:
        assert hall.fails(code=code) == "wrong-factor-code"


def test_a_lost_phone_is_helped_by_an_owner(hall: Hall) -> None:
    with_second_factor(hall)
    boss = hall.desk.actor(hall.sign_in("Boss").text)
    assert boss is not None
    (mei,) = [one.id for one in hall.people.accounts.values() if one.name == "Mei"]
    done(hall.desk.drop_second_factor(boss, mei))
    hall.sign_in()


def test_guessing_codes_is_bounded_like_guessing_passphrases(hall: Hall) -> None:
    totp = with_second_factor(hall)
    code = totp.at(int(hall.now.timestamp()))
    for number in range(1, 6):
        assert hall.fails(code=f"{(int(code) + number) % 1_000_000:06d}", client=str(number)) == "wrong-factor-code"
    assert hall.fails(code=code) == "too-many-tries"


# ---------------------------------------------------------------- contact data


def test_contact_data_are_read_back_replaced_and_deleted_for_good(hall: Hall) -> None:
    id_, desk = hall.person(), hall.contact_desk
    done(desk.keep(id_, Contact(phone="1", email="a@b"), "Ada"))
    done(desk.keep(id_, Contact(phone="2"), "Ada"))
    assert desk.read(id_) == Contact(phone="2")
    assert len(list(hall.contacts.records())) == 1
    done(desk.delete(id_, "asked", "Ada"))
    assert desk.read(id_) is None
    assert list(hall.contacts.records()) == []


def test_refused_contact_data_are_not_kept(hall: Hall) -> None:
    assert hall.refused(hall.contact_desk.keep("p-none", Contact(phone="1"), "Ada")) == "no-such-person"
    assert list(hall.contacts.records()) == []


def test_no_event_holds_contact_data(hall: Hall) -> None:
    id_ = hall.person()
    done(hall.contact_desk.keep(id_, Contact(phone="+44 20 7946 0000", full_name="Ann Example"), "Ada"))
    done(hall.contact_desk.erase(id_, "asked", "Ada"))
    text = json.dumps([CATALOGUE.to_json(recorded.event) for recorded in hall.journal])
    assert "7946" not in text
    assert "Example" not in text
    assert [recorded.event.type for recorded in hall.journal[-1:]] == ["person.erased"]
    assert list(hall.contacts.records()) == []


def test_an_export_holds_the_contact_and_every_event_that_names_the_person(hall: Hall) -> None:
    id_, other = hall.person(), hall.person()
    done(hall.contact_desk.keep(id_, Contact(phone="1"), "Ada"))
    events = [{"type": one.event.type, **CATALOGUE.to_json(one.event)} for one in hall.journal]
    nested = {"type": "floor.x", "guests": [{"person": id_}], "of": {"other": 1}}
    found = done(hall.contact_desk.export(id_, [*events, nested], "Ada"))
    assert found["contact"]["phone"] == "1"
    assert [event["type"] for event in found["events"]] == ["person.registered", "person.contact-kept", "floor.x"]
    assert other not in json.dumps(found)
    assert hall.journal[-1].event.type == "person.exported"


def test_records_that_nothing_refers_to_are_found(hall: Hall) -> None:
    id_ = hall.person()
    done(hall.contact_desk.keep(id_, Contact(phone="1"), "Ada"))
    hall.contacts.put("k-lost", id_, Contact(phone="2"))
    assert orphans(hall.people, hall.contacts.records()) == ["k-lost"]
    assert hall.contact_desk.sweep(["k-other"]) == 0
    assert hall.contact_desk.sweep(hall.contact_desk.orphans()) == 1
    assert hall.contact_desk.read(id_) == Contact(phone="1")


def test_contacts_are_overdue_when_neither_they_nor_a_visit_are_recent(hall: Hall) -> None:
    id_, keep = hall.person(), timedelta(days=30)
    done(hall.contact_desk.keep(id_, Contact(phone="1"), "Ada"))
    late = NOW + timedelta(days=31)
    assert overdue(hall.people, {}, NOW + keep, keep) == []
    assert overdue(hall.people, {}, late, keep) == [id_]
    assert overdue(hall.people, {id_: iso(NOW + timedelta(days=2))}, late, keep) == []


@pytest.mark.parametrize(
    ("given", "field"), [({}, "fields"), ({"phone": ""}, "fields"), ({"shoe": "44"}, "shoe"), ({"phone": 1}, "phone")]
)
def test_a_contact_that_holds_nothing_or_something_unknown_is_refused(given: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as caught:
        contact_of(given)
    assert (caught.value.code, caught.value.field) == ("bad-contact", field)


def test_a_contact_is_bounded_and_printable() -> None:
    assert contact_of({"phone": " 1 ", "email": ""}) == replace(Contact(), phone="1")
    with pytest.raises(Refused, match="bad-words"):
        contact_of({"phone": "1" * 101})
