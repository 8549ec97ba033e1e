"""The program as an installed folder: our modules, the firmware ready made, and the locked packages beside them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from hardware.firmware.build import SHIPPED, Compiler, avr_elf, ship_library
from tools.packaging.dependencies import Machine, unpack
from tools.packaging.tree import ROOT, TIMEOUT_S, epoch, said, version_here

SOURCES: Final = (
    "api",
    "hall",
    "controller",
    "firmware_bridge",
    "hardware",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)
_LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", "*.pyc", "built")
_BUILD: Final = "import sys; from setuptools import build_meta as b; getattr(b, 'build_' + sys.argv[1])(sys.argv[2])"


class ToolMissing(RuntimeError):
    """A program that makes packages is not on this computer; says how to get it."""


def source_tree(into: Path, version: str) -> Path:
    """Our sources without what was made from them, with ``version`` in ``pyproject.toml``."""
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, into / name, ignore=_LEFT_OUT)
        else:
            into.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, into / name)
    project = into / "pyproject.toml"
    here = f'\nversion = "{version_here()}"\n'
    text = project.read_text(encoding="utf-8")
    project.write_text(text.replace(here, f'\nversion = "{version}"\n', 1), encoding="utf-8")
    return into


def built(kind: str, sources: Path, into: Path) -> Path:
    """The ``wheel`` or ``sdist`` of a source tree. Raises ``CalledProcessError``."""
    into.mkdir(parents=True, exist_ok=True)
    environment = {"SOURCE_DATE_EPOCH": str(epoch()), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-c", _BUILD, kind, str(into)]
    before = set(into.iterdir())
    subprocess.run(command, cwd=sources, env=environment, check=True, capture_output=True, timeout=TIMEOUT_S)
    (made,) = set(into.iterdir()) - before
    return made


def lay_program(into: Path, version: str, machine: Machine, wheels: Iterable[Path]) -> None:
    """Our modules, ``wheels`` and the firmware. Raises ``ToolMissing``, ``CalledProcessError``, ``CompileError``."""
    with tempfile.TemporaryDirectory() as scratch:
        tree = source_tree(Path(scratch) / "tree", version)
        wheel = built("wheel", tree, Path(scratch) / "wheel")
        into.mkdir(parents=True, exist_ok=True)
        shutil.unpack_archive(wheel, into, "zip")
    next(into.glob("jantaku-*.dist-info/RECORD")).unlink()  # 60 kB compressed, and nobody uninstalls with it here
    unpack(wheels, into)
    lay_firmware(into / SHIPPED.relative_to(ROOT), machine)
    strip(into, machine)


def lay_firmware(into: Path, machine: Machine) -> None:
    """The simulator's board for ``machine``, and the image for the chip, so that neither needs a compiler there."""
    into.mkdir(parents=True, exist_ok=True)
    gcc = needed(f"{machine.tools}gcc", f"gcc-{machine.tools.rstrip('-')}")
    ship_library(into, Compiler((gcc,), said(gcc, "--version").partition("\n")[0]))
    needed("avr-gcc", "gcc-avr avr-libc binutils-avr")
    image = into / avr_elf().name
    shutil.copyfile(avr_elf(), image)
    said(needed("avr-objcopy", "binutils-avr"), "--strip-debug", str(image))


def strip(tree: Path, machine: Machine) -> None:
    """Compiled modules without what only a debugger reads."""
    modules = [path for path in sorted(tree.rglob("*.so*")) if path.read_bytes()[:4] == b"\x7fELF"]
    if modules:
        tool = needed(f"{machine.tools}strip", f"binutils-{machine.tools.rstrip('-')}")
        said(tool, "--strip-unneeded", *map(str, modules))


def needed(program: str, packages: str) -> str:
    found = shutil.which(program)
    if found is None:
        raise ToolMissing(f"there is no {program} on this computer; run: apt-get install {packages}")
    return found
