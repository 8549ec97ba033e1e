"""What each command of the Makefile installs, read from ``make -n``: nothing is installed here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import SHORT_FORM

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="Makefile: enable with `apt install make`")


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Without what the `make` that runs these tests was given."""
    command = ["make", "--no-print-directory", "-n", *arguments]
    outside = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MFLAGS", "EXTRAS"}}
    return subprocess.run(command, cwd=ROOT, env=outside, capture_output=True, text=True, timeout=30, check=False)


def words_for_pytest(skipped: str) -> str:
    """What `make test` gives it."""
    return make("test", f"JANTAKU_NOTHING_SKIPPED={skipped}").stdout.partition(" -m pytest ")[2].strip()


def test_the_suite_has_a_short_form_and_all_where_nothing_may_be_skipped() -> None:
    short, whole = words_for_pytest(""), words_for_pytest("1")
    assert short == f"{whole} -m 'not campaign and {SHORT_FORM}'"


@pytest.mark.parametrize(("chosen", "named"), [(f"not campaign and {SHORT_FORM}", True), ("not campaign", False)])
def test_a_run_names_what_it_leaves_out(chosen: str, named: bool) -> None:
    command = [sys.executable, "-m", "pytest", __file__, "-m", chosen, "-k", "a_run_installs_what_a_run_needs"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    for words in ("pages beyond the main job: `make browser-test`", "long forms of tests: `JANTAKU_NOTHING_SKIPPED=1"):
        assert (words in done.stdout) is named


def installed(*arguments: str) -> list[str]:
    done = make(*arguments)
    assert done.returncode == 0, done.stderr
    return re.findall(r"tools/setup\.sh \S+ (\S+)", done.stdout)


@pytest.fixture
def empty(tmp_path: Path) -> str:
    return f"VENV={tmp_path}/venv"


def stamp(folder: Path, *names: str) -> str:
    (folder / "venv").mkdir()
    for name in names:
        (folder / "venv" / f".has-{name}").touch()
    return f"VENV={folder}/venv"


def test_a_run_installs_what_a_run_needs(empty: str) -> None:
    assert installed("run", empty) == ["run"]


@pytest.mark.parametrize("command", ["test", "lint", "format", "bench", "hil", "browser-test", "generate", "sbom"])
def test_development_installs_its_tools_too(command: str, empty: str) -> None:
    assert installed(command, empty) == ["run", "dev"]


def test_after_a_run_only_the_tools_are_missing(tmp_path: Path) -> None:
    assert installed("test", stamp(tmp_path, "run")) == ["dev"]


def test_what_is_there_is_not_installed_again(tmp_path: Path) -> None:
    there = stamp(tmp_path, "run", "dev")
    assert installed("run", there) == installed("test", there) == installed("setup", there) == []


def test_extras_come_on_top_for_a_run_and_for_development(empty: str) -> None:
    assert installed("run", empty, "EXTRAS=pi5") == ["run", "pi5"]
    assert installed("test", empty, "EXTRAS=oracles") == ["run", "dev", "oracles"]


def test_setup_installs_what_is_asked_for_and_for_development_if_nothing_is(empty: str) -> None:
    assert installed("setup", empty) == ["run", "dev"]
    assert installed("setup", empty, "EXTRAS=pi5") == ["run", "pi5"]
    assert installed("setup", empty, "EXTRAS=dev,oracles") == ["run", "dev", "oracles"]


def test_an_extra_that_is_asked_for_later_is_added(tmp_path: Path) -> None:
    assert installed("setup", stamp(tmp_path, "run", "dev"), "EXTRAS=dev,oracles") == ["oracles"]


def test_an_extra_that_is_not_there_is_named_with_those_that_are(empty: str) -> None:
    done = make("setup", empty, "EXTRAS=oracels")
    assert done.returncode != 0
    assert "there is no oracels; there are dev hall-postgresql hall mqtt oracles packaging pi pi5" in done.stderr
