"""The rules engine compiled, for this Python and machine or another: mypyc's C, trained, and a compiler for that
machine with the headers of that Python. Nothing of the other machine runs here.

First this computer compiles an engine that counts where it comes, and scores hands with it (``training``); what is
compiled then is made fast where hands pass, and small elsewhere. One training serves all machines, for they compile the
same C; each Python has its own, and one that does not run here stays without: its files are compiled as ``UNTRAINED``
says. What is made is kept in ``build/engine`` under the hash of what it was made from: twelve minutes of a processor
for a Python's C and training, six for each machine.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final

from tools.packaging.dependencies import MACHINES, PYTHONS, Machine
from tools.packaging.headers import headers
from tools.packaging.program import ToolMissing, needed, source_tree, strip
from tools.packaging.training import python_here, train
from tools.packaging.translation import ALL, C, Extension, described, translate
from tools.packaging.tree import ROOT, TIMEOUT_S, ran, said, version_here

Levels = dict[str, tuple[str, ...]]
"""Words for the compiler of a file with this in its path; the first that fits."""
KEPT: Final = ROOT / "build" / "engine"
STAMP: Final = "controller.sha256"
"""Beside ``controller``: of which source it is."""
FLAGS: Final = ("-g0", "-fPIC", "-fwrapv", "-DNDEBUG")
INSIDE: Final = "-fno-semantic-interposition"
"""Calls inside the library are not looked up."""
AS_ONE: Final = (INSIDE, "-flto=auto")
"""Optimised over all files as one: a hand passes through much code once, and what is shorter stays in the processor's
cache."""
COUNTING: Final = (INSIDE, "-O2", "-fprofile-generate", "-fprofile-update=single")
TRAINED: Final = (*AS_ONE, "-O2", "-fprofile-use")
"""As ``COUNTING`` as far as it changes what is inlined before anything is counted."""
FORGIVEN: Final = ("-Wno-error", "-Wno-coverage-mismatch")
"""Some functions of Python's headers differ from machine to machine: what was counted in them is not taken."""
UNTRAINED: Final[Levels] = {"rulesets": (*AS_ONE, "-Os"), "": (*AS_ONE, "-O2")}
"""Without training, by what is in the path of a file. The C of the rulesets is three quarters of all, most of it the
making of tables that is run once: it is compiled for size."""
PLAIN: Final[Levels] = {"": ("-O0",)}
"""For what is to be compiled soon."""
STEP_S: Final = 6 * TIMEOUT_S
"""Of one step: the link optimises over all files at once, four minutes of a processor of which others may take most."""
MADE_BY: Final = 5
"""Counts changes here after which what was kept is no good any more."""
MADE_FROM: Final = (
    ("controller", "*.py"), ("tests/cases", "*.jsonl"), ("bench", "*.py"), ("tools/packaging", "translation.py"),
    ("tools/packaging", "training.py"),
)  # fmt: skip
COUNTS: Final = "*.gcda"
MADE: Final = "made"
MOST_OF_KIND: Final = 5
"""The whole engine and the parts that tests compile."""


def engine(
    machine: Machine, pythons: Sequence[str] = PYTHONS, parts: str = ALL, *, plain: bool = False
) -> tuple[Path, ...]:
    """Folders, one for each Python, of compiled modules to be laid beside the source. ``parts``: paths with ``:``
    between. ``plain``: neither trained nor optimised. Raises ``ToolMissing``, ``CalledProcessError``."""
    return tuple(_engine(machine, python, parts, plain) for python in pythons)


def this_machine() -> Machine:
    """Raises ``ToolMissing`` where no packages are made for it."""
    for one in MACHINES.values():
        if one.wheels == platform.machine():
            return one
    raise ToolMissing(f"this computer is a {platform.machine()}; compiled are {', '.join(MACHINES)}")


def _engine(machine: Machine, python: str, parts: str, plain: bool) -> Path:
    runs = None if plain else python_here(python)
    if runs is None and not plain:
        print(f"engine: no Python {python} runs here, so that it is compiled without training", file=sys.stderr)

    def made(scratch: Path) -> None:
        objects = scratch / "objects"
        objects.mkdir()
        levels = PLAIN if plain else UNTRAINED
        if runs is not None:
            levels = {"": TRAINED}
            for counts in _counts(python, runs, parts).glob(COUNTS):
                shutil.copy(counts, objects)
        Compiled(_c(python, parts), machine, python, objects, levels).into(scratch / MADE)

    way = "plain" if plain else "untrained" if runs is None else "trained"
    return _kept(f"{machine.debian}-{python}-{way}", parts, said(_gcc(machine), "--version"), made)


