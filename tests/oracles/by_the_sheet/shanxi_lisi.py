"""A second scorer of ``shanxi-lisi``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from tests.oracles.by_the_sheet.tiles import every_tile, is_real, melds_of, next_tile, spell, too_many, wrong_count

DEFAULTS: dict[str, Any] = {
    "players": 4, "suits": "exactly-two", "self-draw-points": 20, "discard-points": 5, "dealer-times": 2,
    "exposed-kong": 5, "concealed-kong": 10, "ready-required": True, "seven-pairs": False,
}  # fmt: skip
EVERYBODY = {3: "ESW", 4: "ESWN"}


def score(record: dict[str, Any]) -> dict[str, Any]:
    options = {**DEFAULTS, **record.get("options", {})}
    if wrong_count(record):
        return refused("wrong-tile-count")
    if too_many(record, bonus=False):
        return refused("too-many-copies")
    if not may_win(record, options):
        return refused("not-a-winning-hand")
    items = items_of(record, options)
    total = sum(items.values())
    return {
        "legal": True, "items": items, "total": total, "unit": "points", "limit": False, "base": total,
        "payments": payments(record, options, total),
    }  # fmt: skip


def refused(reason: str) -> dict[str, Any]:
    return {"legal": False, "reason": reason}


def may_win(record: dict[str, Any], options: dict[str, Any]) -> bool:
    """2 and 4: declared ready, nothing claimed but pongs and kongs, the right suits, four sets and a pair."""
    melds = melds_of(record)
    if options["ready-required"] and record["seat_wind"] not in (record.get("ready") or []):
        return False
    if any(meld.kind == "chow" or not is_real(meld) for meld in melds):
        return False
    tiles = every_tile({**record, "flowers": ""})
    if any(tile[1] not in "mpsz" for tile in tiles):
        return False
    if options["players"] == 3 and any(tile[1] == "z" for tile in tiles):
        return False
    suits = len({tile[1] for tile in tiles} - {"z"})
    if (options["suits"] == "exactly-two" and suits != 2) or (options["suits"] == "at-most-two" and suits > 2):
        return False
    own = tuple(sorted([*spell(record["hand"]), record["winning_tile"]], key=lambda tile: (tile[1], tile[0])))
    if options["seven-pairs"] and not melds and sorted(Counter(own).values()) == [2] * 7:
        return True
    return complete(own, True)


@cache
def complete(tiles: tuple[str, ...], pair: bool) -> bool:
    """Sorted tiles as sets, and a pair where one is still to come."""
    if not tiles:
        return not pair
    first = tiles[0]
    own = tiles.count(first)
    if own >= 2 and pair and complete(tiles[2:], False):
        return True
    if own >= 3 and complete(tiles[3:], pair):
        return True
    if first[1] == "z" or first[0] > "7":
        return False
    rest = list(tiles)
    for step in range(3):
        if (tile := next_tile(first, step)) not in rest:
            return False
        rest.remove(tile)
    return complete(tuple(rest), pair)


def items_of(record: dict[str, Any], options: dict[str, Any]) -> dict[str, int]:
    """5."""
    kongs = [meld.concealed for meld in melds_of(record) if meld.kind == "kong"]
    drawn = record["win"] == "self-draw"
    counted = {
        "self-draw": options["self-draw-points"] if drawn else 0,
        "discard": 0 if drawn else options["discard-points"],
        "exposed-kong": kongs.count(False) * options["exposed-kong"],
        "concealed-kong": kongs.count(True) * options["concealed-kong"],
    }
    return {name: value for name, value in counted.items() if value}


def payments(record: dict[str, Any], options: dict[str, Any], total: int) -> dict[str, int]:
    """6: from the wall all the same; otherwise shares, which a discarder who is not ready pays alone."""
    net, winner, discarder = dict.fromkeys("ESWN", 0), record["seat_wind"], record["discarder"]
    for loser in EVERYBODY[options["players"]].replace(winner, ""):
        share = total
        if discarder:
            times = options["dealer-times"] if "E" in (winner, loser) else 1
            share = options["discard-points"] * times + total - options["discard-points"]
        payer = loser if not discarder or discarder in (record.get("ready") or []) else discarder
        net[payer] -= share
        net[winner] += share
    return net
