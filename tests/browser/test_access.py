"""Pairing in a real browser: a phone that asks, the key of the simulated table, the code of the display; the owner's
list of devices. The service wants its own computer's pages paired as well."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import Guarded

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(180)]
LANGUAGES = ("en", "zh-Hant", "zh-Hans", "ja")
WAKE_LOCK = """window.asked = [];
const request = async (kind) => {
  asked.push(kind);
  return Object.assign(new EventTarget(), { release: async () => void asked.push("released") });
};
Object.defineProperty(navigator, "wakeLock", { value: { request } });"""
"""What a browser does that keeps the screen on, written down."""


@pytest.fixture
def phone(browser: Any, guarded: Guarded) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en", reduced_motion="reduce")
    page = context.new_page()
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    yield page
    assert page.complaints == []
    context.close()


def ask_as_player(phone: Any, guarded: Guarded, name: str) -> None:
    phone.goto(f"{guarded.address}/pair")
    phone.get_by_role("radio", name="Dice 3").click()
    phone.get_by_label("Name of this device").first.fill(name)
    phone.get_by_role("button", name="Pair", exact=True).click()
    phone.get_by_text("Hold the key Dice 3").wait_for()


def shown(guarded: Guarded) -> Any:
    """What the display shows while the key of the seat is held."""
    guarded.act("hold", key="dice-2")
    guarded.wait(lambda: guarded.table()["pairing"] is not None)
    guarded.act("release", key="dice-2")
    return guarded.table()["pairing"]


def test_a_player_asks_holds_the_key_and_enters_the_digits(phone: Any, guarded: Guarded) -> None:
    ask_as_player(phone, guarded, "Bo")
    digits = shown(guarded)["digits"]
    phone.get_by_text("Enter the six digits").wait_for()
    phone.keyboard.type(digits)
    phone.keyboard.press("Enter")
    phone.get_by_text("Bo: paired as Player at Dice 3").wait_for()
    phone.reload()
    phone.get_by_text("Bo: paired as Player at Dice 3").wait_for()
    phone.get_by_role("button", name="End this pairing").click()
    phone.get_by_text("This device is not paired").wait_for()


def test_a_phone_that_scanned_the_code_comes_with_it(browser: Any, phone: Any, guarded: Guarded) -> None:
    ask_as_player(phone, guarded, "Cai")
    url = shown(guarded)["url"]
    scanned = browser.new_context(viewport={"width": 390, "height": 844}, locale="en").new_page()
    scanned.goto(url)
    scanned.get_by_role("button", name="Pair with this code").click()
    scanned.get_by_text("Cai: paired as Player").wait_for()
    assert "#" not in scanned.url
    scanned.context.close()


def test_a_wrong_code_is_said_with_what_to_do(phone: Any, guarded: Guarded) -> None:
    phone.goto(f"{guarded.address}/pair")
    phone.locator("input.code").fill("AAAAA-BBBBB")
    phone.get_by_role("button", name="Pair with this code").click()
    phone.locator(".toast.bad").get_by_text("This code is wrong").wait_for()


def test_the_owner_revokes_a_device_in_one_touch_and_its_page_says_so(
    browser: Any, phone: Any, guarded: Guarded
) -> None:
    made = guarded.post("/grants", {"role": "owner", "name": "Olga"})
    phone.goto(made["url"])
    phone.get_by_role("button", name="Pair with this code").click()
    phone.get_by_text("Olga: paired as Owner").wait_for()
    staff = browser.new_context(locale="en").new_page()
    staff.goto(guarded.post("/grants", {"role": "staff", "name": "Ann"})["url"])
    staff.get_by_role("button", name="Pair with this code").click()
    staff.get_by_text("Ann: paired as Staff").wait_for()
    staff.goto(f"{guarded.address}/service")
    staff.get_by_text("Regular care").wait_for()
    phone.goto(f"{guarded.address}/devices")
    row = phone.locator("#devices .device", has_text="Ann")
    row.wait_for()
    row.get_by_role("button").click()
    row.wait_for(state="detached")
    assert "Ann" not in [one["name"] for one in guarded.get("/devices")["devices"]]
    staff.get_by_text("may not open this page any more").wait_for()
    assert staff.get_by_text("Regular care").count() == 0
    staff.context.close()


def test_a_tablet_is_paired_with_the_digits_that_whoever_allows_it_sees_and_stays_awake_until_it_is_revoked(
    browser: Any, phone: Any, guarded: Guarded
) -> None:
    owner = browser.new_context(locale="en", extra_http_headers=bearer(guarded)).new_page()
    owner.goto(f"{guarded.address}/devices")
    phone.goto(f"{guarded.address}/pair")
    phone.get_by_role("radio", name="Tablet of the table").click()
    phone.get_by_label("Name of this device").first.fill("Tablet 1")
    phone.get_by_role("button", name="Pair", exact=True).click()
    owner.locator("#waiting .device", has_text="Tablet 1").get_by_role("button", name="Allow").click()
    digits = owner.locator("#waiting .given").inner_text()
    phone.get_by_text("Enter the six digits").wait_for()
    phone.keyboard.type(digits)
    phone.keyboard.press("Enter")
    phone.get_by_text("Tablet 1: paired as").wait_for()
    assert phone.evaluate("document.activeElement.innerText") == "To the table"
    phone.add_init_script(WAKE_LOCK)
    phone.goto(guarded.address)
    phone.wait_for_function("() => window.asked.join() === 'screen'")
    owner.get_by_role("button", name="Revoke: Tablet 1").click()
    phone.get_by_text("This tablet is no longer paired").wait_for()
    phone.wait_for_function("() => window.asked.join() === 'screen,released'")
    owner.context.close()


def test_the_owner_gives_out_a_code_and_sets_the_pin(phone: Any, guarded: Guarded) -> None:
    made = guarded.post("/grants", {"role": "owner", "name": "Olga 2"})
    phone.goto(made["url"])
    phone.get_by_role("button", name="Pair with this code").click()
    phone.get_by_text("paired as Owner").wait_for()
    phone.goto(f"{guarded.address}/devices")
    phone.get_by_label("For whom").fill("Rei")
    phone.get_by_label("Role").select_option("referee")
    phone.get_by_role("button", name="Make a code").click()
    code = phone.locator("#grants .given").first.inner_text()
    assert guarded.post("/me/pair", {"code": code, "program": True})["role"] == "referee"
    phone.get_by_label("New PIN").fill("2468")
    phone.get_by_role("button", name="Set the PIN").click()
    phone.get_by_text("A PIN is set").wait_for()


def test_a_stranger_sees_nothing_of_the_devices(phone: Any, guarded: Guarded) -> None:
    phone.goto(f"{guarded.address}/devices")
    phone.get_by_text("This device may not open this page.").wait_for()
    assert phone.locator(".device").count() == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
def test_nothing_overflows_and_no_word_is_missing(
    browser: Any, guarded: Guarded, language: str, width: int, height: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale=language, extra_http_headers=bearer(guarded)
    )
    page = context.new_page()
    for path, ready in (("/pair", "#self p"), ("/devices", "#devices .device")):
        page.goto(f"{guarded.address}{path}")
        page.locator(ready).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path
        text = page.locator("body").inner_text()
        assert [word for word in text.split() if word.startswith(("access.", "sim."))] == []
        small = page.evaluate(
            "[...document.querySelectorAll('button, a.button, select, input')].filter((e) => e.offsetParent)"
            ".filter((e) => { const r = e.getBoundingClientRect(); return r.height < 48 || r.right > innerWidth; })"
            ".map((e) => e.innerText)"
        )
        assert small == []
    context.close()


def bearer(guarded: Guarded) -> dict[str, str]:
    return {"Authorization": f"Bearer {guarded.token}"}
