"""How counts are distributed when every order of the tiles is equally likely: over all permutations, none left out.

A test against these is an exact permutation test. Several cycles together are the sum of independent counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, sqrt
from typing import Final

NEGLIGIBLE: Final = 1e-18
"""Chances below this at both ends are left out of a sum; a p-value is never that exact."""


@dataclass(frozen=True, slots=True)
class CountDistribution:
    """``chances[k]`` is that of the count ``least + k``."""

    least: int
    chances: tuple[float, ...]

    @property
    def mean(self) -> float:
        return sum((self.least + k) * chance for k, chance in enumerate(self.chances))

    @property
    def deviation(self) -> float:
        mean = self.mean
        return sqrt(sum((self.least + k - mean) ** 2 * chance for k, chance in enumerate(self.chances)))

    def times(self, cycles: int) -> CountDistribution:
        """Of the sum of so many independent counts, at least one."""
        if cycles == 1:
            return self
        half = self.times(cycles // 2)
        doubled = half.plus(half)
        return doubled.plus(self) if cycles % 2 else doubled

    def plus(self, other: CountDistribution) -> CountDistribution:
        sums = [0.0] * (len(self.chances) + len(other.chances) - 1)
        for k, chance in enumerate(self.chances):
            for n, more in enumerate(other.chances, k):
                sums[n] += chance * more
        first = next(k for k, chance in enumerate(sums) if chance > NEGLIGIBLE)
        last = next(k for k in range(len(sums) - 1, -1, -1) if sums[k] > NEGLIGIBLE)
        return CountDistribution(self.least + other.least + first, tuple(sums[first : last + 1]))

    def at_least(self, count: int) -> float:
        """The chance of this count or more."""
        return min(1.0, sum(self.chances[max(0, count - self.least) :]))

    def at_most(self, count: int) -> float:
        return min(1.0, sum(self.chances[: max(0, count - self.least + 1)]))

    def two_sided(self, count: int) -> float:
        """The p-value of a count that may be too large or too small."""
        return min(1.0, 2 * min(self.at_least(count), self.at_most(count)))


@lru_cache(maxsize=64)
def marked_among(tiles: int, marked: int, places: int) -> CountDistribution:
    """How many of the ``marked`` tiles lie on so many named places (hypergeometric)."""
    least, most = max(0, marked + places - tiles), min(marked, places)
    ways = [comb(marked, k) * comb(tiles - marked, places - k) for k in range(least, most + 1)]
    return CountDistribution(least, tuple(float(Fraction(way, comb(tiles, places))) for way in ways))


@lru_cache(maxsize=16)
def kept_neighbours(tiles: int) -> CountDistribution:
    """How many of the ``tiles - 1`` pairs that lay side by side in a row do so again, in either direction.

    By inclusion and exclusion: r of the pairs in j runs are tied together in C(r-1, j-1) C(n-r, j) ways, each run can
    lie both ways round, and n - r pieces are put in order.
    """
    tied = [factorial(tiles)]
    for pairs in range(1, tiles):
        runs = range(1, min(pairs, tiles - pairs) + 1)
        ways = sum(comb(pairs - 1, j - 1) * comb(tiles - pairs, j) << j for j in runs)
        tied.append(ways * factorial(tiles - pairs))
    return _exactly(tied, factorial(tiles))


@lru_cache(maxsize=16)
def equal_neighbours(kinds: tuple[int, ...]) -> CountDistribution:
    """How many places of a row have an equal tile after them; ``kinds``: how many tiles of each.

    By inclusion and exclusion: m equal tiles are tied into b pieces in C(m-1, b-1) m!/b! ways, and all pieces are put
    in order.
    """
    tiles = sum(kinds)
    pieces = [Fraction(1)]
    for many in kinds:
        own = [Fraction(comb(many - 1, b - 1) * factorial(many), factorial(b)) for b in range(1, many + 1)]
        pieces = _product(pieces, own)
    least = len(kinds)
    tied = [0] * (tiles - least + 1)
    for more, ways in enumerate(pieces):
        tied[tiles - least - more] = int(ways * factorial(least + more))
    return _exactly(tied, factorial(tiles))


def _product(pieces: Sequence[Fraction], own: Sequence[Fraction]) -> list[Fraction]:
    """Of polynomials; the lowest power of each is left out."""
    result = [Fraction(0)] * (len(pieces) + len(own) - 1)
    for k, ways in enumerate(pieces):
        for n, more in enumerate(own, k):
            result[n] += ways * more
    return result


def _exactly(tied: Sequence[int], orders: int) -> CountDistribution:
    """From the sums over sets of r pairs that are tied, to the chance of exactly k pairs."""
    top = len(tied) - 1
    chances = [
        float(Fraction(sum((-1) ** (r - k) * comb(r, k) * tied[r] for r in range(k, top + 1)), orders))
        for k in range(top + 1)
    ]
    while chances and chances[-1] <= NEGLIGIBLE:
        chances.pop()
    return CountDistribution(0, tuple(chances))
