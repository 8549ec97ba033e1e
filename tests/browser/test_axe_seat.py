"""axe-core finds no barrier on a player's phone, whatever it shows, and in any of its dialogs, by day and by night."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pytest

from tests.browser.conftest import Guarded
from tests.browser.phones import phone_of, playing, seat_token, won
from tests.browser.test_axe import barriers

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(180)]


@dataclass(frozen=True, slots=True)
class Place:
    """``at``: what the table is made to do before; ``shows``: what the phone shows then; ``then``: what the player
    does on it."""

    at: Callable[[Guarded], object]
    shows: str
    then: Callable[[Any], object] = lambda page: None


def ended(guarded: Guarded) -> None:
    result(guarded)
    guarded.post("/matches/current/end", {"who": "Ann", "why": "late"})


def result(guarded: Guarded) -> None:
    playing(guarded)
    won(guarded)


def opened(button: str) -> Callable[[Any], None]:
    def touch(page: Any) -> None:
        page.locator(button).click()
        page.locator("dialog[open]").wait_for()

    return touch


def own_win(page: Any) -> None:
    opened(".win")(page)
    page.locator("dialog.entry .cross button:not([aria-disabled])").first.click()
    page.get_by_role("radio", name="3", exact=True).click()
    page.get_by_role("radio", name="40", exact=True).click()
    page.locator("dialog.entry .acts .main:not([disabled])").wait_for()


def own_tiles(page: Any) -> None:
    opened(".win")(page)
    page.get_by_role("button", name="Enter tiles").click()
    page.locator(".pick button").first.click()


def disputed(page: Any) -> None:
    opened(DISPUTE)(page)
    page.get_by_role("radio", name="The points are wrong").click()
    page.get_by_role("button", name="Tell the referee").click()
    page.get_by_text("You dispute this result").wait_for()


DISPUTE: Final = ".two button:not(.main)"
PLACES: Final = {
    "a hand is played": Place(playing, ".win"),
    "a result": Place(result, ".pay"),
    "the end of the match": Place(ended, ".card h2"),
    "own win": Place(playing, ".win", own_win),
    "own win with tiles": Place(playing, ".win", own_tiles),
    "dispute": Place(result, ".pay", opened(DISPUTE)),
    "a result in dispute": Place(result, ".pay", disputed),
    "call": Place(playing, ".win", opened(".foot > button")),
    "menu": Place(playing, ".win", opened(".where button")),
}


@pytest.mark.parametrize("place", PLACES)
def test_no_state_and_no_dialog_of_a_seats_phone_has_a_barrier(browser: Any, guarded: Guarded, place: str) -> None:
    asked = PLACES[place]
    asked.at(guarded)
    with phone_of(browser, guarded, seat_token(guarded, 0), color_scheme="light") as page:
        page.locator(asked.shows).first.wait_for()
        asked.then(page)
        assert barriers(page) == {}


def test_a_phone_without_a_seat_has_no_barrier(browser: Any, guarded: Guarded) -> None:
    with phone_of(browser, guarded, "nobody", color_scheme="light") as page:
        page.get_by_role("heading", name="This phone has no seat at this table").wait_for()
        assert barriers(page) == {}
