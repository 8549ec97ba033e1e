"""A build in real time goes on while the service answers the requests that take it longest."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.lateness import REQUESTS, late_by, paired_clients
from bench.long_match import write_long_match
from bench.mid_build import DEADMAN, table_and_service

HEAVIEST = ("sheet as html", "sheet as JSON", "journal, 500 events", "waits, texts of 64 kB", "rulesets")


@pytest.mark.timeout(240)
def test_the_heaviest_requests_do_not_suspend_a_build(tmp_path: Path) -> None:
    write_long_match(tmp_path / "state" / "journal.db", 1000)
    with table_and_service(tmp_path) as running:
        clients = paired_clients(running)
        running.until_building()
        found = [late_by(running, request, clients) for request in REQUESTS if request.name in HEAVIEST]
        assert running.state == "building"
    assert len(found) == len(HEAVIEST)
    assert {each.status for each in found} <= {200, 422, 429, 503}
    assert max(each.gap for each in found) < DEADMAN
