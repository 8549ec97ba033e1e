"""Images: what is in them, and what is none."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.flashing.image import FLASH_BYTES, BadImage, Image, Piece, load
from hardware.firmware import build
from hardware.firmware.build import AVR_FOLDERS, avr_build, avr_elf, build_hash, firmware_version

BUILD = bytes(range(1, 9))
Elf = Callable[..., Path]


def test_an_image_names_its_build(elf: Elf) -> None:
    image = load(elf(BUILD))
    assert image.build == BUILD and image.size == 80 + 16


@pytest.mark.parametrize(
    ("spoiled", "words"),
    [({"machine": 40}, "not a program for the AVR"), ({"symbol": b"built"}, "does not name its build"),
     ({"code": bytes(FLASH_BYTES)}, "do not fit")],
)  # fmt: skip
def test_what_is_no_image_is_refused_with_its_name(elf: Elf, spoiled: dict[str, object], words: str) -> None:
    with pytest.raises(BadImage, match=words) as refused:
        load(elf(BUILD, **spoiled))
    assert "image.elf" in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"\x7fELF", b":00000001FF\n", bytes(100)])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(BadImage):
        load(path)


def test_an_image_cut_short_is_refused(elf: Elf) -> None:
    path = elf(BUILD)
    whole = path.read_bytes()
    for length in range(0, len(whole) - 1, 7):
        path.write_bytes(whole[:length])
        with pytest.raises(BadImage):
            load(path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadImage, match="No such file"):
        load(tmp_path / "none.elf")


def bytes_of(text: str) -> dict[int, int]:
    """Reads Intel HEX again, with its sums."""
    page, found = 0, {}
    for line in text.split():
        row = bytes.fromhex(line[1:])
        assert sum(row) & 0xFF == 0
        if row[3] in (2, 4):  # segment (objcopy, for images above 64 KiB) or linear address
            page = int.from_bytes(row[4:6], "big") << (4 if row[3] == 2 else 16)
        elif row[3] == 0:
            found |= {page + int.from_bytes(row[1:3], "big") + n: byte for n, byte in enumerate(row[4:-1])}
    return found


@given(st.integers(0, 0x3FF00), st.binary(min_size=1, max_size=300))
def test_hex_holds_every_byte_at_its_address(at: int, data: bytes) -> None:
    image = Image(BUILD, (Piece(at, at, data),))
    assert bytes_of(image.as_hex()) == {at + n: byte for n, byte in enumerate(data)}


@pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="needs avr-gcc (apt-get install gcc-avr avr-libc)")
def test_the_real_image_names_the_build_of_its_sources_and_is_what_objcopy_makes(tmp_path: Path) -> None:
    path = avr_elf()
    image = load(path)
    assert image.build == avr_build()
    assert image.serial == bytes(8)
    subprocess.run(["avr-objcopy", "-O", "ihex", str(path), str(tmp_path / "real.hex")], check=True, timeout=60)
    assert bytes_of(image.as_hex()) == bytes_of((tmp_path / "real.hex").read_text(encoding="ascii"))


@pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="needs avr-gcc (apt-get install gcc-avr avr-libc)")
def test_the_images_of_two_boards_are_two_files_whose_names_tell_build_and_board() -> None:
    first, second = avr_elf(1), avr_elf(2)
    assert first.name == f"jantaku-atmega2560-{firmware_version()}-{avr_build().hex()}-serial-1.elf"
    assert second.name == first.name.replace("serial-1", "serial-2")
    assert load(first).build == load(second).build and not load(first).same_as(load(second))
    assert (load(first).name, load(second).name) == tuple(
        f"build {avr_build().hex()}, serial number {n}" for n in (1, 2)
    )


def test_another_compiler_makes_another_build(monkeypatch: pytest.MonkeyPatch) -> None:
    builds = set()
    for version in ("avr-gcc (GCC) 5.4.0", "avr-gcc (GCC) 14.1.0"):
        monkeypatch.setattr(build, "find_avr_gcc", lambda version=version: build.Compiler(("avr-gcc",), version))
        builds.add(avr_build())
    assert len(builds) == 2


def test_another_pin_table_is_another_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(build.HERE, tmp_path / "firmware", ignore=shutil.ignore_patterns("__pycache__", "fuzz"))
    monkeypatch.setattr(build, "HERE", tmp_path / "firmware")
    before = build_hash(AVR_FOLDERS)
    pins = tmp_path / "firmware" / "hal_avr" / "pins.h"
    pins.write_text(pins.read_text(encoding="utf-8").replace("PORTA", "PORTC"), encoding="utf-8")
    assert build_hash(AVR_FOLDERS) != before
