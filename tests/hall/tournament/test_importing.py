"""Lists of players: what is read, and how each fault is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.refusals import Refused
from hall.tournament import commands as ask
from hall.tournament.importing import MOST_ROWS, Fault, Reason, preview
from hall.tournament.values import Entrant
from tests.hall.tournament.halls import registered


def faults(text: str, there: tuple[Entrant, ...] = ()) -> list[tuple[int, str, str]]:
    return [(fault.row, fault.column, fault.reason.value) for fault in preview(text, there).faults]


def test_a_list_of_a_federation_is_read() -> None:
    text = (
        "Last Name;First name;EMA number;Country;Club;Team;Seed\nMuster;Anna;04040012;aut;Wien;Red;1\nLi;Bo;;CHN;;;\n"
    )
    found = preview(text)
    assert found.faults == ()
    anna, bo = found.entrants.values()
    assert (anna.name, anna.ema, anna.country, anna.club, anna.team, anna.seed) == (
        "Anna Muster", "04040012", "AUT", "Wien", "Red", 1,
    )  # fmt: skip
    assert (bo.name, bo.ema, bo.seed) == ("Bo Li", "", None)


@pytest.mark.parametrize(
    "text", ["Ann\nBob\n", "\ufeffname\r\nAnn\r\n\r\nBob\r\n", "name\tclub\nAnn\tX\nBob\tY", '"name"\n"Ann"\n"Bob"']
)
def test_what_people_paste_is_read(text: str) -> None:
    assert [entrant.name for entrant in preview(text).entrants.values()] == ["Ann", "Bob"]


def test_a_name_with_a_comma_is_family_name_first() -> None:
    found = next(iter(preview('name,club\n"Muster, Anna",Wien').entrants.values()))
    assert (found.name, found.first_name, found.last_name) == ("Anna Muster", "Anna", "Muster")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", [(0, "", "empty")]),
        ("ema,club\n00000001,X", [(1, "", "no-name-column")]),
        ("name,NAME\nA,B", [(1, "name", "column-twice"), (1, "NAME", "column-twice")]),
        ("name,ema\nAnn,12\n,00000001", [(2, "ema", "bad-ema"), (3, "name", "no-name")]),
        ("name,country\nAnn,Austria", [(2, "country", "bad-country")]),
        ("name,seed\nAnn,0\nBob,x", [(2, "seed", "bad-seed"), (3, "seed", "bad-seed")]),
        ("name,sub\nAnn,perhaps", [(2, "sub", "bad-substitute")]),
        ("name,ema\nAnn,00000001\nBob,00000001", [(3, "ema", "twice")]),
        ("name\nAnn\nann", [(3, "name", "twice")]),
        ("name,club\nAnn,X,Y", [(2, "", "too-many-cells")]),
        (f"name\n{'A' * 101}", [(2, "name", "too-long")]),
        ("name\nA\u202enn", [(2, "name", "bad-character")]),
        ('name\n"Ann', [(0, "", "broken-quotes")]),
        ("\n".join(["name", *(f"P{n}" for n in range(MOST_ROWS))]), [(0, "", "too-many-rows")]),
    ],
)  # fmt: skip
def test_a_fault_names_row_column_and_reason(text: str, wanted: list[tuple[int, str, str]]) -> None:
    assert faults(text) == wanted


def test_two_players_of_one_name_differ_by_club_or_number() -> None:
    assert faults("name,club\nAnn,X\nAnn,Y") == []


def test_who_was_entered_before_is_named() -> None:
    there = (Entrant("e1", "Ann", ema="00000001"),)
    assert preview("name,ema\nBeth,00000001", there).faults == (Fault(2, "ema", Reason.TWICE, "00000001", 0),)


def test_columns_that_are_not_known_are_told() -> None:
    assert preview("name,shoe size\nAnn,38").unknown == ("shoe size",)


def test_nothing_of_a_list_with_a_fault_is_kept() -> None:
    hall = registered(8)
    with pytest.raises(Refused) as caught:
        hall.do(ask.ImportEntrants("Ana", hall.id, "name,ema\nNew,99999999\nOld,00000003"))
    assert caught.value.more["faults"] == [{"row": 3, "column": "ema", "reason": "twice", "value": "00000003"}]
    assert len(hall.one().entrants) == 8


@given(st.text(max_size=300))
def test_no_text_breaks_the_preview(text: str) -> None:
    found = preview(text)
    assert all(entrant.name for entrant in found.entrants.values())
    assert not {fault.row for fault in found.faults} & set(found.entrants)
