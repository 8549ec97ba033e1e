"""What a riichi player at the table may ask: am I tenpai, and may I win on a discard?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from controller.rules.game import Game
from controller.rules.hand.parse import read
from controller.rules.hand.record import Hand
from controller.rules.hand.tiles import NAMES, PLAYING, count
from controller.rules.hand.waits import orphan_waits, pair_waits, set_waits


def tenpai_waits(game: Game, record: Mapping[str, Any]) -> tuple[str, ...]:
    """The tiles that complete a hand of 13, with or without a yaku; empty for a hand that is not tenpai.

    A wait for tiles that the player holds all himself counts only with ``fifth-tile``. The record is a scoring
    record; its winning tile is passed over and may be missing. Raises RecordError.
    """
    hand = read({**record, "winning_tile": "1m"}, game.tiles)
    waits = set_waits(hand.held)
    if not hand.melds:
        waits = (*waits, *pair_waits(hand.held), *orphan_waits(hand.held))
    kinds = sorted(set(waits))
    if not game.options["fifth-tile"]:
        kinds = [tile for tile in kinds if _held(hand, tile) < game.tiles.copies]
    return tuple(NAMES[tile] for tile in kinds)


def _held(hand: Hand, tile: int) -> int:
    """Copies of a tile in hand and melds."""
    return count(hand.tiles & PLAYING, tile) - (tile == hand.winning)


def furiten(
    game: Game, waits: Iterable[str], own_discards: Iterable[str], passed: bool, passed_after_riichi: bool = False
) -> list[tuple[str, str]]:
    """What bars a win on a discard: the key of the reason and what ends it (empty: the rest of the hand).

    ``own_discards``: all of the hand, those that were claimed too. ``passed``: let a winning tile go since the own last
    draw. A self-drawn tile always wins.
    """
    locks = []
    if set(waits) & {_plain(tile) for tile in own_discards}:
        locks.append(("lock.furiten", ""))
    if passed_after_riichi:
        locks.append(("lock.furiten-riichi", ""))
    elif passed:
        ends = game.options.get("temporary-furiten", "own-draw")
        key = "lock.furiten-temporary" if ends == "own-draw" else "lock.furiten-temporary-or-call"
        locks.append((key, ends))
    return locks


def _plain(tile: str) -> str:
    return f"5{tile[1]}" if tile[0] == "0" else tile
