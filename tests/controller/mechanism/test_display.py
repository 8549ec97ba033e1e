"""What the dome shows."""

from __future__ import annotations

from typing import Any

from controller.mechanism import Seats, changes, dome
from firmware_bridge import messages as m
from firmware_bridge.messages import Fault, Key, Lamps


def test_ready_lamp_and_text_with_a_finished_wall(desk: Any) -> None:
    desk.play_ready()
    shown = dome(desk.state)
    assert (shown.lamps, shown.text) == (Lamps.READY, "READY")


def test_a_fault_calls_people_and_shows_its_code(desk: Any) -> None:
    desk.play_ready()
    desk.load()
    desk.board.raise_fault(Fault.CHANNEL_3, 3)
    desk.pump()
    shown = dome(desk.state)
    assert (shown.lamps, shown.text) == (Lamps.CALL, "E18")


def test_the_dealer_has_a_lamp_and_dice_are_shown_as_thrown(desk: Any) -> None:
    desk.play_ready()
    shown = dome(desk.state, (3, 4), Seats(2, 0, 1, 5))
    assert shown.lamps == Lamps.READY | Lamps.DEALER_2
    assert shown.dice == (3, 4, 0)


def test_only_what_changed_is_sent_and_everything_after_a_connect(desk: Any) -> None:
    desk.connect()
    before = dome(desk.state, (1, 2, 3), Seats(0, 0, 0, 1))
    assert [type(message) for message in changes(None, before)] == [m.SetLamps, m.ShowText, m.ShowDice, m.ShowSeats]
    assert changes(before, before) == ()
    after = dome(desk.state, (4, 4, 4), Seats(0, 0, 0, 1))
    assert changes(before, after) == (m.ShowDice((4, 4, 4)),)


def test_a_key_that_does_nothing_beeps(desk: Any) -> None:
    desk.play_ready()
    desk.board.commands.clear()
    desk.press(Key.RAISE)
    assert desk.board.commands == [m.SoundBeep(m.Beep.SHORT)]
