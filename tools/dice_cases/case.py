"""One vector: the lines of a log, and the report that every verifier gives on them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from controller.fairness.discrepancies import Discrepancy
from controller.fairness.proof import verify


@dataclass(frozen=True)
class Case:
    """``flaws``: what is to be found, each as ``line flaw number``; stated by the author, not by the code."""

    id: str
    what: str
    lines: list[str]
    flaws: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Raises ``ValueError`` when the verifier finds anything else than the author expects."""
        report = verify(self.lines)
        found = [_named(each) for each in report.discrepancies]
        if found != list(self.flaws):
            raise ValueError(f"{self.id}: found {found}, expected {list(self.flaws)}")
        return {"what": self.what, "lines": self.lines, "report": report.as_json()}

    def as_text(self) -> str:
        return json.dumps(self.as_json(), indent=1, ensure_ascii=False) + "\n"


def _named(found: Discrepancy) -> str:
    return f"{found.line} {found.flaw} {found.number}"
