"""A card: the winning hands of a game as data, and every mistake that one can have.

::

    {"card": "club-2026", "title": "Club card 2026", "lines": [
      {"id": "T1", "groups": ["R(F)", "K(2a)", "K(4a)", "K(6b)"], "exposure": "X", "value": 25},
      {"id": "T2", "groups": ["K(F)", "P(na)", "P(n+1a)", "K(n+2a)"], "n": [1, 7], "exposure": "X", "value": 30}]}

A group is a kind with one tile, or single tiles in brackets (``[2a 0 4a 8a]``). Kinds: ``S`` one tile, ``R`` two,
``P`` three, ``K`` four, ``Q`` five, ``X`` six equal tiles. Tiles: ``F`` flower, ``E S W N`` winds, ``0`` white dragon,
``Da`` the dragon of suit a, ``2a`` a two of suit a, ``na``, ``n+1a``, ... ranks from n on. ``a b c`` are three
different suits in any order; ``n`` of a line: the first and the last value tried. A card is data alone: no code runs
from it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final, NamedTuple

from controller.rules.errors import OptionError, nearest
from controller.rules.hand.tiles import DRAGONS, FIRST, WHITE, WINDS

CARD: Final = "card"
"""The name of a card among what a house changes."""
HAND: Final = 14
"""Tiles of a whole hand."""
SIZES: Final[Mapping[str, int]] = {"S": 1, "R": 2, "P": 3, "K": 4, "Q": 5, "X": 6}
"""Equal tiles of each kind of group."""
SMALLEST_EXPOSED: Final = 3
"""Groups from so many equal tiles on can be claimed, and take jokers."""
FLOWER: Final = FIRST["f"]
"""All flowers are one kind; this tile stands for it."""
COPIES: Final = 4
FLOWERS: Final = 8
JOKERS: Final = 8
MOST_LINES: Final = 100
MOST_VALUE: Final = 1_000_000
LONGEST_TITLE: Final = 60
EXPOSED: Final = "X"
CONCEALED: Final = "C"
_KEYS: Final = ("card", "title", "lines")
_LINE_KEYS: Final = ("id", "groups", "n", "exposure", "value", "jokerless-bonus")
_CARD_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LINE_ID: Final = re.compile(r"[A-Za-z0-9]+([.-][A-Za-z0-9]+)*")
LONGEST_ID: Final = 30
_GROUP: Final = re.compile(r"([SRPKQX])\(([^()\s]+)\)")
_RUN: Final = re.compile(r"\[([^\[\]]+)\]")
_WORD: Final = re.compile(r"F|[ESWN]|0|D[abc]|[1-9][abc]|n(\+[1-8])?[abc]")
_WINDS: Final = dict(zip("ESWN", WINDS, strict=True))
_SUITS: Final = (0, 1, 2)
_DRAGON_OF_SUIT: Final = {0: DRAGONS[2], 1: DRAGONS[0], 2: DRAGONS[1]}
"""Red belongs to the characters, white to the dots, green to the bamboos."""
TAKEN_IDS: Final = frozenset({"jokerless"})
"""Items that every card has beside its lines."""


class Group(NamedTuple):
    """``size`` equal tiles."""

    tile: int
    size: int


Meaning = tuple[Group, ...]
"""The groups of a line for one order of suits and one n."""


@dataclass(frozen=True, slots=True)
class Line:
    """``groups`` as written; ``n``: the first and the last value, (0, 0) where the line has none; ``concealed``: no
    exposures, a discard only for the win; ``doubled``: worth twice as much without jokers. ``meanings``: every hand
    that it stands for, each once."""

    id: str
    groups: tuple[str, ...]
    n: tuple[int, int]
    concealed: bool
    value: int
    doubled: bool
    meanings: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True)
class Card:
    id: str
    title: str
    lines: tuple[Line, ...]


def written(line: Line) -> str:
    """The groups of a line as people write them: ``FF 2222a 4444a 6666b``, ``FFFF 3×na 3×n+1a``."""
    return " ".join(_written(text) for text in line.groups)


def _written(text: str) -> str:
    words = _words(text)
    if text[0] == "[":
        return " ".join(words)
    word, size = words[0], SIZES[text[0]]
    if word[0] in "nD":
        return f"{size}×{word}"
    return word[0] * size + word[1:]


def read_card(given: Any, field: str = CARD) -> Card:
    """The card. Raises ``OptionError`` with the path (``card.lines[2].groups[0]``) and what to write instead."""
    _check_keys(given, _KEYS, field)
    id_, title, lines = (given.get(key) for key in _KEYS)
    if not isinstance(id_, str) or len(id_) > LONGEST_ID or not _CARD_ID.fullmatch(id_):
        raise _error(f"{field}.card", f"{id_!r} is no id of a card", 'a-z, 0-9 and -, such as "club-2026"')
    if not isinstance(title, str) or not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
        raise _error(f"{field}.title", f"takes 1 to {LONGEST_TITLE} printable characters", 'write "Club card 2026"')
    if not isinstance(lines, list | tuple) or not 1 <= len(lines) <= MOST_LINES:
        raise _error(f"{field}.lines", f"is a list of 1 to {MOST_LINES} lines", "write one object for each hand")
    read: dict[str, Line] = {}
    for at, row in enumerate(lines):
        line = _line(row, f"{field}.lines[{at}]")
        if line.id in read:
            raise _error(f"{field}.lines[{at}].id", f"{line.id!r} is the id of an earlier line", "give it another id")
        read[line.id] = line
    return Card(id_, title, tuple(read.values()))


def _line(given: Any, field: str) -> Line:
    _check_keys(given, _LINE_KEYS, field)
    id_ = given.get("id")
    if not isinstance(id_, str) or len(id_) > LONGEST_ID or not _LINE_ID.fullmatch(id_) or id_ in TAKEN_IDS:
        raise _error(f"{field}.id", f"{id_!r} is no id of a line", 'letters, digits, - and ., such as "T1"')
    groups = _groups(given.get("groups"), f"{field}.groups")
    n = _n(given, groups, f"{field}.n")
    exposure, doubled = given.get("exposure"), given.get("jokerless-bonus", True)
    if exposure not in (EXPOSED, CONCEALED):
        raise _error(
            f"{field}.exposure", f"{exposure!r} is neither X nor C", 'write "X" (exposures) or "C" (concealed)'
        )
    if not isinstance(doubled, bool):
        raise _error(f"{field}.jokerless-bonus", f"{doubled!r} is not true or false", "leave it out for true")
    value = given.get("value")
    if type(value) is not int or not 1 <= value <= MOST_VALUE:
        raise _error(
            f"{field}.value", f"{value!r} is not a whole number from 1 to {MOST_VALUE}", "write the points, such as 25"
        )
    meanings = tuple(dict.fromkeys(_meanings(groups, n)))
    _check_possible(meanings, f"{field}.groups")
    possible = tuple(meaning for meaning in meanings if _jokers_needed(meaning) is not None)
    return Line(id_, groups, n, exposure == CONCEALED, value, doubled, possible)


def _groups(given: Any, field: str) -> tuple[str, ...]:
    if not isinstance(given, list | tuple) or not 1 <= len(given) <= HAND:
        raise _error(field, "is a list of groups", 'write ["R(F)", "K(2a)", "K(4a)", "K(6b)"]')
    tiles = sum(_size(text, f"{field}[{at}]") for at, text in enumerate(given))
    if tiles != HAND:
        more = f"{HAND - tiles} are missing" if tiles < HAND else f"{tiles - HAND} are too many"
        raise _error(field, f"these groups are {tiles} tiles, a hand has {HAND}: {more}", "count S1 R2 P3 K4 Q5 X6")
    return tuple(given)


def _size(text: Any, field: str) -> int:
    """Tiles of a group."""
    if not isinstance(text, str) or not (_GROUP.fullmatch(text) or _RUN.fullmatch(text)):
        remedy = 'write a kind and one tile, "K(2a)", or single tiles in brackets, "[N E W S]"'
        raise _error(field, f"{text!r} is no group", remedy)
    words = _words(text)
    for word in words:
        if not _WORD.fullmatch(word):
            remedy = "F, E S W N, 0, Da, 2a or n+1a, with one of the suits a b c"
            raise _error(field, f"{word!r} is no tile of a card", remedy)
    return len(words) if text[0] == "[" else SIZES[text[0]]


def _words(text: str) -> list[str]:
    return text[1:-1].split() if text[0] == "[" else [text[2:-1]]


def _n(given: Mapping[str, Any], groups: Sequence[str], field: str) -> tuple[int, int]:
    steps = [int(word[2:3] if word[1] == "+" else 0) for text in groups for word in _words(text) if word[0] == "n"]
    n = given.get("n")
    if n is None and not steps:
        return 0, 0
    if n is None:
        raise _error(field, "is missing, and the groups name n", f'write "n": [1, {9 - max(steps)}]')
    if not steps:
        raise _error(field, "is there, and no group names n", "leave it out")
    whole = isinstance(n, list | tuple) and len(n) == 2 and all(type(one) is int for one in n)
    if not whole or not 1 <= n[0] <= n[1] <= 9:
        raise _error(field, f"{n!r} is not the first and the last value of n", f'write "n": [1, {9 - max(steps)}]')
    if n[0] + max(steps) > 9:
        raise _error(field, f"from {n[0]} on every n has a rank above 9", f'write "n": [1, {9 - max(steps)}]')
    return n[0], n[1]


def _meanings(groups: Sequence[str], n: tuple[int, int]) -> Iterator[Meaning]:
    """For each order of suits and each n; one with a rank above nine does not exist."""
    for order in permutations(_SUITS):
        suits = dict(zip("abc", order, strict=True))
        for value in range(n[0], n[1] + 1):
            parts = [
                Group(tile, 1 if text[0] == "[" else SIZES[text[0]])
                for text in groups
                for tile in (_tile(word, suits, value) for word in _words(text))
            ]
            if all(part.tile >= 0 for part in parts):
                yield tuple(sorted(parts))


def _tile(word: str, suits: Mapping[str, int], n: int) -> int:
    """The tile of a word; -1 for a rank above nine."""
    if word == "F":
        return FLOWER
    if word in _WINDS:
        return _WINDS[word]
    if word == "0":
        return WHITE
    suit = suits[word[-1]]
    if word[0] == "D":
        return _DRAGON_OF_SUIT[suit]
    rank = n + int(word[2:-1] or 0) if word[0] == "n" else int(word[0])
    return 9 * suit + rank - 1 if rank <= 9 else -1


def _jokers_needed(meaning: Meaning) -> int | None:
    """Jokers that a hand needs because the set has too few of a tile; None where jokers may not stand there, or too
    few of them are in the set."""
    real: Counter[int] = Counter()
    whole: Counter[int] = Counter()
    for tile, size in meaning:
        whole[tile] += size
        real[tile] += size if size < SMALLEST_EXPOSED else 0
    if any(number > _copies(tile) for tile, number in real.items()):
        return None
    needed = sum(max(0, number - _copies(tile)) for tile, number in whole.items())
    return needed if needed <= JOKERS else None


def _copies(tile: int) -> int:
    return FLOWERS if tile == FLOWER else COPIES


def _check_possible(meanings: Sequence[Meaning], field: str) -> None:
    if all(_jokers_needed(meaning) is None for meaning in meanings):
        detail = (
            f"nobody can hold these tiles: a tile has {COPIES} copies, flowers {FLOWERS}, and there are {JOKERS} jokers"
        )
        raise _error(field, f"{detail} for three or more equal ones alone", "take another tile, or larger groups")


def _check_keys(given: Any, known: Sequence[str], field: str) -> None:
    if not isinstance(given, Mapping):
        raise _error(field, "is an object", f"with {', '.join(known)}")
    for name in given:
        if name not in known:
            near = nearest(str(name), known)
            remedy = f"did you mean {near}?" if near else ", ".join(known)
            raise _error(f"{field}.{name}", "is not known here", remedy)


def _error(field: str, detail: str, remedy: str) -> OptionError:
    return OptionError(field, detail, remedy=remedy)
