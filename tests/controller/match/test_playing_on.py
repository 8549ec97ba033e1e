"""Another match of the same game and players: seats, first dealer, totals, sheet."""

from __future__ import annotations

import lzma
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from controller.events.match import MatchStarted
from controller.journal.store import Journal
from controller.match import (
    Abandon,
    CorrectHand,
    DrawWinds,
    EndMatch,
    MatchState,
    PlayOn,
    StartMatch,
    evolve,
    match_summary,
    scores,
)
from controller.match.sheet import sheet_html, sheet_json
from controller.refusals import Refused
from tests.controller.match.book import DRAW, Book, started, win
from tests.controller.match.test_seating import five, seated


def ended(book: Book) -> Book:
    book.do(EndMatch("staff", "enough"))
    return book


def played() -> Book:
    """Bob, who is dealer first, wins eight base points of each on seat 0's tile; ended early."""
    book = started(dealer=1)
    book.play(win(1, 0, 10))
    return ended(book)


def nets(state: MatchState) -> dict[str, int]:
    shown = match_summary(state)
    assert shown is not None and shown["together"] is not None
    return {row["name"]: row["net"] for row in shown["together"]["rows"]}


def test_a_match_that_is_played_on_keeps_players_game_and_dealer_and_adds_the_totals() -> None:
    book = played()
    first = book.match
    before = {row["name"]: row["score"] - first.start_points for row in first.ending.final["ranking"]}  # type: ignore[union-attr]
    assert before["Bob"] > 0 > before["Ann"]
    book.do(PlayOn("staff", "m2"))
    assert (book.match.id, book.match.options, book.match.names) == ("m2", first.options, first.names)
    assert book.match.standing is not None and book.match.standing.position.dealer == 1
    assert nets(book.match) == before
    book.play(win(0, 1, 10))
    now = {name: score - first.start_points for name, score in zip(book.match.names, scores_of(book), strict=True)}
    assert nets(book.match) == {name: before[name] + now[name] for name in before}
    assert now["Ann"] != 0
    ended(book)
    book.do(PlayOn("staff", "m3"))
    assert book.match.brought is not None and book.match.brought.matches == 2
    assert sum(book.match.brought.net) == 0
    assert book.replayed() == book.match


def scores_of(book: Book) -> tuple[int, ...]:
    return scores(book.match)


def test_the_sheet_of_a_match_that_goes_on_shows_what_all_came_to() -> None:
    book = played()
    assert sheet_json(book.match)["together"] is None
    book.do(PlayOn("staff", "m2"))
    book.play(DRAW)
    ended(book)
    paper = sheet_html(book.match, {"paper.together": "{n} matches together"})
    assert "2 matches together" in paper
    bob = next(row for row in sheet_json(book.match)["together"]["rows"] if row["name"] == "Bob")
    assert f">+{bob['net']}" in paper


def test_final_points_of_riichi_matches_add_up_with_their_uma() -> None:
    book = started("riichi")
    book.play(win(0, 1, 5))
    ended(book)
    points = {row["name"]: row["points"] for row in book.match.ending.final["ranking"]}  # type: ignore[union-attr]
    assert len(set(points.values())) > 1
    book.do(PlayOn("staff", "m2"))
    book.play(win(0, 1, 5))
    ended(book)
    shown = match_summary(book.match)
    assert shown is not None
    assert {row["name"]: row["points"] for row in shown["together"]["rows"]} == {
        name: 2 * each for name, each in points.items()
    }


def test_an_uma_that_does_not_add_up_begins_no_match_but_one_that_was_begun_with_it_goes_on() -> None:
    lopsided = {"uma": [50, 10, -10, -30]}
    with pytest.raises(Refused) as refused:
        started("riichi", lopsided)
    assert (refused.value.field, "not to 0" in refused.value.detail) == ("options.uma", True)
    book = started("riichi")
    begun = book.journal[0]
    assert isinstance(begun.event, MatchStarted)
    book.journal[0] = replace(begun, event=replace(begun.event, options={**begun.event.options, **lopsided}))
    book.state = book.replayed()
    book.play(win(0, 1, 5))
    book.do(CorrectHand("staff", "han", 1, win(0, 1, 6)))
    ended(book)
    points = [row["points"] for row in book.match.ending.final["ranking"]]  # type: ignore[union-attr]
    assert (points[0], sum(points)) == (68.0, 20.0)
    book.do(PlayOn("staff", "m2"))
    assert book.match.options["uma"] == lopsided["uma"]


def test_five_players_keep_their_seats_and_the_same_one_rests_first() -> None:
    book = five()
    book.do(DrawWinds("staff", {0: "W", 1: "5p", 2: "E", 3: "S"}, fifth="N"))
    book.play(*[win(seat) for seat in (3, 0, 1, 2)])
    at_first = seated(book)
    ended(book)
    book.do(PlayOn("staff", "m2"))
    assert (book.match.seating, seated(book), at_first) == ("given", ["Ann", "Eve", "Cy", "Di"], at_first)
    assert [book.match.names[player] for player in book.match.resting] == ["Bob"]
    assert book.match.standing is not None and book.match.standing.position.dealer == 2


def test_seats_that_are_drawn_again_are_found_as_in_the_match_before() -> None:
    book = Book()
    book.do(StartMatch("staff", "m1", "hong-kong-old", ("Ann", "Bob", "Cy", "Di"), {}, "dice-east-only"))
    for seat, dice in enumerate([(1, 1, 1), (6, 6, 6), (2, 1, 1), (2, 2, 2)]):
        book.throw(*dice, seat=seat)
    book.play(DRAW)
    ended(book)
    book.do(PlayOn("staff", "m2", "drawn"))
    assert (book.match.phase, book.match.seating) == ("first-dealer", "dice-east-only")
    kept = played()
    kept.do(PlayOn("staff", "m2", "drawn"))
    assert kept.match.phase == "first-dealer"


def test_only_a_ranked_match_that_is_over_and_of_no_tournament_is_played_on() -> None:
    book = started()
    with pytest.raises(Refused, match="match-running"):
        book.do(PlayOn("staff", "m2"))
    book.do(Abandon("staff", "fire"))
    with pytest.raises(Refused, match="no-playing-on"):
        book.do(PlayOn("staff", "m2"))
    of_hall = Book()
    of_hall.do(StartMatch("hall", "m1", "hong-kong-old", ("Ann", "Bob", "Cy", "Di"), {}, "given", 0, game="c-1/1/1"))
    of_hall.play(DRAW)
    ended(of_hall)
    with pytest.raises(Refused, match="no-playing-on"):
        of_hall.do(PlayOn("hall", "m2"))


STORED = Path(__file__).parents[1] / "journal" / "old_journals" / "further_match" / "chinese-traditional.sql.xz"


def test_a_stored_match_that_goes_on_from_another_opens_with_its_totals(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.executescript(lzma.decompress(STORED.read_bytes()).decode())
    connection.close()
    state, lifted = None, False
    with Journal(tmp_path / "journal.db", now=lambda: datetime(2027, 1, 1, tzinfo=UTC)) as journal:
        assert journal.verify() is None
        for recorded in journal.replay():
            state = evolve(state, recorded)
            lifted = lifted or (state is not None and any(one.lifted for one in state.penalties))
    assert lifted and state is not None and state.id == "m2"
    # Di won 40 and Bob, who discarded to her, paid four times; then Bob won 60 on the dealer's tile.
    assert nets(state) == {"Ann": -240, "Bob": 240 - 160, "Cy": 0, "Di": 160}
