"""What riichi asks of a record, and what cannot be true of its hand: flags, and tiles turned on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.rules.errors import RecordError
from controller.rules.hand import fields
from controller.rules.hand.record import AFTER_KONG, ANY_RIICHI, FIRST_TURN, FROM_RIICHI, IPPATSU, Hand
from controller.rules.hand.tile_set import TileSet
from controller.rules.rulesets.riichi.indicators import Indicators
from controller.rules.rulesets.riichi.payments import table_of

DISCARDER_RIICHI: Final = fields.READ[fields.DISCARDER_RIICHI_FIELD]
"""The field of a record that says whether who discarded the winning tile had declared riichi."""


def check_of(tiles: TileSet) -> Callable[[Hand], None]:
    """The check with the set of tiles fixed: notes what lies on the table (``Hand.own``) and takes out the flags that
    the hand belies. It raises RecordError."""
    turned = Indicators(tiles)

    def check(hand: Hand) -> None:
        hand.own = table_of(hand)
        if hand.flags:
            check_riichi(hand)
            hand.flags &= ~belied(hand)
        if hand.given(fields.DISCARDER_RIICHI_FIELD) is not None:
            note_discarder(hand)
        turned.check(hand)

    return check


def check_riichi(hand: Hand) -> None:
    """Raises RecordError for a riichi with melds."""
    if hand.shown and hand.flags & ANY_RIICHI:
        raise RecordError("flags", "riichi is declared with a concealed hand only", "take out the flag or the melds")


def note_discarder(hand: Hand) -> None:
    """Sets the flag of a hand whose record says that the discarder had declared riichi. Raises RecordError."""
    said = hand.given(fields.DISCARDER_RIICHI_FIELD)
    if type(said) is not bool:
        raise RecordError(DISCARDER_RIICHI, f"{said!r} is neither true nor false")
    if said and not hand.by_other:
        raise RecordError(DISCARDER_RIICHI, "nobody discards the tile of a self-draw")
    if said:
        hand.flags |= FROM_RIICHI


def belied(hand: Hand) -> int:
    """The flags that a concealed kan of the winner's own belies: a first turn, and a go-around since riichi."""
    first_turn = FIRST_TURN if hand.melds and not hand.shown else 0
    return first_turn | (IPPATSU if hand.flags & AFTER_KONG else 0)
