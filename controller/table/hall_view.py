"""What the pages of a table show of its hall."""

from __future__ import annotations

from typing import Any, Final

from controller.match import MatchState
from controller.uplink import Clock, DrawWanted, HallState, hands_left

NO_LINK: Final[dict[str, Any]] = {"status": "cut-off", "heard": 0, "behind": 0, "joining": None}
"""Of a table whose service has no link running."""


def hall_json(
    state: HallState, match: MatchState | None, now: str, link: dict[str, Any] | None
) -> dict[str, Any] | None:
    """The ``hall`` part of the snapshot; None for a table that has to do with none. ``link``: how it stands with the
    hall, from the service: ``status``, ``heard`` (Unix seconds, 0: never), ``behind`` (events), ``joining``."""
    stands = link or NO_LINK
    if state.hall is None and stands["joining"] is None:
        return None
    last = state.answered[-1] if state.answered else None
    return {
        "name": None if state.hall is None else state.hall.given_name,
        "released": state.hall is not None and state.hall.released,
        **{name: stands[name] for name in ("status", "heard", "behind", "joining")},
        "clock": None if state.clock is None else clock_json(state.clock, match, now),
        "message": None
        if state.message is None
        else {"text": state.message.text, "who": state.message.who, "time": state.message.time},
        "draw": draw_json(state.draw or state.drawn),
        "order": None
        if last is None
        else {"kind": last.kind, "who": last.who, "time": last.time, "seq": last.seq, "refused": last.code or None},
    }


def draw_json(draw: DrawWanted | None) -> dict[str, Any] | None:
    if draw is None:
        return None
    return {"title": draw.title, "rolls": draw.rolls, "dice": [list(faces) for faces in draw.dice]}


def clock_json(clock: Clock, match: MatchState | None, now: str) -> dict[str, Any] | None:
    """``left``: hands that may still begin, null before the gong; None for a clock of another game."""
    if match is not None and match.phase != "over" and not clock.is_for(match):
        return None
    played = match is not None and match.phase != "over"
    return {
        "ends": clock.ends,
        "inside": clock.inside,
        "between": clock.between,
        "stops": clock.stops,
        "left": hands_left(clock, match, now) if played and match is not None else None,
    }
