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
MOST_THROUGH: Final = 5
"""How many chows may need a tile of one rank: as many as there are sets in a hand."""


def _with(lanes: i64, sort: i64) -> i64:
    """What cuts of these kinds are with more sets of this sort."""
    if sort & _CHOW:
        lanes = (lanes & _NO_CHOW) << 1 | (lanes & ~_NO_CHOW)
    if sort & _PUNG:
        lanes = (lanes & _NO_PUNG) << 2 | (lanes & ~_NO_PUNG)
    return lanes


def _both(first: i64, second: i64) -> i64:
    """Kinds of two ends, together."""
    found: i64 = 0
    while first:
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
    return found


class Joint:
    """The cuts of a lower end with some chows that lie in both ends. ``needed``, ``twice``: what they take of the other
    (``End.cuts``), ``at``: where that stands among what is known of it; ``cuts``: as those of an end; ``wild``: how
    many wild tiles there must be. ``joined``: by the place of what the other has in ``_CUTS``, the cuts of both; -1
    where that is not known. One for all lower ends that have it."""

    __slots__ = ("at", "cuts", "joined", "needed", "twice", "wild")

    at: i64
    cuts: i64
    needed: i64
    twice: i64
    wild: i64

    def __init__(self, needed: int, twice: int, cuts: int) -> None:
        self.needed, self.twice, self.at = needed, twice, _AT[needed] + twice
        self.cuts, self.wild = cuts, 0
        self.joined = _joined_with(cuts)
        while not cuts >> LANE * self.wild & ALL_KINDS:
            self.wild += 1

    def with_other(self, place: i64) -> i64:
        """The cuts of both."""
        cuts: i64 = _CUTS[place]
        found: i64 = _both(self.cuts >> REAL, cuts >> REAL) << REAL | _both(self.cuts & _ALL_LANES, cuts & _ALL_LANES)
        self.joined[place] = found
        return found


class End:
    """Some ranks up to a terminal: ``number`` tiles of the innermost one, and those of ``outer``; ``ranks``, ``tiles``:
    how many there are in all. ``known``: where in ``_KNOWN`` the places of its cuts begin; ``joints``: None until
    they are asked for."""

    __slots__ = ("inner", "joints", "known", "number", "outer", "ranks", "tiles")

    known: i64
    number: i64
    ranks: i64
    tiles: i64

    def __init__(self, outer: End | None, number: int) -> None:
        self.outer, self.number = outer, number
        self.ranks = outer.ranks + 1 if outer else 0
        self.tiles = outer.tiles + number if outer else 0
        self.inner: list[End | None] = [None] * (MOST_EQUAL + 1)
        self.joints: list[Joint] | None = None
        self.known = len(_KNOWN)
        _KNOWN.extend(_NOT_KNOWN)

    def with_inner(self, number: i64) -> End:
        """With so many tiles of the next rank inwards."""
        end = self.inner[number]
        if end is None:
            end = self.inner[number] = End(self, number)
        return end

    def cuts(self, needed: i64, twice: i64) -> i64:
        """The kinds of its cuts with any pair, and at ``REAL`` of those whose pair, if there is one, is real; as their
        place in ``_CUTS``. ``needed``: chows from further inwards that take a tile of the innermost rank, ``twice``:
        those of them that take one of the next, too."""
        if needed > MOST_THROUGH:
            return NONE
        at: i64 = self.known + _AT[needed] + twice
        place: i64 = _KNOWN[at]
        if place < 0:
            place = _place_of(self._found(needed, twice))
            _KNOWN[at] = place
        return place

    def _found(self, needed: i64, twice: i64) -> i64:
        outer, number = self.outer, self.number
        if outer is None:
            return 0 if needed else _NOTHING_LEFT
        uses = _USES[self.ranks >= 3]
        of_any: i64 = 0
        of_real: i64 = 0
        wild: i64 = max(0, needed - number)
        while wild <= MOST_WILD:
            for use in uses[number + wild - needed]:
                rest: i64 = _CUTS[outer.cuts(twice + use.begun, use.begun)]
                if not rest:
                    continue
                lanes: i64 = _with(rest & _ALL_LANES, use.sort) << LANE * wild
                of_any |= lanes
                if not use.pair:
                    of_real |= _with(rest >> REAL, use.sort) << LANE * wild
                elif number > 1:
                    of_real |= lanes
            wild += 1
        lanes_kept: i64 = _ONE_PAIR[(self.tiles - needed - twice) % 3]
        return (of_real & lanes_kept) << REAL | (of_any & lanes_kept)

    def find_joints(self) -> list[Joint]:
        """``joints``, of the lower end of a suit: those first that need the fewest wild tiles."""
        by_wild: list[list[Joint]] = [[] for _ in range(MOST_WILD + 1)]
        for needed in range(min(self.number + MOST_WILD, MOST_THROUGH) + 1):
            for twice in range(needed + 1):
                cuts: i64 = _CUTS[self.cuts(needed, twice)]
                if cuts:
                    if needed:
                        cuts = _with(cuts >> REAL, _CHOW) << REAL | _with(cuts & _ALL_LANES, _CHOW)
                    joint = _joint(needed, needed - twice, cuts)
                    by_wild[joint.wild].append(joint)
        self.joints = [joint for joints in by_wild for joint in joints]
        return self.joints


