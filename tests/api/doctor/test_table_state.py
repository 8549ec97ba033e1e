"""How the table stands, on the real firmware, and what a silent or foreign port is called."""

from __future__ import annotations

import asyncio
import os
import pty
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from api.doctor.direct import Direct, NoBoard, direct
from api.doctor.finding import Finding
from api.doctor.table_state import away, contradictions, table_state, through_service
from firmware_bridge import messages as m
from firmware_bridge.discovery import serial_port
from hardware.simulator.actions import act
from tests.api.doctor.conftest import Bench, Technician


def stands(bench: Bench, *faults: str) -> list[Finding]:
    async def scenario(board: Direct, technician: Technician) -> Any:
        for fault in faults:
            technician.table.inject(fault)
        await board.key(0.5)
        return await table_state(board)

    found: list[Finding] = bench.play(scenario)
    return found


def test_a_table_at_rest_waits_for_a_key_and_nothing_else(bench: Bench) -> None:
    (found,) = stands(bench)
    assert found == Finding("table", "ok", "nothing holds the motors, but for a key at the table")


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("emergency-stop", "the emergency stop is pressed"),
        ("cover-open", "the deck is open"),
        ("over-temperature", "too hot"),
        ("stuck-sensor:emergency-stop,on", "or its wire is open"),
    ],
)
def test_what_holds_the_motors_is_bad_and_said_once(bench: Bench, fault: str, words: str) -> None:
    (found,) = stands(bench, fault)
    assert found.verdict == "bad" and words in found.detail and found.remedy


def test_switches_that_contradict_each_other_are_named(bench: Bench) -> None:
    found = stands(bench, "stuck-sensor:lift-up-2,on", "stuck-sensor:hatch-open,on")
    assert [each.verdict for each in found] == ["bad"] * len(found)
    told = " ".join(each.detail for each in found)
    assert "lift up of side 3" in told and "hatch" in told


def test_a_dead_home_switch_is_named_at_rest(bench: Bench) -> None:
    found = stands(bench, "stuck-sensor:head-home-1,off", "stuck-sensor:lift-home-3,off")
    assert found[-1].detail == "not at home: head of side 2, lift of side 4" and found[-1].verdict == "warn"


def test_a_stuck_key_and_a_blinded_counter_are_named_at_rest(bench: Bench) -> None:
    async def scenario(board: Direct, technician: Technician) -> Any:
        act(technician.table, {"action": "hold", "key": "dice-1"})
        technician.table.inject("stuck-sensor:count-3,on")
        await board.key(0.5)
        return await table_state(board)

    key, counter = bench.play(scenario)
    assert (key.verdict, key.detail) == ("warn", "held down: dice key of side 2")
    assert (counter.verdict, counter.detail) == ("warn", "sees a tile while none can pass: tile counter of side 4")


def test_a_new_board_with_nothing_wired_is_one_line() -> None:
    (found,) = away(m.Sensors(0))
    assert found.detail.count("side") == 8 and found.detail.endswith("hatch (neither open nor closed)")
    assert list(contradictions(m.Sensors(0))) == []


def test_the_running_service_tells_faults_in_words_with_their_remedy() -> None:
    jam = {"code": "E13", "severity": "stop", "side": 2, "mechanism": "head-2", "evidence": {},
           "remedies": ["free-head", "reset"], "key": "fault.head-jam"}  # fmt: skip
    (found,) = through_service({"faults": [jam], "mechanism": {"latches": []}})
    assert found.detail == "E13: The stacker head of side 3 is jammed" and "Press RAISE" in found.remedy


def test_the_running_service_tells_a_pressed_stop_once() -> None:
    stop = {"code": "E51", "severity": "stop", "side": None, "mechanism": None, "evidence": {},
            "remedies": ["release-stop"], "key": "fault.emergency-stop"}  # fmt: skip
    latches = ["emergency-stop-pressed", "emergency-stop-unacknowledged", "awaiting-key"]
    (found,) = through_service({"faults": [stop], "mechanism": {"latches": latches}})
    assert found.verdict == "bad" and found.detail.startswith("the emergency stop is pressed")


@contextmanager
def device(link: Path, says: bytes) -> Iterator[None]:
    """Something else on a serial port: it says this over and over, whatever it is asked."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    link.symlink_to(os.ttyname(slave))
    done = threading.Event()

    def talk() -> None:
        while not done.wait(0.02):
            try:
                os.write(master, says)
                os.read(master, 4096)
            except BlockingIOError:
                pass

    talking = threading.Thread(target=talk)
    talking.start()
    try:
        yield
    finally:
        done.set()
        talking.join()
        os.close(master)
        os.close(slave)


@pytest.mark.parametrize(
    ("says", "detail", "remedy"),
    [
        (b"", "not one byte", "power"),
        (b"$GPGGA,123519,4807.038,N\r\n", "no word of a board", "another device"),
        (b"\x00\x17\x99\x00" * 9, "no word of a board", "another device"),
    ],
)
def test_a_silent_port_is_told_from_another_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: bytes, detail: str, remedy: str
) -> None:
    monkeypatch.setattr("api.doctor.direct.CONNECT_SECONDS", 0.4)  # a real port, in real time

    async def scenario() -> NoBoard:
        with pytest.raises(NoBoard) as caught:
            async with direct(serial_port(str(tmp_path / "port"))):
                pass
        return caught.value

    with device(tmp_path / "port", says):
        found = asyncio.run(scenario())
    assert detail in found.detail and remedy in found.remedy
