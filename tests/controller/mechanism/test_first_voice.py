"""Which voice a page lets speak first: the machine while it needs people or has no wall, else the match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.mechanism import State, Voice, first_voice, mechanism_json, prompt
from controller.mechanism.state import HATCH, ActiveFault, Place, Severity, with_set
from firmware_bridge.messages import Key, Latches, Position

PHASES = ("first-dealer", "roll", "play", "over")


@pytest.fixture
def playing(desk: Any) -> State:
    """A wall stands on the deck, the machine rests, nothing is wrong."""
    desk.play_ready()
    state: State = desk.state
    assert (mechanism_json(state)["state"], prompt(state).key) == ("idle", "prompt.playing-ready")
    return state


def saying(state: State, key: str) -> State:
    """The same table, but for the sentence of its prompt."""
    changed = replace(state, live=replace(state.live, notice=key))
    assert prompt(changed).key == key
    return changed


def with_fault(state: State, severity: Severity) -> State:
    fault = ActiveFault("W01" if severity == "warn" else "E32", severity, mechanism="lift-1")
    return replace(state, books=replace(state.books, faults=(fault,)))


@pytest.mark.parametrize("phase", PHASES)
def test_the_match_speaks_first_over_a_machine_at_rest_with_a_fresh_wall(playing: State, phase: str) -> None:
    assert first_voice(playing, phase, fresh_wall=True) is Voice.MATCH


def test_without_a_match_the_machine_speaks(playing: State) -> None:
    assert first_voice(playing, None, fresh_wall=True) is Voice.MACHINE


@pytest.mark.parametrize(
    "key",
    [
        "prompt.partial", "prompt.put-rest-in", "prompt.half-raised", "prompt.hatch-doubt", "prompt.hatch-between",
        "prompt.lifts-away", "prompt.build-lost", "prompt.refused.busy", "prompt.refused.not-homed",
    ],
)  # fmt: skip
def test_a_machine_that_waits_for_hands_or_refused_speaks_first(playing: State, key: str) -> None:
    assert first_voice(saying(playing, key), "play", fresh_wall=True) is Voice.MACHINE


@pytest.mark.parametrize(
    "key",
    ["prompt.playing", "prompt.push-in", "prompt.building", "prompt.warning", "prompt.partially", "prompt.refused"],
)
def test_other_sentences_of_the_machine_wait(playing: State, key: str) -> None:
    assert first_voice(saying(playing, key), "play", fresh_wall=True) is Voice.MATCH


@pytest.mark.parametrize(
    ("severity", "first"), [("stop", Voice.MACHINE), ("hold", Voice.MACHINE), ("warn", Voice.MATCH)]
)
def test_a_fault_speaks_first_and_a_warning_does_not(playing: State, severity: Severity, first: Voice) -> None:
    assert first_voice(with_fault(playing, severity), "play", fresh_wall=True) is first


def without_walls(state: State) -> State:
    books = with_set(with_set(state.books, "A", place=Place.OUTSIDE), "B", place=Place.OUTSIDE)
    return replace(state, books=books)


@pytest.mark.parametrize("phase", ["first-dealer", "roll", "over"])
def test_a_table_without_a_wall_speaks_first_before_and_after_a_hand(playing: State, phase: str) -> None:
    assert first_voice(without_walls(playing), phase, fresh_wall=True) is Voice.MACHINE


def test_people_who_play_with_a_wall_of_their_own_are_not_told_to_load_the_table(playing: State) -> None:
    bare = without_walls(playing)
    assert prompt(bare).key == "prompt.empty"
    assert first_voice(bare, "play", fresh_wall=False) is Voice.MATCH


def test_a_wall_that_waits_below_is_not_asked_for_while_a_hand_is_played(playing: State) -> None:
    staged = replace(playing, books=with_set(playing.books, playing.books.raised or "A", place=Place.OUTSIDE))
    assert prompt(staged).key.startswith("prompt.staged")
    assert first_voice(staged, "play", fresh_wall=False) is Voice.MATCH


def test_an_open_hatch_speaks_first_also_without_a_wall(playing: State) -> None:
    bare = without_walls(playing)
    positions = tuple(Position.AWAY if n == HATCH else each for n, each in enumerate(bare.live.positions))
    opened = replace(bare, live=replace(bare.live, positions=positions))
    assert prompt(opened).key == "prompt.put-in"
    assert first_voice(opened, "play", fresh_wall=False) is Voice.MACHINE


@pytest.mark.parametrize(("phase", "first"), [("roll", Voice.MACHINE), ("play", Voice.MATCH), ("over", Voice.MATCH)])
def test_a_wall_that_was_played_matters_only_to_the_hand_that_comes(playing: State, phase: str, first: Voice) -> None:
    assert first_voice(playing, phase, fresh_wall=False) is first


@pytest.mark.parametrize(("phase", "first"), [("roll", Voice.MACHINE), ("play", Voice.MATCH)])
def test_a_wall_of_another_game_matters_only_to_the_hand_that_comes(playing: State, phase: str, first: Voice) -> None:
    assert first_voice(saying(playing, "prompt.playing-other-plan"), phase, fresh_wall=True) is first


def test_a_machine_that_cannot_be_seen_speaks_first(playing: State) -> None:
    away = replace(playing, live=replace(playing.live, connected=False))
    assert mechanism_json(away)["state"] == "unknown"
    assert first_voice(saying(away, "prompt.playing"), "play", fresh_wall=True) is Voice.MACHINE


def test_a_stopped_machine_speaks_first(playing: State) -> None:
    stopped = replace(playing, live=replace(playing.live, latches=Latches.COVER_OPEN))
    assert mechanism_json(stopped)["state"] == "stopped"
    assert first_voice(saying(stopped, "prompt.playing"), "play", fresh_wall=True) is Voice.MACHINE


def test_a_machine_that_moves_speaks_first(playing: State, desk: Any) -> None:
    desk.press(Key.OPEN)
    assert mechanism_json(desk.state)["state"] == "moving"
    assert first_voice(saying(desk.state, "prompt.playing"), "play", fresh_wall=True) is Voice.MACHINE


def test_a_build_that_stands_still_speaks_first(playing: State) -> None:
    books = replace(with_set(playing.books, "B", place=Place.BUILDING), suspended="paused")
    suspended = replace(playing, books=books)
    assert mechanism_json(suspended)["state"] == "suspended"
    assert first_voice(saying(suspended, "prompt.playing"), "play", fresh_wall=True) is Voice.MACHINE


def test_a_build_that_runs_lets_the_match_speak(desk: Any) -> None:
    desk.connect()
    desk.load()
    desk.finish_build()
    desk.load()
    assert (mechanism_json(desk.state)["state"], desk.state.books.raised) == ("building", "A")
    assert first_voice(desk.state, "play", fresh_wall=True) is Voice.MATCH
