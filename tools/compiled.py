"""The rules engine compiled by mypyc from its unchanged source: as a wheel, and under the tests.

    python -m tools.compiled wheel [--into dist]        a wheel for this Python and this machine
    python -m tools.compiled test [WORDS FOR PYTEST]    the tests, by default those of the rules, on a compiled tree
    python -m tools.compiled run PROGRAM [WORDS]        a module on that tree, e.g. bench.score riichi

The tree lies in build/compiled and is compiled again when a source has changed; the checkout itself stays pure, so that
tools which change its source in memory (``tools.mutate_rules``) see what they change. Needs the extra ``dev`` and a C
compiler; all modules take some five minutes of a processor. Exit status: that of the tests or of the program.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.packaging.program import source_tree
from tools.packaging.tree import ROOT, version_here

ALL: Final = "controller/rules"
TREE: Final = ROOT / "build" / "compiled"
TIMEOUT_S: Final = 3_600
STAMP: Final = "compiled-from"
BESIDE: Final = ("tests", "bench", "tools", "docs", "pyproject.toml")
"""What tests look at besides the sources: links into the checkout."""


def compiled_tree(tree: Path, parts: str = ALL, level: str = "3") -> Path:
    """Our sources with compiled modules beside those below ``parts`` (paths with ``:`` between). A tree that is up to
    date is left as it is. Raises ``CalledProcessError`` with what the compiler says."""
    now = digest(parts, level)
    stamp = tree / STAMP
    if stamp.is_file() and stamp.read_text() == now:
        return tree
    shutil.rmtree(tree, ignore_errors=True)
    source_tree(tree, version_here())
    build(tree, [sys.executable, "setup.py", "-q", "build_ext", "--inplace"], parts, level)
    shutil.rmtree(tree / "build")
    for name in BESIDE:
        if not (tree / name).exists():
            (tree / name).symlink_to(ROOT / name)
    stamp.write_text(now)
    return tree


def build(tree: Path, command: Sequence[str], parts: str, level: str) -> None:
    environment = {**os.environ, "JANTAKU_COMPILED": parts, "MYPYC_OPT_LEVEL": level}
    subprocess.run(command, cwd=tree, env=environment, check=True, timeout=TIMEOUT_S)


def digest(parts: str, level: str) -> str:
    """Of all that the compiled tree is made of."""
    sources = sorted(path for name in ("controller", "api", "hall") for path in (ROOT / name).rglob("*.py"))
    content = b"".join(path.read_bytes() for path in (*sources, ROOT / "setup.py"))
    return hashlib.sha256(content + f"{parts} {level} {sys.version}".encode()).hexdigest()


def wheel(into: Path) -> Path:
    """The compiled wheel. Raises ``CalledProcessError``."""
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        tree, made = source_tree(Path(scratch) / "tree", version_here()), Path(scratch) / "made"
        code = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
        made.mkdir()
        build(tree, [sys.executable, "-c", code, str(made)], ALL, "3")
        (file,) = made.iterdir()
        return Path(shutil.copy(file, into))


def on_tree(tree: Path, words: Sequence[str]) -> int:
    """The exit status of a program of Python that imports from the tree."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    return subprocess.run([sys.executable, *words], cwd=tree, env=environment, timeout=TIMEOUT_S).returncode


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("wheel", "test", "run"))
    parser.add_argument("--into", type=Path, default=ROOT / "dist")
    parser.add_argument("--part", default=ALL, help="compile only what lies below these paths, with : between")
    parser.add_argument("--level", default="3", help="optimisation of the C compiler (wheel: 3)")
    asked, rest = parser.parse_known_args(words)
    if asked.what == "wheel":
        print(wheel(asked.into))
        return 0
    tree = compiled_tree(TREE, asked.part, asked.level)
    tests = rest or ["tests/controller/rules", "tests/oracles"]
    return on_tree(tree, ["-m", "pytest", *tests] if asked.what == "test" else ["-m", *rest])


if __name__ == "__main__":
    sys.exit(main())
