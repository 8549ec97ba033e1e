"""Checking a ready hand on the tablet: waits with their value, what bars a win, by touch and by keyboard."""

from __future__ import annotations

from typing import Any

import pytest

from api.words.catalogue import catalogue
from controller.languages import LANGUAGES
from tests.browser.conftest import Service
from tests.browser.display import from_menu
from tests.browser.entering import entry_form, touch
from tests.browser.test_tablet import NAMES, in_state, no_match, opened, playing

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(180)]

RUNS = [f"{number} of characters" for number in ("Two", "Three", "Four", "Five", "Six", "Seven")]
READY = [*RUNS, "Two of dots", "Three of dots", *(f"{number} of bamboos" for number in ("Six", "Seven", "Eight"))]

UNSEEN_TILES = """() => [...document.querySelectorAll('.pick .tile-button')].filter((tile) => {
    const { left, right, top, bottom } = tile.getBoundingClientRect();
    const corners = [[left + 2, top + 8], [right - 2, bottom - 3]];
    return !corners.every(([x, y]) => tile.contains(document.elementFromPoint(x, y)));
}).map((tile) => tile.dataset.tile)"""
"""Tiles of the picker that are not on the screen as a whole."""


def riichi(service: Service) -> None:
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    service.post("/matches", {"ruleset": "riichi", "seats": seats, "seating": "given", "first_dealer": 0})
    service.post("/dice/rolls", {"purpose": "break", "again": True, "faces": [3, 4]})


def checking(page: Any, service: Service) -> Any:
    opened(page, service)
    in_state(page, "s.match?.phase === 'play'")
    from_menu(page, "Check a hand")
    return page.locator("dialog[open]")


def pick(dialog: Any, *names: str) -> None:
    for name in names:
        dialog.locator(".pick").get_by_role("button", name=name, exact=True).click()


def test_waits_show_what_each_pays_and_furiten_bars_the_discard(page: Any, service: Service) -> None:
    riichi(service)
    dialog = checking(page, service)
    assert "13 more tiles" in dialog.locator(".waits").inner_text()
    pick(dialog, *READY, "Five of bamboos", "Five of bamboos")
    waits = dialog.locator(".wait-list > li")
    waits.first.wait_for()
    assert waits.count() == 2
    # East of four: 1 dot is a pinfu of 2 han drawn (3 x 700) and 1 han of a discard (1500).
    assert [line.split() for line in waits.first.locator(".way").all_inner_texts()] == [
        ["Self-draw", "2", "han", "+2,100"], ["Discard", "1", "han", "+1,500"],
    ]  # fmt: skip
    dialog.get_by_role("radio", name="Own discards").click()
    pick(dialog, "One of dots")
    dialog.locator(".waits .notice").wait_for()
    assert "among your own discards" in dialog.locator(".waits .notice").inner_text()
    assert "3 unseen" in waits.first.inner_text()
    assert waits.first.locator(".chip").inner_text() == "barred"
    dialog.get_by_role("radio", name="Alexander").click()
    page.wait_for_function("() => document.querySelector('.wait-list')?.innerText.includes('+1,500') === false")
    before = service.table()["seq"]
    dialog.get_by_role("button", name="Close").last.click()
    assert service.table()["seq"] == before


def test_what_is_short_of_the_minimum_is_said_and_no_ready_hand_too(page: Any, service: Service) -> None:
    playing(service)
    dialog = checking(page, service)
    pick(dialog, *READY, "Five of bamboos", "Five of bamboos")
    dialog.locator(".wait-list").wait_for()
    assert "short of 3 faan" in dialog.locator(".wait-list").inner_text()
    dialog.get_by_role("button", name="Remove Two of dots").click()
    dialog.locator(".waits", has_text="1 more tiles").wait_for()
    pick(dialog, "Nine of dots")
    dialog.locator(".waits", has_text="No tile completes this hand.").wait_for()


def test_a_hand_is_laid_out_with_the_keyboard(page: Any, service: Service) -> None:
    playing(service)
    dialog = checking(page, service)
    dialog.locator(".pick").get_by_role("button", name="East wind", exact=True).focus()
    for _ in range(3):
        page.keyboard.press("Enter")
    assert "3/13" in dialog.locator(".hold").inner_text()
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0


def test_a_row_that_is_no_more_asked_for_takes_no_tiles(page: Any, service: Service) -> None:
    """Whoever takes back his riichi turns no ura indicators; what comes next goes into the hand."""
    riichi(service)
    opened(page, service)
    in_state(page, "s.match?.phase === 'play'")
    dialog = entry_form(page)
    touch(page, NAMES[0])
    dialog.get_by_role("button", name="Enter tiles").click()
    assert dialog.get_by_role("radio", name="Ura indicators").count() == 0
    dialog.get_by_role("button", name="More").click()
    dialog.get_by_role("checkbox", name=NAMES[0]).check()
    dialog.get_by_role("button", name="Back").click()
    dialog.get_by_role("radio", name="Ura indicators").click()
    pick(dialog, "East wind")
    dialog.get_by_role("button", name="More").click()
    dialog.get_by_role("checkbox", name=NAMES[0]).uncheck()
    dialog.get_by_role("button", name="Back").click()
    pick(dialog, "West wind")
    assert "1/13" in dialog.locator(".hold").inner_text()
    assert "Ura indicators" not in dialog.inner_text()
    dialog.get_by_role("button", name="Cancel").click()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (390, 844)])
def test_it_fits_the_screen_in_every_language(
    browser: Any, service: Service, language: str, size: tuple[int, int]
) -> None:
    riichi(service)
    words = catalogue(language)
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=language)
    page = context.new_page()
    page.set_default_timeout(8000)
    opened(page, service)
    in_state(page, "s.match?.phase === 'play'")
    from_menu(page, words["check.open"])
    for code in ("2m", "3m", "4m", "5m", "6m", "7m", "2p", "3p", "6s", "7s", "8s", "5s", "5s"):
        page.locator(".pick").get_by_role("button", name=words[f"tile.{code}"], exact=True).click()
    page.locator(".wait-list").wait_for()
    assert page.evaluate(UNSEEN_TILES) == []
    body = page.locator("dialog[open] .body")
    assert body.evaluate("body => body.scrollWidth <= body.clientWidth")
    if size[0] > size[1]:
        page.locator("dialog[open] summary.button").click()
        page.locator("dialog[open] .flags input").first.wait_for()
        assert body.evaluate("body => body.scrollHeight <= body.clientHeight")
    shown = page.locator("dialog[open]").inner_text()
    assert "check." not in shown
    assert "{" not in shown
    context.close()
