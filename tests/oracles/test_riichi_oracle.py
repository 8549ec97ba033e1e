"""Riichi and sanma against the package ``mahjong``: fresh random hands in every run, the seed printed."""

from __future__ import annotations

import secrets

import pytest

pytest.importorskip("mahjong", reason="riichi oracle: enable with `.venv/bin/pip install mahjong`")

from bench import oracle_riichienv
from bench.oracle_riichi import EXPLAINED, compare

HANDS = 1_500
"""The long form is ``python -m bench.oracle_riichi``."""
RARE = {
    "kokushi",
    "suuankou",
    "daisangen",
    "tsuuiisou",
    "ryuuiisou",
    "chinroutou",
    "suukantsu",
    "san-kantsu",
    "rinshan",
}


def test_no_hand_is_scored_differently() -> None:
    seed = secrets.randbelow(2**32)
    seen, wrong = compare(seed, HANDS)
    print(f"riichi oracle: seed {seed}")
    unexplained = [line for line in wrong if not line.startswith(tuple(EXPLAINED))]
    assert not unexplained, f"seed {seed}:\n" + "\n".join(unexplained[:5])
    assert seen["legal"] > HANDS // 2


def test_no_hand_is_scored_differently_without_limits() -> None:
    seed = secrets.randbelow(2**32)
    print(f"riichi oracle without limits: seed {seed}")
    _, wrong = compare(seed, HANDS // 2, {"no-limits": True})
    assert not wrong, f"seed {seed}:\n" + "\n".join(wrong[:5])


def test_no_hand_is_scored_differently_by_riichienv() -> None:
    seed = secrets.randbelow(2**32)
    try:
        seen, wrong = oracle_riichienv.compare(seed, HANDS)
    except oracle_riichienv.NoOracle:
        pytest.skip(oracle_riichienv.MISSING)
    print(f"RiichiEnv: seed {seed}")
    assert not wrong, f"seed {seed}:\n" + "\n".join(wrong[:5])
    assert seen["legal"] > HANDS // 2


def test_the_hands_compared_hold_what_is_rare() -> None:
    """A fixed seed: every yakuman that comes from the tiles, four kans, replacement tiles, dora of every kind."""
    seen, wrong = compare(1, 4_000)
    assert not wrong
    assert seen.keys() >= RARE | {"dora", "kan-dora", "ura", "red", "kita", "counted-yakuman", "no yaku"}
