"""The table of points that a house gives for the totals of a game: what it may be, and that payments follow it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.house.rules_file import RulesFileError, read_rules_file
from controller.rules import OptionError, configure
from controller.rules.game import QuickWin
from controller.rules.hand.record import SELF_DRAW
from controller.rules.seats import SEATS
from controller.rules.sheet.options import MOST_IN_TABLE, in_table

WITH_TABLE = ("hong-kong-old", "hong-kong-new", "cantonese-old", "base-and-doubles", "south-african")
HAND = {
    "ruleset": "hong-kong-old", "hand": "44s888s99p", "winning_tile": "4s", "win": "self-draw",
    "seat_wind": "W", "round_wind": "E", "discarder": None, "flags": [], "flowers": "2f",
    "melds": [{"kind": "pung", "tiles": tiles, "concealed": False} for tiles in ("222m", "777p")],
}  # fmt: skip


def base(ruleset: str, total: int, **options: Any) -> int:
    return configure(ruleset, options).bound.base_of(QuickWin(SEATS[0], SELF_DRAW, None, total, False))


@pytest.mark.parametrize("ruleset", WITH_TABLE)
def test_the_base_of_a_total_is_the_number_of_the_table(ruleset: str) -> None:
    assert [base(ruleset, total, **{"points-table": [5, 7, 11, 13]}) for total in range(4)] == [5, 7, 11, 13]


@pytest.mark.parametrize("ruleset", [name for name in WITH_TABLE if name != "south-african"])
def test_the_last_number_stands_for_all_totals_above(ruleset: str) -> None:
    assert base(ruleset, 8, **{"points-table": [1, 2, 3]}) == 3


@pytest.mark.parametrize("ruleset", WITH_TABLE)
def test_a_table_without_numbers_is_the_scale_of_the_ruleset(ruleset: str) -> None:
    totals = range(8)
    assert [base(ruleset, n, **{"points-table": []}) for n in totals] == [base(ruleset, n) for n in totals]


def test_the_table_of_old_hong_kong_is_its_own_written_out() -> None:
    own = configure("hong-kong-old").options["points-table"]
    assert own == (1, 1, 1, 1, 2, 2, 2, 4, 4, 4, 8)


def test_a_hand_with_tiles_is_paid_and_explained_by_the_table() -> None:
    game = configure("hong-kong-old", {"points-table": [0, 1, 2, 3, 100]})
    result = game.score({**HAND, "explain": True})
    assert result["base"] == 100 and result["payments"]["W"] == 100 * 2 * 4
    assert ("conversion.table", 100) in [
        (step["key"], step["args"].get("base")) for step in result["explain"]["conversion"]
    ]


def test_a_table_of_the_house_makes_other_rules() -> None:
    assert configure("cantonese-old", {"points-table": [1, 2]}).digest != configure("cantonese-old").digest


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ([1, 2, 1], "number 3 is 1, below the 2 before it"),
        ([-1], "is not allowed"),
        ([1, "2"], "is not allowed"),
        ([1, True], "is not allowed"),
        ([0, 1_000_001], "is not allowed"),
        ([1] * (MOST_IN_TABLE + 1), "is not allowed"),
        (7, "is not allowed"),
    ],
)
def test_what_is_no_table_is_refused_by_name(value: Any, says: str) -> None:
    with pytest.raises(OptionError, match=says) as found:
        configure("hong-kong-old", {"points-table": value})
    assert found.value.option == "points-table"


def test_a_falling_table_in_a_file_is_named_with_its_line() -> None:
    text = 'format = 1\nname = "x"\nparent = "hong-kong-old"\n[options]\npoints-table = [1, 4, 2]\n'
    with pytest.raises(RulesFileError, match="number 3 is 2") as found:
        read_rules_file(text, configure)
    assert (found.value.line, found.value.field) == (5, "options.points-table")


@given(st.lists(st.integers(0, 1_000_000), min_size=1, max_size=MOST_IN_TABLE).map(sorted), st.integers(-3, 100))
def test_a_higher_total_is_never_worth_less(numbers: list[int], total: int) -> None:
    points = tuple(numbers)
    assert in_table(points, total) <= in_table(points, total + 1)
