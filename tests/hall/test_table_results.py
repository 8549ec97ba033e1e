"""Results of games from the matches of tables."""

from __future__ import annotations

from controller.match import Abandon, CorrectHand, HandResult, MatchState, Penalize, evolve
from controller.rules.game import QuickWin
from hall.table_results import result_of_match, results_of_matches
from hall.tournament.presets import presets
from hall.tournament.results import check_result
from hall.tournament.values import TableResult
from tests.controller.match.book import DRAW, VOID, Book, started
from tests.controller.match.test_riichi_match import FIRST_DOUBLE_RON, HANCHAN, hanchan


def result(book: Book) -> TableResult:
    found = result_of_match(book.match)
    assert found is not None
    return found


def seats(found: TableResult) -> TableResult:
    from dataclasses import replace

    return replace(found, seats=("a", "b", "c", "d"))


def test_a_whole_hanchan_gives_scores_sticks_and_every_hand() -> None:
    found = result(hanchan())
    assert (found.scores, found.sticks, found.state) == (HANCHAN[-1][1], 1, "proposed")
    assert len(found.hands) == len(HANCHAN)
    first = found.hands[0]
    assert (first.name, first.winners, first.discarder, first.best) == ("E1", (3,), 2, 3)
    assert found.hands[7].name == "S1" and found.hands[3].kind == "abort"
    assert first.start is not None and first.end is not None and first.start < first.end
    check_result(seats(found), presets()["ema-riichi-2025"])


def test_a_correction_at_the_table_is_in_the_result() -> None:
    book = hanchan()
    only_one = HandResult("win", (QuickWin(3, "discard", 2, 2, fu=30),), declared={"riichi": (0, 2)})
    book.do(CorrectHand("referee", "furiten", FIRST_DOUBLE_RON, only_one))
    found = result(book)
    assert found.scores == (11_700, 53_900, -17_900, 71_300)
    assert found.hands[FIRST_DOUBLE_RON - 1].revisions == 2
    check_result(seats(found), presets()["ema-riichi-2025"])


def test_a_chombo_of_a_tournament_is_in_no_score_and_comes_off_the_standings() -> None:
    book = hanchan()
    book.do(Penalize("referee", "noten riichi", 3, "noten-riichi"))
    (penalty,) = result(book).penalties
    assert (penalty.seat, penalty.moves, penalty.in_score) == (3, (0, 0, 0, -20_000), False)
    check_result(seats(result(book)), presets()["ema-riichi-2025"])


def test_a_void_hand_is_shown_and_moves_nothing() -> None:
    book = started("riichi")
    book.play(VOID, DRAW)
    found = result(book)
    assert (found.state, found.hands[0].void, found.hands[0].points) == ("playing", True, (0, 0, 0, 0))


def test_an_abandoned_match_has_no_result_and_a_later_one_takes_its_place() -> None:
    book = started("riichi")
    book.do(Abandon("referee", "wrong seats"))
    assert result_of_match(book.match) is None
    again = hanchan().match
    found = results_of_matches([("c-abc/3/5", book.match), ("c-abc/3/5", again), ("of no tournament", again)])
    assert list(found) == [("c-abc", 3, 5)]


def test_the_result_of_a_match_that_is_read_again_is_the_same() -> None:
    book = hanchan()
    state: MatchState | None = None
    for recorded in book.journal:
        state = evolve(state, recorded)
    assert state is not None and result_of_match(state) == result(book)
