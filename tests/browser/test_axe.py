"""axe-core finds no barrier on any page, in any state of the display and in any dialog, by day and by night."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import axe_playwright_python
import pytest

from tests.browser.conftest import Service
from tests.browser.entering import shows_what_it_pays, total, touch
from tests.browser.test_display_boxes import riichi, throwing, won
from tests.browser.test_tablet import in_state, no_match, playing

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(240)]

AXE: Final = Path(axe_playwright_python.__file__).with_name("axe.min.js")
RUN: Final = """async (rules) => {
  // colours that are still on their way are no finding
  await Promise.all(document.getAnimations().filter((a) => a.effect?.getTiming().iterations !== Infinity)
    .map((a) => a.finished.catch(() => {})));
  const only = rules.length ? { runOnly: { type: "rule", values: rules } } : {};
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...only });
  return violations.flatMap(({ id, nodes }) => nodes.map(
    ({ target, html, any, all, none }) =>
      `${id} ${target.flat().join(" ")} ${html.slice(0, 120)}: ${[...any, ...all, ...none].map((c) => c.message)}`));
}"""
"""What axe finds by these rules (by all, if none is named), a line for each element: rule, where, the element, why."""
OF_COLOURS: Final = ["color-contrast", "link-in-text-block"]
"""By night a page has other colours; all else is as by day."""

PAGES: Final = {
    "/plant": "#app button, main button",
    "/service": "main h2",
    "/setup": "#players",
    "/matches": "main",
    "/rules": ".compared",
    "/dice": "main",
    "/docs": "main h2",
    "/pair": "#self p",
    "/devices": "#devices .device, main p",
    "/trust": "main",
    "/verify": "main",
    "/": ".sentence",
    "/?mode=wall": ".place-row, .idle-page",
    "/?mode=stream": ".place-row",
}
"""Each page with what it shows when it is there."""


@dataclass(frozen=True, slots=True)
class Place:
    """``at``: what the table is made to do before; ``opened``: what opens the dialog from the display, as a script;
    ``then``: what people do in it."""

    at: Callable[[Service], None]
    opened: str = ""
    then: Callable[[Any], None] = lambda page: None


def entered(page: Any) -> None:
    touch(page, "Mei-Ling", "Alexander")
    total(page, "3")
    shows_what_it_pays(page)
    page.locator("dialog.entry").get_by_role("button", name="More", exact=True).click()


def with_tiles(page: Any) -> None:
    touch(page, "Mei-Ling")
    page.get_by_role("button", name="Enter tiles").click()
    page.locator(".pick button").first.click()


def options(page: Any) -> None:
    page.locator("dialog[open] summary", has_text="Options").click()
    page.locator("dialog[open] .option").first.wait_for()


PLACES: Final = {
    "nobody plays": Place(no_match),
    "a dealt wall": Place(playing),
    "riichi is declared": Place(riichi),
    "a result": Place(won),
    "throwing for seats": Place(throwing),
    "idle": Place(no_match, "tablet.lastTouch -= 6 * 60_000, tablet.draw()"),
    "menu": Place(won, "tablet.openMore()"),
    "machine": Place(riichi, "document.querySelector('.foot .lit').click()"),
    "dice that can be checked": Place(playing, "tablet.pageItems().at(-1).onClick()"),
    "start": Place(no_match, "tablet.decisions.start()", options),
    "result": Place(riichi, "tablet.decisions.enterResult()"),
    "result entered": Place(playing, "tablet.decisions.enterResult()", entered),
    "result with tiles": Place(playing, "tablet.decisions.enterResult()", with_tiles),
    "correction": Place(won, "tablet.decisions.correct(tablet.state.match.last)"),
    "agreement": Place(won, "tablet.decisions.agree()"),
    "hands": Place(won, "tablet.decisions.showHands()"),
    "penalty": Place(riichi, "tablet.decisions.enterPenalty()"),
    "check of a hand": Place(playing, "tablet.decisions.checkHand(tablet.state.match)"),
    "own dice": Place(throwing, "tablet.decisions.enterThrow('seats', tablet.state.match, false)"),
    "wind tiles": Place(throwing, "tablet.decisions.enterWinds(tablet.state.match)"),
    "abandon": Place(riichi, "tablet.decisions.abandon(tablet.state.match)"),
    "where the tiles are": Place(no_match, "tablet.decisions.sayPlaces()"),
}


@pytest.fixture(scope="module")
def tablet(browser: Any, service: Service) -> Iterator[Any]:
    """One page for all places, which loads itself anew for each."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(8000)
    yield page
    context.close()


@pytest.fixture(autouse=True)
def by_day(tablet: Any) -> None:
    tablet.emulate_media(color_scheme="light")


def barriers(page: Any) -> dict[str, list[str]]:
    """What axe-core finds on the page as it stands, by day and by night. Evaluated, not loaded, so that the page's own
    policy holds."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = {"day": page.evaluate(RUN, [])}
    page.emulate_media(color_scheme="dark")
    found["night"] = page.evaluate(RUN, OF_COLOURS)
    return {scheme: each for scheme, each in found.items() if each}


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_a_barrier(tablet: Any, service: Service, path: str) -> None:
    won(service)
    tablet.goto(service.address + path)
    tablet.locator(PAGES[path]).first.wait_for()
    assert barriers(tablet) == {}


@pytest.mark.parametrize("place", PLACES)
def test_no_state_and_no_dialog_of_the_display_has_a_barrier(tablet: Any, service: Service, place: str) -> None:
    asked = PLACES[place]
    asked.at(service)
    tablet.goto(service.address)
    in_state(tablet, f"s.seq >= {service.table()['seq']} && document.querySelector('.sentence')")
    if asked.opened:
        tablet.evaluate(f"() => {{ {asked.opened}; }}")
        tablet.locator("dialog[open], .idle-page").first.wait_for()
    asked.then(tablet)
    assert barriers(tablet) == {}
