"""A second scorer of ``south-african``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracles.by_the_sheet.tiles import (
    DRAGONS,
    MAJORS,
    SEATS,
    WINDS,
    Group,
    is_real,
    melds_of,
    readings,
    spell,
    too_many,
    wrong_count,
)

DEFAULTS: dict[str, Any] = {
    "max-fan": 3, "flowers": True, "no-flowers": True, "seven-pairs": False, "east-doubles": False,
    "multiple-winners": "nearest",
}  # fmt: skip
Items = dict[str, int]
LIMITS = ("full-flush", "seven-pairs", "little-dragons", "all-honors", "thirteen-orphans", "heavenly-hand",
          "earthly-hand")  # fmt: skip


def score(record: dict[str, Any]) -> dict[str, Any]:
    house = {**DEFAULTS, **record.get("options", {})}
    if wrong_count(record):
        return illegal("wrong-tile-count")
    if too_many(record, bonus=house["flowers"]):
        return illegal("too-many-copies")
    worths = [worth(items, house) for items in all_readings(record, house)]
    if not worths:
        return illegal("not-a-winning-hand")
    _, total, items = max(worths, key=lambda row: (row[0], row[1], len(row[2])))
    base = in_points(min(total, house["max-fan"]), house.get("points-table"))
    return {
        "legal": True, "items": items, "total": total, "unit": "fan", "limit": total >= house["max-fan"],
        "base": base, "payments": payments(record, base, house),
    }  # fmt: skip


def in_points(total: int, table: list[int] | None) -> int:
    """A table of the house ends with what all higher totals are worth."""
    return table[min(total, len(table) - 1)] if table else 2**total


def illegal(reason: str) -> dict[str, Any]:
    return {"legal": False, "reason": reason}


def worth(items: Items, house: dict[str, Any]) -> tuple[bool, int, Items]:
    """2 and 4: with a limit item only limit items are listed; such a reading goes first."""
    limits = {id: house["max-fan"] for id in items if id in LIMITS}
    if limits:
        return True, house["max-fan"], limits
    return False, sum(items.values()), items


def all_readings(record: dict[str, Any], house: dict[str, Any]) -> Iterator[Items]:
    """1: sets and a pair, seven different pairs by option, thirteen orphans."""
    melds = melds_of(record)
    held = [*spell(record["hand"]), record["winning_tile"]]
    every = held + [tile for meld in melds for tile in meld.tiles]
    around = of_the_win(record, house) | of_the_tiles(every)
    if not all(tile[1] in "mpsz" for tile in held) or not all(is_real(meld) for meld in melds):
        return
    for groups in readings(held[:-1], held[-1], record["win"] == "self-draw"):
        yield around | of_the_sets([*groups, *melds], record)
    if not melds and set(held) == set(MAJORS):
        yield around | {"thirteen-orphans": 1}
    if house["seven-pairs"] and not melds and all(held.count(tile) == 2 for tile in held):
        yield around | {"seven-pairs": 1}


def of_the_win(record: dict[str, Any], house: dict[str, Any]) -> Items:
    flags, own = set(record["flags"]), SEATS.index(record["seat_wind"]) + 1
    claimed = any(not meld.concealed for meld in melds_of(record))
    bonus = [tile for tile in spell(record["flowers"]) if tile[1] == "f"]
    true = {
        "concealed-hand": not claimed,
        "self-draw": record["win"] == "self-draw",
        "robbing-the-kong": record["win"] == "robbed-kong",
        "kong-replacement": bool(flags & {"replacement", "double-replacement"}),
        "last-tile": bool(flags & {"last-tile", "last-discard"}),
        "no-flowers": house["flowers"] and house["no-flowers"] and not bonus,
        "own-flower": house["flowers"] and f"{own}f" in bonus,
        "own-season": house["flowers"] and f"{own + 4}f" in bonus,
        "heavenly-hand": "heavenly" in flags,
        "earthly-hand": "earthly" in flags,
    }
    return {id: 1 for id, holds in true.items() if holds}


def of_the_tiles(every: list[str]) -> Items:
    suits, honors = {tile[1] for tile in every} - {"z"}, any(tile[1] == "z" for tile in every)
    if not suits:
        return {"all-honors": 1}
    if len(suits) > 1:
        return {}
    return {"half-flush": 3} if honors else {"full-flush": 1}


def of_the_sets(groups: list[Group], record: dict[str, Any]) -> Items:
    seat, prevailing = (WINDS[SEATS.index(record[field])] for field in ("seat_wind", "round_wind"))
    pair = next(group.tiles[0] for group in groups if group.kind == "pair")
    pongs = [group.tiles[0] for group in groups if group.kind in ("pung", "kong")]
    dragons = sum(tile in DRAGONS for tile in pongs)
    found = {
        "all-chows": not pongs and pair not in (*DRAGONS, seat, prevailing),
        "dragon-pong": dragons,
        "seat-wind-pong": seat in pongs,
        "round-wind-pong": prevailing in pongs,
        "all-pongs": 3 * (len(pongs) == 4),
        "little-dragons": dragons == 2 and pair in DRAGONS,
    }
    return {id: int(value) for id, value in found.items() if value}


def payments(record: dict[str, Any], base: int, house: dict[str, Any]) -> dict[str, int]:
    """3."""
    winner, net = record["seat_wind"], dict.fromkeys(SEATS, 0)
    for payer in SEATS:
        if payer == winner:
            continue
        amount = base * (2 if record["win"] == "self-draw" or payer == record["discarder"] else 1)
        if house["east-doubles"] and "E" in (payer, winner):
            amount *= 2
        net[payer] -= amount
        net[winner] += amount
    return net
