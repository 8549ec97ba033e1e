"""The patterns out of which a house makes items of its own: data in, a test out. No code comes from a house.

A pattern is a name (``"one-suit"``), a count (``{"triplets": "567z", "at-least": 2}``), or several of these
(``{"all": [...]}``, ``{"any": [...]}``, ``{"not": ...}``). Counts look for sets, pairs or tiles out of a list of tiles
in compact notation and hold from ``at-least`` on (1 where nothing is said).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from controller.rules.errors import OptionError, RecordError
from controller.rules.hand.reading import ORPHANS, PAIRS, STANDARD, Reading
from controller.rules.hand.record import AFTER_KONG, EARTHLY, HEAVENLY, Hand
from controller.rules.hand.tiles import IDS, KINDS, count, split
from controller.rules.sheet import patterns as has

MOST_PARTS: Final = 8
"""Patterns within one ``all`` or ``any``."""
DEEPEST: Final = 3
"""Patterns within each other."""
MOST_TIMES: Final = 18
"""Greatest number that a count asks for: the tiles of a hand with four kongs."""


class OwnTest(NamedTuple):
    """``on_hand``: the test looks at the hand alone, so it is asked once for all its readings. ``parts``: names and
    counts that it is made of.
    """

    test: Callable[[Any], int]
    on_hand: bool
    parts: int = 1


def _on_hand(test: Callable[[Hand], int]) -> OwnTest:
    return OwnTest(test, True)


def _on_reading(test: Callable[[Reading], int]) -> OwnTest:
    return OwnTest(test, False)


NAMED: Final[Mapping[str, OwnTest]] = {
    "one-suit": _on_hand(has.one_suit_hand),
    "one-suit-and-honours": _on_hand(has.one_suit_and_honours_hand),
    "only-honours": _on_hand(has.only_honours_hand),
    "no-honours": _on_hand(has.no_honours_hand),
    "only-simples": _on_hand(has.only_simples_hand),
    "only-terminals": _on_hand(has.only_terminals_hand),
    "terminals-and-honours": _on_hand(has.terminals_and_honours_hand),
    "only-green": _on_hand(has.only_green_hand),
    "nine-gates": _on_hand(has.gates_hand),
    "concealed": _on_hand(lambda hand: hand.shown == 0),
    "melded": _on_hand(lambda hand: hand.shown > 0),
    "self-drawn": _on_hand(has.self_drawn_hand),
    "robbed-kong": _on_hand(has.robbed_kong_hand),
    "last-tile-or-discard": _on_hand(has.last_tile_or_discard_hand),
    "after-kong": _on_hand(has.flagged(AFTER_KONG)),
    "first-turn": _on_hand(has.flagged(HEAVENLY | EARTHLY)),
    "no-bonus-tiles": _on_hand(lambda hand: not hand.flowers),
    "all-chows": _on_reading(lambda reading: reading.form == STANDARD and not reading.triplets),
    "all-triplets": _on_reading(has.all_triplets),
    "straight": _on_reading(has.straight),
    "outside": _on_reading(
        lambda reading: reading.form == STANDARD and reading.outside == reading.chows + reading.triplets + 1
    ),
    "seven-pairs": _on_reading(has.of_form(PAIRS)),
    "thirteen-orphans": _on_reading(has.of_form(ORPHANS)),
}
"""What a pattern may call by its name."""

Tiles = tuple[int, ...]


def _triplets(tiles: Tiles) -> OwnTest:
    return _on_reading(lambda reading: sum([reading.has_triplet(tile) for tile in tiles]))


def _chows(tiles: Tiles) -> OwnTest:
    return _on_reading(lambda reading: sum([reading.chows_at(tile) for tile in tiles]))


def _pairs(tiles: Tiles) -> OwnTest:
    return _on_reading(lambda reading: reading.pair in tiles)


def _held(tiles: Tiles) -> OwnTest:
    return _on_hand(lambda hand: sum([count(hand.tiles, tile) for tile in tiles]))


OF_TILES: Final[Mapping[str, Callable[[Tiles], OwnTest]]] = {
    "triplets": _triplets,
    "chows": _chows,
    "pair": _pairs,
    "tiles": _held,
}
"""Counts over a list of tiles: pungs and kongs of them, chows that begin with them, the pair, single tiles."""
COUNTS: Final[Mapping[str, OwnTest]] = {
    "kongs": _on_reading(lambda reading: reading.kongs),
    "concealed-kongs": _on_reading(lambda reading: reading.concealed_kongs),
    "concealed-triplets": _on_reading(lambda reading: reading.concealed),
    "bonus-tiles": _on_hand(lambda hand: hand.flowers.bit_count()),
}
"""Counts without tiles; their value is the least number."""
_JOINED: Final[Mapping[str, Callable[[Sequence[int]], int]]] = {
    "all": lambda found: int(all(found)),
    "any": lambda found: int(any(found)),
}
KINDS_OF_PATTERNS: Final = (*OF_TILES, *COUNTS, *_JOINED, "not")


def own_test(pattern: Any, field: str, depth: int = 1) -> OwnTest:
    """The test of a pattern. ``field``: its path among the options, for errors. Raises ``OptionError``."""
    if isinstance(pattern, str):
        if pattern not in NAMED:
            raise OptionError(field, f"{pattern!r} is not a pattern", value=pattern, allowed=NAMED)
        return NAMED[pattern]
    if not isinstance(pattern, Mapping):
        raise OptionError(field, "a pattern is a name or a table", allowed=(*NAMED, *KINDS_OF_PATTERNS))
    kind = next((name for name in KINDS_OF_PATTERNS if name in pattern), None)
    if kind is None:
        raise OptionError(field, "names no pattern", allowed=KINDS_OF_PATTERNS)
    _check_members(pattern, kind, field)
    if depth > DEEPEST:
        raise OptionError(field, f"patterns stand within each other {DEEPEST} times at most")
    if kind in OF_TILES:
        counted = OF_TILES[kind](_tiles(pattern[kind], kind, f"{field}.{kind}"))
        return _at_least(counted, _times(pattern.get(_LEAST, 1), f"{field}.{_LEAST}"))
    if kind in COUNTS:
        return _at_least(COUNTS[kind], _times(pattern[kind], f"{field}.{kind}"))
    if kind == "not":
        part = own_test(pattern[kind], f"{field}.not", depth + 1)
        return OwnTest(lambda subject: not part.test(subject), part.on_hand, part.parts)
    return _joined(pattern[kind], kind, f"{field}.{kind}", depth)


_LEAST: Final = "at-least"


def _check_members(pattern: Mapping[str, Any], kind: str, field: str) -> None:
    known = (kind, _LEAST) if kind in OF_TILES else (kind,)
    for name in pattern:
        if name not in known:
            raise OptionError(f"{field}.{name}", f"does not belong to {kind!r}", allowed=known)


def _joined(parts: Any, kind: str, field: str, depth: int) -> OwnTest:
    if not isinstance(parts, list | tuple) or not 1 <= len(parts) <= MOST_PARTS:
        raise OptionError(field, f"is a list of 1 to {MOST_PARTS} patterns")
    tests = [own_test(part, f"{field}[{at}]", depth + 1) for at, part in enumerate(parts)]
    join, on_hand = _JOINED[kind], all(each.on_hand for each in tests)
    looks = [each.test if each.on_hand == on_hand else _at_its_hand(each.test) for each in tests]
    return OwnTest(lambda subject: join([look(subject) for look in looks]), on_hand, sum(each.parts for each in tests))


def _at_its_hand(test: Callable[[Any], int]) -> Callable[[Reading], int]:
    return lambda reading: test(reading.hand)


def _at_least(counted: OwnTest, least: int) -> OwnTest:
    return OwnTest(lambda subject: counted.test(subject) >= least, counted.on_hand)


def _times(value: Any, field: str) -> int:
    if type(value) is not int or not 1 <= value <= MOST_TIMES:
        raise OptionError(field, f"{value!r} is not a whole number from 1 to {MOST_TIMES}", value=value)
    return value


def _tiles(text: Any, kind: str, field: str) -> Tiles:
    """Different playing tiles in compact notation; for chows those with which a chow can begin."""
    chunks = split(text) if isinstance(text, str) else []
    names = [digit + chunk[-1] for chunk in chunks for digit in chunk[:-1]]
    if not names or sum(map(len, chunks)) != len(text):
        raise OptionError(field, f"{text!r} is not tiles in compact notation, such as 123m55z", value=text)
    try:
        tiles = tuple(dict.fromkeys(_tile(name) for name in names))
    except RecordError as error:
        raise OptionError(field, error.detail, value=text) from None
    for tile, name in zip(tiles, dict.fromkeys(names), strict=False):
        if kind == "chows" and (tile >= _HONOURS or tile % 9 > _LAST_START):
            raise OptionError(field, f"no chow begins with {name}", value=text)
    return tiles


_HONOURS: Final = 27
_LAST_START: Final = 6


def _tile(name: str) -> int:
    tile = IDS.get(name, KINDS)
    if tile >= KINDS or name[0] == "0":
        raise RecordError("", f"{name} is not a playing tile")
    return tile
