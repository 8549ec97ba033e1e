"""Lifts, hatch, heads: motions that end well, the interlocks between them, and the warning before them."""

from __future__ import annotations

import pytest

from firmware_bridge import messages as m
from hardware.simulator.parts import Capability, Key
from tests.hardware.firmware.conftest import COVER, DISC, HATCH, HATCH_CLOSED, LIFT, LIFT_HOME, LIFT_UP, STALL

ALL_LIFTS = {LIFT, LIFT + 1, LIFT + 2, LIFT + 3}
BUILD = m.Build(quota=(4, 4, 4, 4), gap_ms=5000, shuffle_ms=0, options=m.BuildOptions(0))


def test_hatch_opens_and_closes(rig) -> None:
    done = rig.do(m.OpenHatch())
    assert (rig.plant.hatch, rig.motors()) == (1.0, set())
    assert 1990 <= done.elapsed_ms <= 2050
    rig.do(m.CloseHatch())
    assert (rig.plant.hatch, rig.motors()) == (0.0, set())


def test_lifts_rise_together_and_come_home(rig) -> None:
    command = rig.accepted(m.RaiseLifts(sides=0b1111))
    rig.run(100)
    assert rig.motors() == ALL_LIFTS
    rig.until(lambda: rig.last(m.Done, command=command), 3000)
    assert all(abs(lift - 0.5) < 0.02 for lift in rig.plant.lift)
    rig.do(m.LowerLifts(sides=0b1111))
    assert all(min(lift, 1 - lift) < 0.02 for lift in rig.plant.lift)


def test_only_the_lifts_asked_for_rise(rig) -> None:
    rig.motors_seen.clear()
    rig.do(m.RaiseLifts(sides=0b0101))
    assert rig.motors_seen == {LIFT, LIFT + 2}


def test_two_raise_commands_run_at_the_same_time(rig) -> None:
    first, second = rig.send(m.RaiseLifts(sides=0b0001)), rig.send(m.RaiseLifts(sides=0b0010))
    rig.run(100)
    assert rig.motors() == {LIFT, LIFT + 1}
    rig.until(lambda: rig.last(m.Done, command=first) and rig.last(m.Done, command=second), 3000)


def test_lift_without_up_switch_stops_by_time(make_rig) -> None:
    rig = make_rig(Capability.CURRENT_SENSING).ready()
    done = rig.do(m.RaiseLifts(sides=1))
    assert done.elapsed_ms == pytest.approx(1200, abs=30)
    assert rig.plant.lift[0] == pytest.approx(0.5, abs=0.03)
    rig.do(m.LowerLifts(sides=1))
    assert rig.faults() == []


def test_what_stands_already_where_it_should_is_done_without_motion(rig) -> None:
    rig.motors_seen.clear()
    rig.do(m.CloseHatch(), 100)
    rig.do(m.LowerLifts(sides=0b1111), 100)
    assert rig.motors_seen == set()


def test_home_all_closes_and_brings_everything_home_one_group_after_the_other(rig) -> None:
    rig.do(m.RaiseLifts(sides=0b1111))
    rig.do(m.OpenHatch())
    command = rig.accepted(m.Home(mechanism=m.Mechanism.ALL))
    together = set()
    while not rig.last(m.Done, command=command):
        rig.run(1)
        together.add(frozenset(rig.motors()))
    assert together - {frozenset()} <= {frozenset({HATCH})} | {moving for moving in together if moving <= ALL_LIFTS}
    assert rig.plant.hatch == 0.0 and all(min(lift, 1 - lift) < 0.02 for lift in rig.plant.lift)


def test_service_step_warns_first_and_ends_after_its_time(rig) -> None:
    command = rig.accepted(m.Run(mechanism=m.Mechanism.DISC, direction=m.Direction.REVERSE, duration_ms=500))
    rig.run(1900)
    assert rig.motors() == set()
    rig.run(200)
    assert rig.chip.motors()[DISC] == 2
    done = rig.until(lambda: rig.last(m.Done, command=command), 1000)
    assert done.elapsed_ms == pytest.approx(500, abs=5)
    assert rig.motors() == set()


# ---- consent


