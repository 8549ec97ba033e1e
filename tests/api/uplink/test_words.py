"""Every kind of order has a maker and a sentence for the people at the table."""

from __future__ import annotations

import pytest

from api.table.orders import command_of_order
from api.words.catalogue import say
from controller.languages import LANGUAGES
from controller.refusals import Code, Refused
from controller.uplink.order import KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_order_is_made_and_said(kind: str) -> None:
    try:
        command_of_order(kind, {}, "o-1", "Mei")
    except Refused as refused:
        assert refused.entry is Code.BAD_ORDER.value and "knows no order" not in refused.detail
    for language in LANGUAGES:
        assert "Mei" in (say(language, f"hall.order.{kind}", who="Mei") or "")
