"""A match in the browser from the dialog that starts it to its ranking, a late correction, and the sheet."""

from __future__ import annotations

from typing import Any

import pytest

from api.words.catalogue import catalogue
from controller.languages import LANGUAGES
from tests.browser.conftest import Service
from tests.browser.display import from_menu, menu, speak
from tests.browser.entering import entry_form, opened_form, shows_what_it_pays, total, touch
from tests.browser.test_tablet import NAMES, in_state, no_match, opened, played_plainly, playing

pytestmark = [pytest.mark.browser, pytest.mark.smoke, pytest.mark.timeout(180)]


def start_dialog(page: Any, service: Service) -> Any:
    no_match(service)
    opened(page, service)
    page.get_by_role("button", name="Start a match").click()
    page.locator("dialog details.house-rules").wait_for()
    return page.locator("dialog[open]")


def start(page: Any) -> None:
    page.get_by_role("button", name="Start", exact=True).click()


def play_to_the_last_hand(service: Service) -> None:
    """An M-League match of eight hands; in each but the first the player after the dealer wins from the next one."""
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    match = {"ruleset": "riichi", "profile": "mleague", "seats": seats, "seating": "given", "first_dealer": 0}
    service.post("/matches", match)
    for dealer in (0, 1, 2, 3, 0, 1, 2):
        winner, discarder = (dealer + 1) % 4, (dealer + 2) % 4
        win = {"winner": winner, "source": "discard", "discarder": discarder, "total": 3, "fu": 30}
        body = {"kind": "draw"} if service.table()["match"]["index"] == 0 else {"kind": "win", "wins": [win]}
        service.post("/matches/current/hands", {})
        service.post("/matches/current/hands/current/result", body)
    service.post("/matches/current/hands", {})


def test_an_edit_is_never_overtaken_by_rules_that_are_still_on_their_way(page: Any, service: Service) -> None:
    played_plainly(service)
    dialog = start_dialog(page, service)
    held: list[Any] = []
    page.route("**/api/v1/rulesets/*", lambda route: held.append(route))
    dialog.locator('[role="radio"][aria-checked="true"]').click()
    dialog.locator("summary", has_text="Options").click()
    dialog.locator("[data-option] select").first.select_option(index=1)
    dialog.get_by_text("1 changed").wait_for()
    assert held == []
    dialog.get_by_role("radio", name="Chinese Official").click()
    dialog.locator("details.house-rules").wait_for(state="detached")
    held.pop().continue_()
    dialog.locator("details.house-rules").wait_for()
    assert dialog.get_by_text("1 changed").count() == 0


