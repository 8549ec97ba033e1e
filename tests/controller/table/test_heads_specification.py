"""``docs/journal.md`` is enough for signed heads too: a verifier written from it alone and ours find the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.fairness.journal_head import Cosignature, head_of_text
from controller.journal.store import Journal
from controller.table.journal_verdict import judge_journal, witnessed_head
from tests.controller.journal.notes import clock
from tests.controller.journal.test_specification import stored
from tests.oracles import journal_verifier

CASES = sorted((Path(__file__).resolve().parents[2] / "cases" / "heads").glob("*.json"))


def case(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_there_are_vectors() -> None:
    assert len(CASES) >= 7


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_verifier_of_a_stranger_finds_what_is_wrong(path: Path) -> None:
    found = case(path)
    assert journal_verifier.judge_heads(found["epoch"], found["lines"], found["heads"]) == found["wrong"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_ours_finds_the_same(path: Path, tmp_path: Path) -> None:
    found = case(path)
    stored(tmp_path / "journal.db", found["epoch"], found["lines"])
    with Journal(tmp_path / "journal.db", now=clock(), read_only=True) as journal:
        verdict = judge_journal(journal, [witnessed_head(text, "a phone") for text in found["heads"]])
    assert sorted([one.wrong.value, one.seq] for one in verdict.findings) == found["wrong"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_both_agree_on_the_cosignatures(path: Path) -> None:
    found = case(path)
    for one in found.get("cosignatures", ()):
        text, key, signature = found["heads"][one["head"]], one["key"], one["signature"]
        ours = Cosignature(bytes.fromhex(key), bytes.fromhex(signature)).is_genuine(head_of_text(text))
        assert (journal_verifier.is_cosigned(text, key, signature), ours) == (one["good"], one["good"])
