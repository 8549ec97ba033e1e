"""The machine as people know it: start-up, hand change, one set, three players, odd walls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.events.machine import WallStaged
from controller.mechanism import Notification, Plan, Request, Requested, Situation, TimerElapsed, situation
from firmware_bridge import messages as m
from firmware_bridge.messages import Key


def names(commands: list[object]) -> list[str]:
    return [type(command).__name__ for command in commands if not isinstance(command, m.SoundBeep | m.GetSensors)]


def test_start_up_takes_two_loads_before_the_first_wall_rises(desk: Any) -> None:
    desk.connect()
    desk.load()
    desk.finish_build()
    assert "wall-raised" not in desk.types()
    desk.load()
    assert desk.types()[-2:] == ["wall-raised", "build-started"]
    assert (desk.state.books.raised, desk.state.books.building) == ("A", "B")


def test_hand_change_raises_first_and_builds_at_once_without_waiting(desk: Any) -> None:
    desk.play_ready()
    desk.board.commands.clear()
    desk.load()
    assert names(desk.board.commands) == ["OpenHatch", "CloseHatch", "RaiseLifts", "LowerLifts", "Build"]
    assert desk.types()[-5:] == ["hatch-opened", "hatch-closed", "set-loaded", "wall-raised", "build-started"]
    assert (desk.state.books.raised, desk.state.books.building) == ("B", "A")


def test_the_wall_stands_for_the_dwell_and_no_longer(desk: Any) -> None:
    desk.play_ready()
    desk.press(Key.OPEN)
    desk.finish()
    desk.press(Key.OPEN)
    desk.board.finish()
    desk.pump()
    desk.board.finish()
    desk.pump()
    dwell = desk.timers[-1]
    assert (dwell.timer, dwell.after_ms) == ("dwell", 300)
    desk.tell(TimerElapsed("dwell", dwell.serial))
    assert isinstance(desk.board.commands[-1], m.LowerLifts)


def test_hundred_hands_alternate_the_sets(desk: Any) -> None:
    desk.play_ready()
    for _ in range(100):
        before = desk.state.books.raised
        desk.load()
        assert desk.state.books.raised != before
        desk.finish_build()
        assert situation(desk.state) is Situation.PLAYING_READY


def test_staged_wall_records_counts_and_the_time_of_the_boards_clock(desk: Any) -> None:
    desk.connect()
    desk.load()
    desk.finish_build()
    staged = desk.events[-1]
    assert staged.type == "machine.wall-staged"
    assert staged == WallStaged("A", (36, 36, 36, 36), 27_000)


def test_a_single_key_during_a_build_moves_nothing_and_says_which_keys_do(desk: Any) -> None:
    desk.connect()
    desk.load()
    desk.board.commands.clear()
    desk.press(Key.OPEN)
    assert names(desk.board.commands) == []
    assert desk.state.live.notice == "prompt.press-both"
    notice = desk.timers[-1]
    desk.tell(TimerElapsed(notice.timer, notice.serial))
    assert desk.state.live.notice is None


def test_both_keys_pause_the_build_open_the_hatch_and_one_key_goes_on(desk: Any) -> None:
    desk.connect()
    desk.load()
    desk.press(Key.OPEN, Key.RAISE)
    desk.finish()
    assert situation(desk.state) is Situation.HATCH_OPEN_IN_BUILD
    desk.press(Key.OPEN)
    desk.finish()
    assert situation(desk.state) is Situation.BUILDING
    assert desk.types()[-4:] == ["build-suspended", "hatch-opened", "hatch-closed", "build-resumed"]


def test_both_keys_work_when_their_event_comes_before_the_phase(desk: Any) -> None:
    desk.connect()
    desk.load()
    desk.feed(Notification(m.KeyChanged(Key.BOTH, 1, 0)))
    desk.pump()
    desk.finish()
    assert situation(desk.state) is Situation.HATCH_OPEN_IN_BUILD


def test_one_set_waits_staged_for_the_raise_key_and_works_on(make_desk: Callable[..., Any]) -> None:
    desk = make_desk(sets=1)
    desk.connect()
    desk.load()
    desk.finish_build()
    assert situation(desk.state) is Situation.STAGED
    desk.press(Key.RAISE)
    desk.finish()
    assert situation(desk.state) is Situation.PLAYING
    desk.load()
    assert desk.state.books.building == "A"


def test_two_sets_may_be_played_with_one_of_them(desk: Any) -> None:
    desk.connect()
    desk.load()
    desk.finish_build()
    desk.press(Key.RAISE)
    desk.finish()
    assert desk.state.books.raised == "A"
    desk.load()
    assert desk.state.books.building == "A", "the set on the table goes in before one that was never loaded"


def test_three_players_leave_the_fourth_side_at_rest(make_desk: Callable[..., Any]) -> None:
    desk = make_desk(plan=Plan((36, 36, 36, 0), players=3))
    desk.play_ready()
    desk.load()
    lifts = [command for command in desk.board.commands if isinstance(command, m.RaiseLifts | m.LowerLifts)]
    builds = [command for command in desk.board.commands if isinstance(command, m.Build)]
    assert {command.sides for command in lifts} == {0b0111}
    assert {command.quota for command in builds} == {(36, 36, 36, 0)}


def test_an_odd_wall_is_built_with_its_single_stack(make_desk: Callable[..., Any]) -> None:
    desk = make_desk(plan=Plan((22, 21, 22, 20)))
    desk.play_ready()
    assert desk.state.books.book("A").plan.stacks == (11, 11, 11, 10)


def test_closing_without_tiles_leaves_the_wall_on_the_table(desk: Any) -> None:
    desk.play_ready()
    desk.press(Key.OPEN)
    desk.finish()
    desk.ask(Request.CLOSE_EMPTY)
    desk.finish()
    assert situation(desk.state) is Situation.PLAYING_READY
    assert desk.types()[-1] == "hatch-closed"


def test_no_second_wall_rises_over_one_in_play(desk: Any, refused: Callable[..., str]) -> None:
    desk.play_ready()
    desk.board.commands.clear()
    desk.press(Key.RAISE)
    assert names(desk.board.commands) == []
    assert refused(desk, Requested(Request.RAISE)) == "not-now-playing-ready"


def test_colour_sensors_are_told_which_set_to_expect(make_desk: Callable[..., Any], make_board: Any) -> None:
    desk = make_desk(board=make_board(capabilities=m.Capabilities.COLOUR_SENSORS))
    desk.play_ready()
    first, second = (command.options for command in desk.board.commands if isinstance(command, m.Build))
    assert first == m.BuildOptions.CHECK_COLOUR
    assert second == m.BuildOptions.CHECK_COLOUR | m.BuildOptions.EXPECT_COLOUR_B


def test_a_request_from_a_tablet_does_the_same_and_is_warned_about(desk: Any) -> None:
    desk.play_ready()
    desk.ask(Request.OPEN)
    assert desk.state.live.warning
    desk.finish()
    desk.ask(Request.CLOSE)
    desk.finish()
    assert desk.state.books.raised == "B"
