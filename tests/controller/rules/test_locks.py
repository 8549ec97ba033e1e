"""What bars a player from winning or claiming."""

from __future__ import annotations

import json
from pathlib import Path

from controller.rules import configure
from controller.rules.questions.locks import Lock, Seen, claim_locks, lock_text, win_locks

WORDS = Path(__file__).parents[3] / "api" / "locale" / "en" / "rules.json"


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


def test_who_let_a_winning_tile_pass_may_be_barred_from_the_wall_too_or_not_at_all() -> None:
    passed = Seen(passed_win=True)
    bars = {name: win_locks(configure("taiwanese", {"passed-win": name}), ["1m"], passed) for name in ("all", "none")}
    assert bars == {"all": [Lock("lock.passed-win-any", "own-discard")], "none": []}
    assert win_locks(configure("taiwanese"), ["1m"], passed) == [Lock("lock.passed-win", "own-discard")]


def test_a_discard_or_a_passed_win_may_bar_its_own_kind_of_tile_alone() -> None:
    """Classical Japanese: what a player has discarded in the hand he may not win on, his other waits stay open."""
    game = configure("japanese-classical")
    seen = Seen(discards=("9m", "4m"), since_draw=("1m",), passed_win=True)
    locks = win_locks(game, ["1m", "4m"], seen)
    assert locks == [Lock("lock.own-discard", "", ("4m",)), Lock("lock.passed-kind", "own-draw")]
    assert win_locks(game, ["1m", "4m"], Seen(discards=("7m",))) == []


def test_an_own_discard_bars_its_kind_and_a_win_passed_after_declaring_ready_every_discard() -> None:
    """Korean: the own discards by option; who was ready and let a win pass has the wall alone."""
    seen = Seen(discards=("9m", "4m"), passed_ready=True)
    ready = Lock("lock.passed-ready", "")
    assert win_locks(configure("korean"), ["1m", "4m"], seen) == [Lock("lock.own-discard", "", ("4m",)), ready]
    assert win_locks(configure("korean", {"own-discards": False}), ["1m", "4m"], seen) == [ready]
    assert win_locks(configure("korean"), ["1m"], Seen(discards=("4m",), passed_win=True)) == []
