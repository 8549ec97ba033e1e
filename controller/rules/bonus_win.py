"""With which wins a bonus tile is the last tile: asked of the game, with a hand that nothing else makes win."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from controller.rules.errors import RecordError
from controller.rules.hand.record import DISCARD, NO_WIN
from controller.rules.hand.tile_set import TileSet
from controller.rules.hand.tiles import NAMES

FLOWERS: Final = 8
"""Flowers and seasons, by which alone a hand is won."""
Score = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def bonus_wins(tiles: TileSet, sources: Sequence[str], score: Score) -> tuple[str, ...]:
    """The sources with which the eighth flower, or the seventh, wins over any tiles."""
    flowers = [NAMES[tile] for tile in tiles.bonus if NAMES[tile].endswith("f")]
    if len(flowers) != FLOWERS or tiles.thrown_wild or tiles.exposures:
        return ()
    return tuple(source for source in sources if any(_wins(tiles, flowers, source, score, less) for less in (0, 1)))


def _wins(tiles: TileSet, flowers: Sequence[str], source: str, score: Score, less: int) -> bool:
    kinds = [NAMES[tile] for tile in tiles.kinds]
    record: dict[str, Any] = {
        "hand": "".join((kinds * 2)[: tiles.hand]),
        "melds": [],
        "winning_tile": flowers[-1],
        "win": source,
        "seat_wind": "S",
        "round_wind": "E",
        "discarder": "E" if source == DISCARD else None,
        "flags": [],
        "flowers": "".join(flowers[less:-1]),
    }
    try:
        result = score(record)
    except RecordError:
        return False
    return bool(result["legal"]) or result["reason"] != NO_WIN
