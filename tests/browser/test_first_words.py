"""The first picture needs no word of those that come later, whatever the table says; what is opened by hand waits for
them."""

from __future__ import annotations

from typing import Any

import pytest

from controller.languages import OFFERED
from tests.browser.boxes import at
from tests.browser.conftest import Service
from tests.browser.test_display_boxes import STATES
from tests.browser.test_tablet import KEY_LIKE, in_state, no_match, playing

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

FAULTS = (
    ("E13", "head-jam", ["free-head", "reset", "service"]),
    ("E01", "short", ["find-tile", "reset", "empty-and-restart", "service"]),
    ("E51", "emergency-stop", ["release-stop"]),
)
SHOWN = """(pattern) => document.body.innerText.match(new RegExp(pattern))?.[0]
    ?? [...document.querySelectorAll('[aria-label]')].map((e) => e.ariaLabel).find((e) => new RegExp(pattern).test(e))
    ?? null"""


def without_later_words(page: Any) -> None:
    page.route("**/*.later.json", lambda route: route.abort())
    page.expected += ["ERR_FAILED", "Failed to fetch", "TypeError"]


@pytest.mark.parametrize("state", STATES)
def test_no_state_of_the_table_needs_a_word_that_comes_later(page: Any, service: Service, state: str) -> None:
    without_later_words(page)
    STATES[state](service)
    page.goto(service.address)
    in_state(page, f"s.seq >= {service.table()['seq']} && document.querySelector('.sentence')")
    for size in ((1280, 800), (390, 844)):
        at(page, size)
        assert page.evaluate(SHOWN, KEY_LIKE) is None


@pytest.mark.parametrize(("code", "key", "remedies"), FAULTS)
def test_no_fault_needs_a_word_that_comes_later(
    page: Any, service: Service, code: str, key: str, remedies: list[str]
) -> None:
    without_later_words(page)
    playing(service)
    page.goto(service.address)
    in_state(page, "s.match?.phase === 'play'")
    fault = {
        "id": code, "code": code, "severity": "stop", "side": 2, "mechanism": "head-2", "since": None,
        "evidence": {}, "remedies": remedies, "level": 0, "key": f"fault.{key}",
    }  # fmt: skip
    said = {"key": f"say.remedy.{remedies[0]}", "args": {"side": 3}, "voice": "machine"}
    page.evaluate("s => tablet.take({ ...tablet.state, ...s })", {"faults": [fault], "sentence": said})
    assert page.evaluate(SHOWN, KEY_LIKE) is None


@pytest.mark.parametrize("language", OFFERED)
def test_what_is_opened_by_hand_has_all_its_words(page: Any, service: Service, language: str) -> None:
    no_match(service)
    page.add_init_script(f"localStorage.setItem('jantaku.language', '{language}')")
    page.goto(service.address)
    page.locator(".acts button.main").click()
    page.locator("dialog[open] details.house-rules").wait_for()
    assert page.evaluate("document.documentElement.lang") == language
    assert page.evaluate(SHOWN, r"\b(?:start|setup|label|option|value|profile|about)\.[a-z]") is None
