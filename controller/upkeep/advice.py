"""What to clean or replace next: one list of limits, each with where it comes from. Pure.

Sources are sections of the reference on automatic tables. Parlours clean inside daily, grease every two to three weeks,
try the wiring monthly and have a great service every three to four months (4.4). A wall takes three to eight minutes of
play (2.1), so a parlour table builds about 65 a day; that turns days into walls, and walls hold for homes as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from controller.upkeep.diary import CARE_PARTS, Diary, FaultNote
from controller.upkeep.history import WearHistory, risen

Level = Literal["now", "soon"]

DUE_WALLS: Final[Mapping[str, int]] = {"inside": 450, "slides": 1_100, "wiring": 2_000, "overhaul": 6_800}
"""Walls between two services of a kind. inside: dirt grows so that a jam is three times as likely after 450 walls
(9.6: 1 + 9d, d = 0.0005 a wall); the others are 17, 30 and 105 parlour days."""
SOON: Final = 0.8
"""Share of the due walls at which a service is announced."""

DRIFT_SOON: Final = 0.10
DRIFT_NOW: Final = 0.25
"""Slower than the first runs. Wear alone takes 50,000 walls for a tenth (9.6: 0.02 % per 100), so a tenth is dirt or
dry grease; a quarter is half of the way to where the board warns of each run."""
RECENT_DRIFT: Final = 0.05
"""Slower than the four weeks before: something has changed lately."""
PACE_DRIFT: Final = 0.30
"""Walls take longer than the first ones did: weak pick-up, dull sensors, tired disc (4.2, last tiles never come up)."""

FAULT_WALLS: Final = 200
"""The walls that are looked back at for faults."""
FAULT_TIMES: Final[Mapping[str, int]] = {
    "short": 3,
    "head-jam": 2,
    "channel": 2,
    "lift": 2,
    "slow": 3,
    "by-clock": 1,
    "over-current": 2,
}
"""How often a fault may come at one place. Clean machines jam once in 400 walls over four heads (9.6), so twice in 200
at one head is four times what all heads do together. A tile left out by people comes once in 60 walls, anywhere: three
times on one side is no accident (4.2, one side always short)."""
_FAMILIES: Final = ((1, 4, "short"), (11, 14, "head-jam"), (15, 18, "channel"), (21, 24, "lift"))
_PLACE: Final = {"short": "pick", "head-jam": "head", "channel": "pick", "lift": "lift"}

COUNTER_DAYS: Final = 7
COUNTER_LIMITS: Final[Mapping[str, int]] = {"brown_outs": 1, "watchdog_resets": 1}
DAMAGED_SHARE: Final = 1e-4
DAMAGED_LEAST: Final = 20


@dataclass(frozen=True, slots=True)
class Advice:
    """``key`` names the sentence, ``part`` the place and what is recorded when it is done (None: nothing to record)."""

    level: Level
    key: str
    part: str | None = None
    args: Mapping[str, Any] = field(default_factory=dict)


def advise(diary: Diary, history: WearHistory) -> tuple[Advice, ...]:
    """All advice, the urgent first, each place once per reason."""
    found = [*_faults(diary), *_drifts(history), *_counters(history), *_pace(diary), *_care(diary)]
    return tuple(sorted(found, key=lambda each: each.level != "now"))


def _care(diary: Diary) -> Iterator[Advice]:
    for part in CARE_PARTS:
        walls, due = diary.since(part), DUE_WALLS[part]
        if walls >= due * SOON:
            yield Advice("now" if walls >= due else "soon", f"care-{part}", part, {"walls": walls, "due": due})


def _drifts(history: WearHistory) -> Iterator[Advice]:
    for mechanism, line in (history.lines or {}).items():
        drift, recent = line.drift, line.recent_drift
        if drift is not None and drift >= DRIFT_SOON:
            key = "drift-worn" if drift >= DRIFT_NOW else "drift"
            level: Level = "now" if drift >= DRIFT_NOW else "soon"
            yield Advice(level, key, mechanism, {"percent": round(drift * 100), "ms": line.now.mean_ms})
        elif recent is not None and recent >= RECENT_DRIFT:
            yield Advice("soon", "drift-recent", mechanism, {"percent": round(recent * 100)})


def _faults(diary: Diary) -> Iterator[Advice]:
    counts = Counter(place for note in diary.recent(FAULT_WALLS) if (place := _place(note, diary)) is not None)
    for (family, part), times in counts.items():
        if times >= FAULT_TIMES[family]:
            level: Level = "soon" if family == "slow" else "now"
            yield Advice(level, f"fault-{family}", part, {"times": times, "walls": min(FAULT_WALLS, diary.walls)})


def worst_parts(diary: Diary) -> tuple[tuple[str, int], ...]:
    """How often each part had a fault in the last ``FAULT_WALLS`` walls and since it was served, the worst first."""
    counts = Counter(place[1] for note in diary.recent(FAULT_WALLS) if (place := _place(note, diary)) is not None)
    return tuple(counts.most_common())


def _place(note: FaultNote, diary: Diary) -> tuple[str, str] | None:
    """The kind of a fault and its part; None for what no cloth mends, and for what was served since."""
    family, part = _family(note)
    served = diary.last(part) if part else None
    if not family or not part or (served is not None and note.wall <= served.wall):
        return None
    return family, part


def _family(note: FaultNote) -> tuple[str, str | None]:
    named = {"W01": "slow", "W02": "by-clock", "E32": "over-current"}.get(note.code)
    if named:
        return named, note.mechanism
    number = int(note.code[1:]) if note.code[:1] == "E" and note.code[1:].isdigit() else 0
    for first, last, family in _FAMILIES:
        if first <= number <= last:
            return family, f"{_PLACE[family]}-{number - first}"
    return "", None


def _pace(diary: Diary) -> Iterator[Advice]:
    drift = diary.pace_drift
    if drift is not None and drift >= PACE_DRIFT:
        yield Advice("soon", "pace", "inside", {"percent": round(drift * 100)})


def _counters(history: WearHistory) -> Iterator[Advice]:
    for name, least in COUNTER_LIMITS.items():
        times = risen(history, name, COUNTER_DAYS)
        if times >= least:
            yield Advice("now", name.replace("_", "-"), None, {"times": times, "days": COUNTER_DAYS})
    damaged, received = (risen(history, name, COUNTER_DAYS) for name in ("frames_damaged", "frames_received"))
    if damaged >= DAMAGED_LEAST and damaged >= received * DAMAGED_SHARE:
        yield Advice("soon", "link", None, {"times": damaged, "days": COUNTER_DAYS})
