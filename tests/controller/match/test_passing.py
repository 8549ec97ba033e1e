"""Tiles passed before the first discard: which pass comes, what may become of it, and that a result ends it."""

from __future__ import annotations

import json
import lzma
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from controller.events import CATALOGUE
from controller.journal.store import Journal
from controller.match import PassTiles, evolve, match_summary
from controller.match.commands import PassHow
from controller.refusals import Refused
from tests.controller.match.book import DRAW, VOID, Book, started, win

STORED = Path(__file__).parents[1] / "journal" / "old_journals" / "tiles_passed" / "charleston.sql.xz"


def dealt(**options: Any) -> Book:
    book = started("american", {name.replace("_", "-"): value for name, value in options.items()})
    book.begin()
    return book


def passed(book: Book, number: int, how: PassHow = "made") -> None:
    book.do(PassTiles("table", len(book.match.hands), number, how))


def through(book: Book, *numbers: int) -> None:
    for number in numbers:
        passed(book, number, "made" if number else "begun")


def shown(book: Book) -> dict[str, Any] | None:
    summary = match_summary(book.match)
    assert summary is not None
    answer: dict[str, Any] | None = summary["passing"]
    return answer


def refused(book: Book, command: PassTiles) -> tuple[str, str | None]:
    with pytest.raises(Refused) as told:
        book.do(command)
    return told.value.code, told.value.field


def test_the_charleston_goes_right_across_left_left_across_right_and_to_the_player_opposite() -> None:
    book = dealt()
    through(book, 0)
    directions = []
    while row := shown(book):
        directions.append((row["number"], row["to"], row["courtesy"]))
        passed(book, row["number"])
    assert directions == [
        (1, "right", False), (2, "across", False), (3, "left", False), (4, "left", False), (5, "across", False),
        (6, "right", False), (7, "across", True),
    ]  # fmt: skip


def test_the_clock_of_a_pass_starts_with_the_pass_before_it() -> None:
    book = dealt()
    assert (shown(book) or {})["since"] is None
    through(book, 0)
    assert (shown(book) or {})["since"] == book.journal[-1].time
    through(book, 1)
    row = shown(book)
    assert row is not None
    assert (row["since"], row["seconds"]) == (book.journal[-1].time, 60)


def test_a_house_sets_the_seconds_of_a_pass_or_none() -> None:
    assert (shown(dealt(pass_seconds=0)) or {})["seconds"] == 0


def test_one_voice_stops_the_second_charleston_and_the_courtesy_comes() -> None:
    book = dealt()
    through(book, 0, 1, 2, 3)
    passed(book, 4, "stopped")
    assert (shown(book) or {})["courtesy"]
    passed(book, 7, "none")
    assert shown(book) is None


def test_without_courtesy_a_stop_ends_the_passes() -> None:
    book = dealt(courtesy=False)
    through(book, 0, 1, 2, 3)
    passed(book, 4, "stopped")
    assert shown(book) is None


@pytest.mark.parametrize(
    ("options", "number", "ways"),
    [
        ({}, 0, ["begun", "over"]),
        ({}, 1, ["made", "over"]),
        ({}, 3, ["made", "none", "over"]),
        ({"blind_pass": False}, 3, ["made", "over"]),
        ({}, 4, ["made", "stopped", "over"]),
        ({"charleston_second": "always"}, 4, ["made", "over"]),
        ({}, 5, ["made", "over"]),
        ({}, 6, ["made", "none", "over"]),
        ({}, 7, ["made", "none", "over"]),
        ({"charleston_second": "never"}, 4, ["made", "none", "over"]),
    ],
)
def test_what_may_become_of_a_pass_follows_the_options(options: dict[str, Any], number: int, ways: list[str]) -> None:
    book = dealt(**options)
    through(book, *range(number))
    row = shown(book)
    assert row is not None
    assert (row["number"], row["ways"]) == (number, ways)


@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (PassTiles("A", 1, 2), "pass-not-due", "number"),
        (PassTiles("A", 1, 1, "stopped"), "pass-not-due", "how"),
        (PassTiles("A", 1, 1, "none"), "pass-not-due", "how"),
        (PassTiles("A", 2, 1), "stale-hand", "hand"),
        (PassTiles("A", 1, 1, withdraw=True), "pass-not-due", "number"),
    ],
)
def test_a_pass_that_cannot_be_names_its_field(command: PassTiles, code: str, field: str) -> None:
    book = dealt()
    through(book, 0)
    assert refused(book, command) == (code, field)


def test_the_last_pass_is_taken_back() -> None:
    book = dealt()
    through(book, 0, 1)
    book.do(PassTiles("table", 1, 1, withdraw=True))
    assert (shown(book) or {})["number"] == 1
    assert book.replayed() == book.match


def test_a_result_ends_the_passes_and_the_next_hand_begins_anew() -> None:
    book = dealt()
    through(book, 0, 1)
    book.end(win(0, None, 50))
    assert shown(book) is None
    book.begin()
    assert (shown(book) or {})["number"] == 0


def test_nobody_passes_after_the_passes_were_called_over() -> None:
    book = dealt()
    passed(book, 0, "over")
    assert shown(book) is None
    assert refused(book, PassTiles("A", 1, 1)) == ("pass-not-due", "number")


def test_a_game_without_passes_shows_none_and_takes_none() -> None:
    book = started("hong-kong-old")
    book.begin()
    assert shown(book) is None
    assert refused(book, PassTiles("A", 1, 0, "begun")) == ("pass-not-due", "number")


def test_every_event_is_read_as_it_was_written() -> None:
    book = dealt()
    through(book, 0, 1)
    book.do(PassTiles("table", 1, 1, withdraw=True))
    book.end(VOID)
    for recorded in book.journal:
        stored = CATALOGUE.to_json(recorded.event)
        assert CATALOGUE.read(recorded.event.type, json.dumps(stored)) == recorded.event


def test_a_stored_charleston_opens(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.executescript(lzma.decompress(STORED.read_bytes()).decode())
    connection.close()
    state = None
    with Journal(tmp_path / "journal.db", now=lambda: datetime(2027, 1, 1, tzinfo=UTC)) as journal:
        assert journal.verify() is None
        for recorded in journal.replay():
            state = evolve(state, recorded)
    assert state is not None
    assert [(one.number, one.how) for one in state.hands[0].passed] == [
        (0, "begun"), (1, "made"), (2, "made"), (3, "none"), (4, "stopped"), (7, "made"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("direction", "to"), [("die", "die"), ("right", "right"), ("opposite", "across"), ("left", "left")]
)
def test_sichuan_exchanges_three_tiles_of_a_suit_where_the_house_does(direction: str, to: str) -> None:
    book = started("sichuan", {"exchange-three": True, "exchange-direction": direction})
    book.begin()
    through(book, 0)
    row = shown(book)
    assert row is not None
    assert (row["to"], row["tiles"], row["one_suit"], row["passes"]) == (to, 3, True, 1)
    passed(book, 1)
    assert shown(book) is None


def test_the_goulash_of_the_classical_game_follows_a_draw_alone() -> None:
    book = started("chinese-classical", {"goulash": True})
    book.begin()
    assert shown(book) is None
    book.end(DRAW)
    book.begin()
    through(book, 0)
    directions = []
    while row := shown(book):
        directions.append(row["to"])
        passed(book, row["number"])
    assert directions == ["right", "across", "left"]
    book.end(win(1, total=50))
    book.begin()
    assert shown(book) is None
