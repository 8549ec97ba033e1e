"""A hall keeps its contract: some of the operations at each run, all of them by ``python -m bench.hall_contract``."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bench.hall_contract import ServedHall, check, operations, served

SOME = 16
EXAMPLES = 7
"""One of each role."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    with served(tmp_path_factory.mktemp("hall")) as found:
        yield found


def test_every_role_is_answered_as_the_contract_says_whatever_is_sent(hall: ServedHall) -> None:
    chance = random.randrange(2**32)
    print(f"seed {chance}")
    some = random.Random(chance).sample(operations(hall.contract), SOME)
    found = [check(hall, *each, EXAMPLES, chance) for each in some]
    assert [text for text in found if text is not None] == []
