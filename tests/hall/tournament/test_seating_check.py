"""The checker on a perfect schedule, and on the same with one fault planted."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from controller.refusals import Refused
from hall.tournament.seating.check import check_seating

# Sixteen players as points of the plane over the field of four elements; a round is one direction of lines.
FIELD = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]


def number(x: int, y: int) -> str:
    return str(4 * x + y + 1)


def plane() -> dict[str, Any]:
    """Five rounds in which each of sixteen players meets each other once."""
    slopes = [[[number(x, FIELD[slope][x] ^ start) for x in range(4)] for start in range(4)] for slope in range(4)]
    return {"players": 16, "rounds": [*slopes, [[number(x, y) for y in range(4)] for x in range(4)]]}


def planted(change: Any) -> dict[str, Any]:
    schedule = copy.deepcopy(plane())
    change(schedule["rounds"])
    return check_seating(schedule)


def test_all_meet_once_in_the_plane() -> None:
    found = check_seating(plane())
    assert (found["repeats"], found["floor"], found["indirect_min"], found["violations"]) == (0, 0, None, [])


def test_repeats_are_meetings_beyond_the_first() -> None:
    schedule = plane()
    schedule["rounds"].append(copy.deepcopy(schedule["rounds"][0]))
    found = check_seating(schedule)
    assert (found["repeats"], found["floor"]) == (24, 24)


def test_the_floor_of_twenty_players_and_seven_rounds_is_twenty() -> None:
    rounds = [[[str(4 * table + seat + 1) for seat in range(4)] for table in range(5)]] * 7
    assert check_seating({"players": 20, "rounds": rounds})["floor"] == 20


def test_winds_count_beyond_what_the_rounds_force() -> None:
    four = {"players": 4, "rounds": [[["1", "2", "3", "4"]], [["2", "3", "4", "1"]], [["3", "4", "1", "2"]]]}
    assert check_seating(four)["wind_deviation"] == 0
    four["rounds"] += [[["3", "4", "1", "2"]]]  # type: ignore[operator]
    assert check_seating(four)["wind_deviation"] == 2


def test_revisits_are_games_at_a_table_beyond_the_first_there() -> None:
    rounds = [[["1", "2", "3", "4"], ["5", "6", "7", "8"]], [["1", "5", "2", "6"], ["3", "4", "7", "8"]]]
    assert check_seating({"players": 8, "rounds": rounds})["table_revisits"] == 4


def test_indirect_meetings_are_opponents_in_common() -> None:
    assert check_seating({"players": 16, "rounds": plane()["rounds"][:2]})["indirect_min"] == 2
    assert check_seating({"players": 16, "rounds": plane()["rounds"][:1]})["indirect_min"] == 0


@pytest.mark.parametrize(
    ("kind", "change", "players"),
    [
        ("not-four", lambda rounds: rounds[1][2].pop(), None),
        ("missing", lambda rounds: rounds[1].pop(2), None),
        ("unknown", lambda rounds: rounds[1][2].__setitem__(0, "17"), ["17"]),
        ("twice", lambda rounds: rounds[1][2].__setitem__(0, rounds[1][0][0]), None),
    ],
)
def test_a_planted_fault_is_found_in_its_round(kind: str, change: Any, players: list[str] | None) -> None:
    found = [finding for finding in planted(change)["violations"] if finding["kind"] == kind]
    assert found
    assert {finding["round"] for finding in found} == {2}
    assert players is None or found[0]["players"] == players


def test_players_who_may_not_meet_are_found_where_they_meet() -> None:
    found = check_seating(plane(), [["1", "2"], ["3", "9"]])["violations"]
    assert {finding["kind"] for finding in found} == {"apart"}
    assert [finding["players"] for finding in found if finding["players"][0] == "1"] == [["1", "2"]]
    assert len(found) == 2


@pytest.mark.parametrize(
    ("schedule", "field"),
    [
        ([], "rounds"), ({"players": 0, "rounds": []}, "players"), ({"players": 4, "rounds": 1}, "rounds"),
        ({"players": 4, "rounds": [1]}, "rounds[0]"), ({"players": 4, "rounds": [[[1]]]}, "rounds[0][0]"),
    ],
)  # fmt: skip
def test_what_is_no_schedule_names_the_field(schedule: Any, field: str) -> None:
    with pytest.raises(Refused) as caught:
        check_seating(schedule)
    assert caught.value.field == field
