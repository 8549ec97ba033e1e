"""Pairing at the table: who may open it, who gets in, and what stops whoever guesses."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.access.desk import (
    MOST_OF_A_CLIENT,
    MOST_WAITING,
    OPEN_SECONDS,
    WAIT_SECONDS,
    Asked,
    OpenPairing,
    PairingDesk,
    Wish,
)
from controller.credentials.codes import hash_of_code, is_digits, new_code, new_digits, plain
from controller.credentials.tries import FIRST_PAUSE, MOST_TRIES
from controller.permits import Role
from controller.refusals import Refused
from controller.rules.seats import SEATS

PHONE, OTHER = Wish(Role.SEAT, SEATS[2]), Wish(Role.SEAT, SEATS[1])
WRONG = "000000"


def desk() -> PairingDesk:
    return PairingDesk(digits=lambda: "123456")


def asks(one: PairingDesk, wish: Wish = PHONE, now: float = 0.0, client: str = "a", id_: str = "1") -> Asked:
    asked = Asked(id_, wish, "phone", client, now + WAIT_SECONDS)
    one.ask(asked, now)
    return asked


def opened(now: float = 0.0) -> PairingDesk:
    one = desk()
    asks(one, now=now)
    assert one.seat_key_held(SEATS[2], now)
    return one


def code_of(entered: OpenPairing | None) -> str:
    assert entered is not None
    return entered.code


def refusal(one: PairingDesk, text: str, now: float) -> str:
    with pytest.raises(Refused) as caught:
        one.entered(text, now)
    return caught.value.code


def test_nothing_opens_without_a_key() -> None:
    one = desk()
    asks(one)
    assert refusal(one, "123456", 1.0) == "no-such-pairing"


def test_a_key_opens_nothing_that_nobody_asked_for() -> None:
    one = desk()
    assert not one.seat_key_held(SEATS[2], 0.0)
    asks(one)
    assert not one.seat_key_held(SEATS[1], 0.0)
    assert not one.both_keys_held(0.0)
    assert not one.button_pressed(0.0)


def test_the_key_of_a_seat_lets_in_a_phone_of_that_seat() -> None:
    one = opened()
    found = one.entered("123 456", 1.0)
    assert found is not None
    assert (found.wish, found.by, found.pin) == (PHONE, "key-2", False)


def test_a_key_is_too_late_after_two_minutes() -> None:
    one = desk()
    asks(one)
    assert not one.seat_key_held(SEATS[2], WAIT_SECONDS)


def test_digits_are_worth_nothing_after_two_minutes() -> None:
    one = opened()
    assert one.entered("123456", OPEN_SECONDS - 1) is not None
    assert refusal(one, "123456", OPEN_SECONDS) == "no-such-pairing"


def test_a_code_lets_one_device_in() -> None:
    one = opened()
    first, second = one.entered("123456", 1.0), one.entered("123456", 1.0)
    assert first is not None
    assert second is not None
    one.used(first, 1.0)
    with pytest.raises(Refused, match="no-such-pairing"):
        one.used(second, 1.0)
    assert refusal(one, "123456", 2.0) == "no-such-pairing"
    assert one.waiting == {}


def test_the_scanned_code_lets_in_as_well_and_once() -> None:
    one = opened()
    code = code_of(one.opened)
    found = one.entered(code.lower().replace("-", " "), 1.0)
    assert found is one.opened
    assert found is not None
    one.used(found, 1.0)
    assert one.entered(code, 1.0) is None


def test_five_wrong_digits_close_digits_for_a_minute_but_not_the_scanned_code() -> None:
    one = opened()
    code = code_of(one.opened)
    assert [refusal(one, WRONG, 1.0) for _ in range(MOST_TRIES)] == ["wrong-code"] * MOST_TRIES
    assert refusal(one, "123456", 1.0) == "too-many-tries"
    assert one.entered(code, 1.0) is one.opened
    assert one.entered("123456", 1.0 + FIRST_PAUSE) is one.opened


def test_wrong_digits_of_one_pairing_count_for_the_next() -> None:
    """Otherwise who guesses would have five tries at each."""
    one = opened()
    for _ in range(MOST_TRIES - 1):
        refusal(one, WRONG, 1.0)
    asks(one, now=OPEN_SECONDS + 1)
    assert one.seat_key_held(SEATS[2], OPEN_SECONDS + 1)
    refusal(one, WRONG, OPEN_SECONDS + 2)
    assert refusal(one, "123456", OPEN_SECONDS + 2) == "too-many-tries"


@given(st.lists(st.tuples(st.floats(0, 200), st.booleans()), max_size=80))
def test_guessing_never_gets_more_tries_than_the_rule_allows(steps: list[tuple[float, bool]]) -> None:
    """Steps: a pause, then a wrong guess or a new pairing."""
    one, now, taken, started = desk(), 0.0, 0, 0.0
    for pause, guess in steps:
        now += pause
        if not guess:
            asks(one, now=now)
            one.seat_key_held(SEATS[2], now)
            continue
        taken += refusal(one, WRONG, now) == "wrong-code"
    assert taken <= MOST_TRIES * (1 + (now - started) / FIRST_PAUSE)


def test_two_phones_of_different_seats_pair_one_after_the_other() -> None:
    one = desk()
    asks(one, PHONE, id_="1")
    asks(one, OTHER, id_="2", client="b")
    assert one.seat_key_held(SEATS[2], 0.0)
    assert not one.seat_key_held(SEATS[1], 1.0), "the display shows one code"
    found = one.entered("123456", 2.0)
    assert found is not None
    one.used(found, 2.0)
    assert one.seat_key_held(SEATS[1], 3.0)
    assert one.opened is not None
    assert one.opened.wish == OTHER


def test_holding_the_key_again_makes_a_new_code() -> None:
    one = opened()
    before = code_of(one.opened)
    assert one.seat_key_held(SEATS[2], 5.0)
    assert code_of(one.opened) != before
    assert one.entered(before, 6.0) is None


def test_open_and_raise_open_for_staff_before_a_tablet_and_want_the_pin() -> None:
    one = desk()
    asks(one, Wish(Role.TABLE), id_="1")
    asks(one, Wish(Role.STAFF), id_="2")
    assert one.both_keys_held(0.0)
    assert one.opened is not None
    assert (one.opened.wish.role, one.opened.pin) == (Role.STAFF, True)


def test_staff_vouches_for_a_tablet_and_for_nothing_else() -> None:
    one = desk()
    tablet, phone = asks(one, Wish(Role.TABLE), id_="1"), asks(one, PHONE, id_="2", client="b")
    with pytest.raises(Refused, match="no-such-pairing"):
        one.vouch(phone.id, "staff", 0.0)
    one.vouch(tablet.id, "Ann", 0.0)
    assert one.opened is not None
    assert (one.opened.by, one.opened.pin) == ("Ann", False)
    asks(one, Wish(Role.TABLE), id_="3")


def test_no_more_devices_wait_than_there_are_places() -> None:
    one = desk()
    for n in range(MOST_WAITING):
        asks(one, client=f"c{n}", id_=f"{n}")
    with pytest.raises(Refused, match="too-many-pairings"):
        asks(one, client="another", id_="x")
    asks(one, client="another", id_="x", now=WAIT_SECONDS)


def test_a_client_that_asks_again_takes_its_own_place() -> None:
    one = desk()
    for n in range(MOST_OF_A_CLIENT + 3):
        asks(one, client="a", id_=f"{n}")
    assert list(one.waiting) == [f"{n}" for n in range(3, MOST_OF_A_CLIENT + 3)]


# ---------------------------------------------------------------- codes


@given(st.text(max_size=200))
def test_any_text_is_a_code_that_is_refused_or_none(text: str) -> None:
    one = opened()
    try:
        assert one.entered(text, 1.0) is None or is_digits(text)
    except Refused as refused:
        assert refused.code == "wrong-code"
    hash_of_code(text)


def test_codes_are_read_as_people_type_them() -> None:
    assert plain(" k7q-o1il ") == "K7Q0111"
    code = new_code()
    assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}", code)
    assert hash_of_code(code) == hash_of_code(code.lower().replace("-", ""))
    assert is_digits(new_digits())
