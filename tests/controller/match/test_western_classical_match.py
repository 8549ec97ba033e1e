"""Whole hands of the western games: pots, what is paid at once, the wind of the break; worked by hand (section 7)."""

from __future__ import annotations

from typing import Any

import pytest

from controller.match import EndMatch, HandResult, PayInstant, ScoredWin, match_summary, scores
from controller.refusals import Refused
from controller.rules import ruleset
from controller.rules.game import Instant, QuickWin
from tests.controller.match.book import DRAW, VOID, Book, started, win

LIST = dict(ruleset("western-classical").profiles["wright-patterson"])
HARR = dict(ruleset("western-classical").profiles["pung-chow"])
CLEAN = {"hand": "222m444m66m11z", "winning_tile": "6m", "flags": [],
         "melds": [{"kind": "pung", "tiles": "999m", "concealed": False}]}  # fmt: skip


def change(book: Book, start: int = 10_000) -> tuple[int, ...]:
    return tuple(points - start for points in scores(book.match))


def by_tiles(**losers: Any) -> HandResult:
    """South wins with clean pungs on a discard of West."""
    hands = {wind: {"hand": hand, "melds": [], "flowers": ""} for wind, hand in losers.items()}
    return HandResult("win", (ScoredWin(1, "discard", 2, {**CLEAN, "losers": hands}),))


def pot(book: Book) -> int:
    standing = book.match.standing
    assert standing is not None
    return standing.position.pot.get("jackpot", 0)


def at_play(options: dict[str, Any], **more: Any) -> Book:
    book = started("western-classical", {**options, **more})
    book.begin()
    return book


def test_the_pot_of_drawn_hands_lies_on_the_table_until_somebody_wins() -> None:
    book = started("western-classical", LIST)
    book.play(DRAW, DRAW)
    assert change(book) == (-100, -100, -100, -100)
    assert pot(book) == 400
    book.play(win(1, 2, 500))
    assert change(book) == (-1100, 2000 + 400 - 100, -600, -600)
    assert pot(book) == 0
    assert book.replayed() == book.match


def test_a_hand_with_tiles_takes_the_pot_and_its_result_says_how_much() -> None:
    book = started("western-classical", LIST)
    book.play(DRAW)
    book.play(by_tiles())
    winner = book.match.hands[-1].result
    assert winner is not None
    assert winner.wins[0].result is not None
    assert winner.wins[0].result["pot"] == 200
    assert change(book) == (-1050, 2150, -550, -550)
    book.play(by_tiles())
    result = book.match.hands[-1].result
    assert result is not None
    assert result.wins[0].result is not None
    assert result.wins[0].result["pot"] == 0


def test_a_pot_that_nobody_has_won_goes_back_in_equal_parts() -> None:
    book = started("western-classical", LIST)
    book.play(win(1, 2, 500), DRAW)
    book.do(EndMatch("staff"))
    summary = match_summary(book.match)
    assert summary is not None
    assert [row["points"] for row in summary["final"]["ranking"]] == [12_000, 9_500, 9_500, 9_000]


def test_a_limit_on_payments_holds_for_hands_that_are_named_without_tiles() -> None:
    book = started("western-classical", LIST)
    book.begin()
    book.end(HandResult("win", (QuickWin(1, "discard", 2, 500, losers=(0, 0, 900, 20)),)))
    # East pays West 1000 and North 40; North pays West 500: 880 would be more than the limit.
    assert change(book) == (-1000 - 1000 - 40, 2000, -500 + 1000 + 500, -500 + 40 - 500)


def test_a_limit_on_scores_cuts_them_first() -> None:
    book = started("western-classical", {"limit": 300})
    book.begin()
    book.end(HandResult("win", (QuickWin(1, "discard", 2, 900, losers=(0, 0, 900, 20)),)))
    assert change(book, 2000) == (-600 - 600 - 40, 1200, -300 + 600 + 280, -300 + 40 - 280)


def test_the_wind_of_the_player_at_whose_wall_the_count_ends_prevails_in_that_hand() -> None:
    book = started("western-classical", LIST)
    book.throw(6, 6)
    book.throw(6, 5)
    assert book.match.hands[-1].standing.prevailing == "W"
    assert book.replayed() == book.match
    book.end(by_tiles(E="333z147p258s3m12z4p"))
    # East's pung of West doubles: 16, rounded to 20; West and North pay him 40 each.
    assert change(book) == (-1000 + 80, 2000, -540, -540)
    standing = book.match.standing
    assert standing is not None
    assert standing.position.prevailing is None


