"""Emergency stop, cover, stop by the host, dead-man, power: what stops everything, and the way back."""

from __future__ import annotations

import pytest

from firmware_bridge import messages as m
from firmware_bridge.codec import encode
from hardware.simulator.parts import Capability, Key, ResetCause
from tests.hardware.firmware.conftest import COVER, DISC, HATCH_CLOSED, HEAD, LIFT, LIFT_HOME, STOP_BUTTON

BUILD = m.Build(quota=(20, 20, 20, 20), gap_ms=5000, shuffle_ms=0, options=m.BuildOptions(0))
DRUM = {DISC, *range(1, 9)}


def test_emergency_stop_is_off_in_the_tick_that_sees_it(rig) -> None:
    rig.accepted(BUILD)
    rig.run(1000)
    assert DISC in rig.motors()
    rig.plant.forced[STOP_BUTTON] = True
    rig.run(1)
    assert rig.motors() == set()


def test_way_back_from_an_emergency_stop_has_four_steps(rig) -> None:
    command = rig.accepted(m.OpenHatch())
    rig.run(500)
    rig.plant.forced[STOP_BUTTON] = True
    rig.run(20)
    assert rig.last(m.Halted, command=command).reason is m.StopReason.EMERGENCY_STOP
    assert rig.latches() == m.Latches.EMERGENCY_STOP_PRESSED
    assert rig.ask(m.Reset()) is m.Verdict.LATCHED
    rig.plant.forced.clear()
    rig.run(100)
    assert rig.latches() == m.Latches.EMERGENCY_STOP_UNACKNOWLEDGED
    assert rig.ask(m.OpenHatch()) is m.Verdict.LATCHED
    rig.press(Key.OPEN)
    assert rig.latches() == m.Latches.EMERGENCY_STOP_UNACKNOWLEDGED
    rig.do(m.Reset())
    assert rig.latches() == m.Latches.AWAITING_KEY
    assert rig.ask(m.OpenHatch()) is m.Verdict.LATCHED
    rig.press(Key.OPEN)
    assert rig.latches() == m.Latches(0)
    assert rig.motors() == set()
    rig.do(m.OpenHatch())


def test_emergency_stop_is_a_fault_until_reset(rig) -> None:
    rig.plant.forced[STOP_BUTTON] = True
    rig.run(10)
    assert rig.faults() == [(m.Fault.EMERGENCY_STOP, 255)]
    rig.plant.forced.clear()
    rig.run(100)
    assert rig.ask(m.ClearFault(fault=m.Fault.EMERGENCY_STOP)) is m.Verdict.FAULT_PRESENT
    assert rig.chip.outputs().lamps & 2
    rig.accepted(m.Reset())
    assert rig.last(m.FaultCleared).fault is m.Fault.EMERGENCY_STOP
    rig.run(10)
    assert not rig.chip.outputs().lamps & 2


def test_reset_homes_lifts_only_after_the_key(rig) -> None:
    rig.accepted(m.RaiseLifts(sides=1))
    rig.run(600)
    rig.plant.forced[STOP_BUTTON] = True
    rig.run(20)
    rig.plant.forced.clear()
    rig.run(100)
    command = rig.accepted(m.Reset())
    rig.run(5000)
    assert rig.motors() == set() and rig.last(m.Done, command=command) is None
    rig.press(Key.RAISE)
    assert rig.motors() == {LIFT}
    rig.until(lambda: rig.last(m.Done, command=command), 3000)
    assert min(rig.plant.lift[0], 1 - rig.plant.lift[0]) < 0.02


