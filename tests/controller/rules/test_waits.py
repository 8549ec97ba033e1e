"""Which tiles complete a hand, what each is worth, and how much is missing."""

from __future__ import annotations

import pytest

from controller.rules import configure
from controller.rules.hand.tiles import KINDS, bag, read_tiles, words_of
from controller.rules.hand.waits import orphan_waits, orphan_waits_of, still_there
from controller.rules.questions.records import waits_record
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


def test_a_tile_that_wins_only_as_a_discard_is_waited_for() -> None:
    """Four claimed sets and any pair are a hand of Wuhan when the last tile is claimed too; from the wall the pair must
    be of 2, 5 or 8."""
    hand = record("wuhan", "9m", "9m", melds="C123m C456p P777s C789m", seat="N")
    del hand["winning_tile"], hand["win"], hand["discarder"]
    (wait,) = waits_record({**hand, "indicator": "3z"})["waits"]
    assert (wait["tile"], wait["legal"], wait["claimable"]) == ("9m", True, True)
    assert [way["legal"] for way in wait["wins"]] == [False, True, True, True]


def test_the_last_flower_is_waited_for_with_any_tiles() -> None:
    hand = record("taiwanese", "123m456p789s1122334z", "8f", flowers="1234567f", seat="S")
    del hand["winning_tile"], hand["win"], hand["discarder"]
    (wait,) = waits_record(hand)["waits"]
    assert (wait["tile"], wait["left"], wait["items"]) == ("8f", 1, {"eight-flowers": 8})
    assert waits_record({**hand, "flowers": "123456f", "hand": "123m456p789s1122334z"})["waits"] == []


@pytest.mark.parametrize(
    ("words", "tiles"),
    [("19m19p19s1234567z", "19m19p19s1234567z"), ("19m19p19s1123456z", "7z"), ("11m19p19s1234567z", "9m"),
     ("19m19p119s123456z", "7z"), ("129m19p19s123456z", ""), ("19m19p19s1122345z", ""), ("19m", "")],
)  # fmt: skip
def test_what_completes_thirteen_orphans_is_told_by_words(words: str, tiles: str) -> None:
    held = bag(read_tiles(words))
    waits = orphan_waits_of(words_of(held))
    assert [tile for tile in range(KINDS) if waits >> tile & 1] == read_tiles(tiles) == list(orphan_waits(held))


def test_a_kind_of_which_all_four_are_held_is_not_waited_for() -> None:
    waits = sum(1 << tile for tile in read_tiles("1m5p9s1z7z"))
    held = words_of(bag(read_tiles("1111m555p99991s7777z")))
    assert still_there(waits, held) == 2
    assert still_there(0, held) == 0


def test_nobody_who_has_won_before_is_asked_for_a_discard() -> None:
    hand = record("sichuan", "1122556699m334p", "4p", seat="W")
    del hand["winning_tile"], hand["win"], hand["discarder"]
    (wait,) = waits_record({**hand, "void": "s", "out": ["E"]})["waits"]
    assert [(way["win"], way["discarder"]) for way in wait["wins"]] == [
        ("self-draw", None), ("discard", "S"), ("discard", "N"),
    ]  # fmt: skip
