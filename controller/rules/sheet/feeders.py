"""Who fed a great hand, by the order of its declared sets: liability for dragons, winds and one suit."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any, Final

from controller.rules.hand.record import Hand
from controller.rules.hand.sets import CHOW, CHOW_SHOWN, kind_of
from controller.rules.hand.tiles import DRAGONS, KINDS, WINDS
from controller.rules.seats import WIND_INDEX_OR_NONE, WindIndex
from controller.rules.sheet.patterns import one_suit_hand

DRAGON_SETS: Final = "dragons"
WIND_SETS: Final = "winds"
ONE_SUIT: Final = "one-suit"
LIABLE_FOR: Final = (DRAGON_SETS, WIND_SETS, ONE_SUIT)
FOURTH: Final = 3
FEWEST: Final = 3
"""The place of the fourth declared set, and the sets without which no case names anybody."""


def liable_feeder(hand: Hand, cases: Container[str]) -> WindIndex | None:
    """The feeder of the last of three dragon sets, of the last of four wind sets, or of the fourth set of a hand of one
    suit: the first of these ``cases`` that names somebody. Sets stand in the order of declaration; a concealed kong is
    a declared set without feeder."""
    if len(hand.melds) < FEWEST:
        return None
    melds: Sequence[Mapping[str, Any]] = hand.record["melds"]
    for case, of in ((DRAGON_SETS, DRAGONS), (WIND_SETS, WINDS)):
        if case in cases:
            declared = [raw for raw, code in zip(melds, hand.meld_sets, strict=True) if _is_set_of(code, of)]
            if len(declared) == len(of) and (feeder := declared[-1].get("from")):
                return WIND_INDEX_OR_NONE[feeder]
    if ONE_SUIT in cases and one_suit_hand(hand) and len(melds) > FOURTH:
        return WIND_INDEX_OR_NONE[melds[FOURTH].get("from")]
    return None


def _is_set_of(code: int, kinds: Container[int]) -> bool:
    return code >= 0 and kind_of(code) not in (CHOW, CHOW_SHOWN) and code % KINDS in kinds
