"""Faults: said once with evidence, a way out for each, remedies in their order."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.events.machine import FaultDeclared, Place
from controller.mechanism import (
    Notification,
    Situation,
    catalogue,
    faults_json,
    mechanism_json,
    prompt,
    situation,
    step,
)
from controller.mechanism.faults import code_of
from controller.mechanism.moves import POSSIBLE_MOVES, Move
from controller.mechanism.state import with_set
from firmware_bridge import messages as m
from firmware_bridge.messages import Fault, Key, Latches, Mechanism

WORDS = json.loads((Path(__file__).parents[3] / "api/locale/en/machine.json").read_text(encoding="utf-8"))


def building(desk: Any) -> Any:
    desk.connect()
    desk.load()
    desk.board.counts = (36, 36, 35, 36)
    return desk


def fail(desk: Any, fault: Fault, side: int = 255, *, seen: bool = False) -> None:
    desk.board.raise_fault(fault, side, seen=seen)
    desk.pump()


def test_the_catalogue_has_every_fault_of_the_link_and_all_codes_of_the_reference() -> None:
    listed = catalogue()
    assert {spec["number"] for spec in listed if spec["number"] is not None} == {int(fault) for fault in Fault}
    codes = [spec["code"] for spec in listed]
    assert len(codes) == len(set(codes))
    numbers = (*range(1, 8), *range(11, 19), *range(21, 28), 31, 32, 40, 50, 51, 60, 61)
    assert set(codes) == {f"E{number:02d}" for number in numbers} | {"W01", "W02", "W03", "W04"}
    assert all(spec["remedies"] for spec in listed)


def test_a_short_side_is_refilled_through_the_hatch_and_the_same_build_goes_on(desk: Any) -> None:
    building(desk)
    fail(desk, Fault.SHORT_2, 2)
    assert situation(desk.state) is Situation.DRUM_FAULT
    assert prompt(desk.state).key == "remedy.find-tile"
    assert prompt(desk.state).args["side"] == 3
    desk.press(Key.OPEN, Key.RAISE)
    desk.finish()
    assert situation(desk.state) is Situation.HATCH_OPEN_IN_BUILD
    desk.press(Key.OPEN)
    desk.finish()
    assert situation(desk.state) is Situation.BUILDING
    assert desk.types().count("build-started") == 1
    assert "set-loaded" not in desk.types()[desk.types().index("fault-raised") :]
    assert desk.state.books.faults == ()


def test_a_fault_tells_its_place_its_evidence_and_its_remedies(desk: Any) -> None:
    building(desk)
    fail(desk, Fault.SHORT_2, 2)
    (told,) = faults_json(desk.state, {"E03": "2026-01-01T00:00:00Z"})
    assert told["code"] == "E03"
    assert told["severity"] == "hold"
    assert told["side"] == 2
    assert told["since"] == "2026-01-01T00:00:00Z"
    assert told["evidence"] == {"sensors": ["count_0"], "waited_ms": 20_000, "count": 35}
    assert told["remedies"] == ["find-tile", "reset", "empty-and-restart", "service"]


def test_a_fault_that_comes_back_leads_on_to_the_next_remedy(desk: Any) -> None:
    building(desk)
    shown = []
    for _ in range(6):
        fail(desk, Fault.HEAD_JAM_1, 1)
        shown.append(prompt(desk.state).key)
        desk.press(Key.RAISE)
        desk.finish()
        assert situation(desk.state) is Situation.BUILDING
    assert shown == [
        "remedy.free-head",
        "remedy.free-head",
        "remedy.reset",
        "remedy.empty-and-restart",
        "remedy.service",
        "remedy.service",
    ]
    desk.finish_build()
    assert desk.state.books.repeats == (), "a good wall makes a fresh start"


@pytest.mark.parametrize("fault", [fault for fault in Fault if Fault.SHORT_0 <= fault <= Fault.CHANNEL_3])
def test_every_fault_of_a_build_has_a_way_to_a_wall(make_desk: Any, fault: Fault) -> None:
    desk = building(make_desk())
    fail(desk, fault, 0, seen=True)
    assert prompt(desk.state).key.startswith("remedy.")
    assert desk.follow() < 30
    assert not [active for active in desk.state.books.faults if active.severity != "warn"]


@pytest.mark.parametrize("side", range(4))
def test_a_lift_that_sticks_is_sent_home_and_the_wall_raised(make_desk: Any, side: int) -> None:
    desk = make_desk()
    desk.play_ready()
    desk.press(Key.OPEN)
    desk.finish()
    desk.press(Key.OPEN)
    desk.board.finish()
    desk.pump()
    fail(desk, Fault(Fault.LIFT_0 + side), side)
    assert situation(desk.state) is Situation.LIFT_FAULT
    assert desk.follow() < 10
    assert desk.state.books.raised == "B"


def test_a_hatch_that_cannot_close_is_tried_again_and_loads_once(desk: Any) -> None:
    desk.connect()
    desk.press(Key.OPEN)
    desk.finish()
    desk.press(Key.OPEN)
    fail(desk, Fault.HATCH_NOT_CLOSED)
    assert situation(desk.state) is Situation.HATCH_FAULT_CLOSING
    desk.press(Key.OPEN)
    desk.finish()
    assert situation(desk.state) is Situation.BUILDING
    assert desk.types().count("set-loaded") == 1


def test_too_much_current_at_the_hatch_is_left_as_a_fault_of_the_hatch(desk: Any) -> None:
    desk.connect()
    desk.press(Key.OPEN)
    desk.board.raise_fault(Fault.OVER_CURRENT, int(m.Mechanism.HATCH))
    desk.pump()
    assert situation(desk.state) is Situation.HATCH_FAULT_OPENING
    (told,) = faults_json(desk.state, {})
    assert (told["id"], told["mechanism"], told["evidence"]["current_a"]) == ("E32:hatch", "hatch", 1.2)
    assert desk.follow() < 20


def test_one_code_serves_several_motors(desk: Any) -> None:
    building(desk)
    for mechanism in (m.Mechanism.PICK_1, m.Mechanism.HEAD_3):
        desk.board.faults.clear()
        fail(desk, Fault.OVER_CURRENT, int(mechanism))
    assert {fault["id"] for fault in faults_json(desk.state, {})} == {"E32:pick-1", "E32:head-3"}
    assert {fault["side"] for fault in faults_json(desk.state, {})} == {1, 3}


def test_a_cause_that_is_still_seen_is_told_and_nothing_moves(desk: Any) -> None:
    building(desk)
    fail(desk, Fault.CHANNEL_1, 1, seen=True)
    desk.press(Key.RAISE)
    desk.finish()
    assert situation(desk.state) is Situation.SIDE_FAULT
    assert prompt(desk.state).key == "prompt.refused.fault-present"
    desk.wake("refusal")
    assert prompt(desk.state).key.startswith("remedy."), "the reason has been read: what to do is said again"
    desk.board.causes.clear()
    desk.press(Key.RAISE)
    assert situation(desk.state) is Situation.BUILDING


def test_warnings_hold_nobody_up_and_can_be_cleared(desk: Any) -> None:
    from controller.mechanism import Request

    desk.play_ready()
    fail(desk, Fault.SLOW, int(m.Mechanism.LIFT_2))
    assert situation(desk.state) is Situation.PLAYING_READY
    assert mechanism_json(desk.state)["state"] == "idle"
    desk.ask(Request.CLEAR_FAULT, "W01:lift-2")
    assert desk.state.books.faults == ()


def test_wrong_counts_at_ready_are_not_called_a_wall(desk: Any) -> None:
    building(desk)
    desk.finish_build(counts=(36, 36, 35, 36))
    assert "wall-staged" not in desk.types()
    assert situation(desk.state) is Situation.BUILD_LOST
    assert [fault.code for fault in desk.state.books.faults] == ["E05"]
    assert desk.follow() < 30


def test_heat_waits_for_cool_motors_and_a_key(desk: Any) -> None:
    building(desk)
    desk.board._set_latches(desk.board.latches | Latches.OVER_TEMPERATURE)
    fail(desk, Fault.OVER_TEMPERATURE, seen=True)
    assert situation(desk.state) is Situation.HOT
    desk.board._set_latches(desk.board.latches & ~Latches.OVER_TEMPERATURE)
    desk.board.causes.clear()
    desk.pump()
    assert situation(desk.state) is Situation.HEAT_FAULT
    desk.press(Key.RAISE)
    assert situation(desk.state) is Situation.BUILDING


def test_a_fault_told_only_by_a_refusal_is_booked_and_cleared(desk: Any) -> None:
    building(desk)
    desk.press(Key.OPEN, Key.RAISE)
    desk.finish()
    desk.board.faults[Fault.HEAD_JAM_0] = 0
    desk.press(Key.OPEN)
    desk.finish()
    assert situation(desk.state) is Situation.BUILDING
    assert code_of(Fault.HEAD_JAM_0) in [event.code for event in desk.events if isinstance(event, FaultDeclared)]


def test_an_order_against_the_books_stops_the_table_instead(desk: Any) -> None:
    desk.play_ready()
    broken = with_set(desk.state.books, "B", place=Place.RAISED)
    desk.state = replace(desk.state, books=broken)
    desk.board.commands.clear()
    result = step(desk.state, Notification(m.KeyChanged(Key.OPEN, 1, 0)))
    assert [type(order.message) for order in result.commands] == [m.Stop]
    assert result.state.books.fault("E61").evidence == {"check": "two-sets-raised"}


RAISE, BOTH, OPEN, RESET, ENTER = "press RAISE", "OPEN and RAISE together", "press OPEN", "Press Reset", "enter it on"


def first_step(sentence: str) -> str:
    """The first key or command that the English words of a remedy name."""
    found = {word: sentence.lower().find(word.lower()) for word in (RAISE, BOTH, OPEN, RESET, ENTER)}
    return min((place, -len(word), word) for word, place in found.items() if place >= 0)[2]


def first_command(here: Situation, step: str) -> str:
    way = POSSIBLE_MOVES[here]
    move = {RAISE: way.raise_, BOTH: way.both or way.open, OPEN: way.open, RESET: Move.RESET}.get(step)
    named = {Move.GO_ON: "resume", Move.FINISH_LIFTS: "raise", Move.PAUSE_OPEN: "open"}
    return "placed" if move is None else named.get(move, move.value)


OVER_CURRENTS = [(Fault.OVER_CURRENT, mechanism) for mechanism in Mechanism]
OTHERS = [(fault, 1) for fault in Fault if fault < Fault.SLOW and fault is not Fault.OVER_CURRENT]


@pytest.mark.parametrize(("fault", "side"), [*OTHERS, *OVER_CURRENTS])
@pytest.mark.parametrize("repeats", [1, 3])
def test_the_first_button_does_what_the_words_say(desk: Any, fault: Fault, side: int, repeats: int) -> None:
    building(desk)
    for _ in range(repeats):
        desk.board.forget(fault)
        fail(desk, fault, side)
    told = prompt(desk.state)
    here = situation(desk.state)
    if not told.key.startswith("remedy."):
        assert here in (Situation.STOP_PRESSED, Situation.COVER_OPEN, Situation.BUILD_SUSPENDED), told
        return
    named = first_step(WORDS[told.key])
    assert told.actions[0] == first_command(here, named), (told, named)


def test_contradicting_books_offer_first_to_say_where_the_sets_are(desk: Any) -> None:
    desk.play_ready()
    desk.state = replace(desk.state, books=with_set(desk.state.books, "B", place=Place.RAISED))
    desk.state = step(desk.state, Notification(m.KeyChanged(Key.OPEN, 1, 0))).state
    assert prompt(desk.state).key == "remedy.confirm-sets"
    assert prompt(desk.state).actions[0] == first_command(
        situation(desk.state), first_step(WORDS["remedy.confirm-sets"])
    )
