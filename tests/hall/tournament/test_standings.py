"""Standings over several rounds: ties, cuts and carry, players without a place, records that are wrong."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from controller.refusals import Refused
from hall.tournament.standings import score_record
from tests.hall.tournament.records import game, one_game, totals

EVERYBODY = "abcdefgh"


def places(record: dict[str, Any]) -> list[tuple[int | None, str, Fraction]]:
    rows = score_record(record)["standings"]
    return [(row["place"], row["player"], Fraction(row["points"])) for row in rows]


def eight(*rounds: tuple[int, ...], **more: Any) -> dict[str, Any]:
    """Plain totals of eight players at two tables."""
    return {
        "preset": "points",
        "players": list(EVERYBODY),
        "rounds": [{"tables": [game("abcd", scores[:4]), game("efgh", scores[4:])]} for scores in rounds],
        **more,
    }


def test_equal_players_share_a_place_in_the_order_of_the_list() -> None:
    assert places(totals("abcd", (5, 9, 5, 1))) == [(1, "b", 9), (2, "a", 5), (2, "c", 5), (4, "d", 1)]


def test_half_carried_over_two_more_games_gives_the_published_totals() -> None:
    """European championship 2016, places 2 to 5, in tenths of a point."""
    ten = [
        (-124, 322, 271, 354, 413, 434, 66, -155, 262, -214), (-134, -119, 202, 589, -69, 525, -313, -32, 60, 492),
        (-253, 339, -93, -25, -18, 287, 325, -274, 442, 337), (74, -20, 261, 377, 107, -380, 158, 89, 239, 91),
    ]  # fmt: skip
    last = [(306, 143), (305, 283), (151, 299), (94, 315)]
    rounds = zip(*(before + after for before, after in zip(ten, last, strict=True)), strict=True)
    record = totals("abcd", *rounds, carry=[{"after": 10, "groups": [{"factor": "1/2"}]}])
    assert [points / 10 for _, _, points in places(record)] == [
        Fraction(text) for text in ("126.35", "118.85", "98.35", "90.7")
    ]


UMA = (15_000, 5_000, -5_000, -15_000)


def played(points: Sequence[str]) -> dict[str, Any]:
    """The table that gave these points by the rules of the world championship; the published ones are after uma."""
    tenths = [round(Fraction(each) * 1000) for each in points]
    ranked = sorted(tenths, reverse=True)
    assert len(set(tenths)) == 4 and sum(tenths) == 0
    return game("abcd", [each - UMA[ranked.index(each)] + 30_000 for each in tenths])


def test_two_games_of_the_world_championship_2017_give_the_published_totals() -> None:
    """A table of the knock-out. The final is not here: no raw scores give its second game with this uma."""
    games = (("29.7", "-9.3", "9.3", "-29.7"), ("-11.3", "26.4", "-22.1", "7.0"))
    rounds = [{"tables": [played(points)]} for points in games]
    found = places({"preset": "wrc-2025", "players": list("abcd"), "rounds": rounds})
    published = (Fraction(each) for each in ("18.4", "17.1", "-12.8", "-22.7"))
    assert found == list(zip((1, 2, 3, 4), "abcd", published, strict=True))


def test_a_finalist_stands_before_the_ninth_who_has_more_points() -> None:
    """Toronto 2025, in tenths of a point: eight finalists with a quarter of what they had, the ninth with all of it."""
    finals = (944, 658, 603, 327, 277, 5, -263, -443)
    ninth = 991
    players = "abcdefghijkl"
    before = [1600, 1560, 1520, 1480, 1440, 1400, 1360, 1320, ninth, 0, 0, 0]
    after = [total - carried // 4 for total, carried in zip(finals, before, strict=False)]
    record = {
        "preset": "points",
        "players": list(players),
        "rounds": [
            {"tables": [game(players[at : at + 4], before[at : at + 4]) for at in (0, 4, 8)]},
            {"tables": [game(players[at : at + 4], after[at : at + 4]) for at in (0, 4)]},
        ],
        "carry": [{"after": 1, "groups": [{"size": 8, "factor": "1/4"}, {"factor": 1}]}],
    }
    found = places(record)
    assert [points for _, _, points in found[:9]] == [*finals, ninth]
    assert [place for place, _, _ in found[:9]] == list(range(1, 10))


def test_after_a_cut_the_group_comes_before_the_points() -> None:
    groups = [{"size": 2, "factor": "1/4"}, {"factor": 1}]
    record = totals("abcd", (80, 60, 50, 40), (-30, 0, 70, 0), carry=[{"after": 1, "groups": groups}])
    assert places(record) == [(1, "b", 15), (2, "a", -10), (3, "c", 120), (4, "d", 40)]


def test_the_score_is_not_cut() -> None:
    record = totals("abcd", (80, 60, 50, 40), carry=[{"after": 1, "groups": [{"factor": 0}]}])
    assert [(row["points"], row["score"]) for row in score_record(record)["standings"]] == [
        ("0", 80), ("0", 60), ("0", 50), ("0", 40),
    ]  # fmt: skip


def test_a_second_cut_goes_by_the_standings_after_the_first() -> None:
    first = {"after": 1, "groups": [{"size": 4, "factor": "1/2"}, {"factor": 1}]}
    second = {"after": 2, "groups": [{"size": 2, "factor": 0}, {"size": 2, "factor": 1}, {"factor": 1}]}
    record = eight((80, 70, 60, 50, 40, 30, 20, 10), (0, 0, 9, 0, 99, 0, 0, 0), carry=[first, second])
    assert [player for _, player, _ in places(record)] == list("acbdefgh")


def test_equal_players_at_the_edge_go_by_the_order_of_the_director() -> None:
    cut = [{"after": 1, "groups": [{"size": 2, "factor": 1}, {"factor": 1}]}]
    record = totals("abcd", (9, 5, 5, 5), carry=cut, cut_order=["d", "c", "b"])
    assert [(place, player) for place, player, _ in places(record)] == [(1, "a"), (2, "d"), (3, "b"), (3, "c")]


def test_without_an_order_the_equal_players_are_named() -> None:
    cut = [{"after": 1, "groups": [{"size": 2, "factor": 1}, {"factor": 1}]}]
    with pytest.raises(Refused) as caught:
        score_record(totals("abcd", (9, 5, 5, 1), carry=cut))
    assert (caught.value.code, caught.value.field) == ("equal-at-cut", "cut_order")
    assert caught.value.more == {"players": ["b", "c"]}


def test_equal_players_inside_a_group_need_no_order() -> None:
    cut = [{"after": 1, "groups": [{"size": 3, "factor": 1}, {"factor": 1}]}]
    assert [place for place, _, _ in places(totals("abcd", (9, 5, 5, 1), carry=cut))] == [1, 2, 2, 4]


def test_a_cut_that_is_yet_to_come_changes_nothing() -> None:
    cut = [{"after": 3, "groups": [{"factor": 0}]}]
    assert places(totals("abcd", (4, 3, 2, 1), carry=cut)) == places(totals("abcd", (4, 3, 2, 1)))


def test_players_without_a_place_stand_at_the_end_and_their_games_count_for_the_others() -> None:
    record = totals("abcd", (4, 3, 2, 1), status={"a": "substitute", "c": "WD"})
    assert places(record) == [(1, "b", 3), (2, "d", 1), (None, "a", 4), (None, "c", 2)]


def test_a_player_without_a_place_takes_none_at_a_cut() -> None:
    cut = [{"after": 1, "groups": [{"size": 2, "factor": 1}, {"factor": 0}]}]
    record = totals("abcd", (9, 8, 7, 6), carry=cut, status={"a": "DQ"})
    assert places(record) == [(1, "b", 8), (2, "c", 7), (3, "d", 0), (None, "a", 9)]


def sessions(*rounds: tuple[int, ...]) -> list[tuple[int | None, str]]:
    return [(place, player) for place, player, _ in places({**totals("abcd", *rounds), "preset": "ema-mcr"})]


def test_mcr_breaks_a_tie_by_the_total_score() -> None:
    assert sessions((30, 10, -10, -30), (10, 40, -10, -40))[:2] == [(1, "b"), (2, "a")]


def test_mcr_breaks_a_tie_of_the_score_by_the_best_session() -> None:
    """a has 4 and 0 table points, b 2 and 2, both a score of 20."""
    assert sessions((40, 10, -20, -30), (-20, 10, 15, -5)) == [(1, "c"), (2, "a"), (3, "b"), (4, "d")]


def test_mcr_breaks_a_tie_of_the_best_session_by_the_next_best() -> None:
    """a has 4, 1, 1 table points, b 2, 4, 0, both a score of 15."""
    rounds = (30, 10, -10, -30), (-10, 40, 0, -30), (-5, -35, 30, 10)
    assert sessions(*rounds) == [(1, "c"), (2, "b"), (3, "a"), (4, "d")]


def test_a_tie_that_the_preset_does_not_break_is_shared() -> None:
    record = one_game("ema-mcr", [20, 20, -20, -20])
    assert [place for place, _, _ in places(record)] == [1, 1, 3, 3]


def changed(field: str, value: Any) -> dict[str, Any]:
    """A sound record of two rounds with one field changed."""
    record: Any = {
        **one_game("wrc-2025", [40_000, 30_000, 26_000, 24_000]),
        "carry": [{"after": 1, "groups": [{"size": 2, "factor": "1/2"}, {"factor": 1}]}],
    }
    at = record
    *way, last = field.replace("]", "").replace("[", ".").split(".")
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at.setdefault(step, {})
    if isinstance(at, list):
        at[int(last)] = value
    else:
        at[last] = value
    return dict(record)


TABLE = "rounds[0].tables[0]"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("preset", "ema"), ("preset", []), ("options.stick", "first"), ("options.sticks", "some"), ("players[0]", 7),
        ("status.a", "gone"), ("rounds", {}), ("rounds[0]", 3), ("rounds[0].table", []), (TABLE, []),
        (f"{TABLE}.players", ["a", "b", "c"]), (f"{TABLE}.scores", [1, 2, 3]), (f"{TABLE}.scores[1]", 1.5),
        (f"{TABLE}.scores[2]", True), (f"{TABLE}.sticks", -1), (f"{TABLE}.penalties[3]", 5),
        (f"{TABLE}.penalties[0]", float("nan")), (f"{TABLE}.seat", 1), ("carry[0].after", 0),
        ("carry[0].groups[0].factor", "1/0"), ("carry[0].groups[0].factor", 2), ("carry[0].groups[0].size", 0),
        ("carry[0].cut", 1), ("cut_order", "a"), ("winner", "a"),
    ],
)  # fmt: skip
def test_a_record_that_is_wrong_names_the_field(field: str, value: Any) -> None:
    with pytest.raises(Refused) as caught:
        score_record(changed(field, value))
    assert (caught.value.code, caught.value.field) == ("bad-record", field)


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("players", ["a", "b", "c", "d", "a"], "players"),
        ("status.x", "WD", "status"),
        (f"{TABLE}.players", ["a", "a", "c", "d"], f"{TABLE}.players"),
        (f"{TABLE}.players", ["a", "b", "c", "x"], f"{TABLE}.players"),
        ("cut_order", ["x"], "cut_order"),
        ("carry[0].groups", [{"size": 5, "factor": 1}], "carry[0].groups"),
        ("carry[0].groups", [{"size": 3, "factor": 1}], "carry[0].groups"),
        ("carry[0].groups", [{"factor": 1}, {"factor": 1}], "carry[0].groups"),
    ],
)
def test_what_contradicts_the_rest_names_the_field(field: str, value: Any, named: str) -> None:
    with pytest.raises(Refused) as caught:
        score_record(changed(field, value))
    assert (caught.value.code, caught.value.field) == ("bad-record", named)


def test_a_player_at_two_tables_of_a_round_is_refused_at_the_second() -> None:
    record = eight((1, 2, 3, 4, 5, 6, 7, 8))
    record["rounds"][0]["tables"][1]["players"] = ["e", "a", "g", "h"]
    with pytest.raises(Refused) as caught:
        score_record(record)
    assert caught.value.field == "rounds[0].tables[1].players"


@pytest.mark.parametrize(("preset", "wanted"), [("wrc-2025", 120_000), ("m-league", 100_000), ("ema-mcr", 0)])
def test_a_table_that_does_not_add_up_says_what_it_adds_up_to(preset: str, wanted: int) -> None:
    with pytest.raises(Refused) as caught:
        score_record(one_game(preset, [40_000, 30_000, 20_000, 7_000]))
    assert (caught.value.code, caught.value.field) == ("wrong-table-total", f"{TABLE}.scores")
    assert caught.value.more == {"total": 97_000, "wanted": wanted}


def test_a_game_without_sticks_refuses_them() -> None:
    with pytest.raises(Refused) as caught:
        score_record(one_game("ema-mcr", [0, 0, 0, -1000], sticks=1))
    assert caught.value.field == f"{TABLE}.sticks"
