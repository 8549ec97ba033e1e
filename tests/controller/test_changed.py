"""Copies of values with some fields changed: as ``dataclasses.replace`` makes them."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import pytest

from controller.changed import changed
from controller.match.state import MatchHand
from tests.controller.match.test_riichi_match import hanchan


def test_a_copy_is_the_one_that_replace_makes_and_the_old_one_stays() -> None:
    match = hanchan().match
    for value in (match, match.hands[0], match.hands[0].ends[0][0]):
        for part in fields(value):
            before = replace(value)
            assert changed(value, **{part.name: None}) == replace(value, **{part.name: None})
            assert value == before


def test_a_field_that_is_none_and_a_class_that_is_no_plain_one_are_refused() -> None:
    @dataclass
    class Loose:
        part: int = 0

    @dataclass(frozen=True, slots=True)
    class Checked:
        part: int = 0

        def __post_init__(self) -> None:
            raise AssertionError

    hand = hanchan().match.hands[0]
    assert isinstance(hand, MatchHand)
    with pytest.raises(TypeError, match="no field lucky"):
        changed(hand, lucky=True)
    for value in (Loose(), object.__new__(Checked)):
        with pytest.raises(TypeError, match="no plain dataclass"):
            changed(value, part=1)
