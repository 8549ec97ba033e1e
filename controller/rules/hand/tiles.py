"""Tiles: numbers, compact notation and Unicode.

A tile is a small integer: 0-8 characters, 9-17 dots, 18-26 bamboos, 27-33 East South West North White Green Red,
34-41 the bonus tiles 1f-8f, 42-49 the animals 1a-8a, 50-53 the kings 1k-4k, 54-57 the queens 1q-4q, 58 the face 1x,
59-66 the jokers 1j-8j. A red five (``0m 0p 0s``) is a five that is counted apart. Which of them a game has, and how
many of each, says its ``tile_set.TileSet``.

A multiset of playing tiles is one integer, a *bag*: five bits for each of the 34 kinds (``1 << 5 * tile`` is one
tile), so bags add up with ``+`` and are compared with masks. Above them a bag keeps what is not a playing tile:
``RED`` (red fives, five bits a suit), ``BONUS`` and ``JOKERS`` (how many bonus tiles and jokers are mixed in), and on
top the number of tiles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from controller.rules.errors import RecordError

RANKS: Final = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8, "a": 8, "k": 4, "q": 4, "x": 1, "j": 8}
LETTERS: Final = "".join(RANKS)
FIRST: Final = {letter: sum(tuple(RANKS.values())[:at]) for at, letter in enumerate(LETTERS)}
KINDS: Final = FIRST["f"]
"""Kinds of playing tiles: suits and honours."""
USUAL_BONUS: Final = frozenset(range(KINDS, FIRST["a"] + 4))
"""Flowers, seasons and the four animals of full sets. A game that is played without them passes them over."""
NAMES: Final = tuple(f"{rank}{letter}" for letter in LETTERS for rank in range(1, RANKS[letter] + 1))
IDS: Final = {name: tile for tile, name in enumerate(NAMES)} | {"0m": 4, "0p": 13, "0s": 22}
"""Tile numbers by name, and (below) by picture."""

BITS: Final = 5
ONE: Final = tuple(1 << BITS * tile for tile in range(KINDS))
PLAYING: Final = (1 << BITS * KINDS) - 1
RED_SHIFT: Final = 170
BONUS_SHIFT: Final = 185
JOKER_SHIFT: Final = 193
COUNT_SHIFT: Final = 200
RED: Final = 0x7FFF << RED_SHIFT
BONUS: Final = 0xFF << BONUS_SHIFT
JOKERS: Final = 0x7F << JOKER_SHIFT
RED_AT: Final = {"0m": RED_SHIFT, "0p": RED_SHIFT + BITS, "0s": RED_SHIFT + 2 * BITS}
"""Where a bag counts the red fives of each suit."""


def bag(tiles: Iterable[int]) -> int:
    """The bag of playing tiles, without the count on top."""
    return sum(ONE[tile] for tile in tiles)


def mask(tiles: Iterable[int]) -> int:
    """All bits of these kinds: ``bag & mask`` is zero exactly when none of them is held."""
    return sum(31 * ONE[tile] for tile in set(tiles))


TERMINALS: Final = (0, 8, 9, 17, 18, 26)
WINDS: Final = (27, 28, 29, 30)
DRAGONS: Final = (31, 32, 33)
WHITE, GREEN, RED_DRAGON = DRAGONS
HONOURS: Final = WINDS + DRAGONS
MAJORS: Final = TERMINALS + HONOURS
SUIT_BITS: Final = 9 * BITS
SUIT_MASK: Final = (1 << SUIT_BITS) - 1
HONOURS_MASK: Final = (1 << 7 * BITS) - 1
IN_SUIT: Final = tuple(SUIT_MASK << SUIT_BITS * suit for suit in range(3))
IN_HONOURS: Final = mask(HONOURS)
IN_TERMINALS: Final = mask(TERMINALS)
IN_MAJORS: Final = IN_HONOURS | IN_TERMINALS
ALL_GREEN: Final = mask((*(18 + rank for rank in (1, 2, 3, 5, 7)), GREEN))
EACH_ONE: Final = bag(range(KINDS))
EACH_FOUR: Final = 4 * EACH_ONE
EACH_RANK: Final = EACH_ONE & SUIT_MASK
"""One tile of each rank of a suit."""


def count(tiles: int, tile: int) -> int:
    return tiles >> BITS * tile & 31


def jokers_in(tiles: int) -> int:
    """How many jokers are mixed into a bag."""
    return (tiles & JOKERS) >> JOKER_SHIFT


def unpack(tiles: int) -> list[int]:
    """The playing tiles of a bag in ascending order."""
    found: list[int] = []
    left = tiles & PLAYING
    while left:
        tile = ((left & -left).bit_length() - 1) // BITS
        found += [tile] * (left >> BITS * tile & 31)
        left &= ~(31 << BITS * tile)
    return found


_CHUNK: Final = re.compile(f"[0-9]+[{LETTERS}]")
split = _CHUNK.findall
_CHUNKS_KEPT: Final = 10_000


class _Chunks(dict[str, int]):
    """``"123m"`` to its bag with red, bonus and number of tiles; filled as strings turn up, emptied when large."""

    def __missing__(self, chunk: str) -> int:
        letter = chunk[-1]
        try:
            value = sum(map(_SINGLES[letter].__getitem__, chunk[:-1]))
        except KeyError as unknown:
            raise _no_tile(f"{unknown.args[0]}{letter}") from None
        if len(self) >= _CHUNKS_KEPT:
            self.clear()
        if len(chunk) <= 15:
            self[chunk] = value
        return value


def _no_tile(name: str) -> RecordError:
    return RecordError("", f"there is no tile {name}", tile=name)


def _single(name: str) -> int:
    tile = IDS[name]
    if tile >= KINDS:
        return 1 << COUNT_SHIFT | 1 << (JOKER_SHIFT if name[1] == "j" else BONUS_SHIFT)
    return 1 << COUNT_SHIFT | ONE[tile] | (1 << RED_AT[name] if name in RED_AT else 0)


_SINGLES: Final = {letter: {name[0]: _single(name) for name in IDS if name[1] == letter} for letter in LETTERS}
CHUNKS: Final = _Chunks()


_MOST_WALKED: Final = 31
"""Of so many characters no number of equal tiles is more than a bag holds."""
_RED_IN_WORD: Final = SUIT_BITS + BITS
_DIGITS: Final[tuple[int, ...]] = (ONE[4] | 1 << _RED_IN_WORD, *ONE[:9])
"""What each digit adds to the word of its suit; red fives are counted above it."""
_ZERO: Final = ord("0")
_NINE: Final = ord("9")
_LETTER_M: Final = ord("m")
_LETTER_P: Final = ord("p")
_LETTER_S: Final = ord("s")
_LETTER_Z: Final = ord("z")
_LETTER_F: Final = ord("f")
_LETTER_J: Final = ord("j")
_UP_TO_EIGHT: Final = (1 << 8 * BITS) - 1
_BONUS_BESIDE: Final = BONUS_SHIFT - RED_SHIFT
_JOKERS_BESIDE: Final = JOKER_SHIFT - RED_SHIFT
_SUITS: Final = {_LETTER_M: 0, _LETTER_P: 1, _LETTER_S: 2, _LETTER_Z: 3}


Words = tuple[int, int, int, int]
"""The playing tiles of a bag apart, characters, dots, bamboos and honours: each fits into a word of the processor."""


NO_TILES: Final[Words] = (0, 0, 0, 0)


def bag_of(words: Words, beside: int = 0) -> int:
    """The bag of these words, and of what it keeps above the playing tiles."""
    m, p, s, z = words
    bag = m + (p << SUIT_BITS) + (s << 2 * SUIT_BITS)
    if z:
        bag += z << 3 * SUIT_BITS
    return bag + (beside << RED_SHIFT) if beside else bag


def words_of(tiles: int) -> Words:
    """The words of a bag."""
    p, s, z = tiles >> SUIT_BITS, tiles >> 2 * SUIT_BITS, tiles >> 3 * SUIT_BITS
    return tiles & SUIT_MASK, p & SUIT_MASK, s & SUIT_MASK, z & HONOURS_MASK


def count_in(words: Words, tile: int) -> int:
    """How many of a playing tile there are."""
    m, p, s, z = words
    if tile < 18:
        return m >> BITS * tile & 31 if tile < 9 else p >> BITS * (tile - 9) & 31
    return s >> BITS * (tile - 18) & 31 if tile < 27 else z >> BITS * (tile - 27) & 31


def with_tiles(words: Words, beside: int, tiles: list[int]) -> tuple[Words, int]:
    """Words, and what a bag has above them, with more tiles as ``read_marked`` has them."""
    m, p, s, z = words
    for tile in tiles:
        if tile < 0:
            continue
        if tile >= KINDS:
            beside += 1 << BITS * (tile - KINDS)
            tile = 9 * (tile - KINDS) + 4
        if tile < 9:
            m += 1 << BITS * tile
        elif tile < 18:
            p += 1 << BITS * (tile - 9)
        elif tile < 27:
            s += 1 << BITS * (tile - 18)
        else:
            z += 1 << BITS * (tile - 27)
    return (m, p, s, z), beside


def suits_in(words: Words) -> int:
    """Bits 0-2: characters, dots, bamboos present; bit 3: honours."""
    m, p, s, z = words
    return (1 if m else 0) + (2 if p else 0) + (4 if s else 0) + (8 if z else 0)


def read_bag(text: str) -> int:
    """A string of tiles, in compact notation or as pictures, to its bag, with the number of tiles at ``COUNT_SHIFT``.
    Raises RecordError (field empty)."""
    words, beside, number = read_words(text)
    return bag_of(words, beside) + (number << COUNT_SHIFT)


_IN_BAG: Final = (1 << COUNT_SHIFT) - 1


def read_words(text: str) -> tuple[Words, int, int]:
    """A string of tiles to its words, what a bag keeps above them, from ``RED_SHIFT`` on, and the number of tiles.
    Raises RecordError (field empty)."""
    if len(text) > _MOST_WALKED:
        return _read_chunks(text)
    try:
        written = text.encode("ascii")
    except UnicodeEncodeError:
        return _read_chunks(text)
    m = p = s = z = beside = word = number = digits = 0
    for at in range(len(written)):
        byte = written[at]
        digit = byte - _ZERO
        if 0 <= digit < 10:
            word += _DIGITS[digit]
            digits += 1
            continue
        if not digits:
            return _read_chunks(text)
        if word > SUIT_MASK:
            suit = _SUITS.get(byte, 3)
            if suit == 3:
                return _read_chunks(text)
            beside += word >> _RED_IN_WORD << BITS * suit
            word &= SUIT_MASK
        if byte == _LETTER_M:
            m += word
        elif byte == _LETTER_P:
            p += word
        elif byte == _LETTER_S:
            s += word
        elif byte == _LETTER_Z and word <= HONOURS_MASK:
            z += word
        elif byte == _LETTER_F and word <= _UP_TO_EIGHT:
            beside += digits << _BONUS_BESIDE
        elif byte == _LETTER_J and word <= _UP_TO_EIGHT:
            beside += digits << _JOKERS_BESIDE
        else:
            return _read_chunks(text)
        number += digits
        word = digits = 0
    return _read_chunks(text) if digits else ((m, p, s, z), beside, number)


def _read_chunks(text: str) -> tuple[Words, int, int]:
    """The same for whatever may be written: animals, pictures, and what is no tiles."""
    chunks = split(text)
    tiles = 0
    for chunk in chunks:
        tiles += CHUNKS[chunk]
    number = tiles >> COUNT_SHIFT
    if number + len(chunks) != len(text):
        return read_words(without_pictures(text))
    return words_of(tiles), (tiles & _IN_BAG) >> RED_SHIFT, number


RED_FIVES: Final = {name: KINDS + suit for suit, name in enumerate(RED_AT)}
"""A red five by its name where it is told from a five: a number above those of the playing tiles."""
NO_PLAYING_TILE: Final = -1
_SUIT_OF: Final[tuple[int, ...]] = tuple([_SUITS.get(code, -1) for code in range(128)])
"""The suit of a letter by its ASCII code."""
_MOST_HONOUR: Final = RANKS["z"]
_MARKED: Final = {NAMES[tile]: [tile] for tile in range(KINDS)} | {name: [tile] for name, tile in RED_FIVES.items()}
"""One tile as ``read_marked`` has it: most records turn up no more."""


def read_marked(text: str) -> list[int] | None:
    """A string of tiles to tile numbers, in the order written, with red fives as ``RED_FIVES`` has them and
    ``NO_PLAYING_TILE`` for bonus tiles and jokers; None for what cannot be read. Not to be changed."""
    if len(text) == 2 and (one := _MARKED.get(text)) is not None:
        return one
    try:
        written = text.encode("ascii")
    except UnicodeEncodeError:
        return _marked_names(text)
    found: list[int] = []
    start = 0
    for at in range(len(written)):
        byte = written[at]
        if _ZERO <= byte <= _NINE:
            continue
        suit = _SUIT_OF[byte]
        if suit < 0 or at == start:
            return _marked_names(text)
        for place in range(start, at):
            digit = written[place] - _ZERO
            if suit == 3 and not 0 < digit <= _MOST_HONOUR:
                return None
            found.append(9 * suit + digit - 1 if digit else KINDS + suit)
        start = at + 1
    return found if start == len(written) else None


def _marked_names(text: str) -> list[int] | None:
    try:
        names = names_in(text)
        plain = [IDS[name] for name in names]
    except (LookupError, RecordError):
        return None
    return [
        RED_FIVES.get(name, tile if tile < KINDS else NO_PLAYING_TILE) for name, tile in zip(names, plain, strict=True)
    ]


def read_tiles(text: str) -> list[int]:
    """A string of tiles to tile numbers, in the order written. Raises RecordError (field empty)."""
    try:
        return [IDS[name] for name in names_in(text)]
    except KeyError as unknown:
        raise _no_tile(unknown.args[0]) from None


def names_in(text: str) -> list[str]:
    """A string of tiles to their names, in the order written; red fives keep theirs. Raises RecordError (field empty)
    for what is no compact notation."""
    chunks = split(text)
    if sum(map(len, chunks)) != len(text):
        return names_in(without_pictures(text))
    return [digit + chunk[-1] for chunk in chunks for digit in chunk[:-1]]


def write_tiles(tiles: Iterable[int]) -> str:
    """Tile numbers to compact notation, in the order given; neighbours of a suit share their letter."""
    digits, letter, parts = "", "", []
    for name in (NAMES[tile] for tile in tiles):
        if name[1] != letter and digits:
            parts.append(digits + letter)
            digits = ""
        digits, letter = digits + name[0], name[1]
    return "".join(parts) + (digits + letter if digits else "")


# Code points: dragons stand Red Green White, suits characters bamboos dots, and bamboo before chrysanthemum.
_POINTS: Final = (
    *(0x1F007 + rank for rank in range(9)),
    *(0x1F019 + rank for rank in range(9)),
    *(0x1F010 + rank for rank in range(9)),
    *(0x1F000, 0x1F001, 0x1F002, 0x1F003, 0x1F006, 0x1F005, 0x1F004),
    *(0x1F022, 0x1F023, 0x1F025, 0x1F024, 0x1F026, 0x1F027, 0x1F028, 0x1F029),
)
UNICODE: Final = tuple(chr(point) for point in _POINTS)
BACK: Final = "\U0001f02b"
SELECTORS: Final = "\ufe0e\ufe0f"
_FROM_UNICODE: Final = {char: tile for tile, char in enumerate(UNICODE)}
IDS.update({char + selector: tile for char, tile in _FROM_UNICODE.items() for selector in ("", *SELECTORS)})


def to_unicode(tiles: Iterable[int]) -> str:
    """Pictures of the Mahjong Tiles block. Animals and jokers stay in compact notation."""
    return "".join(UNICODE[tile] if tile < len(UNICODE) else NAMES[tile] for tile in tiles)


def from_unicode(text: str) -> list[int]:
    """Pictures to tile numbers; variation selectors are passed over. Raises RecordError (field empty)."""
    tiles = []
    for char in text:
        if char in SELECTORS:
            continue
        if char not in _FROM_UNICODE:
            raise RecordError("", f"{char!r} is not a tile", tile=char)
        tiles.append(_FROM_UNICODE[char])
    return tiles


def without_pictures(text: str) -> str:
    """Tiles with pictures among them in compact notation. Raises RecordError (field empty) where that changes nothing
    or cannot be read: an unknown picture, digits that still wait for their letter."""
    parts: list[str] = []
    for char in text:
        if char in _FROM_UNICODE:
            if parts and parts[-1].isdigit():
                raise _not_tiles(text)
            parts.append(NAMES[_FROM_UNICODE[char]])
        elif "\U0001f000" <= char <= BACK:
            raise RecordError("", f"{char!r} is not a tile of this game", tile=char)
        elif char not in SELECTORS:
            parts.append(char)
    if (compact := "".join(parts)) == text:
        raise _not_tiles(text)
    return compact


def _not_tiles(text: str) -> RecordError:
    rest = _CHUNK.sub("", text)[:20]
    detail = f"{rest!r} in {text[:60]!r} is not tiles in compact notation"
    return RecordError("", detail, "write 123m55z: digits, then m p s z f", tile=rest)
