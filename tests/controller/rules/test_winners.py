"""Several players call one discard: claims and results ask one rule who wins."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.match import HandResult
from controller.match.results import entered
from controller.match.state import Lineup
from controller.rules import RecordError, configure, rulesets
from controller.rules.engine import ConfiguredGame
from controller.rules.game import MatchPosition, QuickWin
from controller.rules.questions.claims import Bid, granted
from controller.rules.seats import SEATS, Seat
from controller.rules.winners import Call

DISCARDER = SEATS[0]
HOUSES = [
    ("hong-kong-old", {"multiple-winners": "highest"}),
    ("hong-kong-old", {"multiple-winners": "highest", "limit-points": 1}),
    ("hong-kong-old", {"multiple-winners": "highest", "half-limit-on-discard": True}),
    ("hong-kong-old", {"multiple-winners": "all"}),
    ("riichi", {"multiple-winners": "double-only"}),
    ("riichi", {"sancha": True}),
    ("riichi", {"multiple-winners": "head-bump"}),
    ("taiwanese", {"multiple-winners": "three-only"}),
    *((ruleset, {}) for ruleset in rulesets() if "discard" in configure(ruleset).asks.sources),
]


@pytest.mark.parametrize(
    ("ruleset", "options", "one"),
    [
        ("western-classical", {}, True), ("hong-kong-old", {"multiple-winners": "highest"}, True),
        ("hong-kong-old", {"multiple-winners": "all"}, False), ("sichuan", {}, False),
        ("taiwanese", {"multiple-winners": "three-only"}, False), ("japanese-classical", {}, True),
    ],
)  # fmt: skip
def test_the_form_knows_whether_one_of_several_callers_wins(ruleset: str, options: dict[str, Any], one: bool) -> None:
    assert configure(ruleset, options).asks.one_winner is one


def standing(game: ConfiguredGame) -> Lineup:
    position = MatchPosition(DISCARDER, DISCARDER)
    players = tuple(None if seat == game.plan.absent_seat else int(seat) for seat in SEATS)
    return Lineup(position, game.prevailing(position), game.seat_winds(position), players)


def winners_of_result(game: ConfiguredGame, wins: list[QuickWin]) -> list[Seat]:
    """Who wins when the wins are entered as a result; nobody where that is refused as a draw of three."""
    try:
        return list(entered(game, standing(game), HandResult("win", tuple(wins))).end.winners)
    except RecordError as error:
        assert "abortive" in error.detail
        return []


def winners_of_claims(game: ConfiguredGame, wins: list[QuickWin]) -> list[Seat]:
    """Who wins when the same wins are called, each with the base that it is worth."""
    bids = [
        Bid(win.winner, "win", win.total, base=game.paid_quick(MatchPosition(DISCARDER, DISCARDER), win).worth.base)
        for win in wins
    ]
    return [bid.seat for bid in granted(game, DISCARDER, bids)]


TOTALS = {"pussers-bones": range(100, 2_001, 100), "shanxi-lisi": (5, 10, 15, 20)}
"""What a hand counts where not every number can be."""


@st.composite
def called(draw: st.DrawFn) -> tuple[ConfiguredGame, list[QuickWin]]:
    ruleset, options = draw(st.sampled_from(HOUSES))
    game = configure(ruleset, options)
    asks = game.asks
    seats = draw(st.lists(st.sampled_from([seat for seat in SEATS[1:] if seat != game.plan.absent_seat]), min_size=1,
                          max_size=3, unique=True))  # fmt: skip
    wins = []
    for seat in seats:
        limit = bool(asks.limit) and draw(st.booleans())
        some = TOTALS.get(ruleset) or range(max(1, asks.least), 21)
        total = draw(st.sampled_from(asks.limit_totals if limit else some))
        fu = 30 if asks.needs_fu(total, limit) else None
        wins.append(QuickWin(seat, "discard", DISCARDER, total, limit, fu))
    return game, wins


@settings(max_examples=300, deadline=None)
@given(called())
def test_claims_and_results_choose_the_same_winners(case: tuple[ConfiguredGame, list[QuickWin]]) -> None:
    game, wins = case
    assert winners_of_result(game, wins) == winners_of_claims(game, wins)


def test_a_limit_hand_that_the_house_pays_less_is_not_the_highest() -> None:
    game = configure("hong-kong-old", {"multiple-winners": "highest", "limit-points": 1})
    limit, many = QuickWin(SEATS[1], "discard", DISCARDER, 13, True), QuickWin(SEATS[2], "discard", DISCARDER, 9)
    assert winners_of_result(game, [limit, many]) == winners_of_claims(game, [limit, many]) == [SEATS[2]]
    usual = configure("hong-kong-old", {"multiple-winners": "highest"})
    assert winners_of_result(usual, [limit, many]) == winners_of_claims(usual, [limit, many]) == [SEATS[1]]


def test_equal_hands_go_to_the_nearest() -> None:
    game = configure("hong-kong-old", {"multiple-winners": "highest"})
    assert game.choose(SEATS[1], [Call(SEATS[0], 8, 5), Call(SEATS[3], 8, 5)]).winners == (SEATS[3],)


@pytest.mark.parametrize("options", [{"sancha": True}, {"multiple-winners": "double-only"}])
def test_three_winners_end_the_hand_where_two_are_the_most(options: dict[str, object]) -> None:
    game = configure("riichi", options)
    choice = game.choose(DISCARDER, [Call(seat) for seat in SEATS[1:]])
    assert (choice.winners, choice.reason) == ((), "three")
