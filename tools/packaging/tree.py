"""Folders that become packages: every file with the same bytes, mode and time, whoever makes them, and when."""

from __future__ import annotations

import os
import subprocess
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PROGRAM: Final = Path("usr/lib/jantaku")
"""Where the program lies in a package; a release folder of ``jantaku update`` has the same content."""
TIMEOUT_S: Final = 600


def version_here() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def epoch() -> int:
    """Seconds since 1970 that every file bears: ``SOURCE_DATE_EPOCH``, or the time of the last commit."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return int(given or said("git", "-C", str(ROOT), "log", "-1", "--format=%ct"))


def said(*command: str) -> str:
    """What a program prints. Raises ``CalledProcessError``, ``TimeoutExpired``."""
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=TIMEOUT_S)
    return done.stdout.strip()


def ran(command: Sequence[str], where: Path, seconds: float, environment: Mapping[str, str] | None = None) -> None:
    """Runs a program that is heard only when it fails. Raises ``CalledProcessError`` with the end of what it says,
    ``TimeoutExpired``."""
    try:
        subprocess.run(
            command, cwd=where, env=environment, check=True, capture_output=True, text=True, timeout=seconds
        )  # fmt: skip
    except subprocess.CalledProcessError as error:
        error.add_note((error.stdout + error.stderr)[-2_000:])
        raise


def write(path: Path, content: str | bytes, mode: int = 0o644) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    path.chmod(mode)
    return path


FOLDER_MODES: Final = {"sudoers.d": 0o440}
"""Of files in folders whose reader asks for another mode than the usual one (Debian policy on sudo)."""


def settle(tree: Path, time: int) -> None:
    """Modes and times of all that lies in ``tree``; what may be run stays so only in a folder for programs."""
    for path in sorted(tree.rglob("*"), reverse=True):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or _is_program(path) else FOLDER_MODES.get(path.parent.name, 0o644))
        os.utime(path, (time, time), follow_symlinks=False)
    tree.chmod(0o755)
    os.utime(tree, (time, time))


def _is_program(path: Path) -> bool:
    return path.parent.name in ("bin", "DEBIAN") and path.read_bytes()[:2] == b"#!"


def bytes_in(tree: Path) -> int:
    return sum(path.stat().st_size for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
