"""The image that is flashed, run in a chip simulator by the same plant as the host library."""

from __future__ import annotations

import pytest

from firmware_bridge import messages as m
from hardware.firmware import build
from hardware.simulator.parts import Key, ResetCause
from tests.hil.simavr import meter

BUILD = m.Build(quota=(4, 5, 0, 4), gap_ms=3000, shuffle_ms=0, options=m.BuildOptions(0))
STOP_BUTTON = 23


def test_welcome_of_the_chip(chip) -> None:
    chip.run(60)
    welcome = chip.connect()
    assert bytes(welcome.build) == build.avr_build()
    assert bytes(welcome.serial) == (0x1122334455667788).to_bytes(8, "little")
    assert (welcome.boot, welcome.cause) == (1, m.ResetCause.POWER_ON)
    assert tuple(welcome.positions) == (m.Position.HOME,) * 14


def test_hatch_lifts_and_a_build(chip) -> None:
    chip.run(60)
    chip.ready()
    chip.do(m.OpenHatch())
    chip.do(m.CloseHatch())
    done = chip.do(BUILD)
    assert tuple(done.counts) == (4, 5, 0, 4)
    assert chip.plant.pushed == [2, 3, 0, 2]
    chip.press(Key.RAISE)
    chip.do(m.RaiseLifts(sides=0b1011))
    chip.do(m.LowerLifts(sides=0b1011))
    assert chip.faults() == []
    command = chip.accepted(m.GetCounters())
    page = chip.until(lambda: chip.last(m.Counters, command=command, page=1), 500)
    lost, longest_us = page.values[5], page.values[6]
    assert lost == 0
    assert longest_us < 1800, "a late tick is made up, but not two of them"


def test_emergency_stop_of_the_chip(chip) -> None:
    chip.run(60)
    chip.ready()
    chip.accepted(m.OpenHatch())
    chip.run(300)
    assert chip.motors() == {13}
    chip.plant.forced[STOP_BUTTON] = True
    chip.run(3)
    assert chip.motors() == set()


def test_dead_man_of_the_chip(chip) -> None:
    chip.run(60)
    chip.ready()
    chip.accepted(BUILD)
    chip.run(400)
    assert 0 in chip.motors()
    chip.talking = False
    chip.run(350)
    assert chip.motors() & set(range(9)) == set()


@pytest.mark.parametrize(
    "cause", [ResetCause.POWER_ON, ResetCause.EXTERNAL, ResetCause.BROWN_OUT, ResetCause.WATCHDOG], ids=lambda c: c.name
)
def test_reset_causes_are_told_apart_and_outputs_are_off(chip, cause: ResetCause) -> None:
    chip.run(60)
    chip.ready()
    chip.accepted(m.OpenHatch())
    chip.run(200)
    chip.reset(cause)
    assert chip.motors() == set()
    chip.run(60)
    welcome = chip.connect()
    assert (int(welcome.cause), welcome.boot, welcome.latches) == (int(cause), 2, m.Latches.AWAITING_KEY)
    chip.run(300)
    assert chip.motors() == set()


def test_behind_a_bootloader_that_takes_the_flags_a_loss_of_power_is_still_told_from_a_reset(chip) -> None:
    chip.run(60)
    chip.reset(0)
    chip.run(60)
    assert chip.connect().cause == ResetCause.EXTERNAL
    chip.chip.power(False)
    chip.chip.power(True)
    chip.reset(0)  # before the program has run: the flags of the power are taken, too
    chip.run(60)
    assert chip.connect().cause == ResetCause.POWER_ON


def test_settings_are_in_the_eeprom(chip) -> None:
    chip.run(60)
    chip.connect()
    command = chip.accepted(m.PutSetting(setting=m.Setting.TAIL_MS, value=1500))
    assert chip.until(lambda: chip.last(m.SettingValue, command=command), 2000).value == 1500
    chip.reset()
    chip.run(60)
    chip.connect()
    command = chip.accepted(m.GetSetting(setting=m.Setting.TAIL_MS))
    assert chip.until(lambda: chip.last(m.SettingValue, command=command), 500).value == 1500


def test_currents_and_temperature_are_measured(chip) -> None:
    chip.run(60)
    chip.ready()
    chip.temperature = 40
    chip.plant.currents[13] = 7
    chip.accepted(m.OpenHatch())
    chip.run(200)
    command = chip.accepted(m.GetSensors())
    state = chip.until(lambda: chip.last(m.SensorState, command=command), 100)
    assert state.temperature == pytest.approx(40, abs=1)
    assert state.currents[13] == pytest.approx(7, abs=1)


def test_stalled_hatch_is_reversed_by_the_chip(chip) -> None:
    chip.run(60)
    chip.ready()
    chip.do(m.OpenHatch())
    chip.accepted(m.CloseHatch())
    chip.run(800)
    chip.plant.currents[13] = 20
    chip.until(lambda: chip.chip.motors()[13] == 1, 300)


def test_panel_of_the_chip(chip) -> None:
    chip.run(60)
    chip.connect()
    chip.accepted(m.ShowDice(values=(3, 4, 1)))
    chip.accepted(m.ShowSeats(dealer=2, prevailing=1, extra=3, hand=4))
    chip.accepted(m.SetLamps(lamps=m.Lamps.READY | m.Lamps.DEALER_2))
    chip.run(20)
    outputs = chip.chip.outputs()
    assert (outputs.dice, outputs.seats, int(outputs.lamps)) == ((3, 4, 1), (2, 1, 3, 4), 0b0100_0001)


def test_image_fits_with_room_for_the_stack(chip_library) -> None:
    size = build.avr_size(build.avr_elf(serial=0x1122334455667788))
    assert size.flash < build.FLASH_BYTES // 2
    assert size.ram < build.RAM_BYTES * 3 // 4


def test_the_stack_stays_small_while_everything_is_asked_for_at_once(chip) -> None:
    """Painted memory shows how far it grew: disc, picks and heads at work, a full line, all that the board can tell."""
    chip.run(60)
    chip.ready()
    assert meter.stack(chip.chip).room > 2 * meter.MOST_STACK
    chip.accepted(m.Subscribe(20))
    chip.accepted(BUILD)
    for _ in range(20):
        for message in (m.DumpTrace(), m.GetCounters(), m.GetLearnt(), m.GetSensors(), m.ShowText(b"x" * 8)):
            chip.send(message)
        chip.run(100)
    chip.plant.forced[STOP_BUTTON] = True
    chip.run(50)
    assert 256 < meter.stack(chip.chip).used <= meter.MOST_STACK


def test_a_loss_of_power_paints_the_stack_anew(chip) -> None:
    chip.run(60)
    chip.ready()
    before = meter.stack(chip.chip).used
    chip.chip.power(False)
    assert meter.stack(chip.chip).used == 0
    chip.chip.power(True)
    chip.run(60)
    assert 0 < meter.stack(chip.chip).used <= before
