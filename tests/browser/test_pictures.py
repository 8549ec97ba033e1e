"""What the documents for players and operators show is what the pages are today, in each of their languages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from api.access.caller import COOKIE
from controller.languages import LANGUAGES
from tests.browser.conftest import Guarded, guarded_service
from tests.browser.display import with_a_manual
from tests.browser.phones import NAMES, RIICHI, phone_of, playing, seat_token
from tests.browser.pictures import IMAGES, documented, kept
from tests.browser.test_tablet import in_state

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]
DISPLAY: Final = {"width": 1280, "height": 800}
BREAK: Final = {"purpose": "break", "faces": [3, 5], "again": True}
TILES: Final = 136
"""Of a set of riichi."""
CARD: Final[dict[str, Any]] = {
    "addresses": ["https://table-3.local:8000"], "card": True, "clock": "ok", "engine": "compiled",
    "board": {"ready": True, "port": "/dev/jantaku-board", "firmware": "1", "firmware_here": "1", "verdict": "ok"},
    "storage": {"free": 27_900_000_000, "size": 31_000_000_000, "life_used": 10, "verdict": "ok", "wear": "ok"},
    "supply": {"now": [], "before": [], "verdict": "ok"},
}  # fmt: skip
"""What a table says of a computer that is a card, with nothing of the one that runs the tests."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, chromium: Path) -> Iterator[Guarded]:
    """With both sets of riichi in it, one as a wall above, one below; with nothing of other tests."""
    with guarded_service(tmp_path_factory.mktemp("pictures")) as running:
        playing(running)
        for name, place in (("A", "staged"), ("B", "raised")):
            running.act("bring-set", set=name, tiles=TILES)
            running.act("hand-over", tiles=TILES)
            running.wait(lambda place=place: running.place("A") == place)
        running.wait(lambda: running.place("B") == "staged")
        running.rest()
        yield running


@contextmanager
def display(browser: Any, table: Guarded, language: str) -> Iterator[Any]:
    """The display of the table on the owner's device, with the manual of an installed table."""
    context = browser.new_context(viewport=DISPLAY, locale=language, reduced_motion="reduce")
    context.add_cookies([{"name": COOKIE, "value": table.token, "url": table.address}])
    context.route("**/api/v1/me", with_a_manual)
    page = context.new_page()
    page.set_default_timeout(20_000)
    try:
        page.goto(table.address)
        yield page
    finally:
        context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_display_of_a_match(language: str, browser: Any, table: Guarded) -> None:
    """When the wall is broken, and when a result is entered."""
    with display(browser, table, language) as page:
        match = table.table()["match"]
        if match is not None and match["phase"] != "over":
            table.post("/matches/current/abandon", {"who": "Test", "why": "the next picture"})
        table.post("/matches", RIICHI | {"confirmation": "none"})
        table.post("/dice/rolls", BREAK)
        in_state(page, "s.match?.phase === 'play' && s.wall")
        page.locator(".how-taken").wait_for()
        documented(page, language, "break")
        page.locator(".felt").click()
        page.locator(".foot .acts .main").click()
        form = page.locator("dialog.entry[open]")
        for name in (NAMES[2], NAMES[1]):
            form.locator(".cross").get_by_role("button", name=name).click()
        form.get_by_role("radio", name="3", exact=True).click()
        form.get_by_role("radio", name="40", exact=True).click()
        form.locator(".acts .main:not([disabled])").wait_for()
        documented(page, language, "result")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_phone_of_a_seat(language: str, browser: Any, table: Guarded) -> None:
    playing(table)
    with phone_of(browser, table, seat_token(table, 0), locale=language) as page:
        page.locator(".mine").wait_for()
        documented(page, language, "seat")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_for_service(language: str, browser: Any, table: Guarded) -> None:
    with display(browser, table, language) as page:
        page.route("**/api/v1/installation", lambda route: route.fulfill(json=route.fetch().json() | CARD))
        page.goto(f"{table.address}/service")
        page.locator("#travel tbody tr").first.wait_for()
        page.locator("#setup dd").first.wait_for()
        documented(page, language, "service")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_display_after_the_emergency_stop_was_pressed(language: str, browser: Any, table: Guarded) -> None:
    with display(browser, table, language) as page:
        table.act("fault", fault="emergency-stop")
        try:
            page.locator(".felt .fault-code").wait_for()
            documented(page, language, "fault")
        finally:
            table.let_go()


def test_each_picture_is_in_a_document_and_small() -> None:
    text = "".join(
        path.read_text(encoding="utf-8") for path in (*IMAGES.parent.rglob("*.md"), IMAGES.parents[1] / "README.md")
    )
    files = {path.relative_to(IMAGES).with_suffix("").as_posix() for path in IMAGES.rglob("*.webp")}
    assert files == set(kept()), "pictures.json tells of each picture"
    for name in files:
        assert f"images/{name}.webp" in text, f"no document shows {name}"
        assert (IMAGES / f"{name}.webp").stat().st_size < 150_000, name
