"""Of one suit of a hand in which wild tiles stand for any of its tiles: of which kinds the sets of its cuts can be, for
every number of wild tiles at once.

A suit is cut into two *ends*: its ranks from 1 to 4, and those from 9 down to 5. There are so few of them that all are
soon known, where a table of whole suits would know next to none of the suits that a hand brings. They have in common
the chows that lie in both, of which one end has two tiles and the other one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from controller.rules.hand.tiles import BITS
from controller.rules.hand.words import number_in_suit

if TYPE_CHECKING:
    from mypy_extensions import i64

RANKS: Final = 9
BELOW: Final = 4
"""Ranks in the lower end."""
MOST_WILD: Final = 3
MOST_EQUAL: Final = 4
LANE: Final = 4
"""*Kinds* are four bits: bit ``sort`` is set where there is a cut with sets of that sort (none, chows, pungs, both:
bits 0 and 1 of the sort). A word of lanes has the kinds for each number of wild tiles that are used up: of cuts into
sets, where so many tiles are sets alone, and of sets and a pair, where they are two more."""
ALL_KINDS: Final = (1 << LANE) - 1
REAL: Final = LANE * (MOST_WILD + 1)
"""Of the kinds of a suit, what is above this has the lanes of the cuts whose pair is two real tiles."""
_ALL_LANES: Final = (1 << REAL) - 1
_CHOW: Final = 1
_PUNG: Final = 2
"""Bits of a sort."""
_NO_CHOW: Final = 0x5555
_NO_PUNG: Final = 0x3333
_EACH: Final = 0x1111
"""Lanes: the bits of sorts without chows, those without pungs, and the lowest of each lane."""
_THROUGH: Final = 8
"""How many chows may need a tile of one rank, and one more."""


def _with(lanes: i64, sort: i64) -> i64:
    """What cuts of these kinds are with more sets of this sort."""
    if sort & _CHOW:
        lanes = (lanes & _NO_CHOW) << 1 | (lanes & ~_NO_CHOW)
    if sort & _PUNG:
        lanes = (lanes & _NO_PUNG) << 2 | (lanes & ~_NO_PUNG)
    return lanes


def _both(first: i64, second: i64, wild: i64) -> i64:
    """Kinds of two ends, together, for up to so many wild tiles."""
    found: i64 = 0
    at: i64 = 0
    while at <= wild:
        kinds: i64 = first & ALL_KINDS
        if kinds:
            if kinds & 1:
                found |= second
            if kinds & 2:
                found |= (second & _NO_CHOW) << 1 | (second & ~_NO_CHOW)
            if kinds & 4:
                found |= (second & _NO_PUNG) << 2 | (second & ~_NO_PUNG)
            if kinds & 8:
                found |= ((second | second >> 1 | second >> 2 | second >> 3) & _EACH) << 3
        first >>= LANE
        second = second << LANE & _ALL_LANES
        at += 1
    return found


class Cuts:
    """Kinds of cuts of the tiles of an end with any pair, and of those whose pair, if there is one, is real."""

    __slots__ = ("any", "real")

    any: i64
    real: i64

    def __init__(self, any: i64, real: i64) -> None:
        self.any, self.real = any, real


class Joint:
    """The cuts of a lower end with some chows that lie in both ends. ``above``: where those of the other are;
    ``wild``: how many wild tiles there must be."""

    __slots__ = ("above", "any", "real", "wild")

    above: i64
    any: i64
    real: i64
    wild: i64

    def __init__(self, above: int, any: i64, real: i64) -> None:
        self.above, self.any, self.real, self.wild = above, any, real, 0
        while not any & ALL_KINDS:
            any >>= LANE
            self.wild += 1


class End:
    """Some ranks up to a terminal: ``number`` tiles of the innermost one, and those of ``outer``; ``ranks``, ``tiles``:
    how many there are in all."""

    __slots__ = ("inner", "joints", "known", "number", "outer", "ranks", "tiles")

    number: i64
    ranks: i64
    tiles: i64

    def __init__(self, outer: End | None, number: int) -> None:
        self.outer, self.number = outer, number
        self.ranks = outer.ranks + 1 if outer else 0
        self.tiles = outer.tiles + number if outer else 0
        self.inner: list[End | None] = [None] * (MOST_EQUAL + 1)
        self.known: list[Cuts | None] = [None] * (_THROUGH * _THROUGH)
        self.joints: list[Joint] | None = None

    def with_inner(self, number: i64) -> End:
        """With so many tiles of the next rank inwards."""
        end = self.inner[number]
        if end is None:
            end = self.inner[number] = End(self, number)
        return end

    def cuts(self, needed: i64, twice: i64) -> Cuts:
        """``needed``: chows from further inwards that take a tile of the innermost rank, ``twice``: those of them that
        take one of the next, too."""
        found = self.known[_THROUGH * needed + twice]
        if found is None:
            found = self.known[_THROUGH * needed + twice] = self._found(needed, twice)
        return found

    def _found(self, needed: i64, twice: i64) -> Cuts:
        outer, number = self.outer, self.number
        if outer is None:
            return _NO_CUTS if needed else _NOTHING_LEFT
        uses = _USES[self.ranks >= 3]
        of_any: i64 = 0
        of_real: i64 = 0
        wild: i64 = max(0, needed - number)
        while wild <= MOST_WILD:
            for use in uses[number + wild - needed]:
                rest = outer.cuts(twice + use.begun, use.begun)
                if not rest.any:
                    continue
                lanes: i64 = _with(rest.any, use.sort) << LANE * wild
                of_any |= lanes
                if not use.pair:
                    of_real |= lanes if rest.real == rest.any else _with(rest.real, use.sort) << LANE * wild
                elif number > 1:
                    of_real |= lanes
            wild += 1
        lanes_kept: i64 = _ONE_PAIR[(self.tiles - needed - twice) % 3]
        return Cuts(of_any & lanes_kept, of_real & lanes_kept) if of_any & lanes_kept else _NO_CUTS

    def joined(self) -> list[Joint]:
        """As the lower end of a suit."""
        found = [
            Joint(_THROUGH * needed + needed - twice, _with(cuts.any, needed > 0), _with(cuts.real, needed > 0))
            for needed in range(min(self.number + MOST_WILD + 1, _THROUGH))
            for twice in range(needed + 1)
            for cuts in [self.cuts(needed, twice)]
            if cuts.any
        ]
        found.sort(key=lambda joint: joint.wild)
        self.joints = found
        return found


_ONE_PAIR: Final = [
    sum(ALL_KINDS << LANE * wild for wild in range(MOST_WILD + 1) if (tiles + wild) % 3 != 1) for tiles in range(3)
]
"""By the number of real tiles modulo 3: the lanes in which there is one pair or none."""
_NO_CUTS: Final = Cuts(0, 0)
_NOTHING_LEFT: Final = Cuts(1, 1)
_SUIT_END: Final = End(None, 0)


def suit_kinds(suit: i64, wild: i64) -> i64:
    """Of a suit of real tiles, a bag from rank 0: a word of lanes, and at ``REAL`` one for real pairs."""
    low, high = _SUIT_END, _SUIT_END
    left: i64 = suit
    for _ in range(BELOW):
        low = low.with_inner(left & 31)
        left >>= BITS
    at: i64 = BITS * (RANKS - BELOW - 1)
    while at >= 0:
        high = high.with_inner(left >> at & 31)
        at -= BITS
    of_any: i64 = 0
    of_real: i64 = 0
    joints = low.joints
    for joint in low.joined() if joints is None else joints:
        if joint.wild > wild:
            break
        cuts = high.known[joint.above]
        if cuts is None:
            cuts = high.cuts(joint.above // _THROUGH, joint.above % _THROUGH)
        if not cuts.any:
            continue
        together: i64 = _both(joint.any, cuts.any, wild)
        of_any |= together
        if joint.real == joint.any and cuts.real == cuts.any:
            of_real |= together
        else:
            of_real |= _both(joint.real, cuts.real, wild)
    lanes_kept: i64 = _ONE_PAIR[(low.tiles + high.tiles) % 3]
    return (of_real & lanes_kept) << REAL | (of_any & lanes_kept)


def with_real_pair(suit: i64, beside: i64, wild: i64) -> i64:
    """What it adds to the kinds of a suit that one more wild tile makes room for a real pair, when the others are
    ``beside`` the pair, with up to so many further wild ones."""
    return (suit_kinds(beside, wild) << LANE & _ONE_PAIR[number_in_suit(suit) % 3]) << REAL


class Use:
    """What tiles of a rank may be: how many chows begin there, the sort of all sets that do, and whether the pair is of
    it."""

    __slots__ = ("begun", "pair", "sort")

    begun: i64
    sort: i64

    def __init__(self, begun: int, sort: int, *, pair: bool) -> None:
        self.begun, self.sort, self.pair = begun, sort, pair


def _uses(free: int, *, chows: bool) -> Iterator[Use]:
    """Of so many tiles that no chow from further inwards takes. ``chows``: some may begin there."""
    for pair in (False, True):
        for pungs in range(free // 3 + 1):
            begun = free - 2 * pair - 3 * pungs
            if begun == 0 or (begun > 0 and chows):
                yield Use(begun, (_CHOW if begun else 0) | (_PUNG if pungs else 0), pair=pair)


_USES: Final[list[list[list[Use]]]] = [
    [list(_uses(free, chows=chows)) for free in range(MOST_EQUAL + MOST_WILD + 1)] for chows in (False, True)
]
"""By whether a chow may begin, and by how many tiles are free."""


def _together(first: int, second: int) -> int:
    kinds = 0
    for sort in range(LANE):
        for other in range(LANE):
            if first >> sort & 1 and second >> other & 1:
                kinds |= 1 << (sort | other)
    return kinds


TOGETHER: Final = [_together(pair >> LANE, pair & ALL_KINDS) for pair in range(1 << 2 * LANE)]
"""By the kinds of two suits (``first << LANE | second``): those of both together."""
