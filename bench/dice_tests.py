"""Tests of rolls of two dice, as laboratories run them: faces, pairs, sums, walls, the next rolls, and runs.

Each test gives a p-value; those of a run are judged together after Holm, at 99 %.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import erfc, exp, fsum, lgamma, log, sqrt
from typing import Any, Final

LEVEL: Final = 0.01
FACES: Final = range(1, 7)
LAGS: Final = (1, 2, 3, 4)
_ENOUGH: Final = 10_000
_EXACT: Final = 1e-15


@dataclass(frozen=True, slots=True)
class StatisticalTest:
    """``value``: chi-square, or z for runs, on so many observations."""

    name: str
    value: float
    freedom: int
    p: float


@dataclass(slots=True)
class RollCounts:
    """What the tests need of a sequence of rolls; counts of two sequences can be added."""

    rolls: int = 0
    pairs: Counter[tuple[int, int]] = field(default_factory=Counter)
    next_pairs: Counter[tuple[int, int]] = field(default_factory=Counter)
    later: dict[int, Counter[tuple[int, int]]] = field(default_factory=lambda: {lag: Counter() for lag in LAGS})
    high: int = 0
    changes: int = 0
    _last: deque[tuple[int, int]] = field(default_factory=lambda: deque(maxlen=max(LAGS)))

    def add(self, dice: tuple[int, int]) -> None:
        first, second = dice
        self.rolls += 1
        self.pairs[dice] += 1
        self.high += (first > 3) + (second > 3)
        self.changes += (first > 3) != (second > 3)
        last = self._last
        if last:
            before = last[-1]
            self.changes += (before[1] > 3) != (first > 3)
            self.next_pairs[6 * before[0] + before[1] - 7, 6 * first + second - 7] += 1
        for lag in LAGS:
            if len(last) >= lag:
                self.later[lag][last[-lag][0], first] += 1
        last.append(dice)

    def tests(self) -> Iterator[StatisticalTest]:
        ways = [(a, b) for a in FACES for b in FACES]
        faces = Counter({f: sum(self.pairs[f, b] + self.pairs[b, f] for b in FACES) for f in FACES})
        sums, walls = Counter(a + b for a, b in ways), Counter((a + b - 1) % 4 for a, b in ways)
        found_sums: Counter[int] = Counter()
        found_walls: Counter[int] = Counter()
        for (a, b), count in self.pairs.items():
            found_sums[a + b] += count
            found_walls[(a + b - 1) % 4] += count
        yield chi_square("faces", faces, dict.fromkeys(FACES, 1))
        yield chi_square("pairs", self.pairs, dict.fromkeys(ways, 1))
        yield chi_square("sums", found_sums, sums)
        yield chi_square("walls that are broken (8:9:10:9)", found_walls, walls)
        yield chi_square("a roll and the next one", self.next_pairs, {(a, b): 1 for a in range(36) for b in range(36)})
        for lag in LAGS:
            yield chi_square(f"first dice {lag} apart", self.later[lag], dict.fromkeys(ways, 1))
        yield self._runs()

    def _runs(self) -> StatisticalTest:
        """Wald and Wolfowitz: runs of high (4-6) and low dice, in the order in which they were thrown."""
        dice, high = 2 * self.rolls, self.high
        low = dice - high
        mean = 1 + 2 * high * low / dice
        variance = (mean - 1) * (mean - 2) / (dice - 1)
        z = (1 + self.changes - mean) / sqrt(variance)
        return StatisticalTest("runs of high and low", z, 1, erfc(abs(z) / sqrt(2)))


def chi_square(name: str, found: Mapping[Any, int], weights: Mapping[Any, int]) -> StatisticalTest:
    total, weight = sum(found.values()), sum(weights.values())
    value = fsum(
        (found.get(cell, 0) - total * own / weight) ** 2 / (total * own / weight) for cell, own in weights.items()
    )
    freedom = len(weights) - 1
    return StatisticalTest(name, value, freedom, chi_square_p(value, freedom))


def chi_square_p(value: float, freedom: int) -> float:
    """The chance of this value or more: the regularized upper incomplete gamma function Q(freedom / 2, value / 2), by
    its series or its continued fraction (Lentz)."""
    a, x = freedom / 2, value / 2
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, _ENOUGH):
        term *= x / (a + n)
        total += term
        if term < total * _EXACT:
            break
    return total


def _fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = 1e300, 1 / b
    total = d
    for n in range(1, _ENOUGH):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        total *= c * d
        if abs(c * d - 1) < _EXACT:
            break
    return total


def holm_p(tests: Sequence[StatisticalTest]) -> float:
    """The smallest p-value after Holm: that of all tests together."""
    return min(1.0, len(tests) * min(test.p for test in tests))


def table(tests: Sequence[StatisticalTest], level: float = LEVEL) -> str:
    lines = [f"{'test':34} {'value':>10} {'freedom':>8} {'p':>8}"]
    lines += [f"{test.name:34} {test.value:10.2f} {test.freedom:8} {test.p:8.4f}" for test in tests]
    together = holm_p(tests)
    verdict = "as of fair dice" if together >= level else "NOT as of fair dice"
    return "\n".join([*lines, f"all together: p = {together:.4f}, {verdict} (level {level:g})"])