def test_without_a_recent_key_the_board_warns_before_it_moves(rig) -> None:
    rig.run(10_100)
    command = rig.accepted(m.OpenHatch())
    warned = 0
    for _ in range(1990):
        rig.run(1)
        outputs = rig.chip.outputs()
        warned += outputs.beeper and bool(outputs.lamps & 8)
    assert rig.motors() == set()
    assert 900 <= warned <= 1100
    rig.run(30)
    assert rig.motors() == {HATCH}
    assert not rig.chip.outputs().lamps & 8
    rig.until(lambda: rig.last(m.Done, command=command), 3000)


def test_key_ends_the_warning(rig) -> None:
    rig.run(10_100)
    rig.accepted(m.RaiseLifts(sides=1))
    rig.run(500)
    rig.press(Key.DICE_2)
    assert rig.motors() == {LIFT}


def test_key_within_ten_seconds_is_consent(rig) -> None:
    rig.press(Key.OPEN)
    rig.run(9_800)
    rig.accepted(m.OpenHatch())
    rig.run(20)
    assert rig.motors() == {HATCH}


def test_nothing_moves_after_power_on_until_a_key(cold) -> None:
    cold.connect()
    assert cold.ask(m.OpenHatch()) is m.Verdict.LATCHED
    assert cold.ask(BUILD) is m.Verdict.LATCHED
    assert cold.ask(m.Run(mechanism=m.Mechanism.DISC, direction=m.Direction.FORWARD, duration_ms=100)) is (
        m.Verdict.LATCHED
    )
    cold.press(Key.RAISE)
    assert cold.latches() == m.Latches(0)
    cold.do(m.OpenHatch())


def test_key_held_since_power_on_is_no_key_press(cold) -> None:
    cold.keys = 1
    cold.connect()
    cold.run(200)
    assert cold.ask(m.OpenHatch()) is m.Verdict.LATCHED


# ---- interlocks


def test_hatch_must_be_closed(rig) -> None:
    rig.do(m.OpenHatch())
    assert rig.ask(m.RaiseLifts(sides=1)) is m.Verdict.HATCH_NOT_CLOSED
    assert rig.ask(BUILD) is m.Verdict.HATCH_NOT_CLOSED
    assert rig.ask(m.Home(mechanism=m.Mechanism.HEAD_0)) is m.Verdict.HATCH_NOT_CLOSED
    run = m.Run(mechanism=m.Mechanism.PICK_1, direction=m.Direction.FORWARD, duration_ms=100)
    assert rig.ask(run) is m.Verdict.HATCH_NOT_CLOSED


def test_lifts_must_be_home(rig) -> None:
    rig.do(m.RaiseLifts(sides=0b0100))
    answer = rig.answer(rig.send(BUILD))
    assert (answer.verdict, answer.detail) == (m.Verdict.LIFT_NOT_HOME, 2)
    assert rig.ask(m.RaiseLifts(sides=0b0100)) is m.Verdict.LIFT_NOT_HOME


def test_heads_must_be_home(rig) -> None:
    rig.plant.head[3] = 0.4
    rig.run(20)
    answer = rig.answer(rig.send(BUILD))
    assert (answer.verdict, answer.detail) == (m.Verdict.HEAD_NOT_HOME, 3)
    assert rig.ask(m.RaiseLifts(sides=0b1000)) is m.Verdict.HEAD_NOT_HOME
    rig.do(m.Home(mechanism=m.Mechanism.HEAD_3))
    rig.accepted(BUILD)


def test_moving_mechanism_is_busy(rig) -> None:
    rig.accepted(m.OpenHatch())
    rig.run(100)
    assert rig.ask(m.CloseHatch()) is m.Verdict.BUSY
    assert rig.ask(m.RaiseLifts(sides=1)) is m.Verdict.POWER_BUDGET


def test_lifts_and_hatch_share_no_power(rig) -> None:
    rig.accepted(m.RaiseLifts(sides=1))
    rig.run(100)
    assert rig.ask(m.OpenHatch()) is m.Verdict.POWER_BUDGET
    assert rig.ask(BUILD) is m.Verdict.POWER_BUDGET
    assert rig.ask(m.RaiseLifts(sides=1)) is m.Verdict.BUSY


