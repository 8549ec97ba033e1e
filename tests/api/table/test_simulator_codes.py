"""The simulator stands alone: every code that it refuses a command with is in the catalogue of refusals."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import hardware.simulator
from api.table.routes.simulator import CODES

FOLDER = Path(hardware.simulator.__file__).parent


def raised() -> Iterator[str]:
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "CommandError":
                assert isinstance(node.args[0], ast.Constant), f"{path.name}:{node.lineno} names no code"
                yield str(node.args[0].value)


def test_every_code_of_the_simulator_is_in_the_catalogue_and_no_other() -> None:
    assert set(raised()) == set(CODES)
