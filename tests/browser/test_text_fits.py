"""No word is cut in any language: on the pages and in the dialogs, on the Pi's own display and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from controller.languages import OFFERED
from tests.browser.conftest import Service
from tests.browser.test_axe import PAGES
from tests.browser.test_display_boxes import LONG_NAMES, riichi, won
from tests.browser.test_tablet import in_state, no_match

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(240)]

SIZES: Final = ((800, 480), (390, 844))
CUT: Final = """(names) => {
  const hides = (value) => value === "hidden" || value === "clip";
  const texts = [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility({ visibilityProperty: true })
    && !e.closest("svg, option, .visually-hidden") && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())
    && !names.some((name) => e.textContent.includes(name)));
  const found = document.documentElement.scrollWidth > innerWidth + 1 ? ["the page is wider than the screen"] : [];
  for (const e of texts) {
    const { left, right, width } = e.getBoundingClientRect(), style = getComputedStyle(e);
    if (width <= 1) continue; // for screen readers alone
    const tight = hides(style.overflowX) && e.clientWidth && e.scrollWidth > e.clientWidth + 1;
    let covered = false;
    for (let outer = e.parentElement; outer && !covered; outer = outer.parentElement) {
      const over = getComputedStyle(outer).overflowX, box = outer.getBoundingClientRect();
      if (over === "auto" || over === "scroll") break;
      covered = hides(over) && (right > box.right + 1 || left < box.left - 1);
    }
    if (tight || covered) found.push(`${e.tagName}.${e.className}: ${e.textContent.trim().slice(0, 60)}`);
  }
  return found;
}"""
"""What is wider than its place and hidden there, in words; a text with the name of a person in it may be."""
PLACES: Final = {path: shown for path, shown in PAGES.items() if "mode" not in path}
"""The pages that people touch; the others are for large screens."""

DIALOGS: Final = {
    "start": (no_match, "tablet.decisions.start()"),
    "result": (riichi, "tablet.decisions.enterResult()"),
    "penalty": (riichi, "tablet.decisions.enterPenalty()"),
    "abandon": (riichi, "tablet.decisions.abandon(tablet.state.match)"),
    "check of a hand": (riichi, "tablet.decisions.checkHand(tablet.state.match)"),
    "correction": (won, "tablet.decisions.correct(tablet.state.match.last)"),
    "hands": (won, "tablet.decisions.showHands()"),
    "menu": (won, "tablet.openMore()"),
}


@pytest.fixture(scope="module")
def reader(browser: Any, service: Service) -> Iterator[Any]:
    """One page for all languages."""
    context = browser.new_context(viewport={"width": 800, "height": 480}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(8000)
    yield page
    context.close()


def speaking(page: Any, service: Service, language: str) -> None:
    page.goto(f"{service.address}/trust")
    page.evaluate("language => localStorage.setItem('jantaku.language', language)", language)
    page.context.add_cookies([{"name": "jantaku-language", "value": language, "url": service.address}])


def cut(page: Any) -> dict[tuple[int, int], list[str]]:
    found = {}
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found[size] = page.evaluate(CUT, LONG_NAMES)
    return {size: each for size, each in found.items() if each}


@pytest.mark.parametrize("language", OFFERED)
def test_no_word_of_a_page_is_cut(reader: Any, service: Service, language: str) -> None:
    won(service)
    speaking(reader, service, language)
    found = {}
    for path, shown in PLACES.items():
        reader.goto(service.address + path)
        reader.locator(shown).first.wait_for()
        found[path] = cut(reader)
    assert {path: each for path, each in found.items() if each} == {}


@pytest.mark.parametrize("language", OFFERED)
def test_no_word_of_a_dialog_is_cut(reader: Any, service: Service, language: str) -> None:
    speaking(reader, service, language)
    reader.goto(service.address)
    found, there = {}, None
    for name, (state, opened) in DIALOGS.items():
        if state is not there:
            state(service)
            there = state
        in_state(reader, f"s.seq >= {service.table()['seq']} && document.querySelector('.sentence')")
        reader.evaluate(f"void ({opened})")
        reader.locator("dialog[open]").first.wait_for()
        found[name] = cut(reader)
        reader.keyboard.press("Escape")
        reader.locator("dialog[open]").wait_for(state="detached")
    assert {name: each for name, each in found.items() if each} == {}
