"""The board comes and goes, the service dies: nothing moves by itself, and people find a way on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from controller.mechanism import BoardLost, Place, Request, SetsPlaced, Situation, prompt, situation
from firmware_bridge import messages as m
from firmware_bridge.messages import BuildPhase, Key, Position, ResetCause

QUIET = (m.GetSensors, m.SoundBeep)


def motions(desk: Any) -> list[object]:
    return [command for command in desk.board.commands if not isinstance(command, QUIET)]


def started(desk: Any) -> Any:
    desk.connect()
    desk.load()
    desk.board.counts = (9, 8, 9, 7)
    desk.board.commands.clear()
    return desk


def in_play_building(desk: Any) -> Any:
    desk.play_ready()
    desk.load()
    desk.board.counts = (9, 8, 9, 7)
    desk.board.commands.clear()
    return desk


def test_a_lost_link_suspends_the_build_and_a_key_goes_on_with_its_counts(desk: Any) -> None:
    started(desk)
    desk.lose()
    assert situation(desk.state) is Situation.BOARD_AWAY
    assert [fault.code for fault in desk.state.books.faults] == ["E60"]
    desk.connect()
    assert (situation(desk.state), desk.state.books.faults) == (Situation.BUILD_SUSPENDED, ())
    assert desk.state.live.counts == (9, 8, 9, 7)
    assert motions(desk) == []
    desk.press(Key.RAISE)
    assert situation(desk.state) is Situation.BUILDING


def test_a_service_killed_during_a_build_finds_it_suspended(desk: Any) -> None:
    started(desk)
    desk.restart_service()
    assert situation(desk.state) is Situation.BUILD_SUSPENDED
    assert motions(desk) == []
    desk.press(Key.OPEN)
    desk.finish_build()
    assert desk.state.books.staged == "A"


def test_a_build_that_lost_its_counts_is_run_out_and_begun_anew_while_the_other_set_is_played(desk: Any) -> None:
    in_play_building(desk)
    desk.power_cycle()
    assert situation(desk.state) is Situation.BUILD_LOST
    assert (desk.state.books.raised, desk.state.books.building) == ("B", "A")
    desk.press(Key.RAISE)
    desk.finish()
    kinds = [type(command) for command in motions(desk)]
    assert kinds.count(m.Run) == 12, "three pushes for each head"
    assert kinds[-2:] == [m.RaiseLifts, m.LowerLifts]
    assert situation(desk.state) is Situation.PARTIAL
    desk.press(Key.OPEN)
    desk.finish()
    assert prompt(desk.state).key == "prompt.put-rest-in"
    desk.press(Key.OPEN)
    desk.finish()
    assert situation(desk.state) is Situation.BUILDING
    assert (desk.state.books.raised, desk.state.books.building) == ("B", "A")


def test_a_full_channel_is_pushed_out_once_more(desk: Any) -> None:
    started(desk)
    desk.power_cycle()
    from controller.mechanism import Notification

    home = m.Sensors.HATCH_CLOSED | m.Sensors.LIFT_HOME_0 | m.Sensors.LIFT_HOME_1
    home |= m.Sensors.LIFT_HOME_2 | m.Sensors.LIFT_HOME_3 | m.Sensors.FULL_1
    zero = (0, 0, 0, 0)
    telemetry = m.Telemetry(1, home, BuildPhase.NONE, zero, zero, 0, (0,) * 14, -128, desk.board.latches, 0)
    desk.tell(Notification(telemetry))
    desk.press(Key.RAISE)
    desk.finish()
    assert [type(command) for command in motions(desk)].count(m.Run) == 16


@pytest.mark.parametrize("cause", list(ResetCause))
def test_power_lost_at_rest_changes_nothing_and_moves_nothing(make_desk: Callable[..., Any], cause: ResetCause) -> None:
    desk = make_desk()
    desk.play_ready()
    desk.board.commands.clear()
    desk.power_cycle(cause)
    assert motions(desk) == []
    assert situation(desk.state) is Situation.PLAYING_READY
    crashed = cause in (ResetCause.BROWN_OUT, ResetCause.WATCHDOG)
    assert [fault.code for fault in desk.state.books.faults] == (["E51"] if crashed else [])
    desk.press(Key.DICE_0)
    assert desk.state.books.faults == ()


def test_power_lost_with_the_lifts_on_their_way_finishes_their_turn_on_a_key(desk: Any) -> None:
    desk.play_ready()
    desk.press(Key.OPEN)
    desk.finish()
    desk.press(Key.OPEN)
    desk.board.finish()
    desk.pump()
    desk.power_cycle()
    assert situation(desk.state) is Situation.LIFTS_AWAY
    desk.press(Key.RAISE)
    desk.finish()
    assert (desk.state.books.raised, desk.state.books.building) == ("B", "A")


def test_lifts_of_which_only_some_were_away_leave_the_question_to_people(desk: Any) -> None:
    desk.play_ready()
    desk.press(Key.OPEN)
    desk.finish()
    desk.press(Key.OPEN)
    desk.board.finish()
    desk.pump()
    desk.board.job = None
    desk.board.positions[m.Mechanism.LIFT_1] = Position.UNKNOWN
    desk.power_cycle()
    desk.press(Key.RAISE)
    desk.finish()
    assert situation(desk.state) is Situation.HALF_RAISED
    assert desk.state.books.staged == "B"
    assert "placed" in prompt(desk.state).actions
    desk.press(Key.RAISE)
    desk.finish()
    assert desk.state.books.raised == "B"


def test_people_may_say_that_the_wall_stands(desk: Any) -> None:
    test_lifts_of_which_only_some_were_away_leave_the_question_to_people(desk)
    desk.finish_build()
    desk.tell(SetsPlaced({"A": Place.STAGED, "B": Place.RAISED}))
    assert situation(desk.state) is Situation.PLAYING_READY


def test_a_hatch_left_open_by_a_power_cut_is_closed_by_a_key_and_loads(desk: Any) -> None:
    desk.connect()
    desk.press(Key.OPEN)
    desk.finish()
    desk.power_cycle()
    assert situation(desk.state) is Situation.HATCH_OPEN
    desk.press(Key.OPEN)
    desk.finish()
    assert desk.state.books.building == "A"


def test_a_hatch_stopped_half_way_opens_fully_on_a_key(desk: Any) -> None:
    desk.connect()
    desk.press(Key.OPEN)
    desk.power_cycle()
    assert situation(desk.state) is Situation.HATCH_BETWEEN
    desk.press(Key.OPEN)
    desk.finish()
    assert situation(desk.state) is Situation.HATCH_OPEN


def test_a_hatch_found_closed_is_opened_again_to_look_before_anything_counts_as_loaded(desk: Any) -> None:
    desk.connect()
    desk.press(Key.OPEN)
    desk.finish()
    desk.board.positions[m.Mechanism.HATCH] = Position.HOME
    desk.power_cycle()
    assert situation(desk.state) is Situation.HATCH_DOUBT
    assert "set-loaded" not in desk.types()
    desk.press(Key.OPEN)
    desk.finish()
    assert situation(desk.state) is Situation.HATCH_OPEN
    desk.press(Key.OPEN)
    desk.finish()
    assert desk.state.books.building == "A"


def test_a_link_lost_while_the_hatch_closed_books_the_load_but_builds_only_on_a_key(desk: Any) -> None:
    desk.connect()
    desk.press(Key.OPEN)
    desk.finish()
    desk.press(Key.OPEN)
    desk.lose()
    desk.board.commands.clear()
    desk.connect()
    assert situation(desk.state) is Situation.DRUM_LOADED
    assert motions(desk) == []
    desk.press(Key.RAISE)
    assert situation(desk.state) is Situation.BUILDING


def test_a_build_ordered_as_the_link_broke_is_never_taken_for_the_wall_before_it(desk: Any) -> None:
    """The board still says READY of the wall that has just risen."""
    desk.play_ready()
    original = desk.board.take
    desk.board.take = lambda order: None if isinstance(order.message, m.Build) else original(order)
    desk.load()
    assert desk.state.live.task.kind.value == "build"
    desk.lose()
    desk.board.phase, desk.board.quota, desk.board.counts = BuildPhase.READY, (36,) * 4, (36,) * 4
    desk.board.take = original
    desk.connect()
    assert (desk.state.books.in_drum, desk.state.books.raised) == ("A", "B")
    assert "build-withdrawn" in desk.types()


def test_a_build_whose_acceptance_was_lost_is_booked_from_the_board(desk: Any) -> None:
    desk.play_ready()
    desk.load()
    at_build = max(index for index, event in enumerate(desk.events) if event.type == "machine.build-started")
    del desk.events[at_build:]
    desk.restart_service()
    assert situation(desk.state) is Situation.BUILD_SUSPENDED
    assert (desk.state.books.raised, desk.state.books.building) == ("B", "A")


def test_a_journal_older_than_the_table_takes_the_boards_build(desk: Any) -> None:
    desk.play_ready()
    kept = len(desk.events)
    desk.load()
    del desk.events[kept:]
    desk.restart_service()
    assert (desk.state.books.raised, desk.state.books.building) == ("B", "A")
    assert desk.follow() < 20


def test_a_wall_finished_while_nobody_listened_is_booked(desk: Any) -> None:
    started(desk)
    desk.board.finish_build()
    desk.board.out.clear()
    desk.feed(BoardLost("link-lost"))
    desk.connect()
    assert desk.state.books.staged == "A"


def test_losing_on_purpose_is_no_fault(desk: Any) -> None:
    desk.connect()
    desk.tell(BoardLost("closed"))
    assert desk.state.books.faults == ()


def test_another_major_version_moves_nothing(desk: Any) -> None:
    desk.tell(BoardLost("incompatible"))
    assert prompt(desk.state).key == "prompt.board-incompatible"
    assert desk.events == []


def test_a_motion_whose_end_never_comes_stops_the_table(desk: Any) -> None:
    from controller.mechanism import TimerElapsed

    desk.connect()
    desk.press(Key.OPEN)
    desk.board.job = None
    watch = [wake for wake in desk.timers if wake.timer == "watch"][-1]
    desk.tell(TimerElapsed("watch", watch.serial))
    assert isinstance(motions(desk)[-1], m.Stop)
    assert [fault.code for fault in desk.state.books.faults] == ["E60"]
    assert desk.follow() < 40


def test_emptied_begins_with_the_first_set_again(desk: Any) -> None:
    in_play_building(desk)
    desk.power_cycle()
    desk.ask(Request.EMPTIED)
    assert situation(desk.state) is Situation.EMPTY
    assert desk.follow() < 20


def test_emptied_gives_a_suspended_build_up_at_the_board_too(desk: Any) -> None:
    started(desk)
    desk.press(Key.OPEN, Key.RAISE)
    desk.finish()
    desk.ask(Request.EMPTIED)
    assert desk.board.phase is BuildPhase.NONE
    assert desk.state.books.building is None


@pytest.mark.parametrize(
    ("places", "code"),
    [
        ({"A": Place.RAISED, "B": Place.RAISED}, "place-taken"),
        ({"A": Place.IN_DRUM, "B": Place.IN_DRUM}, "place-taken"),
        ({"A": Place.BUILDING}, "not-building"),
        ({"C": Place.RAISED}, "unknown-set"),
    ],
)
def test_places_that_cannot_be_are_refused(desk: Any, refused: Any, places: dict[str, Place], code: str) -> None:
    desk.connect()
    assert refused(desk, SetsPlaced(places)) == code
