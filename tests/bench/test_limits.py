"""Measurements are compared with their limits, and a broken limit is seen."""

from __future__ import annotations

import pytest

from bench import engine, score

READ = 320_000
"""Lines read as JSON in a second."""


def row(ruleset: str, first: float, peer: float | None = None) -> dict[str, object]:
    return {"ruleset": ruleset, "first": first, "peer": peer, "read": READ}


@pytest.mark.parametrize(
    ("measured", "fast"),
    [
        (row("riichi", 30_000, 6_000), True),
        (row("riichi", 16_700, 6_000), False),
        (row("mcr", 9_000, 54_001), False),
        (row("cantonese-old", 20_000), True),
        (row("cantonese-old", 19_900), False),
        (row("sanma", 15_700, 6_000), True),
        (row("sanma", 15_500, 6_000), False),
    ],
)
def test_each_ruleset_has_its_limit(measured: dict[str, object], fast: bool) -> None:
    limit = score.limit_of(measured)
    assert limit is not None
    assert limit[1] is fast


def test_without_its_peer_a_ruleset_is_not_compared() -> None:
    assert score.limit_of(row("mcr", 9_000)) is None


def test_one_slow_ruleset_fails_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert score.compare([row("riichi", 30_000, 6_000), row("base-and-doubles", 19_000)]) == 1
    assert "base-and-doubles       NOT ok" in capsys.readouterr().out
    assert score.compare([row("riichi", 30_000, 6_000)]) == 0


def test_scoring_needs_no_web_framework() -> None:
    assert engine.needless_imports() == []
