"""The page of the simulated table: keys, people, faults."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Service
from tests.browser.test_tablet import NAMES, no_match, playing

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(180)]


def test_every_tile_is_on_the_picture(page: Any, service: Service) -> None:
    service.wait(lambda: service.place("B") == "staged")
    page.goto(f"{service.address}/plant")
    page.wait_for_selector(".felt.plant rect")
    page.wait_for_function("() => document.querySelectorAll('.felt rect[height=\"30\"]').length === 288")


def test_a_fault_is_put_in_place_and_put_right(page: Any, service: Service) -> None:
    page.goto(f"{service.address}/plant")
    page.locator("#faults select").first.select_option("unplug")
    page.get_by_role("button", name="Inject").click()
    page.locator("#active").get_by_text("Unplug the cable").wait_for()
    service.wait(lambda: service.table()["board"]["state"] != "ready")
    page.get_by_role("button", name="Plug the cable in").click()
    page.locator("#active").get_by_text("Nothing is wrong.").wait_for()
    service.wait(lambda: service.table()["board"]["state"] == "ready")


def test_keys_can_be_held_and_released(page: Any, service: Service) -> None:
    page.goto(f"{service.address}/plant")
    hold = page.get_by_role("button", name="Hold a key: RAISE")
    hold.click()
    page.wait_for_function("() => [...document.querySelectorAll('#keys button[aria-pressed=true]')].length >= 1")
    hold.click()
    page.wait_for_function("() => document.querySelectorAll('#keys button[aria-pressed=true]').length === 0")


def test_the_present_kind_of_table_is_the_one_that_is_shown(page: Any, service: Service) -> None:
    page.goto(f"{service.address}/plant")
    page.wait_for_selector(".felt.plant rect")
    kind = page.get_by_label("kind of table")
    assert kind.input_value() == "fast"
    assert "now" in kind.locator("option:checked").inner_text()


def test_one_key_plays_the_next_hand_with_as_many_tiles_as_the_match_wants(page: Any, service: Service) -> None:
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    game = {"seats": seats, "seating": "given", "first_dealer": 0}
    service.post("/matches", {**game, "ruleset": "riichi"})
    page.goto(f"{service.address}/plant")
    try:
        page.locator("#people").get_by_text("136 tiles").wait_for()
        next_hands(page, service, 136)
    finally:
        playing(service)
        page.locator("#people").get_by_text("144 tiles").wait_for()
        next_hands(page, service, 144)


def next_hands(page: Any, service: Service, tiles: int) -> None:
    """Both sets are played and built anew, with so many tiles."""
    for _ in range(2):
        before = raised(service)
        page.get_by_role("button", name="Play the next hand").click()
        # between the raised wall and the build that follows it the table rests for a moment as well
        service.wait(lambda before=before: raised(service) not in (None, before) and built(service))
    sets = service.table()["mechanism"]["sets"]
    assert {sets["A"]["tiles"], sets["B"]["tiles"]} == {tiles}


def built(service: Service) -> bool:
    """Whether one wall stands on the table and the other one below."""
    return {one["place"] for one in service.table()["mechanism"]["sets"].values()} == {"raised", "staged"}


def raised(service: Service) -> str | None:
    """The set whose wall stands on the table."""
    sets = service.table()["mechanism"]["sets"].items()
    return next((name for name, one in sets if one["place"] == "raised"), None)
