"""Brokers for the tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.api.mqtt.mosquitto import FOUND, MISSING, Mosquitto

Started = Callable[..., Mosquitto]


@pytest.fixture
def mosquitto() -> Iterator[Started]:
    """Starts one, with these lines more in its configuration."""
    if FOUND is None:
        pytest.skip(MISSING)
    made: list[Mosquitto] = []

    def start(*lines: str, **more: Any) -> Mosquitto:
        made.append(Mosquitto(*lines, **more))
        made[-1].start()
        return made[-1]

    yield start
    for one in made:
        one.remove()
