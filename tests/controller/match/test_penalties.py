"""Penalties, the kitty, rulings."""

from __future__ import annotations

import pytest

from controller.match import CancelPenalty, CorrectHand, LiftBar, Penalize, Rule, match_summary, scores
from controller.refusals import Refused
from tests.controller.match.book import DRAW, started, win


def test_a_false_win_pays_what_the_ruleset_says() -> None:
    book = started()
    book.begin()
    book.do(Penalize("referee", "two tiles short", 2, "false-win"))
    assert scores(book.match) == (8, 8, -24, 8)
    assert book.match.penalties[0].hand == 1


def test_the_dealer_of_the_hand_matters_for_the_tariff() -> None:
    book = started("chinese-traditional")
    book.begin()
    book.do(Penalize("referee", "hands shown", 1, "false-out-shown"))
    assert scores(book.match) == (2500, 1000, 2250, 2250)
    book.do(Penalize("referee", "hands shown", 0, "false-out-shown"))
    assert scores(book.match) == (1000, 1500, 2750, 2750)


@pytest.mark.parametrize(
    ("winner", "expected"),
    [(1, {0: -100, 1: 100}), (0, {0: 0, 1: 0}), (None, {0: 0, 1: 0})],
    ids=["another wins", "the offender wins", "nobody wins"],
)
def test_the_kitty_goes_to_the_winner_of_the_hand_or_back(winner: int | None, expected: dict[int, int]) -> None:
    plain, book = started("chinese-traditional"), started("chinese-traditional")
    result = DRAW if winner is None else win(winner, 2, 40)
    for one in (plain, book):
        one.begin()
    book.do(Penalize("referee", "wrong claim", 0, "wrong-claim"))
    summary = match_summary(book.match)
    assert summary is not None
    assert summary["kitty"] == 100
    for one in (plain, book):
        one.end(result)
    moved = [with_kitty - without for with_kitty, without in zip(scores(book.match), scores(plain.match), strict=True)]
    assert {seat: moved[seat] for seat in (0, 1)} == expected
    assert sum(scores(book.match)) == 8000


def test_the_kitty_follows_a_corrected_winner() -> None:
    book = started("chinese-traditional")
    book.begin()
    book.do(Penalize("referee", "wrong claim", 0, "wrong-claim"))
    book.end(win(1, 2, 40))
    book.do(CorrectHand("referee", "it was West", 1, win(2, 1, 40)))
    plain = started("chinese-traditional")
    plain.play(win(2, 1, 40))
    assert scores(book.match)[2] - scores(plain.match)[2] == 100


def test_free_points_and_warnings() -> None:
    book = started()
    book.play(win(1))
    before = scores(book.match)
    book.do(Penalize("referee", "slow", 3))
    assert scores(book.match) == before
    book.do(Penalize("referee", "slow again", 3, pays_each_other=2, pays_bank=5, hand=1))
    assert scores(book.match) == (before[0] + 2, before[1] + 2, before[2] + 2, before[3] - 11)
    assert [penalty.kind for penalty in book.match.penalties] == ["warning", "points"]


def test_a_penalty_is_taken_back_by_a_penalty_that_names_it() -> None:
    book = started("chinese-traditional")
    book.begin()
    before = scores(book.match)
    book.do(Penalize("referee", "wrong claim", 0, "wrong-claim"))
    book.do(CancelPenalty("head referee", "it was allowed", 1))
    assert scores(book.match) == before
    with pytest.raises(Refused, match="stale-penalty"):
        book.do(CancelPenalty("head referee", "again", 1))
    with pytest.raises(Refused, match="no-such-penalty"):
        book.do(CancelPenalty("head referee", "the cancellation itself", 2))
    book.end(win(1, 2, 40))
    plain = started("chinese-traditional")
    plain.play(win(1, 2, 40))
    assert scores(book.match) == scores(plain.match)


def test_a_dead_hand_is_shown_while_the_hand_is_played() -> None:
    book = started()
    book.begin()
    book.do(Penalize("referee", "14 tiles", 3, "wrong-count"))
    summary = match_summary(book.match)
    assert summary is not None
    assert summary["restrictions"] == [{"seat": 3, "penalty": 1, "effect": "dead-hand"}]
    book.end(DRAW)
    summary = match_summary(book.match)
    assert summary is not None
    assert summary["restrictions"] == []


def test_a_dead_hand_wins_only_after_the_penalty_was_taken_back() -> None:
    book = started()
    book.begin()
    book.do(Penalize("referee", "14 tiles", 3, "wrong-count"))
    with pytest.raises(Refused) as caught:
        book.end(win(3, 2, 40))
    assert (caught.value.field, caught.value.remedy) == (
        "wins[0].winner",
        "Enter another winner; or take it back.",
    )
    book.do(CancelPenalty("referee", "13 after all", 1))
    book.end(win(3, 2, 40))
    assert book.match.hands[0].winners == (3,)