def test_build_survives_an_emergency_stop_and_goes_on_only_by_resume(rig) -> None:
    command = rig.accepted(BUILD)
    rig.until(lambda: 0.2 < rig.plant.head[0] < 0.4, 3000)
    rig.plant.forced[STOP_BUTTON] = True
    rig.run(20)
    assert rig.last(m.BuildChanged).reason is m.StopReason.EMERGENCY_STOP
    rig.plant.forced.clear()
    rig.run(100)
    reset = rig.accepted(m.Reset())
    rig.press(Key.OPEN)
    rig.until(lambda: rig.last(m.Done, command=reset), 3000)
    rig.run(5000)
    assert rig.motors() == set()
    rig.accepted(m.Resume())
    done = rig.until(lambda: rig.last(m.Done, command=command), 20_000)
    assert tuple(done.counts) == (20, 20, 20, 20)
    assert rig.plant.pushed == [10, 10, 10, 10]


def test_cover_stops_and_latches_like_the_button(rig) -> None:
    command = rig.accepted(m.OpenHatch())
    rig.run(500)
    rig.plant.forced[COVER] = True
    rig.run(1)
    assert rig.motors() == set()
    rig.run(10)
    assert rig.last(m.Halted, command=command).reason is m.StopReason.COVER
    assert rig.faults() == [(m.Fault.COVER, 255)]
    rig.plant.forced.clear()
    rig.run(100)
    assert rig.ask(m.OpenHatch()) is m.Verdict.LATCHED
    rig.accepted(m.Reset())
    rig.press(Key.OPEN)
    rig.do(m.OpenHatch())


def test_board_without_a_cover_switch_does_not_look_at_it(make_rig) -> None:
    rig = make_rig(Capability.LIFT_UP_SWITCHES).ready()
    rig.plant.forced[COVER] = True
    rig.do(m.OpenHatch())


def test_stop_by_the_host_needs_reset_and_a_key(rig) -> None:
    command = rig.accepted(m.OpenHatch())
    rig.run(500)
    rig.session.stop(3, rig.now)
    rig.run(5)
    assert rig.last(m.Halted, command=command).reason is m.StopReason.STOP_COMMAND
    assert rig.ask(m.OpenHatch()) is m.Verdict.LATCHED
    rig.accepted(m.Reset())
    assert rig.ask(m.OpenHatch()) is m.Verdict.LATCHED
    rig.press(Key.OPEN)
    rig.do(m.OpenHatch())


def test_reset_under_a_motion_halts_it(rig) -> None:
    command = rig.accepted(m.RaiseLifts(sides=1))
    rig.run(500)
    reset = rig.accepted(m.Reset())
    assert rig.until(lambda: rig.last(m.Halted, command=command), 50).reason is m.StopReason.RESET
    rig.until(lambda: rig.last(m.Done, command=reset), 4000)
    assert min(rig.plant.lift[0], 1 - rig.plant.lift[0]) < 0.02


# ---- dead-man


def test_drum_stops_within_350_ms_of_the_last_frame(rig) -> None:
    rig.accepted(BUILD)
    rig.run(1050)
    assert DISC in rig.motors()
    rig.talking = False
    rig.run(199)
    assert DISC in rig.motors()
    rig.run(151)
    assert rig.motors() & DRUM == set()


def test_silence_suspends_the_build_until_resume(rig) -> None:
    command = rig.accepted(BUILD)
    rig.run(1000)
    rig.talking = False
    rig.run(600)
    rig.talking = True
    rig.run(50)
    assert rig.last(m.BuildChanged).reason is m.StopReason.DEADMAN
    rig.run(3000)
    assert rig.motors() == set()
    rig.press(Key.OPEN)
    rig.accepted(m.Resume())
    rig.until(lambda: rig.last(m.Done, command=command), 20_000)
    assert rig.plant.pushed == [10, 10, 10, 10]


@pytest.mark.parametrize("message", [m.RaiseLifts(sides=1), m.OpenHatch()], ids=["lift", "hatch"])
def test_lift_and_hatch_complete_their_travel_in_silence(rig, message: object) -> None:
    command = rig.accepted(message)
    rig.run(300)
    rig.talking = False
    rig.run(2500)
    assert rig.motors() == set()
    rig.talking = True
    rig.connect()
    rig.until(lambda: rig.last(m.Done, command=command), 200)


