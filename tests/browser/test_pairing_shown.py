"""The display shows what a device needs that is being paired: a code to scan, six digits, and how long they hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from api.access.caller import COOKIE
from controller.languages import OFFERED
from tests.browser.boxes import SIZES, at, findings, pictured
from tests.browser.conftest import Guarded
from tests.browser.entering import entry_form
from tests.browser.phones import playing
from tests.browser.test_axe import AXE, RUN
from tests.browser.test_fair_dice import seen
from tests.browser.test_felt import jammed, shown_alone

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(240)]

SEAT: Final = 2
NAME: Final = "Mei-Ling's phone"
ANNOUNCED: Final = ".frame.pairing .key-code"


@pytest.fixture
def display(browser: Any, guarded: Guarded) -> Iterator[Any]:
    """The table's own display: it may see the code, as its owner may."""
    playing(guarded)
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en", reduced_motion="reduce")
    context.add_cookies([{"name": COOKIE, "value": guarded.token, "url": guarded.address}])
    page = context.new_page()
    page.set_default_timeout(10_000)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(guarded.address)
    page.locator(".frame .score").first.wait_for()
    yield page
    context.close()
    assert complaints == []


def hold_the_key(guarded: Guarded) -> Any:
    """A phone asks, and its dice key is held; the pairing as the table shows it."""
    guarded.post("/pairings", {"role": "seat", "seat": SEAT, "name": NAME})
    guarded.act("hold", key=f"dice-{SEAT}")
    guarded.wait(lambda: guarded.table()["pairing"] is not None)
    guarded.act("release", key=f"dice-{SEAT}")
    return guarded.table()["pairing"]


def use_up(guarded: Guarded, code: str) -> None:
    guarded.post("/me/pair", {"code": code, "program": True})
    guarded.wait(lambda: guarded.table()["pairing"] is None)


def test_the_code_and_the_digits_of_the_display_let_a_phone_in(display: Any, guarded: Guarded) -> None:
    pairing = hold_the_key(guarded)
    display.locator(ANNOUNCED).wait_for()
    display.wait_for_function(f"document.querySelector('{ANNOUNCED}').naturalWidth > 0")
    for size in SIZES:
        at(display, size)
        assert seen(display) == [pairing["url"]], f"the code cannot be scanned at {size}"
    assert NAME in display.locator(".sentence").inner_text()
    assert NAME in display.locator(".felt").inner_text()
    digits = display.locator(".felt .digits").inner_text().replace(" ", "")
    assert digits == pairing["digits"]
    use_up(guarded, digits)
    display.locator(".frame.pairing").wait_for(state="detached")


@pytest.mark.parametrize("language", OFFERED)
def test_it_covers_neither_scores_nor_hand_at_any_size(display: Any, guarded: Guarded, language: str) -> None:
    display.evaluate("language => localStorage.setItem('jantaku.language', language)", language)
    pairing = hold_the_key(guarded)
    display.goto(guarded.address)
    display.locator(ANNOUNCED).wait_for()
    found = {}
    for size in SIZES:
        at(display, size)
        found[size] = findings(display)
        assert display.locator(".felt .disc .big").is_visible(), f"the hand is not said at {size}"
    assert {size: each for size, each in found.items() if each} == {}
    display.evaluate(AXE.read_text(encoding="utf-8"))
    assert display.evaluate(RUN, []) == []
    use_up(guarded, pairing["digits"])


def test_a_new_code_takes_the_place_of_the_picture_of_the_last(display: Any, guarded: Guarded) -> None:
    first = hold_the_key(guarded)
    display.locator(ANNOUNCED).wait_for()
    guarded.post("/pairings", {"role": "seat", "seat": SEAT, "name": NAME})
    guarded.act("hold", key=f"dice-{SEAT}")
    guarded.wait(lambda: guarded.table()["pairing"]["digits"] != first["digits"])
    guarded.act("release", key=f"dice-{SEAT}")
    second = guarded.table()["pairing"]
    display.wait_for_function(
        "(digits) => document.querySelector('.digits')?.innerText.replace(' ', '') === digits", arg=second["digits"]
    )
    display.wait_for_function(f"document.querySelector('{ANNOUNCED}').complete")
    assert first["url"] != second["url"]
    assert seen(display) == [second["url"]]
    use_up(guarded, second["digits"])


def test_a_fault_leaves_the_digits_in_the_line_below(display: Any, guarded: Guarded) -> None:
    pairing = hold_the_key(guarded)
    display.locator(ANNOUNCED).wait_for()
    shown_alone(display, jammed(guarded.table()))
    display.locator(".frame.fault").wait_for()
    assert pairing["digits"] in display.locator("button.machine").inner_text().replace(" ", "")
    use_up(guarded, pairing["digits"])


def test_the_digits_stand_below_an_open_entry_at_any_size_and_go_when_they_are_used(
    display: Any, guarded: Guarded
) -> None:
    form = entry_form(display)
    pairing = hold_the_key(guarded)
    row = form.locator("> .announced")
    row.wait_for()
    for size in SIZES:
        at(display, size)
        pictured(display, "pairing below an entry")
        box = row.bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= size[1]
        assert row.inner_text().replace(" ", "").startswith(pairing["digits"])
        confirm = form.locator(".acts .main").bounding_box()
        assert confirm is not None and confirm["y"] + confirm["height"] <= box["y"] + 1
    use_up(guarded, pairing["digits"])
    row.wait_for(state="detached")
    display.keyboard.press("Escape")


def test_the_digits_stand_in_the_line_below_while_the_seats_enter_numbers(display: Any, guarded: Guarded) -> None:
    pairing = hold_the_key(guarded)
    display.locator(ANNOUNCED).wait_for()
    asked = {"number": 1, "turn": 0, "order": [0, 1, 2, 3], "waiting": [1, 2, 3], "revealing": [], "dice": 2,
             "seconds": 30, "purpose": "break"}  # fmt: skip
    table = guarded.table()
    shown_alone(display, {**table, "fair_dice": {**table["fair_dice"], "open": asked}})
    display.locator(".frame.contribute .keypad").wait_for()
    for size in SIZES:
        at(display, size)
        line = display.locator("button.machine .what").last
        assert line.inner_text().replace(" ", "").startswith(pairing["digits"])
        assert line.is_visible()
    use_up(guarded, pairing["digits"])


def test_whoever_is_not_paired_sees_nothing_of_it(browser: Any, display: Any, guarded: Guarded) -> None:
    pairing = hold_the_key(guarded)
    display.locator(ANNOUNCED).wait_for()
    stranger = browser.new_context(locale="en").new_page()
    stranger.goto(guarded.address)
    stranger.locator(".frame .score").first.wait_for()
    stranger.wait_for_function(f"tablet.state?.seq >= {guarded.table()['seq']}")
    assert stranger.locator(ANNOUNCED).count() == 0
    assert pairing["digits"] not in stranger.locator("body").inner_text().replace(" ", "")
    stranger.context.close()
    use_up(guarded, pairing["digits"])
