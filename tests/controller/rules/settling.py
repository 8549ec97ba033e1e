"""What a hand moves, asked of a game in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.rules.game import End, Game, MatchPosition, QuickWin, Settlement


def settle_quick(game: Game, position: MatchPosition, *wins: QuickWin, **declared: tuple[int, ...]) -> Settlement:
    """Wins without tiles on one discard, or one from the wall."""
    end = End("win", tuple(win.winner for win in wins), wins[0].discarder, declared=declared)
    return game.settle(position, [end], [game.paid_quick(position, win).paid for win in wins])


def settle_scored(
    game: Game, position: MatchPosition, record: Mapping[str, Any], **declared: tuple[int, ...]
) -> Settlement:
    """A win with tiles; its record names winner and discarder by their winds."""
    win = game.scored(record).win
    assert win is not None, "the record is a winning hand"
    winds = game.seat_winds(position)
    discarder = record["discarder"] and winds.index(record["discarder"])
    end = End("win", (winds.index(record["seat_wind"]),), discarder, declared=declared)
    return game.settle(position, [end], [win.paid])


def settle(game: Game, position: MatchPosition, end: End) -> Settlement:
    """A hand that nobody won."""
    return game.settle(position, [end])
