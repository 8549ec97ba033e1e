"""``jantaku shuffle``: a report in four languages, as JSON and as a page, and the cycles that a measurement needs."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from api.cli import main
from api.words.catalogue import topic
from controller.languages import LANGUAGES
from tests.controller.fairness.shuffle.decks import cycle_lines

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    status = main(["shuffle", *words])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def fair(tmp_path: Path) -> str:
    path = tmp_path / "cycles.txt"
    path.write_text("\n".join(["table: Table <7>", "start: sorted", *cycle_lines(12, 1)]), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_speaks_every_language(capsys: Capture, fair: str, language: str) -> None:
    status, out, _ = run(capsys, "measure", fair, "--language", language)
    assert status == 0
    words = topic(language, "shuffle")
    assert words["shuffle.limits.proof"][:20] in out
    assert words["shuffle.title"] in out.splitlines()[0]


def test_json_holds_every_number_of_the_report(capsys: Capture, fair: str) -> None:
    status, out, _ = run(capsys, "measure", fair, "--json", "--seed", "9")
    report = json.loads(out)
    assert status == 0
    assert (report["table"], report["cycles"], report["tiles"], report["seed"]) == ("Table <7>", 12, 136, 9)
    assert len(report["effects"]) == 15
    assert set(report["effects"][0]) == {
        "kind", "zone", "wall", "fair", "mean", "low", "high", "smallest", "p", "adjusted",
    }  # fmt: skip


def test_a_shuffle_that_does_not_mix_is_a_no(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(cycle_lines(4, 1, lambda tiles, random: None)).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    status, out, _ = run(capsys, "measure", "-")
    assert status == 1
    assert "Neighbours that stayed neighbours (pairs)  <- shown" in out


def test_the_page_is_whole_and_names_are_text(capsys: Capture, fair: str, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert run(capsys, "measure", fair, "--html", str(page), "--language", "ja")[0] == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>") and text.endswith("</html>\n")
    assert "Table &lt;7&gt;" in text and "<7>" not in text
    assert text.count("<tr") == 16
    assert "src=" not in text and "href=" not in text


def test_a_bad_line_is_named(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "cycles.txt"
    path.write_text("1 2 3 4 5 6 7 8 > 1 2 3 4 5 6 7 7", encoding="utf-8")
    status, _, err = run(capsys, "measure", str(path))
    assert status == 2
    assert "line 1: dropped in but not in the walls: 8; the reverse: 7 (R520 bad-shuffle, lines[1].after)" in err


@pytest.mark.parametrize(
    "words",
    [
        ("measure", "no-such-file"),
        ("plan", "--level", "2"),
        ("plan", "--power", "0"),
        ("plan", "--tiles", "4"),
        ("plan", "--zone", "136"),
        ("plan", "--tests", "0"),
    ],
)
def test_wrong_use_is_one_clear_line(capsys: Capture, words: tuple[str, ...]) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_page_that_cannot_be_written_is_wrong_use(capsys: Capture, fair: str, tmp_path: Path) -> None:
    status, _, err = run(capsys, "measure", fair, "--html", str(tmp_path / "none" / "report.html"))
    assert status == 2
    assert "report.html" in err


def test_the_plan_is_the_published_table(capsys: Capture) -> None:
    status, out, _ = run(capsys, "plan", "--json")
    rows = [row for row in json.loads(out) if row["effect"] == "layer" and row["marked"] == 52]
    assert status == 0
    assert [(row["shift"], row["alone"]) for row in rows] == [(2, 31), (1, 121), (0.5, 482), (0.25, 1926)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plan_speaks_every_language(capsys: Capture, language: str) -> None:
    status, out, _ = run(capsys, "plan", "--language", language, "--cycle-seconds", "60")
    assert status == 0
    assert "482" in out
    assert topic(language, "shuffle")["shuffle.plan.hours"].format(hours="3.0") in out
