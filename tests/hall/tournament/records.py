"""Records of tournaments for the tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def game(
    players: Sequence[str], scores: Sequence[int], sticks: int = 0, penalties: Sequence[float] = ()
) -> dict[str, Any]:
    return {"players": list(players), "scores": list(scores), "sticks": sticks, "penalties": list(penalties) or [0] * 4}


def one_game(preset: str, scores: Sequence[int], sticks: int = 0, penalties: Sequence[float] = ()) -> dict[str, Any]:
    table = game("abcd", scores, sticks, penalties)
    return {"preset": preset, "players": list("abcd"), "rounds": [{"tables": [table]}]}


def totals(players: str, *rounds: Sequence[int], **more: Any) -> dict[str, Any]:
    """Plain totals of four players who meet in each round."""
    return {
        "preset": "points",
        "players": list(players),
        "rounds": [{"tables": [game(players, scores)]} for scores in rounds],
        **more,
    }
