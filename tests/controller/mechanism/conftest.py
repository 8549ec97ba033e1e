"""A table for the tests of the cycle."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from controller.mechanism import (
    Input,
)
from controller.refusals import Refused
from tests.controller.mechanism.desk import Desk
from tests.controller.mechanism.fake_board import FakeBoard


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def make_desk() -> Iterator[Callable[..., Desk]]:
    yield Desk


@pytest.fixture
def make_board() -> Callable[..., FakeBoard]:
    return FakeBoard


def refused_code(desk: Desk, given: Input) -> str:
    before = desk.state
    try:
        desk.feed(given)
    except Refused as refusal:
        assert desk.state is before, "a refusal changes nothing"
        return refusal.code
    return "accepted"


@pytest.fixture
def refused() -> Callable[[Desk, Input], str]:
    return refused_code
