"""Setting up a match in a real browser: players, house rules by name, what a game needs; and the list of matches."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.words.catalogue import catalogue
from controller.languages import LANGUAGES
from tests.browser.boxes import at
from tests.browser.conftest import Service
from tests.browser.test_tablet import NAMES, in_state, no_match, opened, played_plainly

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(180)]

SIZES = [(1280, 800), (1024, 600), (800, 480), (800, 1280), (390, 844), (360, 640)]


def read(service: Service, path: str) -> Any:
    with urllib.request.urlopen(f"{service.address}/api/v1{path}", timeout=5) as answer:
        return json.load(answer)


@pytest.fixture(autouse=True)
def empty_lists(service: Service) -> Iterator[None]:
    """Other tests find no house rules and no players."""
    yield
    for rules in read(service, "/house-rules")["house_rules"]:
        service.post("/house-rules/removals", {"rules": rules["id"]})
    for player in read(service, "/players")["players"]:
        service.post("/players/removals", {"player": player["id"]})


def start_dialog(page: Any, service: Service) -> Any:
    opened(page, service)
    page.get_by_role("button", name="Start a match").click()
    dialog = page.locator("dialog[open]")
    dialog.locator("details.house-rules").wait_for()
    return dialog


def start(page: Any) -> None:
    page.get_by_role("button", name="Start", exact=True).click()


def test_the_dialog_asks_who_confirms_and_whether_hands_may_be_checked(page: Any, service: Service) -> None:
    played_plainly(service)
    dialog = start_dialog(page, service)
    dialog.get_by_label("Who confirms each result").select_option("tablet")
    dialog.get_by_label("Allow hands to be checked during play").uncheck()
    start(page)
    in_state(page, "s.match?.phase !== 'over' && s.match?.confirmation === 'tablet' && !s.match.hand_check")
    no_match(service)
    again = start_dialog(page, service)
    assert again.get_by_label("Who confirms each result").input_value() == "tablet"
    service.post("/matches", {"ruleset": "hong-kong-old", "seats": [{"seat": 0, "name": "A"}, {"seat": 1, "name": "B"},
                 {"seat": 2, "name": "C"}, {"seat": 3, "name": "D"}]})  # fmt: skip
    no_match(service)


def test_hands_are_checked_as_the_table_has_it_for_the_ruleset_that_is_chosen(page: Any, service: Service) -> None:
    played_plainly(service)

    def without_riichi(route: Any) -> None:
        listed = route.fetch().json()
        for ruleset in listed["rulesets"]:
            ruleset["hand_check"] = ruleset["id"] != "riichi"
        route.fulfill(json=listed)

    page.route("**/api/v1/rulesets", without_riichi)
    dialog = start_dialog(page, service)
    box = dialog.get_by_label("Allow hands to be checked during play")
    assert box.is_checked()
    for ruleset, allowed in (("Riichi", False), ("Old Hong Kong", True)):
        dialog.get_by_role("radio", name=ruleset, exact=True).click()
        dialog.locator("details.house-rules").wait_for()
        assert box.is_checked() is allowed


def test_the_dialog_says_which_of_two_games_of_one_city_it_is(page: Any, service: Service) -> None:
    played_plainly(service)
    dialog = start_dialog(page, service)
    dialog.get_by_role("radio", name="Old Hong Kong").click()
    dialog.locator(".about", has_text="the discarder pays for all").wait_for()


# ---------------------------------------------------------------- the lists


def test_a_player_is_kept_changed_and_removed_on_the_page(page: Any, service: Service) -> None:
    page.goto(f"{service.address}/setup")
    page.get_by_role("button", name="New player").click()
    page.get_by_label("Name", exact=True).fill("Ann Lee")
    page.get_by_label("Number (optional)").fill("7")
    page.get_by_role("radio", name="Teal").click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("#players li", has_text="Ann Lee").wait_for()
    assert [(p["name"], p["number"], p["colour"]) for p in read(service, "/players")["players"]] == [
        ("Ann Lee", 7, "teal")
    ]
    page.get_by_role("button", name="Edit Ann Lee").click()
    page.get_by_label("Name", exact=True).fill("Anna Lee")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("#players li", has_text="Anna Lee").wait_for()
    page.get_by_role("button", name="Edit Anna Lee").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    assert len(read(service, "/players")["players"]) == 1
    page.get_by_role("button", name="Remove for good").click()
    page.get_by_text("No players yet").wait_for()


def test_a_name_that_is_taken_is_refused_in_the_dialog_and_nothing_is_lost(page: Any, service: Service) -> None:
    service.post("/players", {"name": "Ann Lee"})
    page.goto(f"{service.address}/setup")
    page.get_by_role("button", name="New player").click()
    page.get_by_label("Name", exact=True).fill("ann lee")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("dialog .notice.bad", has_text="in the list already").wait_for()
    assert page.get_by_label("Name", exact=True).input_value() == "ann lee"
    page.expected += ["422"]


def test_items_are_valued_left_out_and_made_on_the_page(page: Any, service: Service) -> None:
    service.post("/house-rules", {"name": "Friday", "ruleset": "hong-kong-old"})
    page.goto(f"{service.address}/setup")
    page.get_by_role("button", name="Edit Friday").click()
    page.locator("details.house-items > summary").click()
    for wrong in ("4.5", "-1"):
        page.get_by_label("All pongs: value").fill(wrong)
        page.get_by_label("All pongs: value").blur()
        page.get_by_role("button", name="Save", exact=True).click()
        page.locator("dialog .notice.bad", has_text="cannot have this value: “All pongs”").wait_for()
        assert page.get_by_label("All pongs: value").input_value() == wrong, "no other number takes its place"
    page.expected += ["422"]
    page.get_by_label("All pongs: value").fill("2")
    page.get_by_label("All pongs: value").blur()
    page.get_by_label("Three kongs counts").uncheck()
    page.get_by_role("button", name="New item", exact=True).click()
    page.get_by_label("Name of the item").fill("Straight")
    page.get_by_label("What the hand must be").select_option("Straight 1 to 9")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("dialog[open]").wait_for(state="detached")
    (kept,) = read(service, "/house-rules")["house_rules"]
    own = {"id": "own-1", "group": "faan", "value": 1, "names": {"en": "Straight"}, "pattern": "straight"}
    assert kept["options"] == {"changes": {"values": {"all-pong": 2}, "off": ["three-kongs"], "items": [own]}}


def test_a_file_of_rules_is_read_kept_and_given_back(page: Any, service: Service, tmp_path: Path) -> None:
    path = tmp_path / "friday.toml"
    path.write_text('format = 1\nname = "Friday"\nparent = "hong-kong-old"\n[values]\nall-pung = 2\n', encoding="utf-8")
    page.goto(f"{service.address}/setup")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="From a file").click()
    chooser.value.set_files(path)
    page.get_by_text("Line 5").wait_for()
    page.expected += ["422"]
    path.write_text(path.read_text(encoding="utf-8").replace("pung", "pong"), encoding="utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="From a file").click()
    chooser.value.set_files(path)
    page.get_by_role("button", name="Edit Friday").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="As a file").click()
    given = Path(download.value.path()).read_text(encoding="utf-8")
    assert "all-pong = 2" in given

    def choose_again(changed: str) -> None:
        path.write_text(changed, encoding="utf-8")
        with page.expect_file_chooser() as chooser:
            page.locator("dialog[open]").get_by_role("button", name="From a file").click()
        chooser.value.set_files(path)

    choose_again(given.replace("all-pong = 2", "all-pung = 2"))
    page.locator("dialog .notice.bad", has_text="values.all-pung").wait_for()
    choose_again(given.replace("all-pong = 2", "all-pong = 4").replace("[options]", "[options]\nmin-faan = 1"))
    changes = page.locator("dialog .changes p")
    changes.last.wait_for()
    assert changes.all_inner_texts() == [
        "All pongs: 2 faan → 4 faan", "Minimum faan: 3 → 1", "Kept as they are until you save.",
    ]  # fmt: skip
    (kept,) = read(service, "/house-rules")["house_rules"]
    assert kept["options"] == {"changes": {"values": {"all-pong": 2}}}, "shown, not kept yet"
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("dialog[open]").wait_for(state="detached")
    with page.expect_file_chooser() as chooser:  # on the page too, a file of a name that is there is shown beside it
        page.get_by_role("button", name="From a file").click()
    path.write_text(given, encoding="utf-8")
    chooser.value.set_files(path)
    page.locator("dialog .changes p", has_text="All pongs: 4 faan → 2 faan").wait_for()
    (kept,) = read(service, "/house-rules")["house_rules"]
    assert kept["options"] == {"min-faan": 1, "changes": {"values": {"all-pong": 4}}}


def test_house_rules_are_made_on_the_page_and_shown_on_another_device(page: Any, service: Service) -> None:
    page.goto(f"{service.address}/setup")
    other = page.context.new_page()
    other.goto(f"{service.address}/setup")
    other.get_by_text("No house rules yet").wait_for()
    page.get_by_role("button", name="New house rules").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_label("Name of the house rules").fill("Friday")
    dialog.get_by_role("radio", name="Riichi", exact=True).click()
    dialog.get_by_label("Variant").select_option("mleague")
    dialog.get_by_role("button", name="Save", exact=True).click()
    other.locator("#house-rules li", has_text="Friday").wait_for()
    (rules,) = read(service, "/house-rules")["house_rules"]
    assert (rules["ruleset"], rules["profile"], rules["options"]) == ("riichi", "mleague", {})
    other.get_by_role("button", name="Edit Friday").click()
    other.locator("dialog[open] details.house-rules").wait_for()
    page.get_by_role("button", name="Edit Friday").click()
    page.get_by_text("Names in other languages").first.click()
    page.get_by_label("日本語", exact=True).fill("金曜会")
    page.get_by_label("Name of the house rules", exact=True).fill("Friday club")
    page.get_by_role("button", name="Save", exact=True).click()
    other.locator("#house-rules li", has_text="Friday club").wait_for()
    (rules,) = read(service, "/house-rules")["house_rules"]
    assert rules["names"] == {"en": "Friday club", "ja": "金曜会"}
    other.get_by_role("button", name="Save", exact=True).click()  # opened before the change: it would undo it
    other.locator("dialog .notice.bad", has_text="Somebody has changed these house rules").wait_for()
    other.close()


# ---------------------------------------------------------------- starting


def test_players_of_the_list_sit_down_by_touches_and_the_match_is_played_by_house_rules(
    page: Any, service: Service
) -> None:
    played_plainly(service)
    for name in ("Ann Lee", "Ben Wong", "Cho", "Dee"):
        service.post("/players", {"name": name})
    service.post("/house-rules", {"name": "Friday", "ruleset": "hong-kong-old", "options": {"min-faan": 1}})
    page.add_init_script("localStorage.removeItem('jantaku.names')")
    dialog = start_dialog(page, service)
    for name in ("Dee", "Cho", "Ben Wong", "Ann Lee"):
        dialog.get_by_role("group", name="Players of this table").get_by_role("button", name=name).click()
    dialog.get_by_role("radio", name="Friday").click()
    dialog.locator("details.house-rules").wait_for()
    start(page)
    in_state(page, "s.match?.house_rules === 'Friday' && s.match.options['min-faan'] === 1")
    match = service.table()["match"]
    assert [seat["name"] for seat in match["seats"]] == ["Dee", "Cho", "Ben Wong", "Ann Lee"]


def test_the_last_group_sits_down_in_one_touch_with_seats_drawn_anew(page: Any, service: Service) -> None:
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    given = {"seats": seats, "seating": "given", "first_dealer": 2}
    service.post("/matches", {"ruleset": "hong-kong-old", **given})
    no_match(service)
    page.add_init_script("localStorage.removeItem('jantaku.names')")
    dialog = start_dialog(page, service)
    boxes = dialog.locator(".seats input")
    assert [boxes.nth(seat).input_value() for seat in range(4)] == list(NAMES)  # whoever stays needs no touch
    boxes.nth(1).fill("Somebody else")
    dialog.get_by_role("button", name="Last group").click()
    start(page)
    in_state(page, "s.match?.phase === 'first-dealer'")
    assert [seat["name"] for seat in service.table()["match"]["seats"]] == list(NAMES)


def test_changed_options_are_kept_by_a_name_and_chosen_at_once(page: Any, service: Service) -> None:
    played_plainly(service)
    dialog = start_dialog(page, service)
    dialog.get_by_role("radio", name="Old Hong Kong").click()
    dialog.locator("summary", has_text="Options").click()
    dialog.locator('[data-option="dice"] select').select_option(label="2")
    page.get_by_role("button", name="Save as house rules").click()
    page.get_by_label("Name of the house rules").fill("Two dice")
    page.get_by_role("button", name="Save as new").click()
    chosen = page.get_by_role("radio", name="Two dice")
    chosen.wait_for()
    assert chosen.get_attribute("aria-checked") == "true"
    (rules,) = read(service, "/house-rules")["house_rules"]
    assert (rules["name"], rules["options"]) == ("Two dice", {"dice": 2})


def test_options_are_found_by_words_and_by_what_differs(page: Any, service: Service) -> None:
    played_plainly(service)
    dialog = start_dialog(page, service)
    dialog.get_by_role("radio", name="Riichi", exact=True).click()
    dialog.get_by_label("Variant").select_option("mleague")
    dialog.locator("summary", has_text="Options").click()
    dialog.get_by_label("Search").fill("red fiv")
    shown = dialog.locator(".option")
    found = [row.get_attribute("data-option") for row in shown.all()]
    assert found == ["red-fives", "red-fives-by-suit", "chips", "chips-open-red"]
    dialog.locator('[data-option="red-fives"]', has_text="Standard:").wait_for()
    dialog.get_by_label("Search").fill("no such thing")
    dialog.get_by_text("No house rule matches").wait_for()
    dialog.get_by_label("Search").fill("uma")
    uma = dialog.locator('[data-option="uma"] input')
    uma.fill("20, x, -10, -20")
    start(page)
    dialog.get_by_role("alert").get_by_text("cannot have this value: “Uma”. 4 numbers, −1,000 to 1,000").wait_for()
    assert uma.input_value() == "20, x, -10, -20"
    uma.fill("50 10 -10 -30")
    start(page)
    dialog.get_by_role("alert").get_by_text("“Uma”. 4 numbers, −1,000 to 1,000, that add up to 0").wait_for()
    uma.fill("30 10 -10 -30")  # as M-League plays it
    page.expected += ["422"]
    dialog.get_by_label("Search").fill("")
    whole = shown.count()
    dialog.get_by_label("Only what differs").check()
    assert 0 < shown.count() < whole
    assert dialog.locator(".option:not(.differs)").count() == 0


@pytest.mark.parametrize(
    ("ruleset", "told"),
    [
        ("Old Hong Kong", "144 tiles: the full set."),
        ("Riichi", "136 tiles. Leave out: flowers and seasons."),
        ("Three-player riichi", "108 tiles. Leave out: characters 2–8 and flowers and seasons."),
    ],
)
def test_the_dialog_says_which_tiles_the_game_wants(page: Any, service: Service, ruleset: str, told: str) -> None:
    played_plainly(service)
    dialog = start_dialog(page, service)
    dialog.get_by_role("radio", name=ruleset, exact=True).click()
    dialog.locator(".needs", has_text=told).wait_for()


def test_players_whom_nobody_named_are_called_in_each_readers_language(page: Any, service: Service) -> None:
    played_plainly(service)
    page.add_init_script("localStorage.removeItem('jantaku.names')")
    boxes = start_dialog(page, service).locator(".seats input")
    for seat in range(4):
        boxes.nth(seat).fill("")
    start(page)
    in_state(page, "s.match?.seats[0].name === 'Seat 1'")
    assert service.table()["match"]["seats"][0]["name"] == "#1"
    page.get_by_text("Seat 1").first.wait_for()
    other = page.context.browser.new_context(locale="ja", reduced_motion="reduce")
    reader = other.new_page()
    reader.goto(service.address)
    reader.get_by_text("席 1").first.wait_for()
    other.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off_at_any_size(page: Any, service: Service, language: str) -> None:
    played_plainly(service)
    words = catalogue(language)
    page.add_init_script(f"localStorage.setItem('jantaku.language', '{language}')")
    for path in ("/setup", "/matches"):
        page.goto(f"{service.address}{path}")
        page.locator(".card button, .card a").first.wait_for()
        for size in SIZES:
            at(page, size)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, size)
    page.goto(service.address)
    page.get_by_role("button", name=words["start.open"]).first.click()
    go = page.get_by_role("button", name=words["start.go"], exact=True)
    go.wait_for()
    body = page.locator("dialog[open] > .body")
    for size in SIZES:
        at(page, size)
        box = go.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0] and box["y"] + box["height"] <= size[1], size
        assert body.evaluate("body => body.scrollWidth <= body.clientWidth"), size


OVERLAPS = """() => {
  const shown = [...document.querySelectorAll("dialog[open] > .body :is(input, select, button, p, h2, h3)")]
    .filter((e) => e.checkVisibility())
    .map((e) => ({ name: e.placeholder || e.textContent.trim().slice(0, 40), box: e.getBoundingClientRect() }));
  return shown.flatMap((one, n) => shown.slice(n + 1)
    .filter(({ box }) => Math.min(box.right, one.box.right) - Math.max(box.left, one.box.left) > 1
      && Math.min(box.bottom, one.box.bottom) - Math.max(box.top, one.box.top) > 1)
    .map((other) => `${one.name} / ${other.name}`));
}"""
"""Parts of the open dialog that lie on one another."""


def test_no_part_of_the_start_dialog_lies_on_another(page: Any, service: Service) -> None:
    """Styles of the other dialogs are there as well: all of them come in one sheet."""
    played_plainly(service)
    page.goto(service.address)
    page.get_by_role("button", name="Start a match").click()
    page.locator("dialog[open] .seats input").first.wait_for()
    page.locator("link[href*='tablet.later.css']").wait_for(state="attached")
    for size in ((800, 480), (1280, 800), (390, 844)):
        at(page, size)
        assert page.evaluate(OVERLAPS) == [], size


# ---------------------------------------------------------------- the matches


def test_matches_are_listed_with_their_result_and_the_totals_of_the_day(page: Any, service: Service) -> None:
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    service.post("/matches", {"ruleset": "hong-kong-old", "seats": seats, "seating": "given", "first_dealer": 0})
    service.post("/matches/current/hands", {})
    win = {"winner": 1, "source": "self-draw", "total": 4}
    service.post("/matches/current/hands/current/result", {"kind": "win", "wins": [win]})
    service.post("/matches/current/end", {"who": "Ann"})
    page.goto(f"{service.address}/matches")
    first = page.locator("#list li").first
    first.get_by_text(f"1. {NAMES[1]}").wait_for()
    page.get_by_role("button", name="Today").click()
    total = page.locator("#totals tr", has_text=NAMES[1])
    total.wait_for()
    page.get_by_role("searchbox", name="Player").fill("Nobody")
    page.get_by_role("searchbox", name="Player").press("Enter")
    page.get_by_text("No matches found").wait_for()
    page.get_by_role("searchbox", name="Player").fill(NAMES[1])
    page.get_by_role("searchbox", name="Player").press("Enter")
    page.locator("#list li").first.get_by_role("link", name="Result sheet").click()
    page.wait_for_url("**/sheet?format=html")
    page.get_by_text(NAMES[1]).first.wait_for()


def test_a_match_that_begins_appears_by_itself(page: Any, service: Service) -> None:
    no_match(service)
    page.goto(f"{service.address}/matches")
    page.locator("#filter input").first.wait_for()
    played = page.locator("#list li", has_text="in progress")
    assert played.count() == 0
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    service.post("/matches", {"ruleset": "mcr", "seats": seats})
    played.wait_for()
    service.post("/matches/current/abandon", {"who": "Ann", "why": "late"})
    played.wait_for(state="detached")
