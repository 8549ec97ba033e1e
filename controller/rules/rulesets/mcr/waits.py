"""Whether the winning tile was the only one that the hand waited for.

Every kind of tile that completes any shape counts as a wait, also one of which the player holds all four. A hand that
waits for a chow or its pair of four sets cannot wait for orphans or single knitted tiles at the same time: those take
eight or more tiles that no two sets can share.
"""

from __future__ import annotations

from controller.rules.hand.record import Hand
from controller.rules.hand.tiles import words_of
from controller.rules.hand.waits import any_pair_waits, set_waits_of
from controller.rules.rulesets.mcr.shapes import body_in, without


def waits_for_one_kind(hand: Hand) -> bool:
    """Whether nothing but the winning tile would have completed four sets and a pair, or seven pairs."""
    if not _is_one(set_waits_of(words_of(hand.held))):
        return False
    return bool(hand.melds) or set(any_pair_waits(hand.held)) <= {hand.winning}


def knitted_waits_for_one_kind(hand: Hand) -> bool:
    """The same beside a knitted straight that was complete before the winning tile."""
    held = words_of(hand.held)
    body = body_in(held)
    return body is not None and _is_one(set_waits_of(without(held, body)))


def _is_one(waits: int) -> bool:
    return waits > 0 and not waits & waits - 1
