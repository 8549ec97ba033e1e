"""The draw: recomputed by anybody, from the hall's promise or from the dice of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from controller.fairness.statements import Purpose
from controller.refusals import Refused
from hall.intake.state import EnrolledTable
from hall.intake.state import State as TablesOfHall
from hall.tournament import commands as ask
from hall.tournament.draw import by_hall, by_table, faces_of, listed, promise_of, recomputed, secret_of, shuffled
from hall.tournament.published_draw import check_published, published_draw
from hall.tournament.report import as_json, canonical, make_report
from hall.tournament.report_check import check_report
from hall.tournament.values import Entrant, TableDraw
from tests.hall.tournament.halls import SECRET, TestHall, drawn, play, registered, seated
from tools.dice_cases.book import Book

LIST = listed([Entrant(f"e{n}", f"Player {n}") for n in range(1, 17)])


def thrown(rolls: int = 5, purpose: Purpose = Purpose.TOURNAMENT_DRAW) -> Book:
    book = Book()
    book.anchor()
    for _ in range(rolls):
        book.roll(purpose=purpose, dice=10)
    return book


def test_a_draw_of_the_hall_is_recomputed_from_what_it_holds() -> None:
    draw = drawn(16).one().draw
    assert draw is not None and recomputed(draw) == draw
    assert sorted(draw.numbers) == sorted(each.id for each in draw.listed)


@pytest.mark.parametrize("part", ["secret", "words"])
def test_another_secret_or_other_words_give_other_numbers(part: str) -> None:
    draw = by_hall(1, LIST, SECRET, "words", "x")
    other = recomputed(replace(draw, **{part: "00" * 32 if part == "secret" else "other words"}))
    assert other.numbers != draw.numbers


def test_a_player_more_changes_everything() -> None:
    one, other = by_hall(1, LIST, SECRET, "", "x"), by_hall(1, LIST[:-1], SECRET, "", "x")
    assert [id for id in one.numbers if id != "e16"] != list(other.numbers)


def test_every_order_comes_about_as_often_as_any_other() -> None:
    seen = Counter(tuple(shuffled("abc", n.to_bytes(32))) for n in range(6000))
    assert len(seen) == 6
    assert all(850 < times < 1150 for times in seen.values()), seen


def test_the_secret_follows_from_the_key_and_differs_by_draw() -> None:
    def sign(text: bytes) -> bytes:
        return b"signed " + text

    assert secret_of(sign, "c-1", 1) == secret_of(sign, "c-1", 1)
    assert len({secret_of(sign, id, n) for id in ("c-1", "c-2") for n in (1, 2)}) == 4


def test_a_secret_that_was_not_promised_draws_nothing() -> None:
    hall = registered(16)
    hall.do(ask.PromiseDraw("Ana", hall.id, promise_of(SECRET)))
    with pytest.raises(Refused) as caught:
        hall.do(ask.DrawByHall("Ana", hall.id, SECRET[::-1].hex()))
    assert (caught.value.code, caught.value.field) == ("bad-draw", "secret")


def test_a_promise_is_not_exchanged() -> None:
    hall = registered(16)
    hall.do(ask.PromiseDraw("Ana", hall.id, promise_of(SECRET)))
    with pytest.raises(Refused):
        hall.do(ask.PromiseDraw("Ana", hall.id, promise_of(SECRET[::-1])))


def asked(hall: TestHall) -> None:
    """Table t-1 of the hall throws the dice."""
    hall.tables = TablesOfHall({"t-1": EnrolledTable("t-1", "00" * 32, "One", "2026-11-25T08:00:00.000Z")})
    hall.do(ask.AskDice("Ana", hall.id, "t-1", "said aloud"))


def refused(hall: TestHall, command: Any) -> str:
    with pytest.raises(Refused) as caught:
        hall.do(command)
    return caught.value.code


def test_a_table_is_asked_first_and_list_and_words_are_fixed_then() -> None:
    book, hall = thrown(), registered(16)
    assert refused(hall, ask.DrawByTable("Ana", hall.id)) == "dice-not-asked"
    assert refused(hall, ask.AskDice("Ana", hall.id, "t-9")) == "no-such-enrolled-table"
    asked(hall)
    assert refused(hall, ask.DrawByTable("Ana", hall.id)) == "dice-not-thrown"
    assert refused(hall, ask.AskDice("Ana", hall.id, "t-1")) == "dice-asked"
    records = tuple(book.lines)
    hall.draws["t-1"] = TableDraw(f"{hall.id}/draw/2", 5, (), book.key.table.hex(), records)
    assert refused(hall, ask.DrawByTable("Ana", hall.id)) == "dice-not-thrown"  # of another draw
    hall.draws["t-1"] = replace(hall.draws["t-1"], draw=f"{hall.id}/draw/1")
    hall.do(ask.ChangeEntrant("Ana", hall.id, hall.one().entrants[0].id, {"name": "Another"}))
    assert refused(hall, ask.DrawByTable("Ana", hall.id)) == "draw-list-changed"
    hall.do(ask.ChangeEntrant("Ana", hall.id, hall.one().entrants[0].id, {"name": "Player 0"}))
    hall.do(ask.DrawByTable("Ana", hall.id))
    draw = hall.one().draw
    assert draw is not None and (draw.words, draw.records) == ("said aloud", records)


def test_dice_that_are_not_used_are_published_with_the_reason() -> None:
    hall = registered(16)
    asked(hall)
    hall.do(ask.PromiseDraw("Ana", hall.id, promise_of(SECRET)))
    assert refused(hall, ask.DrawByHall("Ana", hall.id, SECRET.hex())) == "dice-asked"
    faces, book = ((1, 2, 3, 4, 5, 6, 1, 2, 3, 4), (6,) * 10), thrown()
    hall.draws["t-1"] = TableDraw(f"{hall.id}/draw/1", 5, faces)
    hall.do(ask.DropDice("Ana", hall.id, "its board is away"))
    hall.do(ask.AskDice("Ana", hall.id, "t-1"))
    table, records = book.key.table.hex(), tuple(book.lines)
    all_five = tuple(tuple(faces_of(records, table)[at : at + 10]) for at in range(0, 50, 10))
    hall.draws["t-1"] = TableDraw(f"{hall.id}/draw/1", 5, all_five, table, records)
    hall.do(ask.DropDice("Ana", hall.id, "we do not like them"))
    hall.wait(minutes=1)
    hall.do(ask.DrawByHall("Ana", hall.id, SECRET.hex()))
    report = as_json(make_report(hall.one(), {}, "jantaku test"))
    for made, asked_ in ((published(hall), published(hall)["asked"]), (report, report["tournament"]["asked"])):
        assert [each["ended"] for each in asked_] == ["its board is away", "we do not like them"]
        assert [each["dropped"]["faces"] for each in asked_] == [[*map(list, faces)], [*map(list, all_five)]]
        assert check_published(canonical(made).encode())["ok"]
    assert check_report(f"{canonical(report)}\n".encode())["findings"] == []


def _no_reason(asked: Any) -> None:
    asked[0]["ended"] = ""


def _other_faces(asked: Any) -> None:
    asked[0]["dropped"]["faces"][0][0] = 7 - asked[0]["dropped"]["faces"][0][0]


def _other_statements(asked: Any) -> None:
    del asked[0]["dropped"]["records"][2]


@pytest.mark.parametrize("change", [_no_reason, _other_faces, _other_statements])
def test_dropped_dice_that_were_touched_are_found(change: Callable[[Any], None]) -> None:
    hall, book = registered(16), thrown()
    asked(hall)
    table, records = book.key.table.hex(), tuple(book.lines)
    rolls = tuple(tuple(faces_of(records, table)[at : at + 10]) for at in range(0, 50, 10))
    hall.draws["t-1"] = TableDraw(f"{hall.id}/draw/1", 5, rolls, table, records)
    hall.do(ask.DropDice("Ana", hall.id, "we do not like them"))
    hall.do(ask.PromiseDraw("Ana", hall.id, promise_of(SECRET)))
    hall.do(ask.DrawByHall("Ana", hall.id, SECRET.hex()))
    made: Any = published(hall)
    change(made["asked"])
    assert [each["what"] for each in check_published(canonical(made).encode())["findings"]] == ["draw"]


def test_dice_of_a_table_that_was_not_asked_are_found() -> None:
    book, hall = thrown(), registered(16)
    asked(hall)
    hall.draws["t-1"] = TableDraw(f"{hall.id}/draw/1", 5, (), book.key.table.hex(), tuple(book.lines))
    hall.do(ask.DrawByTable("Ana", hall.id))
    made: Any = published(hall)
    assert check_published(canonical(made).encode())["ok"]
    made["asked"] = []
    assert not check_published(canonical(made).encode())["ok"]


def test_the_dice_of_a_table_draw() -> None:
    book = thrown()
    hall = registered(16)
    asked(hall)
    hall.draws["t-1"] = TableDraw(f"{hall.id}/draw/1", 5, (), book.key.table.hex(), tuple(book.lines))
    hall.do(ask.DrawByTable("Ana", hall.id))
    draw = hall.one().draw
    assert draw is not None and recomputed(draw) == draw
    other = by_table(
        1, LIST, [*book.lines, book.roll(purpose=Purpose.TOURNAMENT_DRAW, dice=10).text], draw.table, "", "x"
    )
    assert other.seed != draw.seed


def broken(what: str) -> tuple[str, list[str]]:
    book = thrown(6)
    lines = list(book.lines)
    if what == "gap":
        del lines[3]
    elif what == "forged":
        lines[2] = lines[2][:-1] + ("A" if lines[2][-1] != "A" else "B")
    elif what == "few":
        lines = lines[:4]
    elif what == "purpose":
        lines = list(thrown(6, Purpose.BREAK).lines)
    elif what == "no anchor":
        lines = lines[1:]
    return ("00" * 8 if what == "table" else book.key.table.hex()), lines


@pytest.mark.parametrize("what", ["gap", "forged", "few", "purpose", "no anchor", "table"])
def test_rolls_that_prove_nothing_draw_nothing(what: str) -> None:
    table, lines = broken(what)
    with pytest.raises(Refused) as caught:
        by_table(1, LIST, lines, table, "", "x")
    assert (caught.value.code, caught.value.field) == ("bad-draw", "records")


def published(hall: TestHall) -> dict[str, Any]:
    return published_draw(hall.one())


def test_what_is_published_is_recomputed_with_its_schedule() -> None:
    hall = play(seated(drawn(16, method="swiss")), hall_random())
    hall.do(ask.MakeSchedule("Ana", hall.id))
    found = check_published(canonical(published(hall)).encode())
    assert (found["ok"], len(found["numbers"])) == (True, 16)


def hall_random():  # type: ignore[no-untyped-def]
    from random import Random

    return Random(4)


def test_a_schedule_that_was_touched_is_found() -> None:
    made = published(seated(drawn(16)))
    tables = made["schedules"][0]["rounds"][1]
    tables[0][0], tables[1][0] = tables[1][0], tables[0][0]
    found = check_published(canonical(made).encode())
    assert [each["where"] for each in found["findings"]] == ["schedules.0.rounds"]


def test_a_seed_that_somebody_chose_is_found() -> None:
    made = published(seated(drawn(16)))
    made["schedules"][0]["seed"] = "7"
    found = check_published(canonical(made).encode())
    assert [each["where"] for each in found["findings"]] == ["schedules.0.seed", "schedules.0.rounds"]
