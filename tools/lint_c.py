"""Check all C: ``python -m tools.lint_c``; with ``--format`` write it as clang-format wants it.

clang-format comes with the development packages, so that everybody has the same version. cppcheck comes from the
system; where it is missing this says so and goes on, unless nothing may be skipped (``JANTAKU_NOTHING_SKIPPED=1``).
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDERS: Final = (
    "hardware/firmware/core", "hardware/firmware/hal_avr", "hardware/firmware/hal_sim", "hardware/firmware/fuzz",
    "tests/hil/simavr",
)  # fmt: skip
EIGHT_BYTES: Final = "1,2,3,4,5,6,7,8"
CPPCHECK: Final = (
    "cppcheck", "--quiet", "--std=c11", "--enable=warning,performance,portability", "--inline-suppr",
    "--error-exitcode=1", f"-DBUILD_HASH={EIGHT_BYTES}", f"-DBOARD_SERIAL={EIGHT_BYTES}",
)  # fmt: skip
HOW_TO_GET_CPPCHECK: Final = "sudo apt install cppcheck"


def sources() -> list[str]:
    """Every C file, as paths from the root. Generated ones are in ``.clang-format-ignore``."""
    return [str(path.relative_to(ROOT)) for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.[ch]"))]


def clang_format(*arguments: str) -> int:
    """The one beside this Python, as pip has put it there."""
    program = shutil.which("clang-format", path=str(Path(sys.executable).parent)) or shutil.which("clang-format")
    if program is None:
        print("clang-format is missing: make setup EXTRAS=dev", file=sys.stderr)
        return 1
    return subprocess.run([program, *arguments, *sources()], cwd=ROOT, check=False).returncode


def cppcheck() -> int:
    """The system's; missing is 0, or 1 where nothing may be skipped."""
    if shutil.which("cppcheck") is None:
        strict = os.environ.get("JANTAKU_NOTHING_SKIPPED") == "1"
        print(f"cppcheck is missing, the C was NOT analysed. Run: {HOW_TO_GET_CPPCHECK}", file=sys.stderr)
        return 1 if strict else 0
    return subprocess.run([*CPPCHECK, *FOLDERS], cwd=ROOT, check=False).returncode


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.lint_c", description=__doc__.partition("\n")[0])
    parser.add_argument("--format", action="store_true", help="write instead of check")
    if parser.parse_args(arguments).format:
        return clang_format("-i")
    return clang_format("--dry-run", "-Werror") | cppcheck()


if __name__ == "__main__":
    sys.exit(main())
