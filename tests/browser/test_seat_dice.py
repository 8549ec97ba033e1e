"""Phones that give their part to the dice by themselves, in a real browser against real seeds: promised, kept, shown,
and checked afterwards by the page that needs no table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Guarded, guarded_service
from tests.browser.phones import RIICHI, phone_of, seat_token

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory, chromium: Path) -> Iterator[Guarded]:
    """Seats have a minute of the table's time."""
    with guarded_service(tmp_path_factory.mktemp("seat-dice"), "--speed", "1") as running:
        running.post("/matches", RIICHI)
        yield running


PROMISE_ALTERED = """() => {
    page.contributor.promise = async function (part) {
        await Object.getPrototypeOf(this).promise.call(this, part);
        this.set({ ...this.part, promise: "00".repeat(32) });
    };
}"""
"""As if the table had locked another commitment than the phone gave."""


def ask(guarded: Guarded, *seats: int) -> int:
    """Asks these seats for their part in free dice; the number of the last event before."""
    before: int = guarded.table()["seq"]
    guarded.post("/dice/rolls", {"purpose": "free", "dice": 2, "ask": list(seats)})
    return before


def given(guarded: Guarded, since: int) -> list[tuple[int, str]]:
    events = guarded.get(f"/journal?since={since}")["events"]
    return [(event["seat"], event["given"]) for event in events if event["type"] == "dice.given"]


def thrown(guarded: Guarded, since: int) -> bool:
    types = [event["type"] for event in guarded.get(f"/journal?since={since}")["events"]]
    return "dice.rolled" in types


def test_two_phones_promise_and_show_their_bits_and_the_roll_checks(browser: Any, guarded: Guarded) -> None:
    with (
        phone_of(browser, guarded, seat_token(guarded, 0)) as anna,
        phone_of(browser, guarded, seat_token(guarded, 1)) as ken,
    ):
        for phone in (anna, ken):
            phone.locator(".mine").wait_for()
        since = ask(guarded, 0, 1)
        guarded.wait(lambda: thrown(guarded, since))
        assert sorted(given(guarded, since)) == [(0, "commitment"), (0, "nonce"), (1, "commitment"), (1, "nonce")]
        anna.get_by_text("with your phone's part").click()
        part = json.loads(anna.evaluate("localStorage.getItem('jantaku.dice-part.1')"))
        assert part["nonce"] in anna.locator(".bits").inner_text()
        anna.get_by_role("button", name="Check the dice").click()
        anna.wait_for_url("**/verify")
        anna.locator("#result:not([hidden])").wait_for()
        assert anna.locator("#result").get_attribute("data-verdict") == "good"


def without_nonces(route: Any) -> None:
    if "nonce" in route.request.post_data:
        route.abort()
    else:
        route.continue_()


def test_what_a_phone_promised_outlives_its_sleep(browser: Any, guarded: Guarded) -> None:
    """The page is gone between promise and showing; the phone comes back within its time."""
    with phone_of(browser, guarded, seat_token(guarded, 0)) as anna:
        anna.locator(".mine").wait_for()
        anna.route("**/dice/contributions", without_nonces)
        since = ask(guarded, 0)
        anna.get_by_text("Waiting for the phone of Anna").wait_for()
        assert given(guarded, since) == [(0, "commitment")]
        anna.unroute("**/dice/contributions")
        anna.reload()
        guarded.wait(lambda: thrown(guarded, since))
        assert given(guarded, since) == [(0, "commitment"), (0, "nonce")]


def test_the_others_see_who_is_late(browser: Any, guarded: Guarded) -> None:
    with phone_of(browser, guarded, seat_token(guarded, 0)) as anna:
        anna.locator(".mine").wait_for()
        since = ask(guarded, 0, 1)
        anna.get_by_text("Your phone has given its part").wait_for()
        anna.get_by_text("Waiting for Ken. Ken can enter numbers at the table now.").wait_for()
        guarded.post("/dice/contributions", {"seat": 1, "numbers": [3, 5]})
        guarded.wait(lambda: thrown(guarded, since))
        assert (1, "masked") in given(guarded, since)


def test_a_lock_without_the_phones_promise_gets_no_bits_and_is_told(browser: Any, guarded: Guarded) -> None:
    with phone_of(browser, guarded, seat_token(guarded, 0)) as anna:
        anna.locator(".mine").wait_for()
        anna.evaluate(PROMISE_ALTERED)
        since = ask(guarded, 0)
        anna.get_by_text("The table locked something else than your phone gave").wait_for()
        assert given(guarded, since) == [(0, "commitment")]
        guarded.post("/dice/voids", {"who": "Ann", "reason": "disputed"})
