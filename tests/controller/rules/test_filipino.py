"""What an explanation of a Filipino hand says of its wild tiles."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import score
from tests.controller.rules.rule_records import record


def read(hand: str, winning: str, wild: str, source: str | None = None, melds: str = "") -> dict[str, Any]:
    asked = {**record("filipino", hand, winning, source, melds=melds), "indicator": wild, "explain": True}
    reading: dict[str, Any] = score(asked)["explain"]["reading"]
    return reading


@pytest.mark.parametrize(
    ("hand", "winning", "wild", "meant", "completes", "stand_ins"),
    [
        ("123456m789p345s1255s", "3s", "9p", "3s", "123s", "9p"),
        ("789s345s55p12s123456m", "3s", "9s", "3s", "123s", "6s"),
        ("46m456p55s345678s789p", "1p", "1p", "5m", "456m", "5m"),
        ("123456m46s789p22555p", "1s", "1s", "5s", "456s", "5s"),
        ("1122m3344p55667788s", "9m", "9m", "1m", "111m", "1m"),
        ("1122m3344p55667888s", "9m", "9m", "7s", "77s", "7s"),
    ],
)
def test_a_wild_tile_is_shown_as_what_it_stands_for(
    hand: str, winning: str, wild: str, meant: str, completes: str, stand_ins: str
) -> None:
    reading = read(hand, winning, wild)
    assert (reading["winning_tile"], reading["completes"], reading["stand_ins"]) == (meant, completes, stand_ins)


def test_a_pung_that_another_players_tile_completes_is_not_shown_as_concealed() -> None:
    drawn = read("11m333p9p9s", "1m", "9s", melds="P777s P222s P888p")
    claimed = read("11m333p9p9s", "1m", "9s", "E", melds="P777s P222s P888p")
    assert [row["concealed"] for row in drawn["sets"] if row["tiles"] == "111m"] == [True]
    assert [row["concealed"] for row in claimed["sets"] if row["tiles"] == "111m"] == [False]
