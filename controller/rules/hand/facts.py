"""Facts of a record that cannot be true of its hand: a kong's replacement without a kong, a first turn after a claim,
a robbed kong of a tile that the winner holds himself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.rules.errors import RecordError
from controller.rules.hand.melds import KONG
from controller.rules.hand.record import (
    AFTER_KONG,
    DISCARD,
    DOUBLE_REPLACEMENT,
    EARTHLY,
    FIRST_TURN,
    HUMAN,
    KITA,
    ROBBED_KONG,
    Hand,
)
from controller.rules.hand.tile_set import TileSet
from controller.rules.hand.tiles import NAMES, count
from controller.rules.seats import EAST

KONG_TILES: Final = 4
Aside = Callable[[Hand], int]
"""Tiles that the winner has set aside, each of which is replaced as for a kong."""


def check_facts(hand: Hand, tiles: TileSet, aside: Aside | None = None) -> None:
    """``aside``: where a game sets tiles aside. Raises RecordError."""
    if hand.flags:
        _check_flags(hand, aside(hand) if aside else 0)
    if hand.source == ROBBED_KONG and not (aside and hand.flags & KITA):
        _check_robbed(hand, tiles)


def _check_flags(hand: Hand, aside: int) -> None:
    if hand.flags & FIRST_TURN and hand.shown:
        raise RecordError("flags", "heavenly, earthly and human are won before anything was claimed")
    if hand.flags & AFTER_KONG:
        needed = 2 if hand.flags & DOUBLE_REPLACEMENT else 1
        kongs = sum(meld["kind"] == KONG for meld in hand.record.get("melds") or ())
        if kongs + aside < needed:
            name, after = ("double-replacement", "two kongs") if needed > 1 else ("replacement", "a kong")
            raise RecordError("flags", f"{name} is a tile drawn after {after} of the winner; he has {kongs or 'none'}")


def _check_robbed(hand: Hand, tiles: TileSet) -> None:
    """A kong takes four copies: only what the set has beyond them can be in the winner's hand."""
    winning = hand.winning
    if winning not in tiles.kinds or tiles.has_wild:
        return
    if count(hand.tiles, winning) + KONG_TILES - 1 > tiles.kinds[winning]:
        name = NAMES[winning]
        raise RecordError("win", f"nobody has a kong of {name}: the winner holds the tile himself", tile=name)


def check_dealers_discard(hand: Hand) -> None:
    """For games in which an earthly hand is won on the dealer's first discard alone. Raises RecordError."""
    if hand.flags & EARTHLY and hand.source != DISCARD:
        raise RecordError("flags", "earthly is won on the dealer's first discard, not from the wall")
    check_no_other_discard(hand)


def check_own_draw(hand: Hand) -> None:
    """For games in which an earthly hand is won with the first own draw alone, and a human one on a discard. Raises
    RecordError."""
    if hand.flags & EARTHLY and hand.source == DISCARD:
        raise RecordError("flags", "earthly is won with the first tile drawn, not on a discard", "write human")
    if hand.flags & HUMAN and hand.source != DISCARD:
        raise RecordError("flags", "human is won on a discard before the first own draw", "write earthly")


def check_no_other_discard(hand: Hand) -> None:
    """For games in which an earthly hand on a discard is won on the dealer's. Raises RecordError."""
    if hand.flags & EARTHLY and hand.source == DISCARD and hand.discarder != EAST:
        raise RecordError("flags", "earthly is won on the discard of the dealer")
