"""What the display is besides a table: for onlookers on a wall, over a video, idle; what a touch of a panel shows."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest

from tests.browser.boxes import at
from tests.browser.conftest import Service
from tests.browser.test_display_boxes import riichi, shown, won
from tests.browser.test_fair_dice import seen
from tests.browser.test_tablet import no_match, playing

pytestmark = [pytest.mark.browser, pytest.mark.smoke, pytest.mark.timeout(120)]


def with_mode(page: Any, service: Service, mode: str) -> None:
    page.goto(f"{service.address}/?mode={mode}")
    page.locator(".place-row").first.wait_for()


def test_a_match_is_what_stands_out_while_nobody_plays(page: Any, service: Service) -> None:
    no_match(service)
    shown(page, service, "en")
    assert page.locator(".acts button.main").inner_text() == "Start a match"


def test_the_dealer_bears_the_sign_that_players_of_the_game_write(page: Any, service: Service) -> None:
    riichi(service)
    shown(page, service, "en")
    assert page.locator(".tag.deals .han").inner_text() == "親"
    playing(service)
    page.wait_for_function("() => document.querySelector('.tag.deals .han')?.innerText === '莊'")


def test_a_touched_panel_shows_how_far_the_others_are(page: Any, service: Service) -> None:
    won(service)
    shown(page, service, "en")
    panel = page.locator(".rail.seat-2 .plate")
    panel.click()
    assert panel.get_attribute("aria-pressed") == "true"
    scores = [seat["score"] for seat in service.table()["match"]["seats"]]
    behind = f"−{scores[2] - scores[0]:,}"
    assert page.locator(".rail.seat-0 .head .n").inner_text() == behind
    panel.click()
    assert panel.get_attribute("aria-pressed") == "false"


def test_a_wall_has_players_by_rank_and_nothing_to_press(page: Any, service: Service) -> None:
    won(service)
    page.set_viewport_size({"width": 1920, "height": 1080})
    with_mode(page, service, "wall")
    names = page.locator(".place-row .who b").all_inner_texts()
    seats = service.table()["match"]["seats"]
    assert names == [seat["name"] for seat in sorted(seats, key=lambda seat: -seat["score"])]
    assert page.locator("button, a, select, input").count() == 0
    page.locator(".score-line polyline").nth(3).wait_for()
    courses = page.locator(".score-line polyline").evaluate_all("(all) => all.map((e) => e.getAttribute('points'))")
    assert [len(course.split()) for course in courses] == [2] * 4  # the start, and the one hand
    assert page.locator(".last-hand div").count() == 1
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_onlookers_are_told_which_hand_is_played_and_who_is_in_riichi(page: Any, service: Service) -> None:
    riichi(service)
    page.set_viewport_size({"width": 1920, "height": 1080})
    with_mode(page, service, "wall")
    sentence = page.locator(".sentence")
    assert sentence.inner_text() == "East 1. In riichi: 王小明."
    row = page.locator(".place-row", has_text="王小明")
    lines = row.locator(".tag").evaluate_all("(all) => all.map((e) => e.getClientRects().length + e.offsetHeight / 60)")
    assert len(lines) == 2 and max(lines) < 2, "a tag stands on one line"
    laid = {"seat": 1, "declaration": "riichi", "withdraw": True}
    service.post("/matches/current/hands/current/declarations", laid)
    page.wait_for_function("() => document.querySelector('.sentence').innerText === 'East 1 is being played.'")


def test_the_promise_of_the_dice_is_read_from_the_felt_before_anyone_sits(page: Any, service: Service) -> None:
    no_match(service)
    shown(page, service, "en")
    code = page.locator(".felt .promise img")
    code.wait_for()
    page.wait_for_function("() => document.querySelector('.promise img').naturalWidth > 0")
    with urllib.request.urlopen(f"{service.address}/api/v1/dice/anchor", timeout=5) as answer:
        promised = json.load(answer)
    assert seen(page) == [promised["record"]]


def test_an_overlay_lets_the_video_through(page: Any, service: Service) -> None:
    riichi(service)
    with_mode(page, service, "stream")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.locator("button").count() == 0
    rows = page.locator(".place-row")
    assert rows.first.evaluate("row => row.querySelector('b').clientWidth >= row.querySelector('b').scrollWidth")
    shapes = rows.evaluate_all("(all) => all.map((e) => [e.offsetHeight, e.querySelector('.score').offsetLeft])")
    assert len({tuple(shape) for shape in shapes}) == 1, "the four panels are of one shape"


def test_after_some_minutes_without_a_match_a_clock_stands_there_until_a_touch(page: Any, service: Service) -> None:
    no_match(service)
    shown(page, service, "en")
    page.evaluate("window.tablet.lastTouch -= 6 * 60_000; window.tablet.draw()")
    page.locator(".idle-page .time").wait_for()
    assert page.locator(".idle-page").get_by_text("Ready").count() == 1
    page.mouse.click(300, 300)
    page.locator(".sentence").wait_for()


@pytest.mark.parametrize("chosen", ["day", "night"])
def test_the_theme_that_was_chosen_goes_before_that_of_the_device(page: Any, service: Service, chosen: str) -> None:
    page.emulate_media(color_scheme="light" if chosen == "night" else "dark")
    page.add_init_script(f"localStorage.setItem('jantaku.theme', '{chosen}')")
    shown(page, service, "en")
    at(page, (800, 480))
    assert page.evaluate("document.documentElement.dataset.theme") == chosen


def test_a_wall_without_a_match_has_the_clock_and_asks_for_no_touch(page: Any, service: Service) -> None:
    won(service)
    page.set_viewport_size({"width": 1920, "height": 1080})
    with_mode(page, service, "wall")
    page.evaluate("window.tablet.state = { ...window.tablet.state, match: null }; window.tablet.draw()")
    page.locator(".idle-page .time").wait_for()
    assert page.locator(".idle-page").get_by_text("Touch to begin").count() == 0
