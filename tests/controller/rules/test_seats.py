"""Seats and winds are told apart by the type checker: mixing them up is an error before anybody is paid wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy import api as mypy

from controller.rules.game import MatchPosition
from controller.rules.progression import seats_by_wind
from controller.rules.seats import NORTH, SEATS, SOUTH, seat_after, seats_from, steps_between
from controller.rules.sheet.ruleset import Progression

ROOT = Path(__file__).parents[3]
IMPORTS = """
from controller.rules.game import Line, MatchPosition
from controller.rules.seats import EAST, SEATS, WINDS, Seat, Wind, WindIndex, seat_after
"""
MIXED = {
    "a wind as the dealer's seat": "MatchPosition(dealer=EAST, first_dealer=SEATS[0])",
    "a wind as the payer of a line": 'Line(EAST, SEATS[1], 100, "line.discard")',
    "the letter of a wind as a seat": "seat_after(WINDS[0])",
    "a seat as the place of a wind": "wind: WindIndex = SEATS[0]",
    "a bare number as a seat": "seat: Seat = 2",
}


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What mypy says of a file whose lines after the imports are those of ``MIXED``."""
    file = tmp_path_factory.mktemp("mixed") / "mixed.py"
    file.write_text(IMPORTS + "\n".join(MIXED.values()) + "\n")
    cache = str(file.parent / "cache")
    said, errors, _ = mypy.run(["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", cache, str(file)])
    assert not errors
    return [line for line in said.splitlines() if "mixed.py:" in line and ": error:" in line]


@pytest.mark.parametrize("what", MIXED)
def test_the_type_checker_refuses(what: str, complaints: list[str]) -> None:
    line = IMPORTS.count("\n") + 1 + list(MIXED).index(what)
    assert any(f"mixed.py:{line}:" in complaint for complaint in complaints), complaints


def test_a_type_checker_that_refuses_nothing_else(complaints: list[str]) -> None:
    assert len(complaints) == len(MIXED), complaints


def test_winds_move_with_the_deal_and_skip_the_empty_seat() -> None:
    position = MatchPosition(dealer=SEATS[3], first_dealer=SEATS[0])
    assert seats_by_wind(Progression(), position)[SOUTH] == SEATS[0]
    assert seats_by_wind(Progression(absent_seat=SEATS[0]), position)[SOUTH] == SEATS[1]
    assert NORTH not in seats_by_wind(Progression(absent_seat=SEATS[0]), position)


def test_seats_are_counted_round_the_table() -> None:
    assert tuple(seats_from(SEATS[2])) == (2, 3, 0, 1)
    assert seat_after(SEATS[3]) == 0 and steps_between(SEATS[3], SEATS[1]) == 2
