"""Building a wall: quotas met to the tile, and every way in which it can go wrong."""

from __future__ import annotations

import pytest

from firmware_bridge import messages as m
from hardware.simulator.parts import Capability, Key
from tests.hardware.firmware.conftest import (
    COLOUR,
    COUNT,
    DISC,
    FULL,
    HATCH,
    HEAD,
    HEAD_HOME,
    LIFT_HOME,
    PICK,
    STALL,
    STOP_BUTTON,
)

GAP = 2000
PLAIN = m.BuildOptions(0)
PICKS = {PICK, PICK + 1, PICK + 2, PICK + 3}


def build(*quota: int, gap: int = GAP, shuffle: int = 0, options: m.BuildOptions = PLAIN) -> m.Build:
    return m.Build(quota=quota, gap_ms=gap, shuffle_ms=shuffle, options=options)


def phases(rig) -> list[m.BuildPhase]:
    return [changed.phase for changed in rig.all(m.BuildChanged)]


def suspended(rig, limit_ms: int = 20_000) -> m.BuildChanged:
    return rig.until(lambda: rig.last(m.BuildChanged, phase=m.BuildPhase.SUSPENDED), limit_ms)


# ---- good builds


@pytest.mark.parametrize("quota", [(8, 8, 8, 8), (6, 0, 4, 2), (7, 8, 8, 8), (1, 0, 0, 3), (36, 36, 36, 36)], ids=str)
def test_every_side_gets_its_quota_in_stacks_of_two(rig, quota: tuple[int, ...]) -> None:
    done = rig.do(build(*quota))
    assert tuple(done.counts) == quota
    assert [999 - left for left in rig.plant.supply] == list(quota)
    assert rig.plant.pushed == [(tiles + 1) // 2 for tiles in quota]
    assert rig.plant.channel == [0, 0, 0, 0]
    assert phases(rig) == [m.BuildPhase.PICKING, m.BuildPhase.CHECKING, m.BuildPhase.READY]
    assert (rig.faults(), rig.motors()) == ([], set())


def test_side_without_quota_does_not_move(rig) -> None:
    rig.motors_seen.clear()
    rig.do(build(4, 0, 4, 4))
    assert PICK + 1 not in rig.motors_seen
    assert HEAD + 1 not in rig.motors_seen


def test_shuffle_turns_the_disc_alone_first(rig) -> None:
    rig.accepted(build(4, 4, 4, 4, shuffle=1500))
    rig.motors_seen.clear()
    rig.run(1400)
    assert rig.motors_seen == {DISC}
    rig.run(200)
    assert rig.motors() >= {DISC} | PICKS


def test_pick_stops_with_the_tile_that_fills_the_quota(rig) -> None:
    rig.accepted(build(2, 8, 8, 8))
    rig.until(lambda: rig.plant.supply[0] == 997, 2000)
    rig.run(10)
    assert PICK not in rig.motors()
    assert PICK + 1 in rig.motors()


def test_full_channel_pauses_its_pick_only(rig) -> None:
    rig.accepted(build(20, 20, 20, 20))
    rig.run(500)
    rig.plant.forced[FULL + 2] = True
    rig.run(10)
    assert rig.motors() & PICKS == PICKS - {PICK + 2}
    rig.plant.forced.clear()
    rig.run(10)
    assert rig.motors() & PICKS == PICKS


def test_blind_full_sensor_does_not_overfill_the_channel(rig) -> None:
    rig.plant.forced[FULL] = False
    rig.plant.tile_ms = 120
    rig.plant.slow[HEAD] = 2.5
    rig.accepted(build(30, 0, 0, 0))
    most = 0
    for _ in range(4000):
        rig.run(1)
        most = max(most, rig.plant.channel[0])
    assert most <= 8


def test_disc_turns_round_every_eight_seconds(rig) -> None:
    rig.plant.tile_ms = 1500
    rig.accepted(build(20, 20, 20, 20, gap=10_000))
    rig.run(200)
    assert rig.chip.motors()[DISC] == 1
    rig.run(8200)
    assert rig.chip.motors()[DISC] == 2


def test_reversals_can_be_forbidden(rig) -> None:
    rig.plant.supply = [0, 99, 99, 99]
    rig.accepted(build(2, 20, 20, 20, gap=4000, options=m.BuildOptions.NO_REVERSAL))
    directions = set()
    for _ in range(5000):
        rig.run(1)
        directions.add(rig.chip.motors()[DISC])
    assert 2 not in directions


# ---- short


def test_one_open_side_without_tiles_is_short(rig) -> None:
    rig.plant.supply[2] = 3
    command = rig.accepted(build(4, 4, 4, 4))
    changed = suspended(rig)
    raised = rig.last(m.FaultRaised)
    assert (raised.fault, raised.side, raised.count) == (m.Fault.SHORT_2, 2, 3)
    assert raised.waited_ms == pytest.approx(GAP, abs=2)
    assert (changed.reason, rig.motors()) == (m.StopReason.FAULT_ELSEWHERE, set())
    assert rig.last(m.Done, command=command) is None and rig.last(m.Failed, command=command) is None


def test_disc_turns_round_once_before_a_side_is_called_short(rig) -> None:
    rig.plant.supply[2] = 3
    rig.accepted(build(4, 4, 4, 4))
    turned_at = rig.until(lambda: rig.ms if rig.chip.motors()[DISC] == 2 else 0, 10_000)
    suspended(rig)
    assert rig.ms - turned_at == pytest.approx(GAP / 2, abs=120)


def test_several_open_sides_without_tiles_are_short_together(rig) -> None:
    rig.plant.supply = [2, 3, 99, 99]
    rig.accepted(build(4, 4, 4, 4))
    suspended(rig)
    assert rig.faults() == [(m.Fault.SHORT_UNKNOWN, 255)]


def test_silent_side_waits_while_another_still_counts(rig) -> None:
    rig.plant.supply[0] = 0
    rig.plant.tile_ms = 500
    rig.accepted(build(2, 14, 0, 0))
    rig.run(2 * GAP)
    assert rig.faults() == []
    suspended(rig)
    assert rig.faults() == [(m.Fault.SHORT_0, 0)]


def test_no_tile_at_all_means_that_the_disc_stands(rig) -> None:
    rig.plant.supply = [0, 0, 0, 0]
    rig.accepted(build(4, 4, 4, 4))
    suspended(rig)
    assert rig.faults() == [(m.Fault.DISC_STALLED, 255)]


def test_stalled_disc_is_seen_by_its_current_at_once(rig) -> None:
    rig.accepted(build(20, 20, 20, 20))
    rig.run(1000)
    rig.plant.currents[DISC] = STALL
    suspended(rig, 100)
    assert rig.faults() == [(m.Fault.DISC_STALLED, 255)]


def test_short_build_goes_on_after_the_missing_tile_was_added(rig) -> None:
    rig.plant.supply[2] = 3
    command = rig.accepted(build(4, 4, 4, 4))
    suspended(rig)
    assert rig.ask(m.Resume()) is m.Verdict.FAULT_PRESENT
    rig.press(Key.OPEN)
    rig.do(m.OpenHatch())
    rig.plant.supply[2] = 1
    rig.do(m.CloseHatch())
    rig.accepted(m.ClearFault(fault=m.Fault.SHORT_2))
    rig.accepted(m.Resume())
    done = rig.until(lambda: rig.last(m.Done, command=command), 10_000)
    assert tuple(done.counts) == (4, 4, 4, 4)
    assert rig.plant.pushed == [2, 2, 2, 2]


# ---- surplus, jam, channel, wrong set, lift


def test_late_tile_is_a_surplus(rig) -> None:
    rig.accepted(build(4, 4, 4, 4))
    rig.until(lambda: m.BuildPhase.CHECKING in phases(rig), 10_000)
    rig.run(900)
    rig.plant.drop(1)
    suspended(rig, 200)
    raised = rig.last(m.FaultRaised)
    assert (raised.fault, raised.side, raised.count) == (m.Fault.SURPLUS, 1, 5)


def test_surplus_is_cleared_when_the_tile_is_gone_and_the_check_is_repeated(rig) -> None:
    command = rig.accepted(build(4, 4, 4, 4))
    rig.until(lambda: m.BuildPhase.CHECKING in phases(rig), 10_000)
    rig.run(900)
    rig.plant.drop(1)
    suspended(rig, 200)
    assert rig.ask(m.ClearFault(fault=m.Fault.SURPLUS)) is m.Verdict.FAULT_PRESENT
    rig.run(100)
    rig.plant.channel[1] = 0
    rig.accepted(m.ClearFault(fault=m.Fault.SURPLUS))
    rig.accepted(m.Resume())
    resumed = rig.ms
    done = rig.until(lambda: rig.last(m.Done, command=command), 3000)
    assert tuple(done.counts) == (4, 4, 4, 4)
    assert rig.ms - resumed >= 800


def test_full_channel_after_the_last_push_is_a_surplus(rig) -> None:
    rig.accepted(build(4, 4, 4, 4))
    rig.until(lambda: m.BuildPhase.CHECKING in phases(rig), 10_000)
    rig.plant.forced[FULL + 3] = True
    suspended(rig, 3000)
    assert rig.faults() == [(m.Fault.SURPLUS, 3)]


def test_jammed_head_tries_back_once_then_holds(make_rig) -> None:
    rig = make_rig(Capability.LIFT_UP_SWITCHES).ready()
    rig.accepted(build(8, 8, 8, 8))
    rig.until(lambda: 0.3 < rig.plant.head[1] < 0.7, 3000)
    rig.plant.jammed.add(HEAD + 1)
    reversed_for = 0
    while not rig.last(m.FaultRaised):
        rig.run(1)
        reversed_for += rig.chip.motors()[HEAD + 1] == 2
    raised = rig.last(m.FaultRaised)
    assert (raised.fault, raised.side) == (m.Fault.HEAD_JAM_1, 1)
    assert raised.waited_ms == pytest.approx(1050, abs=5)
    assert reversed_for == pytest.approx(200, abs=10)
    rig.run(400)
    assert rig.motors() == set()


def test_head_that_frees_itself_by_turning_back_is_no_fault(rig) -> None:
    command = rig.accepted(build(8, 8, 8, 8))
    rig.until(lambda: 0.3 < rig.plant.head[1] < 0.7, 3000)
    rig.plant.jammed.add(HEAD + 1)
    rig.until(lambda: rig.chip.motors()[HEAD + 1] == 2, 2000)
    rig.plant.jammed.clear()
    rig.until(lambda: rig.last(m.Done, command=command), 10_000)
    assert rig.faults() == []


def test_freed_head_finishes_its_push_on_resume(make_rig) -> None:
    rig = make_rig(Capability.LIFT_UP_SWITCHES).ready()
    command = rig.accepted(build(8, 8, 8, 8))
    rig.until(lambda: 0.3 < rig.plant.head[1] < 0.7, 3000)
    rig.plant.jammed.add(HEAD + 1)
    suspended(rig)
    rig.plant.jammed.clear()
    rig.press(Key.OPEN)
    rig.accepted(m.ClearFault(fault=m.Fault.HEAD_JAM_1))
    rig.accepted(m.Resume())
    rig.until(lambda: rig.last(m.Done, command=command), 10_000)
    assert rig.plant.pushed == [4, 4, 4, 4]


@pytest.mark.parametrize("ran_ms", range(1, 30))
def test_stop_as_a_push_begins_makes_no_push_more_or_less(rig, ran_ms: int) -> None:
    """Between the moment in which the cam leaves home and the one in which its debounced sensor says so, too."""
    command = rig.accepted(build(8, 8, 8, 8))
    rig.until(lambda: HEAD in rig.motors(), 3000)
    rig.run(ran_ms)
    rig.plant.forced[STOP_BUTTON] = True
    rig.run(20)
    del rig.plant.forced[STOP_BUTTON]
    rig.run(100)
    rig.accepted(m.Reset())
    rig.press(Key.OPEN)
    rig.run(1000)
    rig.accepted(m.Resume())
    rig.until(lambda: rig.last(m.Done, command=command), 20_000)
    assert rig.plant.pushed == [4, 4, 4, 4]


def test_blocked_channel_is_a_fault_after_five_seconds(rig) -> None:
    rig.accepted(build(40, 40, 40, 40))
    rig.run(1000)
    rig.plant.forced[FULL + 1] = True
    before = rig.ms
    suspended(rig, 10_000)
    assert rig.faults() == [(m.Fault.CHANNEL_1, 1)]
    assert 5000 <= rig.ms - before <= 6500
    assert rig.ask(m.ClearFault(fault=m.Fault.CHANNEL_1)) is m.Verdict.FAULT_PRESENT
    rig.plant.forced.clear()
    rig.run(20)
    rig.accepted(m.ClearFault(fault=m.Fault.CHANNEL_1))


def test_tile_of_the_other_set_is_seen_by_its_back(rig) -> None:
    rig.plant.forced |= {COLOUR: False, COLOUR + 1: False, COLOUR + 2: True, COLOUR + 3: False}
    rig.accepted(build(4, 4, 4, 4, options=m.BuildOptions.CHECK_COLOUR))
    suspended(rig)
    assert rig.faults() == [(m.Fault.WRONG_SET, 2)]


def test_right_set_by_colour_is_no_fault(rig) -> None:
    rig.plant.forced |= {COLOUR + side: True for side in range(4)}
    rig.do(build(4, 4, 4, 4, options=m.BuildOptions.CHECK_COLOUR | m.BuildOptions.EXPECT_COLOUR_B))
    assert rig.faults() == []


def test_lift_that_sags_during_a_build_is_a_fault(rig) -> None:
    rig.accepted(build(8, 8, 8, 8))
    rig.run(500)
    rig.plant.forced[LIFT_HOME + 3] = False
    suspended(rig, 300)
    assert rig.faults() == [(m.Fault.LIFT_3, 3)]


def test_dead_head_sensor_is_bridged_when_the_current_shows_that_it_turns(rig) -> None:
    rig.plant.tile_ms = 400
    command = rig.accepted(build(30, 0, 0, 0))
    rig.until(lambda: rig.plant.pushed[0] == 9, 20_000)
    rig.plant.forced[HEAD_HOME] = True
    rig.until(lambda: rig.last(m.Done, command=command), 30_000)
    assert rig.faults() == [(m.Fault.BY_CLOCK, HEAD)]


@pytest.mark.parametrize("pace", [1.05, 0.95])
@pytest.mark.parametrize("stuck", [False, True])
def test_head_sensor_that_works_again_costs_no_stack(rig, pace: float, stuck: bool) -> None:
    """Turns by the clock end short of home, or beyond it; the sensor is cleaned before the next wall."""
    rig.plant.tile_ms = 400
    command = rig.accepted(build(30, 0, 0, 0))
    rig.until(lambda: rig.plant.pushed[0] == 9 and HEAD not in rig.motors(), 20_000)
    rig.plant.forced[HEAD_HOME], rig.plant.slow[HEAD] = stuck, pace
    rig.until(lambda: rig.last(m.Done, command=command), 30_000)
    assert rig.plant.pushed[0] == 15
    assert min(rig.plant.head[0], 1 - rig.plant.head[0]) > 0.1
    del rig.plant.forced[HEAD_HOME], rig.plant.slow[HEAD]
    rig.do(m.RaiseLifts(sides=0b1111))
    rig.do(m.LowerLifts(sides=0b1111))
    rig.do(build(20, 0, 0, 0))
    assert rig.plant.pushed[0] == 25
    assert rig.plant.channel[0] == 0
    assert min(rig.plant.head[0], 1 - rig.plant.head[0]) < 0.03


# ---- pause, keys, cancel


def test_pause_stops_the_drum_and_lets_heads_finish(rig) -> None:
    command = rig.accepted(build(20, 20, 20, 20))
    rig.until(lambda: HEAD in rig.motors(), 3000)
    rig.accepted(m.Pause())
    rig.run(2)
    assert rig.motors() & (PICKS | {DISC}) == set()
    assert HEAD in rig.motors()
    rig.run(500)
    assert rig.motors() == set()
    assert all(min(head, 1 - head) < 0.03 for head in rig.plant.head)
    rig.accepted(m.Resume())
    done = rig.until(lambda: rig.last(m.Done, command=command), 20_000)
    assert tuple(done.counts) == (20, 20, 20, 20)
    assert rig.plant.pushed == [10, 10, 10, 10]


def test_both_keys_suspend_the_build_before_the_host_knows(rig) -> None:
    rig.accepted(build(20, 20, 20, 20))
    rig.run(1500)
    rig.talking = False
    rig.press(Key.OPEN, Key.RAISE)
    assert rig.motors() & (PICKS | {DISC}) == set()
    rig.talking = True
    rig.run(300)
    assert suspended(rig).reason is m.StopReason.KEYS
    assert [k.key for k in rig.all(m.KeyChanged)].count(m.Key.BOTH) == 1
    assert rig.arrivals.index(suspended(rig)) < rig.arrivals.index(rig.last(m.KeyChanged, key=m.Key.BOTH))


def test_both_keys_open_the_hatch_even_while_a_head_finishes(rig) -> None:
    command = rig.accepted(build(20, 20, 20, 20))
    rig.until(lambda: HEAD in rig.motors(), 3000)
    rig.keys = 0b11
    rig.until(lambda: rig.last(m.KeyChanged, key=m.Key.BOTH), 100)
    opening = rig.accepted(m.OpenHatch())
    while not rig.last(m.Done, command=opening):
        rig.run(1)
        assert not (HATCH in rig.motors() and rig.motors() != {HATCH})
    rig.keys = 0
    assert rig.ask(m.Resume()) is m.Verdict.HATCH_NOT_CLOSED
    rig.press(Key.OPEN)
    rig.do(m.CloseHatch())
    rig.accepted(m.Resume())
    rig.until(lambda: rig.last(m.Done, command=command), 20_000)


def test_keys_pressed_one_after_the_other_are_not_both(rig) -> None:
    rig.accepted(build(20, 20, 20, 20))
    rig.keys = 0b01
    rig.run(400)
    rig.keys = 0b11
    rig.run(100)
    assert rig.last(m.KeyChanged, key=m.Key.BOTH) is None
    assert DISC in rig.motors()


def test_cancel_ends_the_build(rig) -> None:
    command = rig.accepted(build(20, 20, 20, 20))
    rig.run(1000)
    rig.accepted(m.Cancel())
    halted = rig.until(lambda: rig.last(m.Halted, command=command), 100)
    assert halted.reason is m.StopReason.CANCELLED
    rig.run(600)
    assert rig.motors() == set()
    assert phases(rig)[-1] is m.BuildPhase.NONE


def test_resume_without_a_recent_key_warns_first(rig) -> None:
    rig.accepted(build(20, 20, 20, 20))
    rig.run(1000)
    rig.accepted(m.Pause())
    rig.run(10_000)
    rig.accepted(m.Resume())
    rig.run(1900)
    assert rig.motors() == set()
    rig.run(200)
    assert DISC in rig.motors()


def test_raising_a_built_wall_ends_its_phase(rig) -> None:
    rig.do(build(4, 4, 4, 4))
    rig.do(m.RaiseLifts(sides=0b1111))
    rig.run(20)
    assert phases(rig)[-1] is m.BuildPhase.NONE


# ---- the drum's longest time


def _pass_time(rig, ms: int) -> None:
    """In one go while no head turns: nothing else of the plant moves then."""
    end = rig.ms + ms
    while rig.ms < end:
        if rig.motors() & set(range(HEAD, HEAD + 4)):
            rig.run(1)
            continue
        rig.exchange()
        rig.apply()
        rig.chip.step(min(50_000, (end - rig.ms) * 1000))


def test_drum_that_trickles_is_stopped_after_ten_minutes(rig) -> None:
    """A tile every eleven seconds is no gap of twelve, and would go on for as long as the quota lasts."""
    rig.accepted(m.PutSetting(setting=m.Setting.MAX_STACKS, value=30))
    rig.plant.supply = [0] * 4
    began = rig.ms
    rig.accepted(build(60, 0, 0, 0, gap=12_000))
    while not rig.faults() and rig.ms - began < 700_000:
        _pass_time(rig, 10_900)
        rig.plant.forced[COUNT] = True
        _pass_time(rig, 80)
        rig.plant.forced[COUNT] = False
        _pass_time(rig, 20)
    assert rig.faults() == [(m.Fault.SHORT_0, 0)]
    assert 600_000 <= rig.ms - began < 612_000
    assert rig.motors() == set()
    rig.accepted(m.ClearFault(fault=m.Fault.SHORT_0))
    rig.accepted(m.Resume())
    _pass_time(rig, 2100)
    assert DISC in rig.motors()
