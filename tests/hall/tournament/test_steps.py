"""The steps of a tournament: their order, the way back, and what they ask for."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.refusals import Refused
from hall.tournament import commands as ask
from hall.tournament import events as did
from hall.tournament.draw import promise_of
from hall.tournament.state import State
from tests.hall.tournament.halls import (
    SECRET,
    TestHall,
    drawn,
    finish,
    folded,
    play,
    registered,
    result_of,
    seated,
)

WHO = "Ana"


def refusal(hall: TestHall, command: object) -> Refused:
    before = hall.state
    with pytest.raises(Refused) as caught:
        hall.do(command)  # type: ignore[arg-type]
    assert hall.state == before, "a refused command changes nothing"
    return caught.value


def undo(hall: TestHall) -> None:
    hall.do(ask.UndoStep(WHO, hall.id, hall.one().steps[-1].number, "a mistake"))


def test_a_round_goes_through_its_steps_in_order() -> None:
    hall = play(seated(drawn(16)), Random(1))
    assert [step.kind for step in hall.one().steps] == [
        "registration", "drawn", "seated", "running", "time-called", "results-in", "protest-window", "locked",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "early",
    [
        lambda id: ask.SeatRound(WHO, id),
        lambda id: ask.StartRound(WHO, id),
        lambda id: ask.CompleteResults(WHO, id),
        lambda id: ask.PublishResults(WHO, id),
        lambda id: ask.LockRound(WHO, id),
        lambda id: ask.CutField(WHO, id, ({"factor": "1"},)),
        lambda id: ask.PublishFinal(WHO, id),
        lambda id: ask.CloseTournament(WHO, id),
    ],
)
def test_a_step_before_its_time_names_where_the_tournament_stands(early: object) -> None:
    hall = registered(16)
    refused = refusal(hall, early(hall.id))  # type: ignore[operator]
    assert (refused.code, refused.more["phase"]) == ("tournament-not-now", "registration")


def test_steps_are_undone_one_by_one_down_to_the_draft() -> None:
    hall = play(seated(drawn(16)), Random(1))
    hall.results.clear()
    while hall.one().steps:
        undo(hall)
    assert (hall.one().rounds, hall.one().draw, len(hall.one().entrants)) == ((), None, 16)


def test_only_the_last_step_is_undone() -> None:
    hall = seated(drawn(16))
    refused = refusal(hall, ask.UndoStep(WHO, hall.id, 1, "no"))
    assert (refused.code, refused.more["step"]) == ("step-not-last", hall.one().steps[-1].number)


def test_a_start_is_not_undone_under_the_results_that_were_played() -> None:
    hall = seated(drawn(16))
    hall.do(ask.StartRound(WHO, hall.id))
    hall.results[hall.id, 1, 2] = result_of(hall, 1, 2, (30_000,) * 4)
    refused = refusal(hall, ask.UndoStep(WHO, hall.id, hall.one().steps[-1].number, "no"))
    assert refused.more["tables"] == [2]
    del hall.results[hall.id, 1, 2]
    hall.do(ask.EnterResult(WHO, hall.id, 1, 1, (30_000,) * 4))
    assert refusal(hall, ask.UndoStep(WHO, hall.id, hall.one().steps[-1].number, "no")).more["entries"] == [1]
    hall.do(ask.WithdrawResult(WHO, hall.id, 1, "typed into the wrong round"))
    undo(hall)
    assert hall.one().phase == "seated"


def test_what_was_written_between_a_step_and_its_undoing_stays() -> None:
    """A fine before the first round does not block new seats, and is not lost with the old ones."""
    hall = seated(drawn(16))
    hall.do(ask.GiveFine(WHO, hall.id, "e3", "repeated", "tiles"))
    hall.do(ask.AddEntrant(WHO, hall.id, {"name": "Late", "substitute": True}))
    undo(hall)
    seated(hall)
    assert [fine.entrant for fine in hall.one().fines] == ["e3"]
    assert hall.one().entrants[-1].name == "Late"


def test_a_secret_that_was_shown_decides_no_second_draw() -> None:
    hall = drawn(16)
    undo(hall)
    assert refusal(hall, ask.DrawByHall(WHO, hall.id, SECRET.hex(), "other words")).code == "bad-draw"
    hall.do(ask.PromiseDraw(WHO, hall.id, promise_of(SECRET[::-1])))
    hall.do(ask.DrawByHall(WHO, hall.id, SECRET[::-1].hex()))
    draw = hall.one().draw
    assert draw is not None and draw.draw == 2


def without(hall: TestHall, numbers: set[int]) -> State:
    """The state of a journal in which these steps and what undid them were never written."""
    kept = [
        each
        for each in hall.journal
        if not isinstance(each.event, did.StepUndone)
        and not (isinstance(each.event, did.StepMade) and each.event.step in numbers)
    ]
    return folded(kept)


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), moves=st.lists(st.sampled_from("ffffuufne"), min_size=5, max_size=40))
def test_what_was_undone_has_never_happened(seed: int, moves: list[str]) -> None:
    """Steps forward, undone steps, fines and entries in any order: the same state as without the undone steps, and the
    same again from the journal."""
    hall, random, undone = registered(16, rounds=2, protest_minutes=0), Random(seed), set[int]()
    for move in moves:
        tournament = hall.one()
        try:
            if move == "u" and tournament.steps:
                number = tournament.steps[-1].number
                undo(hall)
                undone.add(number)
            elif move == "n":
                hall.do(ask.GiveFine(WHO, hall.id, f"e{random.randint(1, 16)}", "warning", "words"))
            elif move == "e" and tournament.phase == "running":
                hall.do(ask.EnterResult(WHO, hall.id, len(tournament.rounds), 1, (30_000,) * 4))
            elif move == "f":
                _forward(hall)
        except Refused:
            continue
    assert hall.state == without(hall, undone)
    assert hall.state == folded(hall.journal)


def _forward(hall: TestHall) -> None:
    tournament, id = hall.one(), hall.id
    phase = tournament.phase
    if phase == "registration":
        draw = tournament.spent[1] + 1
        secret = bytes([draw]) * 32
        if not any(each.draw == draw for each in tournament.commitments):
            hall.do(ask.PromiseDraw(WHO, id, promise_of(secret)))
        hall.do(ask.DrawByHall(WHO, id, secret.hex()))
    elif phase in ("drawn", "locked"):
        if len(tournament.rounds) == tournament.settings.rounds:
            hall.do(ask.PublishFinal(WHO, id))
        else:
            seated(hall)
    elif phase == "seated":
        hall.do(ask.StartRound(WHO, id))
    elif phase == "running":
        for table in range(1, len(tournament.rounds[-1].tables) + 1):
            hall.do(ask.EnterResult(WHO, id, len(tournament.rounds), table, (36_000, 34_000, 30_000, 20_000)))
        hall.do(ask.CallTime(WHO, id))
    elif phase == "time-called":
        hall.do(ask.CompleteResults(WHO, id))
    elif phase == "results-in":
        hall.do(ask.PublishResults(WHO, id))
    elif phase == "protest-window":
        hall.do(ask.LockRound(WHO, id))
    elif phase == "final":
        hall.do(ask.CloseTournament(WHO, id))
    elif phase is None:
        hall.do(ask.OpenRegistration(WHO, id))


def test_closing_is_undone_for_a_correction_after_publication() -> None:
    hall = play(seated(drawn(8, rounds=1)), Random(2))
    hall.do(ask.PublishFinal(WHO, hall.id))
    hall.do(ask.HeadRuleResult("Head", hall.id, 1, 1, "sheet read wrongly", (40_000, 30_000, 30_000, 20_000)))
    assert hall.one().entries[-1].result.why == "sheet read wrongly"
    hall.do(ask.CloseTournament(WHO, hall.id))
    command = ask.HeadRuleResult("Head", hall.id, 1, 2, "again", (40_000, 30_000, 30_000, 20_000))
    assert refusal(hall, command).code == "tournament-not-now"
    undo(hall)
    hall.do(command)


def test_an_event_of_a_tournament_that_is_not_there_changes_nothing() -> None:
    hall = drawn(16)
    other = [replace(each, event=replace(each.event, tournament="c-none")) for each in hall.journal[1:]]  # type: ignore[call-arg]
    assert folded([*hall.journal, *other]) == hall.state


def test_results_that_are_missing_name_their_tables() -> None:
    hall = seated(drawn(16))
    hall.do(ask.StartRound(WHO, hall.id))
    for table in (1, 3):
        hall.results[hall.id, 1, table] = result_of(hall, 1, table, (30_000,) * 4)
    assert refusal(hall, ask.CompleteResults(WHO, hall.id)).more["tables"] == [2, 4]
    for table in (2, 4):
        hall.do(ask.EnterResult(WHO, hall.id, 1, table, (30_000,) * 4))
    finish(hall)
    assert hall.one().phase == "locked"


def test_a_round_is_locked_after_its_window_or_when_all_were_asked() -> None:
    hall = seated(drawn(8, rounds=1))
    hall.do(ask.StartRound(WHO, hall.id))
    for table in (1, 2):
        hall.results[hall.id, 1, table] = result_of(hall, 1, table, (30_000,) * 4)
    hall.do(ask.CompleteResults(WHO, hall.id))
    hall.do(ask.PublishResults(WHO, hall.id))
    hall.wait(minutes=29)
    assert refusal(hall, ask.LockRound(WHO, hall.id)).code == "window-open"
    hall.do(ask.LockRound(WHO, hall.id, early=True))
    assert hall.one().rounds[0].locked is not None
