"""Schedules of all kinds: who meets whom, in which wind, after drop-outs, cuts, and for teams."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from controller.refusals import Refused
from hall.tournament import commands as ask
from hall.tournament.outcome import outcome
from hall.tournament.planning import Ask, plan
from hall.tournament.report import seating_figures
from hall.tournament.seating.teams import team_days
from tests.hall.tournament.halls import TestHall, drawn, play, seated


def played(hall: TestHall, rounds: int, seed: int = 5) -> TestHall:
    random = Random(seed)
    for _ in range(rounds):
        play(seated(hall), random)
    return hall


def meetings(hall: TestHall) -> Counter[tuple[str, ...]]:
    rounds = hall.one().rounds
    return Counter(tuple(sorted(pair)) for round in rounds for table in round.tables for pair in combinations(table, 2))


@pytest.mark.parametrize("method", ["schedule", "swiss", "team-rounds"])
def test_winds_are_even_whatever_the_method(method: str) -> None:
    hall = played(drawn(32, rounds=6, method=method), 6)
    assert seating_figures(hall.one()).wind_deviation == 0


def test_swiss_seats_by_points_and_avoids_who_has_met() -> None:
    hall = played(drawn(40, rounds=5, method="swiss"), 4)
    before = set(meetings(hall))
    place = {row.player: at for at, row in enumerate(outcome(hall.one(), hall.results).rows)}
    seated(hall)
    spread = [max(place[id] for id in table) - min(place[id] for id in table) for table in hall.one().rounds[-1].tables]
    new = Counter(tuple(sorted(p)) for t in hall.one().rounds[-1].tables for p in combinations(t, 2))
    assert sum(spread) / len(spread) < 20, "far from sitting anyhow, which gives some 24"
    assert len(set(new) & before) <= 4


def test_tables_by_standings_are_not_made_while_the_round_before_is_played() -> None:
    """Two directors press the button that makes and seats the next round: the second must not fix the one after it."""
    hall = played(drawn(16, rounds=3, method="swiss"), 1)
    seated(hall)
    with pytest.raises(Refused) as caught:
        hall.do(ask.MakeSchedule("Ben", hall.id))
    assert (caught.value.code, hall.one().schedules[-1].first) == ("tournament-not-now", 2)


def test_swiss_keeps_clubs_apart() -> None:
    hall = played(drawn(32, rounds=4, method="swiss", apart="club"), 4)
    clubs = {each.id: each.club for each in hall.one().entrants}
    assert all(len({clubs[id] for id in table}) == 4 for round in hall.one().rounds for table in round.tables)


def test_a_schedule_keeps_teams_apart() -> None:
    hall = played(drawn(32, rounds=4, apart="team"), 4)
    teams = {each.id: each.team for each in hall.one().entrants}
    assert all(len({teams[id] for id in table}) == 4 for round in hall.one().rounds for table in round.tables)


def test_after_a_drop_out_and_a_substitute_the_past_stays_and_the_rest_fits_it() -> None:
    hall = played(drawn(16, rounds=4), 2)
    gone = hall.one().rounds[0].tables[0][0]
    hall.do(ask.SetStatus("Ana", hall.id, gone, "WD"))
    with pytest.raises(Refused) as caught:
        hall.do(ask.SeatRound("Ana", hall.id))
    assert caught.value.more["players"] == [gone]
    with pytest.raises(Refused) as caught:
        hall.do(ask.MakeSchedule("Ana", hall.id))
    assert caught.value.code == "not-fours"
    hall.do(ask.AddEntrant("Ana", hall.id, {"name": "House", "substitute": True}))
    hall.do(ask.MakeSchedule("Ana", hall.id))
    played(hall, 2)
    pairs = meetings(hall)
    assert sum(times - 1 for times in pairs.values()) <= 3
    assert all(gone not in table for round in hall.one().rounds[2:] for table in round.tables)


def test_fewer_tables_when_four_leave() -> None:
    hall = played(drawn(20, rounds=4), 1)
    for id in hall.one().rounds[0].tables[0]:
        hall.do(ask.SetStatus("Ana", hall.id, id, "DNF"))
    hall.do(ask.MakeSchedule("Ana", hall.id))
    assert len(seated(hall).one().rounds[-1].tables) == 4


def test_groups_of_a_cut_play_among_themselves_and_places_say_who_meets_in_the_final() -> None:
    hall = played(drawn(16, rounds=4), 2)
    lot = tuple(each.id for each in hall.one().entrants)
    hall.do(ask.CutField("Ana", hall.id, ({"size": 8, "factor": "1/4"}, {"factor": "1"}), lot))
    first, rest = (set(group.members) for group in hall.one().cuts[0].groups)
    ranked = [row.player for row in outcome(hall.one(), hall.results).rows if row.player in first]
    fixed = (((1, 2, 7, 8), (3, 4, 5, 6)), ((1, 3, 6, 8), (2, 4, 5, 7)))
    hall.do(ask.MakeSchedule("Ana", hall.id, Ask("fixed", fixed=fixed)))
    played(hall, 2)
    for round, tables in zip(hall.one().rounds[2:], fixed, strict=True):
        assert [{ranked.index(id) + 1 for id in table} for table in round.tables[:2]] == [set(t) for t in tables]
        assert {id for table in round.tables[2:] for id in table} == rest
    rows = outcome(hall.one(), hall.results).rows
    assert {row.player for row in rows[:8]} == first, "the group comes before the points"


def test_a_correction_after_the_cut_changes_points_and_not_who_is_in() -> None:
    hall = played(drawn(16, rounds=2), 1)
    lot = tuple(each.id for each in hall.one().entrants)
    hall.do(ask.CutField("Ana", hall.id, ({"size": 4, "factor": "1"}, {"factor": "1"}), lot))
    members = hall.one().cuts[0].groups[0].members
    for table in range(1, 5):
        hall.do(ask.HeadRuleResult("Head", hall.id, 1, table, "all anew", (90_000, 30_000, 20_000, -20_000)))
    rows = outcome(hall.one(), hall.results).rows
    assert {row.player for row in rows[:4]} == set(members)


def test_equal_players_at_the_edge_are_asked_for() -> None:
    hall = seated(drawn(8, rounds=2, preset="points", protest_minutes=0))
    hall.do(ask.StartRound("Ana", hall.id))
    for table in (1, 2):
        hall.do(ask.EnterResult("Ana", hall.id, 1, table, (40, 30, 20, 10)))
    for step in (ask.CompleteResults, ask.PublishResults, ask.LockRound):
        hall.do(step("Ana", hall.id))
    groups: tuple[dict[str, Any], ...] = ({"size": 3, "plays": False}, {})
    with pytest.raises(Refused) as caught:
        hall.do(ask.CutField("Ana", hall.id, groups))
    equal = caught.value.more["players"]
    assert (caught.value.code, len(equal)) == ("equal-at-cut", 2)
    hall.do(ask.CutField("Ana", hall.id, groups, tuple(equal[::-1])))
    assert hall.one().cuts[0].groups[0].members[2] == equal[1]


def test_a_cut_into_many_groups_whose_last_ones_go_home_is_filled_up_where_somebody_leaves() -> None:
    hall = played(drawn(20, rounds=2), 1)
    lot = tuple(each.id for each in hall.one().entrants)
    four, eight = {"size": 4, "factor": "1/2"}, {"size": 8, "factor": "1/4"}
    home = {"size": 3, "factor": "1", "plays": False}, {"factor": "0", "plays": False}
    hall.do(ask.CutField("Ana", hall.id, (four, four, eight, *home), lot))
    groups = [group.members for group in hall.one().cuts[0].groups]
    assert list(map(len, groups)) == [4, 4, 8, 3, 1]
    hall.do(ask.SetStatus("Ana", hall.id, groups[1][2], "WD", "ill"))
    hall.do(ask.AddEntrant("Ana", hall.id, {"name": "Sub", "substitute": True}))
    hall.do(ask.MakeSchedule("Ana", hall.id))
    seated(hall)
    tables = [set(table) for table in hall.one().rounds[1].tables]
    assert tables[0] == set(groups[0])
    assert tables[1] == {*groups[1], "e21"} - {groups[1][2]}
    assert tables[2] | tables[3] == set(groups[2]) and len(tables) == 4


@pytest.mark.parametrize(
    ("groups", "field"),
    [
        (({"size": 6}, {}), "groups[0].size"),
        (({"size": 4}, {"size": 2}, {}), "groups[1].size"),
        (({"size": 4, "plays": False}, {"plays": False}), "groups"),
        (({"size": 4, "plays": 1}, {}), "groups[0].plays"),
    ],
)
def test_a_cut_whose_groups_cannot_play_is_refused_when_it_is_made(groups: Any, field: str) -> None:
    hall = played(drawn(16, rounds=2), 1)
    with pytest.raises(Refused) as caught:
        hall.do(ask.CutField("Ana", hall.id, groups, tuple(each.id for each in hall.one().entrants)))
    assert caught.value.field == field
    assert hall.one().cuts == ()


def test_each_table_of_a_round_of_teams_has_one_of_each_of_four_teams() -> None:
    hall = played(drawn(32, rounds=2, method="team-rounds"), 2)
    teams = {each.id: each.team for each in hall.one().entrants}
    for round in hall.one().rounds:
        assert len(round.tables) == 8
        groups = Counter(frozenset(teams[id] for id in table) for table in round.tables)
        assert all(len(group) == 4 and times == 4 for group, times in groups.items())


def test_days_of_teams_let_all_rest_and_meet_alike() -> None:
    """Nine teams, four of eight at each of two tables: the league of a season."""
    days = team_days(9, 18, Random(1))
    rests = Counter(team for day in days for team in range(9) if team not in day)
    pairs = Counter(tuple(sorted(p)) for day in days for s in (0, 4) for p in combinations(day[s : s + 4], 2))
    assert set(rests.values()) == {2}
    assert max(pairs.values()) - min(pairs[a, b] for a, b in combinations(range(9), 2)) <= 2


def test_on_a_day_of_teams_two_rounds_are_played_and_everybody_gets_games() -> None:
    hall = played(drawn(20, rounds=8, method="team-days"), 8)
    games = Counter(id for round in hall.one().rounds for table in round.tables for id in table)
    teams = {each.id: each.team for each in hall.one().entrants}
    assert all(len({teams[id] for id in table}) == 4 for round in hall.one().rounds for table in round.tables)
    for team in set(teams.values()):
        counts = [games[id] for id in teams if teams[id] == team]
        assert max(counts) - min(counts) <= 1


def test_typed_in_tables_are_checked_and_may_let_players_rest() -> None:
    hall = drawn(16, rounds=2)
    ids = [each.id for each in hall.one().entrants]
    four = tuple(tuple(ids[at : at + 4]) for at in range(0, 12, 4))
    for wrong in ((*four, (*ids[12:15], "e99")), (*four, tuple(ids[:4])), (tuple(ids[:3]),), ()):
        with pytest.raises(Refused) as caught:
            hall.do(ask.SeatRound("Ana", hall.id, wrong))
        assert caught.value.code == "bad-tables"
    hall.do(ask.SeatRound("Ana", hall.id, four))
    assert len(hall.one().rounds[0].tables) == 3


def test_a_schedule_that_was_made_before_is_taken_only_while_it_holds() -> None:
    hall = drawn(16)
    made = plan(hall.one(), {}, Ask(), "a program")
    hall.do(ask.MakeSchedule("Ana", hall.id, made=made))
    assert hall.one().schedules[-1] == made
    hall.do(ask.SetStatus("Ana", hall.id, "e1", "WD"))
    hall.do(ask.AddEntrant("Ana", hall.id, {"name": "House", "substitute": True}))
    hall.do(ask.MakeSchedule("Ana", hall.id, made=made))
    assert "e17" in hall.one().schedules[-1].players


def test_more_players_than_places_wait() -> None:
    from hall.tournament.planning import players_of, waiting_list
    from tests.hall.tournament.halls import registered

    hall = registered(10, capacity=8)
    assert [each.id for each in waiting_list(hall.one())] == ["e9", "e10"]
    hall.do(ask.SetStatus("Ana", hall.id, "e1", "WD"))
    hall.do(ask.RemoveEntrant("Ana", hall.id, "e2"))
    assert waiting_list(hall.one()) == []
    assert len([each for each in players_of(hall.one(), 1) if not each.status]) == 8
