"""The service report as plain data, for the page and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from controller.upkeep.advice import DUE_WALLS, FAULT_WALLS, advise
from controller.upkeep.diary import CARE_PARTS, Diary, Service
from controller.upkeep.history import WearHistory, WearLine

DAYS_SHOWN: Final = 60


def report(diary: Diary, history: WearHistory) -> dict[str, Any]:
    """``drift`` values are shares, None while unknown. ``faults`` are those of the last ``fault_walls`` walls."""
    counts = Counter((note.code, note.key, note.side, note.mechanism) for note in diary.recent(FAULT_WALLS))
    return {
        "walls": diary.walls,
        "board": history.board or None,
        "mechanisms": [_mechanism(name, line, diary) for name, line in (history.lines or {}).items()],
        "counters": dict(history.counts[-1].values) if history.counts else None,
        "care": [_care(part, diary) for part in CARE_PARTS],
        "fault_walls": min(FAULT_WALLS, diary.walls),
        "faults": [
            {"code": code, "key": f"service.{key}", "side": side, "mechanism": mechanism, "times": times}
            for (code, key, side, mechanism), times in counts.most_common()
        ],
        "builds": {
            "last": None if diary.last_wall is None else asdict(diary.last_wall),
            "drift": _rounded(diary.pace_drift),
        },
        "advice": [
            {"level": each.level, "key": f"service.advice.{each.key}", "part": each.part, "args": dict(each.args)}
            for each in advise(diary, history)
        ],
    }


def _mechanism(name: str, line: WearLine, diary: Diary) -> dict[str, Any]:
    return {
        "mechanism": name,
        "mean_ms": line.now.mean_ms,
        "last_ms": line.now.last_ms,
        "runs": line.now.runs,
        "first_ms": round(line.first_ms),
        "since": line.since,
        "drift": _rounded(line.drift),
        "recent_drift": _rounded(line.recent_drift),
        "days": [[each.day, each.travel.mean_ms] for each in line.days[-DAYS_SHOWN:]],
        "last_service": _service(diary.last(name)),
    }


def _care(part: str, diary: Diary) -> dict[str, Any]:
    return {"part": part, "walls": diary.since(part), "due": DUE_WALLS[part], "last": _service(diary.last(part))}


def _service(done: Service | None) -> Mapping[str, Any] | None:
    return None if done is None else {"work": done.work, "who": done.who, "time": done.time, "wall": done.wall}


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)
