"""Emergency stop, cover, stop by a person: four states, and on from where it was."""

from __future__ import annotations

from typing import Any

import pytest

from controller.mechanism import Request, Requested, Situation, mechanism_json, prompt, situation
from firmware_bridge import messages as m
from firmware_bridge.messages import Key, Latches


def press_stop(desk: Any) -> None:
    desk.board.emergency_stop()
    desk.pump()


def release(desk: Any) -> None:
    desk.board.release()
    desk.pump()


def emergency_stop(desk: Any) -> str:
    return str(mechanism_json(desk.state)["emergency_stop"])


def test_the_four_states_and_on_from_where_it_was(desk: Any) -> None:
    assert emergency_stop(desk) == "absent"
    desk.connect()
    desk.load()
    assert emergency_stop(desk) == "clear"
    press_stop(desk)
    assert emergency_stop(desk) == "pressed"
    assert (prompt(desk.state).key, prompt(desk.state).actions) == ("prompt.stop-pressed", ())
    release(desk)
    assert emergency_stop(desk) == "unacknowledged"
    assert situation(desk.state) is Situation.RESET_NEEDED
    desk.ask(Request.RESET)
    assert emergency_stop(desk) == "clear"
    assert situation(desk.state) is Situation.KEY_AWAITED
    desk.press(Key.RAISE)
    desk.finish()
    assert situation(desk.state) is Situation.BUILDING
    assert [name for name in desk.types() if name in ("stopped", "restored", "build-resumed")] == [
        "stopped",
        "restored",
        "build-resumed",
    ]


def test_without_a_tablet_one_key_acknowledges_and_the_next_goes_on(desk: Any) -> None:
    desk.connect()
    desk.load()
    press_stop(desk)
    release(desk)
    desk.press(Key.OPEN)
    assert situation(desk.state) is Situation.KEY_AWAITED
    desk.press(Key.OPEN)
    desk.finish()
    assert situation(desk.state) is Situation.BUILDING


def test_keys_under_a_pressed_stop_move_nothing(desk: Any) -> None:
    desk.play_ready()
    press_stop(desk)
    desk.board.commands.clear()
    desk.press(Key.OPEN)
    desk.press(Key.RAISE)
    assert not [command for command in desk.board.commands if not isinstance(command, m.SoundBeep)]
    assert prompt(desk.state).key == "prompt.stop-pressed"


@pytest.mark.parametrize("after", ["raise", "dwell", "lower"])
def test_a_raise_cut_off_by_the_stop_ends_with_the_wall_on_the_table(make_desk: Any, after: str) -> None:
    desk = make_desk()
    desk.play_ready()
    desk.press(Key.OPEN)
    desk.finish()
    desk.press(Key.OPEN)
    desk.board.finish()
    desk.pump()
    if after != "raise":
        desk.board.finish()
        desk.pump()
    if after == "lower":
        desk._one_end()
    press_stop(desk)
    assert desk.state.books.staged == "B"
    assert desk.follow() < 10
    assert (desk.state.books.raised, desk.state.books.building) == ("B", "A")


def test_a_stop_before_a_lift_left_home_leaves_the_wall_below(desk: Any) -> None:
    from firmware_bridge.messages import Position

    desk.play_ready()
    desk.press(Key.OPEN)
    desk.finish()
    desk.press(Key.OPEN)
    desk.board.finish()
    desk.pump()
    press_stop_at_home(desk)
    assert all(position is Position.HOME for position in desk.state.live.lifts)
    release(desk)
    desk.ask(Request.RESET)
    desk.press(Key.DICE_0)
    desk.finish()
    assert desk.state.books.staged == "B"
    assert situation(desk.state) is Situation.DRUM_AND_STAGED


def press_stop_at_home(desk: Any) -> None:
    desk.board.job.mechanisms, kept = (), desk.board.job.mechanisms
    assert kept
    press_stop(desk)


def test_the_cover_stops_the_table_like_the_button_but_names_the_cover(desk: Any) -> None:
    desk.connect()
    desk.load()
    desk.board.emergency_stop(Latches.COVER_OPEN)
    desk.pump()
    assert (desk.state.books.stop, prompt(desk.state).key) == ("cover", "prompt.cover-open")
    assert [fault.code for fault in desk.state.books.faults] == ["E50"]
    release(desk)
    assert desk.state.books.stop == "cover"
    assert desk.follow() < 30


def test_a_person_can_stop_everything_from_the_tablet(desk: Any) -> None:
    desk.connect()
    desk.load()
    desk.ask(Request.STOP)
    assert desk.state.books.stop == "operator"
    assert mechanism_json(desk.state)["state"] == "stopped"
    assert desk.types().count("stopped") == 1
    assert desk.follow() < 30


def test_a_stop_is_over_only_when_the_board_says_so(desk: Any, refused: Any) -> None:
    desk.connect()
    press_stop(desk)
    desk.ask(Request.RESET)
    assert situation(desk.state) is Situation.STOP_PRESSED
    assert desk.state.books.stop == "emergency-stop"
    assert refused(desk, Requested(Request.OPEN)) == "not-now-stop-pressed"


def test_after_power_on_requests_wait_for_a_key_at_the_table(desk: Any, refused: Any) -> None:
    desk.connect()
    assert refused(desk, Requested(Request.OPEN)) == "awaiting-key"
    assert prompt(desk.state).key == "prompt.empty"
    assert prompt(desk.state).actions == ()
    desk.press(Key.DICE_2)
    assert prompt(desk.state).actions[0] == "open"
