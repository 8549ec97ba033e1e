"""Schedules that are made, judged by the checker, which shares nothing with what makes them."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.refusals import Refused
from hall.tournament import seating
from hall.tournament.seating.check import check_seating
from hall.tournament.seating.designs import DESIGNS, Design
from hall.tournament.seating.kept import FILE, kept_rounds
from hall.tournament.seating.plan import plan_seating
from hall.tournament.seating.winds import seated, unevenness

LONGEST = {16: 5, 24: 7, 28: 9, 32: 10, 36: 11, 40: 13}
"""Rounds in which everybody can meet others alone: (players - 1) / 3, rounded down."""
KEPT = json.loads(files(seating).joinpath(FILE).read_text(encoding="utf-8"))


def judged(rounds: list[list[int]], players: int) -> dict[str, Any]:
    tables = [[[str(one + 1) for one in each[at : at + 4]] for at in range(0, players, 4)] for each in rounds]
    return check_seating({"players": players, "rounds": tables})


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: str(design.players))
def test_nobody_meets_anybody_twice_in_a_design_that_is_as_long_as_can_be(design: Design) -> None:
    rounds = design.rounds()
    assert len(rounds) == LONGEST[design.players]
    found = judged(rounds, design.players)
    assert (found["repeats"], found["violations"]) == (0, [])


@pytest.mark.parametrize("cell", KEPT)
def test_kept_schedules_have_the_repeats_that_stand_beside_them(cell: str) -> None:
    players, number = map(int, cell.split("x"))
    rounds = kept_rounds(players, number)
    found = judged(rounds, players)
    assert len(rounds) == number
    assert (found["repeats"], found["violations"]) == (KEPT[cell]["repeats"], [])
    assert found["repeats"] >= found["floor"]


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"),
    [(4, 3, 12), (8, 2, 4), (16, 5, 0), (20, 6, 6), (24, 8, 18), (32, 10, 0), (40, 8, 0), (40, 14, 60), (100, 8, 0)],
)
def test_a_schedule_is_as_good_as_it_was_found_to_be(players: int, rounds: int, repeats: int) -> None:
    found = check_seating(plan_seating(players, rounds, 11))
    assert found["repeats"] <= repeats
    assert (found["wind_deviation"], found["violations"]) == (0, [])


def test_the_same_seed_gives_the_same_schedule_on_every_computer() -> None:
    made = json.dumps(plan_seating(44, 6, 20_261_123))
    assert (
        hashlib.sha256(made.encode()).hexdigest() == "cfd07a3cb60005ff70f4c6826dcd0375e3c58dbbc22a8035984cb28f6e8b6b09"
    )
    assert plan_seating(44, 6, 20_261_124)["rounds"] != json.loads(made)["rounds"]


@settings(deadline=None)
@given(st.integers(1, 20), st.integers(1, 12), st.integers(0, 2**32))
def test_winds_are_as_equal_as_the_number_of_rounds_allows(tables: int, rounds: int, seed: int) -> None:
    random = Random(seed)
    made = [_any_round(tables, random) for _ in range(rounds)]
    names = seated(made, 4 * tables, random)
    assert [[sorted(game) for game in each] for each in names] == [[sorted(game) for game in each] for each in made]
    assert check_seating(_schedule(4 * tables, names))["wind_deviation"] == 0


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 8), st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**32))
def test_winds_of_rounds_that_were_played_are_made_up_for(tables: int, played: int, rounds: int, seed: int) -> None:
    """Who sat in the same wind again and again gets the others first; nothing of the past changes."""
    random = Random(seed)
    past = [_any_round(tables, random) for _ in range(played)]
    drawn = [_any_round(tables, random) for _ in range(rounds)]
    names, alone = seated(drawn, 4 * tables, random, past), seated(drawn, 4 * tables, random)
    assert unevenness([*past, *names], 4 * tables) <= unevenness([*past, *alone], 4 * tables)


def _any_round(tables: int, random: Random) -> list[list[int]]:
    players = random.sample(range(4 * tables), 4 * tables)
    return [players[at : at + 4] for at in range(0, len(players), 4)]


def _schedule(players: int, rounds: list[list[list[int]]]) -> dict[str, Any]:
    named = [[[str(one + 1) for one in game] for game in tables] for tables in rounds]
    return {"players": players, "rounds": named}


def test_clubs_are_kept_apart() -> None:
    apart = [[str(one) for one in range(start, start + 4)] for start in range(1, 41, 4)]
    found = check_seating(plan_seating(40, 8, 3, apart), apart)
    assert (found["violations"], found["wind_deviation"]) == ([], 0)
    assert found["repeats"] <= 6


def test_rounds_that_were_played_stay_and_nobody_meets_those_of_them_again() -> None:
    first = plan_seating(48, 3, 5)
    whole = plan_seating(48, 8, 6, past=first)
    assert whole["rounds"][:3] == first["rounds"]
    found = check_seating(whole)
    assert (found["repeats"], found["wind_deviation"], found["violations"]) == (0, 0, [])


def test_who_comes_late_is_missing_from_the_first_rounds_alone() -> None:
    late = plan_seating(20, 4, 9, past={"rounds": [plan_seating(16, 1, 1)["rounds"][0]]})
    found = check_seating(late)
    assert [finding["kind"] for finding in found["violations"]] == ["missing"]
    assert (found["repeats"], found["wind_deviation"]) == (0, 0)


SEATS = ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"players": 18}, "players"),
        ({"players": 0}, "players"),
        ({"players": 1004}, "players"),
        ({"players": True}, "players"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 201}, "rounds"),
        ({"seed": -1}, "seed"),
        ({"seed": "7"}, "seed"),
        ({"apart": {}}, "apart"),
        ({"apart": ["1", "2"]}, "apart[0]"),
        ({"apart": [["1", "2"], ["3", "17"]]}, "apart[1]"),
        ({"apart": [["1", "01"]]}, "apart[0]"),
        ({"apart": [["1", "1"]]}, "apart[0]"),
        ({"apart": [["1", "2", "3", "4", "5"]]}, "apart[0]"),
        ({"past": []}, "past"),
        ({"past": {"rounds": [[]] * 4}, "rounds": 3}, "rounds"),
        ({"past": {"rounds": [[SEATS] * 5]}}, "past.rounds[0]"),
        ({"past": {"rounds": [[SEATS], [SEATS, SEATS]]}}, "past.rounds[1][1]"),
        ({"past": {"rounds": [[["1", "2", "3"]]]}}, "past.rounds[0][0]"),
        ({"past": {"rounds": [[["1", "2", "3", "17"]]]}}, "past.rounds[0][0]"),
    ],
)
def test_what_is_wrong_is_named(changed: dict[str, Any], field: str) -> None:
    asked: dict[str, Any] = {"players": 16, "rounds": 5, "seed": 1, **changed}
    with pytest.raises(Refused) as refused:
        plan_seating(**asked)
    assert refused.value.field == field


def test_players_who_cannot_be_kept_apart_are_no_schedule() -> None:
    with pytest.raises(Refused, match="keeps these players apart"):
        plan_seating(8, 2, 1, [["1", "2"], ["2", "3"], ["1", "3"]])