def test_motion_that_waits_for_its_warning_ends_in_silence(rig) -> None:
    rig.run(10_100)
    command = rig.accepted(m.OpenHatch())
    rig.talking = False
    rig.run(3000)
    assert rig.motors() == set()
    rig.talking = True
    rig.connect()
    assert rig.until(lambda: rig.last(m.Halted, command=command), 200).reason is m.StopReason.DEADMAN


def test_new_session_restarts_nothing(rig) -> None:
    rig.accepted(BUILD)
    rig.run(1000)
    rig.talking = False
    rig.run(600)
    rig.talking = True
    welcome = rig.connect()
    assert welcome.phase is m.BuildPhase.SUSPENDED
    assert welcome.latches & m.Latches.LINK_SILENT
    rig.run(5000)
    assert rig.motors() == set()


def test_silence_at_rest_is_no_event(rig) -> None:
    rig.arrivals.clear()
    rig.talking = False
    rig.run(5000)
    rig.talking = True
    rig.connect()
    assert rig.last(m.LatchesChanged) is None


def test_goodbye_is_silence(rig) -> None:
    rig.accepted(BUILD)
    rig.run(1000)
    rig.session.goodbye(0, rig.now)
    rig.chip.receive(rig.session.take())
    rig.talking = False
    rig.run(2)
    assert rig.motors() & DRUM == set()


# ---- power and resets


@pytest.mark.parametrize("cause", list(ResetCause), ids=lambda cause: cause.name)
def test_no_motion_after_any_reset_until_a_key(rig, cause: ResetCause) -> None:
    rig.accepted(m.OpenHatch())
    rig.run(500)
    rig.reset(cause)
    assert rig.motors() == set()
    welcome = rig.connect()
    assert welcome.latches == m.Latches.AWAITING_KEY
    rig.run(1000)
    assert rig.motors() == set()
    assert rig.ask(m.OpenHatch()) is m.Verdict.LATCHED


def test_outputs_are_off_while_the_board_is_held_in_reset(rig) -> None:
    rig.accepted(m.OpenHatch())
    rig.run(500)
    rig.chip.power(False)
    assert rig.motors() == set()
    rig.talking = False
    rig.run(100)
    assert rig.chip.transmit() == b""
    rig.chip.power(True)
    rig.talking = True
    assert rig.connect().cause is m.ResetCause.POWER_ON


def test_failing_motor_supply_under_a_motion_is_an_emergency_stop(rig) -> None:
    command = rig.accepted(m.OpenHatch())
    rig.run(500)
    rig.supply_low = True
    rig.run(15)
    assert rig.motors() == set()
    assert rig.last(m.Halted, command=command).reason is m.StopReason.EMERGENCY_STOP
    assert rig.latches() == m.Latches.EMERGENCY_STOP_UNACKNOWLEDGED


def test_low_motor_supply_at_rest_is_no_event(rig) -> None:
    rig.supply_low = True
    rig.run(1000)
    assert rig.faults() == []


def test_bootloader_is_entered_from_rest_only(rig) -> None:
    rig.do(m.OpenHatch())
    assert rig.ask(m.EnterBootloader(magic=0x4A414E54)) is m.Verdict.NOT_NOW
    rig.do(m.CloseHatch())
    rig.accepted(m.EnterBootloader(magic=0x4A414E54))
    rig.talking = False
    rig.run(2000)
    rig.talking = True
    assert rig.connect().cause is m.ResetCause.BOOTLOADER


def test_bootloader_is_not_entered_while_the_drum_runs_out(rig) -> None:
    rig.accepted(BUILD)
    rig.run(1000)
    assert DISC in rig.motors()
    rig.accepted(m.Cancel())
    assert rig.ask(m.EnterBootloader(magic=0x4A414E54)) is m.Verdict.NOT_NOW
    rig.run(400)
    rig.accepted(m.EnterBootloader(magic=0x4A414E54))


