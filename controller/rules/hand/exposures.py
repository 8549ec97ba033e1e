"""Hands in which flowers are playing tiles and melds are three to six equal tiles, with jokers among them.

Every tile of a meld counts for the size of the hand, so a kong takes four tiles of it. A bag counts all flowers as one
kind, above the playing tiles (``tiles.BONUS``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from controller.rules.errors import RecordError
from controller.rules.hand.fields import MELD, located, refuse_unknown, tile_text
from controller.rules.hand.melds import check_origin
from controller.rules.hand.record import NO_WIN, TOO_MANY, WRONG_COUNT, Hand, Meld
from controller.rules.hand.tile_set import JOKER, TileSet
from controller.rules.hand.tiles import (
    BITS,
    BONUS,
    FIRST,
    JOKER_SHIFT,
    KINDS,
    NO_TILES,
    RED,
    RED_SHIFT,
    Words,
    bag_of,
    read_tiles,
    read_words,
)

SIZES: Final[Mapping[str, int]] = {"pung": 3, "kong": 4, "quint": 5, "sextet": 6}
"""Tiles of each kind of meld."""
FLOWER: Final = FIRST["f"]
"""Stands for every flower."""
SIZE_BITS: Final = 3
_KEPT: Final = 4_000
_LONGEST_KEPT: Final = 16
_known: Final = MELD.issuperset
_BONUS_BESIDE: Final = BONUS >> RED_SHIFT
_JOKERS_BESIDE: Final = JOKER_SHIFT - RED_SHIFT
_ZERO: Final = ord("0")
_NINE: Final = ord("9")
_LETTER_F: Final = ord("f")
_LETTER_J: Final = ord("j")
_PLAYING: Final = tuple([chr(code) in "mpsz" for code in range(128)])
_FIRST_JOKER: Final = 1 << 1
# what is seen of the tiles of a record that are no playing tiles, above a bit for each flower by its rank
_TWICE: Final = 1 << 10
_FURTHER: Final = 1 << 11
"""Tiles that are neither flowers nor the first joker."""


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
        words, beside, number = read_words(text)
    except RecordError as error:
        raise located(error, "tiles") from None
    size = SIZES[kind]
    if number != size:
        return Meld(0, -1, 0, True, False)
    tile = _only_kind(words, beside & _BONUS_BESIDE != 0)
    return Meld(bag_of(words, beside), -1 if tile < 0 else code_of(tile, size), 0, True, True)


def _only_kind(words: Words, flowers: bool) -> int:
    """The only kind among tiles; -1 for several, or none."""
    found = FLOWER if flowers else -1
    for suit, word in enumerate(words):
        if word:
            rank = (word.bit_length() - 1) // BITS
            if found >= 0 or word & (1 << BITS * rank) - 1:
                return -1
            found = 9 * suit + rank
    return found


def read_exposures(hand: Hand, melds: Sequence[Mapping[str, Any]], players: int) -> bool:
    """Notes the melds in the hand; False when one of them has a wrong number of tiles. Raises RecordError."""
    if not isinstance(melds, list | tuple):
        raise RecordError("melds", "is a list of melds")
    read: list[Meld] = []
    m = p = s = z = beside = 0
    right = True
    for at, raw in enumerate(melds):
        meld = _exposure(raw, hand, players, at)
        read.append(meld)
        more_m, more_p, more_s, more_z = meld.words
        m, p, s, z = m + more_m, p + more_p, s + more_s, z + more_z
        beside += meld.beside
        if not meld.right_count:
            right = False
    hand.melds, hand.meld_sets = tuple(read), tuple([meld.code for meld in read])
    hand.every, hand.beside, hand.meld_digits, hand.shown = (m, p, s, z), beside, 0, len(read)
    return right


def _exposure(raw: Any, hand: Hand, players: int, at: int) -> Meld:
    if not isinstance(raw, (dict, Mapping)):
        raise RecordError(f"melds[{at}]", "is an object with kind and tiles")
    if not _known(raw):
        refuse_unknown(raw, MELD, f"melds[{at}].")
    kind, text = raw.get("kind"), raw.get("tiles")
    if not isinstance(kind, str) or not isinstance(text, str):
        tile_text(text, f"melds[{at}].tiles")
        raise RecordError(f"melds[{at}].kind", f"{kind!r} is not one of {', '.join(SIZES)}")
    if raw.get("concealed", False) is not False:
        raise RecordError(f"melds[{at}].concealed", "an exposure is never concealed", "write false")
    try:
        meld = _EXPOSURES[kind, text]
        if "from" in raw or "added" in raw:
            if raw.get("added", False) is not False:
                raise RecordError("added", "nothing is added to an exposure later", "write false")
            check_origin(raw, hand.seat_wind, players)
    except RecordError as error:
        raise located(error, f"melds[{at}]") from None
    return meld


def put_together(hand: Hand, tiles: TileSet, held: Words, beside: int, number: int, right: bool) -> bool:
    """Every word of the hand, and what makes it no legal hand; whether there may be tiles of other games among them.
    ``held``, ``beside``: the concealed tiles and the winning one; ``number``: of the concealed ones; ``right``: whether
    each meld has its number of tiles."""
    m, p, s, z = held
    melded_m, melded_p, melded_s, melded_z = hand.every
    hand.flowers = hand.suits = 0
    if hand.melds:
        number += sum([SIZES[meld["kind"]] for meld in hand.record["melds"]])
    if not right or number != tiles.hand:
        hand.hidden, hand.every, hand.beside = NO_TILES, NO_TILES, 0  # a word counts no more than some thirty of a kind
        hand.fault = WRONG_COUNT
        return False
    hand.hidden = held
    m, p, s, z = m + melded_m, p + melded_p, s + melded_s, z + melded_z
    hand.every, hand.beside = (m, p, s, z), hand.beside + beside
    further = hand.beside & ~_RED_BESIDE != 0
    seen = _beside_in(hand.record) if further else 0
    if tiles.limits.exceeded_by(m, p, s, z, hand.beside) or (further and _too_many(hand, tiles, seen)):
        hand.fault = TOO_MANY
    else:
        hand.fault = NO_WIN if -1 in hand.meld_sets else ""
    return seen & _FURTHER != 0


_RED_BESIDE: Final = RED >> RED_SHIFT


def _too_many(hand: Hand, tiles: TileSet, seen: int) -> bool:
    """Flowers are one of each, jokers as many as the set has."""
    if not seen & _FURTHER:
        return seen & _TWICE != 0 or hand.beside >> _JOKERS_BESIDE > tiles.has(JOKER)
    beside = Counter(tile for tile in read_tiles("".join(_texts(hand.record))) if tile >= KINDS)
    return any(number > tiles.has(tile) for tile, number in beside.items())


def _texts(record: Mapping[str, Any]) -> list[str]:
    """All tiles of a readable record."""
    return [record["hand"], record["winning_tile"], *[meld["tiles"] for meld in record.get("melds") or ()]]


def _beside_in(record: Mapping[str, Any]) -> int:
    """What is seen of the tiles that are no playing tiles."""
    seen = 0
    for text in _texts(record):
        seen = _seen_in(text, seen)
    return seen


def _seen_in(text: str, seen: int) -> int:
    """The same of one text more."""
    if not text.isascii():
        return seen | _FURTHER
    written = text.encode("ascii")
    ranks = 0
    for at in range(len(written)):
        byte = written[at]
        if _ZERO <= byte <= _NINE:
            rank = 1 << byte - _ZERO
            if ranks & rank:
                ranks |= _TWICE
            ranks |= rank
            continue
        if byte == _LETTER_F:
            if ranks & seen:
                seen |= _TWICE
            seen |= ranks
        elif byte == _LETTER_J:
            if ranks & ~_TWICE != _FIRST_JOKER:
                seen |= _FURTHER
        elif not _PLAYING[byte]:
            seen |= _FURTHER
        ranks = 0
    return seen
