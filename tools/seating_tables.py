"""``python -m tools.seating_tables [--moves N] [--runs N] [--cells 20x7,24x8]``: searches longer than a table does.

For 16 to 48 players and 5 to 11 rounds it writes those schedules to ``hall/tournament/seating/kept.json`` that are
better than what is there. Seeds change and are of no matter: what is found is kept, and judged by the tests. A run of
30 million moves takes some 20 seconds of a core.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from pathlib import Path
from random import Random
from string import ascii_letters
from typing import Any, Final

from controller.files import write_whole
from hall.tournament.seating import kept
from hall.tournament.seating.kept import design_of
from hall.tournament.seating.meetings import SEATS, Rounds, cost, count, improved, least

PLAYERS: Final = range(16, 49, SEATS)
ROUNDS: Final = range(5, 12)
MOVES: Final = 30_000_000
RUNS: Final = 4
PATH: Final = Path(kept.__file__).with_name(kept.FILE)


def searched(players: int, number: int, moves: int, random: Random) -> Rounds:
    """One run from anywhere, or beside a design of fewer rounds."""
    nobody = [[0] * players for _ in range(players)]
    first = design_of(players) if random.random() < 0.5 else []
    more = [random.sample(range(players), players) for _ in range(number - len(first))]
    return first + improved(more, count(first, nobody), random, moves, least(number, nobody))[1]


def repeats(players: int, rounds: Rounds) -> int:
    counts = count(rounds, [[0] * players for _ in range(players)])
    return sum(max(0, times - 1) for row in counts for times in row) // 2


def better(players: int, number: int, moves: int, runs: int, known: dict[str, Any] | None) -> dict[str, Any] | None:
    """The best of some runs where it has fewer repeats than what is known."""
    nobody = [[0] * players for _ in range(players)]
    best, found = known["repeats"] if known else None, known
    for _ in range(runs):
        if best is not None and best <= least(number, nobody):
            break
        rounds = searched(players, number, moves, Random(secrets.randbits(64)))
        if best is None or repeats(players, rounds) < best:
            best, found = repeats(players, rounds), {"repeats": repeats(players, rounds), "rounds": _texts(rounds)}
            print(f"{players} x {number}: {best} repeats, cost {cost(rounds, nobody)}", flush=True)
    return found


def _texts(rounds: Rounds) -> list[str]:
    tables = [[players[start : start + SEATS] for start in range(0, len(players), SEATS)] for players in rounds]
    return [" ".join("".join(ascii_letters[player] for player in seats) for seats in each) for each in tables]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.seating_tables", description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--cells", default="", help="players x rounds, such as 20x7,24x8; otherwise all")
    options = parser.parse_args(arguments)
    cells = options.cells.split(",") if options.cells else [f"{n}x{r}" for n in PLAYERS for r in ROUNDS]
    known = json.loads(PATH.read_text(encoding="utf-8"))
    for cell in cells:
        players, number = map(int, cell.split("x"))
        if len(design_of(players)) < number:
            known[cell] = better(players, number, options.moves, options.runs, known.get(cell))
            order = sorted(known, key=lambda name: tuple(map(int, name.split("x"))))
            write_whole(PATH, (json.dumps({name: known[name] for name in order}, indent=1) + "\n").encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
