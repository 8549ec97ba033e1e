"""``python -m bench.seating [--winds N]``: seating schedules against the best that are published.

Every cell of 16 to 48 players and 5 to 11 rounds, made by ``jantaku tournament seat`` and judged by the checker. Beside
it: the repeats that counting pairs shows to be unavoidable, and the best of two public sets where their figures are
known (the set of Smith, Zenodo 10.5281/zenodo.13971404, of 2024; the golf files of a public riichi portal). Then the
winds of ``N`` random fields. Exit status 1: a cell is worse than published, or a wind is uneven.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from hall.tournament.seating.check import check_seating
from hall.tournament.seating.plan import MOST_DRAWN, plan_seating
from hall.tournament.seating.winds import seated, unevenness

PLAYERS: Final = range(16, 49, 4)
ROUNDS: Final = range(5, 12)
PUBLISHED: Final = {
    (16, 5): 0, (20, 6): 22, (20, 7): 27, (20, 8): 50, (20, 9): 89, (24, 7): 0, (24, 8): 31, (24, 9): 67,
    (24, 10): 101, (28, 7): 0, (28, 8): 0, (28, 9): 0, (28, 10): 42, (32, 8): 0, (32, 10): 0, (36, 9): 0, (40, 8): 0,
    (40, 10): 0, (48, 8): 0, (48, 10): 0,
}  # fmt: skip
"""Repeats of the better of the two sets."""
WINDS: Final = 10_000
LARGE: Final = (100, 8)
LARGE_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Cell:
    players: int
    rounds: int
    repeats: int
    floor: int
    wind_deviation: int
    seconds: float

    @property
    def published(self) -> int | None:
        return PUBLISHED.get((self.players, self.rounds))

    @property
    def good(self) -> bool:
        return self.wind_deviation == 0 and (self.published is None or self.repeats <= self.published)


def made(players: int, rounds: int) -> Cell:
    began = time.perf_counter()
    schedule = plan_seating(players, rounds, secrets.randbelow(MOST_DRAWN))
    seconds = time.perf_counter() - began
    found = check_seating(schedule)
    return Cell(players, rounds, found["repeats"], found["floor"], found["wind_deviation"], seconds)


def table(cells: dict[tuple[int, int], Cell]) -> Iterator[str]:
    """Markdown: repeats, with the floor where it is lower, and the published figure where that is higher."""
    yield "| players | " + " | ".join(f"{rounds} rounds" for rounds in ROUNDS) + " |"
    yield "|---:|" + "---:|" * len(ROUNDS)
    for players in PLAYERS:
        yield f"| {players} | " + " | ".join(_shown(cells[players, rounds]) for rounds in ROUNDS) + " |"


def _shown(cell: Cell) -> str:
    notes = [f"floor {cell.floor}"] if cell.repeats > cell.floor else []
    if cell.published is not None and cell.published > cell.repeats:
        notes.append(f"public {cell.published}")
    return f"{cell.repeats} ({', '.join(notes)})" if notes else str(cell.repeats)


def uneven_fields(number: int, seed: int) -> int:
    """Random tables of random fields: of how many somebody's winds were not as equal as they can be."""
    random, bad = Random(seed), 0
    for _ in range(number):
        size, rounds = 4 * random.randint(1, 45), random.randint(1, 15)
        drawn = [random.sample(range(size), size) for _ in range(rounds)]
        tables = [[each[at : at + 4] for at in range(0, size, 4)] for each in drawn]
        bad += unevenness(seated(tables, size, random), size) > 0
    return bad


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.seating", description=__doc__)
    parser.add_argument("--winds", type=int, default=WINDS, help="random fields whose winds are looked at")
    options = parser.parse_args(arguments)
    cells = {(players, rounds): made(players, rounds) for players in PLAYERS for rounds in ROUNDS}
    print("\n".join(table(cells)))
    large = made(*LARGE)
    print(f"{large.players} players, {large.rounds} rounds: {large.repeats} repeats in {large.seconds:.1f} s")
    seed = secrets.randbits(32)
    bad = uneven_fields(options.winds, seed)
    print(f"{options.winds} random fields, seed {seed}: {bad} with uneven winds")
    good = all(cell.good for cell in cells.values()) and not bad
    return 0 if good and large.repeats == 0 and large.seconds < LARGE_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
