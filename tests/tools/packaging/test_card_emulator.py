"""Which computer a card is made for and emulated on, without an emulator. The long form with one:
``tools.packaging.image.trial``."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import socket
import subprocess
import threading
from pathlib import Path

import pytest

pytest.importorskip("shtab", reason="packages: enable with `make setup EXTRAS=packaging`")

from tools.packaging.image import emulator, system, trial, user_mode
from tools.packaging.image.computer import COMPUTERS
from tools.packaging.image.qemu import Qemu
from tools.packaging.tree import ROOT


@pytest.mark.parametrize("name", ["::/vmlinuz-6.12.57+deb13-{}", "::/vmlinuz-6.17.8+deb13-{}"])
@pytest.mark.parametrize("debian", ["arm64", "amd64"])
def test_a_kernel_of_debian_names_its_computer(name: str, debian: str) -> None:
    assert emulator.computer_of(name.format(debian)).debian == debian


def test_what_only_a_raspberry_pi_needs_is_on_no_other_card() -> None:
    pi, pc = (set(system.Base(COMPUTERS[name]).packages()) for name in ("arm64", "amd64"))
    assert pi - pc == {"linux-image-arm64/trixie-backports", "raspi-firmware", "firmware-brcm80211"}
    assert pc - pi == {"linux-image-amd64/trixie-backports"}


class Orders:
    """What QEMU answers to orders; ``names``: of what is plugged in, each of which it takes once; ``pictures``: format
    and file of each."""

    def __init__(self, port: int) -> None:
        self.names, self.pictures, self.socket = set[str](), list[object](), socket.create_server(("127.0.0.1", port))
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection, connection.makefile("rw") as line:
                line.write('{"QMP": {}}\n')
                line.flush()
                for order in map(json.loads, line):
                    line.write(json.dumps(self._answer(order["execute"], order["arguments"])) + "\n")
                    line.flush()

    def _answer(self, order: str, given: dict[str, object]) -> dict[str, object]:
        name = str(given.get("id", ""))
        if order == "screendump":
            self.pictures.append((given["format"], given["filename"]))
        if order == "device_del":
            self.names.remove(name)
        if order == "device_add":
            if self.names:
                return {"error": {"desc": "the port is taken"}}
            self.names.add(name)
        return {"return": {}}


def test_a_stick_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    made = Qemu(tmp_path / "card", tmp_path, tmp_path / "board", memory=1, talks=False)
    orders = Orders(made.orders)
    try:
        for _ in range(3):
            made.plug(tmp_path / "stick")
        assert orders.names == {"stick3"}
    finally:
        orders.socket.close()


def test_a_picture_is_taken_of_the_screen(tmp_path: Path) -> None:
    made = Qemu(tmp_path / "card", tmp_path, tmp_path / "board", memory=1, talks=False, screen=True)
    orders = Orders(made.orders)
    try:
        made.picture(tmp_path / "screen.png")
        assert orders.pictures == [("png", str(tmp_path / "screen.png"))]
    finally:
        orders.socket.close()


@pytest.mark.parametrize("words", [["--user-mode", "--keep", "KEPT"], []])
def test_a_display_wants_a_screen_and_a_folder_for_its_pictures(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = [str(tmp_path / "card.img"), str(tmp_path / "content")]
    with pytest.raises(SystemExit) as ended:
        trial.main([*card, "--also", "display", *words])
    assert ended.value.code == 2 and "display: wants --keep FOLDER" in capsys.readouterr().err


def test_power_ends_all_that_belongs_to_the_emulator_and_its_time_is_counted(tmp_path: Path) -> None:
    made = Qemu(tmp_path / "card", tmp_path, tmp_path / "board", memory=1, talks=False)
    made.run(
        ["sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; sleep 600 & echo $!; wait"], tmp_path / "out"
    )
    assert made.process is not None
    while not (said := (tmp_path / "out").read_text()).endswith("\n"):
        assert made.runs()
    assert made.spent() > 0
    begun = os.pidfd_open(int(said))
    try:
        made.cut()
        assert select.select([begun], [], [], 60)[0], "what it had started has ended with it"
    finally:
        os.close(begun)


def test_without_usb_the_board_has_the_name_that_the_rule_of_the_card_gives_it(tmp_path: Path) -> None:
    rule = (ROOT / "hardware/udev/70-jantaku.rules").read_text(encoding="utf-8")
    (name,) = set(re.findall('SYMLINK\\+="([^"]+)"', rule))
    assert f'SYMLINK+="{name}"' in user_mode.PORTS
    stick = (ROOT / "tools/packaging/image/files/usr/lib/udev/rules.d/71-jantaku-stick.rules").read_text()
    (bus,) = re.findall('ENV{ID_BUS}=="([^"]+)"', stick)
    assert f'ENV{{ID_BUS}}="{bus}"' in user_mode.PORTS
    script = tmp_path / "script"
    script.write_text(user_mode.PORTS)
    subprocess.run(["sh", "-n", script], check=True)


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="needs ssh-keygen (apt-get install openssh-client)")
def test_a_trial_that_lacks_a_program_says_which_and_leaves_no_board_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    boards: list[emulator.Board] = []

    def board(speed: float) -> emulator.Board:
        boards.append(emulator.Board(speed))
        return boards[0]

    which = shutil.which
    monkeypatch.setattr(trial, "Board", board)
    monkeypatch.setattr(shutil, "which", lambda name, **more: None if name == "linux.uml" else which(name, **more))
    (tmp_path / "card.img").touch()
    words = [str(tmp_path / "card.img"), str(tmp_path), "--user-mode", "--keep", str(tmp_path / "kept")]
    assert trial.main(words) == 2
    assert "apt-get install user-mode-linux" in capsys.readouterr().err
    assert [one.process.poll() is None for one in boards] == [False]
