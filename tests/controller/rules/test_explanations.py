"""Why a hand is read the way it is."""

from __future__ import annotations

from controller.rules import score
from tests.controller.rules.rule_records import record


def test_a_losing_reading_says_by_how_much_it_lost() -> None:
    hand = record("hong-kong-old", "11122233399m55z", "9m", min_faan=0, flowers="2f", seat="S")
    explained = score({**hand, "explain": True})["explain"]
    assert all(other["behind"] >= 0 for other in explained["others"])
