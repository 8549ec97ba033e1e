"""Who sits where and who deals first."""

from __future__ import annotations

import lzma
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from controller.fairness.roll import Roll
from controller.journal.store import Journal
from controller.match import ConfirmSeats, DrawWinds, StartMatch, Throw, evolve, match_summary, wanted_roll
from controller.match.seating import rank
from controller.match.state import SeatThrow
from controller.match.view import next_step
from controller.refusals import Refused
from tests.controller.match.book import NAMES, Book, win

STORED = Path(__file__).parents[1] / "journal" / "old_journals" / "seats_confirmed" / "riichi.sql.xz"


def starting(seating: str, ruleset: str = "hong-kong-old", **options: Any) -> Book:
    book = Book()
    names = NAMES[:3] if options.get("players") == 3 else NAMES
    book.do(StartMatch("staff", "m1", ruleset, names, options, seating))
    return book


def seated(book: Book) -> list[str]:
    return ["-" if player is None else book.match.names[player] for player in book.match.seats]


def test_the_highest_throw_is_east_and_the_others_sit_down_by_rank() -> None:
    book = starting("dice")
    for seat, total in enumerate([(1, 1, 2), (6, 6, 5), (3, 3, 3), (2, 2, 6)]):
        book.throw(*total, seat=seat)
    assert book.match.phase == "roll"
    assert book.match.standing is not None
    assert book.match.standing.position.dealer == 1
    assert seated(book) == ["Ann", "Bob", "Di", "Cy"]


def test_equal_throws_are_thrown_again_among_the_tied_only() -> None:
    book = starting("dice")
    for seat, dice in enumerate([(6, 6, 6), (1, 1, 1), (6, 6, 6), (1, 1, 1)]):
        book.throw(*dice, seat=seat)
    wanted = wanted_roll(book.match)
    assert wanted is not None
    assert wanted.seats == (0, 2, 1, 3)
    book.throw(1, 1, 1, seat=0)
    with pytest.raises(Refused, match="not-your-throw"):
        book.throw(6, 6, 6, seat=0)
    book.throw(2, 1, 1, seat=2)
    book.throw(5, 5, 5, seat=3)
    book.throw(4, 4, 4, seat=1)
    assert book.match.standing is not None
    assert book.match.standing.position.dealer == 2
    assert seated(book) == ["Di", "Bob", "Cy", "Ann"]


def test_ties_below_the_first_do_not_matter_when_only_east_is_sought() -> None:
    throws = [SeatThrow(0, (3, 3)), SeatThrow(1, (6, 5)), SeatThrow(2, (3, 3)), SeatThrow(3, (1, 1))]
    assert rank((0, 1, 2, 3), throws, only_first=True).order[0] == 1
    assert rank((0, 1, 2, 3), throws).pending == (0, 2)


def test_dice_east_only_leaves_everybody_on_their_chair() -> None:
    book = starting("dice-east-only", "chinese-traditional")
    for seat, dice in enumerate([(1, 1), (6, 5), (6, 5), (2, 2)]):
        book.throw(*dice, seat=seat)
    wanted = wanted_roll(book.match)
    assert wanted is not None
    assert (wanted.purpose, wanted.seats) == ("first-dealer", (1, 2))
    book.throw(1, 1, seat=1)
    book.throw(1, 2, seat=2)
    assert book.match.standing is not None
    assert book.match.standing.position.dealer == 2
    assert seated(book) == list(NAMES)


def test_wind_tiles_put_the_players_in_order_from_east() -> None:
    book = starting("wind-tiles")
    book.do(DrawWinds("staff", {0: "W", 1: "N", 2: "E", 3: "S"}))
    assert book.match.standing is not None
    assert book.match.standing.position.dealer == 2
    assert seated(book) == ["Ann", "Bob", "Cy", "Di"]
    other = starting("wind-tiles")
    other.do(DrawWinds("staff", {0: "W", 1: "N", 2: "E", 3: "S"}, east_seat=0))
    assert seated(other) == ["Cy", "Di", "Ann", "Bob"]


def five(names: tuple[str, ...] = (*NAMES, "Eve")) -> Book:
    book = Book()
    book.do(StartMatch("staff", "m1", "cantonese-old", names, {"players": 5}, "wind-tiles"))
    return book


def test_of_five_the_one_with_the_5_of_dots_rests_first() -> None:
    book = five()
    assert next_step(book.match)["args"]["names"] == ["Ann", "Bob", "Cy", "Di", "Eve"]
    book.do(DrawWinds("staff", {0: "W", 1: "5p", 2: "E", 3: "S"}, fifth="N"))
    assert seated(book) == ["Ann", "Eve", "Cy", "Di"]
    assert [book.match.names[player] for player in book.match.resting] == ["Bob"]
    at_table = match_summary(book.match)
    assert at_table is not None
    assert at_table["moves"] == [{"name": "Eve", "from": None, "to": 1}]
    assert at_table["rests_next"] == "Cy"
    for _ in range(4):
        assert book.match.standing is not None
        book.play(win((book.match.standing.position.dealer + 1) % 4, total=1))
    shown = match_summary(book.match)
    assert shown is not None
    assert shown["resting"] == ["Cy"]  # who dealt first gives his chair to who rested
    assert shown["rests_next"] == "Di"
    assert [row["name"] for row in shown["seats"]] == ["Ann", "Eve", "Bob", "Di"]


