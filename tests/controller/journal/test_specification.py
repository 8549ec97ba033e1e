"""``docs/journal.md`` is enough: a verifier written from it alone and our own give the reports of the vectors."""

from __future__ import annotations

import ast
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.journal import schema
from controller.journal.chain import canonical
from controller.journal.store import Journal
from tests.controller.journal.notes import AnythingHappened, clock, opened
from tests.controller.journal.test_store import values
from tests.oracles import journal_verifier

ROOT = Path(__file__).resolve().parents[3]
CASES = sorted((ROOT / "tests" / "cases" / "journal").glob("*.json"))
ORACLE = ROOT / "tests" / "oracles" / "journal_verifier.py"


def case(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_verifier_of_a_stranger_gives_the_report(path: Path) -> None:
    found = case(path)
    assert journal_verifier.verify(found["epoch"], found["lines"]) == found["report"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_ours_names_the_same_event(path: Path, tmp_path: Path) -> None:
    found = case(path)
    stored(tmp_path / "journal.db", found["epoch"], found["lines"])
    with Journal(tmp_path / "journal.db", now=clock(), read_only=True) as journal:
        assert journal.verify() == found["report"]["first_wrong"]
        if found["report"]["first_wrong"] is None:
            report = {"events": journal.last_seq, "head": journal.head, "epoch": journal.epoch, "first_wrong": None}
            assert report == found["report"]


def stored(path: Path, epoch: str, lines: list[str]) -> None:
    """A journal file with these events, whatever they are."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.migrate(connection, epoch, "2026-11-22T10:00:00.000Z")
        connection.execute("DROP INDEX events_by_type")
        connection.execute("ALTER TABLE events RENAME TO old")
        connection.execute("CREATE TABLE events AS SELECT seq, time, type, data, hash, match, roll FROM old")
        for line in lines:
            event = json.loads(line)
            seq, time, type_, hash_ = (event.pop(name) for name in ("seq", "time", "type", "hash"))
            row = (seq, time, type_, canonical(event), hash_)
            connection.execute("INSERT INTO events (seq, time, type, data, hash) VALUES (?, ?, ?, ?, ?)", row)


def test_the_verifier_of_a_stranger_imports_nothing_of_ours() -> None:
    tree = ast.parse(ORACLE.read_text(encoding="utf-8"))
    names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names |= {each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names}
    assert {str(name).split(".")[0] for name in names} <= {*sys.stdlib_module_names, "cryptography"}


def test_the_verifier_of_a_stranger_runs_alone() -> None:
    found = case(CASES[0].with_name("whole.json"))
    command = [sys.executable, "-I", str(ORACLE), found["epoch"]]
    out = subprocess.run(command, input="\n".join(found["lines"]).encode(), capture_output=True, check=True, timeout=60)
    assert json.loads(out.stdout) == found["report"]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=st.lists(st.dictionaries(st.text(), values, max_size=3), max_size=4))
def test_both_agree_on_any_json(tmp_path_factory: pytest.TempPathFactory, batches: list[dict[str, object]]) -> None:
    path = tmp_path_factory.mktemp("journal") / "journal.db"
    with opened(path) as journal:
        journal.append([AnythingHappened(data) for data in batches])
        lines = [json.dumps({**one.as_json(), "hash": one.hash}, ensure_ascii=False) for one in journal.all_stored()]
        report = journal_verifier.verify(journal.epoch, lines)
        assert (report["first_wrong"], report["head"]) == (None, journal.head)


def test_the_values_on_the_page_are_right() -> None:
    page = (ROOT / "docs" / "journal.md").read_text(encoding="utf-8")
    whole = case(CASES[0].with_name("whole.json"))
    assert journal_verifier.sha256("jantaku journal " + whole["epoch"]) in page
    assert json.loads(whole["lines"][0])["hash"] in page
