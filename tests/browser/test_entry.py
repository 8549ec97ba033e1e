"""How much it takes to enter a hand, counted: touches from the display, presses of keys, and what is on the screen."""

from __future__ import annotations

from typing import Any

import pytest

from controller.languages import LANGUAGES
from tests.browser.boxes import at
from tests.browser.conftest import Service
from tests.browser.display import from_menu
from tests.browser.entering import entry_form, opened_form, shows_what_it_pays, touch
from tests.browser.test_display_boxes import riichi, shown
from tests.browser.test_tablet import NAMES, in_state, no_match, opened

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(180)]

SIZES = [(800, 480), (1024, 600), (1280, 800), (800, 1280), (1920, 1080), (390, 844), (360, 640)]
LEAST_TABLE = 150
"""Width in px of the small table whose seats people touch."""
TILES = ["2m", "3m", "4m", "5m", "5m", "6p", "8p", "3s", "4s", "5s", "9s", "9s", "9s", "7p"]
COUNT = """() => {
    window.touches = 0;
    document.addEventListener('click', (event) => { if (event.isTrusted) window.touches += 1; }, true);
}"""
INSIDE = """(selector) => [...document.querySelectorAll(selector)].filter((e) => e.offsetParent).every((e) => {
    const box = e.getBoundingClientRect();
    return box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
})"""


KEYS_OVERFLOWING = """() => [...document.querySelectorAll('dialog.entry .pad button')].filter((e) => e.offsetParent)
    .filter((e) => {
        const words = document.createRange();
        words.selectNodeContents(e);
        const inside = words.getBoundingClientRect(), key = e.getBoundingClientRect();
        return inside.left < key.left + 2 || inside.right > key.right - 2 || inside.height > key.height;
    }).map((e) => e.innerText)"""


def at_play(page: Any, service: Service, ruleset: str, **more: Any) -> None:
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    service.post("/matches", {"ruleset": ruleset, "seats": seats, "seating": "given", "first_dealer": 0, **more})
    service.post("/matches/current/hands", {})
    opened(page, service)
    in_state(page, "s.match?.phase === 'play'")
    page.evaluate(COUNT)


def seat(page: Any, name: str) -> Any:
    return page.locator("dialog.entry .cross").get_by_role("button", name=name)


def confirmed(page: Any, service: Service) -> int:
    """Confirms; answers how many touches it took from the display."""
    shows_what_it_pays(page)
    page.get_by_role("button", name="Confirm").click()
    touches: int = page.evaluate("window.touches")
    service.wait(lambda: service.table()["match"]["phase"] == "roll")
    return touches


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_high_hands_fit_their_keys(page: Any, service: Service, language: str) -> None:
    riichi(service)
    shown(page, service, language)
    page.locator(".acts .main").click()
    page.locator("dialog.entry .cross button").first.click()
    found = {}
    for size in SIZES:
        at(page, size)
        found[size] = page.evaluate(KEYS_OVERFLOWING)
    assert {size: keys for size, keys in found.items() if keys} == {}


def test_a_self_draw_takes_four_touches(page: Any, service: Service) -> None:
    at_play(page, service, "hong-kong-old")
    page.get_by_role("button", name="Enter the result").click()
    seat(page, NAMES[1]).click()
    page.get_by_role("radio", name="5", exact=True).click()
    assert confirmed(page, service) == 4
    assert service.table()["match"]["last"]["winners"][0]["source"] == "self-draw"


def test_a_discard_takes_five_touches(page: Any, service: Service) -> None:
    at_play(page, service, "hong-kong-old")
    page.get_by_role("button", name="Enter the result").click()
    seat(page, NAMES[1]).click()
    seat(page, NAMES[3]).click()
    page.get_by_role("radio", name="5", exact=True).click()
    assert confirmed(page, service) == 5
    assert service.table()["match"]["last"]["discarder"] == 3


@pytest.mark.parametrize("ruleset", ["hong-kong-old", "riichi", "mcr"])
def test_a_drawn_hand_takes_two_touches(page: Any, service: Service, ruleset: str) -> None:
    at_play(page, service, ruleset)
    page.get_by_role("button", name="Draw", exact=True).click()
    assert confirmed(page, service) == 2


