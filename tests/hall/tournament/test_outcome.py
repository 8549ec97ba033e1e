"""Standings of a tournament: penalties, substitutes, teams, what is hidden, and the sums a reporter checks."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.refusals import Refused
from hall.tournament import commands as ask
from hall.tournament.draw import promise_of
from hall.tournament.outcome import (
    balance,
    best_hands,
    fine_rows,
    outcome,
    session_rows,
    shown_after,
    team_rows,
)
from hall.tournament.presets import preset_of, presets
from hall.tournament.values import PlayedHand
from tests.hall.tournament.halls import SECRET, TestHall, drawn, finish, play, result_of, seated

WHO = "Ana"


def points_of(hall: TestHall) -> dict[str, Fraction]:
    return {row.player: row.points for row in outcome(hall.one(), hall.results).rows}


def one_round(preset: str = "wrc-2025", scores: Any = None, **settings: Any) -> TestHall:
    hall = seated(drawn(8, preset, rounds=1, **settings))
    hall.do(ask.StartRound(WHO, hall.id))
    for table in (1, 2):
        own = scores or (40_000, 32_000, 28_000, 20_000)
        hall.results[hall.id, 1, table] = result_of(hall, 1, table, own)
    return finish(hall)


def test_a_fine_comes_off_after_uma_and_cancelled_comes_back() -> None:
    hall = one_round()
    before = points_of(hall)
    hall.do(ask.GiveFine("Ref", hall.id, "e1", "chombo", "noten riichi"))
    assert points_of(hall)["e1"] == before["e1"] - 30
    hall.do(ask.CancelFine("Head", hall.id, 1, "it was tenpai"))
    assert points_of(hall) == before
    with pytest.raises(Refused) as caught:
        hall.do(ask.CancelFine("Head", hall.id, 1, "again"))
    assert caught.value.code == "no-such-fine"


@pytest.mark.parametrize(
    ("kind", "points", "field"),
    [("murder", None, "kind"), ("late", None, "points"), ("late", "-11", "points"), ("points", "3", "points"),
     ("points", "-x", "points")],
)  # fmt: skip
def test_a_fine_that_the_tariff_does_not_have_is_refused(kind: str, points: str | None, field: str) -> None:
    hall = one_round()
    with pytest.raises(Refused) as caught:
        hall.do(ask.GiveFine("Ref", hall.id, "e1", kind, "why", points))
    assert (caught.value.code, caught.value.field) == ("bad-fine", field)


def test_a_disqualified_player_has_no_place_and_gets_it_back_with_the_fine() -> None:
    hall = one_round()
    hall.do(ask.GiveFine("Head", hall.id, "e1", "disqualified", "cheating"))
    rows = {row.player: row.place for row in outcome(hall.one(), hall.results).rows}
    assert rows["e1"] is None and sorted(filter(None, rows.values()))[-1] <= 7
    hall.do(ask.CancelFine("Head", hall.id, 1, "it was another"))
    assert hall.one().entrants[0].status == ""


def test_a_fine_of_mcr_changes_the_session_and_so_the_table_points() -> None:
    hall = one_round("ema-mcr", (30, 25, -15, -40))
    first = hall.one().rounds[0].tables[0][0]
    hall.do(ask.GiveFine("Ref", hall.id, first, "fine", "signals", "-10", 1))
    found = next(game for game in outcome(hall.one(), hall.results).games if game.table == 1)
    assert (found.scores, found.points) == ((20, 25, -15, -40), (2, 4, 1, 0))


def test_points_and_fines_add_up() -> None:
    hall = one_round()
    hall.do(ask.GiveFine("Ref", hall.id, "e1", "late", "late", "-3", 1))
    hall.do(ask.GiveFine("Ref", hall.id, "e2", "chombo", "noten"))
    hall.do(ask.GiveFine("Ref", hall.id, "e2", "warning", "words"))
    made = outcome(hall.one(), hall.results)
    sums = balance(made)
    assert (sums.points, sums.fines, sums.games) == (-33, -33, 0)
    assert sum(row.points for row in made.rows) == sums.points
    assert sum(Fraction(row["points"]) for row in fine_rows(hall.one(), made) if not row["cancelled"]) == sums.fines


@pytest.mark.parametrize(
    ("rule", "absence", "absent_points", "place_of_substitute"),
    [("unranked", "0", 0, None), ("fixed", "-30", -30, None), ("ranked", "0", 30, None)],
)
def test_a_substitute_scores_by_the_rule_of_the_preset(
    rule: str, absence: str, absent_points: int, place_of_substitute: int | None
) -> None:
    document = {**presets()["wrc-2025"].document(), "id": "house", "substitutes": rule, "absence": absence}
    hall = by_house_rules(document)
    absent = hall.one().rounds[0].tables[0][0]
    hall.do(ask.AddEntrant(WHO, hall.id, {"name": "Sub", "substitute": True}))
    hall.do(ask.NameSubstitute(WHO, hall.id, absent, "e17", 1, 1))
    assert hall.one().rounds[0].tables[0][0] == "e17"
    hall.do(ask.StartRound(WHO, hall.id))
    for table in range(1, 5):
        hall.results[hall.id, 1, table] = result_of(hall, 1, table, (45_000, 32_000, 28_000, 15_000))
    finish(hall)
    rows = {row.player: row for row in outcome(hall.one(), hall.results).rows}
    assert (rows[absent].points, rows["e17"].place) == (absent_points, place_of_substitute)
    others = [rows[id].points for id in hall.one().rounds[0].tables[0][1:]]
    assert others == [7, -7, -30], "his game counts for the others"
    assert len(seated(hall).one().rounds[1].tables) == 4
    assert any(absent in table for table in hall.one().rounds[1].tables), "he is back in the next round"


def by_house_rules(document: dict[str, Any]) -> TestHall:
    """A field of sixteen, seated by a house's own rules."""
    hall = TestHall()
    hall.do(ask.KeepPreset(WHO, document))
    hall.do(ask.CreateTournament(WHO, "House open", "house", 2))
    hall.do(ask.OpenRegistration(WHO, hall.id))
    hall.do(ask.ImportEntrants(WHO, hall.id, "\n".join(["name", *(f"P{n}" for n in range(16))])))
    hall.do(ask.PromiseDraw(WHO, hall.id, promise_of(SECRET)))
    hall.wait(minutes=1)
    hall.do(ask.DrawByHall(WHO, hall.id, SECRET.hex()))
    return seated(hall)


