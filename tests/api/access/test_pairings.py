"""Devices get in: by the codes of the display, of a grant, of the console; with the PIN where it is wanted."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from api.access import owner_code
from api.access.access import Access, AccessRules
from api.access.caller import Caller
from api.access.desk import OPEN_SECONDS, Wish
from api.access.folder import FILE
from api.access.keys import HOLD_SECONDS, HeldKeys
from api.access.pin import hash_pin, is_pin
from api.access.store import AccessStore
from controller.credentials.tries import FIRST_PAUSE, MOST_TRIES
from controller.permits import Actor, Role
from controller.refusals import Refused
from controller.rules.seats import SEATS, Seat
from firmware_bridge.messages import Key, KeyChanged
from tests.api.access.conftest import Clock, Desk

SEAT = Wish(Role.SEAT, SEATS[3])
OWNER = Actor(Role.OWNER, "Olga")
PIN = "2468"


async def at_once(question: Callable[[], bool]) -> bool:
    return question()


def kept_in(folder: Path, clock: Clock | None = None) -> Desk:
    return Desk(Access(AccessRules(local_owner=False), AccessStore(folder / "access"), now=clock or Clock()))


def enter(one: Desk, text: str, name: str | None = None, pin: str | None = None) -> Actor:
    token = asyncio.run(one.pairings.enter(text, name, pin, at_once))
    return one.access.actor(Caller("x", False, token.text))


def refusal(one: Desk, text: str, pin: str | None = None) -> str:
    with pytest.raises(Refused) as caught:
        enter(one, text, pin=pin)
    return caught.value.code


def digits(one: Desk) -> str:
    found = one.pairings.open_now()
    assert found is not None
    return found[0].digits


def test_a_phone_asks_and_is_let_in_after_its_key(tmp_path: Path) -> None:
    one = kept_in(tmp_path)
    asked = one.pairings.ask(SEAT, "Bo's phone", "192.168.0.9")
    assert one.pairings.state(asked.id)[0] == "waiting"
    one.pairings.key_held(SEATS[3])
    assert one.pairings.state(asked.id)[0] == "open"
    found = enter(one, digits(one))
    assert (found.role, found.seat, found.name) == (Role.SEAT, SEATS[3], "Bo's phone")
    assert one.pairings.state(asked.id)[0] == "over"
    assert one.access.devices()[0].paired_by == "key-3"


def test_the_display_is_told_when_a_pairing_opens_and_when_it_is_over(tmp_path: Path) -> None:
    one = kept_in(tmp_path)
    one.pairings.ask(SEAT, "phone", "a")
    assert one.changes == 0
    one.pairings.key_held(SEATS[3])
    assert one.changes == 1
    one.pass_(OPEN_SECONDS + 1)
    assert one.changes == 2
    assert one.pairings.open_now() is None


def test_staff_needs_the_keys_the_code_and_the_pin(tmp_path: Path) -> None:
    one = kept_in(tmp_path)
    one.pairings.set_pin(hash_pin(PIN))
    one.pairings.ask(Wish(Role.STAFF), "Ann", "a")
    one.pairings.key_held(None)
    assert refusal(one, digits(one)) == "wrong-pin"
    assert refusal(one, digits(one), "1357") == "wrong-pin"
    token = asyncio.run(one.pairings.enter(digits(one), None, PIN, at_once))
    assert one.access.actor(Caller("x", False, token.text)).role is Role.STAFF


def test_without_a_pin_nobody_becomes_staff_at_the_table(tmp_path: Path) -> None:
    one = kept_in(tmp_path)
    one.pairings.ask(Wish(Role.STAFF), "Ann", "a")
    one.pairings.key_held(None)
    assert refusal(one, digits(one), PIN) == "no-pin"


def test_the_pin_is_guessed_five_times_and_then_not_for_a_while(tmp_path: Path) -> None:
    one = kept_in(tmp_path)
    one.pairings.set_pin(hash_pin(PIN))
    one.pairings.ask(Wish(Role.STAFF), "Ann", "a")
    one.pairings.key_held(None)
    assert [refusal(one, digits(one), "1357") for _ in range(MOST_TRIES)] == ["wrong-pin"] * MOST_TRIES
    assert refusal(one, digits(one), PIN) == "too-many-tries"
    one.pass_(FIRST_PAUSE)
    token = asyncio.run(one.pairings.enter(digits(one), None, PIN, at_once))
    assert one.access.actor(Caller("x", False, token.text)).role is Role.STAFF


def test_many_guesses_at_once_are_counted_each(tmp_path: Path) -> None:
    one = kept_in(tmp_path)
    one.pairings.set_pin(hash_pin(PIN))
    one.pairings.ask(Wish(Role.STAFF), "Ann", "a")
    one.pairings.key_held(None)
    asked: list[str] = []

    async def slowly(question: Callable[[], bool]) -> bool:
        asked.append("asked")
        await asyncio.sleep(0)
        return question()

    async def scenario() -> None:
        guesses = [one.pairings.enter(digits(one), None, f"{n:04}", slowly) for n in range(20)]
        await asyncio.gather(*guesses, return_exceptions=True)

    asyncio.run(scenario())
    assert len(asked) == MOST_TRIES


def test_two_devices_that_enter_one_code_are_not_both_let_in(tmp_path: Path) -> None:
    one = kept_in(tmp_path)
    one.pairings.set_pin(hash_pin(PIN))
    one.pairings.ask(Wish(Role.STAFF), "Ann", "a")
    one.pairings.key_held(None)

    async def slowly(question: Callable[[], bool]) -> bool:
        found = question()
        await asyncio.sleep(0)
        return found

    async def scenario() -> list[object]:
        both = [one.pairings.enter(digits(one), name, PIN, slowly) for name in ("Ann", "Eve")]
        return await asyncio.gather(*both, return_exceptions=True)

    found = asyncio.run(scenario())
    assert sum(isinstance(each, Refused) for each in found) == 1
    assert len(one.access.devices()) == 1


def test_a_grant_lets_one_device_in_with_its_role_also_after_a_restart(tmp_path: Path) -> None:
    _, code = kept_in(tmp_path).pairings.make_grant(Role.REFEREE, "Rei", 3600, OWNER)
    assert code not in (tmp_path / "access" / FILE).read_text(encoding="utf-8")
    one = kept_in(tmp_path)
    found = enter(one, code)
    assert (found.role, found.name) == (Role.REFEREE, "Rei")
    assert one.access.devices()[0].paired_by == "Olga"
    assert refusal(one, code) == "wrong-code"


def test_a_grant_that_is_expired_or_taken_back_lets_nobody_in(tmp_path: Path) -> None:
    clock = Clock()
    one = kept_in(tmp_path, clock)
    expired, taken = (one.pairings.make_grant(Role.STAFF, "Ann", hours, OWNER) for hours in (3600, 7200))
    clock.pass_(3600)
    assert refusal(one, expired[1]) == "wrong-code"
    one.pairings.take_back(taken[0].id)
    assert refusal(one, taken[1]) == "wrong-code"
    with pytest.raises(Refused, match="no-such-grant"):
        one.pairings.take_back(taken[0].id)


def test_the_code_of_the_console_makes_an_owner_once(tmp_path: Path) -> None:
    one, clock = kept_in(tmp_path), Clock()
    code = owner_code.make(tmp_path / "access", int(clock().timestamp()))
    assert stat.S_IMODE((tmp_path / "access" / owner_code.FILE).stat().st_mode) == 0o600
    assert enter(one, code, "Olga").role is Role.OWNER
    assert one.access.devices()[0].paired_by == "console"
    assert refusal(one, code) == "wrong-code"


def test_the_code_of_the_console_expires_and_a_new_one_takes_its_place(tmp_path: Path) -> None:
    clock = Clock()
    one = kept_in(tmp_path, clock)
    first = owner_code.make(tmp_path / "access", int(clock().timestamp()))
    second = owner_code.make(tmp_path / "access", int(clock().timestamp()))
    assert refusal(one, first) == "wrong-code"
    clock.pass_(owner_code.LIFETIME)
    assert refusal(one, second) == "wrong-code"


def test_the_service_button_makes_the_first_owner_and_no_other(tmp_path: Path) -> None:
    one = kept_in(tmp_path)
    one.pairings.button_pressed()
    assert one.pairings.open_now() is None
    one.pairings.ask(Wish(Role.OWNER), "Olga", "a")
    one.pairings.button_pressed()
    assert enter(one, digits(one)).role is Role.OWNER
    with pytest.raises(Refused, match="not-allowed"):
        one.pairings.ask(Wish(Role.OWNER), "Eve", "b")


def test_a_pin_is_kept_as_a_slow_hash() -> None:
    kept = hash_pin(PIN)
    assert kept.startswith("scrypt$16384$")
    assert is_pin(PIN, kept)
    assert not is_pin("2469", kept)
    assert hash_pin(PIN) != kept, "salted"


# ---------------------------------------------------------------- keys


class Keys:
    """The keys of the table, followed while a phone waits for its seat, or not."""

    def __init__(self, desk: Desk, *, waits: bool) -> None:
        self.desk, self.thrown = desk, list[Seat]()
        self.held: list[Seat | None] = []
        self.keys = HeldKeys(lambda _role, _seat: waits, self.held.append, self.thrown.append, desk.later)

    def change(self, key: Key, pressed: bool) -> bool:
        return self.keys.holds_back(KeyChanged(key=key, pressed=int(pressed), board_us=0))


def keys(*, waits: bool) -> Keys:
    return Keys(Desk(Access(AccessRules())), waits=waits)


def test_a_dice_key_throws_at_once_while_nobody_waits() -> None:
    one = keys(waits=False)
    assert not one.change(Key.DICE_1, True)
    one.desk.pass_(HOLD_SECONDS * 2)
    assert (one.held, one.thrown) == ([], [])


def test_a_short_press_throws_when_it_ends_while_a_phone_waits() -> None:
    one = keys(waits=True)
    assert one.change(Key.DICE_1, True)
    one.desk.pass_(HOLD_SECONDS / 2)
    assert not one.change(Key.DICE_1, False)
    one.desk.pass_(HOLD_SECONDS)
    assert (one.held, one.thrown) == ([], [SEATS[1]])


def test_a_long_press_pairs_and_throws_nothing() -> None:
    one = keys(waits=True)
    one.change(Key.DICE_1, True)
    one.desk.pass_(HOLD_SECONDS)
    one.change(Key.DICE_1, False)
    assert (one.held, one.thrown) == ([SEATS[1]], [])


def test_two_short_presses_are_no_long_one() -> None:
    one = keys(waits=True)
    for _ in range(2):
        one.change(Key.DICE_1, True)
        one.desk.pass_(HOLD_SECONDS * 0.6)
        one.change(Key.DICE_1, False)
    one.desk.pass_(HOLD_SECONDS)
    assert (one.held, one.thrown) == ([], [SEATS[1], SEATS[1]])


@pytest.mark.parametrize("first_up", [Key.OPEN, Key.RAISE])
def test_open_and_raise_count_while_both_are_down(first_up: Key) -> None:
    one = keys(waits=False)
    for long in (False, True):
        for key in (Key.OPEN, Key.RAISE, Key.BOTH):
            assert not one.change(key, True), "the machine moves as ever"
        one.desk.pass_(HOLD_SECONDS if long else HOLD_SECONDS / 2)
        one.change(first_up, False)
        one.desk.pass_(HOLD_SECONDS)
    assert one.held == [None]