_ONE_PAIR: Final = [
    sum(ALL_KINDS << LANE * wild for wild in range(MOST_WILD + 1) if (tiles + wild) % 3 != 1) for tiles in range(3)
]
"""By the number of real tiles modulo 3: the lanes in which there is one pair or none."""
_NOTHING_LEFT: Final = 1 << REAL | 1
_AT: Final = [needed * (needed + 1) // 2 for needed in range(MOST_THROUGH + 2)]
"""By the chows that need a tile of an end, where its cuts begin among what is known of it."""
_NOT_KNOWN: Final = [-1] * _AT[-1]
_KNOWN: Final[list[int]] = []
"""The places in ``_CUTS`` of the cuts of all ends, one list for all of them; -1 for those that are not known."""
MOST_CUTS: Final = 160
NONE: Final = 0
_CUTS: Final[list[int]] = [0]
"""What ends have come to, each once: few of all the words are the cuts of an end (``MOST_CUTS``)."""
_PLACES: Final[dict[int, int]] = {0: NONE}
_JOINTS: Final[dict[int, Joint]] = {}
"""By what they take of the other end and by their cuts."""
_JOINED: Final[dict[int, list[int]]] = {}
"""By the cuts of a lower end: ``Joint.joined``."""


def _joined_with(cuts: int) -> list[int]:
    joined = _JOINED.get(cuts)
    if joined is None:
        joined = _JOINED[cuts] = [-1] * MOST_CUTS
    return joined


def _joint(needed: int, twice: int, cuts: int) -> Joint:
    key = cuts * len(_NOT_KNOWN) + _AT[needed] + twice
    joint = _JOINTS.get(key)
    if joint is None:
        joint = _JOINTS[key] = Joint(needed, twice, cuts)
    return joint


def _place_of(cuts: int) -> int:
    place = _PLACES.get(cuts)
    if place is None:
        place = _PLACES[cuts] = len(_CUTS)
        _CUTS.append(cuts)
    return place


_SUIT_END: Final = End(None, 0)
_BASE: Final = MOST_EQUAL + 1
_LOWER: Final[list[End | None]] = [None] * _BASE**BELOW
_UPPER: Final[list[End | None]] = [None] * _BASE ** (RANKS - BELOW)
"""The ends that have been asked for, by how many tiles there are of each rank, at most ``MOST_EQUAL``: one digit for
each, with that of the lowest in front."""


def _lower(suit: i64, at: i64) -> End:
    """The lower end of a suit, which is to stand at this place."""
    end = _SUIT_END
    for rank in range(BELOW):
        end = end.with_inner(suit >> BITS * rank & 31)
    _LOWER[at] = end
    return end


def _upper(suit: i64, at: i64) -> End:
    """The upper end of a suit, which is to stand at this place."""
    end = _SUIT_END
    for rank in range(RANKS - 1, BELOW - 1, -1):
        end = end.with_inner(suit >> BITS * rank & 31)
    _UPPER[at] = end
    return end


def suit_kinds(suit: i64, wild: i64) -> i64:
    """Of a suit of real tiles, a bag from rank 0: a word of lanes, and at ``REAL`` one for real pairs. Told are those
    for up to so many wild tiles."""
    at: i64 = (suit & 31) * _BASE + (suit >> BITS & 31)
    at = (at * _BASE + (suit >> 2 * BITS & 31)) * _BASE + (suit >> 3 * BITS & 31)
    lower = _LOWER[at]
    low = _lower(suit, at) if lower is None else lower
    at = (suit >> 4 * BITS & 31) * _BASE + (suit >> 5 * BITS & 31)
    at = (at * _BASE + (suit >> 6 * BITS & 31)) * _BASE + (suit >> 7 * BITS & 31)
    at = at * _BASE + (suit >> 8 * BITS & 31)
    upper = _UPPER[at]
    high = _upper(suit, at) if upper is None else upper
    known: i64 = high.known
    found: i64 = 0
    joints = low.joints
    for joint in low.find_joints() if joints is None else joints:
        if joint.wild > wild:
            break
        place: i64 = _KNOWN[known + joint.at]
        if place < 0:
            place = high.cuts(joint.needed, joint.twice)
        if place == NONE:
            continue
        together: i64 = joint.joined[place]
        found |= joint.with_other(place) if together < 0 else together
    lanes_kept: i64 = _ONE_PAIR[(low.tiles + high.tiles) % 3]
    return found & (lanes_kept << REAL | lanes_kept)


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
