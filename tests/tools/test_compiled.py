"""Compiled, a part of the rules engine scores what its source does; ``tools.compiled test`` compiles all of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from controller.rules import RulesError, score
from tools.compiled import ROOT, compiled_tree

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="compiled rules: apt-get install gcc libc6-dev")
PART = ":".join(f"controller/rules/{name}.py" for name in (
    "game", "hand/tiles", "hand/sets", "hand/record", "hand/tile_set", "hand/parse",
))  # fmt: skip
START = ("tests/controller/table/test_resume.py", "-k", "closed_table_starts_where_it_stood")
CASES = sorted((ROOT / "tests/cases").glob("*.jsonl"))
EACH = 6
PROGRAM = """
import json, sys
from tests.tools.test_compiled import answers
from controller.rules.hand import parse, record
assert parse.__file__.endswith(".so"), parse.__file__
json.dump(answers(), sys.stdout)
"""


def answers() -> list[object]:
    """What the engine says of some cases of every file, each with its explanation or its refusal."""
    lines = [line for path in CASES for line in path.read_text(encoding="utf-8").splitlines()[:EACH]]
    return [_answer({**json.loads(line), "explain": True}) for line in lines]


def _answer(record: dict[str, object]) -> object:
    try:
        return score(record)
    except RulesError as refused:
        return str(refused)


def test_what_is_compiled_scores_explains_and_refuses_like_the_source(tmp_path: Path) -> None:
    tree = compiled_tree(tmp_path / "tree", PART, plain=True)
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tree, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps(answers()))
    started = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", *START], cwd=tree, env=environment, capture_output=True,
        text=True, timeout=280,
    )  # fmt: skip
    assert started.returncode == 0, started.stdout


def test_no_compiled_module_has_what_mypyc_gets_wrong_without_a_word() -> None:
    """A cached property becomes a plain one, many times slower; a decorated function within another is not found."""
    left_pure = {"entry.py"}
    rules = (ROOT / "controller/rules").rglob("*.py")
    wrong = re.compile(r"@(functools\.)?cached_property|^ +@(functools\.)?(lru_)?cache\b", re.MULTILINE)
    assert {path.name for path in rules if wrong.search(path.read_text(encoding="utf-8"))} == left_pure
