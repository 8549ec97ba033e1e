"""How many hands may begin after the gong, by policy and by what was being played when it sounded."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.events import Recorded
from controller.journal.store import iso
from controller.match import EndHand, HandResult, MatchState, StartMatch, decide
from controller.match.commands import BeginHand
from controller.match.evolve import evolve
from controller.rules import configure
from controller.uplink import Clock, hands_left

BEGIN = datetime(2026, 3, 4, 5, 0, 0, tzinfo=UTC)
NAMES = ("Ada", "Bo", "Cai", "Dora")


def at(minutes: float) -> str:
    return iso(BEGIN + timedelta(minutes=minutes))


def played(*hands: tuple[float, float | None] | tuple[float, float | None, str]) -> MatchState:
    """A match of hands that began and ended at these minutes; the third member is how one ended."""
    state: MatchState | None = None
    seq = 0

    def do(command: Any, minutes: float) -> None:
        nonlocal state, seq
        for event in decide(state, command, configure):
            seq += 1
            state = evolve(state, Recorded(seq, at(minutes), event, "00"))

    do(StartMatch("a", "m1", "hong-kong-old", NAMES, seating="given"), 0)
    for index, hand in enumerate(hands, 1):
        do(BeginHand("a"), hand[0])
        how = hand[2] if len(hand) == 3 else "draw"
        if hand[1] is not None:
            result = HandResult("draw") if how == "draw" else HandResult("abort", reason="void")
            do(EndHand("a", index, result), hand[1])
    assert state is not None
    return state


CLOCK = Clock(at(60), inside=1, between=0)


@pytest.mark.parametrize(
    ("state", "minutes", "left"),
    [
        (played((1, 9)), 59.9, None),
        (played((1, 9)), 60, 0),
        (played((1, 9), (50, None)), 61, 1),
        (played((1, 9), (50, 62)), 63, 1),
        (played((1, 9), (50, 62), (63, None)), 64, 0),
        (played((1, 9), (50, 59)), 61, 0),
        (played((1, 9), (50, 60)), 61, 0),
        (played((60, None)), 61, 1),
        (played(), 61, 0),
    ],
)
def test_a_hand_that_is_played_at_the_gong_lets_as_many_begin_as_the_policy_says(
    state: MatchState, minutes: float, left: int | None
) -> None:
    assert hands_left(CLOCK, state, at(minutes)) == left


def test_between_two_hands_the_other_number_counts() -> None:
    clock = Clock(at(60), inside=0, between=2)
    assert hands_left(clock, played((1, 9)), at(61)) == 2
    assert hands_left(clock, played((1, 9), (61, 65)), at(66)) == 1
    assert hands_left(clock, played((1, 9), (50, 65)), at(66)) == 0


def test_a_void_hand_is_played_again_where_the_policy_says_so() -> None:
    again = replace(CLOCK, again=True)
    assert hands_left(CLOCK, played((50, 62), (63, 64, "void")), at(65)) == 0
    assert hands_left(again, played((50, 62), (63, 64, "void")), at(65)) == 1
    assert hands_left(again, played((50, 62, "void")), at(63)) == 2
    assert hands_left(again, played((50, 62), (63, 64, "void"), (65, 66)), at(67)) == 0


def test_where_the_gong_stops_play_nothing_begins_whatever_else_the_policy_says() -> None:
    stops = replace(CLOCK, inside=3, between=3, again=True, stops=True)
    for match in (played((50, 62, "void")), played((50, 59)), played()):
        assert hands_left(stops, match, at(63)) == 0
    assert hands_left(replace(stops, allowed=1), played((50, 59)), at(63)) == 1


def test_what_a_referee_allows_comes_on_top() -> None:
    assert hands_left(replace(CLOCK, allowed=2), played((1, 9)), at(61)) == 2


def test_a_clock_of_another_game_forbids_nothing() -> None:
    assert hands_left(replace(CLOCK, game="c-1/1/1"), played((1, 9)), at(61)) is None


@given(st.lists(st.floats(0.1, 9), min_size=2, max_size=12), st.integers(0, 3), st.integers(0, 3), st.floats(0, 60))
def test_each_hand_that_begins_after_the_gong_takes_one(
    steps: list[float], inside: int, between: int, gong: float
) -> None:
    times = [sum(steps[: at + 1]) for at in range(len(steps))]
    hands = list(zip(times[::2], times[1::2], strict=False))
    clock, state = Clock(at(gong), inside, between), played(*hands)
    after = [begun for begun, _ in hands if at(begun) > clock.ends]
    within = any(at(begun) <= clock.ends < at(ended) for begun, ended in hands)
    assert hands_left(clock, state, at(120)) == max(0, (inside if within else between) - len(after))
