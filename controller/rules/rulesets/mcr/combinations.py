"""Fans made by several sets together: a search for the best legal combination.

The five principles of counting become two conditions on the groups of sets that are chosen:

* A group may only join sets that were not joined before, directly or through others (*non-separation*, *account-once*:
  what stands together in one fan is not taken apart for another, and a further set is linked once).
* The groups of one fan have no set in common (*non-identical*).

Whatever fulfils them may be combined freely; of all such choices the one with the most points counts (*freedom*,
*choose the high one*), and among equal ones the fans that stand first on the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from controller.rules.rulesets.mcr import fans as f
from controller.rules.tiles import DRAGONS, WINDS

Tiles = tuple[int, ...]


class Group(NamedTuple):
    """A fan and the sets that make it, as places in the list of sets."""

    fan: int
    places: tuple[int, ...]


class Combination(NamedTuple):
    """``chosen`` counts; each of ``left`` is a group that does not, with the chosen group that stands in its way."""

    chosen: tuple[Group, ...]
    left: tuple[tuple[Group, Group], ...]


Relation = Callable[[Tiles], int]
"""The fan that these sets make together, 0 for none. Sets are given by their lowest tile, in ascending order."""


def chow_relation(tiles: Tiles) -> int:
    suits, ranks = {tile // 9 for tile in tiles}, sorted(tile % 9 for tile in tiles)
    if len(suits) == 1:
        return _ONE_SUIT.get(tuple(rank - ranks[0] for rank in ranks), 0)
    if len(tiles) == 3 and len(suits) == 3:
        return _THREE_SUITS.get(tuple(rank - ranks[0] for rank in ranks), 0)
    return f.MIXED_DOUBLE_CHOW if len(tiles) == 2 and ranks[0] == ranks[1] else 0


# by the distances of the chows from the lowest one; chows 0, 3 and 6 apart can only be 123 456 789
_ONE_SUIT: dict[Tiles, int] = {
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
}
_THREE_SUITS: dict[Tiles, int] = {
    (0, 0, 0): f.MIXED_TRIPLE_CHOW,
    (0, 1, 2): f.MIXED_SHIFTED_CHOWS,
    (0, 3, 6): f.MIXED_STRAIGHT,
}


def pung_relation(tiles: Tiles) -> int:
    if set(tiles) <= set(WINDS):
        return {4: f.BIG_FOUR_WINDS, 3: f.BIG_THREE_WINDS}.get(len(tiles), 0)
    if set(tiles) <= set(DRAGONS):
        return {3: f.BIG_THREE_DRAGONS, 2: f.TWO_DRAGON_PUNGS}.get(len(tiles), 0)
    return _suited_pungs(tiles) if tiles[-1] < WINDS[0] else 0


def _suited_pungs(tiles: Tiles) -> int:
    suits, ranks = {tile // 9 for tile in tiles}, sorted(tile % 9 for tile in tiles)
    apart = tuple(rank - ranks[0] for rank in ranks)
    if len(suits) == 1:
        return {(0, 1, 2, 3): f.FOUR_PURE_SHIFTED_PUNGS, (0, 1, 2): f.PURE_SHIFTED_PUNGS}.get(apart, 0)
    if len(suits) == len(tiles):
        return {(0, 0): f.DOUBLE_PUNG, (0, 0, 0): f.TRIPLE_PUNG, (0, 1, 2): f.MIXED_SHIFTED_PUNGS}.get(apart, 0)
    return 0


def combine(tiles: Sequence[int], relation: Relation) -> Combination:
    """The best legal choice among the fans that these sets make together (tiles in ascending order)."""
    groups = [
        Group(fan, places)
        for size in (4, 3, 2)
        for places in combinations(range(len(tiles)), size)
        if (fan := relation(tuple(tiles[place] for place in places)))
    ]
    groups.sort(key=lambda group: (-f.FAN[group.fan].points, group.fan, group.places))
    _, chosen = _search(groups, tuple(range(len(tiles))), ())
    left = [(group, _obstacle(group, chosen)) for group in groups if group not in chosen]
    return Combination(chosen, tuple(left))


def _search(
    groups: Sequence[Group], joined: tuple[int, ...], taken: tuple[Group, ...]
) -> tuple[int, tuple[Group, ...]]:
    """The most points that these groups add to those ``taken``. ``joined[place]`` names what a set is joined to."""
    best, chosen = 0, taken
    for number, group in enumerate(groups):
        if not _fits(group, joined, taken):
            continue
        points, choice = _search(groups[number + 1 :], _join(joined, group.places), (*taken, group))
        points += f.FAN[group.fan].points
        if points > best:
            best, chosen = points, choice
    return best, chosen


def _fits(group: Group, joined: tuple[int, ...], taken: tuple[Group, ...]) -> bool:
    if len({joined[place] for place in group.places}) < len(group.places):
        return False
    return not any(other.fan == group.fan and set(other.places) & set(group.places) for other in taken)


def _join(joined: tuple[int, ...], places: tuple[int, ...]) -> tuple[int, ...]:
    names = {joined[place] for place in places}
    return tuple(min(names) if name in names else name for name in joined)


def _obstacle(group: Group, chosen: tuple[Group, ...]) -> Group:
    """The chosen group that shares most with one that does not count."""
    return max(chosen, key=lambda other: (len(set(other.places) & set(group.places)), len(other.places)))


class _Tallies(dict[int, int]):
    """The fans that sets make together, as a tally, by a key that says which sets there are.

    Suits may change places without changing the fans, so the search is made once for all six orders.
    """

    KEPT = 12_000

    def __init__(self, relation: Relation, width: int, sets_of: Callable[[int], list[int]]) -> None:
        super().__init__()
        self._relation, self._width, self._sets_of = relation, width, sets_of
        self._searched: dict[int, int] = {}

    def __missing__(self, key: int) -> int:
        if len(self) >= self.KEPT:
            self.clear()
            self._searched.clear()
        same = self._ordered(key)
        if same not in self._searched:
            chosen = combine(self._sets_of(same), self._relation).chosen
            self._searched[same] = sum(f.ONE[group.fan] for group in chosen)
        tally = self[key] = self._searched[same]
        return tally

    def _ordered(self, key: int) -> int:
        width = self._width
        suit = (1 << width) - 1
        low, mid, high = sorted((key & suit, key >> width & suit, key >> 2 * width & suit))
        return key >> 3 * width << 3 * width | high << 2 * width | mid << width | low


def _chows_of(key: int) -> list[int]:
    return [tile for tile in range(27) for _ in range(key >> 3 * tile & 7)]


def _pungs_of(key: int) -> list[int]:
    return [tile for tile in range(34) if key >> tile & 1]


# keys: three bits for each lowest tile of a chow; one bit for each tile of a pung or kong (as in sets.CHOW_AT)
CHOWS = _Tallies(chow_relation, 27, _chows_of)
PUNGS = _Tallies(pung_relation, 9, _pungs_of)


def terminal_chows(key: int, pair: int) -> int:
    """The fan of 123 and 789 twice in the suit of a pair of fives, or once in each of the two other suits; or 0."""
    return _TERMINAL_CHOWS.get((key, pair), 0)


def _ends(suit: int, each: int) -> int:
    return each << 27 * suit | each << 27 * suit + 18


_TERMINAL_CHOWS = {(_ends(suit, 2), 9 * suit + 4): f.PURE_TERMINAL_CHOWS for suit in range(3)}
_TERMINAL_CHOWS |= {
    (_ends((suit + 1) % 3, 1) | _ends((suit + 2) % 3, 1), 9 * suit + 4): f.THREE_SUITED_TERMINAL_CHOWS
    for suit in range(3)
}
