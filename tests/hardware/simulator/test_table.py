"""The table in a loop: wire, terminal, people, faults and what survives the process."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from hardware.simulator.actions import act
from hardware.simulator.errors import CommandError, PlantAbuse, SavedStateError
from hardware.simulator.parts import DISC, HATCH, ResetCause
from hardware.simulator.players import Players
from hardware.simulator.table import SimulatedTable
from hardware.simulator.virtual_time import run
from tests.hardware.simulator.fake_chip import FakeChip


@contextlib.asynccontextmanager
async def running(table: SimulatedTable) -> AsyncIterator[SimulatedTable]:
    task = asyncio.create_task(table.run())
    await table.started()
    try:
        yield table
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def test_bytes_take_their_time_on_the_wire() -> None:
    async def talk() -> list[tuple[float, bytes]]:
        async with running(SimulatedTable(FakeChip(), strict=True)) as table:
            loop = asyncio.get_running_loop()
            heard: list[tuple[float, bytes]] = []
            table.on_host_bytes = lambda data: heard.append((loop.time(), data))
            await asyncio.sleep(1)
            table.host_write(b"0123456789012345678\0abc\0")
            await asyncio.sleep(1)
            return heard

    heard = run(talk())
    assert [data for _, data in heard] == [b"0123456789012345678\0", b"abc\0"]
    first, second = (when - 1 for when, _ in heard)
    assert first == pytest.approx(2 * 20 * 40e-6, abs=1e-6), "20 bytes there and 20 back at 250,000 baud"
    assert second == pytest.approx(44 * 40e-6, abs=1e-6)


def test_a_terminal_carries_the_bytes_and_outlives_its_clients(tmp_path: Path) -> None:
    async def talk() -> list[bytes]:
        async with running(SimulatedTable(FakeChip(), terminal=True, link=tmp_path / "board")) as table:
            assert table.path == tmp_path / "board"
            return [await _ask(tmp_path / "board", word) for word in (b"one\0", b"two\0")]

    assert run(talk()) == [b"one\0", b"two\0"]
    assert not (tmp_path / "board").is_symlink()


async def _ask(path: Path, word: bytes) -> bytes:
    """Opens a port, says a word, returns what comes back within a second of virtual time."""
    loop = asyncio.get_running_loop()
    port = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    answer: asyncio.Future[bytes] = loop.create_future()
    loop.add_reader(port, lambda: answer.set_result(os.read(port, 100)))
    try:
        os.write(port, word)
        return await asyncio.wait_for(answer, 1)
    finally:
        loop.remove_reader(port)
        os.close(port)


def test_unplugged_the_port_is_gone_and_replugged_it_is_back(tmp_path: Path) -> None:
    link = tmp_path / "board"

    async def talk() -> tuple[bool, bytes]:
        async with running(SimulatedTable(FakeChip(), terminal=True, link=link)) as table:
            port = os.open(link, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            act(table, {"action": "fault", "fault": "unplug"})
            gone = not link.is_symlink() and os.read(port, 10) == b""
            os.close(port)
            act(table, {"action": "replug"})
            return gone, await _ask(link, b"back\0")

    assert run(talk()) == (True, b"back\0")


def test_opening_the_port_resets_a_board_with_automatic_reset(tmp_path: Path) -> None:
    chip = FakeChip()

    async def talk() -> None:
        table = SimulatedTable(chip, terminal=True, link=tmp_path / "board", reset_on_open=True)
        async with running(table):
            await _ask(tmp_path / "board", b"hello\0")

    run(talk())
    assert chip.resets == [ResetCause.EXTERNAL]


def test_people_change_hands(tmp_path: Path) -> None:
    async def play() -> tuple[Any, dict[str, Any]]:
        async with running(SimulatedTable(FakeChip(), strict=True)) as table:
            result = await Players(table, 136).hand_over()
            return result, table.snapshot()

    result, snapshot = run(play())
    assert result.done
    assert result.tiles == 136
    assert 1.9 < result.opened_after < 2.5
    assert snapshot["sets"] == {"A": {"drum": 136}, "B": {}}


def test_people_give_up_on_a_hatch_that_stays_shut() -> None:
    async def play() -> Any:
        async with running(SimulatedTable(FakeChip())) as table:
            table.inject("emergency-stop")
            return await Players(table).hand_over()

    assert run(play()).failure == "hatch-not-open"


def test_power_comes_back_by_itself() -> None:
    chip = FakeChip()

    async def cut() -> list[float]:
        async with running(SimulatedTable(chip)) as table:
            table.inject("power-cut:6")
            seen = []
            for _ in range(2):
                await asyncio.sleep(5)
                seen.append((await _echoes(table), table.faults.active() != []))
            return seen

    assert run(cut()) == [(False, True), (True, False)]
    assert chip.resets == [ResetCause.POWER_ON]


async def _echoes(table: SimulatedTable) -> bool:
    heard: list[bytes] = []
    table.on_host_bytes = heard.append
    table.host_write(b"?\0")
    await asyncio.sleep(0.01)
    return heard == [b"?\0"]


def test_a_killed_table_goes_on_where_it_was(tmp_path: Path) -> None:
    state = tmp_path / "table.json"

    async def first() -> dict[str, Any]:
        async with running(SimulatedTable(FakeChip(), seed=5, state=state)) as table:
            await Players(table).hand_over()
            table.inject("head-jam:2")
            act(table, {"action": "press", "key": "open"})
            await asyncio.sleep(1.0)
            snapshot = table.snapshot()
            table.save()
            _die(table)
            return snapshot

    before = run(first())
    chip = FakeChip()
    after = SimulatedTable(chip, state=state).snapshot()
    assert chip.memory[0] == 2, "one boot in the first life, then one with the old memory"
    assert after["places"] == before["places"]
    assert 0.4 < after["motors"]["hatch"]["position"] == before["motors"]["hatch"]["position"] < 0.6
    assert after["motors"]["hatch"]["on"] == 0
    assert [fault["name"] for fault in after["faults"]] == ["head-jam"]


def _die(table: SimulatedTable) -> None:
    """Nothing more is written, as after a kill."""
    table._state = None


def test_a_damaged_state_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "table.json"
    table = SimulatedTable(FakeChip(), state=state)
    table.save()
    data = json.loads(state.read_text())
    data["plant"]["places"]["box"].pop()
    state.write_text(json.dumps(data))
    with pytest.raises(SavedStateError, match="tiles"):
        SimulatedTable(FakeChip(), state=state)


@pytest.mark.parametrize(
    ("command", "field"),
    [
        ({"action": "dance"}, "action"),
        ({"action": "press"}, "key"),
        ({"action": "press", "key": "open", "strength": 3}, "strength"),
        ({"action": "press", "key": "close"}, "key"),
        ({"action": "push-in"}, "action"),
        ({"action": "fault"}, "fault"),
        ({"action": "fault", "fault": "head-jam", "arguments": {"side": 4}}, "side"),
        ({"action": "fault", "fault": "head-jam", "arguments": 4}, "arguments"),
        ({"action": "clear-fault", "fault": "tile-left-out"}, "fault"),
        ({"action": "free-jam", "side": "north"}, "side"),
        ({"action": "bring-set", "set": "A", "tiles": 1.5}, "tiles"),
    ],
)
def test_a_command_that_makes_no_sense_names_its_field(command: dict[str, Any], field: str) -> None:
    with pytest.raises(CommandError) as caught:
        act(SimulatedTable(FakeChip()), command)
    assert caught.value.field == field


def test_the_same_seed_gives_the_same_run_byte_for_byte() -> None:
    def story(speed: float) -> str:
        async def play() -> str:
            async with running(SimulatedTable(FakeChip(), seed=11)) as table:
                heard: list[bytes] = []
                table.on_host_bytes = heard.append
                table.inject("link-flip:0.05")
                await Players(table).hand_over()
                for n in range(50):
                    table.host_write(b"word %d\0" % n)
                    await asyncio.sleep(0.003)
                return json.dumps([table.snapshot(), [data.hex() for data in heard]])

        return run(play(), speed)

    assert story(float("inf")) == story(float("inf"))


def test_snapshot_is_json_and_knows_every_tile() -> None:
    snapshot = SimulatedTable(FakeChip()).snapshot()
    assert json.loads(json.dumps(snapshot)) == snapshot
    assert snapshot["places"]["box"] == {"A": 192, "B": 192}
    assert set(snapshot["sensors"]) >= {"hatch-closed", "lift-home-0", "head-home-3"}
    assert snapshot["dome"]["text"] == "FAKE"


def test_in_service_abuse_is_recorded_and_stops_everything() -> None:
    async def break_it() -> dict[str, Any]:
        chip = FakeChip()
        async with running(SimulatedTable(chip)) as table:
            chip._motors[HATCH] = chip._motors[DISC] = 1
            await asyncio.sleep(1)
            return table.snapshot()

    snapshot = run(break_it())
    assert snapshot["broken"]["code"] == "power-budget"
    assert snapshot["motors"]["hatch"]["on"] == 0


def test_in_a_loop_of_real_time_the_table_is_woken_for_its_steps() -> None:
    async def talk() -> bytes:
        async with running(SimulatedTable(FakeChip())) as table:
            heard: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
            table.on_host_bytes = heard.set_result
            table.host_write(b"real\0")
            return await asyncio.wait_for(heard, 2)

    assert asyncio.run(talk()) == b"real\0"


def test_faults_come_by_themselves_on_a_faulty_table() -> None:
    async def play(faulty: bool) -> set[str]:
        table = SimulatedTable(FakeChip(), "tired", seed=1, faulty=faulty)
        async with running(table):
            for _ in range(60):
                table.plant.loads += 1
                await asyncio.sleep(0.01)
            await asyncio.sleep(26)
            return {fault.name for fault in table.faults.active()}

    assert {"tile-left-out", "key-bounce"} <= run(play(True))
    assert run(play(False)) == set()


def test_abuse_ends_a_strict_table() -> None:
    async def break_it() -> str:
        chip = FakeChip()
        task = asyncio.create_task(SimulatedTable(chip, strict=True).run())
        await asyncio.sleep(0.1)
        chip._motors[HATCH] = chip._motors[DISC] = 1
        with pytest.raises(PlantAbuse) as caught:
            await asyncio.wait_for(task, 10)
        return caught.value.code

    assert run(break_it()) == "power-budget"