def test_nothing_above_deck_moves_during_a_build(rig) -> None:
    rig.accepted(BUILD)
    rig.run(500)
    for message in (
        m.OpenHatch(), m.CloseHatch(), m.RaiseLifts(sides=1), m.LowerLifts(sides=1), BUILD,
        m.Home(mechanism=m.Mechanism.ALL),
        m.Run(mechanism=m.Mechanism.DISC, direction=m.Direction.FORWARD, duration_ms=100),
    ):  # fmt: skip
        assert rig.ask(message) is m.Verdict.BUILD_RUNNING
    assert rig.ask(m.Resume()) is m.Verdict.BUSY


def test_commands_for_a_build_need_one(rig) -> None:
    for message in (m.Pause(), m.Resume(), m.Cancel()):
        assert rig.ask(message) is m.Verdict.NO_BUILD


@pytest.mark.parametrize(
    "message",
    [
        m.RaiseLifts(sides=0),
        m.RaiseLifts(sides=16),
        m.Build(quota=(0, 0, 0, 0), gap_ms=5000, shuffle_ms=0, options=m.BuildOptions(0)),
        m.Build(quota=(41, 0, 0, 0), gap_ms=5000, shuffle_ms=0, options=m.BuildOptions(0)),
        m.Build(quota=(4, 4, 4, 4), gap_ms=0, shuffle_ms=0, options=m.BuildOptions(0)),
        m.Run(mechanism=m.Mechanism.HATCH, direction=m.Direction.FORWARD, duration_ms=2001),
        m.Run(mechanism=m.Mechanism.ALL, direction=m.Direction.FORWARD, duration_ms=100),
        m.ShowDice(values=(7, 1, 1)),
        m.ShowText(text=b"123456789"),
        m.EnterBootloader(magic=1),
    ],
    ids=repr,
)
def test_bad_arguments_are_refused(rig, message: object) -> None:
    assert rig.ask(message) is m.Verdict.BAD_ARGUMENT
    rig.run(100)
    assert rig.motors() == set()


def test_colour_check_needs_colour_sensors(make_rig) -> None:
    rig = make_rig(Capability.LIFT_UP_SWITCHES).ready()
    build = m.Build(quota=(4, 4, 4, 4), gap_ms=5000, shuffle_ms=0, options=m.BuildOptions.CHECK_COLOUR)
    assert rig.ask(build) is m.Verdict.BAD_ARGUMENT


def test_cover_is_said_by_name(rig) -> None:
    rig.plant.forced[COVER] = True
    rig.run(10)
    assert rig.ask(m.OpenHatch()) is m.Verdict.COVER_OPEN
    assert rig.ask(m.Reset()) is m.Verdict.COVER_OPEN


def test_the_gate_holds_when_the_hatch_opens_under_the_drum(rig) -> None:
    """Whatever the parts believe: disc, picks and heads are off while the closed switch is open."""
    rig.accepted(BUILD)
    rig.run(700)
    assert DISC in rig.motors()
    rig.plant.forced[HATCH_CLOSED] = False
    rig.run(7)
    assert rig.motors() == set()
    assert rig.faults() == [(m.Fault.HATCH_NOT_CLOSED, 255)]


# ---- faults of lifts and hatch


def test_lift_that_does_not_move_is_a_fault_after_three_times_its_time(make_rig) -> None:
    rig = make_rig(Capability.LIFT_UP_SWITCHES).ready()
    rig.plant.jammed.add(LIFT + 1)
    command = rig.accepted(m.RaiseLifts(sides=0b0011))
    rig.until(lambda: rig.last(m.Failed, command=command), 5000)
    raised = rig.last(m.FaultRaised)
    assert (raised.fault, raised.side) == (m.Fault.LIFT_1, 1)
    assert raised.waited_ms == pytest.approx(3600, abs=10)
    assert rig.motors() == set()
    assert rig.chip.outputs().lamps & 2


