"""What the rules engine costs before it scores: time to import, memory of its tables when they are full.

    python -m bench.engine                    200,000 random hands after every suit hand there is
    python -m bench.engine --hands 20000      fewer hands

Import is CPU time, so that it does not depend on what else the machine does, of modules whose bytecode is kept, as it
is where a package is installed; the limit is what pydantic takes, which a program imports for the first record that it
checks. Tables forget when they are full; their figure is the most memory that the process had
at any time, over what it had with every ruleset loaded.
Exit status 1 when a limit is broken.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from itertools import chain, pairwise

from bench.counts import RANKS, TILES, bag_of, hands
from bench.score import lines
from controller.rules import rulesets, score
from controller.rules.hand.sets import DIGIT_CUTS
from controller.rules.hand.tiles import SUIT_BITS
from controller.rules.hand.waits import set_waits

IMPORT_LIMIT, TABLES_MIB = 1.0, 25
STARTS = 9
NOT_NEEDED = ("pydantic", "fastapi", "asyncio", "sqlite3")
PROGRAMS = {
    "python alone": "pass",
    "import pydantic": "import pydantic; pydantic.BaseModel",
    "import controller.rules": "import controller.rules",
    "and every ruleset": "import controller.rules as rules; [rules.ruleset(id) for id in rules.rulesets()]",
}


def start_ms(program: str) -> float:
    """Median CPU time of a fresh interpreter that runs this, after one that leaves the bytecode of its modules."""
    with tempfile.TemporaryDirectory() as kept:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": kept, "PYTHONDONTWRITEBYTECODE": ""}
        times = []
        for _ in range(1 + STARTS):
            subprocess.run([sys.executable, "-c", program], check=True, env=environment)
            times.append(used_by_children())
    return 1000 * statistics.median(after - before for before, after in pairwise(times))


def used_by_children() -> float:
    """CPU seconds of all child processes so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def needless_imports() -> list[str]:
    """Packages that scoring does not need and that come along all the same."""
    program = PROGRAMS["and every ruleset"] + f"; import sys; print(*(set({NOT_NEEDED}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return done.stdout.split()


def fill(number: int, seed: int) -> None:
    """Every content of a suit through everything that is kept by suit, then random hands of every ruleset."""
    for hand in hands(RANKS, TILES):
        part = bag_of(hand)
        for suit in range(3):
            DIGIT_CUTS[suit][part]
            set_waits(part << SUIT_BITS * suit)
    each = number // len(rulesets()) + 1
    for line in chain.from_iterable(lines(ruleset, each, seed) for ruleset in rulesets()):
        score(json.loads(line))


def tables_mib(number: int, seed: int) -> float:
    """How much the process grows at most while the tables are filled."""
    for ruleset in rulesets():
        for line in lines(ruleset, 1, seed):
            score(json.loads(line))
    before = peak_mib()
    fill(number, seed)
    return peak_mib() - before


def peak_mib() -> float:
    """The most memory that this process has had so far (the kernel counts in KiB)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    starts = {name: start_ms(program) for name, program in PROGRAMS.items()}
    for name, took in starts.items():
        print(f"{name:24} {took:6.1f} ms")
    extra = needless_imports()
    alone, peer, rules, _ = starts.values()
    ratio = (rules - alone) / (peer - alone)
    imported = ratio <= IMPORT_LIMIT and not extra
    print(
        f"import: {'ok' if imported else 'NOT ok'}, {ratio:.2f} of pydantic (at most {IMPORT_LIMIT:.0f}; without "
        f"{', '.join(NOT_NEEDED)})", *extra,
    )  # fmt: skip
    held = tables_mib(chosen.hands, chosen.seed)
    print(f"tables: {'ok' if held <= TABLES_MIB else 'NOT ok'}, {held:.1f} MiB when full (at most {TABLES_MIB})")
    return 0 if imported and held <= TABLES_MIB else 1


if __name__ == "__main__":
    sys.exit(main())
