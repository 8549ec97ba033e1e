"""The figures of a campaign of cycles: what came how often, what was seen of it, what people did, what it cost.

What a fault led to is told only of cycles in which it was the only one, so that no line speaks of another's effects.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

TOGETHER: Final = "(several)"
"""Cycles in which more than one fault came, or one while an earlier one still had effects."""
LATER: Final = "(after-effect)"
"""Cycles without a fault of their own, disturbed by what an earlier one had left."""


@dataclass
class Tally:
    """``alone``: of ``times``, those without another fault in the cycle; all that follows is of them. ``unnoticed``:
    no code was raised. ``lost_s``: virtual seconds beyond a plain cycle."""

    times: int = 0
    alone: int = 0
    unnoticed: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    remedies: Counter[str] = field(default_factory=Counter)
    lost_s: float = 0.0
    worst_s: float = 0.0

    def book(self, codes: Counter[str], remedies: Counter[str], lost_s: float) -> None:
        self.alone += 1
        self.unnoticed += not codes
        self.codes += codes
        self.remedies += remedies
        self.lost_s += lost_s
        self.worst_s = max(self.worst_s, lost_s)

    def add(self, other: Tally) -> None:
        self.times += other.times
        self.alone += other.alone
        self.unnoticed += other.unnoticed
        self.codes += other.codes
        self.remedies += other.remedies
        self.lost_s += other.lost_s
        self.worst_s = max(self.worst_s, other.worst_s)

    def as_json(self) -> dict[str, Any]:
        return {
            "times": self.times,
            "alone": self.alone,
            "unnoticed": self.unnoticed,
            "codes": dict(self.codes.most_common()),
            "remedies": dict(self.remedies.most_common()),
            "lost_s": round(self.lost_s / self.alone, 1) if self.alone else None,
            "worst_s": round(self.worst_s, 1),
        }


@dataclass
class Campaign:
    """The figures of a campaign, or of several added up. ``checks``: moments at which everything was looked at."""

    cycles: int = 0
    disturbed: int = 0
    odd_walls: int = 0
    checks: int = 0
    plain_s: list[float] = field(default_factory=list)
    faults: dict[str, Tally] = field(default_factory=dict)
    virtual_s: float = 0.0
    cpu_s: float = 0.0

    @property
    def plain(self) -> float:
        """Median of the cycles in which nothing went wrong."""
        return statistics.median(self.plain_s) if self.plain_s else 0.0

    def book(
        self, names: Iterable[str], codes: Counter[str], remedies: Counter[str], seconds: float, doubt: bool = False
    ) -> None:
        """A cycle is over in which these faults came; ``doubt``: an earlier one may have had a part in it."""
        came = sorted(set(names))
        self.cycles += 1
        if not came and not codes:
            self.plain_s.append(seconds)
            return
        self.disturbed += 1
        for name in came:
            self._of(name).times += 1
        alone = LATER if not came else came[0] if len(came) == 1 and not doubt else TOGETHER
        tally = self._of(alone)
        tally.times += alone in (TOGETHER, LATER)
        tally.book(codes, remedies, max(0.0, seconds - self.plain) if self.plain_s else 0.0)

    def _of(self, name: str) -> Tally:
        return self.faults.setdefault(name, Tally())

    def add(self, other: Campaign) -> None:
        self.cycles += other.cycles
        self.disturbed += other.disturbed
        self.odd_walls += other.odd_walls
        self.checks += other.checks
        self.plain_s += other.plain_s
        self.virtual_s += other.virtual_s
        self.cpu_s += other.cpu_s
        for name, tally in other.faults.items():
            self._of(name).add(tally)

    def as_json(self) -> dict[str, Any]:
        by_times = sorted(self.faults.items(), key=lambda item: (item[0].startswith("("), -item[1].times, item[0]))
        return {
            "cycles": self.cycles,
            "disturbed": self.disturbed,
            "odd_walls": self.odd_walls,
            "checks": self.checks,
            "plain_cycle_s": round(self.plain, 1),
            "virtual_hours": round(self.virtual_s / 3600, 1),
            "cpu_s": round(self.cpu_s, 1),
            "faults": {name: tally.as_json() for name, tally in by_times},
        }


def report(campaign: Campaign) -> str:
    """A table for people, which is also Markdown."""
    shown = campaign.as_json()
    lines = [
        f"{shown['cycles']} cycles, {shown['disturbed']} of them disturbed, {shown['virtual_hours']} h of table time, "
        f"{shown['cpu_s']} s of computing; everything was looked at {shown['checks']} times.",
        f"A plain cycle takes {shown['plain_cycle_s']} s. Walls that were not as planned: {shown['odd_walls']}.",
        "",
        "| fault | times | alone | unnoticed | lost, mean s | lost, worst s | codes | what people did |",
        "|---|---:|---:|---:|---:|---:|---|---|",
    ]
    for name, one in shown["faults"].items():
        lost = "" if one["lost_s"] is None else one["lost_s"]
        counts = f"{one['times']} | {one['alone']} | {one['unnoticed']} | {lost} | {one['worst_s']}"
        lines.append(f"| {name} | {counts} | {_listed(one['codes'])} | {_listed(one['remedies'])} |")
    return "\n".join(lines)


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {times}" for name, times in counts.items())
