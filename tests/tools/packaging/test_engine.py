"""The compiled engine: trained with hands, laid into packages, in a wheel that pip takes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("shtab", reason="packages: enable with `make setup EXTRAS=packaging`")

from bench.score import lines
from controller.rules import rulesets
from tools.packaging import engine, training
from tools.packaging.dependencies import MACHINES
from tools.packaging.tree import version_here
from tools.packaging.wheels import compiled_wheel, pure_wheel

pytestmark = pytest.mark.skipif(
    shutil.which(f"{engine.this_machine().tools}gcc") is None, reason="compiled rules: apt-get install gcc libc6-dev"
)
PART = "controller/rules/hand/tiles.py"
PYTHON = sysconfig.get_python_version()
HEAD = 16
FEW, MEASURED = 5, 1
"""Hands of each ruleset, and the seed of those that ``bench.score`` measures."""


@pytest.fixture(scope="module")
def pure(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pure_wheel(version_here(), tmp_path_factory.mktemp("pure"))


def test_an_engine_is_trained_where_its_python_runs_and_is_the_same_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engine, "KEPT", tmp_path / "kept")  # nothing that was made before is taken
    monkeypatch.setattr(training, "HANDS", FEW)
    some = list(training.hands())
    assert {json.loads(line)["ruleset"] for line in some} == set(rulesets())
    assert not set(some) & set(lines("riichi", FEW, MEASURED))

    def made() -> Path:
        (folder,) = engine.engine(engine.this_machine(), (PYTHON,), PART)
        return folder

    monkeypatch.setattr(training, "hands", lambda: iter(some[::50]))
    first = made()
    assert len(list(first.glob("*.so"))) == 1
    counts = _counted()
    assert f"build___native_{PART.removesuffix('.py').replace('/', '___')}.c.gcda" in counts
    for folder in (first, *engine.KEPT.glob("counts-*")):
        shutil.rmtree(folder)

    compiled: list[engine.Levels] = []
    monkeypatch.setattr(engine, "python_here", lambda version: None)
    with monkeypatch.context() as patch:
        patch.setattr(engine.Compiled, "into", lambda self, folder: compiled.append(self.levels) or folder.mkdir())
        capsys.readouterr()
        assert "untrained" in made().name
    assert compiled == [engine.UNTRAINED]
    assert f"no Python {PYTHON} runs here" in capsys.readouterr().err

    engine._counts(PYTHON, sys.executable, PART)
    if training.at_same_addresses():
        assert _counted() == counts


def _counted() -> dict[str, bytes]:
    """What stands behind the head of each file of counts, in which gcc writes a number of its own."""
    (folder,) = engine.KEPT.glob(f"counts-{PYTHON}-*")
    return {path.name: path.read_bytes()[HEAD:] for path in folder.iterdir()}


def test_a_python_is_found_when_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert training.python_here(PYTHON) == sys.executable
    false = tmp_path / "python3.99"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert training.python_here("3.99") is None
    false.write_text("#!/bin/sh\necho 'command not found' >&2; exit 127\n", encoding="utf-8")
    false.chmod(0o755)
    assert training.python_here("3.99") is None
    false.write_text("#!/bin/sh\necho Python 3.99.1\n", encoding="utf-8")
    assert training.python_here("3.99") == str(false)


def test_pip_takes_a_compiled_wheel_and_what_it_puts_in_is_compiled(pure: Path, tmp_path: Path) -> None:
    machine = engine.this_machine()
    (made,) = engine.engine(machine, (PYTHON,), PART, plain=True)
    wheel, again = (compiled_wheel(pure, made, PYTHON, machine, tmp_path / name) for name in ("one", "two"))
    assert wheel.read_bytes() == again.read_bytes()

    put = tmp_path / "put"
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", put, wheel]
    subprocess.run(command, check=True, timeout=240)
    code = "from controller.rules.hand import tiles; print(tiles.__file__, tiles.read_tiles('123m'))"
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(put)}, cwd=tmp_path, capture_output=True, text=True,
        check=True, timeout=60,
    )  # fmt: skip
    file, _, said = done.stdout.strip().partition(" ")
    assert file.startswith(str(put)) and file.endswith(".so")
    assert said == "[0, 1, 2]"


def test_a_compiled_wheel_is_not_taken_by_another_python_or_machine(pure: Path, tmp_path: Path) -> None:
    other = next(one for one in MACHINES.values() if one != engine.this_machine())
    module = tmp_path / "engine" / "controller" / "rules" / f"tiles.cpython-313-{other.wheels}-linux-gnu.so"
    module.parent.mkdir(parents=True)
    module.write_bytes(b"not for this machine")
    wheel = compiled_wheel(pure, tmp_path / "engine", "3.13", other, tmp_path / "out")
    assert wheel.name.endswith(f"-cp313-cp313-linux_{other.wheels}.whl")
    with zipfile.ZipFile(wheel) as opened:
        assert f"controller/rules/{module.name}" in opened.namelist()
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", tmp_path / "put", wheel],
        capture_output=True, text=True, check=False, timeout=240,
    )  # fmt: skip
    assert done.returncode != 0
    assert "not a supported wheel on this platform" in done.stderr
