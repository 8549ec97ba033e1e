"""The chip's own serial port: every byte takes its ten bits at 250,000 baud, both ways, in the chip's time."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware_bridge import messages as m
from tests.hardware.firmware.conftest import Rig

BYTE_US = 10 * 1_000_000 / 250_000
LOOK_US = 10
NOISE = b"\x01\x02\x00"
"""Damaged frames: the board reads every byte and answers none."""


def arrivals(chip: Rig, us: int) -> list[int]:
    """When the last bit of each byte has arrived at the host within the next ``us``."""
    times: list[int] = []
    end = chip.chip.now_us() + us
    while chip.chip.now_us() < end:
        chip.chip.step(LOOK_US)
        times += [chip.chip.now_us()] * len(chip.chip.transmit())
    return times


def asked(chip: Rig, message: object) -> bytes:
    """The frame of a command, which then is on its way without the rig."""
    chip.send(message)
    return chip.session.take_urgent() + chip.session.take()


def test_a_burst_from_the_board_takes_ten_bits_a_byte(chip: Rig) -> None:
    chip.run(60)
    chip.connect()
    chip.run(50)
    chip.chip.receive(asked(chip, m.GetCounters()))
    times = arrivals(chip, 30_000)
    busy = [later - sooner for sooner, later in pairwise(times) if later - sooner < 2 * BYTE_US]
    assert len(busy) > 100, "the pages of the counters follow each other closely"
    assert sum(busy) / len(busy) == pytest.approx(BYTE_US, rel=0.01)
    assert min(busy) >= BYTE_US - LOOK_US


@pytest.mark.parametrize("count", [300, 3000])
def test_a_burst_to_the_board_takes_ten_bits_a_byte(chip: Rig, count: int) -> None:
    chip.run(60)
    chip.connect()
    chip.run(50)
    question = asked(chip, m.GetSensors())
    began = chip.chip.now_us()
    chip.chip.receive(NOISE * (count // len(NOISE)) + question)
    answered = arrivals(chip, round((count + 100) * BYTE_US))[0]
    assert 0 <= answered - began - (count + len(question) + 1) * BYTE_US <= 1_500, "at once, or with the next tick"


def test_a_step_ends_with_a_frame_that_has_left(chip: Rig) -> None:
    chip.run(60)
    chip.connect()
    chip.run(50)
    chip.chip.receive(asked(chip, m.GetSensors()))
    assert chip.chip.step(1_000_000) < 10_000
    assert chip.chip.transmit()[-1] == 0
