"""Which result counts, whoever was first, and what a result that does not add up says."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from controller.refusals import Refused
from hall.tournament import commands as ask
from hall.tournament.outcome import outcome
from hall.tournament.presets import presets
from hall.tournament.results import check_result, effective
from hall.tournament.values import TableResult
from tests.hall.tournament.halls import TestHall, drawn, finish, result_of, seated

WHO = "Ana"
EVEN = (30_000,) * 4
OWN, DESK, REFEREE, HEAD = (
    (31_000, 30_000, 30_000, 29_000), (32_000, 30_000, 30_000, 28_000), (33_000, 30_000, 30_000, 27_000),
    (34_000, 30_000, 30_000, 26_000),
)  # fmt: skip


def running(players: int = 8, **settings: Any) -> TestHall:
    hall = seated(drawn(players, rounds=1, **settings))
    hall.do(ask.StartRound(WHO, hall.id))
    return hall


def counts(hall: TestHall, table: int = 1) -> TableResult:
    found = effective(hall.one(), hall.results, 1, table)
    assert found is not None
    return found


def refused(hall: TestHall, command: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        hall.do(command)
    return caught.value


def test_the_higher_authority_counts() -> None:
    hall = running()
    hall.do(ask.EnterResult(WHO, hall.id, 1, 1, DESK))
    assert (counts(hall).scores, counts(hall).state) == (DESK, "proposed")
    hall.results[hall.id, 1, 1] = result_of(hall, 1, 1, OWN)
    assert (counts(hall).scores, counts(hall).authority) == (OWN, "confirmed")
    hall.do(ask.ConfirmResult(WHO, hall.id, 1, (0, 1, 2, 3)))
    assert counts(hall).scores == OWN, "of equal ones the table's own"
    hall.do(ask.RuleResult("Ref", hall.id, 1, 1, "sheet", REFEREE))
    assert counts(hall).scores == REFEREE
    hall.do(ask.HeadRuleResult("Head", hall.id, 1, 1, "appeal", HEAD))
    assert (counts(hall).scores, counts(hall).state) == (HEAD, "locked")
    assert refused(hall, ask.RuleResult("Ref", hall.id, 1, 1, "no", REFEREE)).code == "outranked"
    assert refused(hall, ask.EnterResult(WHO, hall.id, 1, 1, DESK)).code == "outranked"


def test_it_does_not_matter_whether_table_or_desk_came_first() -> None:
    found = set()
    for order in permutations(("table", "desk", "referee")):
        hall = running()
        for each in order:
            if each == "table":
                hall.results[hall.id, 1, 1] = result_of(hall, 1, 1, OWN)
            elif each == "desk" and not hall.one().entries:
                hall.do(ask.EnterResult(WHO, hall.id, 1, 1, DESK))
            elif each == "referee":
                hall.do(ask.RuleResult("Ref", hall.id, 1, 1, "sheet", REFEREE))
        found.add((counts(hall).scores, tuple(str(row.points) for row in outcome(hall.one(), hall.results).rows)))
    assert len(found) == 1


def test_a_game_that_is_played_counts_for_nothing_once_it_was_ruled() -> None:
    hall = running()
    hall.results[hall.id, 1, 1] = replace(result_of(hall, 1, 1, OWN), state="playing")
    assert outcome(hall.one(), hall.results).games == ()
    hall.do(ask.RuleResult("Ref", hall.id, 1, 1, "table is broken; paper sheet", REFEREE, sheet="ab" * 32))
    assert counts(hall).scores == REFEREE


def test_players_propose_confirm_and_dispute_from_their_phones() -> None:
    hall = running()
    persons = [hall.one().entrant(id).person for id in hall.one().rounds[0].tables[0]]  # type: ignore[union-attr]
    hall.do(ask.EnterOwnResult("p", hall.id, str(persons[2]), 1, 1, EVEN))
    assert hall.one().entries[0].confirmed == (2,)
    for person in persons[:2]:
        hall.do(ask.ConfirmOwnResult("p", hall.id, str(person), 1))
    hall.do(ask.DisputeOwnResult("p", hall.id, str(persons[3]), 1, "my riichi stick"))
    assert counts(hall).state == "disputed"
    hall.do(ask.EnterResult(WHO, hall.id, 1, 2, EVEN))
    for step in (ask.CompleteResults, ask.PublishResults):
        hall.do(step(WHO, hall.id))
    hall.wait(minutes=31)
    assert refused(hall, ask.LockRound(WHO, hall.id)).more["tables"] == [1]
    hall.do(ask.ConfirmOwnResult("p", hall.id, str(persons[3]), 1))
    assert (counts(hall).state, counts(hall).authority) == ("confirmed", "confirmed")
    hall.do(ask.LockRound(WHO, hall.id))


def test_somebody_of_another_table_has_nothing_to_say() -> None:
    hall = running()
    other = hall.one().entrant(hall.one().rounds[0].tables[1][0])
    assert other is not None
    assert refused(hall, ask.EnterOwnResult("p", hall.id, str(other.person), 1, 1, EVEN)).field == "person"


@pytest.mark.parametrize(
    ("scores", "sticks", "code", "field"),
    [
        ((30_000, 30_000, 30_000, 29_000), 0, "sticks-left", "sticks"),
        ((30_000, 30_000, 30_000, 29_900), 0, "wrong-table-total", "scores"),
        ((30_000, 30_000, 30_000, 31_000), 0, "wrong-table-total", "scores"),
        ((30_000, 30_000, 30_000, 30_000), 1, "wrong-table-total", "scores"),
        ((30_000, 30_000, 30_000), 0, "bad-record", "scores"),
        ((30_000, 30_000, 30_000, 30_000), -1, "bad-record", "sticks"),
        ((10**8, -(10**8), 30_000, 30_000), 0, "bad-record", "scores[0]"),
    ],
)
def test_a_result_that_does_not_add_up_names_the_field(
    scores: tuple[int, ...], sticks: int, code: str, field: str
) -> None:
    hall = running()
    found = refused(hall, ask.EnterResult(WHO, hall.id, 1, 1, scores, sticks))
    assert (found.code, found.field) == (code, field)


def test_missing_sticks_are_asked_for_with_their_number() -> None:
    hall = running()
    command = ask.EnterResult(WHO, hall.id, 1, 1, (30_000, 30_000, 30_000, 28_000))
    assert refused(hall, command).more == {"total": 118_000, "wanted": 120_000, "sticks": 2}
    hall.do(replace(command, sticks=2))


def test_a_table_that_does_not_add_up_stops_the_round_with_its_number() -> None:
    hall = running()
    for table, scores in ((1, EVEN), (2, (30_000, 30_000, 30_000, 29_900))):
        hall.results[hall.id, 1, table] = result_of(hall, 1, table, scores)
    assert refused(hall, ask.CompleteResults(WHO, hall.id)).field == "rounds[1].tables[2].scores"


def test_hands_lead_to_the_scores() -> None:
    hall = running()
    hand = {
        "number": 1, "name": "E1", "dealer": 0, "counter": 0, "start": None, "end": None, "kind": "win",
        "winners": [0], "discarder": 1, "points": [8000, -8000, 0, 0],
    }  # fmt: skip
    good = ask.EnterResult(WHO, hall.id, 1, 1, (38_000, 22_000, 30_000, 30_000), hands=(hand,))
    assert refused(hall, replace(good, scores=(37_000, 23_000, 30_000, 30_000))).field == "scores[0]"
    assert refused(hall, replace(good, hands=({**hand, "dealer": 7},))).field == "hands[0].dealer"
    assert refused(hall, replace(good, hands=({**hand, "shoe": 7},))).field == "hands[0].shoe"
    hall.do(good)


def test_mcr_adds_up_to_nothing_before_penalties() -> None:
    result = TableResult(("a", "b", "c", "d"), (10, 5, -5, -10), 0, state="proposed", source="desk")
    check_result(result, presets()["ema-mcr"])
    with pytest.raises(Refused):
        check_result(replace(result, scores=(10, 5, -5, -9)), presets()["ema-mcr"])


def test_wrong_seats_are_exchanged_and_the_hands_stay() -> None:
    """Two sat in each other's place: their scores follow them."""
    hall = running()
    for table, scores in ((1, OWN), (2, EVEN)):
        hall.results[hall.id, 1, table] = result_of(hall, 1, table, scores)
    one, other = hall.one().rounds[0].tables[0][0], hall.one().rounds[0].tables[1][3]
    hall.do(ask.ExchangeSeats(WHO, hall.id, 1, one, other, "sat at the wrong tables"))
    assert counts(hall).seats[0] == other
    finish(hall)
    points = {row.player: row.score for row in outcome(hall.one(), hall.results).rows}
    assert (points[other], points[one]) == (31_000, 30_000)


