"""Waits, what is missing, claims, locks and the payment table."""

from __future__ import annotations

import json
from pathlib import Path

from controller.rules import configure, score
from controller.rules.questions.claims import Bid, granted
from controller.rules.questions.locks import Lock, Seen, claim_locks, lock_text, win_locks
from controller.rules.questions.paytable import payment_table, payment_text
from controller.rules.questions.waiting import lacking, waits
from tests.controller.rules.rule_records import record

WORDS = Path(__file__).parents[3] / "api" / "locale" / "en" / "rules.json"


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


def test_a_win_comes_before_a_kong_and_a_chow_only_from_the_left() -> None:
    game = configure("cantonese-old")
    bids = [Bid(1, "chow"), Bid(2, "kong"), Bid(3, "win")]
    assert granted(game, 0, bids) == [Bid(3, "win")]
    assert granted(game, 0, bids[:2]) == [Bid(2, "kong")]
    assert granted(game, 3, [Bid(1, "chow")]) == []


def test_several_winners_are_settled_as_the_house_says() -> None:
    near, far = Bid(1, "win", 3), Bid(3, "win", 8, frozenset({"thirteen-terminals"}))
    assert granted(configure("hong-kong-old"), 0, [far, near]) == [near]
    assert granted(configure("hong-kong-old", {"multiple-winners": "highest"}), 0, [far, near]) == [far]
    assert granted(configure("hong-kong-old", {"multiple-winners": "all"}), 0, [far, near]) == [near, far]
    assert granted(configure("cantonese-old"), 0, [far, near]) == [far]
    assert granted(configure("cantonese-old", {"thirteen-terminals-priority": False}), 0, [far, near]) == [near]


def test_a_sacred_discard_bars_from_winning_until_the_next_draw() -> None:
    traditional, cantonese = configure("chinese-traditional"), configure("cantonese-old")
    own, passed = Seen(since_draw=("4m",)), Seen(since_draw=("4m",), passed_win=True)
    assert win_locks(traditional, ["1m", "4m"], own) == [Lock("lock.sacred-discard", "own-draw", ("4m",))]
    assert win_locks(traditional, ["1m"], passed) == [Lock("lock.passed-win", "own-draw")]
    assert win_locks(cantonese, ["1m", "4m"], passed) == [Lock("lock.passed-win", "own-discard")]
    assert win_locks(configure("hong-kong-old"), ["4m"], passed) == []


def test_a_sacred_discard_bars_that_tile_and_says_so() -> None:
    """The sheet bars a tile equal to an own discard, not the other waits."""
    (lock,) = win_locks(configure("chinese-traditional"), ["1m", "4m", "7m"], Seen(since_draw=("4m", "9s", "7m")))
    assert lock.tiles == ("4m", "7m")
    words = json.loads(WORDS.read_text(encoding="utf-8"))
    assert lock_text(lock, words) == "4m 7m: you discarded it yourself, so no win on it until your next draw."


def test_a_passed_triplet_may_not_be_claimed_until_the_own_next_discard() -> None:
    assert claim_locks(configure("cantonese-old"), ["5p"]) == [Lock("lock.passed-triplet", "own-discard", ("5p",))]
    assert claim_locks(configure("cantonese-old"), []) == []
    assert claim_locks(configure("chinese-traditional"), ["5p"]) == []


def test_a_limit_hand_is_higher_than_more_faan() -> None:
    """Thirteen is a figure for display; little winds with all pongs and one suit count more and pay less."""
    many, limit = Bid(1, "win", 20, base=8), Bid(2, "win", 13, base=64)
    assert granted(configure("hong-kong-old", {"multiple-winners": "highest"}), 0, [many, limit]) == [limit]


def test_the_payment_table_is_that_of_the_sheet() -> None:
    rows = payment_table(configure("hong-kong-old"), [1])
    assert [(row["winner"], row["discarder"], row["pays"], row["gets"]) for row in rows] == [
        ("E", None, {"S": 4, "W": 4, "N": 4}, 12),
        ("E", "S", {"S": 4, "W": 2, "N": 2}, 8),
        ("E", "W", {"S": 2, "W": 4, "N": 2}, 8),
        ("S", None, {"E": 4, "W": 2, "N": 2}, 8),
        ("S", "E", {"E": 4, "W": 1, "N": 1}, 6),
        ("S", "W", {"E": 2, "W": 2, "N": 1}, 5),
    ]
    text = payment_text(rows, json.loads(WORDS.read_text(encoding="utf-8")))
    assert text[0] == "Base 1, East wins by self-draw: South 4, West 4, North 4; gets 12"


def test_a_losing_reading_says_by_how_much_it_lost() -> None:
    hand = record("hong-kong-old", "11122233399m55z", "9m", min_faan=0, flowers="2f", seat="S")
    explained = score({**hand, "explain": True})["explain"]
    assert all(other["behind"] >= 0 for other in explained["others"])
