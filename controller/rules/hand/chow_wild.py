"""Wild tiles that stand in chows only: how a hand with them is read, and what cannot be true of one.

In a chow that was claimed, a wild tile is what it shows.
"""

from __future__ import annotations

from collections.abc import Callable

from controller.rules.errors import RecordError
from controller.rules.hand.reading import Form, Reading, standard
from controller.rules.hand.record import Hand
from controller.rules.hand.sets import CHOW_SHOWN, PUNG, tiles_of
from controller.rules.hand.tile_set import TileSet
from controller.rules.hand.tiles import NAMES, count, unpack
from controller.rules.hand.wild import meanings, of_sets


def sets_with_wild_chows(tiles: TileSet) -> Form:
    """Sets and a pair, with every wild tile of the hand in a chow."""

    def readings(hand: Hand, every_way: bool) -> list[Reading]:
        if hand.wild is None:
            return standard(hand, every_way)
        meant = meanings(hand, tiles, (of_sets,))
        return [reading for one in meant for reading in standard(one, True) if in_chows(reading)]

    return readings


def without_wild(form: Form) -> Form:
    """The form where no wild tile is held."""
    return lambda hand, every_way: [] if hand.wild else form(hand, every_way)


def in_chows(reading: Reading) -> bool:
    """Whether the concealed chows have a place for every wild tile, the winning one among them. A winning tile that is
    not wild keeps its place in the set that it completes."""
    hand = reading.hand
    assert hand.wild is not None
    own = reading.sets[: len(reading.sets) - len(hand.meld_sets)]
    places = [tile for code in own if code < PUNG for tile in tiles_of(code)]
    if reading.taken < PUNG and not hand.wild.winning:
        places.remove(hand.winning)
    stand_ins = hand.wild.stand_ins
    fits = all(count(stand_ins, tile) <= places.count(tile) for tile in set(unpack(stand_ins)))
    return fits and (not hand.wild.winning or reading.taken < PUNG)


def check_wild(tiles: TileSet) -> Callable[[Hand], None]:
    """The check of a record: wild tiles are not discarded, and are in no pong or kong. It raises RecordError."""

    def check(hand: Hand) -> None:
        wild = tiles.wild_by(hand.turned)
        if hand.by_other and hand.winning in wild:
            name = NAMES[hand.winning]
            raise RecordError("winning_tile", f"{name} is wild: it is not discarded", tile=name)
        for at, meld in enumerate(hand.melds):
            melded = PUNG <= meld.code < CHOW_SHOWN and set(unpack(meld.tiles)) & set(wild)
            if melded:
                name = NAMES[melded.pop()]
                raise RecordError(f"melds[{at}].tiles", f"{name} is wild: it stands in chows only", tile=name)

    return check
