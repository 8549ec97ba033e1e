"""Whether the worked cases notice a wrong ruleset: ``python -m tools.mutate_rules [--ruleset ID] [--sample N]``.

Every value, test, exclusion, option, comparison, number and operator of a ruleset is changed in turn, in memory; the
cases of tests/cases are scored or, for what only a match runs, its matches are played; what no case notices has
survived. Survivors need a case, or an answer in docs/rulesets/mutation.md. Exit status 1 when one has neither.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from controller.rules import rulesets
from tools.mutants import Mutant
from tools.mutants.answers import answers
from tools.mutants.trial import (
    Trial,
    all_mutants,
    case_files,
    match_mutants,
    match_trial,
    shared_mutants,
    trial,
)

SHARED, MATCHES = "shared", "matches"
PARTS = (SHARED, MATCHES)
WITH_IMPORT = ("mcr",)
"""What is made while these are imported is changed too: matches see some of it."""


@dataclass
class Report:
    """``stale``: answers to mutants that do not survive, or no longer exist."""

    ruleset: str
    mutants: int = 0
    tried: int = 0
    seconds: float = 0.0
    answered: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)


def with_cases() -> list[str]:
    return [id for id in rulesets() if case_files(id)]


def examine(name: str, sample: int = 0, seed: int = 0) -> Report:
    """The mutants of a ruleset, of what the rulesets share, or of what only a match runs.

    ``sample``: so many of them by chance, and as many of those that are answered; 0 for all. That an answer is about a
    mutant that there is no more is always seen.
    """
    started = time.perf_counter()
    trials: Sequence[Trial]
    if name == SHARED:
        trials = [trial(id) for id in with_cases()]
        made = shared_mutants(trials)
    elif name == MATCHES:
        played = [match_trial(id) for id in rulesets()]
        trials = [*played, *(trial(id) for id in with_cases())]
        made = match_mutants(played)
    else:
        scoring = trial(name)
        trials = [scoring, match_trial(name)] if name in WITH_IMPORT else [scoring]
        made = all_mutants(scoring)
    known = answers().get(name, {})
    tried = _sample(made, known, sample, seed) if sample else made
    survivors = [mutant.id for mutant in tried if not _caught(mutant, trials, _PATIENCE if mutant.id in known else 1)]
    report = Report(name, len(made), len(tried), time.perf_counter() - started)
    report.answered = [one for one in survivors if one in known]
    report.open = [one for one in survivors if one not in known]
    kept = {mutant.id for mutant in made} - ({mutant.id for mutant in tried} - set(survivors))
    report.stale = [one for one in known if one not in kept]
    return report


def _sample(made: Sequence[Mutant], known: Collection[str], size: int, seed: int) -> list[Mutant]:
    """Drawn by ids, which some mutants share: one of them that survives is what an answer is about."""
    drawn, ids = random.Random(seed), dict.fromkeys(mutant.id for mutant in made)
    parts = [[id_ for id_ in ids if (id_ in known) is answered] for answered in (True, False)]
    chosen = {id_ for part in parts for id_ in drawn.sample(part, min(size, len(part)))}
    return [mutant for mutant in made if mutant.id in chosen]


_PATIENCE = 20
"""An answered mutant comes to an end, so only a busy computer makes it look like one that runs in circles."""


def _caught(mutant: Mutant, trials: Sequence[Trial], patience: float) -> bool:
    return any(one.catches(mutant, patience) for one in trials if one.reaches(mutant))


def _print(report: Report) -> None:
    killed = report.tried - len(report.answered) - len(report.open)
    print(
        f"{report.ruleset}: {report.tried} of {report.mutants} mutants, {killed} noticed, "
        f"{len(report.answered)} answered, {len(report.open)} open, {report.seconds:.1f} s"
    )
    for name in report.open:
        print(f"  survives: {name}")
    for name in report.stale:
        print(f"  answered but noticed: {name}")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate_rules", description=__doc__)
    parser.add_argument("--ruleset", action="append", choices=(*rulesets(), *PARTS), help="one of them; repeatable")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--sample", type=int, default=0, help="only so many of each, drawn by chance")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    chosen = parser.parse_args(arguments)
    reports = [examine(name, chosen.sample, chosen.seed) for name in chosen.ruleset or (*with_cases(), *PARTS)]
    if chosen.json:
        print(json.dumps([vars(report) for report in reports], indent=2))
    else:
        for report in reports:
            _print(report)
    return 1 if any(report.open or report.stale for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
