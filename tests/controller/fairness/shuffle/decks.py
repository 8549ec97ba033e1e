"""Files of cycles for the tests: perfect shuffles, and some that are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

Mix = Callable[[list[str], Random], None]


def perfect(tiles: list[str], random: Random) -> None:
    random.shuffle(tiles)


def numbered(tiles: int = 136) -> list[str]:
    return [str(number) for number in range(1, tiles + 1)]


def cycle_lines(cycles: int, seed: int, mix: Mix = perfect, before: Sequence[str] = ()) -> list[str]:
    """The lines of a file: every cycle from the same starting order."""
    random, first = Random(seed), list(before) or numbered()
    lines: list[str] = []
    for _ in range(cycles):
        after = first.copy()
        mix(after, random)
        lines.append(f"{'' if lines else ' '.join(first)} > {' '.join(after)}")
    return lines
