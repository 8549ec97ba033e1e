"""Two tablets at one table, and a tablet that is loaded again: nobody's entry is lost, none counts for another hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import Service
from tests.browser.display import from_menu, menu
from tests.browser.entering import entry_form, shows_what_it_pays, touch
from tests.browser.entering import total as choose_total
from tests.browser.test_tablet import NAMES, in_state, no_match, opened, playing

pytestmark = [pytest.mark.browser, pytest.mark.smoke, pytest.mark.timeout(180)]

PENALTY = {"who": "referee", "why": "meanwhile", "seat": 1, "penalty": "false-win"}


@pytest.fixture
def other(browser: Any, service: Service) -> Iterator[Any]:
    """The tablet of the other side of the table, upright."""
    context = browser.new_context(viewport={"width": 800, "height": 1280}, locale="en", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(8000)
    yield page
    context.close()


def enter(page: Any, winner: str, total: str) -> None:
    entry_form(page)
    touch(page, winner)
    choose_total(page, total)
    shows_what_it_pays(page)


def deaf(page: Any) -> None:
    """What happens at the table does not reach this page any more."""
    page.evaluate("clearTimeout(tablet.live.timer); tablet.live.source.close(); tablet.note = () => {}")


def test_a_refused_result_says_what_changed_and_can_be_sent_again(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    enter(page, "Mei-Ling", "5")
    deaf(page)
    service.post("/matches/current/penalties", PENALTY)
    page.get_by_role("button", name="Confirm").click()
    page.locator("dialog .notice", has_text="the scores have changed").wait_for()
    assert service.table()["match"]["phase"] == "play"
    page.get_by_role("button", name="Confirm").click()
    service.wait(lambda: service.table()["match"]["phase"] == "roll")
    assert service.table()["match"]["last"]["winners"][0]["seat"] == 0
    page.expected += ["409"]


def test_two_tablets_enter_the_same_hand_and_the_second_sees_the_first(page: Any, other: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    opened(other, service)
    enter(page, "Mei-Ling", "5")
    enter(other, "Alexander", "4")
    page.get_by_role("button", name="Confirm").click()
    notice = other.locator("dialog .notice", has_text="has been entered in the meantime: East 1 · Mei-Ling won")
    notice.wait_for()
    assert other.get_by_role("button", name="Confirm").count() == 0
    page.locator(".acts").get_by_role("button", name="Undo").click()
    other.locator("dialog .notice", has_text="has been taken back").wait_for()
    shows_what_it_pays(other)  # what was entered there can be sent now
    shows_what_it_pays(page)  # the form is open again, with what was undone
    page.get_by_role("button", name="Confirm").click()
    notice.wait_for()
    other.get_by_role("button", name="Correct that result").click()
    other.get_by_label("Who decides this").fill("all four")
    other.get_by_label("Why").fill("Alexander won")
    touch(other, "Mei-Ling", "Alexander")
    shows_what_it_pays(other)
    other.get_by_role("button", name="Correct it").click()
    in_state(page, "s.match.last.corrected && s.match.last.winners[0].seat === 2")
    assert page.locator("dialog").count() == 0


def test_a_correction_meets_another_one_of_the_same_hand(page: Any, other: Any, service: Service) -> None:
    playing(service)
    service.post("/matches/current/hands/current/result", {"kind": "draw"})
    opened(page, service)
    menu(page).locator(".last").get_by_role("button", name="Correct").click()
    win = {"winner": 3, "source": "self-draw", "total": 3}
    correction = {"who": "referee", "why": "overlooked", "hand": 1, "kind": "win", "wins": [win]}
    service.post("/matches/current/corrections", correction)
    page.locator("dialog .notice", has_text="has been corrected in the meantime: East 1 · さくら won").wait_for()
    page.get_by_label("Who decides this").fill("all four")
    page.get_by_label("Why").fill("it was a draw after all")
    shows_what_it_pays(page)
    page.get_by_role("button", name="Correct it").click()
    in_state(page, "s.match.last.kind === 'draw' && s.match.last.revision === 3")


def test_a_match_that_was_abandoned_elsewhere_takes_no_result(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    enter(page, "Mei-Ling", "5")
    no_match(service)
    page.locator("dialog .notice", has_text="match has ended in the meantime").wait_for()
    assert page.get_by_role("button", name="Confirm").count() == 0
    page.locator("dialog.entry").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Start a match").wait_for()


def test_the_start_of_a_match_waits_while_one_is_played(page: Any, service: Service) -> None:
    no_match(service)
    opened(page, service)
    page.get_by_role("button", name="Start a match").click()
    start = page.get_by_role("button", name="Start", exact=True)
    assert start.is_enabled()
    playing(service)
    page.locator("dialog .notice", has_text="A match has been started in the meantime").wait_for()
    assert start.is_disabled()
    no_match(service)
    page.wait_for_function("() => document.querySelector('dialog .notice') === null")
    assert start.is_enabled()


def test_dice_that_were_thrown_elsewhere_are_not_asked_for_again(page: Any, service: Service) -> None:
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    service.post("/matches", {"ruleset": "hong-kong-old", "seats": seats, "seating": "given", "first_dealer": 0})
    opened(page, service)
    from_menu(page, "We threw our own dice")
    page.locator("dialog[open]").get_by_role("button", name="Throw for this wall").click()
    page.locator("dialog").get_by_role("radio", name="3").first.click()
    service.post("/dice/rolls", {"purpose": "break", "faces": [3, 4, 1], "again": True})
    page.locator("dialog").wait_for(state="detached")
    page.locator(".toast", has_text="done in the meantime").wait_for()


def test_a_page_that_is_loaded_again_gives_back_what_was_being_entered(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    enter(page, "Alexander", "7")
    page.reload()
    page.get_by_role("button", name="Enter the result").click()
    page.locator("dialog .second-line", has_text="before the page was reloaded").wait_for()
    dialog = page.locator("dialog[open]")
    winner = dialog.locator(".cross").get_by_role("button", name="Alexander")
    assert winner.get_attribute("aria-pressed") == "true"
    assert dialog.get_by_role("radio", name="7", exact=True).get_attribute("aria-checked") == "true"
    dialog.get_by_role("button", name="Begin again").click()
    assert winner.get_attribute("aria-pressed") == "false"


def test_what_was_cancelled_or_belongs_to_another_hand_does_not_come_back(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    enter(page, "Alexander", "7")
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Enter the result").click()
    page.get_by_role("button", name="Confirm").wait_for()
    assert page.get_by_role("button", name="Begin again").count() == 0
    page.get_by_role("button", name="Cancel").click()
    enter(page, "Alexander", "7")
    page.reload()
    service.post("/matches/current/hands/current/result", {"kind": "draw"})
    service.post("/matches/current/hands", {})
    in_state(page, "s.match.index === 2 && s.match.phase === 'play'")
    page.get_by_role("button", name="Enter the result").click()
    page.get_by_role("button", name="Confirm").wait_for()
    assert page.locator("dialog .notice").count() == 0


def test_an_entry_waits_for_a_service_that_was_killed(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    enter(page, "Mei-Ling", "5")
    service.kill()
    page.get_by_role("button", name="Confirm").click()
    page.locator(".sentence", has_text="Kept on this device").wait_for()
    service.start()
    page.wait_for_function(
        "() => { const m = tablet.state?.match; return m?.last?.winners[0]?.seat === 0 && m.phase === 'roll'; }",
        timeout=20000,
    )
    page.locator("dialog.entry").wait_for(state="detached")
    assert page.evaluate("localStorage.getItem('jantaku.outbox.1')") is None
    page.expected += ["ERR_", "503"]


def test_results_are_entered_while_the_board_is_away(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    service.act("fault", fault="unplug")
    try:
        page.locator(".sentence", has_text="The table does not answer").wait_for()
        assert "/" not in page.locator(".foot").inner_text()  # no path of a device, which helps nobody at the table
        enter(page, "Mei-Ling", "5")
        page.get_by_role("button", name="Confirm").click()
        in_state(page, "s.match.phase === 'roll' && s.match.last.winners[0].seat === 0")
        page.locator(".foot").get_by_role("button", name="Roll the dice").wait_for()
    finally:
        service.act("replug")
        service.wait(lambda: service.table()["board"]["state"] == "ready")
        service.wait(service.is_well)
