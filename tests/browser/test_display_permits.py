"""The display shows a device only what its role may do, as the table of permits has it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from controller.permits import Role, permits_of
from tests.browser.conftest import Service
from tests.browser.test_tablet import in_state, no_match, playing

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(180)]

EVERYBODYS = ["↻ Turn", "Full screen", "Check the dice", "Close"]


MENU = {
    "Draw": ["match.end-hand"], "Hands played": ["read.matches"], "Check a hand": ["read.rules"],
    "Who gets the discard?": ["read.rules"], "In sticks or chips": ["read.table"],
    "Penalty": ["match.penalize"], "Abandon the match": ["match.abandon"], "Matches": ["read.matches"],
    "House rules and players": ["read.matches"], "Service": ["read.service"],
    "Devices": ["read.devices", "read.pairings"], "Simulated table": ["read.simulator"],
}  # fmt: skip
"""Buttons and links of the menu while a hand is played, and the rows of which one must allow them."""
HANDS = {
    "Correct": ["match.correct-hand"], "Lock": ["match.lock"], "Uphold": ["match.uphold"],
    "Cancel penalty": ["match.cancel-penalty"], "Penalty": ["match.penalize"], "Record a ruling": ["match.rule"],
    "End now and rank": ["match.end"], "Abandon the match": ["match.abandon"],
}  # fmt: skip


def may(role: Role, *rows: str) -> bool:
    return any(row in permits_of(role) for row in rows)


def as_role(page: Any, role: Role) -> None:
    me = {"role": role.value, "seat": None, "permits": {name: str(it) for name, it in permits_of(role).items()}}
    if role is Role.SEAT:
        me["seat"] = 1
    page.route("**/api/v1/me", lambda route: route.fulfill(content_type="application/json", body=json.dumps(me)))


def opened_as(page: Any, service: Service, role: Role) -> None:
    """The page as a device of this role has it; all else is the real service."""
    playing(service)
    as_role(page, role)
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
    looking = (*EVERYBODYS, "Check a hand", "Who gets the discard?", "In sticks or chips")
    acting = [text for text in menu(page) if text not in looking]
    assert acting == []


@pytest.mark.parametrize("role", Role)
def test_the_menu_offers_what_the_role_may_and_nothing_else(page: Any, service: Service, role: Role) -> None:
    opened_as(page, service, role)
    shown = menu(page)
    assert {name: name in shown for name in MENU} == {name: may(role, *rows) for name, rows in MENU.items()}


@pytest.mark.parametrize("role", [role for role in Role if may(role, "read.matches")])
def test_the_list_of_hands_offers_what_the_role_may_and_nothing_else(page: Any, service: Service, role: Role) -> None:
    playing(service)
    win = {"winner": 0, "source": "self-draw", "total": 4}
    service.post("/matches/current/hands/current/result", {"kind": "win", "wins": [win]})
    service.post("/matches/current/disputes", {"hand": 1, "seat": 2, "text": "the hand was dead"})
    service.post("/matches/current/penalties", {"seat": 1, "pays_bank": 5, "who": "referee", "why": "late"})
    as_role(page, role)
    page.goto(service.address + "/")
    in_state(page, "s.match?.last")
    page.locator(".foot .more").click()
    page.locator("dialog[open]").get_by_role("button", name="Hands played").click()
    dialog = page.locator("dialog.hands[open]")
    dialog.get_by_role("link", name="Result sheet").wait_for()
    shown = dialog.get_by_role("button").all_inner_texts()
    assert {name: name in shown for name in HANDS} == {name: may(role, *rows) for name, rows in HANDS.items()}


@pytest.mark.parametrize("role", [role for role in Role if may(role, "match.correct-hand")])
def test_only_a_referee_is_offered_to_correct_a_locked_result(page: Any, service: Service, role: Role) -> None:
    playing(service)
    service.post("/matches/current/hands/current/result", {"kind": "draw"})
    service.post("/matches/current/locks", {"hand": 1, "who": "referee"})
    as_role(page, role)
    page.goto(service.address + "/")
    in_state(page, "s.match?.last")
    page.locator(".foot .more").click()
    card = page.locator("dialog[open] .last")
    card.wait_for()
    assert card.get_by_role("button").count() == int(may(role, "match.correct-confirmed"))


@pytest.mark.parametrize("role", Role)
def test_the_lists_of_the_table_are_edited_only_by_who_may(page: Any, service: Service, role: Role) -> None:
    as_role(page, role)
    page.goto(service.address + "/setup")
    if not may(role, "read.matches"):
        page.get_by_text("This device may not open this page.").wait_for()
        return
    page.locator("#players h2").wait_for()
    shown = page.get_by_role("button").all_inner_texts()
    named = [("New house rules" in shown), ("New player" in shown)]
    assert named == [may(role, "rules.edit"), may(role, "players.edit")]


@pytest.mark.parametrize("role", [role for role in Role if may(role, "match.start")])
def test_rules_are_kept_from_the_start_dialog_only_by_who_may(page: Any, service: Service, role: Role) -> None:
    no_match(service)
    as_role(page, role)
    page.goto(service.address + "/")
    page.get_by_role("button", name="Start a match").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_role("radio", name="Riichi").first.click()
    dialog.get_by_label("Variant").select_option("mleague")
    dialog.locator(".chosen", has_text="M.League").wait_for()
    assert dialog.get_by_role("button", name="Save as house rules").count() == int(may(role, "rules.edit"))


@pytest.mark.parametrize("role", [role for role in Role if may(role, "read.service")])
def test_work_on_the_machine_is_recorded_only_by_who_may(page: Any, service: Service, role: Role) -> None:
    as_role(page, role)
    page.goto(service.address + "/service")
    page.locator("#travel tbody tr").first.wait_for()
    page.locator("#hall h2").wait_for()
    work, hall = (page.locator(part).get_by_role("button").count() > 0 for part in ("main > :not(#hall)", "#hall"))
    assert (work, hall) == (may(role, "service.record"), may(role, "hall.join"))


def test_by_night_a_dialog_is_dark_as_well(page: Any, service: Service) -> None:
    opened_as(page, service, Role.OWNER)
    menu(page)
    page.get_by_role("radio", name="Night").click()
    ground = page.evaluate("getComputedStyle(document.querySelector('dialog[open]')).backgroundColor")
    assert max(int(part) for part in ground.removeprefix("rgb(").removesuffix(")").split(",")) < 64