def test_the_wind_of_the_round_prevails_in_the_other_games() -> None:
    book = started("western-classical", {"round-wind": True})
    book.throw(6, 6)
    book.throw(6, 5)
    assert book.match.hands[-1].standing.prevailing == "E"


def test_a_void_hand_frees_the_prevailing_wind() -> None:
    book = started("western-classical", LIST)
    book.throw(6, 6)
    book.throw(6, 5)
    book.end(VOID)
    standing = book.match.standing
    assert standing is not None
    assert standing.position.prevailing is None
    book.throw(4, 5)
    book.throw(4, 5)
    assert book.match.hands[-1].standing.prevailing == "E"


def test_a_full_series_is_paid_at_once_and_a_player_can_have_two() -> None:
    book = at_play(LIST)
    for _ in range(2):
        book.do(PayInstant("table", 1, Instant("bouquet", 0)))
    assert change(book) == (3000, -1000, -1000, -1000)
    with pytest.raises(Refused):
        book.do(PayInstant("table", 1, Instant("bouquet", 0)))
    assert book.replayed() == book.match


def test_the_pot_for_the_first_bonus_tile_is_paid_once_in_a_hand() -> None:
    book = at_play(LIST)
    book.do(PayInstant("table", 1, Instant("first-flower", 3)))
    assert change(book) == (-50, -50, -50, 150)
    for seat in (3, 0):
        with pytest.raises(Refused):
            book.do(PayInstant("table", 1, Instant("first-flower", seat)))


@pytest.mark.parametrize("more", [{"bouquet": 0, "flower-pot": 0}, {"flowers": False}])
def test_nothing_is_paid_for_bonus_tiles_without_a_price_or_without_bonus_tiles(more: dict[str, Any]) -> None:
    for name in ("bouquet", "first-flower"):
        with pytest.raises(Refused):
            at_play(LIST, **more).do(PayInstant("table", 1, Instant(name, 2)))


def test_a_washed_hand_is_paid_and_dealt_anew_by_the_same_dealer() -> None:
    book = at_play(HARR)
    book.do(PayInstant("table", 1, Instant("washing-11", 2)))
    for seat in (2, 3):
        with pytest.raises(Refused):
            book.do(PayInstant("table", 1, Instant("washing-11", seat)))
    book.end(HandResult("abort", reason="washed"))
    assert change(book, 2000) == (-100, -100, 300, -100)
    standing = book.match.standing
    assert standing is not None
    assert (standing.position.dealer, standing.position.number, standing.position.streak) == (0, 1, 0)


def test_no_hand_is_washed_in_the_other_games() -> None:
    book = at_play({})
    with pytest.raises(Refused):
        book.end(HandResult("abort", reason="washed"))
    with pytest.raises(Refused):
        book.do(PayInstant("table", 1, Instant("washing-9", 2)))


def test_the_match_is_over_after_its_changes_of_the_dealer() -> None:
    book = started("western-classical", {"deals": 2})
    book.play(win(0, 1, 20), win(1, 2, 20), DRAW, win(2, 3, 20))
    assert book.match.standing is None


@pytest.mark.parametrize(
    ("options", "passes", "chows"), [({}, 0, True), (LIST, 3, False), ({"max-chows": 0}, 0, False), (HARR, 0, True)]
)
def test_what_a_table_is_asked(options: dict[str, Any], passes: int, chows: bool) -> None:
    asks = at_play(options).match.asks
    assert (len(asks.passes), asks.chows, asks.losers) == (passes, chows, True)
    assert [row.blind for row in asks.passes] == [False, False, True][:passes]


def test_a_house_that_adds_a_hand_with_chows_to_the_list_may_claim_them() -> None:
    runs = {"id": "own-runs", "group": "list", "value": 2, "names": {"en": "Runs"}, "pattern": "all-chows"}
    book = at_play(LIST, changes={"items": [runs]})
    assert book.match.asks.chows
    hand = {"hand": "234m567m34p55s", "winning_tile": "5p", "flags": [],
            "melds": [{"kind": "chow", "tiles": "678s", "concealed": False}]}  # fmt: skip
    book.end(HandResult("win", (ScoredWin(1, "discard", 2, hand),)))
    assert change(book) == (-2000, 4000, -1000, -1000)
