"""Measurements are compared with their limits, and a broken limit is seen."""

from __future__ import annotations

import pytest

from bench import engine, score

READ = 320_000
"""Lines read as JSON in a second."""


MAHJONG, RIICHIENV = score.PEERS["riichi"]
(PYMAHJONGGB,) = score.PEERS["mcr"]
(OF_THREE,) = score.PEERS["sanma"]


def row(ruleset: str, first: float, **peers: float) -> dict[str, object]:
    """``peers``: how many hands a second each of these scores."""
    named = {"mahjong": MAHJONG, "riichienv": RIICHIENV, "pymahjonggb": PYMAHJONGGB, "of_three": OF_THREE}
    return {
        "ruleset": ruleset,
        "first": first,
        "peers": {named[name]: rate for name, rate in peers.items()},
        "read": READ,
    }


@pytest.mark.parametrize(
    ("measured", "fast"),
    [
        (row("riichi", 30_000, mahjong=6_000), [True]),
        (row("riichi", 16_700, mahjong=6_000), [False]),
        (row("riichi", 18_000, mahjong=6_000, riichienv=90_001), [True, False]),
        (row("riichi", 18_000, mahjong=6_000, riichienv=90_000), [True, True]),
        (row("mcr", 9_000, pymahjonggb=54_001), [False]),
        (row("cantonese-old", 20_000), [True]),
        (row("cantonese-old", 19_900), [False]),
        (row("sanma", 15_700, of_three=6_000), [True]),
        (row("sanma", 15_500, of_three=6_000), [False]),
    ],
)
def test_each_ruleset_has_its_limits(measured: dict[str, object], fast: list[bool]) -> None:
    assert [held for _, held in score.limits_of(measured)] == fast


def test_without_its_peers_a_ruleset_is_not_compared() -> None:
    assert list(score.limits_of(row("mcr", 9_000))) == []


def test_one_slow_ruleset_fails_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert score.compare([row("riichi", 30_000, mahjong=6_000), row("base-and-doubles", 19_000)]) == 1
    assert "base-and-doubles       NOT ok" in capsys.readouterr().out
    assert score.compare([row("riichi", 30_000, mahjong=6_000)]) == 0


def test_scoring_needs_no_web_framework() -> None:
    assert engine.needless_imports() == []
