"""A match with the keyboard alone: from the dialog that starts it to the ranking."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Service
from tests.browser.entering import opened_form, shows_what_it_pays
from tests.browser.test_tablet import in_state, no_match, opened, played_plainly

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(180)]

MOST_STOPS = 80
MOST_THROWS = 20
FOCUSED = """() => {
  const at = document.activeElement;
  if (at === document.body) return "";
  return (at.getAttribute("aria-label") ?? at.labels?.[0]?.innerText ?? at.innerText).trim();
}"""


def focused(page: Any) -> str:
    """The name of what has the focus; empty where nothing has it."""
    name: str = page.evaluate(FOCUSED)
    return name


def tab_to(page: Any, name: str) -> None:
    """Goes there with the tabulator key."""
    stops = []
    for _ in range(MOST_STOPS):
        if focused(page) == name:
            return
        page.keyboard.press("Tab")
        stops.append(focused(page))
    raise AssertionError(f"{name!r} is no stop of the tabulator key: {stops}")


def settled(page: Any, after: str) -> None:
    """The page has drawn what it heard, and something gets the focus by itself."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.wait_for_function("() => document.activeElement !== document.body")
    assert focused(page) != "", f"the focus is lost after {after}"


def press(page: Any, name: str, then: str) -> None:
    """Presses what bears this name, and waits until the table is so."""
    tab_to(page, name)
    page.keyboard.press("Enter")
    in_state(page, then)
    settled(page, name)


def throw(page: Any, service: Service) -> None:
    """Throws for what the match waits for, or says that all sit where they are to sit; asked again for a wall that was
    played."""
    in_state(page, f"s.seq >= {service.table()['seq']}")
    state = page.evaluate("window.tablet.state")  # what the keys on the display are for
    before, moves = state["seq"], state["match"]["seats_to_confirm"]
    asked = state["match"]["phase"] == "roll" and state["played_wall"] and not moves
    button = page.locator(".acts button", has_text="We are seated" if moves else "Roll ")
    button.wait_for()
    name = button.inner_text().strip()
    tab_to(page, name)
    page.keyboard.press("Enter")
    if asked:
        page.get_by_role("button", name="Throw for this wall").wait_for()
        tab_to(page, "Throw for this wall")
        page.keyboard.press("Enter")
    in_state(page, f"s.seq > {before}")
    settled(page, name)


def until_play(page: Any, service: Service, hand: int) -> None:
    """Throws for the seats, the first dealer and the wall, as the table asks for it."""
    for _ in range(MOST_THROWS):
        if service.table()["match"]["phase"] == "play":
            break
        throw(page, service)
    in_state(page, f"s.match.phase === 'play' && s.match.index === {hand}")


def into(page: Any, name: str, dialog: str) -> None:
    """Opens a dialog by what bears this name; it has the focus."""
    tab_to(page, name)
    page.keyboard.press("Enter")
    page.locator(dialog).wait_for()
    page.wait_for_function("(dialog) => document.querySelector(dialog).contains(document.activeElement)", arg=dialog)


def end_and_rank(page: Any) -> None:
    """From the menu: who decides and why is typed."""
    into(page, "More", "dialog.more-menu[open]")
    into(page, "Hands played", "dialog.hands[open]")
    into(page, "End now and rank", "dialog.narrow[open]")
    for label, text in (("Who decides this", "all four"), ("Why", "it is late")):
        tab_to(page, label)
        page.keyboard.type(text)
    press(page, "End now and rank", "s.match.phase === 'over'")


def test_a_match_is_played_with_keys_alone_and_the_focus_is_never_lost(page: Any, service: Service) -> None:
    played_plainly(service)
    opened(page, service)
    tab_to(page, "Start a match")
    page.keyboard.press("Enter")
    page.locator("dialog[open] details.house-rules").first.wait_for()
    assert focused(page) != ""
    press(page, "Start", "s.match && s.match.phase !== 'over'")
    until_play(page, service, 1)
    tab_to(page, "Enter the result")
    page.keyboard.press("Enter")
    opened_form(page)
    for key in ("ArrowRight", "Enter"):  # the second player has won
        page.keyboard.press(key)
        assert focused(page) != "", key
    page.keyboard.press("5")
    shows_what_it_pays(page)
    press(page, "Confirm", "s.match.phase === 'roll'")
    win = service.table()["match"]["last"]["winners"][0]
    assert (win["total"], win["source"]) == (5, "self-draw")
    until_play(page, service, 2)
    into(page, "Draw", "dialog.entry[open]")
    shows_what_it_pays(page)
    press(page, "Confirm", "s.match.phase === 'roll' && s.match.last.kind === 'draw'")
    end_and_rank(page)
    page.keyboard.press("Escape")  # out of the list of hands
    page.locator("dialog").wait_for(state="detached")
    page.locator(".ranks > div").nth(3).wait_for()
    scores = [row["score"] for row in service.table()["match"]["final"]["ranking"]]
    assert scores == sorted(scores, reverse=True)
    tab_to(page, "Start a match")


def test_a_dialog_that_is_left_by_escape_gives_the_focus_back(page: Any, service: Service) -> None:
    no_match(service)
    opened(page, service)
    for name in ("Start a match", "More"):
        tab_to(page, name)
        page.keyboard.press("Enter")
        page.locator("dialog[open]").wait_for()
        assert page.evaluate("document.querySelector('dialog[open]').contains(document.activeElement)")
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
        assert focused(page) == name
