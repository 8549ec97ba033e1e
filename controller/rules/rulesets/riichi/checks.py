"""What riichi asks of a record, and the flags that cannot be true of its hand."""

from __future__ import annotations

from controller.rules.errors import RecordError
from controller.rules.hand.record import AFTER_KONG, IPPATSU, Hand
from controller.rules.rulesets.riichi import shapes
from controller.rules.rulesets.riichi.payments import table_of


def check(hand: Hand) -> None:
    """Notes what lies on the table (``Hand.own``) and takes out the flags that the hand belies. Raises RecordError."""
    hand.own = table_of(hand.record)
    if hand.flags:
        check_riichi(hand)
        hand.flags &= ~belied(hand)


def check_riichi(hand: Hand) -> None:
    """Raises RecordError for a riichi with melds."""
    if hand.shown and hand.flags & shapes.ANY_RIICHI:
        raise RecordError("flags", "riichi is declared with a concealed hand only", "take out the flag or the melds")


def belied(hand: Hand) -> int:
    """The flags that a meld of the winner's own belies: a first turn, and a go-around since riichi."""
    first_turn = shapes.FIRST_TURN if hand.melds else 0
    return first_turn | (IPPATSU if hand.flags & AFTER_KONG else 0)
