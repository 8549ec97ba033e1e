"""The sentence of the table: short in every language, complete, and never false about the hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from api.words.catalogue import catalogue, say
from controller import match
from controller.config import GameConfig
from controller.events.match import MatchStarted
from controller.languages import LANGUAGES
from controller.match import MatchState
from controller.match.evolve import after, begun
from controller.match.state import Ending, SeatThrow
from controller.mechanism import Voice
from controller.table.games import Games
from controller.table.sentence import LONGEST, SHORTENED, Sentence, sentence
from tests.controller.match import book

LOCALE: Final = Path(__file__).parents[3] / "api" / "locale"
ARGS: Final = {
    "set": "A", "tiles": 144, "max_stacks": 19, "change": 12, "built": 144, "side": "Bartholomew Q.'s side",
    "event": 1_234_567, "code": "E3", "reason": "", "name": "Bartholomew Q.",
    "names": "Bartholomew Q., Wilhelmina R.", "dice": 3, "score": "-31,400", "n": 6, "of": 7,
}  # fmt: skip
OF_MATCH: Final = {
    f"say.{word}"
    for word in ("wall-stands", "wall-played", "hand-over", "seats", "tie", "first-dealer", "break", "break-second",
                 "winds", "change-seats", "over", "over-tied", "over-abandoned", "pass-begin", "pass-right",
                 "pass-across", "pass-left", "pass-die", "pass-courtesy", "play-on", "time-up", "stop-play")
}  # fmt: skip


def started(seating: str = "given") -> MatchState:
    games = Games(GameConfig())
    command = match.StartMatch(
        "Ann", "m1", "hong-kong-old", ("Ann", "Ben", "Cho", "Dee"), seating=seating,
        first_dealer=2 if seating == "given" else None,
    )  # fmt: skip
    first, *others = match.decide(None, command, games.game)
    assert isinstance(first, MatchStarted)
    return after(begun(first), others)


def said(key: str, state: MatchState | None, first: str = "machine") -> Sentence:
    return sentence({"key": key, "args": {}, "first": first}, state)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_longer_than_people_read_at_a_glance(language: str) -> None:
    machine = {key for key in catalogue("en") if key.startswith(("prompt.", "remedy."))}
    spoken = {f"say.{key}" if key in SHORTENED else key for key in machine} | OF_MATCH | {"match.next-result"}
    lengths = {key: len(say(language, key, **ARGS) or "?" * 999) for key in spoken}
    assert {key: length for key, length in lengths.items() if length > LONGEST} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_exactly_the_short_sentences_that_are_used(language: str) -> None:
    words: dict[str, Any] = json.loads((LOCALE / language / "sentence.json").read_text(encoding="utf-8"))
    assert set(words) == {f"say.{key}" for key in SHORTENED} | OF_MATCH


@pytest.mark.parametrize("key", ["prompt.playing", "prompt.playing-ready"])
def test_nobody_is_told_to_play_on_when_no_hand_is_played(key: str) -> None:
    assert said(key, None).key == "say.wall-stands"
    assert said(key, started()).key == "say.wall-played"
    assert said(key, started("dice")).key == "say.wall-played"
    played = book.started("hong-kong-old")
    played.begin()
    played.end(book.DRAW)
    assert said(key, played.match).key == "say.hand-over"


def test_whose_throw_it_is_is_said_by_name_and_a_tie_is_called_a_tie() -> None:
    state = started("dice")
    assert said("prompt.playing", state, "match") == Sentence("say.seats", {"name": "Ann", "dice": 3}, Voice.MATCH)
    throws = tuple(
        SeatThrow(seat, dice) for seat, dice in ((0, (1, 1, 1)), (1, (6, 6, 6)), (2, (6, 6, 6)), (3, (2, 2, 2)))
    )
    assert said("prompt.playing", replace(state, throws=throws), "match").key == "say.tie"
    assert said("prompt.playing", replace(state, throws=throws[:3]), "match").key == "say.seats"


@pytest.mark.parametrize(
    ("ranking", "key"),
    [
        ([{"place": 1, "name": "Ben", "score": 900}, {"place": 2, "name": "Ann", "score": 1}], "say.over"),
        ([{"place": 1, "name": "Ben", "score": 900}, {"place": 1, "name": "Ann", "score": 900}], "say.over-tied"),
        ([], "say.over-abandoned"),
    ],
)
def test_after_the_last_hand_the_ranking_is_said(ranking: list[dict[str, Any]], key: str) -> None:
    state = replace(started(), ending=Ending("played-out", "", final={"ranking": ranking}))
    assert said("prompt.playing", state, "match").key == key


def test_people_are_asked_to_change_seats_until_they_confirm_it() -> None:
    games = Games(GameConfig())
    state = started("wind-tiles")
    drawn = match.DrawWinds("Ann", {0: "S", 1: "E", 2: "W", 3: "N"})
    state = after(state, match.decide(state, drawn, games.game))
    assert said("prompt.playing", state, "match").key == "say.change-seats"
    for key in ("prompt.playing", "prompt.playing-other-plan"):  # a wall that was played can wait
        assert said(key, state, "machine") == Sentence("say.change-seats", voice=Voice.MATCH)
    state = after(state, match.decide(state, match.ConfirmSeats("Ann"), games.game))
    assert said("prompt.playing", state, "match").key == "say.break"


def test_after_a_win_the_others_are_told_that_they_play_on() -> None:
    sichuan = book.started("sichuan")
    sichuan.begin()
    assert said("prompt.playing", sichuan.match, "match").key == "match.next-result"
    sichuan.end(book.win(1, 2, 2))
    assert said("prompt.playing", sichuan.match, "match").key == "say.play-on"
    sichuan.end(book.DRAW)
    assert said("prompt.playing", sichuan.match, "match").key == "say.break"


@pytest.mark.parametrize(("left", "key"), [(None, "say.break"), (1, "say.break"), (0, "say.time-up")])
def test_the_clock_of_the_round_says_that_no_hand_begins(left: int | None, key: str) -> None:
    prompt = {"key": "prompt.playing", "args": {}, "first": "match"}
    assert sentence(prompt, started(), {"left": left, "stops": False}).key == key


@pytest.mark.parametrize(("stops", "key"), [(True, "say.stop-play"), (False, "match.next-result")])
def test_play_that_is_stopped_is_said_inside_a_hand(stops: bool, key: str) -> None:
    state = started()
    state = after(state, match.decide(state, match.BeginHand("Ann"), Games(GameConfig()).game))
    prompt = {"key": "prompt.playing", "args": {}, "first": "match"}
    assert sentence(prompt, state, {"left": 0, "stops": stops}).key == key
