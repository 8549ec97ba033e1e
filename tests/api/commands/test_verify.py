"""``jantaku verify``: what is wrong with dice, in words, as JSON, and as an exit status."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from api.cli import main
from api.words.catalogue import topic
from controller.fairness.discrepancies import Flaw, ProofVerdict
from controller.languages import LANGUAGES

FOLDER = Path(__file__).parents[2] / "cases" / "dice"
Capture = pytest.CaptureFixture[str]


def log(name: str, folder: Path) -> Path:
    path = folder / f"{name}.txt"
    path.write_text("\n".join(case(name)["lines"]), encoding="utf-8")
    return path


def case(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    status = main(["verify", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_good_log_is_said_to_be_right(capsys: Capture, tmp_path: Path) -> None:
    status, out, _ = run(capsys, str(log("whole-day", tmp_path)))
    assert status == 0
    assert out.splitlines()[0] == "All of it is right."
    assert case("whole-day")["report"]["heads"][0]["hash"] in out


def test_a_flaw_is_named_by_line_roll_and_code(capsys: Capture, tmp_path: Path) -> None:
    status, out, _ = run(capsys, str(log("skipped-number", tmp_path)))
    assert status == 1
    assert "Line 3, roll 3: skipped-number. A roll was left out." in out


@pytest.mark.parametrize("name", ["whole-day", "forked-history", "malformed"])
def test_the_report_is_canonical_json(capsys: Capture, tmp_path: Path, name: str) -> None:
    _, out, _ = run(capsys, str(log(name, tmp_path)), "--json")
    report = json.loads(out)
    assert report == case(name)["report"]
    assert out.strip() == json.dumps(report, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def test_an_exported_journal_is_read_from_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(case("exported")["lines"]).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert run(capsys, "-")[0] == 0


@pytest.mark.parametrize(
    ("name", "log_status", "scans_status"),
    [("whole-day", 0, 0), ("scanned", 1, 0), ("no-anchor", 1, 1), ("malformed", 1, 1), ("wrong-dice", 1, 1)],
)
def test_scans_may_have_gaps_and_a_log_may_not(
    capsys: Capture, tmp_path: Path, name: str, log_status: int, scans_status: int
) -> None:
    path = str(log(name, tmp_path))
    assert (run(capsys, path)[0], run(capsys, path, "--scans")[0]) == (log_status, scans_status)


def test_a_file_that_is_not_there_is_wrong_use(capsys: Capture) -> None:
    status, _, err = run(capsys, "no-such-file")
    assert status == 2
    assert "no-such-file" in err


def test_bytes_that_are_no_text_and_endless_lines_are_malformed_lines(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "noise"
    path.write_bytes(b"\xff\xfe\n" + b"x" * 3_000_000 + b"\n" + case("whole-day")["lines"][0].encode())
    status, out, _ = run(capsys, str(path), "--json")
    assert status == 1
    assert [each["line"] for each in json.loads(out)["discrepancies"]] == [1, 2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verdict_and_flaw_has_words(language: str) -> None:
    words = topic(language, "verify")
    wanted = {f"verify.verdict.{each}" for each in ProofVerdict} | {f"verify.flaw.{each}" for each in Flaw}
    assert wanted - words.keys() == set()
    assert {key for key in words if key.startswith(("verify.verdict.", "verify.flaw."))} == wanted
