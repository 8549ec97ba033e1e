"""Corrections of earlier hands: what they move, what they leave, and what the sheet says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from controller.match import CorrectHand, EndMatch, HandResult, Penalize, StartMatch, ledger, scores
from controller.match.sheet import sheet_json
from controller.refusals import Refused
from controller.rules.entry import Asks
from controller.rules.game import (
    DicePlan,
    End,
    Ends,
    Line,
    MatchPosition,
    QuickWin,
    Settlement,
    WallPlan,
)
from controller.rules.paid import Paid, PaidWin, Scored, Share, WinWorth, net_of
from controller.rules.seats import WINDS, Wind, WindIndex
from controller.rules.winners import Call, Choice
from tests.controller.match.book import DRAW, NAMES, Book, started, win


def correct(book: Book, hand: int, result: HandResult, **more: Any) -> None:
    book.do(CorrectHand("referee", "wrong seat entered", hand, result, **more))


def test_a_correction_replaces_the_payments_and_keeps_the_original_struck() -> None:
    book = started()
    book.play(win(1, 2), win(3, 0))
    correct(book, 1, win(2, 1))
    hand = book.match.hands[0]
    assert [result.end.winners for result in hand.results] == [(1,), (2,)]
    assert (hand.results[1].who, hand.results[1].why) == ("referee", "wrong seat entered")
    struck = [entry for entry in ledger(book.match) if entry.struck]
    assert struck
    assert {entry.payee for entry in struck} == {1}
    again = started()
    again.play(win(2, 1), win(3, 0))
    assert scores(book.match)[2] == scores(again.match)[2]


def test_later_hands_keep_the_dealer_who_really_sat_there_and_the_sheet_says_so() -> None:
    book = started()
    book.play(win(1), win(2, 1), win(3))
    dealers = [hand.position.dealer for hand in book.match.hands]
    correct(book, 1, win(0))
    assert [hand.position.dealer for hand in book.match.hands] == dealers
    hands = sheet_json(book.match)["hands"]
    assert hands[1]["notes"] == ["paper.note-dealer-kept"]
    assert hands[0]["notes"] == hands[2]["notes"] == []


def test_the_result_before_the_next_throw_decides_who_deals() -> None:
    book = started()
    book.play(win(1))
    assert book.match.standing is not None
    assert book.match.standing.position.dealer == 1
    correct(book, 1, win(0))
    assert book.match.standing.position.dealer == 0
    assert book.match.standing.position.streak == 1


def test_a_running_hand_keeps_its_dealer() -> None:
    book = started()
    book.play(win(1))
    book.begin()
    correct(book, 1, win(0))
    assert book.match.phase == "play"
    assert book.match.standing is not None
    assert book.match.standing.position.dealer == 1
    book.end(win(1))
    assert book.match.standing.position.dealer == 1


def test_a_carry_follows_the_corrected_results() -> None:
    book = started(options={"goulash-carry": 5})
    book.play(win(1), DRAW, win(2, 0))
    before = scores(book.match)
    correct(book, 1, DRAW)
    last = book.match.hands[2]
    assert last.position.extra_hands == 2
    assert last.result is not None
    assert last.result.cause == 1
    assert sum(line.amount for line in last.result.settlement.lines if line.key == "line.carry") == 30
    correct(book, 1, win(1))
    assert scores(book.match) == before
    assert book.match.hands[2].position.extra_hands == 1


def test_a_running_hand_gets_the_corrected_carry() -> None:
    book = started(options={"goulash-carry": 5})
    book.play(win(1))
    book.begin()
    correct(book, 1, DRAW)
    book.end(win(2))
    result = book.match.hands[1].result
    assert result is not None
    assert sum(line.amount for line in result.settlement.lines if line.key == "line.carry") == 15


def play_out(book: Book) -> None:
    while book.match.phase != "over":
        assert book.match.standing is not None
        book.play(win((book.match.standing.position.dealer + 1) % 4, total=3))


def test_correcting_the_last_hand_can_reopen_the_match() -> None:
    book = started()
    play_out(book)
    dealer = book.match.hands[-1].position.dealer
    correct(book, 16, win(dealer))
    assert book.match.phase == "roll"
    assert book.match.ending is None
    play_out(book)
    assert len(book.match.hands) == 17


def test_correcting_an_earlier_hand_of_a_finished_match_ranks_it_anew() -> None:
    book = started()
    play_out(book)
    assert book.match.ending is not None
    first_end = book.match.ending.time
    correct(book, 3, win(0, 1, 10, limit=True))
    assert book.match.phase == "over"
    assert book.match.ending.time == first_end
    ranking = book.match.ending.final["ranking"]
    assert [row["score"] for row in ranking] == sorted(scores(book.match), reverse=True)
    assert {row["player"]: row["score"] for row in ranking} == dict(enumerate(scores(book.match)))


def test_a_match_ended_early_stays_ended_and_is_ranked_anew() -> None:
    book = started()
    book.play(win(1), win(2))
    book.do(EndMatch("staff", "late"))
    correct(book, 2, win(3, 0, 10))
    assert book.match.ending is not None
    assert book.match.ending.how == "early"
    assert book.match.ending.final["ranking"][0]["player"] == 3


def test_two_people_cannot_overwrite_each_other_unseen() -> None:
    book = started()
    book.play(win(1))
    correct(book, 1, win(2), revision=1)
    with pytest.raises(Refused) as refused:
        correct(book, 1, win(3), revision=1)
    assert (refused.value.kind, refused.value.code) == ("stale", "stale-correction")
    assert "referee" in refused.value.detail


@pytest.mark.parametrize("hand", [0, 2, 3, -1])
def test_a_hand_without_a_result_cannot_be_corrected(hand: int) -> None:
    book = started()
    book.play(win(1))
    book.begin()
    with pytest.raises(Refused, match="no-such-result"):
        correct(book, hand, win(2))


def test_a_correction_needs_a_reason() -> None:
    book = started()
    book.play(win(1))
    with pytest.raises(Refused) as refused:
        book.do(CorrectHand("referee", " ", 1, win(2)))
    assert refused.value.field == "why"


@dataclass(frozen=True)
class SticksGame:
    """A game with sticks on the table: at a draw the dealer lays down 10, the next winner takes all of them. Who falls
    below 75 ends the match."""

    ruleset: str = "sticks"
    options: Mapping[str, Any] = field(default_factory=dict)
    digest: str = "0" * 64
    unit: str = "points"
    wall: WallPlan = field(default_factory=lambda: WallPlan(136))
    dice: DicePlan = field(default_factory=lambda: DicePlan(2))
    start_points: int = 100
    seating: str = "dice-east-only"
    asks: Asks = field(default_factory=Asks)

    def check_new(self) -> None:
        """It has no options."""

    def score(self, record: Mapping[str, Any]) -> dict[str, Any]:
        raise NotImplementedError

    def scored(self, record: Mapping[str, Any]) -> Scored:
        raise NotImplementedError

    def paid_quick(self, position: MatchPosition, win: QuickWin) -> PaidWin:
        winner, discarder = self._wind(position, win.winner), (win.winner + 1) % 4
        payer = self._wind(position, discarder if win.discarder is None else win.discarder)
        share = Share(payer, win.total, "line.discard")
        from_whom = None if win.discarder is None else payer
        paid = Paid(winner, win.source, from_whom, [share], net_of(winner, [share]))
        return PaidWin(WinWorth(win.total, win.total, win.limit, {}), paid)

    def _wind(self, position: MatchPosition, seat: int) -> WindIndex:
        return WindIndex((seat - position.dealer) % 4)

    def record_facts(self, position: MatchPosition, end: End, winner: int) -> Mapping[str, Any]:
        return {}

    def choose(self, discarder: int | None, calls: Sequence[Call]) -> Choice:
        return Choice(tuple(call.seat for call in calls), (), "all")

    def goes_on(self, ends: Ends) -> bool:
        return False

    def settle(self, position: MatchPosition, ends: Ends, wins: Sequence[Paid] = ()) -> Settlement:
        net, lines = [0, 0, 0, 0], []
        if ends[-1].kind == "draw":
            net[position.dealer] = -10
            return Settlement(tuple(net), (), {"deposits": 10})
        for one in wins:
            winner = (one.winner + position.dealer) % 4
            for share in one.shares:
                payer = (share.payer + position.dealer) % 4
                lines.append(Line(payer, winner, share.amount, share.key))
                net[payer] -= share.amount
                net[winner] += share.amount
        lying = position.pot.get("deposits", 0)
        net[(wins[0].winner + position.dealer) % 4] += lying
        return Settlement(tuple(net), tuple(lines), {"deposits": -lying} if lying else {})

    def advance(self, position: MatchPosition, ends: Ends, points: Sequence[int]) -> MatchPosition | None:
        if min(points) < 75:
            return None
        return replace(position, dealer=(position.dealer + 1) % 4, number=position.number + 1)

    def prevailing(self, position: MatchPosition) -> Wind:
        return "E"

    def seat_winds(self, position: MatchPosition) -> tuple[Wind | None, ...]:
        return tuple(WINDS[(seat - position.dealer) % 4] for seat in range(4))

    def people(self, position: MatchPosition) -> tuple[int, ...]:
        return (0, 1, 2, 3)

    def final(self, points: Sequence[int], position: MatchPosition) -> dict[str, Any]:
        order = sorted(range(len(points)), key=lambda player: -points[player])
        return {"ranking": order, "points": list(points), "deposits": position.pot.get("deposits", 0)}

    def penalties(self) -> Sequence[Mapping[str, Any]]:
        return ({"id": "noise", "pays_bank": 20, "effect": "", "settle": "match-end"},)

    def settle_penalty(self, position: MatchPosition, penalty: str, offender: int) -> Settlement:
        return Settlement((0, 0, 0, 0))


def sticks() -> Book:
    book = Book(configure=lambda *_: SticksGame())
    book.do(StartMatch("staff", "m1", "sticks", NAMES, {}, "given", 0))
    return book


def test_sticks_on_the_table_go_to_the_next_winner_and_follow_corrections() -> None:
    book = sticks()
    book.play(DRAW, DRAW, win(3, 2, 5))
    assert scores(book.match) == (90, 90, 95, 125)
    correct(book, 2, win(2, 1, 5))
    assert scores(book.match) == (90, 95, 110, 105)
    correct(book, 2, DRAW)
    assert scores(book.match) == (90, 90, 95, 125)
    table = [entry for entry in ledger(book.match) if entry.payer is None or entry.payee is None]
    assert {entry.key for entry in table} == {"line.deposits"}


def test_a_correction_that_would_have_ended_the_match_does_not_undo_the_hands_after_it() -> None:
    book = sticks()
    book.play(win(0, 1, 5), win(1, 3, 10))
    correct(book, 1, win(0, 1, 30))
    assert book.match.phase == "roll"
    assert scores(book.match) == (130, 80, 100, 90)
    assert sheet_json(book.match)["hands"][1]["notes"] == ["paper.note-played-on"]


def test_a_penalty_that_waits_for_the_end_counts_only_there() -> None:
    book = sticks()
    book.play(win(0, 1, 5))
    book.do(Penalize("referee", "shouting", 0, "noise"))
    assert scores(book.match)[0] == 105
    book.play(win(2, 1, 30))
    assert book.match.phase == "over"
    assert scores(book.match)[0] == 85
    assert book.match.ending is not None
    assert {row["player"]: row["score"] for row in book.match.ending.final["ranking"]}[0] == 85
