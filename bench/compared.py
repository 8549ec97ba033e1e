"""The command line of a comparison with another engine: so many random hands of a seed, and every difference."""

from __future__ import annotations

import argparse
import secrets
import time
from collections import Counter
from collections.abc import Callable

MOST_SHOWN = 20
Found = tuple[Counter[str], list[str]]
"""Counts of what was seen, and the disagreements."""


def parser_of(description: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32))
    return parser


def told(arguments: argparse.Namespace, compare: Callable[[int, int], Found]) -> int:
    """Prints what ``compare`` finds of a seed and so many hands; the exit status."""
    started = time.process_time()
    seen, wrong = compare(arguments.seed, arguments.hands)
    took = time.process_time() - started
    print(f"seed {arguments.seed}: {arguments.hands} hands in {took:.0f} s of CPU")
    print(", ".join(f"{name} {number}" for name, number in seen.most_common()))
    for line in wrong[:MOST_SHOWN]:
        print(line)
    print(f"{len(wrong)} disagreements")
    return 1 if wrong else 0
