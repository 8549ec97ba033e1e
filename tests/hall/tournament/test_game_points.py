"""Points of one table by preset: the examples of rule books, leagues and other programs' tests."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hall.tournament.standings import score_record
from tests.hall.tournament.records import one_game

Scores = Sequence[int]


def points(preset: str, scores: Scores, sticks: int = 0, penalties: Sequence[float] = ()) -> list[Fraction]:
    answer = score_record(one_game(preset, scores, sticks, penalties))
    return [Fraction(text) for text in answer["rounds"][0][0]]


def uma(preset: str, thousands: Scores) -> list[Fraction]:
    """Uma alone, by seat."""
    scores = [score * 1000 for score in thousands]
    return [got - (score - 30) for got, score in zip(points(preset, scores), thousands, strict=True)]


@pytest.mark.parametrize("preset", ["ema-riichi-2025", "wrc-2025"])
@pytest.mark.parametrize(
    ("thousands", "wanted"),
    [
        ((28, 28, 37, 27), (0, 0, 15, -15)),
        ((27, 28, 38, 27), (-10, 5, 15, -10)),
        ((27, 27, 39, 27), (-5, -5, 15, -5)),
        ((33, 33, 22, 32), (10, 10, -15, -5)),
        ((32, 32, 24, 32), (5, 5, -15, 5)),
        ((36, 24, 24, 36), (10, -10, -10, 10)),
        ((30, 30, 30, 30), (0, 0, 0, 0)),
        ((80, -5, 25, 20), (15, -15, 5, -5)),
    ],
)
def test_uma_of_tied_players_is_the_mean_of_their_places(preset: str, thousands: Scores, wanted: Scores) -> None:
    assert uma(preset, thousands) == list(wanted)


@pytest.mark.parametrize(
    ("thousands", "wanted"),
    [
        ((28, 29, 36, 27), (-3, -1, 12, -8)),
        ((31, 33, 24, 32), (1, 8, -12, 3)),
        ((32, 27, 24, 37), (4, -4, -8, 8)),
        ((28, 28, 37, 27), (-2, -2, 12, -8)),
        ((33, 33, 22, 32), ("5.5", "5.5", -12, 1)),
        ((36, 25, 25, 34), (8, -6, -6, 4)),
        ((30, 30, 30, 30), (0, 0, 0, 0)),
    ],
)
def test_uma_of_jpml_goes_by_the_players_at_or_above_the_return(thousands: Scores, wanted: Sequence[int | str]) -> None:
    assert uma("jpml-a", thousands) == [Fraction(value) for value in wanted]


def test_with_everybody_below_the_return_and_sticks_lost_jpml_pays_no_uma() -> None:
    assert points("jpml-a", [29_900, 29_800, 29_700, 29_600], sticks=1) == [
        Fraction(-1, 10), Fraction(-2, 10), Fraction(-3, 10), Fraction(-4, 10),
    ]  # fmt: skip


def test_m_league_pays_what_it_published_for_the_first_game_of_2022() -> None:
    wanted = [Fraction(text) for text in ("78.8", "14.9", "-35.8", "-57.9")]
    assert points("m-league", [58_800, 34_900, 4_200, 2_100]) == wanted


def test_three_tied_firsts_of_m_league_get_tenths_with_the_larger_nearest_the_first_dealer() -> None:
    wanted = [Fraction(text) for text in ("-57.5", "19.3", "19.1", "19.1")]
    assert points("m-league", [2_500, 32_500, 32_500, 32_500]) == wanted


@pytest.mark.parametrize(
    ("scores", "wanted"),
    [
        ((40_000, 40_000, 15_000, 5_000), ("40", "40", "-25", "-55")),
        ((40_000, 20_000, 20_000, 20_000), ("60", "-20", "-20", "-20")),
        ((25_000, 25_000, 25_000, 25_000), ("0", "0", "0", "0")),
    ],
)
def test_other_ties_of_m_league_are_exact(scores: Scores, wanted: Sequence[str]) -> None:
    assert points("m-league", scores) == [Fraction(text) for text in wanted]


@pytest.mark.parametrize(
    ("preset", "scores", "wanted"),
    [
        ("ema-riichi-2025", (33_000, 33_000, 33_000, 20_000), (33_333, 33_333, 33_333, 20_000)),
        ("ema-riichi-2025", (35_000, 35_000, 25_000, 24_000), (35_500, 35_500, 25_000, 24_000)),
        ("m-league", (33_000, 33_000, 33_000, 0), (33_400, 33_300, 33_300, 0)),
        ("wrc-2025", (33_000, 33_000, 33_000, 20_000), (33_000, 33_000, 33_000, 20_000)),
    ],
)
def test_sticks_left_go_where_the_preset_says(preset: str, scores: Scores, wanted: Scores) -> None:
    answer = score_record(one_game(preset, scores, sticks=1))
    assert {row["player"]: row["score"] for row in answer["standings"]} == dict(zip("abcd", wanted, strict=True))


def test_an_option_gives_the_sticks_to_the_first_where_the_preset_loses_them() -> None:
    record = one_game("wrc-2025", [38_000, 31_000, 30_000, 20_000], sticks=1) | {"options": {"sticks": "first"}}
    assert score_record(record)["standings"][0] == {"place": 1, "player": "a", "points": "24", "score": 39_000}


def test_places_are_those_before_the_sticks() -> None:
    assert points("ema-riichi-2025", [35_000, 35_000, 24_000, 25_000], sticks=1)[:2] == [Fraction(31, 2)] * 2


def test_a_penalty_in_standings_points_leaves_uma_and_score_alone() -> None:
    answer = score_record(one_game("wrc-2025", [40_000, 30_000, 26_000, 24_000], penalties=[-30, 0, -0.1, 0]))
    assert answer["rounds"] == [[["-5", "5", "-91/10", "-21"]]]
    assert {row["player"]: row["score"] for row in answer["standings"]}["a"] == 40_000


@pytest.mark.parametrize(
    ("scores", "wanted"),
    [
        ((50, 20, -10, -60), ("4", "2", "1", "0")),
        ((30, 30, 0, -60), ("3", "3", "1", "0")),
        ((60, 0, 0, -60), ("4", "3/2", "3/2", "0")),
        ((60, 20, -40, -40), ("4", "2", "1/2", "1/2")),
        ((20, 20, 20, -60), ("7/3", "7/3", "7/3", "0")),
        ((60, -20, -20, -20), ("4", "1", "1", "1")),
        ((0, 0, 0, 0), ("7/4", "7/4", "7/4", "7/4")),
    ],
)
def test_table_points_of_mcr_are_shared(scores: Scores, wanted: Sequence[str]) -> None:
    assert score_record(one_game("ema-mcr", scores))["rounds"] == [[list(wanted)]]


def test_a_fine_of_mcr_changes_the_session_score_and_so_the_table_points() -> None:
    answer = score_record(one_game("ema-mcr", [50, 45, -35, -60], penalties=[-10, 0, 0, 0]))
    assert answer["rounds"] == [[["2", "4", "1", "0"]]]
    assert [(row["player"], row["score"]) for row in answer["standings"]][:2] == [("b", 45), ("a", 40)]


def test_a_penalty_changes_plain_totals() -> None:
    answer = score_record(one_game("points", [7, 3, 2, 1], penalties=[-5, 0, 0, 0]))
    assert [(row["player"], row["points"]) for row in answer["standings"]] == [
        ("b", "3"), ("a", "2"), ("c", "2"), ("d", "1"),
    ]  # fmt: skip


@st.composite
def four_scores(draw: st.DrawFn) -> list[int]:
    """Scores of a table with 30,000 each, in hundreds, often tied, often negative."""
    three = draw(st.lists(st.integers(-200, 600).map(lambda score: score * 100), min_size=3, max_size=3))
    return draw(st.permutations([*three, 120_000 - sum(three)]))


@given(four_scores())
def test_without_sticks_and_penalties_a_riichi_table_adds_up_to_nothing(scores: list[int]) -> None:
    assert sum(points("ema-riichi-2025", scores)) == 0


@given(four_scores())
def test_points_do_not_depend_on_the_seats(scores: list[int]) -> None:
    by_seat = list(zip(scores, points("ema-riichi-2025", scores), strict=True))
    for order in permutations(range(4)):
        moved = points("ema-riichi-2025", [scores[seat] for seat in order])
        assert moved == [by_seat[seat][1] for seat in order]
