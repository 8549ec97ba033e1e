"""A fault in the middle of each hand, through everything that ships: the score knows nothing of it.

People, keys, plant, firmware, wire, link, cycle, rules and journal, on both builds of the firmware.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import api.service.runtime
from api.unattended.autoplay import Style
from hardware.simulator.chip import BoardChip, LibraryChip
from tests.api.service.playing import House, config, in_house
from tests.api.service.test_unattended import assert_books_are_right, assert_walls_were_fresh, events

FAULTS = {"head-jam:1": "E12", "emergency-stop": "E51", "power-cut:6": "E60", "board-reset:watchdog": "E51"}
"""One for each hand, while the other set is being built, and what is raised for it."""
HANDS = len(FAULTS)
SLOW = Style(think=(15.0, 25.0))
"""Hands last as long as a build: what happens in it happens in the hand."""
LOOK_S = 0.2
PATIENCE_S = 600.0

pytestmark = [
    pytest.mark.timeout(400),
    pytest.mark.skipif(not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="needs a C compiler"),
]


def points(house: House) -> tuple[tuple[int, int], ...]:
    """Seat and score of everybody, as the table tells them now."""
    return tuple((seat["seat"], seat["score"]) for seat in house.table.snapshot()["match"]["seats"])


def codes(house: House) -> list[str]:
    return [one.event.code for one in events(house, "machine.fault-raised")]


async def see(what: Callable[[], bool]) -> None:
    end = asyncio.get_running_loop().time() + PATIENCE_S
    while not what():
        await asyncio.sleep(LOOK_S)
        assert asyncio.get_running_loop().time() < end


async def trouble_in_each_hand(house: House) -> None:
    for number, (fault, code) in enumerate(FAULTS.items(), start=1):
        await see(lambda n=number: len(events(house, "match.hand-started")) == n)
        await see(lambda: house.table.snapshot()["mechanism"]["state"] == "building")
        before, since = points(house), len(codes(house))
        house.simulator.inject(fault)
        await see(lambda c=code, n=since: c in codes(house)[n:])
        assert points(house) == before, f"{fault} in the middle of a hand moves no points"
        assert len(events(house, "match.hand-ended")) == number - 1, "and ends no hand"
        await see(lambda n=number: len(events(house, "match.hand-ended")) == n)


async def faulty_match(house: House) -> None:
    trouble = asyncio.create_task(trouble_in_each_hand(house))
    await house.play.play_match(HANDS)
    await trouble
    assert_books_are_right(house)
    assert_walls_were_fresh(house)
    assert house.simulator.snapshot()["broken"] is None


@pytest.fixture(params=["host", "chip"])
def board(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which build of the firmware the service simulates."""
    if request.param == "chip":
        library: Path = request.getfixturevalue("chip_library")

        def flashed() -> BoardChip:
            return LibraryChip(library)

        monkeypatch.setattr(api.service.runtime, "host_board", flashed)


@pytest.mark.usefixtures("board")
def test_a_fault_in_each_hand_does_not_touch_the_score(tmp_path: Path) -> None:
    in_house(config(tmp_path), faulty_match, style=SLOW)
