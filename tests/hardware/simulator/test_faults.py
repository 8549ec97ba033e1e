"""Every fault can be put in place by name, shows in the list, and is put right by its remedy."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hardware.simulator import rates
from hardware.simulator.actions import act
from hardware.simulator.errors import CommandError
from hardware.simulator.fault_kinds import KINDS, REMEDIES
from hardware.simulator.table import SimulatedTable
from tests.hardware.simulator.fake_chip import FakeChip

WORDS = {
    "side": "2",
    "sensor": "lift-home-1",
    "mechanism": "hatch",
    "level": "on",
    "tile": "1007",
}


def _words(name: str) -> str:
    given = [f"{argument.name}={WORDS[argument.name]}" for argument in KINDS[name].arguments if argument.name in WORDS]
    return f"{name}:{','.join(given)}"


@pytest.mark.parametrize("name", sorted(KINDS))
def test_every_fault_is_seen_and_goes_away(name: str) -> None:
    table = SimulatedTable(FakeChip())
    table.inject(_words(name))
    if KINDS[name].remedy is None:
        assert table.faults.active() == []
        return
    assert [fault.name for fault in table.faults.active()] == [name]
    if KINDS[name].clear is not None:
        assert act(table, {"action": KINDS[name].remedy}) == {"cleared": 1}
        assert table.faults.active() == []


@pytest.mark.parametrize("name", sorted(kind.name for kind in KINDS.values() if kind.clear))
def test_every_clearable_fault_can_be_cleared_by_name(name: str) -> None:
    table = SimulatedTable(FakeChip())
    table.inject(_words(name))
    assert table.faults.clear(name) == 1
    assert table.faults.active() == []


def test_a_remedy_for_one_side_leaves_the_other() -> None:
    table = SimulatedTable(FakeChip())
    table.inject("head-jam:1")
    table.inject("head-jam:3")
    assert act(table, {"action": "free-jam", "side": 3}) == {"cleared": 1}
    assert [fault.values for fault in table.faults.active()] == [{"side": 1}]


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ("noise", "fault"),
        ("head-jam", "side"),
        ("head-jam:7", "side"),
        ("head-jam:1,2", "2"),
        ("stuck-sensor:doorbell", "sensor"),
        ("slow-motor:disc", "mechanism"),
        ("weak-magnet:tile=500", "tile"),
        ("link-flip:2", "rate"),
        ("power-cut:later", "seconds"),
    ],
)
def test_a_fault_that_makes_no_sense_is_refused_by_field(words: str, field: str) -> None:
    with pytest.raises(CommandError) as caught:
        SimulatedTable(FakeChip()).inject(words)
    assert caught.value.field == field


def test_a_tile_that_is_left_out_is_found_and_put_back() -> None:
    table = SimulatedTable(FakeChip())
    plant = table.plant
    table.inject("tile-left-out:2")
    act(table, {"action": "bring-set", "set": "A", "tiles": 40})
    plant.hatch.position = 1.0
    assert act(table, {"action": "push-in"}) == {"tiles": 38}
    assert len(plant.left_out) == 2
    assert act(table, {"action": "put-found-tile"}) == {"tiles": 2}
    assert table.faults.active() == []


def test_a_stranger_is_sorted_out() -> None:
    table = SimulatedTable(FakeChip())
    table.inject("other-set-tile")
    act(table, {"action": "bring-set", "set": "B", "tiles": 40})
    table.plant.hatch.position = 1.0
    act(table, {"action": "push-in"})
    assert sorted({tile.set for tile in table.plant.places.well}) == ["A", "B"]
    assert act(table, {"action": "sort-out"}) == {"tiles": 1}
    assert {tile.set for tile in table.plant.places.well} == {"B"}


def _drawn(scale: float, cycles: int) -> dict[str, int]:
    random = Random(3)
    counts: dict[str, int] = {}
    for _ in range(cycles):
        for fault in rates.draw(random, scale):
            counts[fault.name] = counts.get(fault.name, 0) + 1
    return counts


def test_faults_are_drawn_at_their_rates() -> None:
    counts = _drawn(1.0, 60_000)
    for process in rates.PROCESSES:
        expected = process.chance * 60_000
        assert abs(counts.get(process.name, 0) - expected) < 5 * expected**0.5 + 1, process.name


def test_a_new_table_has_a_tenth_of_the_faults() -> None:
    many, few = sum(_drawn(1.0, 20_000).values()), sum(_drawn(0.1, 20_000).values())
    assert many / few == pytest.approx(10, rel=0.2)


def test_every_process_is_a_fault_with_good_arguments() -> None:
    random = Random(1)
    for process in rates.PROCESSES:
        table = SimulatedTable(FakeChip())
        arguments: dict[str, Any] = process.arguments(random)
        act(table, {"action": "fault", "fault": process.name, "arguments": arguments})
        assert [fault.name for fault in table.faults.active()] == [process.name]


def test_remedies_are_actions() -> None:
    assert {"free-jam", "free-channel", "clear-deck", "remove-object", "release-emergency-stop", "replug"} <= REMEDIES
