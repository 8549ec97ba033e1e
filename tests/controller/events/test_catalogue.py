"""The catalogue: every event comes back as it was written, and nothing else is taken for one."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings

from controller.events import CATALOGUE, BrokenEvent, Catalogue, Event, UnknownEvent
from controller.events.catalogue import RESERVED
from controller.events.machine import WallStaged
from controller.events.match import HandStarted, MatchEnded
from controller.events.people import MachineCommanded
from tests.controller.events.strategies import any_event

STAGED = {"set": "A", "counts": [36, 36, 36, 36], "elapsed_ms": 27000}


def read(type_: str, **data: Any) -> Event:
    return CATALOGUE.read(type_, json.dumps(data))


@settings(max_examples=300, deadline=None)
@given(any_event())
def test_every_event_comes_back_as_it_was_written(event: Event) -> None:
    data = CATALOGUE.to_json(event)
    again = CATALOGUE.read(event.type, json.dumps(data))
    assert type(again) is type(event)
    assert CATALOGUE.to_json(again) == data
    assert again == event or json.dumps(data) == json.dumps(CATALOGUE.to_json(again))


def test_a_stored_event_is_read_into_its_class() -> None:
    assert read("machine.wall-staged", **STAGED) == WallStaged("A", (36, 36, 36, 36), 27000)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"set": None}, "set"),
        ({"set": "C"}, "set"),
        ({"counts": [36, 36, 36]}, "counts"),
        ({"counts": [36, 36, 36, -1]}, "counts.3"),
        ({"elapsed_ms": 1.0}, "elapsed_ms"),
        ({"elapsed_ms": True}, "elapsed_ms"),
        ({"elapsed_ms": "27000"}, "elapsed_ms"),
        ({"tiles": 144}, "tiles"),
    ],
    ids=["null", "another word", "too short", "below zero", "a float", "a bool", "a text", "an extra field"],
)
def test_a_field_of_another_kind_is_named(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BrokenEvent, match=f"machine.wall-staged: {words}"):
        read("machine.wall-staged", **{**STAGED, **change})


def test_a_missing_field_is_named() -> None:
    with pytest.raises(BrokenEvent, match="elapsed_ms"):
        read("machine.wall-staged", set="A", counts=[36] * 4)


@pytest.mark.parametrize("data", ["", "[]", "null", '{"set": "A"', "\x00"])
def test_what_is_no_json_object_is_broken(data: str) -> None:
    with pytest.raises(BrokenEvent):
        CATALOGUE.read("machine.set-loaded", data)


def test_an_unknown_type_is_named() -> None:
    with pytest.raises(UnknownEvent, match=r"machine\.flown"):
        read("machine.flown")


def test_a_version_of_tomorrow_is_unknown_not_broken() -> None:
    with pytest.raises(UnknownEvent, match="up to version 1, not 2"):
        read("machine.hatch-opened", v=2)


@pytest.mark.parametrize("version", [0, "1", True, None, 1.0])
def test_a_version_that_is_none_is_broken(version: object) -> None:
    with pytest.raises(BrokenEvent, match="v"):
        read("machine.hatch-opened", v=version)


def test_a_field_that_may_be_absent_is_left_out_and_one_that_is_null_is_not() -> None:
    assert CATALOGUE.to_json(MachineCommanded("stop", "Ann")) == {"command": "stop", "who": "Ann"}
    assert CATALOGUE.to_json(WallStaged("B", (1, 2, 3, 4), None))["elapsed_ms"] is None


def test_a_number_that_json_does_not_have_is_refused() -> None:
    with pytest.raises(BrokenEvent, match=r"match\.ended"):
        CATALOGUE.to_json(MatchEnded("m1", "Ann", "early", "", {"points": float("nan")}))


def test_a_name_of_python_is_stored_under_the_fields_own() -> None:
    assert "break" in CATALOGUE.adapter(HandStarted).json_schema()["properties"]


def test_no_field_is_called_as_what_stands_beside_the_fields() -> None:
    for event in CATALOGUE.types.values():
        assert not RESERVED & {part.name for part in fields(event)}


# ---------------------------------------------------------------- versions


@dataclass(frozen=True, slots=True)
class LampLit(Event):
    type: ClassVar = "lamp.lit"
    version: ClassVar = 3
    colour: str
    seconds: int


def with_colour(data: dict[str, Any]) -> dict[str, Any]:
    """All lamps of version 1 were red."""
    return {**data, "colour": "red"}


def in_seconds(data: dict[str, Any]) -> dict[str, Any]:
    """Version 2 counted minutes."""
    return {"colour": data["colour"], "seconds": data["minutes"] * 60}


LAMPS = Catalogue((LampLit,), {("lamp.lit", 1): with_colour, ("lamp.lit", 2): in_seconds})


@pytest.mark.parametrize(
    "stored",
    ['{"minutes": 2}', '{"colour": "red", "minutes": 2, "v": 2}', '{"colour": "red", "seconds": 120, "v": 3}'],
)
def test_an_event_of_any_version_is_brought_up_step_by_step(stored: str) -> None:
    assert LAMPS.read("lamp.lit", stored) == LampLit("red", 120)


def test_an_event_from_version_two_on_is_stored_with_its_version() -> None:
    assert LAMPS.to_json(LampLit("red", 120)) == {"v": 3, "colour": "red", "seconds": 120}
    assert LAMPS.read("lamp.lit", json.dumps(LAMPS.to_json(LampLit("red", 120)))) == LampLit("red", 120)


def test_an_old_event_that_its_step_cannot_take_is_broken() -> None:
    with pytest.raises(BrokenEvent, match="version 2 cannot be brought up"):
        LAMPS.read("lamp.lit", '{"colour": "red", "v": 2}')


def test_a_version_without_its_step_is_found_when_the_catalogue_is_made() -> None:
    with pytest.raises(ValueError, match="no step from version 1"):
        Catalogue((LampLit,), {("lamp.lit", 2): in_seconds})


def test_two_events_of_one_type_are_found_when_the_catalogue_is_made() -> None:
    with pytest.raises(ValueError, match="one type"):
        Catalogue((LampLit, LampLit), {("lamp.lit", 1): with_colour, ("lamp.lit", 2): in_seconds})
