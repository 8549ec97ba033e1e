"""An avrdude that is none but behaves like it, and images made by hand."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

AVRDUDE = '''#!{python}
"""Speaks and exits like avrdude 7; keeps what it was given."""
import os, sys, pathlib
home = pathlib.Path(__file__).parent
words = sys.argv[1:]
(home / "calls").open("a").write(" ".join(words) + "\\n")
said = lambda text: print(text, file=sys.stderr)
options = dict(zip(words[::1], words[1::1]))
if options.get("-p") != "atmega2560" or options.get("-c") != "wiring":
    said("avrdude error: invalid programmer or part"); sys.exit(1)
memory, way, path, kind = options["-U"].split(":")
rows = pathlib.Path(path).read_text().split()
assert (memory, way, kind) == ("flash", "w", "i") and rows[-1] == ":00000001FF"
modes = (home / "modes").read_text().split() if (home / "modes").exists() else []
mode = modes.pop(0) if modes else "good"
(home / "modes").write_text(" ".join(modes))
if mode == "no-sync":
    said("avrdude stk500v2_ReceiveMessage() error: timeout")
    said("avrdude error: unable to open port " + options["-P"] + " for programmer wiring"); sys.exit(1)
said("avrdude: AVR device initialized and ready to accept instructions")
said("avrdude: writing " + str(len(rows)) + " rows flash ...")
(home / "flash.hex").write_text("\\n".join(rows))
if mode == "mismatch":
    said("avrdude: verifying flash memory against " + path)
    said("avrdude verification mismatch"); said("        device 0x00 != input 0x0c at addr 0x0100 (error)")
    said("avrdude error: verification mismatch"); sys.exit(1)
said("avrdude: flash verified"); said("avrdude done.  Thank you.")
'''


class Avrdude:
    """``fails``: what it does at its next calls, in order: ``no-sync``, ``mismatch``, ``good``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fails(self, *modes: str) -> None:
        (self.folder / "modes").write_text(" ".join(modes), encoding="ascii")

    @property
    def calls(self) -> list[str]:
        path = self.folder / "calls"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


@pytest.fixture
def avrdude(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Avrdude:
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "avrdude"
    program.write_text(AVRDUDE.replace("{python}", sys.executable), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    return Avrdude(folder)


@pytest.fixture
def elf(tmp_path: Path) -> Callable[..., Path]:
    """Writes an image with this build; ``symbol``, ``machine`` and ``code`` spoil it."""

    def make(build: bytes, name: str = "image.elf", **spoiled: object) -> Path:
        path = tmp_path / name
        path.write_bytes(elf_bytes(build, **spoiled))  # type: ignore[arg-type]
        return path

    return make


def elf_bytes(
    build: bytes,
    *,
    symbol: bytes = b"build.3288",
    machine: int = 83,
    code: bytes = b"\x0c\x94" * 40,
    serial: bytes = b"",
) -> bytes:
    """An AVR program of two loaded segments (code; data that runs in RAM) and a symbol table."""
    data, data_at = b"\0" * 5 + build + serial + b"\0" * 3, 0x800200
    names = b"\0" + symbol + b"\0serial\0"
    symbols = bytes(16) + struct.pack("<IIIBBH", 1, data_at + 5, len(build), 1, 0, 1)
    serial_at = data_at + 5 + len(build)
    symbols += struct.pack("<IIIBBH", len(symbol) + 2, serial_at, len(serial), 1, 0, 1) if serial else b""
    at_code = 52 + 2 * 32
    at_data, at_symbols = at_code + len(code), at_code + len(code) + len(data)
    at_names = at_symbols + len(symbols)
    at_sections = at_names + len(names)
    segments = struct.pack("<8I", 1, at_code, 0, 0, len(code), len(code), 5, 2)
    segments += struct.pack("<8I", 1, at_data, data_at, len(code), len(data), len(data), 6, 1)
    sections = struct.pack("<10I", 0, 2, 0, 0, at_symbols, len(symbols), 1, 2, 4, 16)
    sections += struct.pack("<10I", 0, 3, 0, 0, at_names, len(names), 0, 0, 1, 0)
    header = struct.pack(
        "<16sHHIIIIIHHHHHH",
        b"\x7fELF\x01\x01\x01" + bytes(9),
        2,
        machine,
        1,
        0,
        52,
        at_sections,
        0,
        52,
        32,
        2,
        40,
        2,
        1,
    )
    return header + segments + code + data + symbols + names + sections
