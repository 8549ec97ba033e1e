"""The rules engine as C: what mypyc writes from its unchanged source for a Python, whichever Python runs this.

    python -m tools.packaging.translation 3.13 controller/rules

In the folder of a source tree: C comes into ``build``, and what is to be compiled of it into ``extensions.json``.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from tools.packaging.program import source_tree
from tools.packaging.tree import ROOT, TIMEOUT_S, ran, version_here

ALL: Final = "controller/rules"
C: Final = "build"
"""The folder of a tree in which its C lies; sources of an extension are told from that of the tree."""
DESCRIBED: Final = "extensions.json"
RULES: Final = Path(ALL)
LEFT_PURE: Final = {
    "questions", "explain.py", "comparison.py", "description.py", "entry.py", "wording.py", "own_patterns.py",
    "changes.py", "chapters.py", "card.py", "game.py",
}  # fmt: skip
"""Asked once for a dialog, a page or a match: compiled they would be larger and nobody would notice. What ``game.py``
has stands in the state of a table, and a checkpoint of that can be read back into plain dataclasses alone."""
OPTIONS: Final = ("--strict", "--python-version", "3.11")


class Extension(NamedTuple):
    """A module of C: its files, where it looks for headers, and words for the compiler."""

    name: str
    sources: list[str]
    headers: list[str]
    flags: list[str]


def translate(python: str, parts: str, tree: Path) -> None:
    """Makes a source tree with the C of ``parts`` (paths with ``:`` between) for ``python``. Raises
    ``CalledProcessError``."""
    source_tree(tree, version_here())
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "tools.packaging.translation", python, parts]
    ran(command, tree, TIMEOUT_S, environment)
    shutil.rmtree(tree / ".mypy_cache", ignore_errors=True)


def described(tree: Path) -> list[Extension]:
    return [Extension(**one) for one in json.loads((tree / DESCRIBED).read_text(encoding="utf-8"))]


def modules(parts: str) -> list[str]:
    """What is compiled below these paths, in a fixed order. Packages that only say what they are stay as they are."""
    paths = map(Path, parts.split(":"))
    found = {path for part in paths for path in ([part] if part.suffix == ".py" else part.rglob("*.py"))}
    return [
        path.as_posix()
        for path in sorted(found)
        if not LEFT_PURE.intersection(path.parts)
        and path not in (RULES / "__init__.py", RULES / "rulesets/__init__.py")
        and len(path.read_text(encoding="utf-8").splitlines()) > 1
    ]


class _Version(NamedTuple):
    major: int
    minor: int
    micro: int
    releaselevel: str
    serial: int


def _write(python: str, parts: str) -> Iterable[Extension]:
    """mypyc asks the version of the running Python in more places than its options reach, so that for this while it is
    another one."""
    from mypyc.build import mypycify  # asks for the true version when it is imported

    major, minor = map(int, python.split("."))
    true = sys.version_info
    sys.version_info = _Version(major, minor, 0, "final", 0)  # type: ignore[assignment]
    try:
        made: list[Any] = mypycify(
            [*OPTIONS, *modules(parts)], multi_file=True, group_name="jantaku_rules", target_dir=C
        )
    finally:
        sys.version_info = true
    for one in made:
        flags = [word for word in one.extra_compile_args if not word.startswith(("-O", "-g"))]
        yield Extension(one.name, one.sources, one.include_dirs, flags)


if __name__ == "__main__":
    extensions = [one._asdict() for one in _write(*sys.argv[1:])]
    Path(DESCRIBED).write_text(json.dumps(extensions), encoding="utf-8")
