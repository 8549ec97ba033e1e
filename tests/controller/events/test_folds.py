"""No fold fails on an event that the catalogue could read, whatever came before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.events import CATALOGUE, Event, Recorded
from controller.events.dice import DiceRolled
from controller.events.match import HandEnded, HandStarted, MatchEvent, MatchStarted
from controller.mechanism import Plan, fresh
from controller.table.projection import Projection
from tests.controller.events.strategies import any_event, of_class

HISTORIES = st.lists(any_event(), max_size=12)
OF_A_MATCH = [
    event for event in CATALOGUE.types.values() if issubclass(event, MatchEvent) and event is not MatchStarted
]
MATCHES = st.builds(
    lambda started, hand, ended, later: [replace(started, match="m1"), hand, ended, *later],
    of_class(MatchStarted),
    of_class(HandStarted).map(lambda hand: replace(hand, match="m1", hand=1)),
    of_class(HandEnded).map(lambda hand: replace(hand, match="m1", hand=1)),
    st.lists(any_event(DiceRolled, *OF_A_MATCH), max_size=10),
)


def recorded(events: Sequence[Event]) -> list[Recorded]:
    return [Recorded(n, f"2025-03-01T12:00:{n:02}.000Z", event, "") for n, event in enumerate(events, 1)]


@settings(max_examples=300, deadline=None)
@given(HISTORIES | MATCHES)
def test_any_events_in_any_order_are_folded(events: Sequence[Event]) -> None:
    projection = Projection(fresh(Plan((36, 36, 36, 36))).books)
    for one in recorded(events):
        projection.fold(one)
    assert projection.seq == len(events)