def test_stalled_lift_turns_back_a_little_and_says_over_current(rig) -> None:
    command = rig.accepted(m.RaiseLifts(sides=0b0010))
    rig.run(400)
    rig.plant.jammed.add(LIFT + 1)
    rig.until(lambda: rig.chip.motors()[LIFT + 1] == 2, 500)
    rig.plant.jammed.clear()
    failed = rig.until(lambda: rig.last(m.Failed, command=command), 2000)
    assert (failed.fault, failed.side) == (m.Fault.OVER_CURRENT, LIFT + 1)
    assert rig.plant.lift[1] < 0.15
    assert rig.last(m.FaultRaised).fault is m.Fault.OVER_CURRENT


def test_closing_hatch_that_meets_a_hand_opens_again(rig) -> None:
    rig.do(m.OpenHatch())
    command = rig.accepted(m.CloseHatch())
    rig.run(1000)
    rig.plant.currents[HATCH] = STALL
    held = rig.plant.hatch
    rig.until(lambda: rig.chip.motors()[HATCH] == 1, 200)
    rig.plant.currents.clear()
    failed = rig.until(lambda: rig.last(m.Failed, command=command), 2000)
    assert failed.fault is m.Fault.HATCH_NOT_CLOSED
    assert rig.plant.hatch > held
    assert rig.motors() == set()


def test_hatch_that_does_not_open_is_a_fault_and_refuses_until_cleared(make_rig) -> None:
    rig = make_rig(Capability.LIFT_UP_SWITCHES).ready()
    rig.plant.jammed.add(HATCH)
    command = rig.accepted(m.OpenHatch())
    rig.until(lambda: rig.last(m.Failed, command=command), 7000)
    assert rig.last(m.FaultRaised).waited_ms == pytest.approx(6000, abs=10)
    rig.plant.jammed.clear()
    answer = rig.answer(rig.send(m.OpenHatch()))
    assert (answer.verdict, answer.detail) == (m.Verdict.FAULT_PRESENT, m.Fault.HATCH_NOT_OPEN)
    rig.accepted(m.ClearFault(fault=m.Fault.HATCH_NOT_OPEN))
    assert rig.last(m.FaultCleared).fault is m.Fault.HATCH_NOT_OPEN
    rig.do(m.OpenHatch())


def test_both_hatch_switches_at_once_contradict(rig) -> None:
    rig.plant.forced[20] = True
    rig.run(150)
    assert rig.faults() == [(m.Fault.HATCH_CONTRADICTION, 255)]
    assert rig.ask(m.ClearFault(fault=m.Fault.HATCH_CONTRADICTION)) is m.Verdict.FAULT_PRESENT
    rig.plant.forced.clear()
    rig.run(20)
    rig.accepted(m.ClearFault(fault=m.Fault.HATCH_CONTRADICTION))


@pytest.mark.parametrize("side", range(4))
def test_both_switches_of_a_lift_at_once_contradict(rig, side: int) -> None:
    rig.plant.forced[LIFT_UP + side] = True
    rig.run(150)
    fault = m.Fault(m.Fault.LIFT_0 + side)
    assert rig.faults() == [(fault, side)]
    assert rig.ask(m.ClearFault(fault=fault)) is m.Verdict.FAULT_PRESENT
    rig.plant.forced.clear()
    rig.run(20)
    rig.accepted(m.ClearFault(fault=fault))
    rig.do(m.OpenHatch())


def test_too_hot_stops_until_it_has_cooled(rig) -> None:
    rig.accepted(m.OpenHatch())
    rig.run(300)
    rig.temperature = 75
    rig.run(5)
    assert rig.motors() == set()
    assert rig.faults() == [(m.Fault.OVER_TEMPERATURE, 255)]
    assert rig.ask(m.ClearFault(fault=m.Fault.OVER_TEMPERATURE)) is m.Verdict.FAULT_PRESENT
    rig.temperature = 60
    rig.run(5)
    rig.accepted(m.ClearFault(fault=m.Fault.OVER_TEMPERATURE))
    rig.do(m.OpenHatch())


# ---- learnt times


def _train(rig, times: int) -> None:
    for _ in range(times):
        rig.press(Key.OPEN)
        rig.do(m.RaiseLifts(sides=1))
        rig.do(m.LowerLifts(sides=1))


