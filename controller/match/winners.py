"""Who wins when several players call the same tile. Driven by the options of the ruleset, which are data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.rules.seats import Seat
from controller.walls.sides import SIDES

FIRST_OF_ALL = "thirteen-terminals"


def choose(
    options: Mapping[str, Any], wins: Sequence[Mapping[str, Any]]
) -> tuple[tuple[Mapping[str, Any], ...], tuple[Seat, ...]]:
    """The wins that count, in turn order after the discarder, and the seats passed over.

    ``multiple-winners``: ``nearest`` or ``head-bump`` (first in turn order; with ``thirteen-terminals-priority`` such a
    hand before all), ``highest`` (what pays most, then the largest total, ties to the nearest) or ``all``. A
    limit hand pays more than any number of faan, though its total is a figure for display.
    """
    in_turn = sorted(wins, key=_distance)
    rule = options.get("multiple-winners", "all")
    if len(in_turn) < 2 or rule not in ("nearest", "head-bump", "highest"):
        return tuple(in_turn), ()
    kept = max(in_turn, key=_worth) if rule == "highest" else _nearest(options, in_turn)
    return (kept,), tuple(win["winner"] for win in in_turn if win is not kept)


def _nearest(options: Mapping[str, Any], in_turn: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    if options.get("thirteen-terminals-priority"):
        for win in in_turn:
            if FIRST_OF_ALL in win.get("result", {}).get("items", {}):
                return win
    return in_turn[0]


def _worth(win: Mapping[str, Any]) -> tuple[bool, int, int]:
    return win["limit"], win.get("result", {}).get("base", 0), win["total"]


def _distance(win: Mapping[str, Any]) -> int:
    """Places from the discarder to the winner; a win from the wall stands alone."""
    return 0 if win["discarder"] is None else (int(win["winner"]) - int(win["discarder"])) % SIDES
