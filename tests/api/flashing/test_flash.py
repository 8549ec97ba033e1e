"""Flashing from end to end: a stand-in for avrdude, and a simulated table on the other side of a real port."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from api.cli import main
from api.flashing.avrdude import Outcome
from api.flashing.board_ready import objection
from controller.events import Event
from controller.events.machine import SetLoaded, WallRaised
from controller.journal.store import Journal
from firmware_bridge import messages as m
from hardware.firmware.build import build_hash
from tests.api.flashing.conftest import Avrdude

pytestmark = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="needs a C compiler (install gcc or clang)"
)
Elf = Callable[..., Path]
OTHER = b"\xaa" * 8
RUNNING = build_hash()
NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


@dataclass
class Table:
    """``jantaku simulate`` in a process of its own: whatever is written, it runs the build of the present sources."""

    port: Path
    process: subprocess.Popen[str]

    def act(self, **command: Any) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    port = tmp_path_factory.mktemp("table") / "port"
    words = [sys.executable, "-m", "api.cli", "simulate", "--link", str(port), "--json"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    yield Table(port, process)
    process.terminate()
    process.wait(10)


@pytest.fixture
def flash(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    config = tmp_path / "table.toml"
    config.write_text("[http]\nport = 1\n", encoding="utf-8")

    def run(image: Path, *options: str, port: Path | None = None) -> tuple[int, str]:
        words = ["flash", str(image), "--config", str(config), "--state-dir", str(tmp_path / "state")]
        status = main([*words, "--port", str(port or table.port), *options])
        caught = capsys.readouterr()
        return status, caught.out + caught.err

    return run


Flash = Callable[..., tuple[int, str]]


def test_what_was_written_is_proven_and_kept(flash: Flash, elf: Elf, avrdude: Avrdude, tmp_path: Path) -> None:
    image = elf(RUNNING)
    status, said = flash(image)
    assert (status, said.rstrip().splitlines()[-1]) == (0, f"The board runs build {RUNNING.hex()}.")
    (call,) = avrdude.calls
    assert "-p atmega2560 -c wiring" in call and "-b 115200 -D -U flash:w:" in call
    assert (tmp_path / "state" / "firmware" / "good.elf").read_bytes() == image.read_bytes()


def test_a_copy_that_cannot_be_kept_does_not_undo_a_good_flash(
    flash: Flash, elf: Elf, avrdude: Avrdude, tmp_path: Path
) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "firmware").write_text("in the way", encoding="ascii")
    status, said = flash(elf(RUNNING))
    assert status == 0 and f"The board runs build {RUNNING.hex()}." in said and "could not be kept" in said


def test_no_room_for_the_file_in_between_is_told(
    flash: Flash, elf: Elf, avrdude: Avrdude, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryDirectory", full)
    status, said = flash(elf(RUNNING))
    assert status == 1 and "nothing was written" in said and "No space left" in said and avrdude.calls == []


def test_another_build_on_the_board_is_no_success(flash: Flash, elf: Elf, avrdude: Avrdude, tmp_path: Path) -> None:
    status, said = flash(elf(OTHER))
    assert status == 1 and f"runs build {RUNNING.hex()} instead of {OTHER.hex()}" in said
    assert "no earlier good image" in said
    assert not (tmp_path / "state" / "firmware" / "good.elf").exists()


@pytest.mark.parametrize(("mode", "words"), [("mismatch", "verification mismatch"), ("no-sync", "timeout")])
def test_a_failed_write_goes_back_to_the_last_good_image(
    flash: Flash, elf: Elf, avrdude: Avrdude, mode: str, words: str
) -> None:
    assert flash(elf(RUNNING, "good.elf"))[0] == 0
    avrdude.fails(mode, "good")
    status, said = flash(elf(OTHER, "bad.elf"), "--yes")
    assert status == 1 and words in said and f"The board is back on build {RUNNING.hex()}" in said
    assert len(avrdude.calls) == 3


def test_without_a_yes_the_last_good_image_is_only_offered(flash: Flash, elf: Elf, avrdude: Avrdude) -> None:
    assert flash(elf(RUNNING, "good.elf"))[0] == 0
    avrdude.fails("mismatch")
    status, said = flash(elf(OTHER, "bad.elf"))
    assert status == 1 and "Go back to the last good build" in said and len(avrdude.calls) == 2


def test_an_image_of_another_board_is_no_success_and_said_before(flash: Flash, elf: Elf, avrdude: Avrdude) -> None:
    status, said = flash(elf(RUNNING, serial=(77).to_bytes(8, "little")))
    assert "its serial number will be another one" in said
    assert status == 1 and f"instead of build {RUNNING.hex()}, serial number 77" in said


def test_the_kept_image_of_another_board_is_a_way_back(flash: Flash, elf: Elf, avrdude: Avrdude) -> None:
    assert flash(elf(RUNNING, "good.elf"))[0] == 0
    avrdude.fails("mismatch")
    status, said = flash(elf(RUNNING, "other.elf", serial=(77).to_bytes(8, "little")))
    assert status == 1 and f"Go back to the last good build {RUNNING.hex()}?" in said


def test_a_dry_run_writes_nothing(flash: Flash, elf: Elf, avrdude: Avrdude) -> None:
    status, said = flash(elf(OTHER), "--dry-run")
    assert status == 0 and avrdude.calls == []
    assert "would run: avrdude -p atmega2560" in said and "nothing was written" in said


def test_a_missing_avrdude_is_named_with_its_package(
    flash: Flash, elf: Elf, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    status, said = flash(elf(RUNNING))
    assert status == 2 and "sudo apt install avrdude" in said


def test_a_board_without_firmware_needs_a_word(
    flash: Flash, elf: Elf, avrdude: Avrdude, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.doctor.direct.CONNECT_SECONDS", 0.3)
    master, slave = pty.openpty()
    (tmp_path / "silent").symlink_to(os.ttyname(slave))
    status, said = flash(elf(RUNNING), port=tmp_path / "silent")
    assert status == 1 and "--new-board" in said and avrdude.calls == []
    assert "taken for a new one" in flash(elf(RUNNING), "--new-board", port=tmp_path / "silent")[1]
    assert len(avrdude.calls) == 1
    os.close(master)
    os.close(slave)


def test_a_port_that_is_not_there_is_no_new_board(flash: Flash, elf: Elf, avrdude: Avrdude, tmp_path: Path) -> None:
    status, said = flash(elf(RUNNING), "--new-board", port=tmp_path / "nothing")
    assert status == 1 and "the port is not there" in said and "new" not in said and avrdude.calls == []


def test_something_else_is_no_image(flash: Flash, avrdude: Avrdude, tmp_path: Path) -> None:
    path = tmp_path / "x.hex"
    path.write_text(":00000001FF\n", encoding="ascii")
    status, said = flash(path)
    assert status == 2 and "make firmware" in said


def test_nothing_is_flashed_while_a_lift_is_up(flash: Flash, elf: Elf, avrdude: Avrdude, table: Table) -> None:
    table.act(action="fault", fault="stuck-sensor", arguments={"sensor": "lift-home-2", "level": "off"})
    try:
        status, said = flash(elf(RUNNING))
    finally:
        table.act(action="wipe-sensor")
    assert status == 1 and "lift of side 3" in said and avrdude.calls == []


def test_a_board_without_sensors_can_be_flashed_again(flash: Flash, elf: Elf, avrdude: Avrdude, table: Table) -> None:
    for side in range(4):
        stuck = {"sensor": f"lift-home-{side}", "level": "off"}
        table.act(action="fault", fault="stuck-sensor", arguments=stuck)
    try:
        refused, why = flash(elf(RUNNING))
        status, said = flash(elf(RUNNING), "--new-board")
    finally:
        table.act(action="wipe-sensor")
    assert refused == 1 and "not at home" in why
    assert status == 0 and "a board without sensors" in said and len(avrdude.calls) == 1


def test_a_lift_that_is_seen_up_is_believed_whatever_is_said_of_sensors(
    flash: Flash, elf: Elf, avrdude: Avrdude, table: Table
) -> None:
    for sensor, level in (("lift-home-2", "off"), ("lift-up-2", "on")):
        table.act(action="fault", fault="stuck-sensor", arguments={"sensor": sensor, "level": level})
    try:
        status, said = flash(elf(RUNNING), "--new-board")
    finally:
        table.act(action="wipe-sensor")
    assert status == 1 and "lift of side 3" in said and avrdude.calls == []


@pytest.mark.parametrize("event", [SetLoaded("A"), WallRaised("A")])
def test_nothing_is_flashed_with_tiles_in_or_on_the_table(
    flash: Flash, elf: Elf, avrdude: Avrdude, tmp_path: Path, event: Event
) -> None:
    (tmp_path / "state").mkdir()
    with Journal(tmp_path / "state" / "journal.db", now=lambda: NOW) as journal:
        journal.append([SetLoaded("A"), event])
    status, said = flash(elf(RUNNING))
    assert status == 1 and "set A" in said and avrdude.calls == []


def test_the_folder_of_a_running_service_is_left_alone(
    flash: Flash, elf: Elf, avrdude: Avrdude, tmp_path: Path
) -> None:
    (tmp_path / "state").mkdir()
    with (tmp_path / "state" / "journal.db.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        status, said = flash(elf(RUNNING))
    assert status == 2 and "stop the service first" in said and avrdude.calls == []


def welcome(**changes: Any) -> m.Welcome:
    fields: dict[str, Any] = {
        "nonce": 1, "boot": 1, "cause": m.ResetCause.POWER_ON, "major": 1, "minor": 0, "firmware": (1, 0, 0),
        "build": (0,) * 8, "serial": (0,) * 8, "capabilities": m.Capabilities(0), "max_stacks": 20,
        "positions": (m.Position.HOME,) * 14, "latches": m.Latches(0), "phase": m.BuildPhase.NONE,
        "quota": (0,) * 4, "counts": (0,) * 4,
    }  # fmt: skip
    return m.Welcome(**fields | changes)


def test_only_what_stands_away_or_builds_is_objected_to() -> None:
    assert objection(welcome()) is None
    assert "build" in (objection(welcome(phase=m.BuildPhase.SUSPENDED)) or "")
    positions = [m.Position.HOME] * 14
    positions[m.Mechanism.HATCH] = m.Position.AWAY
    assert "hatch" in (objection(welcome(positions=tuple(positions))) or "")


def test_the_reason_is_not_the_grumbling_about_modem_lines() -> None:
    said = 'avrdude OS error: ioctl("TIOCMGET"): Inappropriate ioctl\n\navrdude stk500v2_getsync() error: timeout\nmore'
    assert Outcome(False, said).reason == "avrdude stk500v2_getsync() error: timeout"
    assert Outcome(False, "").reason == "it printed nothing"
