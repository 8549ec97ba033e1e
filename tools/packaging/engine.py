"""The rules engine compiled for another Python and machine than those that build: mypyc's C and a compiler for that
machine, with the headers of that Python as Debian has them. Nothing of the other machine runs here.

C is written once for each Python and compiled for each machine, file by file; what is made is kept in
``build/engine`` under the hash of what it was made from. All of it takes nine minutes of a processor for each machine.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from tools.compiled import ALL
from tools.packaging.dependencies import PYTHONS, Machine
from tools.packaging.program import needed, source_tree, strip
from tools.packaging.tree import ROOT, TIMEOUT_S, said, version_here

KEPT: Final = ROOT / "build" / "engine"
SUITES: Final = {"3.11": "bookworm", "3.13": "trixie"}
"""The Debian that has this Python."""
MIRROR: Final = os.environ.get("JANTAKU_DEBIAN_MIRROR", "http://deb.debian.org/debian")
KEYRING: Final = "/usr/share/keyrings/debian-archive-keyring.gpg"
DESCRIBED: Final = "extensions.json"
STAMP: Final = "controller.sha256"
"""Beside ``controller``: of which source it is."""
FLAGS: Final = ("-g0", "-fPIC", "-fwrapv", "-DNDEBUG")
STEP_S: Final = 6 * TIMEOUT_S
"""Of one step: the link optimises over all files at once, four minutes of a processor of which others may take most."""
MADE_BY: Final = 3
"""Counts changes here after which C that was kept is no good any more."""
LEVELS: Final = {"rulesets": "-Os", "": "-O2"}
"""How files with this in their path are compiled. The C of the rulesets is three quarters of all,
most of it the making of tables that is run once: it is compiled for size."""


def engine(machine: Machine, pythons: Sequence[str] = PYTHONS, parts: str = ALL) -> tuple[Path, ...]:
    """Folders, one for each Python, of compiled modules to be laid beside the source. ``parts``: paths with ``:``
    between. Raises ``ToolMissing``, ``CalledProcessError``."""
    return tuple(_made(machine, python, parts) for python in pythons)


def _made(machine: Machine, python: str, parts: str) -> Path:
    gcc = needed(f"{machine.tools}gcc", f"gcc-{machine.tools.rstrip('-')}")
    target = KEPT / f"{machine.debian}-{python}-{_of_what(parts, said(gcc, '--version'))}"
    if not target.is_dir():
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as scratch:
            tree = _written(python, parts, Path(scratch) / "tree")
            made = Path(scratch) / "made"
            for extension in json.loads((tree / DESCRIBED).read_text()):
                _compile(Extension(**extension), tree, gcc, headers(machine, python), made, _suffix(machine, python))
            strip(made, machine)
            made.rename(target)
    return target


def _of_what(parts: str, compiler: str) -> str:
    """The hash of all that compiled modules are made from: types of what the engine imports are in them too."""
    paths = [ROOT / "setup.py", *sorted((ROOT / "controller").rglob("*.py"))]
    words = f"{parts} {compiler} {FLAGS} {LEVELS} {MADE_BY} {importlib.metadata.version('mypy')}".encode()
    return hashlib.sha256(words + b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]


def _written(python: str, parts: str, tree: Path) -> Path:
    """The source tree with C for ``python`` in ``build``, and what is compiled of it in ``DESCRIBED``."""
    source_tree(tree, version_here())
    environment = {**os.environ, "JANTAKU_COMPILED": parts, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "tools.packaging.engine", python]
    subprocess.run(command, cwd=tree, env=environment, check=True, capture_output=True, timeout=TIMEOUT_S)
    return tree


@dataclass(frozen=True)
class Extension:
    """A module of C: its files, where it looks for headers, and words for the compiler."""

    name: str
    sources: list[str]
    headers: list[str]
    flags: list[str]
    link: list[str]


def _compile(of: Extension, tree: Path, gcc: str, python: Iterable[Path], into: Path, suffix: str) -> None:
    objects = [source.replace("/", "_") + ".o" for source in of.sources]
    words = [word for word in of.flags if not word.startswith(("-O", "-g"))]
    words += [f"-I{folder}" for folder in (*of.headers, *python)]

    def compile_one(source: str, made: str) -> None:
        level = next(level for part, level in LEVELS.items() if part in source)
        _run(gcc, level, *FLAGS, *words, "-c", source, "-o", made, where=tree)

    with ThreadPoolExecutor(os.cpu_count()) as workers:
        list(workers.map(compile_one, of.sources, objects))
    target = into / (of.name.replace(".", "/") + suffix)
    target.parent.mkdir(parents=True, exist_ok=True)
    _run(gcc, "-shared", *FLAGS, *of.link, *objects, "-o", str(target), where=tree)


def _run(*command: str, where: Path) -> None:
    subprocess.run(command, cwd=where, check=True, capture_output=True, timeout=STEP_S)


def _suffix(machine: Machine, python: str) -> str:
    return f".cpython-{python.replace('.', '')}-{machine.wheels}-linux-gnu.so"


def headers(machine: Machine, python: str) -> list[Path]:
    """Where the headers of this Python for this machine are: this computer's own where they are the ones, else from
    Debian, held to its archive's keys. Raises ``CalledProcessError``, ``ToolMissing``."""
    here = Path(sysconfig.get_path("include"))
    same = (platform.machine(), sysconfig.get_python_version()) == (machine.wheels, python)
    if same and (here / "Python.h").is_file():
        return [here]
    kept = KEPT / "headers" / f"{machine.debian}-{python}"
    if not kept.is_dir():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as scratch:
            package = _downloaded(f"libpython{python}-dev", SUITES[python], machine, Path(scratch) / "apt")
            unpacked = Path(scratch) / "unpacked"
            said(needed("dpkg-deb", "dpkg"), "--extract", str(package), str(unpacked))
            (unpacked / "usr/include").rename(kept)
    return [kept / f"python{python}", kept]


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
    apt = [
        needed("apt-get", "apt"),
        "-q",
        *(word for key, value in options.items() for word in ("-o", f"{key}={value}")),
    ]
    _run(*apt, "update", where=folder / "got")
    _run(*apt, "download", package, where=folder / "got")
    (found,) = (folder / "got").glob("*.deb")
    return found


