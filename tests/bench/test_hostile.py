"""The short form of the campaign of hostile clients: a build goes on, tablets are answered, memory stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.hostile import ATTACKS, MOST_GROWTH, P99, PAIRED, Attacked, Crowd, measured

CLIENTS = 120
SECONDS = 8.0


@pytest.mark.timeout(240)
def test_a_build_and_the_tablets_do_not_notice_hostile_clients(tmp_path: Path) -> None:
    found = measured(tmp_path, Crowd(CLIENTS, PAIRED, SECONDS))
    assert set(found.attacks) == {attack.__name__ for attack in ATTACKS}
    assert found.suspended == 0
    assert found.failed == [] and found.answers
    assert found.growth < MOST_GROWTH


@pytest.mark.parametrize(
    "bad",
    [
        Attacked(memory=[0], suspended=1),
        Attacked(memory=[0], faults=1),
        Attacked(memory=[0], gap=0.4),
        Attacked(memory=[0], answers=[2 * P99] * 10),
        Attacked(memory=[0], failed=["503"]),
        Attacked(memory=[0, 2 * MOST_GROWTH]),
    ],
)
def test_each_limit_that_is_broken_is_seen(bad: Attacked) -> None:
    assert sum(not row.good for row in bad.rows()) == 1


def test_nothing_is_wrong_with_a_table_that_noticed_nothing() -> None:
    assert all(row.good for row in Attacked(memory=[1], answers=[0.01], gap=0.1).rows())