def test_the_fifth_player_rests_where_he_draws_the_5_of_dots_himself_and_may_be_east() -> None:
    book = five()
    book.do(DrawWinds("staff", {0: "W", 1: "N", 2: "E", 3: "S"}))
    assert seated(book) == ["Ann", "Bob", "Cy", "Di"]
    other = five()
    other.do(DrawWinds("staff", {0: "W", 1: "S", 2: "N", 3: "5p"}, east_seat=0, fifth="E"))
    assert seated(other) == ["Eve", "Bob", "Ann", "Cy"]
    assert other.match.standing is not None
    assert other.match.standing.position.dealer == 0


@pytest.mark.parametrize(
    ("winds", "fifth", "field"),
    [
        ({0: "W", 1: "5p", 2: "E", 3: "S"}, None, "winds"),
        ({0: "W", 1: "N", 2: "E", 3: "S"}, "N", "fifth"),
        ({0: "W", 1: "5p", 2: "E", 3: "S"}, "S", "winds"),
        ({0: "5p", 1: "5p", 2: "E", 3: "S"}, "N", "fifth"),
        ({0: "W", 1: "5p", 2: "E"}, "N", "winds"),
    ],
)
def test_tiles_that_five_cannot_have_drawn_are_refused(winds: dict[int, Any], fifth: Any, field: str) -> None:
    with pytest.raises(Refused) as refused:
        five().do(DrawWinds("staff", winds, fifth=fifth))
    assert (refused.value.code, refused.value.field) == ("bad-winds", field)


def test_four_players_have_no_5_of_dots() -> None:
    with pytest.raises(Refused) as refused:
        starting("wind-tiles").do(DrawWinds("staff", {0: "W", 1: "5p", 2: "E", 3: "S"}, fifth="N"))
    assert refused.value.field == "fifth"


def test_jup_wai_and_dar_jong_of_the_source() -> None:
    """A throws three: C takes the top tile, then D, A, B. East throws five, which ends at himself."""
    book = starting("jup-wai", "cantonese-old")
    book.throw(1, 2, seat=0)
    assert wanted_roll(book.match) is None
    assert next_step(book.match)["args"]["seats"] == [2, 3, 0, 1]
    book.do(DrawWinds("staff", {0: "E", 1: "S", 2: "W", 3: "N"}, east_seat=1))
    assert seated(book) == ["Di", "Ann", "Bob", "Cy"]
    book.throw(2, 3)
    assert book.match.standing is not None
    assert book.match.standing.position.dealer == 1
    assert book.match.phase == "roll"


def test_a_house_that_breaks_its_own_wall_uses_the_dealers_throw_again() -> None:
    book = starting("jup-wai", "cantonese-old", **{"break": "own-wall"})
    book.throw(1, 2, seat=0)
    book.do(DrawWinds("staff", {0: "E", 1: "S", 2: "W", 3: "N"}))
    book.throw(2, 3)
    running = book.match.running
    assert running is not None
    assert running.broken is not None
    assert running.broken.dice == (2, 3)


def test_a_count_that_ends_at_the_empty_chair_is_thrown_again() -> None:
    book = starting("jup-wai", "cantonese-old", players=3, **{"absent-seat": 2})
    events = book.throw(1, 2, seat=0)
    assert events[0].rethrow is True
    assert wanted_roll(book.match) is not None
    book.throw(1, 1, seat=0)
    book.do(DrawWinds("staff", {0: "S", 1: "E", 3: "W"}))
    assert seated(book) == ["Cy", "Bob", "-", "Ann"]
    assert book.match.winds_drawn == (1, 3, 0)


@pytest.mark.parametrize(
    "winds",
    [{0: "E", 1: "S", 2: "W"}, {0: "E", 1: "E", 2: "W", 3: "N"}, {0: "E", 1: "S", 2: "W", 4: "N"}],
)
def test_winds_that_do_not_fit_the_players_are_refused(winds: dict[int, Any]) -> None:
    with pytest.raises(Refused) as refused:
        starting("wind-tiles").do(DrawWinds("staff", winds))
    assert (refused.value.code, refused.value.field) == ("bad-winds", "winds")


