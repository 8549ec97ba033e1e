"""What holds for every match, whatever is entered and corrected in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.commands import Command
from controller.events import CATALOGUE, Recorded
from controller.match import (
    Abandon,
    BeginHand,
    CancelPenalty,
    ConfirmResult,
    CorrectHand,
    Declare,
    DisputeResult,
    EndHand,
    EndMatch,
    HandResult,
    MatchState,
    Penalize,
    Rule,
    UndoResult,
    UpholdResult,
    course,
    evolve,
    ledger,
    listing,
    match_summary,
    scores,
    wall_summary,
)
from controller.match.ledger import laid_down
from controller.match.sheet import sheet_csv, sheet_html, sheet_json
from controller.refusals import Refused
from controller.rules.game import QuickWin
from tests.controller.match.book import Book, started

SETUPS: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("hong-kong-old", {"goulash-carry": 3, "multiple-winners": "all"}, ("A", "B", "C", "D")),
    ("hong-kong-old", {"extra-hands": False, "false-win-settle": "match-end"}, ("A", "B", "C", "D")),
    ("chinese-traditional", {"multiple-winners": "all"}, ("A", "B", "C", "D")),
    ("base-and-doubles", {"rounds": 1}, ("A", "B", "C", "D")),
    ("riichi", {}, ("A", "B", "C", "D")),
    ("cantonese-old", {"players": 5}, ("A", "B", "C", "D", "E")),
    ("cantonese-old", {"players": 3, "absent-seat": 0, "multiple-winners": "all"}, ("A", "B", "C")),
]

seats = st.integers(0, 3)
AT_ONCE = "at once"
"""Stands for the time at which the newest result was entered."""


@st.composite
def results(draw: st.DrawFn) -> HandResult:
    kind: Literal["win", "draw", "abort"] = draw(st.sampled_from(["win", "win", "win", "draw", "abort"]))
    if kind != "win":
        return HandResult(kind)
    discarder = draw(st.none() | seats)
    source: Literal["self-draw", "discard"] = "self-draw" if discarder is None else "discard"
    winners = draw(st.lists(seats, min_size=1, max_size=1 if discarder is None else 3, unique=True))
    total = draw(st.integers(3, 14))
    limit = draw(st.booleans())
    return HandResult("win", tuple(QuickWin(winner, source, discarder, total, limit) for winner in winners))


def _possible(result: HandResult) -> bool:
    return all(win.winner != win.discarder for win in result.wins if isinstance(win, QuickWin))


possible_results = results().filter(_possible)
indices = st.integers(1, 8)
reasons = st.just("why")
kinds = st.sampled_from([None, "false-win", "wrong-count", "wrong-claim", "false-out-shown"])
later: st.SearchStrategy[Command] = st.one_of(
    st.builds(CorrectHand, st.just("r"), reasons, indices, results()),
    st.builds(CorrectHand, st.just("r"), reasons, indices, possible_results),
    st.builds(Penalize, st.just("r"), reasons, seats, kinds, st.integers(0, 9), st.integers(0, 9), st.none() | indices),
    st.builds(CancelPenalty, st.just("r"), reasons, st.integers(1, 3)),
    st.builds(Rule, st.just("r"), st.just("play on")),
    st.builds(BeginHand, st.just("t")),
    st.builds(Declare, st.just("t"), indices, seats, st.just("riichi"), st.booleans()),
    st.builds(UndoResult, st.just("t"), indices, st.just(AT_ONCE)),
    st.builds(ConfirmResult, st.just("t"), indices, seats),
    st.builds(DisputeResult, st.just("t"), indices, seats, st.just("no")),
    st.builds(UpholdResult, st.just("r"), reasons, indices),
    st.builds(EndHand, st.just("t"), indices, results()),
)
endings: st.SearchStrategy[Command] = st.builds(EndMatch, st.just("s")) | st.builds(Abandon, st.just("s"), reasons)
Step = HandResult | Command


def played(setup: tuple[str, dict[str, Any], tuple[str, ...]], steps: Sequence[Step]) -> Book:
    """A match with the steps that fit (a result stands for a whole hand); those that do not are refused and change
    nothing."""
    ruleset, options, names = setup
    book = started(ruleset, options, names, dealer=1)
    for step in steps:
        hand = len(book.match.hands) + (book.match.running is None)
        asked: list[Command] = [BeginHand("t"), EndHand("t", hand, step)] if isinstance(step, HandResult) else [step]
        for command in asked:
            before = book.state
            if isinstance(command, UndoResult):
                command = replace(command, now=next((h.ends[-1][-1].time for h in book.match.hands[-1:] if h.ends), ""))
            try:
                book.do(command)
            except Refused:
                assert book.state is before
    return book


rounds = st.lists(st.tuples(possible_results, st.lists(later, max_size=2)), min_size=3, max_size=20)
matches = st.builds(
    lambda setup, body, ending: played(setup, [*(step for hand, after in body for step in (hand, *after)), *ending]),
    st.sampled_from(SETUPS),
    rounds,
    st.lists(endings, max_size=1),
)


@settings(max_examples=60, deadline=None)
@given(matches)
def test_scores_are_the_sum_of_the_ledger_and_nothing_is_lost(book: Book) -> None:
    state = book.match
    expected = [state.start_points] * len(state.names)
    for hand in state.hands:
        if hand.result is not None:
            for player, amount in zip(hand.seats, hand.result.settlement.net, strict=True):
                if player is not None:
                    expected[player] += amount
    for laid in laid_down(state):
        if laid.payer is not None:
            expected[laid.payer] -= laid.amount
    bank = 0
    for entry in ledger(state):
        bank += entry.amount * ((entry.payee is None) - (entry.payer is None)) * entry.counts
        if entry.penalty is not None and entry.counts:
            for player, sign in ((entry.payer, -1), (entry.payee, 1)):
                if player is not None:
                    expected[player] += sign * entry.amount
    assert list(scores(state)) == expected
    assert sum(scores(state)) + bank == state.start_points * len(state.names)


@settings(max_examples=60, deadline=None)
@given(matches)
def test_the_rows_of_the_course_add_up_to_the_scores(book: Book) -> None:
    shown = course(book.match)
    for player, score in enumerate(scores(book.match)):
        column = [row["net"][player] for row in shown["rows"]]
        assert shown["start_points"] + sum(column) == score
        running = [shown["start_points"] + sum(column[: n + 1]) for n in range(len(column))]
        assert [row["scores"][player] for row in shown["rows"]] == running
    said = [row["number"] for row in shown["rows"] if row["kind"] in ("penalty", "ruling")]
    assert len(said) == sum(one.cancels is None for one in book.match.penalties) + len(book.match.rulings)


@settings(max_examples=60, deadline=None)
@given(matches)
def test_replaying_the_journal_gives_the_same_match(book: Book) -> None:
    stored = [
        Recorded(r.seq, r.time, CATALOGUE.read(r.event.type, json.dumps(CATALOGUE.to_json(r.event))), "")
        for r in book.journal
    ]
    state: MatchState | None = None
    for recorded in stored:
        state = evolve(state, recorded)
    assert state is not None
    assert sheet_json(state) == sheet_json(book.match)
    assert match_summary(state) == match_summary(book.match)
    assert state.standing == book.match.standing
    assert state.penalties == book.match.penalties


@settings(max_examples=40, deadline=None)
@given(matches)
def test_every_match_can_be_shown_and_printed(book: Book) -> None:
    json.dumps([match_summary(book.match), wall_summary(book.match), listing(book.match), sheet_json(book.match)])
    assert sheet_csv(book.match).count("\r\n") > len(book.match.hands)
    assert sheet_html(book.match, {}).endswith("</html>")


@settings(max_examples=40, deadline=None)
@given(matches)
def test_dealers_rounds_and_numbers_never_go_back(book: Book) -> None:
    positions = [(hand.position.round, hand.position.number, hand.index) for hand in book.match.hands]
    assert [index for *_, index in positions] == list(range(1, len(positions) + 1))
    assert all(before <= after for before, after in pairwise(positions))


@pytest.mark.parametrize("setup", SETUPS[:4])
@settings(max_examples=15, deadline=None)
@given(entered=st.lists(possible_results, min_size=1, max_size=6), index=st.integers(0, 5), wrong=possible_results)
def test_a_corrected_match_has_the_payments_of_one_entered_right_at_once(
    setup: tuple[str, dict[str, Any], tuple[str, ...]], entered: list[HandResult], index: int, wrong: HandResult
) -> None:
    """For a hand whose correction does not move the deal, wrong-then-corrected equals right."""
    right = played(setup, entered)
    index = min(index, len(right.match.hands) - 1)
    tried = [wrong if place == index else result for place, result in enumerate(entered)]
    book = played(setup, tried)
    same_hands = [h.position.dealer for h in book.match.hands] == [h.position.dealer for h in right.match.hands]
    same_rounds = [h.position.round for h in book.match.hands] == [h.position.round for h in right.match.hands]
    complete = all(h.result is not None for h in (*book.match.hands, *right.match.hands))
    if not (same_hands and same_rounds and complete):
        return
    book.do(CorrectHand("r", "typo", index + 1, entered[index]))
    assert scores(book.match) == scores(right.match)
