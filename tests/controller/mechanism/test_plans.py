"""Another number of tiles holds from the next build on, and people are told what to do with the tiles."""

from __future__ import annotations

from typing import Any

import pytest

from controller.mechanism import Plan, PlanRequested, Situation, mechanism_json, prompt, situation
from firmware_bridge import messages as m
from firmware_bridge.messages import Key

SMALL = Plan((34, 34, 34, 34))
LARGE = Plan((38, 38, 38, 38))


def quotas(desk: Any) -> list[tuple[int, ...]]:
    return [command.quota for command in desk.board.commands if isinstance(command, m.Build)]


def warned(desk: Any) -> bool:
    return desk.state.books.fault("W03") is not None


def test_a_change_during_a_build_holds_from_the_next_one_on(desk: Any) -> None:
    desk.play_ready()
    desk.load()
    desk.tell(PlanRequested(SMALL))
    assert warned(desk)
    desk.finish_build()
    assert desk.state.books.book("A").plan.tiles == 144
    desk.load()
    assert quotas(desk)[-1] == SMALL.quota
    assert desk.state.books.book("B").plan.tiles == 136


def test_the_warning_stays_until_no_older_wall_waits(desk: Any) -> None:
    desk.play_ready()
    desk.tell(PlanRequested(SMALL))
    assert desk.state.books.fault("W03").evidence == {"asked": 136, "built": 144}
    desk.load()
    desk.finish_build()
    assert not warned(desk)


def test_changing_back_takes_the_warning_away(desk: Any) -> None:
    desk.play_ready()
    desk.tell(PlanRequested(SMALL))
    desk.tell(PlanRequested(Plan((36, 36, 36, 36))))
    assert not warned(desk)


@pytest.mark.parametrize(("plan", "key"), [(SMALL, "prompt.push-in-remove"), (LARGE, "prompt.push-in-add")])
def test_people_are_told_how_many_tiles_to_change_before_they_push_them_in(desk: Any, plan: Plan, key: str) -> None:
    desk.play_ready()
    desk.tell(PlanRequested(plan))
    assert prompt(desk.state).key == "prompt.playing-other-plan"
    desk.press(Key.OPEN)
    desk.finish()
    said = prompt(desk.state)
    assert (said.key, said.args["change"]) == (key, 8)


def test_a_staged_wall_of_another_number_says_so(desk: Any) -> None:
    desk.connect()
    desk.load()
    desk.finish_build()
    desk.tell(PlanRequested(SMALL))
    said = prompt(desk.state)
    assert (said.key, said.args["built"], said.args["tiles"]) == ("prompt.staged-other-plan", 144, 136)


def test_a_wall_too_long_is_refused_before_the_hand(desk: Any, refused: Any) -> None:
    desk.connect()
    assert refused(desk, PlanRequested(Plan((46, 46, 46, 46)))) == "wall-too-long"


def test_a_board_with_shorter_sides_than_the_plan_builds_nothing(desk: Any) -> None:
    desk.board.max_stacks = 13
    desk.connect()
    desk.load()
    assert situation(desk.state) is Situation.PLAN_TOO_LONG
    assert quotas(desk) == []
    desk.tell(PlanRequested(Plan((26, 26, 26, 26))))
    desk.press(Key.RAISE)
    assert quotas(desk) == [(26, 26, 26, 26)]


def test_the_snapshot_tells_plan_sets_and_progress(desk: Any) -> None:
    desk.connect()
    desk.load()
    from controller.mechanism import Notification
    from firmware_bridge.messages import BuildPhase

    desk.board.clock_us += 3_500_000
    desk.tell(Notification(m.BuildChanged(BuildPhase.CHECKING, m.StopReason.NONE, desk.board.clock_us, (36, 18, 9, 9))))
    told = mechanism_json(desk.state)
    assert told["plan"] == {"tiles": 144, "stacks": [18] * 4, "players": 4, "quota": [36] * 4}
    assert told["sets"]["A"] == {"place": "building", "tiles": 144, "stacks": [18] * 4, "partial": False}
    assert told["build"]["progress"] == 0.5
    assert told["build"]["sides"] == [1.0, 0.5, 0.25, 0.25]
    assert told["build"]["seconds"] == 3.5
    assert (told["state"], told["hatch"], told["lifts"]) == ("building", "closed", ["home"] * 4)