def test_protests_have_a_deadline_a_ruling_and_a_referee() -> None:
    hall = running()
    for table in (1, 2):
        hall.results[hall.id, 1, table] = result_of(hall, 1, table, EVEN)
    hall.do(ask.CompleteResults(WHO, hall.id))
    hall.do(ask.PublishResults(WHO, hall.id))
    id = hall.one().rounds[0].tables[0][0]
    hall.do(ask.MakeProtest(WHO, hall.id, 1, 1, id, "the fu"))
    hall.wait(minutes=31)
    late = ask.MakeProtest(WHO, hall.id, 1, 1, id, "the han")
    assert refused(hall, late).code == "protest-too-late"
    assert refused(hall, ask.LockRound(WHO, hall.id)).code == "protests-open"
    hall.do(ask.AdmitLateProtest("Head", hall.id, 1, 1, id, "the han"))
    hall.do(ask.DecideProtest(WHO, hall.id, 1, True, "40 fu", "Ref"))
    hall.do(ask.DecideProtest("Head", hall.id, 2, False, "as it is"))
    assert [(each.referee, each.upheld, each.late) for each in hall.one().protests] == [
        ("Ref", True, False), ("Head", False, True),
    ]  # fmt: skip
    hall.do(ask.LockRound(WHO, hall.id))
