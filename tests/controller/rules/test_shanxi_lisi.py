"""What the table says of a hand of Shanxi Lisi without tiles."""

from __future__ import annotations

import pytest

from controller.rules import RecordError, configure
from controller.rules.game import MatchPosition, QuickWin
from controller.rules.hand.record import DISCARD, SELF_DRAW, Source
from controller.rules.seats import SEATS

START = MatchPosition(SEATS[0], SEATS[0])


@pytest.mark.parametrize(("source", "total"), [(SELF_DRAW, 5), (SELF_DRAW, 61), (DISCARD, 50), (DISCARD, 12)])
def test_a_total_that_no_kongs_come_to_is_refused(source: Source, total: int) -> None:
    discarder = SEATS[1] if source == DISCARD else None
    with pytest.raises(RecordError, match="counts one of") as caught:
        configure("shanxi-lisi").paid_quick(START, QuickWin(SEATS[2], source, discarder, total))
    assert caught.value.field == "total"


def test_the_totals_offered_are_those_of_one_way_of_winning_or_the_other() -> None:
    asks = configure("shanxi-lisi", {"self-draw-points": 22, "exposed-kong": 0}).asks
    assert asks.presets == (5, 15, 22, 25, 32, 35, 42, 45, 52, 62)
    assert (asks.least, asks.chows, asks.situations) == (5, False, ())
