"""The rules engine compiled by mypyc from its unchanged source: as a wheel, and under the tests.

    python -m tools.compiled wheel [--into dist]        a wheel for this Python and this machine
    python -m tools.compiled test [WORDS FOR PYTEST]    the tests, by default those of the rules, on a compiled tree
    python -m tools.compiled run PROGRAM [WORDS]        a module on that tree, e.g. bench.score riichi

The tree lies in build/compiled and is made again when a source has changed; the checkout itself stays pure, so that
tools which change its source in memory (``tools.mutate_rules``) see what they change. It is compiled as a release is
(``tools.packaging.engine``). Needs the extra ``dev`` and gcc. Exit status: that of the tests or of the program.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.packaging.engine import engine, this_machine
from tools.packaging.program import source_tree
from tools.packaging.translation import ALL
from tools.packaging.tree import ROOT, version_here
from tools.packaging.wheels import compiled_wheel, pure_wheel

TREE: Final = ROOT / "build" / "compiled"
TIMEOUT_S: Final = 3_600
STAMP: Final = "compiled-from"
BESIDE: Final = ("tests", "bench", "tools", "docs", "pyproject.toml")
"""What tests look at besides the sources: links into the checkout."""


def compiled_tree(tree: Path, parts: str = ALL, *, plain: bool = False) -> Path:
    """Our sources with compiled modules beside those below ``parts`` (paths with ``:`` between). ``plain``: compiled
    soon, and slow. A tree that is up to date is left as it is. Raises ``CalledProcessError`` with what the compiler
    says, ``ToolMissing``."""
    (made,) = engine(this_machine(), (sysconfig.get_python_version(),), parts, plain=plain)
    now = digest(made)
    stamp = tree / STAMP
    if stamp.is_file() and stamp.read_text() == now:
        return tree
    shutil.rmtree(tree, ignore_errors=True)
    source_tree(tree, version_here())
    shutil.copytree(made, tree, dirs_exist_ok=True)
    for name in BESIDE:
        if not (tree / name).exists():
            (tree / name).symlink_to(ROOT / name)
    stamp.write_text(now)
    return tree


def digest(made: Path) -> str:
    """Of all that the compiled tree is made of."""
    sources = sorted(path for name in ("controller", "api", "hall") for path in (ROOT / name).rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources) + made.name.encode()).hexdigest()


def wheel(into: Path) -> Path:
    """The compiled wheel. Raises as ``compiled_tree`` does."""
    machine, python = this_machine(), sysconfig.get_python_version()
    (made,) = engine(machine, (python,))
    with tempfile.TemporaryDirectory() as scratch:
        return compiled_wheel(pure_wheel(version_here(), Path(scratch)), made, python, machine, into)


def on_tree(tree: Path, words: Sequence[str]) -> int:
    """The exit status of a program of Python that imports from the tree."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    return subprocess.run([sys.executable, *words], cwd=tree, env=environment, timeout=TIMEOUT_S).returncode


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("wheel", "test", "run"))
    parser.add_argument("--into", type=Path, default=ROOT / "dist")
    parser.add_argument("--part", default=ALL, help="compile only what lies below these paths, with : between")
    asked, rest = parser.parse_known_args(words)
    if asked.what == "wheel":
        print(wheel(asked.into))
        return 0
    tree = compiled_tree(TREE, asked.part)
    tests = rest or ["tests/controller/rules", "tests/oracles"]
    return on_tree(tree, ["-m", "pytest", *tests] if asked.what == "test" else ["-m", *rest])


if __name__ == "__main__":
    sys.exit(main())
