"""What others read: every field of it, and nothing a spreadsheet would take for a formula."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from random import Random

import pytest

from hall.tournament import commands as ask
from hall.tournament.exports.federations import (
    EMA_COLUMNS,
    ema_csv,
    mers_report,
    pantheon,
    pantheon_ruleset,
    participants,
    portal_csv,
)
from hall.tournament.exports.rows import decimal
from hall.tournament.exports.tables import fines_csv, results_csv, seating_csv, standings_csv
from hall.tournament.outcome import outcome
from hall.tournament.presets import StickRule, presets
from tests.hall.tournament.halls import TestHall, drawn, finish, numbers_drawn, play, registered, result_of, seated

WHO = "Ana"


def event(preset: str = "ema-riichi-2025", scores: tuple[int, ...] = (40_000, 32_000, 28_000, 20_000)) -> TestHall:
    days = {"first_day": "2026-11-24", "last_day": "2026-11-25", "country": "AUT", "city": "Wien"}
    hall = drawn(8, preset, rounds=1, **days)
    hall.do(ask.ChangeEntrant(WHO, hall.id, "e1", {"first_name": "Anna", "last_name": "Muster", "country": "AUT"}))
    hall.do(ask.ChangeEntrant(WHO, hall.id, "e2", {"ema": "", "name": "=HYPERLINK(1)"}))
    seated(hall)
    hall.do(ask.StartRound(WHO, hall.id))
    for table in (1, 2):
        hall.results[hall.id, 1, table] = result_of(hall, 1, table, scores)
    finish(hall)
    hall.do(ask.GiveFine("Ref", hall.id, "e1", "chombo" if preset != "ema-mcr" else "warning", "noten, riichi"))
    return hall


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_file_of_the_european_association_has_its_columns_in_order() -> None:
    hall = event()
    made = outcome(hall.one(), hall.results)
    found = rows(ema_csv(hall.one(), made))
    assert tuple(found[0]) == EMA_COLUMNS
    anna = next(row for row in found if row["Player's last name"] == "MUSTER")
    points = next(row.points for row in made.rows if row.player == "e1")
    assert anna == {
        "Tournament name": "Open", "Number of participants": "8", "Place": anna["Place"],
        "Player's first name": "Anna", "Player's last name": "MUSTER", "EMA number": "00000000", "Table points": "1",
        "Score": decimal(points), "EMA member": "YES", "Country": "AUT", "Date": "25.11.2026", "Countrycourt": "AUT",
        "city": "Wien", "mers": "", "shortname": "", "rules": "Riichi", "period": "", "NbDays": "2", "Extra": "NO",
    }  # fmt: skip


def test_mcr_is_reported_by_table_points_and_score() -> None:
    hall = event("ema-mcr", (30, 5, -5, -30))
    first = rows(ema_csv(hall.one(), outcome(hall.one(), hall.results)))[0]
    assert (first["Table points"], first["Score"], first["rules"]) == ("4", "30", "MCR")


def test_the_fields_of_a_report_for_the_european_ranking() -> None:
    hall = event()
    found = mers_report(hall.one(), outcome(hall.one(), hall.results))
    assert (found["sessions"], found["days"], found["participants"], found["countries"]) == (1, 2, 8, 1)
    assert {row["ema"] for row in found["players"]} >= {"new", "00000000"}


@pytest.mark.parametrize(("players", "substitutes", "counted"), [(8, 0, 8), (7, 1, 8), (5, 3, 8), (9, 3, 12)])
def test_substitutes_who_fill_up_the_tables_count_as_participants(players: int, substitutes: int, counted: int) -> None:
    hall = registered(players, rounds=1)
    for number in range(substitutes):
        hall.do(ask.AddEntrant(WHO, hall.id, {"name": f"Sub {number}", "substitute": True}))
    numbers_drawn(hall)
    assert participants(seated(hall).one()) == counted


def test_one_who_sits_in_for_somebody_absent_adds_no_participant() -> None:
    hall = drawn(8, rounds=2)
    hall.do(ask.AddEntrant(WHO, hall.id, {"name": "Sub", "substitute": True}))
    play(seated(hall), Random(3))
    hall.do(ask.NameSubstitute(WHO, hall.id, "e1", "e9", 2))
    seated(hall)
    assert "e9" in {id for table in hall.one().rounds[1].tables for id in table}
    assert participants(hall.one()) == 8


def test_substitutes_are_not_ranked_and_who_never_played_is_nobody() -> None:
    hall = event()
    for number in range(5):
        hall.do(ask.AddEntrant(WHO, hall.id, {"name": f"Sub {number}", "substitute": True}))
    assert participants(hall.one()) == 8
    assert "Sub" not in ema_csv(hall.one(), outcome(hall.one(), hall.results))


def test_the_upload_of_the_portal() -> None:
    hall = event()
    found = rows(portal_csv(hall.one(), outcome(hall.one(), hall.results)))
    assert list(found[0]) == ["place", "first_name", "last_name", "scores", "games", "ema", "load_player"]
    assert {row["load_player"] for row in found} == {"true"} and len(found) == 8


def test_pantheons_names() -> None:
    hall = event()
    made = outcome(hall.one(), hall.results)
    found = pantheon(hall.one(), made)
    assert sum(float(r["rating_delta"]) for g in found["games"] for r in g["final_results"]) == 0
    assert found["penalties"][0]["amount"] == 20_000 and found["penalties"][0]["reason"] == "noten, riichi"
    one = next(row for row in found["rating_table"] if row["id"] == 1)
    assert (one["games_played"], one["penalties_count"]) == (1, 1)


def test_the_switches_of_pantheon_follow_the_preset() -> None:
    ema, wrc = (pantheon_ruleset(presets()[name], presets()[name].sticks) for name in ("ema-riichi-2025", "wrc-2025"))
    assert (ema["uma"], ema["chombo_amount"], ema["riichi_goes_to_winner"]) == (
        ["15000", "5000", "-5000", "-15000"], 20_000, True,
    )  # fmt: skip
    assert (wrc["chombo_amount"], wrc["riichi_goes_to_winner"], wrc["ending_policy"]) == (
        30_000, False, "ENDING_POLICY_END_AFTER_HAND",
    )  # fmt: skip
    assert pantheon_ruleset(presets()["jpml-a"], StickRule.LOST)["uma_type"] == "UMA_COMPLEX"


def test_the_sheets_of_a_spreadsheet_hold_everything_and_no_formula() -> None:
    hall = event()
    made = outcome(hall.one(), hall.results)
    texts = [standings_csv(hall.one(), made), results_csv(hall.one(), made), seating_csv(hall.one()),
             fines_csv(hall.one(), made)]  # fmt: skip
    assert [len(rows(text)) for text in texts] == [8, 8, 2, 1]
    assert all("'=HYPERLINK(1)" in text for text in texts[:3])
    assert not any(cell.startswith("=") for text in texts for row in csv.reader(io.StringIO(text)) for cell in row)


@pytest.mark.parametrize(
    ("points", "text"),
    [("-1/3", "-0.333"), ("2/3", "0.667"), ("-5", "-5"), ("1/2000", "0.001"), ("-1/4000", "0"), ("100", "100")],
)  # fmt: skip
def test_decimals_are_rounded_away_from_zero(points: str, text: str) -> None:
    assert decimal(Fraction(points)) == text
