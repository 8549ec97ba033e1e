"""Which tiles complete a hand, what each is worth, and how much is missing."""

from __future__ import annotations

from controller.rules import configure
from controller.rules.questions.waiting import lacking, waits
from tests.controller.rules.rule_records import record


def test_the_printed_ready_hand_waits_for_three_tiles() -> None:
    """Bamboos 123 123 23 789 with a pair of green dragons waits for 1, 4 and green."""
    game = configure("hong-kong-old")
    found = waits(game, record("hong-kong-old", "12312323789s66z", "1s", "E"))
    assert [(wait.tile, wait.left) for wait in found] == [("1s", 2), ("4s", 4), ("6z", 2)]


def test_a_wait_says_what_it_is_worth_and_what_it_lacks() -> None:
    game = configure("hong-kong-old")
    hand = record("hong-kong-old", "234m78p99s", "9p", "E", melds="P555z P666z", flowers="1f", seat="W")
    assert [(wait.tile, wait.left, wait.legal, wait.total, wait.missing) for wait in waits(game, hand)] == [
        ("6p", 4, False, 2, 1), ("9p", 4, False, 2, 1),
    ]  # fmt: skip
    assert lacking(game, hand) == 1
    assert lacking(configure("hong-kong-old", {"min-faan": 2}), hand) == 0
