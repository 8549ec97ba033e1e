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
from typing import Final, Literal, NamedTuple

from controller.rules.hand.tiles import DRAGONS, WINDS
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


Relation = Callable[[Tiles], int]
"""The fan that these sets make together, 0 for none. Sets are given by their lowest tile, in ascending order."""


def chow_relation(tiles: Tiles) -> int:
    suits = _suits(tiles)
    if suits == 1:
        return _ONE_SUIT.get(_apart(tiles), 0)
    if len(tiles) == 2:
        return 0 if (tiles[1] - tiles[0]) % 9 else f.MIXED_DOUBLE_CHOW
    return _THREE_SUITS.get(_apart(tiles), 0) if suits == len(tiles) else 0


def _suits(tiles: Tiles) -> int:
    """In how many suits they are."""
    found = 0
    for tile in tiles:
        found |= 1 << tile // 9
    return found.bit_count()


def _apart(tiles: Tiles) -> int:
    """How far the ranks are from the lowest one: a digit of three bits for each distance, which counts them."""
    lowest = 8
    for tile in tiles:
        lowest = min(lowest, tile % 9)
    found = 0
    for tile in tiles:
        found += 1 << 3 * (tile % 9 - lowest)
    return found


def _by_distances(fans: dict[Tiles, int]) -> dict[int, int]:
    return {_apart(tiles): fan for tiles, fan in fans.items()}


# by the distances of the chows from the lowest one; chows 0, 3 and 6 apart can only be 123 456 789
_ONE_SUIT: Final = _by_distances({
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
})  # fmt: skip
_THREE_SUITS: Final = _by_distances({
    (0, 0, 0): f.MIXED_TRIPLE_CHOW,
    (0, 1, 2): f.MIXED_SHIFTED_CHOWS,
    (0, 3, 6): f.MIXED_STRAIGHT,
})  # fmt: skip


def pung_relation(tiles: Tiles) -> int:
    lowest, highest = tiles[0], tiles[-1]
    if highest < WINDS[0]:
        return _suited_pungs(tiles)
    if lowest >= DRAGONS[0]:
        return _DRAGON_PUNGS.get(len(tiles), 0)
    return _WIND_PUNGS.get(len(tiles), 0) if WINDS[0] <= lowest and highest <= WINDS[-1] else 0


def pungs_of(honours: Tiles, number: int) -> int:
    """The fan of so many pungs of winds, or of dragons, 0 for none."""
    return pung_relation(honours[:number]) if number else 0


def _suited_pungs(tiles: Tiles) -> int:
    suits = _suits(tiles)
    if suits == 1:
        return _PUNGS_OF_ONE_SUIT.get(_apart(tiles), 0)
    return _PUNGS_OF_DIFFERENT_SUITS.get(_apart(tiles), 0) if suits == len(tiles) else 0


_WIND_PUNGS: Final = {4: f.BIG_FOUR_WINDS, 3: f.BIG_THREE_WINDS}
_DRAGON_PUNGS: Final = {3: f.BIG_THREE_DRAGONS, 2: f.TWO_DRAGON_PUNGS}
_PUNGS_OF_ONE_SUIT: Final = _by_distances({
    (0, 1, 2, 3): f.FOUR_PURE_SHIFTED_PUNGS,
    (0, 1, 2): f.PURE_SHIFTED_PUNGS,
})  # fmt: skip
_PUNGS_OF_DIFFERENT_SUITS: Final = _by_distances({
    (0, 0): f.DOUBLE_PUNG,
    (0, 0, 0): f.TRIPLE_PUNG,
    (0, 1, 2): f.MIXED_SHIFTED_PUNGS,
})  # fmt: skip


def combine(tiles: Sequence[int], relation: Relation) -> Combination:
    """The best legal choice among the fans that these sets make together (tiles in ascending order)."""
    groups = groups_of(tiles, relation)
    chosen = best_choice(groups, len(tiles))
    left = [_left(group, chosen) for group in groups if group not in chosen]
    return Combination(chosen, tuple(left))


def groups_of(tiles: Sequence[int], relation: Relation) -> list[Group]:
    """Every fan that some of these sets make together; the one with the most points first."""
    groups = [
        Group(fan, places)
        for size in (4, 3, 2)
        for places in combinations(range(len(tiles)), size)
        if (fan := relation(tuple([tiles[place] for place in places])))
    ]
    groups.sort(key=lambda group: (-f.FAN[group.fan].points, group.fan, group.places))
    return groups


def best_choice(groups: Sequence[Group], sets: int) -> tuple[Group, ...]:
    """The legal choice of these groups with the most points."""
    return _search(groups, tuple(range(sets)), ())[1]


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


class _Tallies(dict[int, int]):
    """The fans that sets make together, as a tally, by a key that says which sets there are.

    The key has ``bits`` for each tile of a suit; what honors make depends on their number alone (``pungs_of``). Suits
    may change places and all ranks may move alike without changing the fans, so few of all keys are searched.
    """

    def __init__(self, relation: Relation, bits: int) -> None:
        super().__init__()
        self._relation, self._bits, self._width = relation, bits, 9 * bits

    def __missing__(self, key: int) -> int:
        tally = self._found(key)
        if len(self) >= _KEPT:
            self.clear()
        self[key] = tally
        return tally

    def _found(self, key: int) -> int:
        same = self._lowest(key)
        return self[same] if same != key else sum(f.ONE[group.fan] for group in best_choice(*self._groups(key)))

    def _lowest(self, key: int) -> int:
        """The same sets with the suits in order and as low as they go."""
        width = self._width
        suit = (1 << width) - 1
        low, mid, high = key & suit, key >> width & suit, key >> 2 * width & suit
        if low > mid:
            low, mid = mid, low
        if mid > high:
            mid, high = high, mid
        if low > mid:
            low, mid = mid, low
        present = low | mid | high
        unused = ((present & -present).bit_length() - 1) // self._bits * self._bits
        return (high << 2 * width | mid << width | low) >> unused

    def _groups(self, key: int) -> tuple[list[Group], int]:
        bits, one = self._bits, (1 << self._bits) - 1
        tiles: list[int] = []
        while key:
            tile = ((key & -key).bit_length() - 1) // bits
            number = key >> bits * tile & one
            tiles += [tile] * number
            key ^= number << bits * tile
        return groups_of(tiles, self._relation), len(tiles)


# keys: three bits for each lowest tile of a chow; one bit for each suit tile of a pung or kong (as in sets.CHOW_AT)
CHOWS: Final = _Tallies(chow_relation, 3)
PUNGS: Final = _Tallies(pung_relation, 1)


def terminal_chows(key: int, pair: int) -> int:
    """The fan of 123 and 789 twice in the suit of a pair of fives, or once in each of the two other suits; or 0."""
    return _TERMINAL_CHOWS.get((key, pair), 0)


def _ends(suit: int, each: int) -> int:
    return each << 27 * suit | each << 27 * suit + 18


_TERMINAL_CHOWS: Final = {(_ends(suit, 2), 9 * suit + 4): f.PURE_TERMINAL_CHOWS for suit in range(3)} | {
    (_ends((suit + 1) % 3, 1) | _ends((suit + 2) % 3, 1), 9 * suit + 4): f.THREE_SUITED_TERMINAL_CHOWS
    for suit in range(3)
}
