"""What hands of ``fujian`` have beside those of other games: gold tiles, winds that are laid aside, the streak."""

from __future__ import annotations

import random
from typing import Any

from tests.oracles.by_the_sheet.random_hands import Table, suit_tiles
from tests.oracles.by_the_sheet.tiles import every_tile, spell, write

CHOICES: dict[str, list[Any]] = {
    "hand-tiles": [16], "tiles": [124, 128, 144], "no-bonus-no-kong": [0, 7], "three-golds": [0, 9],
    "robbing-gold": [0, 11], "gold-pair": [0, 3], "full-flush": [0, 40], "discard-payment": ["all", "discarder"],
    "dealer-streak": [False],
}  # fmt: skip
PROFILES = ("fuzhou",)
FLAGS = ("last-tile", "last-discard", "replacement", "double-replacement")


def table(options: dict[str, Any], profile: str | None) -> Table:
    sixteen = options.get("hand-tiles", 16 if profile else 13) == 16
    return Table(suit_tiles(), flags=FLAGS, sets=5 if sixteen else 4, pairs=0)


def change(rng: random.Random, record: dict[str, Any]) -> None:
    """Some tiles of the hand are gold instead."""
    record["streak"] = rng.choice((0, 0, 1, 3))
    record["flowers"] = _laid_aside(rng, record)
    gold = rng.choice(suit_tiles())
    used = every_tile(record).count(gold)
    melded = any(gold in spell(meld["tiles"]) for meld in record["melds"])
    record["indicator"] = "" if melded or used > 3 or rng.random() < 0.05 else gold
    if not record["indicator"]:
        return
    held = spell(record["hand"])
    for _ in range(rng.choice((0, 1, 1, 2, 2, 3))):
        if used < 3 and held:
            at = rng.randrange(len(held))
            used += held[at] != gold
            held[at] = gold
    record["hand"] = write(held)
    _name_the_win(rng, record)


def _laid_aside(rng: random.Random, record: dict[str, Any]) -> str:
    """Winds, the white dragon where it is in the set, a flower where there are such."""
    tiles = record["options"].get("tiles", 128 if record.get("profile") else 124)
    laid = [f"{rng.choice((1, 2, 3, 4, 4, 7))}z" for _ in range(rng.choice((0, 0, 1, 2, 3)))]
    kept = [tile for tile in laid if tile != "7z" or tiles > 124 or rng.random() < 0.1]
    return write(kept) + ("1f" if tiles == 144 else "")


def _name_the_win(rng: random.Random, record: dict[str, Any]) -> None:
    """Some wins by self-draw are announced as three golds, or take the gold tile itself."""
    if record["win"] != "self-draw" or record["flags"] or rng.random() > 0.6:
        return
    claimed = any(not meld["concealed"] for meld in record["melds"])
    record["flags"] = [rng.choice(("three-golds", "three-golds" if claimed else "robbing-gold"))]
    if record["flags"] == ["robbing-gold"]:
        record["winning_tile"] = record["indicator"]
