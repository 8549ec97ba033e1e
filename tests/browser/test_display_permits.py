"""The display shows a device only what its role may do, as the table of permits has it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from controller.permits import Role, permits_of
from tests.browser.conftest import Service
from tests.browser.test_tablet import in_state, playing

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

EVERYBODYS = ["↻ Turn", "Check the dice", "Close"]


def opened_as(page: Any, service: Service, role: Role) -> None:
    """The page as a device of this role has it; all else is the real service."""
    playing(service)
    me = {"role": role.value, "seat": None, "permits": {name: str(it) for name, it in permits_of(role).items()}}
    page.route("**/api/v1/me", lambda route: route.fulfill(content_type="application/json", body=json.dumps(me)))
    page.goto(service.address + "/")
    in_state(page, "s.match?.phase === 'play'")
    page.locator(".foot .more").wait_for()


def menu(page: Any) -> list[str]:
    page.locator(".foot .more").click()
    page.locator("dialog[open] select").wait_for()
    shown: list[str] = page.locator("dialog[open] :is(.menu, nav) :is(button, a)").all_inner_texts()
    return shown


def test_a_viewer_sees_the_table_and_no_button_that_acts(page: Any, service: Service) -> None:
    opened_as(page, service, Role.VIEWER)
    assert page.locator(".foot .acts button:not(.more)").count() == 0
    assert page.locator(".rail .score").count() == 4
    acting = [text for text in menu(page) if text not in (*EVERYBODYS, "Check a hand")]
    assert acting == []


@pytest.mark.parametrize(
    ("role", "penalty", "abandon", "service_page"),
    [(Role.TABLE, 0, 0, 0), (Role.STAFF, 0, 1, 1), (Role.REFEREE, 1, 1, 0)],
)
def test_the_menu_offers_what_the_role_may(
    page: Any, service: Service, role: Role, penalty: int, abandon: int, service_page: int
) -> None:
    opened_as(page, service, role)
    page.get_by_role("button", name="Enter the result").wait_for()
    shown = menu(page)
    named = [shown.count("Penalty"), shown.count("Abandon the match"), shown.count("Service")]
    assert named == [penalty, abandon, service_page]


def test_by_night_a_dialog_is_dark_as_well(page: Any, service: Service) -> None:
    opened_as(page, service, Role.OWNER)
    menu(page)
    page.get_by_role("radio", name="Night").click()
    ground = page.evaluate("getComputedStyle(document.querySelector('dialog[open]')).backgroundColor")
    assert max(int(part) for part in ground.removeprefix("rgb(").removesuffix(")").split(",")) < 64