def _counts(python: str, runs: str, parts: str) -> Path:
    """How often an engine came where, a file for each of its files of C."""
    machine = this_machine()

    def made(scratch: Path) -> None:
        objects, counts = scratch / "objects", scratch / MADE
        objects.mkdir()
        counts.mkdir()
        tree = source_tree(scratch / "tree", version_here())
        Compiled(_c(python, parts), machine, python, objects, {"": COUNTING}).into(tree)
        train(runs, tree)
        for path in objects.glob(COUNTS):
            shutil.copy(path, counts)

    return _kept(f"counts-{python}", parts, said(_gcc(machine), "--version"), made)


def _c(python: str, parts: str) -> Path:
    return _kept(f"c-{python}", parts, "", lambda scratch: translate(python, parts, scratch / MADE))


def _kept(kind: str, parts: str, compiler: str, make: Callable[[Path], None]) -> Path:
    """The folder below ``KEPT`` of what is made from the sources as they are; ``make`` makes it as ``MADE`` of its
    folder when it is not there. Of one kind only the newest are kept."""
    target = KEPT / f"{kind}-{_of_what(parts, compiler)}"
    if not target.is_dir():
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as scratch:
            make(Path(scratch))
            try:
                (Path(scratch) / MADE).rename(target)
            except OSError:
                if not target.is_dir():  # else another process has made the same meanwhile
                    raise
        with suppress(FileNotFoundError):  # another process clears away too
            for path in sorted(KEPT.glob(f"{kind}-*"), key=lambda path: path.stat().st_mtime)[:-MOST_OF_KIND]:
                shutil.rmtree(path, ignore_errors=True)
    return target


def _of_what(parts: str, compiler: str) -> str:
    """The hash of all that compiled modules are made from: types of what the engine imports are in them too."""
    paths = [path for folder, names in MADE_FROM for path in sorted((ROOT / folder).rglob(names))]
    text = f"{parts} {compiler} {FLAGS} {TRAINED} {UNTRAINED} {MADE_BY} {importlib.metadata.version('mypy')}".encode()
    return hashlib.sha256(text + b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]


def _gcc(machine: Machine) -> str:
    return needed(f"{machine.tools}gcc", f"gcc-{machine.tools.rstrip('-')}")


class Compiled:
    """Modules of the C in ``tree``. ``objects``: the folder of object files, in which gcc looks for counts. It runs
    there: functions that are seen in one file alone are known in counts by the name of its object as it is given."""

    def __init__(self, tree: Path, machine: Machine, python: str, objects: Path, levels: Levels) -> None:
        self.tree, self.objects, self.levels, self.gcc = tree, objects, levels, _gcc(machine)
        (objects / C).symlink_to(tree / C)
        self.headers = headers(machine, python, KEPT / "headers")
        self.suffix = f".cpython-{python.replace('.', '')}-{machine.wheels}-linux-gnu.so"

    def into(self, folder: Path) -> None:
        for extension in described(self.tree):
            target = folder / (extension.name.replace(".", "/") + self.suffix)
            target.parent.mkdir(parents=True, exist_ok=True)
            with ThreadPoolExecutor(os.cpu_count()) as workers:
                made = list(workers.map(lambda source, of=extension: self._object(source, of), extension.sources))
            self._run("-shared", *FLAGS, *self.levels[""], *FORGIVEN, *made, "-o", str(target))

    def _object(self, source: str, of: Extension) -> str:
        level = next(level for part, level in self.levels.items() if part in source)
        made = source.replace("/", "_") + ".o"
        include = [f"-I{folder}" for folder in (*of.headers, *self.headers)]
        self._run(*FLAGS, *of.flags, *level, *FORGIVEN, *include, "-c", source, "-o", made)
        return made

    def _run(self, *words: str) -> None:
        ran([self.gcc, *words], self.objects, STEP_S)


def source_digest(program: Path) -> str:
    """Of the modules that lie with the engine: what was compiled belongs to these and to no others."""
    paths = sorted((program / "controller").rglob("*.py"))
    return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in paths)).hexdigest()


def lay(engines: Iterable[Path], into: Path, machine: Machine) -> None:
    """Without what only a debugger reads."""
    for one in engines:
        shutil.copytree(one, into, dirs_exist_ok=True)
    strip(into, machine)
