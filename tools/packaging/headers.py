"""The headers of a Python for another machine, as Debian has them."""

from __future__ import annotations

import os
import platform
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import Final

from tools.packaging.dependencies import Machine
from tools.packaging.program import needed
from tools.packaging.tree import TIMEOUT_S, said

SUITES: Final = {"3.11": "bookworm", "3.13": "trixie"}
"""The Debian that has this Python."""
MIRROR: Final = os.environ.get("JANTAKU_DEBIAN_MIRROR", "http://deb.debian.org/debian")
KEYRING: Final = "/usr/share/keyrings/debian-archive-keyring.gpg"


def headers(machine: Machine, python: str, kept: Path) -> list[Path]:
    """Where the headers of this Python for this machine are: this computer's own where they are the ones, else from
    Debian, held to its archive's keys, below ``kept``. Raises ``CalledProcessError``, ``ToolMissing``."""
    here = Path(sysconfig.get_path("include"))
    same = (platform.machine(), sysconfig.get_python_version()) == (machine.wheels, python)
    if same and (here / "Python.h").is_file():
        return [here]
    target = kept / f"{machine.debian}-{python}"
    if not target.is_dir():
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept) as scratch:
            package = _downloaded(f"libpython{python}-dev", SUITES[python], machine, Path(scratch) / "apt")
            unpacked = Path(scratch) / "unpacked"
            said(needed("dpkg-deb", "dpkg"), "--extract", str(package), str(unpacked))
            (unpacked / "usr/include").rename(target)
    return [target / f"python{python}", target]


def _downloaded(package: str, suite: str, machine: Machine, folder: Path) -> Path:
    """A package of Debian for another machine, by an apt of its own that changes nothing on this computer."""
    for name in ("etc/preferences.d", "etc/apt.conf.d", "state/lists/partial", "cache/archives/partial", "got"):
        (folder / name).mkdir(parents=True)
    (folder / "status").touch()
    (folder / "etc/sources.list").write_text(f"deb [signed-by={KEYRING}] {MIRROR} {suite} main\n", encoding="utf-8")
    options = {
        "Dir": folder, "Dir::Etc": folder / "etc", "Dir::State": folder / "state", "Dir::Cache": folder / "cache",
        "Dir::State::status": folder / "status", "APT::Architecture": machine.debian,
        "APT::Architectures": machine.debian, "Acquire::Languages": "none", "APT::Sandbox::User": "root",
    }  # fmt: skip
    words = [word for key, value in options.items() for word in ("-o", f"{key}={value}")]
    for command in ("update",), ("download", package):
        subprocess.run(
            [needed("apt-get", "apt"), "-q", *words, *command],
            cwd=folder / "got", check=True, capture_output=True, timeout=TIMEOUT_S,
        )  # fmt: skip
    (found,) = (folder / "got").glob("*.deb")
    return found
