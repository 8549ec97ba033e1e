"""The service page in a real browser: what it shows on every screen, and nothing beyond its edges."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from api.backups.archive import content_of
from tests.browser.conftest import Service
from tests.browser.display import with_a_manual

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


def opened(page: Any, service: Service) -> None:
    page.goto(f"{service.address}/service")
    page.locator("#travel tbody tr").first.wait_for()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768), (390, 844)])
def test_nothing_overflows_and_everything_to_press_is_large_enough(
    page: Any, service: Service, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    opened(page, service)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    small = page.evaluate(
        "[...document.querySelectorAll('button, a.button, select')].filter((e) => e.offsetParent)"
        ".filter((e) => { const r = e.getBoundingClientRect(); return r.height < 48 || r.right > innerWidth; })"
        ".map((e) => e.innerText)"
    )
    assert small == []


def test_the_page_tells_what_the_table_needs_and_how_full_its_disk_is(page: Any, service: Service) -> None:
    opened(page, service)
    section = page.locator("#setup")
    section.get_by_text("Found at").wait_for()
    assert (
        "Not named yet\nSet name in table.toml" in section.inner_text() and "service.setup" not in section.inner_text()
    )
    assert re.search(r"Disk\s+(Now\s|To do\s)?[\d]+ % full, [\d.,]+ [MG]B free", section.inner_text())
    page.route("**/api/v1/installation", lambda route: route.fulfill(json={**route.fetch().json(), **FULL_AND_HOT}))
    page.reload()
    section.get_by_text("too hot").wait_for()
    text = section.inner_text()
    assert "Now 99 % full" in text and "Free some space" in text, text
    assert "sudo jantaku flash" in text and "About 90 % of its life is used" in text


def test_times_are_told_in_units_of_people(page: Any, service: Service) -> None:
    opened(page, service)
    figures = page.locator("#counters dd").all_inner_texts()
    assert any(text.endswith(("sec", "min")) for text in figures)
    assert any(text.endswith(" ms") for text in figures)


def test_an_emergency_stop_is_counted_while_the_page_is_open(page: Any, service: Service) -> None:
    opened(page, service)
    counted = page.locator("#counters dt", has_text="Emergency stops").locator("xpath=following-sibling::dd[1]")
    before = int(counted.inner_text())
    service.act("fault", fault="emergency-stop")
    service.wait(lambda: service.table()["mechanism"]["emergency_stop"] == "pressed")
    page.wait_for_function(
        "([element, before]) => Number(element.innerText) > before",
        arg=[counted.element_handle(), before],
        timeout=30_000,
    )
    service.let_go()


def test_work_is_recorded_on_a_part(page: Any, service: Service) -> None:
    opened(page, service)
    page.locator("#travel").get_by_role("button", name="Record work").first.click()
    page.locator("dialog select").select_option("replaced")
    page.get_by_label("Who did it").fill("Ann")
    page.locator("dialog footer").get_by_role("button", name="Record work").click()
    page.locator(".toast").get_by_text("Stacker head, side 1").wait_for()
    assert page.complaints == []


def test_regular_care_is_recorded_only_after_a_second_touch_with_who_did_it(page: Any, service: Service) -> None:
    opened(page, service)
    overhaul = page.locator(".care", has_text="Overhaul")
    overhaul.get_by_role("button", name="Done today").click()
    record = page.locator("dialog footer").get_by_role("button", name="Record work")
    page.get_by_label("Who did it").fill("")
    assert record.is_disabled()
    page.get_by_role("button", name="Cancel").click()
    assert "Never recorded" in overhaul.inner_text()
    overhaul.get_by_role("button", name="Done today").click()
    page.get_by_label("Who did it").fill("Ben")
    record.click()
    overhaul.get_by_text("Ben").wait_for()


def test_a_fault_is_listed_by_its_name(page: Any, service: Service) -> None:
    service.act("fault", fault="emergency-stop")
    try:
        opened(page, service)
        page.locator("#faults").get_by_text("emergency stop").wait_for()
    finally:
        service.let_go()


def test_a_backup_is_made_downloaded_and_thrown_away(page: Any, service: Service, tmp_path: Path) -> None:
    opened(page, service)
    section = page.locator("#backup")
    section.get_by_role("button", name="Back up now").click()
    link = section.get_by_role("link", name="Download")
    link.wait_for()
    with page.expect_download() as begun:
        link.click()
    begun.value.save_as(tmp_path / "backup.tar.gz")
    content = content_of(tmp_path / "backup.tar.gz")
    assert content is not None and content.head[:16] in section.inner_text()
    section.get_by_role("button", name="Remove").click()
    page.locator("dialog footer").get_by_role("button", name="Remove").click()
    section.get_by_text("No backup is kept here.").wait_for()
    assert page.complaints == []


def test_a_table_is_set_up_on_a_phone(page: Any, service: Service) -> None:
    """Where root sees to it: the service here is that of a checkout, so what it answers is given."""
    left: list[tuple[str, Any]] = []

    def answer(route: Any) -> None:
        if route.request.method == "POST":
            left.append((route.request.url.rpartition("/")[2], route.request.post_data_json))
        last = {"kind": left[-1][0], "time": "2026-05-01T03:00:00+00:00", "code": "", "detail": ""} if left else None
        route.fulfill(json={**CARD, "last": last})

    page.set_viewport_size({"width": 390, "height": 844})
    page.route("**/api/v1/setup**", answer)
    page.route("**/api/v1/setup/*", answer)
    opened(page, service)
    section, dialog = page.locator("#arrange"), page.locator("dialog")
    section.get_by_text("does not answer").wait_for()
    section.get_by_role("button", name="Change name").click()
    page.get_by_role("textbox", name="Name").fill("Table 7 東")
    dialog.locator("select").nth(2).select_option("riichi")
    dialog.locator("select").last.select_option("mleague")
    dialog.get_by_role("button", name="Set", exact=True).click()
    section.get_by_text("done").wait_for()
    section.get_by_role("button", name="Join a wireless network").click()
    dialog.get_by_role("button", name="Parlour").click()
    page.get_by_label("Password").fill("of-the-parlour")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    dialog.get_by_role("button", name="Join", exact=True).click()
    dialog.wait_for(state="detached")
    section.get_by_role("button", name="Put firmware 1.0.0").click()
    put = dialog.get_by_role("button", name="Put it on")
    assert put.is_disabled()
    dialog.get_by_role("checkbox").check()
    put.click()
    dialog.wait_for(state="detached")
    assert left == [
        ("table", {"name": "Table 7 東", "ruleset": "riichi", "profile": "mleague"}),
        ("network", {"country": "JP", "name": "Parlour", "password": "of-the-parlour"}),
        ("firmware", {"version": "1.0.0", "nothing_raised": True}),
    ]


def test_a_checkout_offers_nothing_that_nobody_would_see_to(page: Any, service: Service) -> None:
    opened(page, service)
    assert page.locator("#arrange").is_hidden()


CARD = {
    "by_page": True, "busy": False, "under_way": False,
    "table": {"name": "", "language": "en", "time_zone": "", "ruleset": "hong-kong-old", "profile": ""},
    "firmware": {"here": "1.0.0", "runs": None, "board": "silent"},
    "wireless": {"country": "JP", "joined": None, "in_reach": [{"name": "Parlour", "signal": 70, "secured": True}]},
}  # fmt: skip
FULL_AND_HOT = {
    "board": {"ready": True, "port": "/dev/jantaku-board", "firmware": "0.9.0", "firmware_here": "1.0.0",
              "verdict": "warn"},
    "storage": {"free": 10_000_000, "size": 1_000_000_000, "life_used": 90, "verdict": "bad", "wear": "warn"},
    "supply": {"now": ["too-hot"], "before": ["too-hot"], "verdict": "bad"},
}  # fmt: skip
WITNESSES = {
    "peers": [
        {
            "name": "table-2", "address": "https://table-2.local:8000", "key": "22" * 32, "asked": 1_800_000_000,
            "reached": 1_800_000_000, "missed": False, "trouble": None, "detail": "",
            "head": {"seq": 812, "epoch": "e", "time": 1_800_000_000_000}, "witnessed": 977,
            "witnessed_at": 1_800_000_000,
        },
        {
            "name": "table-3", "address": "https://table-3.local:8000", "key": "33" * 32, "asked": 1_800_000_000,
            "reached": 1_799_900_000, "missed": True, "trouble": "unreachable", "detail": "no answer within 5 s",
            "head": None, "witnessed": 0, "witnessed_at": 0,
        },
    ],
    "forks": [{"name": None, "key": "44" * 32, "epoch": "e", "seq": 7, "records": ["JJ1-A", "JJ1-B"]}],
}  # fmt: skip


def test_tables_that_witness_this_one_are_shown_with_what_is_wrong(page: Any, service: Service) -> None:
    page.route("**/api/v1/journal/peers", lambda route: route.fulfill(json=WITNESSES))
    opened(page, service)
    section = page.locator("#peers")
    section.get_by_text("It has witnessed this table up to event 977").wait_for()
    assert section.get_by_text("No answer for a day").is_visible()
    assert section.get_by_role("alert").get_by_text("event 7 was signed with two hashes").is_visible()
    assert page.complaints == []


def test_a_table_without_peers_shows_no_witnesses(page: Any, service: Service) -> None:
    with page.expect_response("**/api/v1/journal/peers"):
        opened(page, service)
    assert page.locator("#peers").is_hidden()


UPDATES = {
    "version": "1.2.0", "busy": False, "under_way": False,
    "waiting": {"version": "1.3.0", "notes": "Walls are built faster.", "firmware": True, "refused": False},
    "last": {"version": "1.2.0", "time": "2026-05-01T03:00:00+00:00", "why": ""},
}  # fmt: skip


def test_a_release_that_waits_says_what_it_changes_and_is_put_in_from_here(page: Any, service: Service) -> None:
    page.route("**/api/v1/updates", lambda route: route.fulfill(json=UPDATES))
    page.route("**/api/v1/me", with_a_manual)
    under_way = UPDATES | {"under_way": True}
    page.route("**/api/v1/updates/installation", lambda route: route.fulfill(status=202, json=under_way))
    opened(page, service)
    section = page.locator("#update")
    section.get_by_text("What changes").click()
    section.get_by_text("Walls are built faster.").wait_for()
    section.get_by_role("button", name="Update now").click()
    helps = page.get_by_role("link", name="Help: Update now")
    assert helps.get_attribute("href") == "/help?about=updates"
    with page.expect_request("**/api/v1/updates/installation") as asked:
        page.locator("dialog footer").get_by_role("button", name="Update now").click()
    assert asked.value.post_data_json["version"] == "1.3.0"
    section.get_by_text("The update is under way.").wait_for()
    assert page.complaints == []
