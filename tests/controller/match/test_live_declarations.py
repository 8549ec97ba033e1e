"""What a player lays on the table while the hand is played leaves his score at once, and is paid once."""

from __future__ import annotations

import pytest

from controller.match import Abandon, CorrectHand, Declare, HandResult, match_summary
from controller.match.ledger import ledger, scores
from controller.refusals import Refused
from controller.rules.game import QuickWin
from tests.controller.match.book import VOID, Book, started


def declared(book: Book, seat: int, *, withdraw: bool = False, hand: int | None = None) -> None:
    book.do(Declare("Ann", len(book.match.hands) if hand is None else hand, seat, "riichi", withdraw))


def at_play(**options: object) -> Book:
    book = started("riichi", options)
    book.begin()
    return book


def ron(winner: int, discarder: int, **more: tuple[int, ...]) -> HandResult:
    return HandResult("win", (QuickWin(winner, "discard", discarder, 2, fu=30),), declared=more)


def test_the_stick_leaves_the_score_at_once_and_is_seen_on_the_table() -> None:
    book = at_play()
    declared(book, 1)
    assert scores(book.match) == (30_000, 29_000, 30_000, 30_000)
    shown = match_summary(book.match)
    assert shown is not None
    assert shown["declared"] == [{"seat": 1, "declaration": "riichi", "stake": 1000}]
    assert (shown["deposits"], book.replayed()) == (0, book.state)


def test_a_result_that_names_no_declarations_takes_over_those_of_the_hand_and_pays_the_stick_once() -> None:
    book = at_play()
    declared(book, 1)
    book.end(ron(2, 3))
    assert scores(book.match) == (30_000, 29_000, 30_000 + 2000 + 1000, 28_000)
    result = book.match.hands[0].result
    assert result is not None
    assert result.end.declared == {"riichi": (1,)}
    assert sum(entry.amount for entry in ledger(book.match) if entry.payer == 1) == 1000


def test_a_stick_of_a_drawn_hand_stays_for_the_next_winner() -> None:
    book = at_play()
    declared(book, 1)
    book.end(HandResult("draw", ready=(1,)))
    assert scores(book.match)[1] == 29_000 + 3000
    assert book.match.standing is not None
    assert book.match.standing.position.pot == {"deposits": 1}


def test_what_the_result_says_of_a_declaration_counts_before_what_was_declared_live() -> None:
    book = at_play()
    declared(book, 1)
    book.end(ron(2, 1, riichi=()))
    assert scores(book.match) == (30_000, 28_000, 32_000, 30_000)


def test_a_void_hand_gives_the_stick_back() -> None:
    book = at_play()
    declared(book, 1)
    book.end(VOID)
    assert scores(book.match) == (30_000,) * 4


def test_a_declaration_is_withdrawn_until_the_result_and_can_be_made_again() -> None:
    book = at_play()
    declared(book, 1)
    declared(book, 1, withdraw=True)
    assert scores(book.match) == (30_000,) * 4
    declared(book, 1)
    assert scores(book.match)[1] == 29_000


def test_a_match_broken_off_in_a_hand_gives_the_stick_back() -> None:
    book = at_play()
    declared(book, 1)
    book.do(Abandon("staff", "fire alarm"))
    assert scores(book.match) == (30_000,) * 4


def test_a_stick_on_the_table_changes_nothing_in_the_correction_of_an_earlier_hand() -> None:
    book, other = at_play(), at_play()
    for each, live in ((book, True), (other, False)):
        each.end(ron(2, 3))
        each.begin()
        if live:
            declared(each, 1)
        each.do(CorrectHand("r", "typo", 1, ron(3, 2)))
        each.end(ron(0, 1, riichi=(1,)))
    assert scores(book.match) == scores(other.match)


def test_a_live_declaration_leads_to_the_same_settlement_and_next_hand_as_one_named_with_the_result() -> None:
    """Whether the match goes on is decided by settled points: the stick is not taken twice before it."""
    book, other = at_play(), at_play()
    declared(book, 1)
    for each in (book, other):
        each.end(ron(2, 1, riichi=(1,)))
    live, named = book.match.hands[0].result, other.match.hands[0].result
    assert live is not None
    assert named is not None
    assert (live.settlement, live.next, scores(book.match)) == (named.settlement, named.next, scores(other.match))


@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (Declare("A", 1, 0, "nagashi"), "unknown-declaration", "declaration"),
        (Declare("A", 1, 0, "no-such"), "unknown-declaration", "declaration"),
        (Declare("A", 2, 0, "riichi"), "stale-hand", "hand"),
        (Declare("A", 1, 1, "riichi"), "declared-already", "seat"),
        (Declare("A", 1, 2, "riichi", withdraw=True), "not-declared", "seat"),
        (Declare("A", 1, 4, "riichi"), "bad-seat", "seat"),
    ],
)
def test_a_declaration_that_cannot_be_names_its_field(command: Declare, code: str, field: str) -> None:
    book = at_play(**{"nagashi-mangan": "as-tsumo-mangan"})
    declared(book, 1)
    with pytest.raises(Refused) as refused:
        book.do(command)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_nobody_declares_between_hands() -> None:
    book = started("riichi")
    with pytest.raises(Refused, match="no-hand-running"):
        declared(book, 1, hand=1)


def test_a_game_without_stakes_knows_no_live_declaration() -> None:
    book = started("hong-kong-old")
    book.begin()
    with pytest.raises(Refused, match="unknown-declaration"):
        declared(book, 1)
