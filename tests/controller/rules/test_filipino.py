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
    ("hand", "winning", "wild", "completes", "stand_ins"),
    [
        ("123456m789p345s1255s", "3s", "9p", "123s", "6p"),
        ("789s345s55p12s123456m", "3s", "9s", "123s", "6s"),
        ("46m456p55s345678s9p1p1p", "9p", "9p", "456m", "5m5s"),
        ("1122m3344p55667788s", "9m", "9m", "111m", "1m"),
        ("1122m3344p55667888s", "9m", "9m", "77s", "7s"),
    ],
)
def test_a_wild_tile_is_shown_as_what_it_stands_for(
    hand: str, winning: str, wild: str, completes: str, stand_ins: str
) -> None:
    reading = read(hand, winning, wild)
    assert (reading["completes"], reading["stand_ins"]) == (completes, stand_ins)


def test_a_pung_that_another_players_tile_completes_is_not_shown_as_concealed() -> None:
    drawn = read("11m333p9p9s", "1m", "9s", melds="P777s P222s P888p")
    claimed = read("11m333p9p9s", "1m", "9s", "E", melds="P777s P222s P888p")
    concealed = [[row["concealed"] for row in reading["sets"] if row["tiles"] == "111m"] for reading in (drawn, claimed)]
    assert concealed == [[True], [False]]