def test_contradicting_house_rules_are_marked_and_told(page: Any, service: Service) -> None:
    played_plainly(service)
    dialog = start_dialog(page, service)
    dialog.get_by_role("radio", name="Old Hong Kong").click()
    dialog.locator("summary", has_text="Options").click()
    dialog.locator('[data-option="throws"] select').select_option(label="2")
    dialog.get_by_text("1 changed").wait_for()
    start(page)
    dialog.locator(".notice", has_text="cannot both hold").wait_for()
    marked = dialog.locator("[data-option].wrong")
    assert sorted(row.get_attribute("data-option") for row in marked.all()) == ["dice", "throws"]
    dialog.locator('[data-option="dice"] select').select_option(label="2")
    assert dialog.locator(".notice").count() == 0
    start(page)
    in_state(page, "s.match?.options.throws === 2 && s.match.options.dice === 2")
    page.expected += ["422"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_value_that_an_option_cannot_have_is_named_in_the_readers_language(
    page: Any, service: Service, language: str
) -> None:
    no_match(service)
    opened(page, service)
    speak(page, language)
    words = catalogue(language)
    page.get_by_role("button", name=words["start.open"]).click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_role("radio").first.click()
    dialog.locator(".house-rules > summary").click()
    dialog.locator('[data-option="min-faan"] input').fill("99")
    dialog.get_by_role("button", name=words["start.go"], exact=True).click()
    said = words["start.bad-option"].replace("{first}", words["label.min-faan"])
    dialog.locator(".notice", has_text=said).wait_for()
    page.expected += ["422"]


def test_five_players_are_named_and_the_one_who_rests_is_told(page: Any, service: Service) -> None:
    dialog = start_dialog(page, service)
    dialog.get_by_role("radio", name="Old Cantonese").click()
    dialog.get_by_label("Variant").select_option("five-players")
    dialog.get_by_label("Fifth player").fill("Quinta")
    start(page)
    page.locator(".stool", has_text="Quinta").wait_for()


def test_three_players_leave_a_chair_empty(page: Any, service: Service) -> None:
    dialog = start_dialog(page, service)
    dialog.get_by_role("radio", name="Three-player riichi").click()
    dialog.get_by_placeholder("Nobody sits here").wait_for()
    start(page)
    in_state(page, "s.match?.seats.length === 3")


def test_the_next_match_begins_with_the_rules_of_the_last(page: Any, service: Service) -> None:
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    service.post("/matches", {"ruleset": "riichi", "profile": "mleague", "seats": seats, "seating": "given"})
    dialog = start_dialog(page, service)
    assert dialog.get_by_role("radio", name="Riichi", exact=True).get_attribute("aria-checked") == "true"
    assert dialog.get_by_label("Variant").input_value() == "mleague"
    page.get_by_role("button", name="Cancel").click()
    service.post("/matches", {"ruleset": "mcr", "options": {"seat-change": "none"}, "seats": seats, "seating": "given"})
    dialog = start_dialog(page, service)
    dialog.get_by_text("1 changed").wait_for()
    dialog.get_by_role("button", name="Undo the changes").click()
    start(page)
    in_state(page, "s.match?.phase !== 'over' && s.match.options['seat-change'] === 'every-round'")


def test_a_table_without_a_match_offers_the_rules_of_the_house_as_they_are_set(page: Any, service: Service) -> None:
    opened(page, service)
    before = """async ([ruleset, options]) => {
        const sheet = await (await fetch(`/api/v1/rulesets/${ruleset}`)).json();
        return (await import('/web/setup/game.js')).asBefore(sheet, options);
    }"""
    assert page.evaluate(before, ["hong-kong-old", {}]) == {"profile": None, "options": {}}
    assert page.evaluate(before, ["hong-kong-old", {"min-faan": 1}]) == {"profile": None, "options": {"min-faan": 1}}
    five = page.evaluate(before, ["cantonese-old", {"players": 5}])
    assert five == {"profile": "five-players", "options": {}}


def test_the_last_hand_brings_the_ranking_and_a_late_correction_changes_it(page: Any, service: Service) -> None:
    play_to_the_last_hand(service)
    opened(page, service)
    assert page.locator(".disc .big").inner_text() == "South 4"
    dialog = entry_form(page)
    touch(page, "Mei-Ling")
    total(page, "Mangan")
    dialog.get_by_text("This hand ends the match.").wait_for()
    page.get_by_role("button", name="Confirm").click()
    rows = page.locator(".ranks > div")
    page.wait_for_function("() => document.querySelectorAll('.ranks > div').length === 4")
    first = rows.first.inner_text()
    # 25,000 - 3,900 + 8,000; in thousands less 30, and 30 + 20 for the first place
    assert "Mei-Ling" in first and "+49.1" in first
    assert "29,100" in page.locator(".rail", has_text="Mei-Ling").inner_text()
    menu(page).locator(".last").get_by_role("button", name="Correct").click()
    opened_form(page)
    touch(page, "Mei-Ling", "Alexander")
    page.get_by_label("Who decides this").fill("referee")
    page.get_by_label("Why").fill("wrong name")
    shows_what_it_pays(page)
    page.get_by_role("button", name="Correct it").click()
    page.wait_for_function("() => document.querySelector('.ranks > div').innerText.includes('Alexander')")


def test_the_sheet_shows_every_figure_whole(page: Any, service: Service) -> None:
    play_to_the_last_hand(service)
    page.goto(f"{service.address}/api/v1/matches/current/sheet?format=html")
    assert page.locator("td", has_text="South 3").count() == 1
    clipped = "[...document.querySelectorAll('td, .clip')].filter((e) => e.scrollWidth > e.clientWidth + 1)"
    assert page.evaluate(f"{clipped}.map((e) => e.innerText)") == []


def test_a_penalty_needs_who_and_what_before_it_can_be_recorded(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    from_menu(page, "Penalty")
    record = page.get_by_role("button", name="Record")
    assert record.is_disabled()
    page.get_by_label("Who decides this").fill("referee")
    page.get_by_text("Enter what happened.").wait_for()
    page.get_by_label("What happened").fill("looked at the dead wall")
    record.click()
    page.locator(".toast", has_text="Recorded for").wait_for()


def test_a_match_is_abandoned_with_who_and_why(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    from_menu(page, "Hands played")
    page.get_by_role("button", name="Abandon the match").click()
    page.get_by_label("Who decides this").fill("all four")
    page.get_by_label("Why").fill("the last train")
    page.locator("dialog footer").get_by_role("button", name="Abandon").click()
    page.get_by_role("button", name="Start a match").wait_for()
    page.locator("dialog").wait_for(state="detached")
