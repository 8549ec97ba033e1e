"""What survives a reset, also one in the middle of a write; displays, trace and totals."""

from __future__ import annotations

import pytest

from firmware_bridge import messages as m
from hardware.simulator.chip import EVERYTHING
from hardware.simulator.parts import Capability, Key, Lamp, ResetCause
from tests.hardware.firmware.conftest import STOP_BUTTON

BUILD = m.Build(quota=(4, 4, 4, 4), gap_ms=5000, shuffle_ms=0, options=m.BuildOptions(0))


def put(rig, which: m.Setting, value: int) -> int:
    command = rig.accepted(m.PutSetting(setting=which, value=value))
    return rig.until(lambda: rig.last(m.SettingValue, command=command), 1000).value


def get(rig, which: m.Setting) -> int:
    command = rig.accepted(m.GetSetting(setting=which))
    return rig.until(lambda: rig.last(m.SettingValue, command=command), 1000).value


def totals(rig) -> dict[str, int]:
    command = rig.accepted(m.GetCounters())
    rig.until(lambda: rig.last(m.Counters, command=command, page=1), 1000)
    first, second = (rig.last(m.Counters, command=command, page=page).values for page in (0, 1))
    names = (
        "builds", "tiles", "hatch", "lift", "pushes", "disc_s", "faults", "stops", "received", "damaged",
        "watchdog", "brown_outs", "boots",
    )  # fmt: skip
    return dict(zip(names, [*first, *second], strict=False))


def test_settings_survive_a_reset(rig) -> None:
    assert put(rig, m.Setting.TAIL_MS, 1234) == 1234
    rig.reset()
    rig.connect()
    assert get(rig, m.Setting.TAIL_MS) == 1234
    assert get(rig, m.Setting.MAX_STACKS) == 20


def test_value_out_of_range_is_brought_into_it_and_said(rig) -> None:
    assert put(rig, m.Setting.MAX_STACKS, 999) == 30
    assert put(rig, m.Setting.OVERHEAT_C, 0) == 40


def test_max_stacks_is_what_welcome_says(rig) -> None:
    put(rig, m.Setting.MAX_STACKS, 17)
    rig.reset()
    assert rig.connect().max_stacks == 17


@pytest.mark.parametrize("at_ms", range(1, 140, 7))
def test_torn_write_leaves_the_old_value(rig, at_ms: int) -> None:
    put(rig, m.Setting.TAIL_MS, 1000)
    rig.accepted(m.PutSetting(setting=m.Setting.TAIL_MS, value=2000))
    rig.run(at_ms)
    rig.reset(ResetCause.BROWN_OUT)
    rig.connect()
    assert get(rig, m.Setting.TAIL_MS) in (1000, 2000)
    assert get(rig, m.Setting.MAX_STACKS) == 20


def test_a_value_told_as_kept_survives_a_cut_at_once(rig) -> None:
    for value in range(1000, 1010):
        assert put(rig, m.Setting.TAIL_MS, value) == value
        rig.reset(ResetCause.POWER_ON)
        rig.connect()
        assert get(rig, m.Setting.TAIL_MS) == value


def test_boot_number_is_never_given_twice_whenever_power_fails(cold) -> None:
    given = []
    for at_ms in range(40):
        cold.reset(ResetCause.POWER_ON)
        cold.talking = False
        cold.run(at_ms % 12)
        cold.reset(ResetCause.POWER_ON)
        cold.talking = True
        given.append(cold.connect().boot)
    assert given == sorted(set(given))


def test_garbage_in_memory_is_a_new_board(cold) -> None:
    cold.chip.load_nvm(bytes(range(256)) * 4)
    welcome = cold.connect()
    assert (welcome.boot, welcome.max_stacks) == (1, 20)


def test_memory_is_carried_over_to_another_process(rig, make_rig) -> None:
    put(rig, m.Setting.TAIL_MS, 777)
    other = make_rig()
    other.chip.load_nvm(rig.chip.nvm())
    assert other.connect().boot == 2
    assert get(other, m.Setting.TAIL_MS) == 777


def press_the_stop(rig, ms: int) -> None:
    rig.plant.forced[STOP_BUTTON] = True
    rig.run(ms)
    rig.plant.forced[STOP_BUTTON] = False


def test_an_emergency_stop_is_counted_though_the_power_fails_right_after_it(rig) -> None:
    for stops in (1, 2):
        rig.run(5_000)
        press_the_stop(rig, 1_000)
        rig.reset(ResetCause.POWER_ON)
        rig.connect()
        assert totals(rig)["stops"] == stops


def test_an_emergency_button_that_is_hammered_does_not_wear_the_memory_out(rig) -> None:
    rig.run(6_000)
    before = states(rig)
    for _ in range(100):
        press_the_stop(rig, 100)
        rig.run(100)
    changed = [old != new for old, new in zip(before, states(rig), strict=True)]
    assert 1 <= sum(changed) <= 5, "at most one save in five seconds of these twenty"


def states(rig) -> list[bytes]:
    """The seven records that take their turns, after those of the starts."""
    memory = rig.chip.nvm()
    return [memory[at : at + 128] for at in range(128, len(memory), 128)]