def test_travel_times_are_learnt(rig) -> None:
    _train(rig, 5)
    command = rig.accepted(m.GetLearnt())
    learnt = rig.until(lambda: rig.last(m.Learnt, command=command, mechanism=m.Mechanism.LIFT_0))
    assert learnt.mean_ms == pytest.approx(1180, abs=30)
    assert learnt.runs == 10
    rig.until(lambda: rig.last(m.Learnt, command=command, mechanism=m.Mechanism.HATCH))


def test_slow_lift_is_a_warning_that_stops_nothing(rig) -> None:
    _train(rig, 5)
    rig.plant.slow[LIFT] = 1.4
    rig.do(m.RaiseLifts(sides=1))
    assert rig.faults() == [(m.Fault.SLOW, LIFT)]
    rig.do(m.LowerLifts(sides=1))
    rig.do(m.OpenHatch())


def test_lift_that_gets_slower_day_by_day_is_told_in_the_end(rig) -> None:
    """No run is slower than mean and margin, so only the bound of what may be learnt shows it."""
    rig.accepted(m.PutSetting(setting=m.Setting.TRAVEL_MARGIN_MS, value=2000))
    _train(rig, 4)
    for factor in (1.4, 1.8, 1.95):
        rig.plant.slow[LIFT] = factor
        _train(rig, 1)
        assert rig.faults() == []
    rig.plant.slow[LIFT] = 2.1
    _train(rig, 1)
    assert rig.faults() == [(m.Fault.SLOW, LIFT)]
    command = rig.accepted(m.GetLearnt())
    learnt = rig.until(lambda: rig.last(m.Learnt, command=command, mechanism=m.Mechanism.LIFT_0))
    assert (learnt.runs, learnt.last_ms > 2400, learnt.mean_ms <= 2400) == (14, True, True)


def test_new_lift_of_half_the_speed_is_told_at_once_and_not_learnt(rig) -> None:
    rig.plant.slow[LIFT] = 2.1
    rig.do(m.RaiseLifts(sides=1))
    assert rig.faults() == [(m.Fault.SLOW, LIFT)]
    command = rig.accepted(m.GetLearnt())
    learnt = rig.until(lambda: rig.last(m.Learnt, command=command, mechanism=m.Mechanism.LIFT_0))
    assert (learnt.runs, learnt.mean_ms) == (0, 0)


def test_dead_up_switch_is_bridged_by_clock(rig) -> None:
    _train(rig, 5)
    rig.plant.forced[12] = False
    rig.do(m.RaiseLifts(sides=1), 5000)
    assert rig.faults() == [(m.Fault.BY_CLOCK, LIFT)]
    assert rig.plant.lift[0] == pytest.approx(0.5, abs=0.05)
    rig.do(m.LowerLifts(sides=1))
    before = rig.ms
    rig.do(m.RaiseLifts(sides=1))
    assert rig.ms - before < 1400


def test_dead_home_switch_is_bridged_by_clock(rig) -> None:
    _train(rig, 5)
    rig.do(m.RaiseLifts(sides=1))
    rig.plant.forced[LIFT_HOME] = False
    rig.do(m.LowerLifts(sides=1), 5000)
    assert rig.faults() == [(m.Fault.BY_CLOCK, LIFT)]
    assert min(rig.plant.lift[0], 1 - rig.plant.lift[0]) < 0.05
    rig.do(m.RaiseLifts(sides=1))


def test_jammed_lift_is_never_taken_for_a_dead_switch(make_rig) -> None:
    rig = make_rig(Capability.LIFT_UP_SWITCHES).ready()
    _train(rig, 5)
    command = rig.accepted(m.RaiseLifts(sides=1))
    rig.run(600)
    rig.plant.jammed.add(LIFT)
    rig.until(lambda: rig.last(m.Failed, command=command), 5000)
    assert rig.faults() == [(m.Fault.LIFT_0, 0)]


def test_hatch_closed_is_never_bridged(rig) -> None:
    for _ in range(5):
        rig.press(Key.OPEN)
        rig.do(m.OpenHatch())
        rig.do(m.CloseHatch())
    rig.do(m.OpenHatch())
    rig.plant.forced[HATCH_CLOSED] = False
    command = rig.accepted(m.CloseHatch())
    rig.until(lambda: rig.last(m.Failed, command=command), 8000)
    assert rig.last(m.FaultRaised).fault is m.Fault.HATCH_NOT_CLOSED
