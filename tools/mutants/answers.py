"""The survivors that somebody has looked at: rows of docs/rulesets/mutation.md, name of the mutant and answer."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "rulesets" / "mutation.md"
ROWS = ("| item ", "| exclusion ", "| option ", "| code ", "| constant ")
HEADING = re.compile(r"## (\S+)")


def answers(page: Path = PAGE) -> dict[str, dict[str, str]]:
    """Per heading (a ruleset or ``shared``) the answer for each mutant. A row is ``| mutant | answer |``."""
    found: dict[str, dict[str, str]] = {}
    here = ""
    for line in page.read_text(encoding="utf-8").splitlines():
        if heading := HEADING.fullmatch(line):
            here = heading[1]
        elif here and line.startswith(ROWS) and line.endswith(" |"):
            mutant, _, answer = line[2:-2].rpartition(" | ")
            found.setdefault(here, {})[mutant.replace("\\|", "|")] = answer
    return found
