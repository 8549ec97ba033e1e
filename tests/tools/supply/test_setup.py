"""``tools/setup.sh`` installs nothing without a hash: seen by a pip that only writes down what it is asked for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
ASKED = "--quiet --disable-pip-version-check --no-build-isolation --use-pep517"
TOOLS = ("sh", "touch", "sed", "rm")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ``PATH`` with a Python, without a compiler and without uv."""
    folder = tmp_path / "path"
    folder.mkdir()
    for name in TOOLS:
        (folder / name).symlink_to(shutil.which(name) or name)
    (folder / "python3").symlink_to(Path(sys.executable).resolve())
    return folder


@pytest.fixture
def venv(tmp_path: Path) -> Path:
    pip = tmp_path / "venv" / "bin" / "pip"
    pip.parent.mkdir(parents=True)
    pip.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\nexit ${{PIP_EXIT:-0}}\n', encoding="utf-8")
    pip.chmod(0o755)
    (pip.parent / "python").symlink_to(Path(sys.executable).resolve())
    return tmp_path / "venv"


def setup(venv: Path, path: Path, part: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": str(path), "HOME": os.environ.get("HOME", "/"), **more}
    command = [path / "sh", "tools/setup.sh", venv, part]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)


def asked(venv: Path) -> list[str]:
    lines = (venv.parent / "asked").read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(f"install {ASKED} ") for line in lines]


def test_a_run_gets_build_tools_the_service_and_the_checkout(venv: Path, path: Path) -> None:
    (path / "cc").symlink_to("/bin/true")
    assert setup(venv, path, "run").returncode == 0
    assert asked(venv) == [
        "--require-hashes --requirement requirements/build.lock",
        "--require-hashes --requirement requirements/run.lock",
        "--no-deps --editable .",
    ]
    assert (venv / ".has-run").exists()


def test_without_a_compiler_the_one_that_is_locked_is_fetched(venv: Path, path: Path) -> None:
    done = setup(venv, path, "run")
    assert asked(venv)[-1] == "--require-hashes --requirement requirements/zig.lock"
    assert "no C compiler on this machine" in done.stdout


def test_an_extra_gets_its_lock_and_its_own_stamp(venv: Path, path: Path) -> None:
    assert setup(venv, path, "oracles").returncode == 0
    assert asked(venv) == ["--require-hashes --requirement requirements/oracles.lock"]
    assert [one.name for one in venv.glob(".has-*")] == [".has-oracles"]


def test_what_could_not_be_installed_is_tried_again_the_next_time(venv: Path, path: Path) -> None:
    done = setup(venv, path, "dev", PIP_EXIT="1")
    assert done.returncode == 1
    assert "Run the same command again" in done.stderr
    assert not (venv / ".has-dev").exists()
