"""A player enters the own win on the phone of the seat: what it pays, nothing of the others, and once whatever the line
and the phone do meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import Guarded
from tests.browser.phones import SELF_DRAW, phone_of, playing, seat_token, won

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(180)]
ENTER = "I won: enter it"
RESULTS = "**/hands/current/result"


@pytest.fixture
def phone(browser: Any, guarded: Guarded) -> Iterator[Any]:
    """That of Anna at seat 0, while the first hand of a match of riichi is being played."""
    playing(guarded)
    with phone_of(browser, guarded, seat_token(guarded, 0)) as page:
        page.get_by_role("button", name=ENTER).wait_for()
        page.locator("link[href*='seat.later.css']").wait_for(state="attached")
        yield page


def opened(phone: Any) -> Any:
    phone.get_by_role("button", name=ENTER).click()
    form = phone.locator("dialog.entry[open]")
    form.wait_for()
    return form


def entered(phone: Any) -> Any:
    """Anna has won from Ken with 3 han 40 fu; the form says what it pays."""
    form = opened(phone)
    form.locator(".cross").get_by_role("button", name="Ken").click()
    form.get_by_role("radio", name="3", exact=True).click()
    form.get_by_role("radio", name="40", exact=True).click()
    form.locator(".acts .main:not([disabled])").wait_for()
    return form


def confirm(phone: Any) -> None:
    phone.locator("dialog.entry .acts .main").click()


def results(guarded: Guarded, since: int) -> list[Any]:
    events = guarded.get(f"/journal?since={since}")["events"]
    return [event for event in events if event["type"] == "match.hand-ended"]


def test_a_win_from_a_discard_pays_what_the_form_said(phone: Any, guarded: Guarded) -> None:
    form = entered(phone)
    assert "+5,200" in form.locator(".ledger").inner_text()
    assert form.locator(".sentence").inner_text() == "Anna wins from Ken, 3 han 40 fu. Correct?"
    confirm(phone)
    phone.get_by_text("Anna wins from Ken: 3 han 40 fu.").wait_for()
    assert guarded.table()["match"]["last"]["net"] == [5200, -5200, 0, 0]


def test_a_self_draw_is_chosen_beforehand(phone: Any, guarded: Guarded) -> None:
    form = opened(phone)
    form.get_by_role("radio", name="3", exact=True).click()
    form.get_by_role("radio", name="40", exact=True).click()
    form.locator(".acts .main:not([disabled])").wait_for()
    confirm(phone)
    phone.get_by_text("Anna wins by self-draw").wait_for()
    (winner,) = guarded.table()["match"]["last"]["winners"]
    assert (winner["seat"], winner["source"]) == (0, "self-draw")


def test_the_winner_is_the_seat_itself_and_nothing_else_is_asked(phone: Any) -> None:
    form = opened(phone)
    mine = form.locator(".cross").get_by_role("button", name="Anna")
    assert mine.get_attribute("aria-disabled") == "true"
    assert form.get_by_role("radio", name="Draw").count() == 0
    assert form.get_by_role("button", name="Several won").count() == 0
    form.get_by_role("button", name="More", exact=True).click()
    assert form.get_by_role("checkbox").count() == 0


def test_a_stick_that_the_phone_laid_and_those_of_the_others_belong_to_the_win(phone: Any, guarded: Guarded) -> None:
    guarded.post("/matches/current/hands/current/declarations", {"seat": 2, "declaration": "riichi"})
    phone.get_by_role("button", name="Riichi").click()
    phone.get_by_role("button", name="Take back Riichi").wait_for()
    entered(phone)
    confirm(phone)
    phone.get_by_text("Anna wins from Ken").wait_for()
    last = guarded.table()["match"]["last"]
    assert sorted(last["declared"]["riichi"]) == [0, 2]
    assert last["net"] == [6200, -5200, -1000, 0]


def test_a_hand_is_laid_out_with_its_tiles(phone: Any, guarded: Guarded) -> None:
    form = opened(phone)
    form.get_by_role("button", name="Enter tiles").click()
    pick = form.locator(".pick")
    for tile in ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"]:
        pick.get_by_role("button", name=f"{tile} of dots").click()
    for tile in ["One", "Two", "Three", "Nine", "Nine"]:
        pick.get_by_role("button", name=f"{tile} of bamboos").click()
    form.locator(".acts .main:not([disabled])").wait_for()
    confirm(phone)
    phone.get_by_text("Anna wins by self-draw").wait_for()
    assert guarded.table()["match"]["last"]["winners"][0]["tiles"] is not None


def test_the_form_gives_way_when_the_table_enters_the_result(phone: Any, guarded: Guarded) -> None:
    opened(phone)
    won(guarded, SELF_DRAW)
    phone.get_by_text("The result of this hand has been entered in the meantime").wait_for()
    phone.locator("dialog.entry").wait_for(state="detached")
    phone.get_by_text("Mei-Ling wins by self-draw").wait_for()


# ---------------------------------------------------------------- bad lines and sleep


def test_a_win_entered_on_a_cut_line_is_kept_and_counts_once(phone: Any, guarded: Guarded) -> None:
    before = guarded.table()["seq"]
    entered(phone)
    phone.context.set_offline(True)
    confirm(phone)
    phone.get_by_text("Kept on this phone").wait_for()
    assert results(guarded, before) == []
    phone.context.set_offline(False)
    phone.get_by_text("Anna wins from Ken").wait_for()
    assert len(results(guarded, before)) == 1


def test_the_form_opens_and_is_kept_although_the_line_was_cut_before(phone: Any, guarded: Guarded) -> None:
    """It has met the ruleset once; what it pays is not known until the table answers."""
    opened(phone)
    phone.keyboard.press("Escape")
    phone.locator("dialog.entry").wait_for(state="detached")
    phone.context.set_offline(True)
    phone.evaluate("page.live.lost()")
    form = opened(phone)
    form.locator(".cross").get_by_role("button", name="Ken").click()
    form.get_by_role("radio", name="angan").click()
    form.get_by_text("The table does not answer").wait_for()
    confirm(phone)
    phone.get_by_text("Kept on this phone").wait_for()
    phone.context.set_offline(False)
    phone.get_by_text("Anna wins from Ken").wait_for()


def test_a_win_whose_answer_was_lost_counts_once(phone: Any, guarded: Guarded) -> None:
    before = guarded.table()["seq"]
    asked: list[str] = []

    def lose_the_first_answer(route: Any) -> None:
        asked.append(route.request.post_data_json["id"])
        if len(asked) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    phone.route(RESULTS, lose_the_first_answer)
    entered(phone)
    confirm(phone)
    phone.get_by_text("Anna wins from Ken").wait_for()
    guarded.wait(lambda: phone.evaluate("localStorage.getItem('jantaku.seat.1')") is None)
    assert len(asked) >= 2 and len(set(asked)) == 1
    assert len(results(guarded, before)) == 1


def test_what_was_entered_survives_a_page_that_slept_and_was_loaded_anew(phone: Any) -> None:
    entered(phone)
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert phone.locator("dialog.entry[open]").count() == 1
    phone.reload()
    form = opened(phone)
    form.get_by_text("3 han 40 fu. Correct?").wait_for()


def test_a_kept_win_survives_the_sleep_of_the_page(phone: Any, guarded: Guarded) -> None:
    phone.route(RESULTS, lambda route: route.abort())
    entered(phone)
    confirm(phone)
    phone.get_by_text("Kept on this phone").wait_for()
    phone.unroute(RESULTS)
    phone.reload()
    phone.get_by_text("Anna wins from Ken").wait_for()
    assert guarded.table()["match"]["last"]["who"]


# ---------------------------------------------------------------- sizes


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans", "ja"])
def test_the_form_fits_a_phone(browser: Any, guarded: Guarded, language: str) -> None:
    playing(guarded)
    with phone_of(browser, guarded, seat_token(guarded, 0), locale=language) as page:
        page.locator(".win").click()
        page.locator("dialog.entry .cross button:not([aria-disabled])").first.click()
        page.locator("dialog.entry .totals [role=radio]").first.click()
        for width, height in ((360, 640), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OUTSIDE) == [], f"{width}x{height}"


OUTSIDE = """() => [...document.querySelectorAll("dialog.entry button, dialog.entry .net, dialog.entry .sentence")]
  .filter((e) => e.offsetParent)
  .filter((e) => {
    const { left, right, top, bottom } = e.getBoundingClientRect();
    return left < -0.5 || right > innerWidth + 0.5 || top < -0.5 || bottom > innerHeight + 0.5;
  })
  .map((e) => e.textContent.trim())"""