def test_han_and_fu_from_a_discard_take_six_touches(page: Any, service: Service) -> None:
    at_play(page, service, "riichi")
    page.get_by_role("button", name="Enter the result").click()
    seat(page, NAMES[2]).click()
    seat(page, NAMES[0]).click()
    page.get_by_role("radiogroup", name="han").get_by_role("radio", name="3", exact=True).click()
    page.get_by_role("radiogroup", name="fu").get_by_role("radio", name="40", exact=True).click()
    assert confirmed(page, service) == 6


def test_a_concealed_hand_with_its_tiles_takes_eighteen_touches(page: Any, service: Service) -> None:
    at_play(page, service, "riichi")
    page.get_by_role("button", name="Enter the result").click()
    seat(page, NAMES[2]).click()
    page.get_by_role("button", name="Enter tiles").click()
    for tile in TILES:
        page.locator(f'.pick [data-tile="{tile}"]').click()
    assert confirmed(page, service) == 18


def test_the_quick_form_takes_at_most_twelve_keys_and_the_focus_stays(page: Any, service: Service) -> None:
    """The worst case: han and fu from a discard, with the winner and the discarder farthest from the first seat."""
    at_play(page, service, "riichi")
    page.get_by_role("button", name="Enter the result").focus()
    keys = ["Enter", "ArrowRight", "ArrowRight", "Enter", "ArrowRight", "Enter", "3", "4", "0", "Enter", "Enter"]
    for n, key in enumerate(keys):
        if n == len(keys) - 2:
            shows_what_it_pays(page)
        page.keyboard.press(key)
        opened_form(page) if n == 0 else None
        if n < len(keys) - 1:
            assert page.evaluate("document.activeElement.tagName") == "BUTTON", f"after {key}"
    assert len(keys) <= 12
    service.wait(lambda: service.table()["match"]["phase"] == "roll")
    win = service.table()["match"]["last"]["winners"][0]
    assert (win["total"], win["fu"], win["seat"], win["discarder"]) == (3, 40, 2, 3)


def test_arrows_choose_inside_a_group_and_tab_leaves_it(page: Any, service: Service) -> None:
    at_play(page, service, "riichi")
    page.get_by_role("button", name="Enter the result").click()
    seat(page, NAMES[0]).click()
    han = page.get_by_role("radiogroup", name="han")
    han.get_by_role("radio", name="1", exact=True).click()
    page.keyboard.press("ArrowRight")
    assert han.get_by_role("radio", name="2", exact=True).get_attribute("aria-checked") == "true"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[role=radiogroup]').ariaLabel") == "fu"
    page.get_by_role("button", name="Enter tiles").click()
    page.locator('.pick [data-tile="5m"]').focus()
    for key, tile in (("Down", "5p"), ("Down", "5s"), ("Down", "5m"), ("Up", "5s"), ("Right", "6s")):
        page.keyboard.press(f"Arrow{key}")
        assert page.evaluate("document.activeElement.dataset.tile") == tile, key


def test_everything_is_on_the_screen_at_every_size(page: Any, service: Service) -> None:
    at_play(page, service, "riichi")
    service.post("/matches/current/hands/current/declarations", {"seat": 1, "declaration": "riichi"})
    page.get_by_role("button", name="Enter the result").click()
    form = opened_form(page)
    form.locator(".answer", has_text=NAMES[1]).wait_for()
    parts = ".sentence, .acts button, .ledger .line, .ledger footer, .cross button, .pad:not([inert]) button"

    def seen(parts: str, seats: bool = True) -> None:
        for size in SIZES:
            at(page, size)
            assert page.evaluate(INSIDE, parts), size
            assert form.evaluate("form => form.scrollWidth <= form.clientWidth"), size
            assert not seats or page.locator(".cross").bounding_box()["width"] >= LEAST_TABLE, size

    seen(parts)
    seat(page, NAMES[2]).click()
    seen(parts)
    form.get_by_role("button", name="Enter tiles").click()
    for tile in TILES:
        page.locator(f'.pick [data-tile="{tile}"]').click()
    shows_what_it_pays(page)
    tiles = "dialog.entry .pick button"
    assert page.locator(tiles).count() == 34
    seen(f"{parts}, {tiles}, .tabs button, .hold button", seats=False)
    assert page.locator('.pick [data-tile="9s"] .left').inner_text() == "1"


