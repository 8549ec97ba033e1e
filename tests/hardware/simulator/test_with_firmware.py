"""The machine under the real firmware: whole cycles, exact walls, same seed same bytes."""

from __future__ import annotations

import asyncio
import hashlib
import math
import shutil
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.mechanism.agenda import ALL_SIDES
from firmware_bridge.board import Board, BoardState, BoardStatus
from firmware_bridge.discovery import serial_port
from firmware_bridge.messages import (
    Build,
    BuildChanged,
    BuildOptions,
    BuildPhase,
    CloseHatch,
    FaultRaised,
    Latches,
    LowerLifts,
    OpenHatch,
    RaiseLifts,
    Verdict,
)
from hardware.simulator.actions import act
from hardware.simulator.parts import Key
from hardware.simulator.players import Players
from hardware.simulator.table import SimulatedTable, host_board
from hardware.simulator.virtual_time import run
from tests.hardware.simulator.host_end import HostEnd, hosted

pytestmark = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="needs a C compiler (install gcc or clang)"
)

PLAN = (36, 36, 36, 36)


def build(quota: tuple[int, ...] = PLAN, gap_ms: int = 20_000) -> Build:
    return Build(quota=quota, gap_ms=gap_ms, shuffle_ms=500, options=BuildOptions(0))


async def load(host: HostEnd, players: Players) -> None:
    """A key, the hatch open, everything in, the hatch closed."""
    await players.press(Key.OPEN)
    await host.motion(OpenHatch())
    await players.push_in()
    await players.press(Key.OPEN)
    await host.motion(CloseHatch())


async def raise_wall(host: HostEnd) -> None:
    await host.motion(RaiseLifts(sides=ALL_SIDES))
    await host.motion(LowerLifts(sides=ALL_SIDES))


def heights(table: SimulatedTable, place: str = "wall") -> list[list[int]]:
    return [[len(stack) for stack in side] for side in table.snapshot()["places"][place]]


def new_table(profile: str = "normal", seed: int = 1) -> SimulatedTable:
    return SimulatedTable(host_board(), profile, seed, strict=True)


def test_a_set_is_built_and_raised_as_planned() -> None:
    async def play() -> tuple[Any, list[list[int]], float]:
        table = new_table()
        async with hosted(table) as host:
            players = Players(table)
            await load(host, players)
            done = await host.motion(build(), 90)
            await players.press(Key.RAISE)
            await raise_wall(host)
            return done, heights(table), done.elapsed_ms / 1000

    done, walls, seconds = run(play())
    assert done.counts == PLAN
    assert walls == [[2] * 18] * 4
    assert 15 < seconds < 60


