from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from firmware_bridge import discovery
from firmware_bridge.discovery import Candidate, any_port, candidates, probe
from firmware_bridge.transport import PortLost, PortMissing
from hardware.simulator.virtual_time import run


def port(device: Path, vid: int | None = None, pid: int | None = None) -> Any:
    return SimpleNamespace(device=str(device), vid=vid, pid=pid, description="a port")


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    for name in ("ttyACM0", "ttyUSB0", "ttyS0"):
        (tmp_path / name).touch()
    (tmp_path / "by-id").mkdir()
    (tmp_path / "by-id" / "usb-Arduino_Mega-if00").symlink_to(tmp_path / "ttyACM0")
    return tmp_path


def found(dev: Path) -> list[Candidate]:
    ports = [port(dev / "ttyS0"), port(dev / "ttyUSB0", 0x1A86, 0x7523), port(dev / "ttyACM0", 0x2341, 0x0042)]
    return candidates(lambda: ports, dev / "jantaku-board", dev / "by-id")


def test_known_chips_come_first_under_the_name_that_lasts(dev: Path) -> None:
    names = [Path(one.path).name for one in found(dev)]
    assert names == ["usb-Arduino_Mega-if00", "ttyUSB0", "ttyS0"]
    assert [one.likely for one in found(dev)] == [True, True, False]


def test_the_name_that_udev_gives_is_before_all(dev: Path) -> None:
    (dev / "jantaku-board").symlink_to(dev / "ttyUSB0")
    ports = [port(dev / "ttyUSB0", 0x1A86, 0x7523), port(dev / "ttyACM0", 0x2341, 0x0042)]
    first = candidates(lambda: ports, dev / "jantaku-board", dev / "by-id")[0]
    assert (Path(first.path).name, Path(first.device).name) == ("jantaku-board", "ttyUSB0")


def test_a_udev_name_for_a_port_that_nobody_lists_is_still_found(dev: Path) -> None:
    (dev / "jantaku-board").symlink_to(dev / "ttyS0")
    [only] = candidates(list, dev / "jantaku-board", dev / "by-id")
    assert Path(only.device).name == "ttyS0"


def test_every_likely_port_is_tried_at_each_speed(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[str, int]] = []
    monkeypatch.setattr(discovery, "SerialTransport", lambda path, baud, *_: opened.append((Path(path).name, baud)))
    opener = any_port(lambda: found(dev))
    for attempt in range(4):
        opener(lambda _: None, lambda _: None, attempt)
    assert opened == [
        ("usb-Arduino_Mega-if00", 250000), ("ttyUSB0", 250000), ("usb-Arduino_Mega-if00", 115200), ("ttyUSB0", 115200),
    ]  # fmt: skip


def test_without_a_likely_port_the_port_is_missing() -> None:
    with pytest.raises(PortMissing):
        any_port(list)(lambda _: None, lambda _: None, 0)


def test_a_board_answers_a_probe_and_is_left_alone(make_table: Callable[[], Any]) -> None:
    async def main() -> None:
        wire = make_table().wire
        welcome = await probe(wire, 0x1234)
        assert welcome is not None
        assert welcome.boot == 1
        assert wire.peer.executed == []
        assert not wire.peer.session.is_open

    run(main())


def test_what_is_no_board_gives_no_welcome_in_time(make_table: Callable[[], Any]) -> None:
    async def main() -> None:
        wire = make_table().wire
        wire.deaf = True
        began = asyncio.get_running_loop().time()
        assert await probe(wire, 0x1234, seconds=1.0) is None
        assert asyncio.get_running_loop().time() - began < 1.1

    run(main())


def test_a_port_that_goes_away_during_a_probe_is_an_error(make_table: Callable[[], Any]) -> None:
    async def main() -> None:
        wire = make_table().wire
        wire.mute = True
        asyncio.get_running_loop().call_later(0.3, wire.unplug)
        with pytest.raises(PortLost):
            await probe(wire, 0x1234)

    run(main())
