"""``jantaku tournament``: lines in and out, exit statuses, files that cannot be read."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from api.cli import main
from tests.hall.tournament.records import one_game

Capture = pytest.CaptureFixture[str]


def test_a_bad_line_is_answered_in_its_place_and_the_rest_goes_on(capsys: Capture, tmp_path: Path) -> None:
    good = {"id": "g", **one_game("wrc-2025", [40_000, 30_000, 26_000, 24_000])}
    bad = {"id": "b", **one_game("wrc-2025", [40_000, 30_000, 26_000, 25_000])}
    path = tmp_path / "records.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in (bad, good)), encoding="utf-8")
    assert main(["tournament", "score", str(path)]) == 2
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["id"], first["error"]["code"]) == ("b", "wrong-table-total")
    assert first["error"]["field"] == "rounds[0].tables[0].scores"
    assert second["id"] == "g"
    assert second["standings"][0] == {"place": 1, "player": "a", "points": "25", "score": 40_000}


@pytest.mark.parametrize(("seats", "status"), [(["1", "2", "3", "4"], 0), (["1", "2", "3", "3"], 1)])
def test_the_exit_status_says_whether_a_schedule_breaks_a_rule(
    capsys: Capture, tmp_path: Path, seats: list[str], status: int
) -> None:
    path = tmp_path / "schedule.json"
    path.write_text(json.dumps({"players": 4, "rounds": [[seats]]}), encoding="utf-8")
    assert main(["tournament", "seating-check", str(path)]) == status
    assert bool(json.loads(capsys.readouterr().out)["violations"]) == bool(status)


def test_a_schedule_is_made_and_goes_on_from_its_first_rounds(capsys: Capture, tmp_path: Path) -> None:
    past, apart = tmp_path / "past.json", tmp_path / "apart.json"
    assert main(["tournament", "seat", "--players", "20", "--rounds", "2", "--seed", "7"]) == 0
    past.write_text(capsys.readouterr().out, encoding="utf-8")
    first = json.loads(past.read_text(encoding="utf-8"))
    apart.write_text('[["1", "2"]]', encoding="utf-8")
    asked = ["--players", "20", "--rounds", "4", "--past", str(past), "--apart", str(apart)]
    assert main(["tournament", "seat", *asked]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert (whole["rounds"][:2], len(whole["rounds"])) == (first["rounds"], 4)
    again = [*asked, "--seed", str(whole["seed"])]
    assert main(["tournament", "seat", *again]) == 0
    assert json.loads(capsys.readouterr().out) == whole


def test_what_cannot_be_seated_is_said_in_a_line(capsys: Capture) -> None:
    assert main(["tournament", "seat", "--players", "18", "--rounds", "5"]) == 2
    found = capsys.readouterr()
    assert (found.out, found.err) == ("", "jantaku: players: is a multiple of four: add substitutes\n")


@pytest.mark.parametrize("text", ["{", '{"players": 4}'])
def test_a_file_that_is_no_schedule_is_wrong_use(capsys: Capture, tmp_path: Path, text: str) -> None:
    path = tmp_path / "schedule.json"
    path.write_text(text, encoding="utf-8")
    assert main(["tournament", "seating-check", str(path)]) == 2
    assert str(path) in capsys.readouterr().err


def test_the_command_line_does_not_load_the_hall_for_other_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name == "hall" or name.startswith("hall.")]:
        monkeypatch.delitem(sys.modules, name)
    assert main(["roll"]) == 0
    assert not any(name == "hall" or name.startswith("hall.") for name in sys.modules)
