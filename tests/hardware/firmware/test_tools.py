"""Compiling, and the pin table."""

from __future__ import annotations

import copy
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hardware.firmware import build, pins

STRICT = ("-Wall", "-Wextra", "-Wconversion", "-Werror", "-fsyntax-only", "-DBUILD_HASH=0")


def _refusals(command: list[str], folders: tuple[str, ...]) -> list[str]:
    units = [str(path) for folder in folders for path in build.sources(folder) if path.suffix == ".c"]
    return subprocess.run([*command, *units], capture_output=True, text=True, timeout=100).stderr.splitlines()


@pytest.mark.parametrize("name", ["gcc", "clang"])
def test_no_warning_on_the_host(name: str) -> None:
    compiler = shutil.which(name)
    if compiler is None:
        pytest.skip(f"warnings of {name}: apt-get install {name}")
    assert _refusals([compiler, "-std=c11", *STRICT], ("core", "hal_sim")) == []


def test_no_warning_for_the_chip() -> None:
    compiler = shutil.which("avr-gcc")
    if compiler is None:
        pytest.skip("firmware for the chip: apt-get install gcc-avr avr-libc binutils-avr")
    chip = [compiler, f"-mmcu={build.CHIP}", "-DF_CPU=16000000UL", "-DBOARD_SERIAL=0", "-Os", *STRICT]
    assert _refusals([*chip, "-std=c11"], ("core",)) == []
    assert _refusals([*chip, "-std=gnu11"], ("hal_avr",)) == []


def test_unchanged_sources_are_not_compiled_again(library: Path) -> None:
    before = library.stat().st_mtime_ns
    assert build.host_library() == library
    assert library.stat().st_mtime_ns == before


def test_missing_compiler_names_the_command_that_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build.shutil, "which", lambda name: None)
    monkeypatch.setattr(build.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(build.NoCompilerError, match="-m pip install ziglang"):
        build.host_library()


def test_folder_that_cannot_be_written_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "build").write_text("a file where the folder would be")
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setenv("JANTAKU_STATE_DIR", str(tmp_path / "state"))
    assert build.build_folder() == tmp_path / "state" / "firmware"


def test_refused_source_shows_the_compilers_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "broken.c"
    broken.write_text("int f(void) { return nothing_of_that_name; }")
    monkeypatch.setattr(build, "sources", lambda folder: [broken])
    monkeypatch.setattr(build, "build_folder", lambda: tmp_path)
    with pytest.raises(build.CompileError, match="nothing_of_that_name"):
        build.host_library()
    assert not list(tmp_path.glob("*.so"))


def test_a_compiler_that_does_not_finish_is_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    slow = tmp_path / "cc"
    slow.write_text('#!/bin/sh\n[ "$1" = --version ] || exec sleep 60\n')
    slow.chmod(0o755)
    monkeypatch.setattr(build, "find_compiler", lambda: build.Compiler((str(slow),), "slow"))
    monkeypatch.setattr(build, "build_folder", lambda: tmp_path)
    monkeypatch.setattr(build, "COMPILE_TIMEOUT_S", 0.1)
    with pytest.raises(build.CompileError, match=r"did not finish within 0\.1 s.*try again"):
        build.host_library()
    assert not list(tmp_path.glob("*.so"))


def test_pin_header_is_that_of_the_table() -> None:
    assert pins.HEADER.read_text(encoding="utf-8") == pins.header(pins.load())


@pytest.mark.parametrize(
    ("group", "name", "entry"),
    [
        ("keys", "OPEN", {"pin": "J1", "active": "low"}),
        ("keys", "OPEN", {"pin": "G6", "active": "low"}),
        ("keys", "OPEN", {"pin": "B1", "active": "low"}),
        ("keys", "OPEN", {"pin": "X4", "active": "low"}),
        ("keys", "OPEN", {"pin": "Z0", "active": "low"}),
    ],
    ids=["taken", "no such pin", "the display's clock", "taken on a register", "no such register"],
)
def test_wrong_pin_is_refused(monkeypatch: pytest.MonkeyPatch, group: str, name: str, entry: dict[str, str]) -> None:
    table = copy.deepcopy(pins.load())
    table[group][name] = entry
    monkeypatch.setattr(pins.tomllib, "loads", lambda text: table)
    with pytest.raises(pins.PinTableError, match="OPEN"):
        pins.load()


def test_an_output_on_a_register_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table = copy.deepcopy(pins.load())
    table["outputs"]["BEEPER"] = "X0"
    monkeypatch.setattr(pins.tomllib, "loads", lambda text: table)
    with pytest.raises(pins.PinTableError, match="BEEPER"):
        pins.load()


def test_every_pin_of_a_port_is_driven_or_pulled_up_except_the_serial_line() -> None:
    rows = re.findall(r"apply\((\w), 0x(\w+)U, 0x(\w+)U\)", pins.header(pins.load()))
    both = {port: (int(drives, 16) & int(pulls, 16), int(drives, 16) | int(pulls, 16)) for port, drives, pulls in rows}
    assert all(overlap == 0 for overlap, _ in both.values())
    assert {port: every for port, (_, every) in both.items() if every != 0xFF} == {"E": 0xFC, "G": 0x3F}
