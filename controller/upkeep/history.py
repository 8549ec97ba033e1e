"""Travel times of the mechanisms, day by day, against what they were at first. Pure values; times in milliseconds.

The board keeps a moving mean over some eight good runs, so each reading stands for at most eight runs that were not in
the one before. A board whose count is less than half of what it was has been replaced or has forgotten: the line
begins anew. A little less is normal: the board keeps its count some time after the run, and the mains may go first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final

FIRST_RUNS: Final = 50
"""Good runs that say what is normal for this mechanism."""
MEMORY_RUNS: Final = 8
"""Runs that the board's moving mean remembers (``learnt.c``: a new run counts one eighth)."""
MOST_DAYS: Final = 180
RECENT_DAYS: Final = 7
BEFORE_DAYS: Final = 28


@dataclass(frozen=True, slots=True)
class Travel:
    """One mechanism as the board tells it: the ``Learnt`` message."""

    mean_ms: int
    last_ms: int
    runs: int


@dataclass(frozen=True, slots=True)
class Day:
    """The last reading of one day (ISO date)."""

    day: str
    travel: Travel


@dataclass(frozen=True, slots=True)
class WearLine:
    """``first_ms`` is the mean of the first runs that were seen, ``weight`` how many runs it stands for; ``from_runs``
    is the count at which it began, on the day ``since``."""

    first_ms: float
    weight: int
    from_runs: int
    since: str
    days: tuple[Day, ...]

    @property
    def now(self) -> Travel:
        return self.days[-1].travel

    @property
    def settled(self) -> bool:
        """Enough runs were seen to compare with."""
        return self.now.runs - self.from_runs >= FIRST_RUNS

    @property
    def drift(self) -> float | None:
        """Slower than at first, as a share (0.1: a tenth); None while the first runs are being learnt."""
        return self.now.mean_ms / self.first_ms - 1 if self.settled and self.first_ms else None

    @property
    def recent_drift(self) -> float | None:
        """The last week against the four weeks before; None when one of them is empty."""
        last = date.fromisoformat(self.days[-1].day)
        border, start = last - timedelta(RECENT_DAYS), last - timedelta(RECENT_DAYS + BEFORE_DAYS)
        recent = [each.travel.mean_ms for each in self.days if date.fromisoformat(each.day) > border]
        before = [each.travel.mean_ms for each in self.days if start < date.fromisoformat(each.day) <= border]
        return _mean(recent) / _mean(before) - 1 if before and _mean(before) else None


@dataclass(frozen=True, slots=True)
class Count:
    """The counters of the board at the end of one day."""

    day: str
    values: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class WearHistory:
    """``board`` is its serial number; ``lines`` by mechanism (``head-2``)."""

    board: str = ""
    lines: Mapping[str, WearLine] | None = None
    counts: tuple[Count, ...] = ()

    def line(self, mechanism: str) -> WearLine | None:
        return (self.lines or {}).get(mechanism)


def noted(history: WearHistory, board: str, day: str, travels: Mapping[str, Travel]) -> WearHistory:
    """The history with a reading of ``day``. Another board has other mechanisms behind it: it begins anew."""
    known = history if history.board == board else WearHistory(board)
    lines = dict(known.lines or {})
    for mechanism, travel in travels.items():
        if travel.runs:
            lines[mechanism] = _extended(lines.get(mechanism), day, travel)
    return replace(known, lines=lines)


def counted(history: WearHistory, day: str, values: Mapping[str, int]) -> WearHistory:
    kept = [each for each in history.counts if each.day != day]
    return replace(history, counts=(*kept, Count(day, dict(values)))[-MOST_DAYS:])


def renewed(history: WearHistory, mechanism: str) -> WearHistory:
    """The mechanism got a new part: what was normal before says nothing any more."""
    return replace(history, lines={name: line for name, line in (history.lines or {}).items() if name != mechanism})


def risen(history: WearHistory, name: str, days: int) -> int:
    """How much a counter has grown within the last ``days``; 0 when it began anew meanwhile."""
    if not history.counts:
        return 0
    border = (date.fromisoformat(history.counts[-1].day) - timedelta(days)).isoformat()
    older = [each for each in history.counts if each.day <= border] or [history.counts[0]]
    return max(0, history.counts[-1].values.get(name, 0) - older[-1].values.get(name, 0))


def _extended(line: WearLine | None, day: str, travel: Travel) -> WearLine:
    if line is None or travel.runs < line.now.runs / 2:
        weight = min(travel.runs, MEMORY_RUNS)
        return WearLine(float(travel.mean_ms), weight, travel.runs, day, (Day(day, travel),))
    fresh = min(max(0, travel.runs - line.now.runs), MEMORY_RUNS)
    first, weight = line.first_ms, line.weight
    if fresh and not line.settled:
        first = (first * weight + travel.mean_ms * fresh) / (weight + fresh)
        weight += fresh
    days = (*(each for each in line.days if each.day != day), Day(day, travel))[-MOST_DAYS:]
    return WearLine(first, weight, line.from_runs, line.since, days)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


# ---------------------------------------------------------------- as a file


class BadHistory(ValueError):
    """The file holds something else."""

    code = "bad-history"


def as_json(history: WearHistory) -> dict[str, Any]:
    lines = {name: _line_json(line) for name, line in (history.lines or {}).items()}
    return {"version": 1, "board": history.board, "lines": lines, "counts": [[c.day, c.values] for c in history.counts]}


def _line_json(line: WearLine) -> dict[str, Any]:
    days = [[each.day, each.travel.mean_ms, each.travel.last_ms, each.travel.runs] for each in line.days]
    return {
        "first_ms": round(line.first_ms, 2), "weight": line.weight, "from_runs": line.from_runs, "since": line.since,
        "days": days,
    }  # fmt: skip


def from_json(document: Any) -> WearHistory:
    """Raises BadHistory."""
    try:
        if document["version"] != 1:
            raise BadHistory(f"version {document['version']}")
        lines = {str(name): _line(found) for name, found in document["lines"].items()}
        counts = tuple(
            Count(_day(day), {str(k): int(v) for k, v in values.items()}) for day, values in document["counts"]
        )
        return WearHistory(str(document["board"]), lines, counts)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadHistory(str(error)) from error


def _line(found: Mapping[str, Any]) -> WearLine:
    days = tuple(_days(found["days"]))
    if not days:
        raise BadHistory("a mechanism without a day")
    return WearLine(float(found["first_ms"]), int(found["weight"]), int(found["from_runs"]), _day(found["since"]), days)


def _days(rows: Iterable[Sequence[Any]]) -> Iterable[Day]:
    for day, mean, last, runs in rows:
        yield Day(_day(day), Travel(int(mean), int(last), int(runs)))


def _day(text: Any) -> str:
    return date.fromisoformat(str(text)).isoformat()