@pytest.mark.parametrize("quota", [(34, 34, 34, 34), (36, 36, 36, 0), (29, 28, 29, 28)])
def test_every_plan_stands_as_it_was_asked_for(quota: tuple[int, int, int, int]) -> None:
    async def play() -> list[list[int]]:
        table = new_table("fast", seed=2)
        async with hosted(table) as host:
            await load(host, Players(table, sum(quota)))
            await host.motion(build(quota), 90)
            return heights(table, "tray")

    assert run(play()) == [[2] * (tiles // 2) + [1] * (tiles % 2) for tiles in quota]


def test_nothing_moves_before_a_key_was_pressed() -> None:
    async def play() -> Verdict:
        async with hosted(new_table()) as host:
            assert host.session.welcome is not None
            assert Latches.AWAITING_KEY in Latches(host.session.welcome.latches)
            return (await host.command(OpenHatch())).verdict

    assert run(play()) == Verdict.LATCHED


def test_the_two_sets_go_round() -> None:
    async def play() -> dict[str, Any]:
        table = new_table("fast", seed=3)
        async with hosted(table) as host:
            players = Players(table, 136)
            plan = build((34, 34, 34, 34))
            await load(host, players)
            await host.motion(plan, 90)
            for _ in range(3):
                await load(host, players)
                await raise_wall(host)
                await host.motion(plan, 90)
            return table.snapshot()

    sets = run(play())["sets"]
    assert sets == {"A": {"wall": 136}, "B": {"tray": 136}}


def test_a_tile_left_out_is_missed_and_put_in_later() -> None:
    async def play() -> tuple[Any, list[list[int]]]:
        table = new_table(seed=4)
        async with hosted(table) as host:
            players = Players(table)
            table.inject("tile-left-out")
            await load(host, players)
            assert (await host.command(build())).verdict == Verdict.ACCEPTED
            fault = await host.wait(FaultRaised, patience_s=120)
            await host.wait(BuildChanged, lambda m: m.phase == BuildPhase.SUSPENDED)
            await players.press_both()
            await host.motion(OpenHatch())
            assert act(table, {"action": "put-found-tile"}) == {"tiles": 1}
            return fault, heights(table, "tray")

    fault, trays = run(play())
    assert fault.fault <= 5
    assert sum(map(sum, trays)) >= 140


def _hash_of_a_run() -> str:
    async def play() -> str:
        table = SimulatedTable(host_board(), "normal", 21)
        heard = hashlib.sha256()
        async with hosted(table) as host:
            hear = table.on_host_bytes

            def note(data: bytes) -> None:
                heard.update(data)
                hear(data)

            table.on_host_bytes = note
            table.inject("link-flip:0.0005")
            await load(host, Players(table))
            assert (await host.command(build())).verdict == Verdict.ACCEPTED
            await asyncio.sleep(60)
            return heard.hexdigest() + str(table.snapshot()["places"])

    return run(play())


def test_the_same_seed_gives_the_same_run_with_the_firmware() -> None:
    assert _hash_of_a_run() == _hash_of_a_run()


def test_a_build_costs_little_of_the_computer() -> None:
    began = time.process_time()
    test_a_set_is_built_and_raised_as_planned()
    assert time.process_time() - began < 10


def test_the_run_is_the_same_at_any_speed() -> None:
    async def play() -> list[Any]:
        table = new_table(seed=8)
        async with hosted(table) as host:
            await load(host, Players(table, 16))
            await host.motion(build((4, 4, 4, 4)), 60)
            return [message for _, message in host.heard]

    assert run(play(), 400) == run(play())


@pytest.mark.parametrize("speed", [50.0, math.inf])
def test_over_the_terminal_no_time_limit_trips_at_any_speed(speed: float, tmp_path: Path) -> None:
    async def play() -> tuple[int, int, list[str], list[list[int]]]:
        table = SimulatedTable(host_board(), "fast", 10, strict=True, terminal=True, link=tmp_path / "port")
        states: list[BoardState] = []
        heard: list[Any] = []
        board = Board(
            serial_port(str(tmp_path / "port"), (250_000,)),
            nonce=lambda: 77,
            on_state=states.append,
            on_message=heard.append,
            rng=Random(1),
        )
        tasks = [asyncio.create_task(table.run()), asyncio.create_task(board.run())]
        await table.started()
        players = Players(table, 16)
        assert await players.see(lambda: board.state.status is BoardStatus.READY, 5)
        for command, there in ((OpenHatch(), players.hatch_open), (CloseHatch(), players.hatch_closed)):
            await players.press(Key.OPEN)
            await board.send(command).answer
            assert await players.see(there, 10)
            if there == players.hatch_open:
                await players.push_in()
        await board.send(build((4, 4, 4, 4))).answer
        assert await players.see(lambda: heights(table, "tray") == [[2, 2]] * 4, 90)
        statistics = board.statistics
        for task in reversed(tasks):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        return statistics.sessions, statistics.repeated, [s.status for s in states[:2]], heights(table, "tray")

    sessions, repeated, states, trays = run(play(), speed)
    assert (sessions, repeated) == (1, 0)
    assert states == ["connecting", "ready"]
    assert trays == [[2, 2]] * 4
