"""Hands in which flowers are playing tiles and melds are three to six equal tiles, with jokers among them.

Every tile of a meld counts for the size of the hand, so a kong takes four tiles of it. A bag counts all flowers as one
kind, above the playing tiles (``tiles.BONUS``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from controller.rules.errors import RecordError
from controller.rules.hand.fields import MELD, located, refuse_unknown, tile_text
from controller.rules.hand.melds import check_origin
from controller.rules.hand.record import NO_WIN, TOO_MANY, WRONG_COUNT, Hand, Meld
from controller.rules.hand.tile_set import JOKER, TileSet
from controller.rules.hand.tiles import (
    BONUS_SHIFT,
    COUNT_SHIFT,
    FIRST,
    JOKER_SHIFT,
    KINDS,
    ONE,
    PLAYING,
    read_bag,
    read_tiles,
)

SIZES: Final[Mapping[str, int]] = {"pung": 3, "kong": 4, "quint": 5, "sextet": 6}
"""Tiles of each kind of meld."""
FLOWER: Final = FIRST["f"]
"""Stands for every flower."""
IN_BAG: Final = (1 << COUNT_SHIFT) - 1
SIZE_BITS: Final = 3
_KEPT: Final = 4_000
_LONGEST_KEPT: Final = 16
_known: Final = MELD.issuperset
_FLOWERS: Final = re.compile("[0-9]+f").findall
_FURTHER: Final = re.compile("[akq]|[02-9][0-9]*j|[0-9]+[02-9][0-9]*j")
"""Animals, kings and queens, and jokers that are not the first."""


def one_of(tile: int) -> int:
    """The bag of one tile."""
    return ONE[tile] if tile < KINDS else 1 << BONUS_SHIFT


def code_of(tile: int, size: int) -> int:
    """A meld of so many of a tile as a number: ``Meld.code``."""
    return tile << SIZE_BITS | size


class _Exposures(dict[tuple[str, str], Meld]):
    """Melds by kind and tiles; filled as they turn up, emptied when there are many."""

    def __missing__(self, key: tuple[str, str]) -> Meld:
        kind, text = key
        meld = _made(kind, text)
        if len(self) >= _KEPT:
            self.clear()
        if len(text) <= _LONGEST_KEPT:
            self[key] = meld
        return meld


_EXPOSURES: Final = _Exposures()


def _made(kind: str, text: str) -> Meld:
    """The code is -1 for tiles that are no such meld: two kinds, or jokers alone. Raises RecordError."""
    if kind not in SIZES:
        raise RecordError("kind", f"{kind!r} is not one of {', '.join(SIZES)}")
    try:
        ids = read_tiles(text)
    except RecordError as error:
        raise located(error, "tiles") from None
    if len(ids) != SIZES[kind]:
        return Meld(0, -1, 0, True, False)
    real = {FLOWER if FLOWER <= tile < FIRST["a"] else tile for tile in ids if tile < FIRST["j"]}
    code = code_of(real.pop(), SIZES[kind]) if len(real) == 1 else -1
    return Meld(read_bag(text) & IN_BAG, code, 0, True, True)


def read_exposures(hand: Hand, melds: Sequence[Mapping[str, Any]], players: int) -> bool:
    """Notes the melds in the hand; False when one of them has a wrong number of tiles. Raises RecordError."""
    if not isinstance(melds, list | tuple):
        raise RecordError("melds", "is a list of melds")
    read = [_exposure(raw, hand, players, f"melds[{at}]") for at, raw in enumerate(melds)]
    hand.melds, hand.meld_sets = tuple(read), tuple([meld.code for meld in read])
    hand.tiles, hand.meld_digits, hand.shown = sum([meld.tiles for meld in read]), 0, len(read)
    return all(meld.right_count for meld in read)


def _exposure(raw: Any, hand: Hand, players: int, path: str) -> Meld:
    if not isinstance(raw, Mapping):
        raise RecordError(path, "is an object with kind and tiles")
    if not _known(raw):
        refuse_unknown(raw, MELD, f"{path}.")
    kind, text = raw.get("kind"), raw.get("tiles")
    if not isinstance(kind, str) or not isinstance(text, str):
        tile_text(text, f"{path}.tiles")
        raise RecordError(f"{path}.kind", f"{kind!r} is not one of {', '.join(SIZES)}")
    if raw.get("concealed", False) is not False:
        raise RecordError(f"{path}.concealed", "an exposure is never concealed", "write false")
    try:
        meld = _EXPOSURES[kind, text]
        if "from" in raw or "added" in raw:
            if raw.get("added", False) is not False:
                raise RecordError("added", "nothing is added to an exposure later", "write false")
            check_origin(raw, hand.seat_wind, players)
    except RecordError as error:
        raise located(error, path) from None
    return meld


def put_together(hand: Hand, tiles: TileSet, held: int, won: int, right: bool) -> None:
    """Every bag of the hand, and what makes it no legal hand. ``held``: with the number of tiles on top."""
    hand.held = held & IN_BAG
    hand.concealed = hand.held + won
    hand.tiles += hand.concealed
    hand.flowers = hand.suits = 0
    number = (held >> COUNT_SHIFT) + sum([SIZES[meld["kind"]] for meld in hand.record.get("melds") or ()])
    if not right or number != tiles.hand:
        hand.held = hand.concealed = hand.tiles = 0  # a bag counts no more than some thirty of a kind
        hand.fault = WRONG_COUNT
    elif (hand.tiles & PLAYING) + tiles.room & tiles.over or _too_many(hand, tiles):
        hand.fault = TOO_MANY
    else:
        hand.fault = NO_WIN if -1 in hand.meld_sets else ""


def has_further(hand: Hand) -> bool:
    """Whether the record may hold tiles that are neither playing tiles nor flowers nor the joker."""
    text = _every_tile(hand.record)
    return not text.isascii() or _FURTHER.search(text) is not None


def _too_many(hand: Hand, tiles: TileSet) -> bool:
    """Flowers are one of each, jokers as many as the set has."""
    if not hand.tiles >> BONUS_SHIFT:
        return False
    text = _every_tile(hand.record)
    if not has_further(hand):
        flowers = "".join([chunk[:-1] for chunk in _FLOWERS(text)])
        return len(set(flowers)) < len(flowers) or hand.tiles >> JOKER_SHIFT > tiles.has(JOKER)
    beside = Counter(tile for tile in read_tiles(text) if tile >= KINDS)
    return any(number > tiles.has(tile) for tile, number in beside.items())


def _every_tile(record: Mapping[str, Any]) -> str:
    """All tiles of a readable record."""
    return "".join((record["hand"], record["winning_tile"], *[meld["tiles"] for meld in record.get("melds") or ()]))
