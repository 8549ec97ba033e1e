"""The check of the C: what it looks at, and what it does where a tool is missing."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tools import lint_c


def test_every_c_file_of_the_house_is_checked() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*.c", "*.h"], cwd=lint_c.ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        pytest.skip("not a checkout")
    assert set(listed.stdout.split()) <= set(lint_c.sources())


def _without_cppcheck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name, **_more: None)


def test_a_missing_analyser_is_said_aloud_with_the_way_to_get_it(monkeypatch, capsys) -> None:
    _without_cppcheck(monkeypatch)
    monkeypatch.delenv("JANTAKU_NOTHING_SKIPPED", raising=False)
    assert lint_c.cppcheck() == 0
    assert lint_c.HOW_TO_GET_CPPCHECK in capsys.readouterr().err


def test_where_nothing_may_be_skipped_a_missing_analyser_fails(monkeypatch) -> None:
    _without_cppcheck(monkeypatch)
    monkeypatch.setenv("JANTAKU_NOTHING_SKIPPED", "1")
    assert lint_c.cppcheck() == 1


def test_a_badly_formatted_file_is_refused(tmp_path: Path, monkeypatch) -> None:
    bad = tmp_path / "bad.c"
    bad.write_text("int  a ;\n")
    (tmp_path / ".clang-format").write_text((lint_c.ROOT / ".clang-format").read_text())
    monkeypatch.setattr(lint_c, "sources", lambda: [str(bad)])
    assert lint_c.clang_format("--dry-run", "-Werror") != 0