def test_a_stick_is_laid_from_the_display_and_prefilled_in_the_result(page: Any, service: Service) -> None:
    at_play(page, service, "riichi")
    page.locator("main").get_by_role("button", name=NAMES[2]).click()
    page.get_by_role("button", name=f"Riichi: {NAMES[2]}", exact=True).click()
    in_state(page, "s.match.seats[2].score === 29000 && s.match.declared.length === 1")
    page.get_by_role("button", name="Enter the result").click()
    form = opened_form(page)
    form.locator(".answer", has_text=NAMES[2]).wait_for()
    seat(page, NAMES[0]).click()
    seat(page, NAMES[1]).click()
    page.get_by_role("radiogroup", name="han").get_by_role("radio", name="Mangan", exact=True).click()
    confirmed(page, service)
    assert [each["score"] for each in service.table()["match"]["seats"]] == [43_000, 18_000, 29_000, 30_000]


def test_the_form_opens_with_the_result_that_was_undone_on_the_display(page: Any, service: Service) -> None:
    at_play(page, service, "hong-kong-old")
    win = {"winner": 1, "source": "discard", "discarder": 3, "total": 5}
    service.post("/matches/current/hands/current/result", {"kind": "win", "wins": [win]})
    page.get_by_role("button", name="Undo").click()
    in_state(page, "s.match.phase === 'play' && s.match.undo === null")
    opened_form(page).locator(".second-line", has_text="undone").wait_for()
    seat(page, NAMES[0]).click()  # another discarder; winner and faan are there
    shows_what_it_pays(page)
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Enter the result").click()  # whoever closed it by mistake finds it again
    seat(page, NAMES[0]).click()
    confirmed(page, service)
    (winner,) = service.table()["match"]["last"]["winners"]
    assert (winner["seat"], winner["discarder"], winner["total"]) == (1, 0, 5)


def test_all_agree_on_the_tablet_or_say_what_is_wrong(page: Any, service: Service) -> None:
    at_play(page, service, "hong-kong-old", confirmation="tablet")
    service.post("/matches/current/hands/current/result", {"kind": "draw"})
    page.locator(".foot .more").click()
    page.locator("dialog[open]").get_by_role("button", name="Confirm the result").click()
    for name in NAMES[:3]:
        page.get_by_role("button", name=f"Agree {name}", exact=True).click()
    page.get_by_role("button", name=f"Disagree {NAMES[3]}").click()
    page.get_by_label("What is wrong").fill("It was no draw.")
    page.get_by_role("button", name="Tell the referee").click()
    in_state(page, "s.match.disputes.length === 1 && s.match.last.standing === 'disputed'")
    page.keyboard.press("Escape")
    page.locator(".rail.seat-3").get_by_role("img", name="Disputes it").wait_for()


def test_penalties_stand_among_the_hands_and_are_cancelled_there(page: Any, service: Service) -> None:
    at_play(page, service, "hong-kong-old")
    win = {"winner": 1, "source": "self-draw", "total": 4}
    service.post("/matches/current/hands/current/result", {"kind": "win", "wins": [win]})
    penalty = {"who": "referee", "why": "too loud", "seat": 2, "pays_each_other": 5}
    service.post("/matches/current/penalties", penalty)
    from_menu(page, "Hands played")
    table = page.locator("table.course")
    assert "too loud" in table.inner_text()
    page.get_by_role("button", name="Cancel penalty").click()
    page.get_by_label("Who decides this").fill("referee")
    page.get_by_label("Why").fill("a mistake")
    page.locator("dialog footer").get_by_role("button", name="Cancel penalty").click()
    table.locator(".cancelled").wait_for()
    scores = [each["score"] for each in service.table()["match"]["seats"]]
    foot = [int(text.replace("−", "-").replace(",", "")) for text in table.locator("tfoot td.number").all_inner_texts()]
    assert foot == scores


