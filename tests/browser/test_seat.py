"""The phone of a player in a real browser: its own score, the stick, confirmation, dispute and the call for staff, also
through sleep, a cut line and the end of its pairing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from controller.rules.seats import SEATS
from tests.browser.conftest import Guarded, guarded_service
from tests.browser.phones import RIICHI, SELF_DRAW, phone_of, playing, seat_token, won
from tests.browser.test_access import LANGUAGES, bearer

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(180)]
SIZES = [(360, 640), (390, 844)]
SCHEMES = ["light", "dark"]


@pytest.fixture
def phone(browser: Any, guarded: Guarded) -> Iterator[Any]:
    """That of Anna at seat 0, while the first hand of a match of riichi is being played."""
    playing(guarded)
    with phone_of(browser, guarded, seat_token(guarded, 0)) as page:
        page.get_by_role("button", name="Riichi").wait_for()
        yield page


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory, chromium: Path) -> Iterator[Guarded]:
    """A table at which no seat has called yet, for the other tests of the file let every seat of theirs call."""
    with guarded_service(tmp_path_factory.mktemp("second")) as running:
        playing(running)
        running.pause()
        yield running


@pytest.fixture
def uncalled(second: Guarded) -> Iterator[Guarded]:
    """The seats of which each test calls for one of its own: one seat calls once in twenty seconds."""
    second.go_on()
    second.rest()
    yield second
    second.pause()


def last(guarded: Guarded) -> Any:
    return guarded.table()["match"]["last"]


def cut(page: Any) -> None:
    """No request of the page comes through, and its stream is over."""
    page.context.set_offline(True)
    page.evaluate("page.live.lost()")


def mend(page: Any) -> None:
    page.context.set_offline(False)


# ---------------------------------------------------------------- what is seen and done


def test_a_phone_that_was_paired_shows_its_score_wind_place_and_dealer(phone: Any) -> None:
    phone.get_by_role("heading", name="Anna").wait_for()
    assert phone.locator(".mine").inner_text() == "30,000"
    assert phone.locator(".who .wind").get_attribute("aria-label") == "North"
    assert phone.locator(".others li").all_inner_texts()[2].split("\n")[:3] == ["東", "Ken", "30,000"]
    assert "Place 1" in phone.locator(".gaps").inner_text()


def test_the_stick_leaves_the_score_with_one_touch_and_comes_back_with_another(phone: Any, guarded: Guarded) -> None:
    phone.get_by_role("button", name="Riichi").click()
    phone.get_by_role("button", name="Take back Riichi").wait_for()
    assert phone.locator(".mine").inner_text() == "29,000"
    assert [one["seat"] for one in guarded.table()["match"]["declared"]] == [0]
    phone.get_by_role("button", name="Take back Riichi").click()
    phone.get_by_role("button", name="Riichi: lay").wait_for()
    assert phone.locator(".mine").inner_text() == "30,000"


def test_a_result_is_confirmed_with_one_touch(phone: Any, guarded: Guarded) -> None:
    won(guarded)
    phone.get_by_text("Mei-Ling wins by self-draw: 3 han 40 fu.").wait_for()
    assert phone.locator(".pay").inner_text().split("\n") == ["You pay", "−1,300"]
    phone.get_by_role("button", name="Confirm", exact=True).click()
    phone.get_by_text("You have confirmed this result").wait_for()
    assert last(guarded)["confirmed"] == [0]


def test_a_dispute_is_a_sentence_to_choose_and_play_goes_on(phone: Any, guarded: Guarded) -> None:
    won(guarded)
    phone.get_by_role("button", name="Dispute").click()
    assert phone.get_by_role("button", name="Tell the referee").is_disabled()
    phone.get_by_role("radio", name="The points are wrong").click()
    phone.get_by_role("button", name="Tell the referee").click()
    phone.get_by_text("You dispute this result: The points are wrong.").wait_for()
    (dispute,) = guarded.table()["match"]["disputes"]
    assert (dispute["name"], dispute["text"]) == ("Anna", "The points are wrong.")
    guarded.post("/matches/current/hands", {})
    phone.get_by_role("button", name="Riichi").wait_for()
    phone.get_by_text("East 1: in dispute").click()
    phone.get_by_role("button", name="Confirm after all").click()
    phone.get_by_text("in dispute").wait_for(state="detached")
    assert guarded.table()["match"]["disputes"] == []


def test_a_dispute_can_be_in_ones_own_words(phone: Any, guarded: Guarded) -> None:
    won(guarded)
    phone.get_by_role("button", name="Dispute").click()
    phone.get_by_role("radio", name="Something else").click()
    phone.get_by_label("What is wrong").last.fill("Ken had said pon.")
    phone.get_by_role("button", name="Tell the referee").click()
    phone.get_by_text("Ken had said pon.").wait_for()


def test_staff_are_called_come_and_are_not_needed_any_more(browser: Any, uncalled: Guarded) -> None:
    with phone_of(browser, uncalled, seat_token(uncalled, 0)) as phone:
        phone.get_by_role("button", name="Call staff").click()
        phone.get_by_role("button", name="A referee").click()
        phone.get_by_text("Staff have been called").wait_for()
        (call,) = uncalled.table()["calls"]
        assert (call["name"], call["wanted"], call["answered_by"]) == ("Anna", "referee", None)
        uncalled.post("/calls/answers", {"seat": 0, "who": "Ann"})
        phone.get_by_text("Ann is coming").wait_for()
        phone.get_by_role("button", name="Not needed any more").click()
        phone.get_by_role("button", name="Call staff").wait_for()
        assert uncalled.table()["calls"] == []


def test_all_of_it_works_by_keyboard_alone(phone: Any, guarded: Guarded) -> None:
    won(guarded)
    phone.get_by_role("button", name="Dispute").focus()
    phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    phone.get_by_text("You have confirmed this result").wait_for()
    phone.get_by_role("button", name="Dispute").focus()
    phone.keyboard.press("Enter")
    phone.get_by_role("radio").first.focus()
    phone.keyboard.press("ArrowDown")
    assert phone.get_by_role("radio", name="discarder").get_attribute("aria-checked") == "true"
    phone.keyboard.press("Escape")
    assert phone.locator("dialog[open]").count() == 0


# ---------------------------------------------------------------- sleep and bad lines


def test_a_confirmation_that_meets_a_cut_line_is_kept_and_counts_once(phone: Any, guarded: Guarded) -> None:
    won(guarded)
    phone.get_by_role("button", name="Confirm", exact=True).wait_for()
    cut(phone)
    phone.get_by_role("button", name="Confirm", exact=True).click()
    phone.get_by_text("Kept on this phone").wait_for()
    assert last(guarded)["confirmed"] == []
    mend(phone)
    phone.get_by_text("You have confirmed this result").wait_for()
    assert last(guarded)["confirmed"] == [0]


def test_a_confirmation_whose_answer_is_lost_is_asked_for_again_under_the_same_id(phone: Any, guarded: Guarded) -> None:
    won(guarded)
    before = guarded.table()["seq"]
    asked: list[str] = []

    def lose_the_first_answer(route: Any) -> None:
        asked.append(json.loads(route.request.post_data)["id"])
        if len(asked) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    phone.route("**/confirmations", lose_the_first_answer)
    phone.get_by_role("button", name="Confirm", exact=True).click()
    phone.get_by_text("You have confirmed this result").wait_for()
    guarded.wait(lambda: phone.evaluate("localStorage.getItem('jantaku.seat.1')") is None)
    assert len(asked) == 2
    assert len(set(asked)) == 1
    types = [event["type"] for event in guarded.get(f"/journal?since={before}")["events"]]
    assert types == ["match.result-confirmed"]


def test_a_confirmation_that_was_kept_survives_the_sleep_of_the_page(phone: Any, guarded: Guarded) -> None:
    won(guarded)
    phone.get_by_role("button", name="Confirm", exact=True).wait_for()
    phone.route("**/confirmations", lambda route: route.abort())
    phone.get_by_role("button", name="Confirm", exact=True).click()
    phone.get_by_text("Kept on this phone").wait_for()
    phone.unroute("**/confirmations")
    phone.reload()
    phone.get_by_text("You have confirmed this result").wait_for()
    assert last(guarded)["confirmed"] == [0]


def test_a_confirmation_of_a_result_that_was_corrected_meanwhile_is_not_given(phone: Any, guarded: Guarded) -> None:
    won(guarded)
    phone.get_by_role("button", name="Confirm", exact=True).wait_for()
    cut(phone)
    phone.get_by_role("button", name="Confirm", exact=True).click()
    phone.get_by_text("Kept on this phone").wait_for()
    hand, revision = last(guarded)["hand"], last(guarded)["revision"]
    corrected = {"kind": "draw", "hand": hand, "revision": revision, "who": "Rei", "why": "no yaku"}
    guarded.post("/matches/current/corrections", corrected)
    mend(phone)
    phone.get_by_text("The hand is drawn").wait_for()
    phone.get_by_role("button", name="Confirm", exact=True).wait_for()
    assert last(guarded)["confirmed"] == []


def test_old_news_are_marked_as_old(phone: Any) -> None:
    assert "Ready" in phone.locator(".foot .state").inner_text()
    cut(phone)
    phone.evaluate("page.heard = Date.now() - 20000; page.draw()")
    assert "No news for 20 s" in phone.locator(".foot .state").inner_text()
    assert phone.locator("body").get_attribute("data-light") == "off"
    mend(phone)
    phone.locator("body[data-light=ready]").wait_for()


def test_a_phone_that_slept_asks_anew_when_it_is_looked_at(phone: Any, guarded: Guarded) -> None:
    """The stream of a phone that sleeps is dead without saying so."""
    phone.evaluate("page.live.source.close(); page.live.heard = Date.now() - 60000; clearTimeout(page.live.timer)")
    won(guarded)
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.get_by_role("button", name="Confirm", exact=True).wait_for()


# ---------------------------------------------------------------- the end of a pairing


def test_a_phone_that_is_revoked_says_so_and_how_to_come_back(phone: Any, guarded: Guarded) -> None:
    seat = next(one for one in guarded.get("/devices")["devices"] if one["role"] == "seat" and one["seat"] == 0)
    for one in guarded.get("/devices")["devices"]:
        if one["role"] == "seat":
            guarded.post(f"/devices/{one['id']}/revoke", {})
    assert seat["name"] == "Anna's phone"
    phone.get_by_role("heading", name="This phone is no longer paired").wait_for()
    assert phone.locator(".mine").count() == 0
    assert phone.get_by_role("link", name="Pair this device").get_attribute("href") == "/pair"


def test_after_the_match_the_phone_shows_its_place_and_until_when_it_is_paired(phone: Any, guarded: Guarded) -> None:
    won(guarded)
    guarded.post("/matches/current/end", {"who": "Ann", "why": "late"})
    phone.get_by_text("The match is over. You are number").wait_for()
    phone.get_by_text("This phone stays paired until").wait_for()
    assert phone.get_by_role("button", name="Confirm", exact=True).is_enabled()


def test_a_phone_without_a_seat_is_told_how_to_get_one(browser: Any, guarded: Guarded) -> None:
    with phone_of(browser, guarded, "nobody") as page:
        page.get_by_role("heading", name="This phone has no seat at this table").wait_for()
        page.get_by_role("link", name="To the display").click()
        page.locator(".foot .sentence").wait_for()


def test_a_seats_phone_that_opens_the_display_is_sent_to_its_own_page(browser: Any, guarded: Guarded) -> None:
    with phone_of(browser, guarded, seat_token(guarded, 3, "Yuki's phone")) as page:
        page.goto(f"{guarded.address}/")
        page.wait_for_url("**/seat")


def test_a_phone_that_was_just_paired_is_led_to_its_seat(browser: Any, guarded: Guarded) -> None:
    with phone_of(browser, guarded, seat_token(guarded, 1, "Ken's phone")) as page:
        page.goto(f"{guarded.address}/pair")
        page.get_by_role("link", name="To my seat").click()
        page.locator(".felt-top").wait_for()


# ---------------------------------------------------------------- sizes and languages


@pytest.mark.parametrize(("language", "seat"), [*zip(LANGUAGES, SEATS, strict=True)])
def test_everything_fits_without_scrolling_and_no_word_is_missing(
    browser: Any, guarded: Guarded, language: str, seat: int
) -> None:
    playing(guarded)
    with phone_of(browser, guarded, seat_token(guarded, seat), locale=language) as page:
        page.locator(".stake").wait_for()
        fits(page, "play")
        won(guarded)
        page.locator(".pay").wait_for()
        fits(page, "result")
        page.locator(".two button").first.click()
        page.locator("dialog [role=radio]").first.click()
        fits(page, "dispute")
        page.locator("dialog footer .main").click()
        page.locator(".marks .no").wait_for()
        fits(page, "disputed")
        page.locator(".foot > button").click()
        page.locator("dialog .menu button").nth(1).click()
        page.locator(".called").wait_for()
        fits(page, "called")
        page.locator(".called button").click()
        page.locator(".felt-top button").click()
        page.locator("dialog select").wait_for()
        fits(page, "menu")


def fits(page: Any, state: str) -> None:
    for scheme, (width, height) in product(SCHEMES, SIZES):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": height})
        place = f"{state} {width}x{height} {scheme}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), place
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), place
        text = page.locator("body").inner_text()
        assert [word for word in text.split() if word.startswith(("phone.", "calls.", "declare.", "felt."))] == [], (
            place
        )
        small = page.evaluate(
            "[...document.querySelectorAll('button, a.button, select, summary')].filter((e) => e.offsetParent)"
            ".filter((e) => { const r = e.getBoundingClientRect(); return r.height < 44 || r.right > innerWidth; })"
            ".map((e) => e.innerText)"
        )
        assert small == [], place


def test_every_control_has_a_name_for_a_screen_reader(phone: Any, guarded: Guarded) -> None:
    won(guarded, {**SELF_DRAW})
    phone.get_by_role("button", name="Confirm", exact=True).wait_for()
    nameless = phone.evaluate(
        "[...document.querySelectorAll('button, a, select, [role=img], progress')]"
        ".filter((e) => !(e.innerText?.trim() || e.getAttribute('aria-label'))).length"
    )
    assert nameless == 0
    assert phone.locator("h1").count() == 1
    assert phone.locator("main, header, footer, section[aria-label]").count() == 4
    assert RIICHI["confirmation"] == "phones"


def test_a_call_stands_on_the_rail_of_its_seat_and_staff_answer_it_in_more(browser: Any, uncalled: Guarded) -> None:
    uncalled.post("/calls", {"seat": 1, "wanted": "machine"})
    context = browser.new_context(
        locale="en", viewport={"width": 1280, "height": 800}, extra_http_headers=bearer(uncalled)
    )
    page = context.new_page()
    page.goto(f"{uncalled.address}/")
    page.locator(".rail.seat-1 .tag.called", has_text="Call: Help with the machine").wait_for()
    page.locator(".foot .more").click()
    page.get_by_role("button", name="I am coming").click()
    page.get_by_text("Test is coming").first.wait_for()
    page.get_by_role("button", name="Done").click()
    page.locator(".calls").wait_for(state="detached")
    assert uncalled.table()["calls"] == []
    context.close()
