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
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from tools.packaging.dependencies import MACHINES, PYTHONS, Machine
from tools.packaging.headers import headers
from tools.packaging.program import needed, source_tree, strip
from tools.packaging.training import python_here, train
from tools.packaging.translation import ALL, Extension, described, translated
from tools.packaging.tree import ROOT, TIMEOUT_S, said, version_here

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
MADE_BY: Final = 4
"""Counts changes here after which what was kept is no good any more."""
MADE_FROM: Final = (
    ("controller", "*.py"), ("tests/cases", "*.jsonl"), ("bench", "*.py"), ("tools/packaging", "translation.py"),
    ("tools/packaging", "training.py"),
)  # fmt: skip
COUNTS: Final = "*.gcda"


def engine(
    machine: Machine, pythons: Sequence[str] = PYTHONS, parts: str = ALL, *, plain: bool = False
) -> tuple[Path, ...]:
    """Folders, one for each Python, of compiled modules to be laid beside the source. ``parts``: paths with ``:``
    between. ``plain``: neither trained nor optimised. Raises ``ToolMissing``, ``CalledProcessError``."""
    return tuple(_made(machine, python, parts, plain) for python in pythons)


def this_machine() -> Machine:
    return next(one for one in MACHINES.values() if one.wheels == platform.machine())


def _made(machine: Machine, python: str, parts: str, plain: bool) -> Path:
    gcc = compiler(machine)
    runs = None if plain else python_here(python)
    if runs is None and not plain:
        print(f"engine: no Python {python} runs here, so that it is compiled without training", file=sys.stderr)
    way = "plain" if plain else "untrained" if runs is None else "trained"
    target = KEPT / f"{machine.debian}-{python}-{way}-{_of_what(parts, said(*gcc, '--version'))}"
    if not target.is_dir():
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as scratch:
            objects, made = Path(scratch) / "objects", Path(scratch) / "made"
            objects.mkdir()
            levels = PLAIN if plain else UNTRAINED
            if runs is not None:
                levels = {"": TRAINED}
                for counts in _counts(python, runs, parts).glob(COUNTS):
                    shutil.copy(counts, objects)
            compiled = Compiled(_c(python, parts), gcc, headers(machine, python, KEPT / "headers"), objects, levels)
            compiled.into(made, f".cpython-{python.replace('.', '')}-{machine.wheels}-linux-gnu.so")
            made.rename(target)
    return target


def compiler(machine: Machine) -> list[str]:
    """``CC`` where it is set and the machine is this one."""
    if machine == this_machine() and os.environ.get("CC"):
        return shlex.split(os.environ["CC"])
    return [needed(f"{machine.tools}gcc", f"gcc-{machine.tools.rstrip('-')}")]


def _c(python: str, parts: str) -> Path:
    return translated(python, parts, KEPT / f"c-{python}-{_of_what(parts)}")


def _counts(python: str, runs: str, parts: str) -> Path:
    """How often an engine came where, a file for each of its files of C."""
    machine = this_machine()
    gcc = compiler(machine)
    target = KEPT / f"counts-{python}-{_of_what(parts, said(*gcc, '--version'))}"
    if not target.is_dir():
        with tempfile.TemporaryDirectory(dir=KEPT) as scratch:
            objects, counts = Path(scratch) / "objects", Path(scratch) / "counts"
            objects.mkdir()
            counts.mkdir()
            tree = source_tree(Path(scratch) / "tree", version_here())
            include = headers(machine, python, KEPT / "headers")
            suffix = f".cpython-{python.replace('.', '')}-{machine.wheels}-linux-gnu.so"
            Compiled(_c(python, parts), gcc, include, objects, {"": COUNTING}).into(tree, suffix)
            train(runs, tree)
            for path in objects.glob(COUNTS):
                shutil.copy(path, counts)
            counts.rename(target)
    return target


def _of_what(parts: str, *words: str) -> str:
    """The hash of all that compiled modules are made from: types of what the engine imports are in them too."""
    paths = [path for folder, names in MADE_FROM for path in sorted((ROOT / folder).rglob(names))]
    text = f"{parts} {words} {FLAGS} {TRAINED} {UNTRAINED} {MADE_BY} {importlib.metadata.version('mypy')}".encode()
    return hashlib.sha256(text + b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]


class Compiled:
    """Modules of the C in ``tree``. ``python``: folders of its headers. ``objects``: the folder of object files, in
    which the compiler looks for counts."""

    def __init__(self, tree: Path, gcc: Sequence[str], python: Sequence[Path], objects: Path, levels: Levels) -> None:
        self.tree, self.gcc, self.python, self.objects, self.levels = tree, gcc, python, objects, levels

    def into(self, folder: Path, suffix: str) -> None:
        for extension in described(self.tree):
            target = folder / (extension.name.replace(".", "/") + suffix)
            target.parent.mkdir(parents=True, exist_ok=True)
            with ThreadPoolExecutor(os.cpu_count()) as workers:
                made = list(workers.map(lambda source, of=extension: self._object(source, of), extension.sources))
            self._run("-shared", *FLAGS, *self.levels[""], *FORGIVEN, *made, "-o", str(target))

    def _object(self, source: str, of: Extension) -> str:
        level = next(level for part, level in self.levels.items() if part in source)
        made = str(self.objects / (source.replace("/", "_") + ".o"))
        include = [f"-I{folder}" for folder in (*of.headers, *self.python)]
        self._run(*FLAGS, *of.flags, *level, *FORGIVEN, *include, "-c", source, "-o", made)
        return made

    def _run(self, *words: str) -> None:
        try:
            subprocess.run(
                [*self.gcc, *words], cwd=self.tree, check=True, capture_output=True, text=True, timeout=STEP_S
            )
        except subprocess.CalledProcessError as error:
            error.add_note(str(error.stderr)[-2_000:])
            raise


def source_digest(program: Path) -> str:
    """Of the modules that lie with the engine: what was compiled belongs to these and to no others."""
    paths = sorted((program / "controller").rglob("*.py"))
    return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in paths)).hexdigest()


def lay(engines: Iterable[Path], into: Path, machine: Machine) -> None:
    """Without what only a debugger reads."""
    for one in engines:
        shutil.copytree(one, into, dirs_exist_ok=True)
    strip(into, machine)