def test_on_a_phone_every_amount_and_every_key_of_a_hand_is_seen(page: Any, service: Service) -> None:
    at_play(page, service, "riichi")
    win = {"winner": 1, "source": "self-draw", "total": 13}
    service.post("/matches/current/hands/current/result", {"kind": "win", "wins": [win]})
    from_menu(page, "Hands played")
    table = page.locator("table.course")
    table.wait_for()
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert table.evaluate(OUTSIDE) == [], f"{width} x {height}"
        assert table.locator("tbody td").nth(1).evaluate("(e) => getComputedStyle(e, '::before').content") != "none"
    page.set_viewport_size({"width": 1280, "height": 800})


OUTSIDE = """(table) => {
  const body = table.closest(".body").getBoundingClientRect();
  return [...table.querySelectorAll("td, th[scope=row], button")].filter((e) => {
    const { left, right, width } = e.getBoundingClientRect();
    return width && (left < body.left - 1 || right > body.right + 1 || e.scrollWidth > e.clientWidth + 1);
  }).map((e) => e.innerText);
}"""
"""What of the list of hands reaches beyond its dialog, or beyond its cell."""


def test_a_result_entered_while_the_line_is_cut_is_sent_once_when_it_is_back(page: Any, service: Service) -> None:
    at_play(page, service, "hong-kong-old")
    page.get_by_role("button", name="Enter the result").click()
    seat(page, NAMES[1]).click()
    page.get_by_role("radio", name="5", exact=True).click()
    shows_what_it_pays(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Confirm").click()
    page.locator(".sentence", has_text="Kept on this device").wait_for()
    before = service.table()["seq"]
    page.context.set_offline(False)
    service.wait(lambda: service.table()["match"]["phase"] == "roll")
    page.locator("dialog.entry").wait_for(state="detached")
    assert service.table()["seq"] == before + 1
    page.expected += ["ERR_"]


def test_a_kept_result_that_the_table_does_not_take_shows_what_is_there_instead(page: Any, service: Service) -> None:
    at_play(page, service, "hong-kong-old")
    page.get_by_role("button", name="Enter the result").click()
    seat(page, NAMES[1]).click()
    page.get_by_role("radio", name="5", exact=True).click()
    shows_what_it_pays(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Confirm").click()
    page.locator(".sentence", has_text="Kept on this device").wait_for()
    win = {"winner": 3, "source": "self-draw", "total": 3}
    service.post("/matches/current/hands/current/result", {"kind": "win", "wins": [win]})
    page.context.set_offline(False)
    page.locator("dialog .notice", has_text=f"{NAMES[3]} won").wait_for(timeout=20000)
    assert page.evaluate("localStorage.getItem('jantaku.outbox.1')") is None
    assert service.table()["match"]["last"]["winners"][0]["seat"] == 3
    page.expected += ["ERR_", "409"]


ROOM = """(part) => {
    const room = document.querySelector(`dialog.entry ${part}`);
    const { width, height } = room.getBoundingClientRect();
    return { width, height, container: getComputedStyle(room).containerType,
        inside: room.firstElementChild.getBoundingClientRect().width,
        tile: room.querySelector(".tile-button")?.getBoundingClientRect().width ?? 0 };
}"""
"""The size of the room and of what is in it. A size container would say the same, and have all of it laid out anew with
each touch."""


def test_players_and_tiles_are_as_large_as_their_room_also_when_it_changes(page: Any, service: Service) -> None:
    at_play(page, service, "hong-kong-old")
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    for size in SIZES:
        at(page, size)
        room = page.evaluate(ROOM, ".seats")
        assert room["container"] == "normal", size
        assert room["inside"] == pytest.approx(min(room["width"], room["height"]), abs=1), (size, room)
    form.get_by_role("button", name="Enter tiles").click()
    for size in SIZES:
        at(page, size)
        room = page.evaluate(ROOM, ".pick")
        high = room["height"] * (0.13 if room["inside"] > 0.9 * room["width"] else 0.175)
        assert room["container"] == "normal", size
        assert min(high, room["inside"] / 9 - 12) <= room["tile"] <= min(high, room["inside"] / 9) + 1, (size, room)
