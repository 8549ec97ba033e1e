"""A riichi match at the table: sticks and counters through results and corrections, leftovers, chombo, extra round."""

from __future__ import annotations

from typing import Any

import pytest

from api.words.catalogue import catalogue
from api.words.items import item_words
from controller.languages import LANGUAGES
from controller.match import CorrectHand, HandResult, Penalize, ScoredWin
from controller.match.ledger import scores
from controller.refusals import Refused
from controller.rules import explain_text
from controller.rules.game import QuickWin
from tests.controller.match.book import VOID, Book, started

HAND = {"hand": "234m67m345p678s99s", "melds": [], "winning_tile": "5m", "flags": ["riichi"], "flowers": ""}


def ron(winner: int, discarder: int, han: int, fu: int | None, riichi: tuple[int, ...] = ()) -> HandResult:
    return HandResult("win", (QuickWin(winner, "discard", discarder, han, fu=fu),), declared={"riichi": riichi})


def drawn(*ready: int, riichi: tuple[int, ...] = ()) -> HandResult:
    return HandResult("draw", ready=ready, declared={"riichi": riichi})


def test_sticks_wait_for_the_next_winner_and_counters_are_paid() -> None:
    book = started("riichi")
    book.play(drawn(0, 1, riichi=(1,)))
    assert scores(book.match) == (31_500, 30_500, 28_500, 28_500)
    position = book.match.standing.position if book.match.standing else None
    assert position is not None
    assert (position.dealer, position.extra_hands, position.pot.get("deposits", 0)) == (0, 1, 1)
    book.play(ron(2, 3, 2, 30, riichi=(2,)))
    assert scores(book.match) == (31_500, 30_500, 28_500 + 2300 + 1000, 28_500 - 2300)
    assert book.replayed() == book.state


def test_a_full_result_knows_counters_and_sticks_of_the_table() -> None:
    book = started("riichi")
    book.play(drawn(0, riichi=(0,)))
    book.begin()
    book.end(HandResult("win", (ScoredWin(1, "discard", 2, HAND),), declared={"riichi": (1,)}))
    assert book.match.hands[-1].result is not None
    result = book.match.hands[-1].result.wins[0].result
    assert result is not None
    assert (result["pot"], result["payments"]["W"]) == (2000, -2300)
    assert scores(book.match) == (32_000, 29_000 + 2300 + 1000, 29_000 - 2300, 29_000)


def two_winners(options: dict[str, Any]) -> Book:
    """One counter and one stick lie there; seats 1 and 2 have both declared and win on one discard, 2,000 each."""
    book = started("riichi", options)
    book.play(drawn(0, riichi=(0,)))
    other = HAND | {"hand": "234p67m345s678p99s"}
    book.begin()
    called = (ScoredWin(2, "discard", 0, HAND), ScoredWin(1, "discard", 0, other))
    book.end(HandResult("win", called, declared={"riichi": (1, 2)}))
    return book


