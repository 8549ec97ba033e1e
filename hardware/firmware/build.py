"""Compiles the firmware: the core as a shared library for this machine, and the binary for the ATmega2560.

``python -m hardware.firmware.build`` builds and prints the path of the library.

A build is kept under the hash of everything that went into it, so an unchanged source is never compiled twice and two
processes can never load a half-written file.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent.parent
WARNINGS: Final = ("-Wall", "-Wextra", "-Wconversion")
HOST_FLAGS: Final = ("-std=c11", *WARNINGS, "-O2", "-g", "-fPIC", "-shared", "-fvisibility=default")
CHIP: Final = "atmega2560"
AVR_FLAGS: Final = (
    f"-mmcu={CHIP}", "-DF_CPU=16000000UL", "-std=gnu11", "-O3", "-g", "-flto", *WARNINGS, "-ffunction-sections",
    "-Wl,--gc-sections",
)  # fmt: skip
FLASH_BYTES: Final = 262144 - 8192
"""Of the ATmega2560, without its bootloader."""
RAM_BYTES: Final = 8192
SANITIZE_FLAGS: Final = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")
COMPILE_TIMEOUT_S: Final = 300
SHIPPED: Final = HERE / "built"
"""In an installed package: the library and the chip image that were made together with it. A checkout has none."""


class FirmwareBuildError(RuntimeError):
    """Base of everything that can go wrong here. ``code`` is stable, ``remedy`` says what to do."""

    code = "firmware-build"

    def __init__(self, detail: str, remedy: str) -> None:
        super().__init__(f"{detail}. {remedy}")
        self.detail = detail
        self.remedy = remedy


class NoCompilerError(FirmwareBuildError):
    """This machine has no C compiler."""

    code = "firmware-no-compiler"


class NoAvrToolsError(FirmwareBuildError):
    """This machine has no compiler for the chip."""

    code = "firmware-no-avr-tools"


class CompileError(FirmwareBuildError):
    """The compiler refused, or did not finish; its words are in ``detail``."""

    code = "firmware-compile"


class NoBuildFolderError(FirmwareBuildError):
    """There is no folder to write to."""

    code = "firmware-no-build-folder"


@dataclass(frozen=True)
class Compiler:
    """``command`` comes before the flags; ``version`` is part of the hash of a build."""

    command: tuple[str, ...]
    version: str


AVR_FOLDERS: Final = ("core", "hal_avr")


def sources(folder: str) -> list[Path]:
    return sorted(path for path in (HERE / folder).iterdir() if path.suffix in {".c", ".h"})


def build_hash(folders: Sequence[str] = ("core",), tools: Sequence[str] = ()) -> bytes:
    """The first eight bytes of SHA-256 over the sources and what compiles them: what Welcome reports as ``build``."""
    digest = hashlib.sha256("\0".join(tools).encode())
    for path in (path for folder in folders for path in sources(folder)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.digest()[:8]


def _define(name: str, value: bytes) -> str:
    return f"-D{name}=" + ",".join(f"0x{byte:02x}" for byte in value)


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=COMPILE_TIMEOUT_S, check=False)


def _version(command: tuple[str, ...]) -> str:
    return _run((*command, "--version")).stdout.partition("\n")[0]


def find_compiler() -> Compiler:
    """The machine's own compiler, else the one in the wheel ``ziglang``. Raises NoCompilerError."""
    for name in ("cc", "gcc", "clang"):
        found = shutil.which(name)
        if found:
            return Compiler((found,), _version((found,)))
    if importlib.util.find_spec("ziglang") is not None:
        command = (sys.executable, "-m", "ziglang")
        return Compiler((*command, "cc"), "zig " + _run((*command, "version")).stdout.strip())
    raise NoCompilerError(
        "No C compiler found (cc, gcc, clang)", f"Install one, or run: {sys.executable} -m pip install ziglang"
    )


def _candidates() -> Iterator[Path]:
    if (ROOT / "pyproject.toml").exists():  # a checkout, not an installed package
        yield ROOT / "build" / "firmware"
    state = os.environ.get("JANTAKU_STATE_DIR")
    if state:
        yield Path(state) / "firmware"
    yield Path.home() / ".cache" / "jantaku" / "firmware"


def build_folder() -> Path:
    """The first of checkout, state folder and cache that can be written. Raises NoBuildFolderError."""
    for folder in _candidates():
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    raise NoBuildFolderError(
        "No folder to build the firmware in can be written", "Set JANTAKU_STATE_DIR to a folder that can."
    )


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _fingerprint(parts: Sequence[str], files: Sequence[Path]) -> str:
    digest = hashlib.sha256("\0".join(parts).encode())
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _compile(command: Sequence[str], target: Path) -> None:
    """Compiles next to ``target`` and renames: whoever opens it sees a whole file."""
    handle, name = tempfile.mkstemp(dir=target.parent, suffix=target.suffix)
    os.close(handle)
    try:
        try:
            result = _run((*command, "-o", name))
        except subprocess.TimeoutExpired as error:
            said = f"{command[0]} did not finish within {COMPILE_TIMEOUT_S} s"
            raise CompileError(said, "Let this computer do less, and try again.") from error
        if result.returncode != 0:
            raise CompileError(f"{command[0]} failed:\n{result.stderr.strip()}", "Look at the first error above.")
        Path(name).replace(target)
    finally:
        Path(name).unlink(missing_ok=True)


