"""Whether the worked cases notice a wrong ruleset: ``python -m tools.mutate_rules [--ruleset ID] [--json] [--all]``.

Every value, test, exclusion, option, comparison, number and operator of a ruleset is changed in turn, in memory; the
cases of tests/cases are scored; what no case notices has survived. Survivors need a case, or an answer in
docs/rulesets/mutation.md. Exit status 1 when one has neither.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass, field

from controller.rules import rulesets
from tools.mutants import Mutant
from tools.mutants.answers import answers
from tools.mutants.trial import Trial, all_mutants, case_files, shared_mutants, trial

SHARED = "shared"


@dataclass
class Report:
    """``stale``: answers to mutants that do not survive, or no longer exist."""

    ruleset: str
    mutants: int = 0
    seconds: float = 0.0
    answered: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)


def with_cases() -> list[str]:
    return [id for id in rulesets() if case_files(id)]


def examine(name: str) -> Report:
    """All mutants of a ruleset, or of what the rulesets share."""
    started = time.perf_counter()
    if name == SHARED:
        trials = [trial(id) for id in with_cases()]
        made = shared_mutants(trials)
    else:
        trials = [trial(name)]
        made = all_mutants(trials[0])
    survivors = [mutant.id for mutant in made if not _caught(mutant, trials)]
    known = answers().get(name, {})
    report = Report(name, len(made), time.perf_counter() - started)
    report.answered = [one for one in survivors if one in known]
    report.open = [one for one in survivors if one not in known]
    report.stale = [one for one in known if one not in survivors]
    return report


def _caught(mutant: Mutant, trials: list[Trial]) -> bool:
    return any(one.catches(mutant) for one in trials)


def _print(report: Report) -> None:
    killed = report.mutants - len(report.answered) - len(report.open)
    print(f"{report.ruleset}: {report.mutants} mutants, {killed} noticed, {len(report.answered)} answered, "
          f"{len(report.open)} open, {report.seconds:.1f} s")  # fmt: skip
    for name in report.open:
        print(f"  survives: {name}")
    for name in report.stale:
        print(f"  answered but noticed: {name}")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate_rules", description=__doc__)
    parser.add_argument("--ruleset", action="append", choices=(*rulesets(), SHARED), help="one of them; repeatable")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args(arguments)
    reports = [examine(name) for name in chosen.ruleset or (*with_cases(), SHARED)]
    if chosen.json:
        print(json.dumps([vars(report) for report in reports], indent=2))
    else:
        for report in reports:
            _print(report)
    return 1 if any(report.open or report.stale for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
