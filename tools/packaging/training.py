"""What the compiled rules engine is trained with: the worked cases of all rulesets, and hands by chance.

An engine whose C counts how often it comes where scores them; the compiler then makes what hands pass through fast and
all else small. Other hands than those that ``bench.score`` measures.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bench.score import lines
from controller.rules import rulesets
from tools.packaging.tree import ROOT, TIMEOUT_S

CASES: Final = ROOT / "tests" / "cases"
HANDS: Final = 2_000
"""Of each ruleset."""
SEED: Final = 20_000
SCORE: Final = """
import json, sys
from controller.rules import RulesError, score
for line in sys.stdin:
    try:
        score(json.loads(line))
    except RulesError:
        pass
if not any(str(getattr(one, "__file__", "")).endswith(".so") for name, one in sys.modules.items() if "rules" in name):
    sys.exit("no compiled module of the rules engine was there")
"""
"""Needs nothing but the engine and Python's own library."""


def python_here(version: str) -> str | None:
    """A Python of this version (``3.13``) on this computer, if there is one that runs."""
    if sysconfig.get_python_version() == version:
        return sys.executable
    found = shutil.which(f"python{version}")
    if found is None:
        return None
    try:
        done = subprocess.run([found, "-V"], capture_output=True, text=True, check=False, timeout=60)
    except OSError:
        return None
    return found if done.returncode == 0 and done.stdout.startswith(f"Python {version}.") else None


def at_same_addresses() -> Sequence[str]:
    """What a program is run by so that its memory lies where it lay before: some counts are of addresses. Nothing in a
    container that does not permit it."""
    command = ("setarch", "-R")
    try:
        done = subprocess.run([*command, "true"], capture_output=True, check=False, timeout=60)
    except OSError:
        return ()
    return command if done.returncode == 0 else ()


def train(python: str, tree: Path) -> None:
    """Scores all with the engine in ``tree``, each time in the same way. Raises ``CalledProcessError``; what Python
    says of it is seen."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
    command = [*at_same_addresses(), python, "-s", "-c", SCORE]
    subprocess.run(
        command, input="\n".join(hands()), cwd=tree, env=environment, text=True, check=True, timeout=TIMEOUT_S
    )  # fmt: skip


def hands() -> Iterator[str]:
    for path in sorted(CASES.glob("*.jsonl")):
        yield from path.read_text(encoding="utf-8").splitlines()
    for name in rulesets():
        yield from lines(name, HANDS, SEED)