def _built(target: Path, command: Sequence[str]) -> Path:
    if not target.exists():
        with _locked(target.parent):
            if not target.exists():
                _compile(command, target)
    return target


def host_library(sanitize: bool = False) -> Path:
    """The core as a shared library with the interface of ``hal_sim/sim.h``. Raises FirmwareBuildError.

    With ``sanitize`` memory and arithmetic errors end the process; it must then be loaded with libasan preloaded.
    """
    if not sanitize and (made := SHIPPED / _shipped_name()).is_file():
        return made
    compiler = find_compiler()
    files = _host_files()
    flags = (*HOST_FLAGS, *(SANITIZE_FLAGS if sanitize else ()), _define("BUILD_HASH", build_hash()))
    name = _fingerprint((*compiler.command, compiler.version, *flags), files)
    target = build_folder() / f"libjantaku-board-{'asan-' if sanitize else ''}{name}.so"
    return _built(target, (*compiler.command, *flags, *_units(files)))


def _host_files() -> list[Path]:
    return [*sources("core"), *sources("hal_sim")]


def _units(files: Sequence[Path]) -> list[str]:
    return [str(path) for path in files if path.suffix == ".c"]


def _shipped_name() -> str:
    """Without the compiler, which the computer that runs the library need not have."""
    return f"libjantaku-board-{_fingerprint(HOST_FLAGS, _host_files())}.so"


def ship_library(folder: Path, compiler: Compiler) -> Path:
    """The library for a package: without what names this computer. Raises CompileError."""
    target = folder / _shipped_name()
    flags = (*HOST_FLAGS, "-g0", "-s", _define("BUILD_HASH", build_hash()))
    _compile((*compiler.command, *flags, *_units(_host_files())), target)
    return target


def shipped_image() -> Path | None:
    """The chip image that belongs to this installation; None in a checkout, where ``make firmware`` makes one."""
    return next(iter(sorted(SHIPPED.glob(f"jantaku-{CHIP}-*.elf"))), None)


@cache
def find_avr_gcc() -> Compiler:
    """The compiler for the chip. Raises NoAvrToolsError."""
    compiler = shutil.which("avr-gcc")
    if compiler is None:
        raise NoAvrToolsError("No avr-gcc found", "Run: apt-get install gcc-avr avr-libc binutils-avr")
    return Compiler((compiler,), _version((compiler,)))


def avr_build() -> bytes:
    """The build of an image for the chip: the same core with other pins, or from another compiler, is another one.
    Raises NoAvrToolsError."""
    return build_hash(AVR_FOLDERS, (find_avr_gcc().version, *AVR_FLAGS))


def firmware_version() -> str:
    """As Welcome reports it: ``"1.0.0"``."""
    text = (HERE / "core" / "board.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"#define FIRMWARE_(?:MAJOR|MINOR|PATCH) (\d+)", text))


def avr_elf(serial: int = 0) -> Path:
    """The image for the ATmega2560 of the board with this serial number. Raises FirmwareBuildError.

    Its name holds all that tells it from others: version, build and serial number.
    """
    compiler, made = find_avr_gcc(), avr_build()
    defines = (_define("BUILD_HASH", made), _define("BOARD_SERIAL", serial.to_bytes(8, "little")))
    target = build_folder() / f"jantaku-{CHIP}-{firmware_version()}-{made.hex()}-serial-{serial}.elf"
    units = [str(path) for folder in AVR_FOLDERS for path in sources(folder) if path.suffix == ".c"]
    return _built(target, (*compiler.command, *AVR_FLAGS, *defines, *units))


@dataclass(frozen=True)
class Size:
    """Bytes of an image in the chip; ``ram`` is without the stack."""

    flash: int
    ram: int


def avr_size(elf: Path) -> Size:
    tool = shutil.which("avr-size")
    if tool is None:
        raise NoAvrToolsError("No avr-size found", "Run: apt-get install binutils-avr")
    text, data, bss, *_ = (int(word) for word in _run((tool, str(elf))).stdout.splitlines()[1].split()[:3])
    return Size(text + data, data + bss)


def _print_avr(serial: int) -> None:
    try:
        elf = avr_elf(serial)
    except NoAvrToolsError as error:
        print(f"chip image not built: {error}")
        return
    size = avr_size(elf)
    print(elf)
    print(f"  version {firmware_version()}, build {avr_build().hex()}, serial number {serial}")
    print(f"  flash {size.flash} of {FLASH_BYTES} bytes ({100 * size.flash / FLASH_BYTES:.0f} %)")
    print(f"  RAM   {size.ram} of {RAM_BYTES} bytes ({100 * size.ram / RAM_BYTES:.0f} %) without the stack")


def _serial(text: str) -> int:
    if not text.isdecimal() or int(text) >= 1 << 64:
        raise argparse.ArgumentTypeError("a whole number of eight bytes")
    return int(text)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m hardware.firmware.build", description=__doc__.partition("\n")[0])
    parser.add_argument("--sanitize", action="store_true", help="with address and undefined behaviour sanitizers")
    parser.add_argument("--serial", type=_serial, default=0, help="serial number in the chip image")
    options = parser.parse_args(arguments)
    try:
        print(host_library(options.sanitize))
        _print_avr(options.serial)
    except FirmwareBuildError as error:
        print(f"{error.code}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
