"""The real avrdude against a bootloader that takes its protocol strictly: every page, a bad one, and no power."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from api.cli import main
from api.flashing.image import load
from hardware.firmware.build import avr_elf, build_hash
from hardware.simulator.bootloader import PAGE, Bootloader
from tests.api.flashing.test_flash import Elf, Table, table
from tools.packaging.image.flashable import flat

pytestmark = pytest.mark.skipif(shutil.which("avrdude") is None, reason="needs avrdude (apt-get install avrdude)")
__all__ = ["table"]
RUNNING = build_hash()
CODE = bytes(n * 7 % 251 for n in range(70_000))
"""Across the border of 64 KiB."""

Flash = Callable[..., tuple[int, str]]


@pytest.fixture
def good(elf: Elf) -> Path:
    return elf(RUNNING, "good.elf", code=CODE)


@pytest.fixture
def board(table: Table, good: Path, tmp_path: Path) -> Iterator[Bootloader]:
    """It runs the good image, and anything else that holds it whole."""
    wanted = flat(load(good))
    bootloader = Bootloader(
        tmp_path / "port", Path(os.path.realpath(table.port)), lambda flash: flash.startswith(wanted)
    )
    bootloader.flash[: len(wanted)] = wanted
    yield bootloader
    bootloader.close()
    assert bootloader.wrong == []


@pytest.fixture
def flash(board: Bootloader, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Flash:
    config = tmp_path / "table.toml"
    config.write_text("[http]\nport = 1\n", encoding="utf-8")

    def run(image: Path, *options: str) -> tuple[int, str]:
        words = ["flash", str(image), "--config", str(config), "--state-dir", str(tmp_path / "state")]
        status = main([*words, "--port", str(board.port), *options])
        caught = capsys.readouterr()
        return status, caught.out + caught.err

    return run


def test_every_page_arrives_where_it_belongs(flash: Flash, board: Bootloader, good: Path) -> None:
    board.flash[:] = b"\x00" * len(board.flash)
    status, said = flash(good, "--new-board")
    assert status == 0, said
    wanted = flat(load(good))
    assert bytes(board.flash[: len(wanted)]) == wanted
    assert board.pages == list(range(-(-len(wanted) // PAGE)))


@pytest.mark.parametrize("bad", [0, 255, 256, len(CODE) // PAGE])
def test_a_page_that_does_not_hold_is_found_and_the_last_good_image_comes_back(
    flash: Flash, board: Bootloader, good: Path, elf: Elf, bad: int
) -> None:
    assert flash(good)[0] == 0
    spoilt = []

    def once(page: int, data: bytes) -> bytes:
        if page != bad or spoilt:
            return data
        spoilt.append(page)
        return data[:9] + bytes((data[9] ^ 0x10,)) + data[10:]

    board.spoil = once
    status, said = flash(elf(bytes(8), "next.elf", code=bytes(reversed(CODE))), "--yes")
    assert status == 1 and spoilt == [bad]
    assert "avrdude failed" in said and f"The board is back on build {RUNNING.hex()}" in said
    wanted = flat(load(good))
    assert bytes(board.flash[: len(wanted)]) == wanted


def test_power_that_fails_in_the_middle_is_told_and_the_next_flash_mends_it(
    flash: Flash, board: Bootloader, good: Path, elf: Elf
) -> None:
    board.dies_at = 150
    status, said = flash(elf(bytes(8), "next.elf", code=bytes(reversed(CODE))))
    assert board.pages == list(range(150)), said
    assert status == 1 and "check cable and power, then flash again (--new-board)" in said
    status, said = flash(good, "--new-board")
    assert status == 0, said


@pytest.mark.skipif(shutil.which("avr-objcopy") is None, reason="needs avr-gcc (apt-get install gcc-avr avr-libc)")
def test_the_chip_holds_what_the_chip_simulator_boots(flash: Flash, board: Bootloader, tmp_path: Path) -> None:
    """The simulator loads the segments of the same file: objcopy says what they are."""
    image = avr_elf()
    subprocess.run(["avr-objcopy", "-O", "binary", str(image), str(tmp_path / "flat")], check=True, timeout=60)
    flat = (tmp_path / "flat").read_bytes()
    status, said = flash(image)
    assert status == 1 and "written, but it does not answer" in said  # behind this bootloader runs another program
    assert bytes(board.flash[: len(flat)]) == flat
