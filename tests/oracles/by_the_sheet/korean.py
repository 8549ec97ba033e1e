"""A second scorer of ``korean``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections import Counter
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
    wrong_count,
)

DEFAULTS: dict[str, Any] = {
    "values": "a", "min-points": 2, "ante": 10, "max-points": 0, "round-wind": False, "rounds": 0,
    "seven-pairs-distinct": True, "special-tiles": True, "discard-payment": "discarder", "players": 4,
    "north": "keep", "bonus-tiles": "seasons",
}  # fmt: skip
PROFILES: dict[str, dict[str, Any]] = {
    "four": {},
    "three": {"players": 3, "discard-payment": "discarder-all"},
    "three-two-norths": {"players": 3, "discard-payment": "discarder-all", "north": "two"},
}
VALUES = {
    "concealed-hand": (1, 1, 1), "fully-concealed": (1, 1, 1), "all-chows": (1, 1, 1), "all-simples": (1, 1, 1),
    "dragon-pong": (1, 1, 1), "seat-wind-pong": (1, 1, 1), "round-wind-pong": (1, 1, 1), "straight": (2, 2, 2),
    "half-flush": (2, 2, 2), "all-pongs": (2, 2, 2), "three-concealed-pongs": (4, 2, 2), "seven-pairs": (4, 2, 2),
    "little-dragons": (6, 4, 6), "four-concealed-pongs": (6, 4, 6), "little-winds": (8, 4, 4),
    "terminals-honors": (8, 6, 4), "full-flush": (8, 6, 6), "great-dragons": (8, 6, 6), "great-winds": (12, 6, 6),
    "all-honors": (12, 6, 12), "heavenly-hand": (16, 12, 24), "earthly-hand": (16, 12, 12),
    "human-hand": (16, 12, 12), "nine-gates": (24, 12, 48),
}  # fmt: skip
BONUS = {"seasons": "5678", "flowers": "1234", "none": ""}
Items = dict[str, int]


def score(record: dict[str, Any]) -> dict[str, Any]:
    """The result; ``equally_good`` are the items of all readings that are worth as much."""
    house = {**DEFAULTS, **PROFILES.get(record.get("profile", ""), {}), **record.get("options", {})}
    if wrong_count(record):
        return {"legal": False, "reason": "wrong-tile-count"}
    if any(number > copies(tile, house) for tile, number in Counter(every_tile(record, with_bonus=True)).items()):
        return {"legal": False, "reason": "too-many-copies"}
    found = list(basic(record, house, drawn=record["win"] == "self-draw"))
    if not found:
        return {"legal": False, "reason": "not-a-winning-hand"}
    enough = [items for items in found if sum(items.values()) >= house["min-points"]]
    if not enough or not ready_on_a_discard(record, house):
        return {"legal": False, "reason": "below-minimum"}
    more = bonus(record, house)
    best = max((sum(items.values()), len(items)) for items in enough)
    same_worth = [items for items in enough if (sum(items.values()), len(items)) == best]
    return {**result(record, house, same_worth[0] | more), "equally_good": [items | more for items in same_worth]}


def copies(tile: str, house: dict[str, Any]) -> int:
    """1: what the set holds."""
    if tile[1] == "f":
        return int(tile[0] in BONUS[house["bonus-tiles"]])
    if tile == "4z":
        return {"keep": 4, "two": 2, "remove": 0}[house["north"]]
    return 0 if tile[1] == "s" else 4


def every_tile(record: dict[str, Any], *, with_bonus: bool = False) -> list[str]:
    melded = [tile for meld in melds_of(record) for tile in meld.tiles]
    beside = spell(record["flowers"]) if with_bonus else []
    return [*spell(record["hand"]), record["winning_tile"], *melded, *beside]


def ready_on_a_discard(record: dict[str, Any], house: dict[str, Any]) -> bool:
    """6: what a ready hand that is won from the wall must be worth as well."""
    if record["win"] != "self-draw" or not {"ready", "named-wait"} & set(record["flags"]):
        return True
    thrown = basic(record, house, drawn=False)
    return any(sum(items.values()) >= house["min-points"] for items in thrown)


# 4, 5: forms and basic points


def basic(record: dict[str, Any], house: dict[str, Any], *, drawn: bool) -> Iterator[Items]:
    melds, held, winning = melds_of(record), spell(record["hand"]), record["winning_tile"]
    if any(meld.kind == "chow" or not is_real(meld) for meld in melds):
        return
    lists = {id: values["abc".index(house["values"])] for id, values in VALUES.items()}
    around = of_the_hand(record, drawn=drawn)
    for groups in readings(held, winning, drawn):
        found = around | of_the_sets([*groups, *melds], record, house, drawn=drawn)
        yield {id: times * lists[id] for id, times in found.items() if times}
    counts = Counter([*held, winning])
    most = 2 if house["seven-pairs-distinct"] else 4
    if not melds and all(number % 2 == 0 and number <= most for number in counts.values()):
        found = around | {"seven-pairs": 1}
        yield {id: times * lists[id] for id, times in found.items() if times}


def of_the_hand(record: dict[str, Any], *, drawn: bool) -> Items:
    tiles, flags = every_tile(record), set(record["flags"])
    closed = all(meld.concealed for meld in melds_of(record))
    suits, honors = {tile[1] for tile in tiles} - {"z"}, any(tile[1] == "z" for tile in tiles)
    held = "".join(sorted(tile[0] for tile in spell(record["hand"])))
    true = {
        "concealed-hand": closed,
        "fully-concealed": closed and drawn,
        "all-simples": not set(tiles) & set(MAJORS),
        "half-flush": len(suits) == 1 and honors,
        "full-flush": len(suits) == 1 and not honors,
        "terminals-honors": bool(suits) and set(tiles) <= set(MAJORS),
        "all-honors": not suits,
        "heavenly-hand": "heavenly" in flags,
        "earthly-hand": "earthly" in flags,
        "human-hand": "human" in flags,
        "nine-gates": held == "1112345678999" and len(suits) == 1 and not honors,
    }
    return {id: int(holds) for id, holds in true.items()}


def of_the_sets(groups: list[Group], record: dict[str, Any], house: dict[str, Any], *, drawn: bool) -> Items:
    seat, prevailing = (WINDS[SEATS.index(record[field])] for field in ("seat_wind", "round_wind"))
    pair = next(group.tiles[0] for group in groups if group.kind == "pair")
    pongs = [group for group in groups if group.kind in ("pung", "kong")]
    kinds = [group.tiles[0] for group in pongs]
    concealed = sum(group.concealed for group in pongs)
    dragons, winds = sum(kind in DRAGONS for kind in kinds), sum(kind in WINDS for kind in kinds)
    chows = {group.tiles[0] for group in groups if group.kind == "chow"}
    lucky = {*DRAGONS, seat} | ({prevailing} if house["rounds"] or house["round-wind"] else set())
    little, great = dragons == 2 and pair in DRAGONS, dragons == 3
    return {
        "all-chows": int(not pongs and not drawn and pair not in lucky),
        "dragon-pong": 0 if little or great else dragons,
        "seat-wind-pong": int(seat in kinds),
        "round-wind-pong": int(house["round-wind"] and prevailing in kinds),
        "straight": int(any({f"{rank}{suit}" for rank in (1, 4, 7)} <= chows for suit in "mp")),
        "all-pongs": int(len(pongs) == 4),
        "three-concealed-pongs": int(concealed == 3),
        "four-concealed-pongs": int(concealed == 4),
        "little-dragons": int(little),
        "great-dragons": int(great),
        "little-winds": int(winds == 3 and pair in WINDS),
        "great-winds": int(winds == 4),
    }


# 7: bonus points


def bonus(record: dict[str, Any], house: dict[str, Any]) -> Items:
    tiles, winning, flags = every_tile(record), record["winning_tile"], set(record["flags"])
    special = house["special-tiles"]
    flowers = len(spell(record["flowers"]))
    norths = tiles.count("4z") == 2 and not any(meld.tiles[0] == "4z" for meld in melds_of(record))
    items = {
        "dora": tiles.count(winning),
        "declared-ready": int("ready" in flags and "named-wait" not in flags),
        "named-wait": 2 * ("named-wait" in flags),
        "flowers": flowers if flowers < 4 else 0,
        "all-flowers": 8 * (flowers == 4),
        "kong-replacement": (8 if special and winning == "5p" else 5)
        * bool(flags & {"replacement", "double-replacement"}),
        "kong-discard": 5 * ("kong-discard" in flags),
        "last-tile": (8 if special and winning == "1p" else 5) * ("last-tile" in flags),
        "last-discard": (8 if special and winning == "9p" else 5) * ("last-discard" in flags),
        "north-pair": int(house["north"] == "two" and norths),
    }
    return {id: value for id, value in items.items() if value}


# 8, 9: total and payment


def result(record: dict[str, Any], house: dict[str, Any], items: Items) -> dict[str, Any]:
    total, most = sum(items.values()), house["max-points"]
    base = min(house["ante"] + total, most) if most else house["ante"] + total
    return {
        "legal": True, "items": items, "total": total, "unit": "points", "base": base,
        "limit": bool(most) and house["ante"] + total >= most, "payments": payments(record, house, base),
    }  # fmt: skip


def payments(record: dict[str, Any], house: dict[str, Any], base: int) -> dict[str, int]:
    winner, discarder = record["seat_wind"], record["discarder"]
    losers = [seat for seat in SEATS[: house["players"]] if seat != winner]
    net = dict.fromkeys(SEATS, 0)
    if discarder is None or house["discard-payment"] == "everybody":
        net |= dict.fromkeys(losers, -base)
    else:
        net[discarder] = -base * (len(losers) if house["discard-payment"] == "discarder-all" else 1)
    net[winner] = -sum(net.values())
    return net