def test_who_may_win_from_the_wall_alone_wins_on_a_discard_only_after_the_penalty_was_taken_back() -> None:
    book = started("korean")
    book.begin()
    book.do(Penalize("referee", "a win that was none", 3, "false-win"))
    summary = match_summary(book.match)
    assert summary is not None
    assert summary["restrictions"] == [{"seat": 3, "penalty": 1, "effect": "no-discard-win"}]
    with pytest.raises(Refused) as caught:
        book.end(win(3, 2, 5))
    assert caught.value.field == "wins[0].source"
    book.do(CancelPenalty("referee", "a win after all", 1))
    book.end(win(3, 2, 5))
    assert book.match.hands[0].winners == (3,)


def test_who_may_win_from_the_wall_alone_wins_from_it() -> None:
    book = started("korean")
    book.begin()
    book.do(Penalize("referee", "a win that was none", 3, "false-win"))
    book.end(win(3, None, 5))
    assert book.match.hands[0].winners == (3,)


def test_the_others_win_beside_a_dead_hand() -> None:
    book = started()
    book.begin()
    book.do(Penalize("referee", "14 tiles", 3, "wrong-count"))
    book.end(win(1, 2, 40))
    assert book.match.hands[0].winners == (1,)


def test_nobody_wins_after_an_offence_that_ended_the_hand() -> None:
    book = started("chinese-traditional")
    book.begin()
    book.do(Penalize("referee", "false out", 3, "false-out-shown"))
    with pytest.raises(Refused) as caught:
        book.end(win(1, 2, 40))
    assert caught.value.field == "wins"
    book.end(DRAW)
    assert book.match.hands[0].winners == ()


@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (Penalize("r", "x", 0, "no-such"), "unknown-penalty", "penalty"),
        (Penalize("r", "x", 4), "bad-seat", "seat"),
        (Penalize("r", "x", 0, pays_each_other=-1), "bad-points", "pays_each_other"),
        (Penalize("r", "x", 0, pays_bank=10**9), "bad-points", "pays_bank"),
        (Penalize("r", "", 0), "bad-words", "why"),
        (Penalize("r", "x", 0, hand=9), "no-such-hand", "hand"),
        (Rule("r", ""), "bad-words", "text"),
        (Rule("r", "play on", hand=7), "no-such-hand", "hand"),
    ],
)
def test_what_cannot_be_is_refused(command: Penalize | Rule, code: str, field: str) -> None:
    book = started()
    book.begin()
    with pytest.raises(Refused) as refused:
        book.do(command)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_a_penalty_after_the_end_ranks_the_match_anew() -> None:
    book = started()
    while book.match.phase != "over":
        assert book.match.standing is not None
        book.play(win((book.match.standing.position.dealer + 1) % 4, total=3))
    assert book.match.ending is not None
    book.do(Penalize("head referee", "wrong sheet", 0, pays_bank=50))
    assert book.match.ending.final["ranking"][-1]["player"] == 0
    assert book.match.ending.final["ranking"][-1]["score"] == scores(book.match)[0]


def test_rulings_are_kept_with_their_hand() -> None:
    book = started()
    book.begin()
    book.do(Rule("referee", "The exposed tile is kept."))
    ruling = book.match.rulings[0]
    assert (ruling.number, ruling.hand, ruling.who) == (1, 1, "referee")


def test_who_may_not_win_before_his_next_turn_wins_when_somebody_says_that_he_has_had_it() -> None:
    book = started("chinese-traditional")
    book.begin()
    book.do(Penalize("referee", "false out", 3, "false-out-unseen"))
    with pytest.raises(Refused, match="next turn") as refused:
        book.end(win(3, 1, 40))
    assert refused.value.field == "wins[0].winner"
    book.do(LiftBar("table", 1))
    summary = match_summary(book.match)
    assert summary is not None and summary["restrictions"] == []
    with pytest.raises(Refused, match="no-such-penalty"):
        book.do(LiftBar("table", 1))
    book.end(win(3, 1, 40))
    assert scores(book.match)[3] > book.match.start_points
    assert book.replayed() == book.match


def test_a_bar_that_was_taken_back_or_is_of_an_earlier_hand_is_not_lifted() -> None:
    book = started("chinese-traditional")
    book.begin()
    book.do(Penalize("referee", "false out", 3, "false-out-unseen"))
    book.do(CancelPenalty("referee", "was right", 1))
    with pytest.raises(Refused, match="no-such-penalty"):
        book.do(LiftBar("table", 1))
    book.end(win(3, 1, 40))
    assert scores(book.match)[3] > book.match.start_points
