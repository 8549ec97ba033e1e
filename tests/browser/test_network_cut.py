"""The network goes while a result is being entered: what was entered is kept, and counts once when it is back."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest

from tests.browser.conftest import Service
from tests.browser.entering import entry_form, shows_what_it_pays, total, touch
from tests.browser.test_tablet import in_state, opened, playing

pytestmark = [pytest.mark.browser, pytest.mark.smoke, pytest.mark.timeout(180)]

RESULTS = "**/api/v1/matches/current/hands/current/result"
CUT = ["ERR_"]
"""What the browser itself notes of a line that is cut."""


def entered(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    entry_form(page)
    touch(page, "Mei-Ling")
    total(page, "5")
    shows_what_it_pays(page)


def results_after(service: Service, seq: int) -> int:
    """How many results the journal has after that event."""
    url = f"{service.address}/api/v1/journal?limit=500&since={seq}"
    with urllib.request.urlopen(url, timeout=5) as answer:
        return sum(event["type"] == "match.hand-ended" for event in json.load(answer)["events"])


def test_a_result_entered_without_a_network_counts_once_when_it_is_back(page: Any, service: Service) -> None:
    entered(page, service)
    before = service.table()["seq"]
    page.context.set_offline(True)
    page.get_by_role("button", name="Confirm").click()
    page.locator(".sentence", has_text="Kept on this device").wait_for()
    assert service.table()["match"]["phase"] == "play"
    page.context.set_offline(False)
    in_state(page, "s.match.phase === 'roll' && s.match.last.winners[0].seat === 0")
    page.locator("dialog.entry").wait_for(state="detached")
    assert page.evaluate("localStorage.getItem('jantaku.outbox.1')") is None
    assert results_after(service, before) == 1
    page.expected += CUT


def test_a_result_whose_answer_was_lost_counts_once(page: Any, service: Service) -> None:
    """The service has it, the page does not know: it sends the same command again."""
    entered(page, service)
    before = service.table()["seq"]
    sent: list[str] = []

    def lose(route: Any) -> None:
        sent.append(route.request.post_data_json["id"])
        if len(sent) == 1:
            route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route(RESULTS, lose)
    page.get_by_role("button", name="Confirm").click()
    page.locator("dialog.entry").wait_for(state="detached")
    service.wait(lambda: service.table()["match"]["phase"] == "roll")
    assert len(sent) >= 2 and len(set(sent)) == 1
    assert results_after(service, before) == 1
    page.expected += CUT
