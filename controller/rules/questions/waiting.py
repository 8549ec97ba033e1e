"""The tiles that complete a ready hand, what each is worth, and what is missing to the minimum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from controller.rules.engine import ConfiguredGame
from controller.rules.errors import RecordError
from controller.rules.hand.fields import tile_text
from controller.rules.hand.parse import jokers_of
from controller.rules.hand.record import BELOW_MINIMUM, Hand
from controller.rules.hand.tiles import BONUS, BONUS_SHIFT, FIRST, KINDS, NAMES, count, read_tiles
from controller.rules.sheet.ruleset import ReadingWorth

LAST_FLOWERS: Final = 2
"""Seven and eight flowers are hands of some games."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes a ready hand. ``left`` copies are not in the hand; ``missing`` is what it lacks to reach
    the minimum (0: legal)."""

    tile: str
    left: int
    legal: bool
    total: int
    items: Mapping[str, int]
    missing: int


def waits(game: ConfiguredGame, record: Mapping[str, Any]) -> list[Wait]:
    """The tiles that complete a hand, each with what it would be worth won as the record says.

    The record is a scoring record; its ``winning_tile`` is passed over and may be missing. Raises RecordError.
    """
    found = []
    flowers = 0
    for tile in (*game.tiles.drawn, *_last_flowers(game, record)):
        if flowers and KINDS <= tile < FIRST["j"] and game.tiles.exposures:
            continue  # all flowers are one kind: the first that is not held stands for them
        hand = _won(game, record, NAMES[tile])
        if hand is None:
            continue
        verdicts, reason = game.verdicts(hand)
        if reason not in ("", BELOW_MINIMUM):
            continue
        flowers += KINDS <= tile < FIRST["j"]
        best = max(verdicts, key=lambda verdict: (game.legal(verdict), verdict.rank))
        left = _left(game, hand, tile)
        found.append(Wait(NAMES[tile], left, not reason, best.total, best.items, _short(game, verdicts)))
    return found


def _last_flowers(game: ConfiguredGame, record: Mapping[str, Any]) -> list[int]:
    """The flowers and seasons that are not laid out yet, where one of the last two wins over any tiles."""
    if record.get("win") not in game.asks.bonus_wins:
        return []
    laid = read_tiles(tile_text(record.get("flowers") or "", "flowers"))
    others = [tile for tile in sorted(game.tiles.bonus) if NAMES[tile].endswith("f") and tile not in laid]
    return others if len(others) <= LAST_FLOWERS else []


def _left(game: ConfiguredGame, hand: Hand, tile: int) -> int:
    """Copies of the winning tile that are not in the hand; flowers are counted together."""
    tiles = game.tiles
    if tile in tiles.jokers:
        held = jokers_of(hand.record, tiles).count(tile)
    elif tile >= KINDS and not tiles.exposures:
        return 1
    elif tile >= KINDS:
        return sum(tiles.bonus.values()) + 1 - ((hand.tiles & BONUS) >> BONUS_SHIFT)
    else:
        held = count(hand.tiles, tile)
    return tiles.has(tile) + 1 - held


def any_hand(game: ConfiguredGame, record: Mapping[str, Any]) -> Hand | None:
    """The record with the first tile that may still come as its winning one; None where none may."""
    hands = (_won(game, record, NAMES[tile]) for tile in game.tiles.drawn)
    return next((hand for hand in hands if hand is not None), None)


def _won(game: ConfiguredGame, record: Mapping[str, Any], tile: str) -> Hand | None:
    """The hand with this winning tile; None where no copy of it can be left, because the others lie turned on the table
    or make the kong that is robbed."""
    try:
        return game.hand_of({**record, "winning_tile": tile, "explain": False})
    except RecordError as error:
        if error.tile == tile:
            return None
        raise


def lacking(game: ConfiguredGame, record: Mapping[str, Any]) -> int:
    """How much a complete hand lacks to reach the minimum: 0 for a legal hand and for one that is not complete."""
    verdicts, _ = game.verdicts(game.hand_of(record))
    return _short(game, verdicts) if verdicts else 0


def _short(game: ConfiguredGame, verdicts: Sequence[ReadingWorth]) -> int:
    return max(0, game.bound.minimum - max(verdict.counted for verdict in verdicts))
