"""The state light: green only where nothing is wrong, over every situation of the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from api.words.catalogue import catalogue
from controller.languages import LANGUAGES
from controller.mechanism import LightKind, Situation, State, light
from controller.mechanism.shown import light as module
from controller.mechanism.state import ActiveFault, Severity
from firmware_bridge.messages import Latches

S = Situation
GREEN = frozenset(
    {S.HATCH_OPEN, S.HATCH_OPEN_IN_BUILD, S.STAGED, S.STAGED_LOAD_NEXT, S.PLAYING, S.PLAYING_READY, S.EMPTY}
)
"""All that may be green: the table rests and nothing is wrong."""


@pytest.fixture
def playing(desk: Any) -> State:
    desk.play_ready()
    state: State = desk.state
    assert light(state).kind is LightKind.READY
    return state


def with_fault(state: State, severity: Severity) -> State:
    fault = ActiveFault("W01" if severity == "warn" else "E32", severity, mechanism="lift-1")
    return replace(state, books=replace(state.books, faults=(fault,)))


@pytest.mark.parametrize("here", Situation)
def test_green_shines_in_no_situation_that_needs_or_endangers_people(
    playing: State, here: Situation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "situation", lambda state: here)
    assert (light(playing).kind is LightKind.READY) == (here in GREEN)


@pytest.mark.parametrize("here", Situation)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_situation_has_a_reason_in_words(
    playing: State, here: Situation, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "situation", lambda state: here)
    assert light(playing).key in catalogue(language)


@pytest.mark.parametrize("here", Situation)
def test_a_journal_that_takes_nothing_stops_the_table_in_every_situation(
    playing: State, here: Situation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "situation", lambda state: here)
    assert light(playing, "prompt.journal-damaged").kind is LightKind.STOPPED


@pytest.mark.parametrize(
    "latch",
    [
        Latches.EMERGENCY_STOP_PRESSED, Latches.EMERGENCY_STOP_UNACKNOWLEDGED, Latches.COVER_OPEN,
        Latches.STOPPED_BY_HOST, Latches.OVER_TEMPERATURE,
    ],
)  # fmt: skip
def test_whatever_stops_the_motors_shows_as_stopped(playing: State, latch: Latches) -> None:
    assert light(replace(playing, live=replace(playing.live, latches=latch))).kind is LightKind.STOPPED


@pytest.mark.parametrize(
    ("severity", "kind"), [("stop", LightKind.STOPPED), ("hold", LightKind.HAND), ("warn", LightKind.READY)]
)
def test_a_fault_shows_as_grave_as_it_is(playing: State, severity: Severity, kind: LightKind) -> None:
    assert light(with_fault(playing, severity)).kind is kind


def test_the_gravest_of_several_faults_counts(playing: State) -> None:
    stop, hold = (with_fault(playing, severity).books.faults for severity in ("stop", "hold"))
    both = replace(playing, books=replace(playing.books, faults=(*stop, *hold)))
    assert light(both).kind is LightKind.STOPPED


@pytest.mark.parametrize("away", ["absent", "incompatible"])
def test_a_board_that_is_away_is_no_link(playing: State, away: str) -> None:
    lost = replace(playing, live=replace(playing.live, connected=False, away=away))
    assert light(lost).kind is LightKind.OFF


def test_the_light_asks_for_a_hand_or_stops_wherever_the_dome_calls(playing: State) -> None:
    assert {here for here in Situation if here not in module.NOBODY_CALLED}.isdisjoint(GREEN)
