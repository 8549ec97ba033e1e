"""What riichi asks of a record, and the flags that cannot be true of its hand."""

from __future__ import annotations

from controller.rules.errors import RecordError
from controller.rules.hand.record import AFTER_KONG, IPPATSU, Hand
from controller.rules.rulesets.riichi import shapes


def check(hand: Hand) -> None:
    """Raises RecordError for a riichi with melds and for what is no number of counters or sticks; takes out the flags
    that the hand belies."""
    check_counts(hand)
    if hand.flags:
        check_riichi(hand)
        hand.flags &= ~belied(hand)


def check_counts(hand: Hand) -> None:
    for field in ("honba", "deposits"):
        value = hand.record.get(field)
        if value is not None and type(value) is not int:
            raise RecordError(field, f"{value!r} is not a number from 0 to 1000")


def check_riichi(hand: Hand) -> None:
    if hand.shown and hand.flags & shapes.ANY_RIICHI:
        raise RecordError("flags", "riichi is declared with a concealed hand only", "take out the flag or the melds")


def belied(hand: Hand) -> int:
    """The flags that a meld of the winner's own belies: a first turn, and a go-around since riichi."""
    first_turn = shapes.FIRST_TURN if hand.melds else 0
    return first_turn | (IPPATSU if hand.flags & AFTER_KONG else 0)