def test_heads_stop_with_the_dead_man_and_finish_later(rig) -> None:
    rig.accepted(BUILD)
    rig.run(750)
    rig.talking = False
    rig.until(lambda: DISC not in rig.motors(), 400)
    assert rig.motors() & {HEAD, HEAD + 1, HEAD + 2, HEAD + 3} == set()


# ---- what comes open or away under a motion


def test_rising_lifts_stop_when_the_hatch_is_forced_open(rig) -> None:
    command = rig.accepted(m.RaiseLifts(sides=0b11))
    rig.run(500)
    rig.plant.forced[HATCH_CLOSED] = False
    rig.run(6)
    assert rig.motors() == set()
    failed = rig.until(lambda: rig.last(m.Failed, command=command), 20)
    assert failed.fault is m.Fault.HATCH_NOT_CLOSED
    assert rig.faults() == [(m.Fault.HATCH_NOT_CLOSED, 255)]


def _home_from(rig, ms_up: int) -> int:
    """A lift that was stopped after so long on its way up, and has been on its way home for 100 ms."""
    rig.accepted(m.RaiseLifts(sides=1))
    rig.run(ms_up)
    command = rig.accepted(m.Reset())
    rig.run(100)
    assert rig.motors() == {LIFT}
    return command


def test_a_lift_that_still_rises_on_its_way_home_stops_when_the_hatch_is_forced_open(rig) -> None:
    command = _home_from(rig, 300)
    rig.plant.forced[HATCH_CLOSED] = False
    rig.run(6)
    assert rig.motors() == set()
    failed = rig.until(lambda: rig.last(m.Failed, command=command), 20)
    assert failed.fault is m.Fault.HATCH_NOT_CLOSED


@pytest.mark.parametrize("sooner_ms", range(5))
def test_reset_asked_for_under_a_closed_hatch_lets_no_lift_rise_under_one_that_is_just_forced_open(
    rig, sooner_ms: int
) -> None:
    """The board believes a switch after 5 ms: what it does not see as Reset comes, it sees before the lift starts."""
    rig.accepted(m.RaiseLifts(sides=1))
    rig.run(300)
    rig.plant.forced[HATCH_CLOSED] = False
    rig.run(sooner_ms)
    rig.accepted(m.Reset())
    rig.run(8)
    assert rig.motors() == set()


def test_a_key_under_the_open_hatch_brings_a_lift_home_that_stands_half_way(rig) -> None:
    """Reset came under the closed hatch; who presses the key sees that it is open now."""
    rig.accepted(m.RaiseLifts(sides=1))
    rig.run(300)
    rig.plant.forced[STOP_BUTTON] = True
    rig.run(20)
    del rig.plant.forced[STOP_BUTTON]
    rig.run(100)
    command = rig.accepted(m.Reset())
    rig.plant.forced[HATCH_CLOSED] = False
    rig.run(100)
    assert rig.motors() == set()
    rig.press(Key.RAISE)
    rig.until(lambda: rig.last(m.Done, command=command), 3000)
    assert min(rig.plant.lift[0], 1 - rig.plant.lift[0]) < 0.02


def test_a_lift_that_goes_down_comes_home_although_the_hatch_is_forced_open(rig) -> None:
    command = _home_from(rig, 1150)
    rig.run(100)
    rig.plant.forced[HATCH_CLOSED] = False
    rig.until(lambda: rig.last(m.Done, command=command), 3000)
    assert min(rig.plant.lift[0], 1 - rig.plant.lift[0]) < 0.02


