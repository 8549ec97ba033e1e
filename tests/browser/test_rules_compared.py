"""Two games beside each other in a real browser: chosen by touch, on tablet and phone, from the start dialog too."""

from __future__ import annotations

from typing import Any

import pytest

from api.words.catalogue import catalogue
from controller.languages import LANGUAGES
from tests.browser.conftest import Service
from tests.browser.test_setup import start_dialog
from tests.browser.test_tablet import played_plainly

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


def fact(page: Any, chapter: str, id_: str) -> Any:
    return page.locator(f"[data-chapter={chapter}] [data-fact='{id_}']")


def opened(page: Any, service: Service, *games: str) -> None:
    page.goto(f"{service.address}/rules?{'&'.join(f'game={game}' for game in games)}")
    page.locator(".compared").first.wait_for()


def test_the_address_names_two_games_and_touch_chooses_another(page: Any, service: Service) -> None:
    opened(page, service, "hong-kong-old", "riichi/online")
    assert fact(page, "table", "tiles").locator("td").all_inner_texts() == ["144", "136"]
    page.get_by_label("Second game").select_option("mcr")
    page.locator(".compared th", has_text="Chinese Official").first.wait_for()
    assert page.url.endswith("game=hong-kong-old&game=mcr")


def test_what_is_the_same_is_shown_on_request(page: Any, service: Service) -> None:
    opened(page, service, "hong-kong-old", "riichi")
    assert fact(page, "table", "players").count() == 0
    page.locator("#chosen input[type=checkbox]").uncheck()
    fact(page, "table", "players").wait_for()


def test_the_start_dialog_leads_to_what_differs(page: Any, service: Service) -> None:
    played_plainly(service)
    dialog = start_dialog(page, service)
    dialog.get_by_role("radio", name="Riichi", exact=True).click()
    link = dialog.get_by_role("link", name="What is the difference?")
    page.wait_for_function("() => document.querySelector('dialog .about a')?.href.includes('game=riichi')")
    with page.context.expect_page() as found:
        link.click()
    found.value.locator(".compared").first.wait_for()
    found.value.close()


@pytest.mark.parametrize("size", [(1280, 800), (360, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_tablet_and_phone_in_every_language(
    page: Any, service: Service, size: tuple[int, int], language: str
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(f"localStorage.setItem('jantaku.language', '{language}')")
    opened(page, service, "hong-kong-old", "riichi/online")
    assert page.get_by_text(catalogue(language)["compare.first"]).first.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