def test_the_wrong_number_of_dice_is_refused() -> None:
    with pytest.raises(Refused, match="bad-dice"):
        starting("dice").throw(1, 2)
    with pytest.raises(Refused, match="bad-dice"):
        starting("dice").do(Throw("staff", 0, Roll(1, "seats", (1, 2, 7))))


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"names": ("Ann", "Bob", "Cy")}, "wrong-players"),
        ({"names": ("Ann", "Bob", "Cy", "Cy ")}, "same-name"),
        ({"names": ("Ann", "Bob", "Cy", "")}, "bad-words"),
        ({"names": ("Ann", "Bob", "Cy", "x" * 41)}, "bad-words"),
        ({"names": ("Ann", "Bob", "Cy", "D\x1bi")}, "bad-words"),
        ({"seating": "by-age"}, "bad-seating"),
        ({"seating": "given", "first_dealer": 4}, "bad-seat"),
        ({"options": {"no-such-option": 1}}, "bad-option"),
        ({"ruleset": "no-such-game"}, "bad-option"),
        ({"profile": "no-such-profile"}, "bad-option"),
    ],
)
def test_a_start_that_makes_no_match_is_refused(fields: dict[str, Any], code: str) -> None:
    base: dict[str, Any] = {"who": "staff", "match": "m1", "ruleset": "hong-kong-old", "names": NAMES}
    with pytest.raises(Refused) as refused:
        Book().do(StartMatch(**{**base, **fields}))
    assert refused.value.code == code


def test_a_profile_is_played_with_the_options_chosen_on_top_of_it() -> None:
    book = Book()
    book.do(StartMatch("staff", "m1", "riichi", NAMES, {"red-fives": 0}, "given", profile="mleague"))
    assert book.match.options["multiple-winners"] == "head-bump"
    assert book.match.options["red-fives"] == 0
    assert book.match.start_points == 25_000


def test_a_second_match_waits_for_the_end_of_the_first() -> None:
    book = starting("dice")
    with pytest.raises(Refused, match="match-running"):
        book.do(StartMatch("staff", "m2", "hong-kong-old", NAMES))


def test_three_players_may_be_named_with_or_without_the_empty_seat() -> None:
    options = {"players": 3, "absent-seat": 1}
    for names in (("Ann", "Bob", "Cy"), ("Ann", "", "Bob", "Cy")):
        book = Book()
        book.do(StartMatch("staff", "m1", "cantonese-old", names, options, "given", 2))
        assert seated(book) == ["Ann", "-", "Bob", "Cy"]


@pytest.mark.parametrize(
    ("ruleset", "options", "method"),
    [
        ("hong-kong-old", {}, "dice"),
        ("hong-kong-old", {"seating": "wind-tiles"}, "wind-tiles"),
        ("chinese-traditional", {}, "dice-east-only"),
        ("chinese-traditional", {"seating": "wind-tiles"}, "wind-tiles"),
        ("base-and-doubles", {}, "dice-east-only"),
        ("cantonese-old", {}, "jup-wai"),
        ("mcr", {}, "dice"),
        ("riichi", {}, "wind-tiles"),
    ],
)
def test_seats_are_found_as_the_sheet_of_the_game_says(ruleset: str, options: dict[str, Any], method: str) -> None:
    """Only old Hong Kong ranks all four throws; elsewhere the highest is East and the others keep their chairs."""
    book = Book()
    book.do(StartMatch("staff", "m1", ruleset, NAMES, options))
    assert book.match.seating == method


def changed_seats() -> Book:
    """Bob is East after a tie with Ann, who changes chairs with Cy."""
    book = starting("dice", "riichi")
    for seat, dice in ((0, (5, 4)), (1, (6, 3)), (2, (2, 1)), (3, (4, 2)), (0, (5, 4)), (1, (6, 5))):
        book.throw(*dice, seat=seat)
    return book


def shown(book: Book) -> dict[str, Any]:
    summary = match_summary(book.match)
    assert summary is not None
    return summary


def test_who_changes_seats_before_the_first_hand_is_shown() -> None:
    moves = shown(changed_seats())["moves"]
    assert moves == [{"name": "Cy", "from": 2, "to": 0}, {"name": "Ann", "from": 0, "to": 2}]


def test_people_say_once_that_they_have_changed_seats() -> None:
    book = changed_seats()
    assert shown(book)["seats_to_confirm"]
    book.do(ConfirmSeats("tablet"))
    assert not shown(book)["seats_to_confirm"]
    with pytest.raises(Refused, match="no-seats-change"):
        book.do(ConfirmSeats("tablet"))


def test_nobody_who_stays_has_to_say_so() -> None:
    book = Book()
    book.do(StartMatch("staff", "m1", "hong-kong-old", NAMES, {}, "given", 0))
    assert not shown(book)["seats_to_confirm"]
    with pytest.raises(Refused, match="no-seats-change"):
        book.do(ConfirmSeats("tablet"))


def test_dice_for_the_break_say_that_everybody_sits() -> None:
    book = changed_seats()
    book.throw(4, 6)
    assert book.match.phase == "play"
    assert not shown(book)["seats_to_confirm"]


def test_a_stored_journal_with_confirmed_seats_reads_as_it_did(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.executescript(lzma.decompress(STORED.read_bytes()).decode())
    connection.close()
    state = None
    with Journal(tmp_path / "journal.db", now=lambda: datetime(2027, 1, 1, tzinfo=UTC)) as journal:
        assert journal.verify() is None
        for recorded in journal.replay():
            state = evolve(state, recorded)
    assert state is not None
    assert (state.chairs, state.seats, state.seats_confirmed) == ((0, 1, 2, 3), (2, 1, 0, 3), 1)
