"""The table that all these tests share: whatever one of them leaves, the next one finds it at rest."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Service
from tests.browser.test_tablet import in_state, opened, playing

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


def test_a_table_that_a_test_left_in_trouble_is_begun_anew(page: Any, service: Service) -> None:
    """Somebody opened the hatch and closed it over nothing: the machine has more to ask than there are keys for."""
    for situation in ("hatch-open", "lift-fault"):
        service.act("press", key="open")
        service.wait(lambda wanted=situation: service.table()["mechanism"]["situation"] == wanted)
    assert not service.at_rest()
    service.settle(0.5)
    playing(service)
    opened(page, service)
    in_state(page, "s.match?.phase === 'play'")
    page.get_by_role("button", name="Enter the result").wait_for()


def test_a_released_emergency_stop_leaves_the_hatch_closed(service: Service) -> None:
    service.act("fault", fault="emergency-stop")
    service.wait(lambda: service.table()["mechanism"]["emergency_stop"] == "pressed")
    service.let_go()
    service.wait(service.at_rest)
    assert service.table()["mechanism"]["hatch"] == "closed"
