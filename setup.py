"""The hook of the build that compiles the rules engine. All else of the build stands in pyproject.toml.

Without ``JANTAKU_COMPILED`` the wheel is pure Python. With it, mypyc compiles the modules below these paths (of all:
``controller/rules``; several with ``:`` between) from the same source, and the wheel is for this Python and machine;
the source lies beside each compiled module. ``MYPYC_OPT_LEVEL`` is that of the C compiler. See ``tools.compiled``.
"""

import os
from pathlib import Path

from setuptools import setup

RULES = Path("controller/rules")
LEFT_PURE = {
    "questions", "explain.py", "comparison.py", "description.py", "entry.py", "wording.py", "own_patterns.py",
    "changes.py", "chapters.py", "card.py", "game.py",
}  # fmt: skip
"""Asked once for a dialog, a page or a match: compiled they would be larger and nobody would notice. What ``game.py``
has stands in the state of a table, and a checkpoint of that can be read back into plain dataclasses alone."""

AS_ONE = ["-flto=auto", "-fno-semantic-interposition"]
"""Optimised over all files as one, and calls inside the library are not looked up: a hand passes through much code
once, and what is shorter stays in the processor's cache."""


def modules(parts: list[str]) -> list[str]:
    """What is compiled below these paths, in a fixed order. Packages that only say what they are stay as they are."""
    found = {path for part in parts for path in ([Path(part)] if part.endswith(".py") else Path(part).rglob("*.py"))}
    return [
        path.as_posix()
        for path in sorted(found)
        if not LEFT_PURE.intersection(path.parts)
        and path not in (RULES / "__init__.py", RULES / "rulesets/__init__.py")
        and len(path.read_text(encoding="utf-8").splitlines()) > 1
    ]


def extensions() -> list[object]:
    asked = os.environ.get("JANTAKU_COMPILED", "")
    if not asked:
        return []
    from mypyc.build import mypycify  # only a compiled build needs mypy

    level = os.environ.get("MYPYC_OPT_LEVEL", "3")
    options = ["--strict", "--python-version", "3.11"]
    made = mypycify(
        [*options, *modules(asked.split(":"))], opt_level=level, multi_file=True, group_name="jantaku_rules",
        target_dir="build",
    )  # fmt: skip
    for extension in made:
        extension.extra_compile_args += AS_ONE
        extension.extra_link_args += AS_ONE
    return made


setup(ext_modules=extensions())
