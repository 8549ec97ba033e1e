"""Whether the winning tile was the only one that the hand waited for.

Every kind of tile that completes any shape counts as a wait, also one of which the player holds all four. A hand that
waits for a chow or its pair of four sets cannot wait for orphans or single knitted tiles at the same time: those take
eight or more tiles that no two sets can share.
"""

from __future__ import annotations

from typing import Final

from controller.rules.hand.record import Hand
from controller.rules.hand.tiles import BITS, SUIT_BITS, SUIT_MASK
from controller.rules.hand.waits import any_pair_waits
from controller.rules.rulesets.mcr.shapes import body_in

Part = tuple[bool, int]
"""Of one suit: whether it cuts into sets and at most one pair, and a bit for each rank that would make it so."""

_KEPT: Final = 8_000


class _Parts(dict[int, Part]):
    """Suit parts of bags; some thousands are remembered."""

    def __init__(self, ranks: int) -> None:
        super().__init__()
        self._ranks = ranks

    def __missing__(self, key: int) -> Part:
        if len(self) >= _KEPT:
            self.clear()
        counts = [key >> BITS * rank & 31 for rank in range(self._ranks)] + [0, 0]
        part = self[key] = self._part(counts)
        return part

    def _part(self, counts: list[int]) -> Part:
        size, weight = sum(counts), 0
        for rank in range(self._ranks):
            weight += rank * counts[rank]
        waits = 0
        for rank in self._candidates(size, weight):
            if counts[rank - 1] or counts[rank] or counts[rank + 1]:
                counts[rank] += 1
                if self._cuts(counts, size + 1, weight + rank):
                    waits |= 1 << rank
                counts[rank] -= 1
        return self._cuts(counts, size, weight), waits

    def _candidates(self, size: int, weight: int) -> range:
        """The ranks that may complete so many tiles, by the sum of all ranks: sets alone make a multiple of three."""
        if size % 3 == 0:
            return range(0)
        return range(-weight % 3, 9, 3) if size % 3 == 2 and self._ranks == 9 else range(self._ranks)

    def _cuts(self, counts: list[int], size: int, weight: int) -> bool:
        """Whether the tiles are sets, and a pair if their number asks for it. ``weight``: the sum of their ranks."""
        if size % 3 == 0:
            return self._sets(counts)
        if size % 3 == 1:
            return False
        # the sum of all ranks is that of the pair modulo three
        first, step = (2 * weight % 3, 3) if self._ranks == 9 else (0, 1)
        return any(counts[rank] > 1 and self._without_pair(counts, rank) for rank in range(first, self._ranks, step))

    def _without_pair(self, counts: list[int], rank: int) -> bool:
        counts[rank] -= 2
        answer = self._sets(counts)
        counts[rank] += 2
        return answer

    def _sets(self, counts: list[int]) -> bool:
        """Three equal chows are as good as three pungs, so each rank needs to be tried in one way only."""
        if self._ranks == 7:
            return not any(number % 3 for number in counts)
        left = counts[:]
        for rank in range(9):
            chows = left[rank] % 3
            if chows:
                if left[rank + 1] < chows or left[rank + 2] < chows:
                    return False
                left[rank + 1] -= chows
                left[rank + 2] -= chows
        return True


_SUIT: Final = _Parts(9)
_HONOURS: Final = _Parts(7)


def waits_of_sets(held: int) -> int:
    """How many kinds of tiles make these concealed tiles (3n + 1, of a ready hand) sets and a pair."""
    m, m_waits = _SUIT[held & SUIT_MASK]
    p, p_waits = _SUIT[held >> SUIT_BITS & SUIT_MASK]
    s, s_waits = _SUIT[held >> 2 * SUIT_BITS & SUIT_MASK]
    z, z_waits = _HONOURS[held >> 3 * SUIT_BITS]
    kinds = 0
    if m_waits and p and s and z:
        kinds += m_waits.bit_count()
    if p_waits and m and s and z:
        kinds += p_waits.bit_count()
    if s_waits and m and p and z:
        kinds += s_waits.bit_count()
    if z_waits and m and p and s:
        kinds += z_waits.bit_count()
    return kinds


def waits_for_one_kind(hand: Hand) -> bool:
    """Whether nothing but the winning tile would have completed four sets and a pair, or seven pairs."""
    if waits_of_sets(hand.held) != 1:
        return False
    return bool(hand.melds) or set(any_pair_waits(hand.held)) <= {hand.winning}


def knitted_waits_for_one_kind(hand: Hand) -> bool:
    """The same beside a knitted straight that was complete before the winning tile."""
    body = body_in(hand.held)
    return bool(body) and waits_of_sets(hand.held - body) == 1
