"""The open report: recomputed byte for byte, and every thing that was touched is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from api.cli import main
from controller.fairness.signing import TableKey
from controller.refusals import Refused
from hall.tournament import commands as ask
from hall.tournament.report import canonical, make_report, text_of
from hall.tournament.report_check import check_report
from tests.hall.tournament.halls import drawn, play, seated
from tools import report_page

KEY = TableKey(b"k" * 32)
WHO = "Ana"


@cache
def whole() -> bytes:
    """A round, a cut, a round; a fine, a protest, a substitute, a ruling, a correction after publication."""
    hall, random = drawn(16, rounds=2), Random(9)
    play(seated(hall), random)
    lot = tuple(each.id for each in hall.one().entrants)
    hall.do(ask.CutField(WHO, hall.id, ({"size": 4, "factor": "1/2"}, {"factor": "1"}), lot))
    hall.do(ask.AddEntrant(WHO, hall.id, {"name": "Sub", "substitute": True}))
    hall.do(ask.NameSubstitute(WHO, hall.id, hall.one().cuts[0].groups[1].members[0], "e17", 2, 2))
    hall.do(ask.GiveFine("Ref", hall.id, "e4", "late", "late", "-3"))
    hall.do(ask.MakeSchedule(WHO, hall.id))
    play(seated(hall), random)
    hall.do(ask.AdmitLateProtest("Head", hall.id, 2, 1, hall.one().rounds[1].tables[0][0], "the fu"))
    hall.do(ask.DecideProtest("Head", hall.id, 1, True, "40 fu"))
    hall.do(ask.PublishFinal(WHO, hall.id))
    hall.do(ask.HeadRuleResult("Head", hall.id, 2, 1, "40 fu", (50_000, 30_000, 25_000, 15_000)))
    return text_of(make_report(hall.one(), hall.results, "jantaku test", KEY)).encode()


def found(text: bytes) -> list[tuple[str, str]]:
    return [(each["what"], each["where"]) for each in check_report(text)["findings"]]


def touched(change: Callable[[Any], None]) -> bytes:
    report = json.loads(whole())
    change(report)
    return (canonical(report) + "\n").encode()


def test_a_report_comes_out_of_its_facts_byte_for_byte() -> None:
    answer = check_report(whole())
    assert (answer["ok"], answer["signed"], answer["findings"]) == (True, True, [])


def test_a_report_fits_its_schema_and_the_schema_is_up_to_date() -> None:
    schema = json.loads(report_page.SCHEMA.read_text(encoding="utf-8"))
    assert schema == report_page.schema()
    from jsonschema import Draft202012Validator  # takes longer than all others: its grammars are made at the import

    Draft202012Validator(schema).validate(json.loads(whole()))


def test_nobody_of_the_halls_list_of_persons_is_in_it() -> None:
    assert b'"person":"' not in whole()


def _swap_seats(report: Any) -> None:
    tables = report["tournament"]["schedules"][0]["rounds"][0]
    tables[0][0], tables[1][0] = tables[1][0], tables[0][0]


def _score(report: Any) -> None:
    report["games"][0]["result"]["scores"][0] += 1000


def _points(report: Any) -> None:
    report["derived"]["standings"][0]["points"] = "999"


def _number(report: Any) -> None:
    numbers = report["tournament"]["draw"]["numbers"]
    numbers[0], numbers[1] = numbers[1], numbers[0]


def _promise(report: Any) -> None:
    report["tournament"]["commitments"][0]["hash"] = "00" * 32


def _promise_late(report: Any) -> None:
    report["tournament"]["commitments"][0]["time"] = "2030-01-01T00:00:00.000Z"


def _fine(report: Any) -> None:
    report["tournament"]["fines"][0]["points"] = "-2"


def _twice(report: Any) -> None:
    tables = report["tournament"]["rounds"][0]["tables"]
    tables[0][0] = tables[1][0]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (_swap_seats, "schedule"), (_score, "result"), (_points, "standings"), (_number, "draw"), (_promise, "draw"),
        (_promise_late, "draw"), (_fine, "standings"), (_twice, "seats"),
    ],
)  # fmt: skip
def test_whatever_is_touched_is_found_and_breaks_the_seal(change: Callable[[Any], None], what: str) -> None:
    kinds = {kind for kind, _ in found(touched(change))}
    assert {what, "seal"} <= kinds


def test_a_signature_of_another_key_is_found() -> None:
    def change(report: Any) -> None:
        report["seal"]["key"] = TableKey(b"x" * 32).public.hex()

    assert found(touched(change)) == [("seal", "seal.signature")]


def test_another_spelling_is_found() -> None:
    assert found(json.dumps(json.loads(whole())).encode()) == [("spelling", "")]


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b"\xff", b'{"format": "jantaku-tournament-report", "version": 2}'])
def test_what_is_no_report_is_refused(text: bytes) -> None:
    with pytest.raises(Refused) as caught:
        check_report(text)
    assert caught.value.code == "bad-report"


def test_a_member_that_is_wrong_is_named() -> None:
    def change(report: Any) -> None:
        report["tournament"]["rounds"][1]["tables"][0] = ["e1"]

    with pytest.raises(Refused) as caught:
        check_report(touched(change))
    assert caught.value.field == "tournament.rounds.1.tables.0"


def test_the_command_says_by_its_status_whether_a_report_holds(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "report.json"
    for text, status in ((whole(), 0), (touched(_points), 1), (b"{}", 2)):
        path.write_bytes(text)
        assert main(["tournament", "check", str(path)]) == status
    capsys.readouterr()
    path.write_bytes(whole())
    assert main(["tournament", "draw-check", str(path)]) == 0
    assert len(json.loads(capsys.readouterr().out)["numbers"]) == 16


def test_a_large_tournament_runs_from_entrants_to_a_checked_report() -> None:
    """The short form of ``bench.tournament``: fewer players and rounds."""
    from bench.tournament import Figures, run

    figures: Figures = run(48, 4, seed=3)
    assert (figures.report_ok, figures.wind_deviation, figures.repeats) == (True, 0, 0)
