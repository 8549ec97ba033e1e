"""A player enters on the phone of the seat what is paid at once to that seat, and nothing for the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import Guarded
from tests.browser.phones import NAMES, RIICHI, phone_of, playing, seat_token, won

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]
SICHUAN = {**RIICHI, "ruleset": "sichuan", "first_dealer": 0}
OPEN = "Paid at once"


@pytest.fixture
def phone(browser: Any, guarded: Guarded) -> Iterator[Any]:
    """That of Anna at seat 0, while the first hand of a match of Sichuan is being played."""
    playing(guarded, SICHUAN)
    with phone_of(browser, guarded, seat_token(guarded, 0)) as page:
        page.get_by_role("button", name=OPEN).wait_for()
        page.locator("link[href*='seat.later.css']").wait_for(state="attached")
        yield page


def opened(phone: Any) -> Any:
    phone.get_by_role("button", name=OPEN).click()
    dialog = phone.locator("dialog[open]")
    dialog.wait_for()
    return dialog


def concealed_kong(phone: Any) -> None:
    dialog = opened(phone)
    dialog.get_by_role("radio", name="Concealed kong", exact=True).click()
    dialog.get_by_role("button", name="Pay", exact=True).click()
    dialog.wait_for(state="detached")


def scores(guarded: Guarded) -> list[int]:
    return [seat["score"] for seat in guarded.table()["match"]["seats"]]


def test_a_kong_of_the_own_seat_is_paid_at_once_and_stands_on_the_phone(phone: Any, guarded: Guarded) -> None:
    concealed_kong(phone)
    guarded.wait(lambda: scores(guarded) == [6, -2, -2, -2])
    phone.locator(".card .pay", has_text="Concealed kong").wait_for()
    assert "+6" in phone.locator(".card .pay").inner_text()
    (event,) = [
        event for event in guarded.get("/journal?since=0&limit=500")["events"] if event["type"] == "match.instant-paid"
    ][-1:]
    assert event["actor"] == {**event["actor"], "role": "seat", "name": "Anna's phone"}


def test_who_discarded_the_tile_is_asked_and_nobody_else_can_be_paid(phone: Any, guarded: Guarded) -> None:
    dialog = opened(phone)
    assert dialog.get_by_role("radiogroup", name="Who has it").count() == 0
    dialog.get_by_role("radio", name="Kong on a discard", exact=True).click()
    assert dialog.get_by_role("button", name="Pay", exact=True).is_disabled()
    feeders = dialog.get_by_role("radiogroup", name="Who discarded the tile")
    assert feeders.get_by_role("radio").all_inner_texts() == list(NAMES[1:])
    feeders.get_by_role("radio", name=NAMES[2]).click()
    dialog.get_by_role("button", name="Pay", exact=True).click()
    guarded.wait(lambda: scores(guarded) == [2, 0, -2, 0])


def test_a_payment_entered_without_a_line_is_sent_once_when_it_is_back(phone: Any, guarded: Guarded) -> None:
    phone.context.set_offline(True)
    concealed_kong(phone)
    phone.get_by_text("Kept on this phone").wait_for()
    assert scores(guarded) == [0, 0, 0, 0]
    phone.context.set_offline(False)
    guarded.wait(lambda: scores(guarded) == [6, -2, -2, -2])
    phone.locator(".card .pay", has_text="Concealed kong").wait_for()
    assert phone.locator(".card .pay").count() == 1


def test_it_is_not_offered_to_who_has_won_in_this_hand(phone: Any, guarded: Guarded) -> None:
    won(guarded, {"kind": "win", "wins": [{"winner": 0, "source": "self-draw", "total": 1}]})
    phone.get_by_role("button", name=OPEN).wait_for(state="detached")
    assert guarded.table()["match"]["phase"] == "play"


def test_a_game_that_pays_nothing_at_once_does_not_offer_it(browser: Any, guarded: Guarded) -> None:
    playing(guarded, RIICHI)
    with phone_of(browser, guarded, seat_token(guarded, 0)) as page:
        page.get_by_role("button", name="I won: enter it").wait_for()
        assert page.get_by_role("button", name=OPEN).count() == 0
