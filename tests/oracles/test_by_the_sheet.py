"""Every ruleset that has a second scorer, written from its sheet alone, against the engine."""

from __future__ import annotations

import secrets

import pytest

from tests.oracles.by_the_sheet.compare import Compared, compare
from tests.oracles.by_the_sheet.compared import COMPARED


@pytest.mark.parametrize("what", COMPARED, ids=lambda what: what.ruleset)
def test_no_hand_is_scored_differently_by_a_second_scorer(what: Compared) -> None:
    seed = secrets.randbelow(2**32)
    print(f"{what.ruleset}: seed {seed}")
    seen, wrong = compare(what, seed, what.hands)
    assert not wrong, f"seed {seed}:\n" + "\n".join(wrong[:3])
    assert seen["legal"] > what.hands // 4


@pytest.mark.parametrize("what", COMPARED, ids=lambda what: what.ruleset)
def test_the_hands_compared_hold_every_item(what: Compared) -> None:
    """A fixed seed: hands with every item of the ruleset are among those compared."""
    from controller.rules import ruleset

    seen, wrong = compare(what, 1, 4 * what.hands)
    assert not wrong
    assert sorted({item.id for item in ruleset(what.ruleset).items} - seen.keys()) == []