def source_digest(program: Path) -> str:
    """Of the modules that lie with the engine: what was compiled belongs to these and to no others."""
    paths = sorted((program / "controller").rglob("*.py"))
    return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in paths)).hexdigest()


def lay(engines: Iterable[Path], into: Path) -> None:
    for one in engines:
        shutil.copytree(one, into, dirs_exist_ok=True)


class _Version(NamedTuple):
    major: int
    minor: int
    micro: int
    releaselevel: str
    serial: int


def _extensions(python: str) -> Iterator[dict[str, Any]]:
    """In the folder of a source tree: its C is written for ``python``, whichever runs this. mypyc asks the version of
    the running Python in more places than its options reach, so that for this while it is another one."""
    import runpy

    import mypyc.build  # noqa: F401 - asks for the true version when it is imported
    import setuptools  # type: ignore[import-untyped]

    setuptools.setup = lambda **_: None
    extensions = runpy.run_path("setup.py")["extensions"]
    major, minor = map(int, python.split("."))
    true = sys.version_info
    sys.version_info = _Version(major, minor, 0, "final", 0)  # type: ignore[assignment]
    try:
        made = extensions()
    finally:
        sys.version_info = true
    for one in made:
        yield {
            "name": one.name, "sources": one.sources, "headers": one.include_dirs, "flags": one.extra_compile_args,
            "link": one.extra_link_args,
        }  # fmt: skip


if __name__ == "__main__":
    Path(DESCRIBED).write_text(json.dumps(list(_extensions(sys.argv[1]))), encoding="utf-8")
