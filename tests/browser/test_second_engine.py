"""The pages in a second engine, Firefox: each opens without a complaint, nothing on the display is cut or covered, the
table is followed and a hand is entered by touching."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from api.table.pages import PAGES
from controller.languages import LANGUAGES
from tests.browser.boxes import MEASURE, SIZES
from tests.browser.conftest import Service
from tests.browser.firefox import FIREFOX, Firefox, firefox
from tests.browser.test_display_boxes import LONG_NAMES, riichi, won
from tests.browser.test_tablet import no_match, playing

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(300)]

NARROWEST: Final = 500
"""A window of Firefox on a desktop is not narrower; what is drawn for phones begins at 560."""
WIDE: Final = [size for size in SIZES if size[0] >= NARROWEST]
EVERY: Final = [*WIDE, (NARROWEST, 844)]
OTHERS: Final = [path for path in (*PAGES, "/plant", "/verify") if path != "/"]


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if FIREFOX is None:
        pytest.skip("the pages in a second engine: sudo apt-get install firefox-esr")
    with firefox(tmp_path_factory.mktemp("firefox")) as running:
        yield running


@pytest.fixture
def uncomplaining(window: Firefox) -> Iterator[Firefox]:
    before = len(window.complaints)
    yield window
    window.open("about:blank")  # lets go of the streams of the page
    assert window.complaints[before:] == []


def shown(window: Firefox, service: Service, language: str = "en") -> None:
    """The display, with the newest state of the table."""
    window.open(service.address)
    window.run("localStorage.setItem('jantaku.language', arguments[0])", language)
    window.open(service.address)
    seq = service.table()["seq"]
    window.until("window.tablet?.state?.seq >= arguments[0] && document.querySelector('.sentence')", seq)
    window.until("document.fonts.status === 'loaded'")


def findings(window: Firefox) -> dict[str, Any]:
    found = {}
    for width, height in EVERY:
        window.size(width, height)
        window.run("tablet.draw()")
        found[f"{width}x{height}"] = window.run(f"return ({MEASURE})()")
    return {size: each for size, each in found.items() if each}


@pytest.mark.parametrize("path", OTHERS)
def test_a_page_opens_without_a_complaint_and_needs_no_scrolling_sideways(
    uncomplaining: Firefox, service: Service, path: str
) -> None:
    window = uncomplaining
    window.open(service.address + path)
    window.until("document.body.innerText.trim().length > 20 && document.querySelector('h1, h2, h3, button')")
    for width, height in (EVERY[0], EVERY[-1]):
        window.size(width, height)
        wide = window.run("return document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{path} at {width} x {height} is {wide} px too wide"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_on_the_display_is_cut_covered_or_off_the_screen(
    uncomplaining: Firefox, service: Service, language: str
) -> None:
    found = {}
    for name, state in (("waiting", no_match), ("dealing", playing), ("result", won), ("playing", long_names)):
        state(service)
        shown(uncomplaining, service, language)
        found[name] = findings(uncomplaining)
    assert {name: each for name, each in found.items() if each} == {}


def long_names(service: Service) -> None:
    riichi(service, LONG_NAMES)


def test_a_hand_is_entered_by_touching_and_the_display_follows_the_table(
    uncomplaining: Firefox, service: Service
) -> None:
    window = uncomplaining
    playing(service)
    shown(window, service)
    window.size(1280, 800)
    window.click(".acts button", "Enter the result")
    window.click("dialog.entry .cross button", "Mei-Ling")
    window.click("dialog.entry .cross button", "Alexander")
    window.click("dialog.entry .totals [role=radio]", "4")
    window.until("document.querySelector('dialog.entry .acts .main')?.disabled === false")
    assert "+16" in window.run("return document.querySelector('.ledger').innerText")
    window.click("dialog.entry .acts .main")
    service.wait(lambda: service.table()["match"]["seats"][0]["score"] == 16)
    window.until("window.tablet.state.match.seats[2].score === -8")
    window.until("document.querySelector('.frame.result')")
    service.post("/matches/current/undo", {"hand": service.table()["match"]["undo"]["hand"]})
    window.until("window.tablet.state.match.phase === 'play'")
