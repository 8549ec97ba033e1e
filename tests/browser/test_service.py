"""The service page in a real browser: what it shows on every screen, and nothing beyond its edges."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from api.backups.archive import content_of
from tests.browser.conftest import Service

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


def test_times_are_told_in_units_of_people(page: Any, service: Service) -> None:
    opened(page, service)
    figures = page.locator("#counters dd").all_inner_texts()
    assert any(text.endswith(("sec", "min")) for text in figures)
    assert any(text.endswith(" ms") for text in figures)


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
