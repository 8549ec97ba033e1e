"""A long run in shares, each with a seed of its own: a failure names a short run that repeats, and hurts no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SeedFailed:
    """What the run of one seed has found."""

    why: str


def shares(total: int, count: int) -> list[int]:
    """``total`` in ``count`` parts as equal as can be."""
    return [total // count + (n < total % count) for n in range(count)]


def in_seeds(
    work: Callable[[int, int], T], parts: Sequence[int], first: int = 1, jobs: int = 1
) -> Iterator[tuple[int, T | SeedFailed]]:
    """``work(part, seed)`` for seed ``first`` and the ones after it, ``jobs`` at a time, in their order.

    What raises AssertionError has failed; so has one whose process has died.
    """
    if jobs == 1:
        for seed, part in enumerate(parts, first):
            yield seed, _attempt(work, part, seed)
        return
    with ProcessPoolExecutor(jobs, max_tasks_per_child=1) as pool:
        runs = [(seed, pool.submit(_attempt, work, part, seed)) for seed, part in enumerate(parts, first)]
        for seed, run in runs:
            try:
                yield seed, run.result()
            except BrokenProcessPool as error:
                yield seed, SeedFailed(f"its process died, or another did: {error}")


def _attempt(work: Callable[[int, int], T], part: int, seed: int) -> T | SeedFailed:
    try:
        return work(part, seed)
    except AssertionError as error:
        return SeedFailed(str(error))