def explained(win: Any, language: str) -> list[str]:
    """The lines of the explanation that speak of counters."""
    words = {**catalogue(language), **item_words("riichi", language)}
    line = words["line.honba"].format(payer=words["wind.E"], payee=words[f"wind.{'ESWN'[win.winner]}"], amount=300)
    return [text for text in explain_text(win.result["explain"], words) if text == line]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_second_winner_is_told_of_no_counters_and_sticks_that_the_first_has(language: str) -> None:
    book = two_winners({"honba-multi": "first-only", "sticks-multi": "first-only"})
    result = book.match.hands[-1].result
    assert result is not None
    first, second = result.wins
    assert (first.winner, second.winner) == (1, 2)
    assert (len(explained(first, language)), len(explained(second, language))) == (1, 0)
    assert (first.result["payments"]["E"], second.result["payments"]["E"]) == (-2300, -2000)
    assert (first.result["pot"], second.result["pot"]) == (3000, 0)
    assert result.settlement.net == (-4300, 2300 + 3000 - 1000, 2000 - 1000, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_winner_is_told_of_counters_and_his_own_stick(language: str) -> None:
    book = two_winners({})
    result = book.match.hands[-1].result
    assert result is not None
    first, second = result.wins
    assert (len(explained(first, language)), len(explained(second, language))) == (1, 1)
    assert (first.result["pot"], second.result["pot"]) == (2000, 1000)
    assert result.settlement.net == (-4600, 2300 + 1000, 2300, 0)


def test_a_correction_moves_the_sticks_of_later_hands() -> None:
    book = started("riichi")
    book.play(drawn(0, riichi=(0,)), ron(1, 2, 1, 30))
    book.do(CorrectHand("staff", "nobody declared", 1, drawn(0)))
    assert scores(book.match) == (33_000, 29_000 + 1300, 29_000 - 1300, 29_000)


def test_a_quick_win_without_fu_is_refused_at_the_table() -> None:
    book = started("riichi")
    book.begin()
    with pytest.raises(Refused) as caught:
        book.end(ron(1, 2, 2, None))
    assert caught.value.field == "wins[0].fu"


@pytest.mark.parametrize(("riichi", "paid"), [((1,), 32_000), ((1, 2), 3900)])
def test_who_discards_into_an_open_riichi_pays_a_yakuman_unless_he_has_declared_riichi(
    riichi: tuple[int, ...], paid: int
) -> None:
    book = started("riichi", {"open-riichi": "yakuman"})
    book.begin()
    hand = HAND | {"hand": "234m67m345p678s99s", "flags": ["riichi", "open-riichi"]}
    book.end(HandResult("win", (ScoredWin(1, "discard", 2, hand),), declared={"riichi": riichi}))
    sticks = 1000 * len(riichi)
    assert scores(book.match)[1] == 30_000 + paid + sticks - 1000
    assert book.replayed() == book.state


def test_without_limits_a_quick_win_has_han_and_fu_and_who_is_liable_pays() -> None:
    book = started("riichi", {"no-limits": True})
    book.begin()
    with pytest.raises(Refused) as caught:
        book.end(ron(1, 2, 13, None))
    assert caught.value.field == "wins[0].fu"
    book.end(HandResult("win", (QuickWin(1, "discard", 2, 13, fu=40, liable=3),)))
    base = 40 << 15
    assert scores(book.match) == (30_000, 30_000 + 4 * base + 20, 30_000 - 2 * base - 10, 30_000 - 2 * base - 10)


def test_the_nearest_winner_alone_where_heads_are_bumped() -> None:
    book = started("riichi", {"multiple-winners": "head-bump"})
    book.begin()
    both = tuple(QuickWin(seat, "discard", 0, 2, fu=30) for seat in (3, 1))
    book.end(HandResult("win", both))
    result = book.match.hands[-1].result
    assert result is not None
    assert (result.end.winners, result.passed_over) == ((1,), (3,))


def finished(book: Book) -> list[dict[str, object]]:
    assert book.match.ending is not None
    return list(book.match.ending.final["ranking"])


def test_sticks_of_the_last_hand_reach_the_first() -> None:
    book = started("riichi", {"match-length": "tonpuusen"})
    book.play(*(ron((dealer + 1) % 4, dealer, 5, None) for dealer in range(3)), drawn(1, riichi=(1,)))
    rows = finished(book)
    assert [row["player"] for row in rows] == [3, 1, 2, 0]
    assert [row["points"] for row in rows] == [7.0 + 1.0 + 15.0, 2.0 + 5.0, -1.0 - 5.0, -9.0 - 15.0]


def test_a_chombo_costs_after_the_ranking_and_not_a_place() -> None:
    book = started("riichi", {"match-length": "tonpuusen"})
    book.begin()
    book.do(Penalize("staff", "shown without a win", 3, "false-win"))
    book.end(VOID)
    book.play(*(ron(3, dealer, 5, None) for dealer in range(3)), ron(0, 3, 1, 30))
    first, *others = finished(book)
    assert (first["player"], first["place"]) == (3, 1)
    assert first["points"] == pytest.approx(23.0 + 15.0 - 20.0)
    assert sum(row["points"] for row in (first, *others)) == pytest.approx(-20.0)  # type: ignore[misc]


def test_an_aborted_hand_keeps_the_dealer_and_the_sticks() -> None:
    book = started("riichi", {"suucha": True})
    book.play(HandResult("abort", reason="suucha", declared={"riichi": (0, 1, 2, 3)}))
    position = book.match.standing.position if book.match.standing else None
    assert position is not None
    assert (position.dealer, position.streak, position.extra_hands, position.pot.get("deposits", 0)) == (0, 1, 1, 4)
    assert scores(book.match) == (29_000,) * 4


def test_three_play_sanma_around_an_empty_chair() -> None:
    book = started("sanma", names=("Ann", "Bob", "Cy", ""))
    book.throw(3, 4)
    assert book.match.running is not None
    book.end(ron(1, 2, 3, 30))
    assert scores(book.match) == (35_000, 38_900, 31_100)
