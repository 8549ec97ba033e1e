"""Motors, walk, calibration, link and sensors on the real firmware over a pseudo-terminal."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from api.doctor import procedures
from api.doctor.calibrate import calibrate
from api.doctor.console import NobodyThere
from api.doctor.direct import BoardRefused, Direct, NoBoard, direct
from api.doctor.finding import Finding
from api.doctor.linktest import judged, link_quality, percentile
from api.doctor.motors import motors, slower_than_its_sisters
from api.doctor.parts import KEYS, MECHANISMS, fitted, name
from api.doctor.sensor_walk import sensor_walk
from api.doctor.sensors import live
from api.doctor.table_in_use import in_the_way
from controller.events.machine import Place
from controller.mechanism.state import Books, Plan, with_set
from controller.table.projection import Projection
from firmware_bridge import messages as m
from firmware_bridge.discovery import serial_port
from hardware.simulator.actions import act
from hardware.simulator.parts import Capability
from hardware.simulator.virtual_time import run
from tests.api.doctor.conftest import Bench, Technician

EVERY_SENSOR = [str(each.name).lower().replace("_", "-") for each in m.Sensors]


def test_the_board_answers_and_the_line_is_clean(bench: Bench) -> None:
    async def scenario(board: Direct, _: Technician) -> Any:
        return board.welcome.boot, await link_quality(board, 50)

    boot, found = bench.play(scenario)
    assert boot == 1
    assert found.verdict == "ok" and "0 frames damaged" in found.detail


def test_a_disturbed_line_is_told(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        technician.table.inject("link-flip:0.002")
        return await link_quality(board, 100)

    assert bench.play(scenario).verdict == "warn"


def test_what_a_step_showed_is_read_before_the_next_question(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        return await motors(board, technician.say), technician.heard

    found, heard = bench.play(scenario)
    questions = [at for at, text in enumerate(heard) if "Step of the" in text]
    assert [heard[at + 1].strip() for at in questions] == [each.detail for each in found[: len(questions)]]
    assert all(" A" in heard[at + 1] for at in questions)


def test_every_motor_is_tried_and_comes_home(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        found = await motors(board, technician.say)
        return found, (await board.sensors()).sensors

    found, sensors = bench.play(scenario)
    assert [(each.verdict, each.detail) for each in found if each.verdict != "ok"] == []
    assert len(found) == len(MECHANISMS) == 14
    home = m.Sensors.HATCH_CLOSED | m.Sensors.LIFT_HOME_0 | m.Sensors.LIFT_HOME_3 | m.Sensors.HEAD_HOME_0
    assert home in sensors


def test_a_motor_moves_only_when_a_key_at_the_table_says_so(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        pushes = [0]

        def look(telemetry: m.Telemetry) -> None:
            pushes[0] |= telemetry.motors

        found = []
        board.heard_telemetry = look
        try:
            found = await motors(board, technician.say)
        except NobodyThere:
            found = ["nobody"]
        return found, pushes[0]

    assert bench.play(scenario, keys=[None]) == (["nobody"], 0)
    found, moved = bench.play(scenario, keys=["raise"] * 14)
    assert [each.detail.rpartition(": ")[2] for each in found] == ["left out"] * 14 and moved == 0


def test_a_dead_switch_is_found_by_the_motor_step(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        technician.table.inject("stuck-sensor:head-home-1,on")
        return await motors(board, technician.say)

    found = bench.play(scenario)
    assert [each.detail for each in found if each.verdict == "bad"] == ["head of side 2: its home switch never opened"]


def test_the_walk_ticks_off_what_is_touched_and_names_the_rest(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        technician.press("dice-2", 1.0)
        loop = asyncio.get_running_loop()
        loop.call_later(2.0, technician.table.inject, "stuck-sensor:count-1,on")
        found = await sensor_walk(board, technician.say, quiet=20)
        return found, technician.heard

    found, heard = bench.play(scenario)
    assert any(line.startswith("ok   dice key of side 3") for line in heard)
    assert any(line.startswith("ok   tile counter of side 2") for line in heard)
    missing = {each.detail.partition(":")[0] for each in found}
    assert "tile counter of side 2" not in missing and "dice key of side 3" not in missing
    assert {"hatch open", "open key", "tile counter of side 1"} <= missing


def test_a_walk_past_everything_is_complete(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        for n, key in enumerate(KEYS):
            technician.press(key.name.lower().replace("_", "-"), 1.0 + n)
        seen = (await board.sensors()).sensors
        for n, sensor in enumerate(fitted(board.welcome.capabilities)):
            level = "off" if sensor in seen else "on"
            word = str(sensor.name).lower().replace("_", "-")
            asyncio.get_running_loop().call_later(8 + n, technician.table.inject, f"stuck-sensor:{word},{level}")
        return await sensor_walk(board, technician.say, quiet=20)

    found, switch = bench.play(scenario, capabilities=Capability(63))
    assert (found.verdict, found.detail) == ("ok", "all 34 keys and sensors answer")
    assert switch.detail == "the code switch reads 0: compare it"


def test_calibration_tells_mean_and_spread_and_what_the_board_learnt(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        return await calibrate(board, technician.say, 3)

    found = bench.play(scenario)
    travel = [each for each in found if each.check == "travel"]
    assert {"hatch out", "hatch home", "lift of side 1 out", "lift of side 4 home"} <= {
        each.detail.partition(":")[0] for each in travel
    }
    assert len(travel) == 10
    assert [each.detail for each in travel if each.verdict != "ok"] == []  # the board's warning is no travel time
    learnt = {each.detail.partition(":")[0]: each.detail for each in found if each.check == "learnt"}
    assert learnt["hatch"].endswith("6 runs") and len(learnt) == 9


def test_sensors_are_shown_when_they_change(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        asyncio.get_running_loop().call_later(2, technician.table.inject, "stuck-sensor:full-3,on")
        await live(board, technician.say, 4)
        return technician.heard

    first, second = bench.play(scenario)
    assert "full             . . . ." in first and "full             . . . #" in second
    assert "temperature      25 degrees" in first


def test_each_key_is_shown_with_the_sensors(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        technician.press("dice-2", 1)
        await live(board, technician.say, 3)
        return technician.heard

    assert bench.play(scenario)[1:] == ["dice key of side 3 pressed\n", "dice key of side 3 released\n"]


def test_a_sensor_that_the_board_lacks_is_not_asked_for() -> None:
    assert len(fitted(m.Capabilities(0))) == 28 - 4 - 4 - 1
    assert name(m.Sensors.LIFT_UP_2) == "lift up of side 3"


def test_a_board_that_is_not_there_says_so(bench: Bench) -> None:
    async def scenario() -> None:
        with pytest.raises(NoBoard):
            async with direct(serial_port(str(bench.folder / "nothing"))):
                pass

    asyncio.run(scenario())


def test_a_refusal_says_what_to_do(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        with pytest.raises(BoardRefused) as refused:
            await board.move(m.OpenHatch())
        return refused.value.verdict, refused.value.remedy

    verdict, remedy = bench.play(scenario)
    assert verdict is m.Verdict.LATCHED and "key" in remedy


# ---------------------------------------------------------------- when it goes wrong


def bad(found: list[Finding]) -> list[str]:
    return [each.detail for each in found if each.verdict == "bad"]


def asked(technician: Technician) -> list[str]:
    return [line.partition("?")[0] for line in technician.heard if "OPEN at the table" in line]


@pytest.mark.parametrize(
    ("fault", "detail"),
    [("emergency-stop", "the emergency stop is pressed"), ("cover-open", "the deck is open")],
)
def test_what_only_a_hand_can_undo_is_said_before_anything_is_asked(bench: Bench, fault: str, detail: str) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        technician.table.inject(fault)
        await asyncio.sleep(1)
        return await motors(board, technician.say), technician.heard

    found, heard = bench.play(scenario)
    assert bad(found) == [detail] and found[0].remedy and heard == []


def test_a_released_stop_is_reset_here_with_two_keys_and_then_every_motor_is_tried(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        technician.table.inject("emergency-stop")
        await asyncio.sleep(1)
        act(technician.table, {"action": "release-emergency-stop"})
        await asyncio.sleep(1)
        technician.on_say = lambda text: technician.press("raise", 1.0) if "once more" in text else None
        return await motors(board, technician.say), asked(technician)

    found, questions = bench.play(scenario)
    assert bad(found) == [] and len(found) == 14
    assert "a stop that nobody has acknowledged" in questions[0] and len(questions) == 15


def test_a_reset_that_nobody_agrees_to_moves_nothing(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        board.board.stop()
        await asyncio.sleep(1)
        return await motors(board, technician.say)

    (found,) = bench.play(scenario, keys=["raise"])
    assert found.detail == "not brought home: a stop from the tablet"


async def with_open_hatch(board: Direct, technician: Technician) -> Any:
    technician.press("raise", 0.2)
    await board.key(2)
    await board.move(m.OpenHatch())
    return await motors(board, technician.say), asked(technician)


def test_an_open_hatch_is_closed_first_and_then_every_motor_is_tried(bench: Bench) -> None:
    found, questions = bench.play(with_open_hatch)
    assert bad(found) == [] and len(found) == 14
    assert questions[0].startswith("The hatch is not closed") and len(questions) == 15


def test_a_hatch_that_nobody_wants_closed_stays_open(bench: Bench) -> None:
    found, questions = bench.play(with_open_hatch, keys=["raise"])
    assert bad(found) == ["the hatch is not closed"] and len(questions) == 1


def test_a_fault_of_an_earlier_session_is_reset_before_anything_is_tried(bench: Bench) -> None:
    async def whole() -> Any:
        async with bench.table() as table:
            table.inject("stuck-sensor:lift-up-3,on")
            async with direct(bench.port()):
                await asyncio.sleep(1)
            act(table, {"action": "clear-fault", "fault": "stuck-sensor"})
            technician = Technician(table)
            technician.on_say = lambda text: technician.press("raise", 1.0) if "once more" in text else None
            async with direct(bench.port()) as board:
                return await motors(board, technician.say), asked(technician)

    found, questions = run(whole())
    assert bad(found) == [] and "E24 lift" in questions[0]


def test_a_dead_supply_ends_the_steps_with_its_name(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        technician.table.inject("supply-low")
        return await motors(board, technician.say), asked(technician)

    found, questions = bench.play(scenario)
    assert len(questions) == 1 and len(found) == 2
    assert "motor supply fell away" in found[0].detail and "the rest was not tried" in found[1].detail


def test_a_step_that_another_part_stops_names_that_part(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        stuck = "stuck-sensor:lift-up-0,on"

        def soon(text: str) -> None:
            if "lift of side 3" in text:
                asyncio.get_running_loop().call_later(2.7, technician.table.inject, stuck)

        technician.on_say = soon
        return await motors(board, technician.say)

    told = bad(bench.play(scenario))
    assert "lift of side 3: stopped by E21 lift, side 1" in told


def test_a_jammed_head_is_named_and_the_others_are_tried_after_it(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        technician.table.inject("head-jam:1")
        said = technician.on_say
        technician.on_say = lambda text: (
            act(technician.table, {"action": "free-jam", "side": 1}) if "head of side 3" in text else said(text)
        )
        return await motors(board, technician.say)

    found = bench.play(scenario)
    assert bad(found)[0] == "head of side 2: does not come home, E12 head jam, side 2"
    assert "head of side 4" in found[8].detail and found[8].verdict == "ok"
    assert bad(found)[1] == "lift of side 2: stopped: another part is not at rest, or the hatch not closed"


def test_who_walks_away_in_the_middle_keeps_what_was_found(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        return await motors(board, technician.say)

    found = bench.play(scenario, keys=["open", "open", None])
    assert [each.verdict for each in found] == ["ok", "ok", "bad"]
    assert found[-1].detail == "no key within 60 s, so nothing moves; the rest was not tried"


def test_a_cable_that_comes_out_is_told_at_once_and_nothing_is_lost(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        loop = asyncio.get_running_loop()
        began = loop.time()
        technician.on_say = lambda text: technician.table.inject("unplug") if "wheel of side 3" in text else None
        return await motors(board, technician.say), loop.time() - began

    found, seconds = bench.play(scenario, keys=["open", "open", "open", None])
    assert [each.verdict for each in found] == ["ok"] * 3 + ["bad"] and seconds < 30
    assert "the rest was not tried" in found[-1].detail and "Plug it in" in found[-1].remedy


def test_a_blocked_lift_ends_the_calibration_with_its_fault_and_side(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        technician.table.inject("lift-blocked:2")
        return await calibrate(board, technician.say, 2)

    found = bench.play(scenario)
    assert bad(found)[0].startswith("lifts: on the way out in round 1: E32 over current, lift of side 3")
    assert [each.detail for each in found if each.detail.startswith("hatch out")]


def test_a_head_away_from_home_is_brought_home_before_lifts_are_timed(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        technician.press("raise", 0.2)
        await board.key(2)
        await board.move(m.Run(mechanism=m.Mechanism.HEAD_2, direction=m.Direction.FORWARD, duration_ms=120))
        technician.on_say = lambda text: technician.press("raise", 1.0) if "once more" in text else None
        return await calibrate(board, technician.say, 1), asked(technician)

    found, questions = bench.play(scenario)
    assert bad(found) == [] and "head of side 3 not at home" in questions[0]


def test_one_of_four_that_is_slow_is_named() -> None:
    found = [
        Finding("motor", "ok", f"head of side {n}: 0.6 A, home after {ms} ms")
        for n, ms in enumerate((218, 220, 883, 214))
    ]
    (slow,) = slower_than_its_sisters(found)
    assert slow.detail == "head of side 2: 883 ms, the others 219 ms" and slow.verdict == "warn"
    assert slower_than_its_sisters(found[:2]) == []


# ---------------------------------------------------------------- in the way


def projection(**places: Place) -> Projection:
    books = Books(Plan((36, 36, 36, 36), 4))
    for set_name, place in places.items():
        books = with_set(books, set_name, place=place)
    return Projection(books)


@pytest.mark.parametrize("place", [Place.RAISED, Place.STAGED, Place.IN_DRUM, Place.BUILDING])
def test_nothing_moves_while_tiles_are_in_or_on_the_table(bench: Bench, place: Place) -> None:
    async def scenario() -> Any:
        async with bench.table() as table:
            technician = Technician(table)
            found = await procedures.run_procedures(
                bench.port(), ["motors", "calibrate"], projection(A=place), technician.say, 1
            )
            return found, technician.heard, table.snapshot()["places"]

    found, heard, _ = run(scenario())
    assert [each.check for each in found if each.verdict == "bad"] == ["motors", "calibrate"]
    assert heard == []


def test_a_hand_in_play_is_in_the_way_and_an_empty_table_is_not() -> None:
    playing = projection()
    playing.match = SimpleNamespace(phase="play")  # type: ignore[assignment]
    assert "hand" in (in_the_way(playing) or "")
    assert in_the_way(projection()) is None and in_the_way(None) is None


def test_a_lift_that_is_up_is_in_the_way(bench: Bench) -> None:
    async def scenario() -> Any:
        async with bench.table() as table:
            async with direct(bench.port()) as board:
                technician = Technician(table)
                technician.press("open", 0.1)
                await board.key(2)
                await board.move(m.RaiseLifts(sides=4))
            return await procedures.run_procedures(bench.port(), ["motors"], None, technician.say, 1)

    found = run(scenario())
    assert [(each.check, each.verdict) for each in found][-1] == ("motors", "bad") and "lift" in found[-1].detail


# ---------------------------------------------------------------- figures


def test_percentiles_are_of_the_nearest_rank() -> None:
    times = [float(n) for n in range(1, 201)]
    assert (percentile(times, 50), percentile(times, 99), percentile([7.0], 99)) == (100, 198, 7)


@pytest.mark.parametrize(
    ("times", "damaged", "verdict"),
    [([3.0] * 200, 0, "ok"), ([3.0] * 200, 1, "warn"), ([3.0] * 190 + [90.0] * 10, 0, "warn")],
)
def test_a_line_is_judged_by_damage_and_by_its_slow_answers(times: list[float], damaged: int, verdict: str) -> None:
    assert judged(times, damaged, 0).verdict == verdict


def test_current_decides_only_where_it_is_measured(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        return (await motors(board, technician.say))[0]

    assert "no current" in bench.play(scenario, capabilities=Capability(0), keys=["open"] + ["raise"] * 13).detail
