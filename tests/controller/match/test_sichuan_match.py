"""Matches of Sichuan, worked out by hand: wins one after the other, kongs paid at once, and the end of the wall."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.match import (
    CorrectHand,
    EndHand,
    HandResult,
    InstantThen,
    PayInstant,
    ScoredWin,
    match_summary,
    scores,
)
from controller.refusals import Refused
from controller.rules.game import Instant, QuickWin
from tests.controller.match.book import DRAW, VOID, Book, started, win, wins

THREE_HANDS = {"hands": 3}


def at_play(**options: Any) -> Book:
    book = started("sichuan", {name.replace("_", "-"): value for name, value in options.items()})
    book.begin()
    return book


def kong(book: Book, kind: str, seat: int, feeder: int | None = None, tile: str = "") -> None:
    book.do(PayInstant("table", len(book.match.hands), Instant(kind, seat, feeder, tile)))


def drawn(**declared: tuple[int, ...]) -> HandResult:
    return HandResult("draw", declared={name.replace("_", "-"): seats for name, seats in declared.items()})


def after_kong(winner: int, discarder: int, total: int) -> HandResult:
    return replace(win(winner, discarder, total), declared={"kong-discard": (winner,)})


def test_a_match_of_three_hands() -> None:
    book = started("sichuan", THREE_HANDS)
    book.begin()
    kong(book, "concealed-kong", 3)
    assert scores(book.match) == (-2, -2, -2, 6)
    assert [event.type for event in book.end(win(1, 2, 2))] == ["match.hand-won"]
    assert scores(book.match) == (-2, 2, -6, 6)
    kong(book, "claimed-kong", 0, 3)
    assert scores(book.match) == (0, 2, -6, 4)
    book.end(win(0, None, 1))
    assert scores(book.match) == (6, 2, -9, 1), "base 2 and a point from the two who play"
    book.end(drawn(ready_3=(2,)))
    assert scores(book.match) == (8, 4, 1, -13), "seat 3 pays 8 and gives its kong back to all three"
    assert book.match.standing is not None
    assert book.match.standing.position.dealer == 1, "who won first"

    book.begin()
    book.end(wins(3, seat0=1, seat2=0))
    assert scores(book.match) == (10, 4, 2, -16)
    book.end(win(1, None, 3))
    assert scores(book.match) == (10, 13, 2, -25), "the only player left pays 8 and a point"
    assert book.match.standing is not None
    assert book.match.standing.position.dealer == 3, "the first two won on one tile: whoever discarded it"

    book.begin()
    kong(book, "added-kong", 2)
    book.end(after_kong(0, 2, 2))
    assert scores(book.match) == (14, 13, -2, -25), "the kong before the discard is given back"
    assert [event.type for event in book.end(DRAW)] == ["match.hand-ended", "match.ended"]
    assert scores(book.match) == (14, 13, -2, -25), "nobody is ready"
    assert book.replayed() == book.match


def test_the_income_of_the_kong_goes_to_the_first_winner_where_the_house_hands_it_on() -> None:
    book = at_play(kong_discard_transfer=True)
    kong(book, "added-kong", 2)
    book.end(HandResult("win", wins(2, seat0=0, seat1=0).wins, declared={"kong-discard": (0, 1)}))
    assert scores(book.match) == (3, 0, -2, -1), "seat 0 comes first after seat 2 and 3"


def test_pigs_pay_the_cap_to_everybody_else_where_the_house_has_it() -> None:
    book = at_play(pig="cap")
    book.end(drawn(ready_1=(1,), pig=(3,)))
    assert scores(book.match) == (8 - 2, 8 + 2 + 2, 8 - 2, -24)


def test_kongs_stay_where_the_house_refunds_none() -> None:
    book = at_play(kong_refund=False)
    kong(book, "concealed-kong", 3)
    book.end(drawn(ready_0=(0,)))
    assert scores(book.match) == (-2 + 3, -2 - 1, -2 - 1, 6 - 1)


def test_the_deal_passes_every_hand_where_it_rotates() -> None:
    book = started("sichuan", {"next-dealer": "rotate", "end": "first-win"})
    book.play(win(2, 3, 0), DRAW)
    assert book.match.standing is not None
    assert book.match.standing.position.dealer == 2


def test_the_same_player_deals_when_nobody_has_won_and_a_void_hand_is_no_hand() -> None:
    book = started("sichuan")
    book.play(DRAW, VOID)
    assert book.match.standing is not None
    position = book.match.standing.position
    assert (position.dealer, position.number, position.streak) == (0, 2, 1)


def test_a_win_with_tiles_knows_who_is_out() -> None:
    book = at_play()
    book.end(win(1, 2, 0))
    parts = {"hand": "12345678m22p", "melds": [{"kind": "pung", "tiles": "555p", "concealed": False}],
             "winning_tile": "9m", "flags": []}  # fmt: skip
    book.end(HandResult("win", (ScoredWin(3, "self-draw", None, parts),)))
    won = book.match.hands[0].counting[1].wins[0]
    assert won.record is not None and won.explanation is not None
    assert won.record["out"] == ["S"]
    assert [row["payer"] for row in won.explanation["payments"]] == ["E", "W"]
    assert scores(book.match) == (-2, 1, -3, 4)


def test_a_corrected_first_winner_changes_who_pays_a_later_win_with_tiles() -> None:
    book = at_play()
    book.end(win(1, 2, 0))
    parts = {"hand": "12345678m22p", "melds": [{"kind": "pung", "tiles": "555p", "concealed": False}],
             "winning_tile": "9m", "flags": []}  # fmt: skip
    book.end(HandResult("win", (ScoredWin(3, "self-draw", None, parts),)))
    book.do(CorrectHand("referee", "film", 1, win(0, 2, 0), end=1))
    assert scores(book.match) == (1, -2, -3, 4)


def test_a_forgotten_kong_is_corrected_with_what_follows_from_it() -> None:
    """Seat 3 is not ready at the end of the wall: its forgotten kong is paid and given back."""
    book = at_play()
    book.end(drawn(ready_0=(0,)))
    kongs = (InstantThen(Instant("concealed-kong", 3)), InstantThen(Instant("concealed-kong", 0)))
    book.do(CorrectHand("referee", "film", 1, replace(drawn(ready_0=(0,)), instants=kongs)))
    assert scores(book.match) == (9, -3, -3, -3)
    assert book.replayed() == book.match


@pytest.mark.parametrize(
    ("result", "field"),
    [
        (drawn(ready_1=(1,), ready_2=(1,)), "ready-2"),
        (drawn(ready_1=(1,), pig=(1,)), "pig"),
        (replace(win(1, None, 2), declared={"kong-discard": (1,)}), "kong-discard"),
        (replace(win(1, 2, 2), declared={"kong-discard": (0,)}), "kong-discard"),
        (drawn(ready_9=(1,)), "ready-9"),
        (HandResult("win", (QuickWin(1, "discard", 2, 2, True),)), "wins[0].limit"),
    ],
)
def test_what_contradicts_itself_names_its_field(result: HandResult, field: str) -> None:
    book = at_play(pig="cap")
    with pytest.raises(Refused) as refused:
        book.do(EndHand("table", 1, result))
    assert refused.value.field == field


def test_the_table_asks_for_the_kongs_and_for_ready_hands() -> None:
    book = at_play()
    shown = match_summary(book.match)
    assert shown is not None
    assert [row["id"] for row in shown["asks"]["instants"]] == [
        "claimed-kong", "concealed-kong", "added-kong", "late-added-kong",
    ]  # fmt: skip
    ready = [row["id"] for row in shown["asks"]["declared"]]
    assert ready == ["kong-discard", "ready-0", "ready-1", "ready-2", "ready-3"]