def test_lifts_come_home_although_the_hatch_was_forced_open(rig) -> None:
    """Whatever stands up is in the way of people; going down is what Reset and a person's key are for."""
    rig.accepted(m.RaiseLifts(sides=1))
    rig.run(500)
    rig.plant.forced[HATCH_CLOSED] = False
    rig.run(20)
    rig.accepted(m.ClearFault(fault=m.Fault.HATCH_NOT_CLOSED))
    rig.do(m.LowerLifts(sides=1))
    assert min(rig.plant.lift[0], 1 - rig.plant.lift[0]) < 0.02


def test_hatch_opens_while_lifts_are_up(rig) -> None:
    """Nothing of the two meets, and who empties a table with a stuck lift must get at the well."""
    rig.do(m.RaiseLifts(sides=0b1111))
    rig.do(m.OpenHatch())
    rig.do(m.CloseHatch())
    rig.do(m.LowerLifts(sides=0b1111))


@pytest.mark.parametrize("lost", [HATCH_CLOSED, LIFT_HOME + 2], ids=["hatch", "lift"])
@pytest.mark.parametrize("waited_ms", [1000, 2500], ids=["while it warns", "while it runs"])
def test_step_of_the_disc_ends_when_hatch_or_lift_leave_home(rig, lost: int, waited_ms: int) -> None:
    command = rig.accepted(m.Run(mechanism=m.Mechanism.DISC, direction=m.Direction.FORWARD, duration_ms=2000))
    rig.run(waited_ms)
    rig.plant.forced[lost] = False
    rig.run(7)
    assert rig.motors() == set()
    rig.until(lambda: rig.last(m.Halted, command=command), 2000)


def test_step_of_a_lift_ends_when_the_hatch_is_forced_open(rig) -> None:
    command = rig.accepted(m.Run(mechanism=m.Mechanism.LIFT_0, direction=m.Direction.FORWARD, duration_ms=1000))
    rig.run(2300)
    assert rig.motors() == {LIFT}
    rig.plant.forced[HATCH_CLOSED] = False
    rig.run(6)
    assert rig.motors() == set()
    rig.until(lambda: rig.last(m.Halted, command=command), 20)


def test_build_does_not_begin_when_a_lift_left_home_during_the_warning(rig) -> None:
    rig.session.stop(3, rig.now)
    rig.run(5)
    rig.do(m.Reset())
    rig.press(Key.DICE_0)
    rig.run(10_100)
    rig.accepted(BUILD)
    rig.run(1000)
    rig.motors_seen.clear()
    rig.plant.forced[LIFT_HOME + 2] = False
    rig.until(lambda: rig.faults() == [(m.Fault.LIFT_2, 2)], 1500)
    assert rig.motors_seen == set()


# ---- a host of another major version


def _other_major(rig) -> None:
    rig.talking = False
    rig.chip.receive(encode(m.Hello.code, 0, m.Hello(77, m.MAJOR + 1, 0).to_bytes()))


def test_running_build_is_suspended_by_a_host_of_another_major_version(rig) -> None:
    rig.accepted(BUILD)
    rig.run(1000)
    _other_major(rig)
    rig.run(1)
    assert rig.motors() == set()
    rig.talking = True
    welcome = rig.connect()
    assert welcome.phase is m.BuildPhase.SUSPENDED
    assert welcome.latches & m.Latches.LINK_SILENT


def test_lifts_complete_their_travel_under_a_host_of_another_major_version(rig) -> None:
    command = rig.accepted(m.RaiseLifts(sides=1))
    rig.run(300)
    _other_major(rig)
    rig.run(1500)
    assert abs(rig.plant.lift[0] - 0.5) < 0.02
    rig.talking = True
    rig.connect()
    rig.until(lambda: rig.last(m.Done, command=command), 200)


def test_nothing_is_started_between_the_order_for_the_bootloader_and_its_start(rig) -> None:
    rig.accepted(m.EnterBootloader(magic=0x4A414E54))
    assert rig.ask(m.OpenHatch()) is m.Verdict.NOT_NOW
    assert rig.ask(m.Reset()) is m.Verdict.NOT_NOW
