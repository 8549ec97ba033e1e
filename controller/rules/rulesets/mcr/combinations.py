"""Fans made by several sets together: the best legal combination.

The five principles of counting become two conditions on the groups of sets that are chosen:

* A group may only join sets that were not joined before, directly or through others (*non-separation*, *account-once*:
  what stands together in one fan is not taken apart for another, and a further set is linked once).
* The groups of one fan have no set in common (*non-identical*).

Whatever fulfils them may be combined freely; of all such choices the one with the most points counts (*freedom*,
*choose the high one*), and among equal ones the fans that stand first on the sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple

from controller.rules.hand.sets import CHOW, CHOW_SHOWN, CHOW_STARTS, PAIR, kind_of
from controller.rules.hand.tiles import DRAGONS, KINDS, WINDS
from controller.rules.rulesets.mcr import fans as f

Tiles = tuple[int, ...]


class Group(NamedTuple):
    """A fan and the sets that make it, as places in the list of sets."""

    fan: int
    places: tuple[int, ...]


class LeftGroup(NamedTuple):
    """A group that does not count: the chosen one that stands in its way, and why. ``inside``: all its sets stand
    together there. ``identical``: a set of it makes the same fan there. ``once``: its sets are linked already, one of
    them there."""

    group: Group
    obstacle: Group
    why: Literal["inside", "identical", "once"]


class Combination(NamedTuple):
    """``chosen`` counts, each of ``left`` does not."""

    chosen: tuple[Group, ...]
    left: tuple[LeftGroup, ...]


class Relation:
    """The fans that sets make together (``fans``, by the sum of their ``KEY``). Sets are given by their lowest tile.

    Of sets of one suit, and of sets of as many suits as there are sets, the ranks decide, and how far they are apart;
    other sets make no fan.
    """

    def __init__(self, one_suit: dict[Tiles, int], different_suits: dict[Tiles, int], more: dict[int, int]) -> None:
        """By the distances of the ranks from the lowest one; ``more`` by their sum."""
        self.fans = dict(more)
        for distances, fan in one_suit.items():
            for tiles in _moved(distances):
                for suit in range(3):
                    self.fans[_sum(tuple([9 * suit + tile for tile in tiles]))] = fan
        for distances, fan in different_suits.items():
            for tiles in _moved(distances):
                for suits in combinations(range(3), len(tiles)):
                    self.fans[_sum(tuple([9 * suit + tile for suit, tile in zip(suits, tiles, strict=True)]))] = fan

    def __call__(self, tiles: Tiles) -> int:
        """The fan that these sets make together, 0 for none."""
        return self.fans.get(_sum(tiles), 0)


def _moved(distances: Tiles) -> list[Tiles]:
    """The ranks, with the lowest one wherever there is room for the others."""
    return [tuple([lowest + distance for distance in distances]) for lowest in range(9 - max(distances))]


def _key(tile: int) -> int:
    """A digit of three bits for its rank, where all winds are alike and all dragons, and behind them one for its suit;
    so that a sum tells how many sets there are of each rank and suit."""
    rank = tile % 9 if tile < WINDS[0] else 9 if tile in WINDS else 10
    return 1 << 3 * rank | 1 << 3 * (11 + tile // 9)


KEY: Final = [_key(tile) for tile in range(KINDS)]


def _sum(tiles: Tiles) -> int:
    return sum([KEY[tile] for tile in tiles])


# chows 0, 3 and 6 apart can only be 123 456 789
chow_relation: Final = Relation(
    {
        (0, 0, 0, 0): f.QUADRUPLE_CHOW,
        (0, 1, 2, 3): f.FOUR_PURE_SHIFTED_CHOWS,
        (0, 2, 4, 6): f.FOUR_PURE_SHIFTED_CHOWS,
        (0, 0, 0): f.PURE_TRIPLE_CHOW,
        (0, 1, 2): f.PURE_SHIFTED_CHOWS,
        (0, 2, 4): f.PURE_SHIFTED_CHOWS,
        (0, 3, 6): f.PURE_STRAIGHT,
        (0, 0): f.PURE_DOUBLE_CHOW,
        (0, 3): f.SHORT_STRAIGHT,
        (0, 6): f.TWO_TERMINAL_CHOWS,
    },
    {
        (0, 0): f.MIXED_DOUBLE_CHOW,
        (0, 0, 0): f.MIXED_TRIPLE_CHOW,
        (0, 1, 2): f.MIXED_SHIFTED_CHOWS,
        (0, 3, 6): f.MIXED_STRAIGHT,
    },
    {},
)
pung_relation: Final = Relation(
    {
        (0, 1, 2, 3): f.FOUR_PURE_SHIFTED_PUNGS,
        (0, 1, 2): f.PURE_SHIFTED_PUNGS,
    },
    {
        (0, 0): f.DOUBLE_PUNG,
        (0, 0, 0): f.TRIPLE_PUNG,
        (0, 1, 2): f.MIXED_SHIFTED_PUNGS,
    },
    {
        _sum(WINDS): f.BIG_FOUR_WINDS,
        _sum(WINDS[:3]): f.BIG_THREE_WINDS,
        _sum(DRAGONS): f.BIG_THREE_DRAGONS,
        _sum(DRAGONS[:2]): f.TWO_DRAGON_PUNGS,
    },
)


def pungs_of(honours: Tiles, number: int) -> int:
    """The fan of so many pungs of winds, or of dragons, 0 for none."""
    return pung_relation(honours[:number])


# the choice


MOST_SETS: Final = 4
_PLACES: Final = [places for size in (4, 3, 2) for places in combinations(range(MOST_SETS), size)]
_MASKS: Final = [sum(1 << place for place in places) for places in _PLACES]
"""Some of the sets of a hand, a bit for each: all that there may be, the greatest first."""
_WHICH_BITS: Final = 4
_WHICH: Final = (1 << _WHICH_BITS) - 1


def combine(tiles: Sequence[int], relation: Relation) -> Combination:
    """The best legal choice among the fans that these sets make together (tiles in ascending order)."""
    found = _groups(tiles, relation)
    taken = _best(found)
    groups = [Group(group >> _WHICH_BITS, _PLACES[group & _WHICH]) for group in found]
    chosen = tuple([group for at, group in enumerate(groups) if taken >> at & 1])
    return Combination(chosen, tuple([_left(group, chosen) for group in groups if group not in chosen]))


def tally_of(tiles: Sequence[int], relation: Relation) -> f.Tally:
    """The fans of the best legal choice."""
    groups = _groups(tiles, relation)
    taken = _best(groups)
    great = small = 0
    for at, group in enumerate(groups):
        if taken >> at & 1:
            fan = group >> _WHICH_BITS
            if fan < f.FIRST_SMALL:
                great += f.ONE[fan]
            else:
                small += f.ONE[fan]
    return great, small


def _groups(tiles: Sequence[int], relation: Relation) -> list[int]:
    """Every fan that some of these sets make together, with the number of the sets among ``_MASKS`` below the fan; in
    ascending order, which is that of the sheet and puts the one with the most points first."""
    sums, fans = [0], relation.fans
    for tile in tiles:
        key = KEY[tile]
        sums += [before + key for before in sums]
    found: list[int] = []
    for which, mask in enumerate(_MASKS):
        if mask < len(sums):
            fan = fans.get(sums[mask], 0)
            if fan:
                found.append(fan << _WHICH_BITS | which)
    found.sort()
    return found


def _best(groups: list[int]) -> int:
    """The legal choice of these groups with the most points, a bit for each: in the order of the sheet every one whose
    sets are not joined yet. Whatever sets there are, no other choice is worth more, and no two groups of one fan have
    a set in common then."""
    joined, taken = _ALONE, 0
    for number, group in enumerate(groups):
        mask = _MASKS[group & _WHICH]
        if _is_apart(mask, joined):
            joined = _join(joined, mask)
            taken |= 1 << number
    return taken


_ALONE: Final = sum(1 << MOST_SETS * place + place for place in range(MOST_SETS))
"""Four bits for each set: the sets that it is joined to, itself among them."""
_JOINED: Final = (1 << MOST_SETS) - 1


def _is_apart(mask: int, joined: int) -> bool:
    """Whether no two of these sets are joined."""
    for place in range(MOST_SETS):
        if mask >> place & 1 and (joined >> MOST_SETS * place & mask) != 1 << place:
            return False
    return True


def _join(joined: int, mask: int) -> int:
    whole = 0
    for place in range(MOST_SETS):
        if mask >> place & 1:
            whole |= joined >> MOST_SETS * place & _JOINED
    for place in range(MOST_SETS):
        if whole >> place & 1:
            joined |= whole << MOST_SETS * place
    return joined


def _left(group: Group, chosen: tuple[Group, ...]) -> LeftGroup:
    """Why a group does not count. A set that is linked once, through another fan than its other sets, is named by the
    smallest group that it stands in: that is the link."""
    places = set(group.places)
    around = [other for other in chosen if places.issubset(other.places)]
    if around:
        return LeftGroup(group, around[0], "inside")
    sharing = [other for other in chosen if places & set(other.places)]
    same = [other for other in sharing if other.fan == group.fan]
    if same:
        return LeftGroup(group, same[0], "identical")
    return LeftGroup(group, min(sharing, key=lambda other: len(other.places)), "once")


_KEPT: Final = 12_000


class _Tallies(dict[int, f.Tally]):
    """The fans that sets make together, as a tally, by a key that says which sets there are: ``bits`` for each of
    ``starts``, their lowest tiles. What honors make depends on their number alone (``pungs_of``)."""

    def __init__(self, relation: Relation, bits: int, starts: Tiles) -> None:
        super().__init__()
        self._relation, self._bits, self._starts = relation, bits, starts

    def __missing__(self, key: int) -> f.Tally:
        if len(self) >= _KEPT:
            self.clear()
        tally = self[key] = tally_of(self._tiles(key), self._relation)
        return tally

    def _tiles(self, key: int) -> list[int]:
        bits, one = self._bits, (1 << self._bits) - 1
        tiles: list[int] = []
        while key:
            place = ((key & -key).bit_length() - 1) // bits
            number = key >> bits * place & one
            tiles += [self._starts[place]] * number
            key ^= number << bits * place
        return tiles


_CHOW_BITS: Final = 3
CHOWS: Final = _Tallies(chow_relation, _CHOW_BITS, CHOW_STARTS)
"""By ``chows_in``."""
PUNGS: Final = _Tallies(pung_relation, 1, tuple(range(WINDS[0])))
"""By one bit for each suit tile of which there is a pung or kong."""


def chows_in(codes: Sequence[int]) -> int:
    """Which chows are among these sets: a digit for each lowest tile that a chow may have."""
    chows = 0
    for code in codes:
        chows += _CHOW_DIGITS[code]
    return chows


def _chow_digit(code: int) -> int:
    tile = code % KINDS
    is_chow = kind_of(code) in (CHOW, CHOW_SHOWN) and tile in CHOW_STARTS
    return 1 << _CHOW_BITS * CHOW_STARTS.index(tile) if is_chow else 0


_CHOW_DIGITS: Final = [_chow_digit(code) for code in range(PAIR)]


def terminal_chows(chows: int, pair: int) -> int:
    """The fan of 123 and 789 twice in the suit of a pair of fives, or once in each of the two other suits; or 0."""
    fans = _TERMINAL_CHOWS.get(pair)
    return 0 if fans is None else fans.get(chows, 0)


def _ends(suit: int, each: int) -> int:
    return each * chows_in((9 * suit, 9 * suit + 6))


_TERMINAL_CHOWS: Final = {
    9 * suit + 4: {
        _ends(suit, 2): f.PURE_TERMINAL_CHOWS,
        sum(_ends(other, 1) for other in range(3) if other != suit): f.THREE_SUITED_TERMINAL_CHOWS,
    }
    for suit in range(3)
}