def test_a_tournament_keeps_the_rules_it_began_with() -> None:
    document = {**presets()["wrc-2025"].document(), "id": "house"}
    hall = by_house_rules(document)
    hall.do(ask.KeepPreset(WHO, {**document, "absence": "-5"}))
    assert hall.state.presets["house"]["version"] == 2
    assert hall.one().settings.preset["version"] == 1


@pytest.mark.parametrize("name", list(presets()))
def test_a_preset_is_the_same_after_its_document(name: str) -> None:
    assert preset_of(presets()[name].document()) == presets()[name]


@pytest.mark.parametrize(
    ("member", "value", "field"),
    [
        ("scale", "1/0", "preset.scale"), ("sticks", "mine", "preset.sticks"), ("start", -1, "preset.start"),
        ("floating", {"0": ["1"]}, "preset.floating.0"), ("tie_unit", "0", "preset.tie_unit"),
        ("gong", {"minutes": "x"}, "preset.gong.minutes"), ("shoe", 1, "preset.shoe"),
        ("tariff", [{"id": "a", "points": ["5"]}], "preset.tariff[0].points"),
    ],
)  # fmt: skip
def test_rules_that_cannot_be_name_the_member(member: str, value: Any, field: str) -> None:
    hall = TestHall()
    with pytest.raises(Refused) as caught:
        hall.do(ask.KeepPreset(WHO, {**presets()["wrc-2025"].document(), "id": "house", member: value}))
    assert (caught.value.code, caught.value.field) == ("bad-preset", field)


def test_teams_add_the_points_of_their_best() -> None:
    hall = one_round(team_counting=2)
    made = outcome(hall.one(), hall.results)
    rows = team_rows(hall.one(), made)
    points = {row.player: row.points for row in made.rows}
    assert [row.place for row in rows] == [1, 2]
    for row in rows:
        assert row.points == sum(sorted((points[id] for id in row.members), reverse=True)[:2])


def test_hidden_standings_are_shown_when_they_are_published() -> None:
    hall, random = drawn(16, rounds=3, hidden_after=1), Random(1)
    for _ in range(3):
        play(seated(hall), random)
    assert shown_after(hall.one()) == 1
    hall.do(ask.PublishStandings(WHO, hall.id, 2))
    assert shown_after(hall.one()) == 2
    hall.do(ask.PublishFinal(WHO, hall.id))
    assert shown_after(hall.one()) is None


def test_a_round_has_standings_of_its_own_and_the_best_hand_is_found() -> None:
    hall = one_round()
    won = (10_000, -10_000, 0, 0)
    hand = PlayedHand(1, "E1", 0, 0, None, None, "win", (0,), 1, won, value=13, level="yakuman", best=0)
    void = PlayedHand(2, "E1", 0, 0, None, None, "abort", (), None, (0, 0, 0, 0), void=True)
    key = hall.id, 1, 2
    scores = (40_000, 20_000, 30_000, 30_000)
    hall.results[key] = result_of(hall, 1, 2, scores, hands=(hand, void))
    made = outcome(hall.one(), hall.results)
    rows = session_rows(made, 1)
    assert [row.place for row in rows[:3]] == [1, 1, 3] and len(rows) == 8
    best = best_hands(made)
    assert [(each.player, each.hand.level) for each in best] == [(hall.one().rounds[0].tables[1][0], "yakuman")]


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 2**32))
def test_the_points_of_a_riichi_field_add_up_to_its_fines(seed: int) -> None:
    """Two rounds with ties and negative scores, fines in between."""
    hall, random = drawn(16, rounds=2), Random(seed)
    for _ in range(2):
        play(seated(hall), random)
        hall.do(ask.GiveFine(WHO, hall.id, f"e{random.randint(1, 16)}", "points", "x", f"-{random.randint(0, 99)}/7"))
    made = outcome(hall.one(), hall.results)
    assert sum(row.points for row in made.rows) == sum(Fraction(fine.points) for fine in hall.one().fines)
    assert balance(made).games == 0