def test_totals_count_what_was_done_and_survive(rig) -> None:
    rig.do(m.OpenHatch())
    rig.do(m.CloseHatch())
    rig.do(BUILD)
    rig.do(m.RaiseLifts(sides=0b1111))
    rig.do(m.LowerLifts(sides=0b1111))
    seen = totals(rig)
    expected = {"builds": 1, "tiles": 16, "hatch": 1, "lift": 4, "pushes": 8, "faults": 0, "stops": 0, "boots": 1}
    assert {name: seen[name] for name in expected} == expected
    assert seen["received"] > 20
    rig.run(61_000)
    rig.reset(ResetCause.WATCHDOG)
    rig.connect()
    seen = totals(rig)
    assert (seen["tiles"], seen["watchdog"], seen["boots"]) == (16, 1, 2)


def test_learnt_times_survive(rig) -> None:
    rig.do(m.OpenHatch())
    rig.run(61_000)
    rig.reset()
    rig.connect()
    command = rig.accepted(m.GetLearnt())
    learnt = rig.until(lambda: rig.last(m.Learnt, command=command, mechanism=m.Mechanism.HATCH))
    assert (learnt.runs, learnt.mean_ms) == (1, pytest.approx(2007, abs=10))


# ---- sensors, trace, display


def test_sensor_state_tells_positions_and_keys(rig) -> None:
    rig.do(m.RaiseLifts(sides=0b0010))
    rig.keys = 1 << Key.DICE_3
    rig.run(50)
    command = rig.accepted(m.GetSensors())
    state = rig.until(lambda: rig.last(m.SensorState, command=command), 100)
    assert state.keys == 1 << Key.DICE_3
    assert state.temperature == 25
    home, away = m.Position.HOME, m.Position.AWAY
    assert tuple(state.positions) == (*[home] * 9, home, away, home, home, home)


def test_trace_tells_the_last_edges_oldest_first(rig) -> None:
    rig.do(m.OpenHatch())
    rig.do(m.CloseHatch())
    command = rig.accepted(m.DumpTrace())
    last = rig.until(lambda: rig.last(m.Trace, command=command, left=0), 200)
    edges = [last.entries[i : i + 8] for i in range(0, len(last.entries), 8)]
    assert [(e[4], e[5]) for e in edges] == [(21, 0), (20, 1), (20, 0), (21, 1)]
    times = [int.from_bytes(e[:4], "little") for e in edges]
    assert times == sorted(times)


def test_long_trace_comes_in_parts(rig) -> None:
    rig.do(BUILD)
    rig.do(m.RaiseLifts(sides=15))
    rig.do(m.LowerLifts(sides=15))
    rig.do(BUILD)
    command = rig.accepted(m.DumpTrace())
    rig.until(lambda: rig.last(m.Trace, command=command, left=0), 500)
    parts = [t for t in rig.all(m.Trace) if t.command == command]
    assert [t.left for t in parts] == list(range(9, -1, -1))
    assert sum(len(t.entries) for t in parts) == 64 * 8


def test_key_bounce_is_one_press(rig) -> None:
    rig.arrivals.clear()
    for bounce in (1, 0, 1, 0, 1):
        rig.keys = bounce
        rig.run(4)
    rig.run(40)
    rig.keys = 0
    rig.run(40)
    assert [(k.key, k.pressed) for k in rig.all(m.KeyChanged)] == [(m.Key.OPEN, 1), (m.Key.OPEN, 0)]


def test_display_shows_what_the_host_sends(rig) -> None:
    rig.accepted(m.ShowDice(values=(3, 4, 1)))
    rig.accepted(m.ShowSeats(dealer=2, prevailing=1, extra=3, hand=4))
    rig.accepted(m.ShowText(text=b"JANTAKU"))
    rig.accepted(m.SetLamps(lamps=m.Lamps.READY | m.Lamps.DEALER_2))
    rig.run(2)
    outputs = rig.chip.outputs()
    assert (outputs.dice, outputs.seats, outputs.text) == ((3, 4, 1), (2, 1, 3, 4), "JANTAKU")
    assert outputs.lamps == Lamp.READY | Lamp.DEALER_2


def test_board_says_which_dice_its_display_was_given(rig) -> None:
    for values in ((3, 4, 1), (3, 4, 1), (0, 0, 0)):
        command = rig.accepted(m.ShowDice(values=values))
        rig.run(20)
        told = rig.all(m.DiceShown)[-1]
        assert (told.command, told.values, rig.chip.outputs().dice) == (command, values, values)
    assert len(rig.all(m.DiceShown)) == 3


def test_dice_that_are_refused_are_not_told(rig) -> None:
    rig.send(m.ShowDice(values=(7, 1, 1)))
    rig.run(50)
    assert rig.all(m.DiceShown) == []


def test_board_without_the_capability_does_not_say_what_it_shows(make_rig) -> None:
    rig = make_rig(EVERYTHING & ~Capability.DICE_ECHO).ready()
    rig.accepted(m.ShowDice(values=(3, 4, 1)))
    rig.run(50)
    assert (rig.all(m.DiceShown), rig.chip.outputs().dice) == ([], (3, 4, 1))


def test_host_cannot_switch_the_boards_own_lamps(rig) -> None:
    rig.accepted(m.SetLamps(lamps=m.Lamps.FAULT | m.Lamps.WARNING))
    rig.run(2)
    assert rig.chip.outputs().lamps == Lamp(0)
    rig.plant.forced[23] = True
    rig.accepted(m.SetLamps(lamps=m.Lamps(0)))
    rig.run(5)
    assert rig.chip.outputs().lamps == Lamp.FAULT


def test_beeper_plays_its_pattern_and_ends(rig) -> None:
    rig.accepted(m.SoundBeep(pattern=m.Beep.READY))
    sounds = 0
    for _ in range(1000):
        rig.run(1)
        sounds += rig.chip.outputs().beeper
    assert sounds == pytest.approx(240, abs=4)
