"""A second scorer of ``hong-kong-new``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections import Counter
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
)  # fmt: skip

DEFAULTS: dict[str, Any] = {
    "values": "modern", "flowers": True, "dice": 3, "dead-wall-stacks": 0, "min-faan": 3,
    "flowers-count-to-minimum": True, "limit-faan": 0, "scale": "half-spicy", "shooter": "full",
    "robbed-kong-pays-all": False, "concealed-with-flowers": False, "flower-replacement": False, "seven-pairs": 0,
    "seven-pairs-distinct": True, "flower-wins": True, "liability": [], "multiple-winners": "nearest",
    "next-dealer": "winner-stays", "rounds": 4, "false-win": "pay-all", "wrong-count": "dead-hand",
}  # fmt: skip
PROFILES: dict[str, dict[str, Any]] = {
    "modern": {},
    "association": {
        "values": "association", "robbed-kong-pays-all": True, "liability": ["dragons", "winds", "one-suit", "kong"],
    },
    "old-table": {"scale": "laak", "shooter": "half", "limit-faan": 10},
}  # fmt: skip
SCALES = {
    "half-spicy": (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384),
    "full-spicy": (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192),
    "laak": (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 64),
}
FLOWER_ITEMS = {"no-flowers", "own-flower", "own-season", "all-flowers", "all-seasons"}
Items = dict[str, int]


def score(record: dict[str, Any]) -> dict[str, Any]:
    house = {**DEFAULTS, **PROFILES.get(record.get("profile", ""), {}), **record.get("options", {})}
    if wrong_count(record):
        return illegal("wrong-tile-count")
    if too_many(record, bonus=house["flowers"]):
        return illegal("too-many-copies")
    if record["winning_tile"][1] == "f":
        return flower_win(record, house)
    found = all_readings(record, house)
    if not found:
        return illegal("not-a-winning-hand")
    enough = [(items, limit) for items, limit in found if reaches(items, limit, house)]
    if not enough:
        return illegal("below-minimum")
    items, limit = max(enough, key=lambda row: (row[1], total_of(*row), len(row[0])))
    return result(record, house, items, total_of(items, limit), liable(record, house))


def illegal(reason: str) -> dict[str, Any]:
    return {"legal": False, "reason": reason}


def reaches(items: Items, limit: bool, house: dict[str, Any]) -> bool:
    """7: the total, or what is left of it without the five flower items."""
    helpless = set() if house["flowers-count-to-minimum"] else FLOWER_ITEMS
    counted = {id: value for id, value in items.items() if id not in helpless}
    return total_of(counted, limit) >= house["min-faan"]


def total_of(items: Items, limit: bool) -> int:
    return (max(items.values(), default=0)) if limit else sum(items.values())


def flower_win(record: dict[str, Any], house: dict[str, Any]) -> dict[str, Any]:
    """6."""
    others = len([tile for tile in spell(record["flowers"]) if tile[1] == "f"])
    if not house["flowers"] or not house["flower-wins"] or others < 6:
        return illegal("not-a-winning-hand")
    association = house["values"] == "association"
    items = {"seven-flowers": 3} if others == 6 else {"eight-flowers": 10 if association else 8}
    return result(record, house, items, sum(items.values()), None)


def all_readings(record: dict[str, Any], house: dict[str, Any]) -> list[tuple[Items, bool]]:
    melds = melds_of(record)
    if not all(map(is_real, melds)):
        return []
    drawn = record["win"] == "self-draw"
    held, winning = spell(record["hand"]), record["winning_tile"]
    found = [
        counted(record, house, [*melds, *groups], "standard") for groups in readings(held, winning, drawn)
    ]  # fmt: skip
    if not melds:
        everything = Counter([*held, winning])
        if set(everything) == set(MAJORS):
            found.append(counted(record, house, [], "orphans"))
        pairs = [everything[tile] // 2 for tile in everything if everything[tile] % 2 == 0]
        if house["seven-pairs"] and sum(pairs) == 7 and (len(pairs) == 7 or not house["seven-pairs-distinct"]):
            found.append(counted(record, house, [], "pairs"))
    return found


def counted(record: dict[str, Any], house: dict[str, Any], groups: list[Group], form: str) -> tuple[Items, bool]:
    limits = limit_items(record, house, groups, form)
    return (limits, True) if limits else (plain_items(record, house, groups, form), False)


def tiles_of(record: dict[str, Any]) -> list[str]:
    declared = [tile for meld in melds_of(record) for tile in meld.tiles]
    return [*spell(record["hand"]), record["winning_tile"], *declared]


def pongs(groups: list[Group]) -> list[Group]:
    return [group for group in groups if group.kind in ("pung", "kong")]


def limit_items(record: dict[str, Any], house: dict[str, Any], groups: list[Group], form: str) -> Items:
    association = house["values"] == "association"
    flags, tiles, sets = record["flags"], tiles_of(record), pongs(groups)
    of_winds = [group for group in sets if group.tiles[0] in WINDS]
    pair = next((group.tiles[0] for group in groups if group.kind == "pair"), None)
    tests = {
        "all-honors": (10, 10, all(tile[1] == "z" for tile in tiles) and form != "orphans"),
        "all-terminals": (10, 10, len(sets) == 4 and all(tile[0] in "19" and tile[1] != "z" for tile in tiles)),
        "nine-gates": (10, 10, nine_gates(record, association)),
        "thirteen-orphans": (13, 10, form == "orphans"),
        "great-winds": (13, 10, len(of_winds) == 4),
        "all-kongs": (13, 10, len([group for group in groups if group.kind == "kong"]) == 4),
        "heavenly-hand": (13, 10, "heavenly" in flags),
        "earthly-hand": (13, 10, "earthly" in flags),
        "human-hand": (13, 0, "human" in flags),
        "double-kong": (0, 10, "double-replacement" in flags),
        "little-winds": (0, 10, len(of_winds) == 3 and pair in WINDS),
        "four-concealed-pongs": (0, 10, four_concealed(record, sets)),
    }
    values = {id: (row[1] if association else row[0]) for id, row in tests.items() if row[2]}
    return {id: value for id, value in values.items() if value}


def four_concealed(record: dict[str, Any], sets: list[Group]) -> bool:
    return len(sets) == 4 and all(group.concealed for group in sets) and record["win"] == "self-draw"


def nine_gates(record: dict[str, Any], association: bool) -> bool:
    tiles = tiles_of(record)
    if record["melds"] or len({tile[1] for tile in tiles}) != 1 or tiles[0][1] == "z":
        return False
    pattern = Counter("1112345678999")
    if association and record["win"] != "self-draw":
        return Counter(tile[0] for tile in spell(record["hand"])) == pattern
    return not pattern - Counter(tile[0] for tile in tiles)


def plain_items(record: dict[str, Any], house: dict[str, Any], groups: list[Group], form: str) -> Items:
    modern = house["values"] == "modern"
    items = situation(record, house) | bonus(record, house)
    flags, tiles, sets = record["flags"], tiles_of(record), pongs(groups)
    drawn = record["win"] == "self-draw"
    suits = {tile[1] for tile in tiles} - {"z"}
    honors = any(tile[1] == "z" for tile in tiles)
    pair = next((group.tiles[0] for group in groups if group.kind == "pair"), "")
    own = f"{SEATS.index(record['seat_wind']) + 1}z"
    prevailing = f"{SEATS.index(record['round_wind']) + 1}z"
    dragons = [group for group in sets if group.tiles[0] in DRAGONS]
    if form == "standard" and all(group.kind in ("chow", "pair") for group in groups):
        items["all-chows"] = 1
    if form == "pairs":
        items["seven-pairs"] = house["seven-pairs"]
    concealed_counts = not house["flowers"] or house["concealed-with-flowers"]
    if concealed_counts and all(meld.concealed for meld in melds_of(record)):
        items["concealed-hand"] = 1
    if dragons:
        items["dragon-pong"] = len(dragons)
    if any(group.tiles[0] == own for group in sets):
        items["seat-wind-pong"] = 1
    if any(group.tiles[0] == prevailing for group in sets):
        items["round-wind-pong"] = 1
    if len(suits) == 1:
        items["half-flush" if honors else "full-flush"] = 3 if honors else 7
    if len(sets) == 4:
        items["all-pongs"] = 3
        if set(tiles) <= set(MAJORS) and suits and honors:
            items["mixed-terminals"] = 4 if modern else 1
            if modern:
                del items["all-pongs"]
    if len(dragons) == 3:
        items["great-dragons"] = 8 if modern else 5
    if len(dragons) == 2 and pair in DRAGONS:
        items["little-dragons"] = 5 if modern else 3
    if modern and {"great-dragons", "little-dragons"} & items.keys():
        del items["dragon-pong"]
    if modern and len([group for group in sets if group.tiles[0] in WINDS]) == 3 and pair in WINDS:
        items["little-winds"] = 6
        items.pop("half-flush", None)
    if modern and four_concealed(record, sets):
        items["four-concealed-pongs"] = 8
        for id in ("all-pongs", "self-draw", "concealed-hand"):
            items.pop(id, None)
    if modern and "double-replacement" in flags and drawn:
        items["double-kong"] = 8
        for id in ("self-draw", "kong-replacement"):
            items.pop(id, None)
    return items


def situation(record: dict[str, Any], house: dict[str, Any]) -> Items:
    flags, items = record["flags"], {}
    if record["win"] == "self-draw":
        items["self-draw"] = 1
    if record["win"] == "robbed-kong":
        items["robbing-the-kong"] = 1
    if "last-tile" in flags or ("last-discard" in flags and house["values"] == "modern"):
        items["last-tile"] = 1
    if "replacement" in flags:
        items["kong-replacement"] = 1
    after_kong = "replacement" in flags or "double-replacement" in flags
    if house["flowers"] and house["flower-replacement"] and "flower-replacement" in flags and not after_kong:
        items["flower-replacement"] = 1
    return items


def bonus(record: dict[str, Any], house: dict[str, Any]) -> Items:
    if not house["flowers"]:
        return {}
    items: Items = {}
    held = set(spell(record["flowers"]))
    if not held:
        items["no-flowers"] = 1
    number = SEATS.index(record["seat_wind"]) + 1
    modern = house["values"] == "modern"
    for own, series, first in (("own-flower", "all-flowers", 0), ("own-season", "all-seasons", 4)):
        complete = {f"{first + n}f" for n in (1, 2, 3, 4)} <= held
        if complete:
            items[series] = 2 if modern else 1
        if f"{first + number}f" in held and not (complete and modern):
            items[own] = 1
    return items


def liable(record: dict[str, Any], house: dict[str, Any]) -> str | None:
    """10: the first case that names somebody."""
    melds = melds_of(record)
    if record["win"] == "robbed-kong":
        return None
    for case, count, kinds in (("dragons", 3, DRAGONS), ("winds", 4, WINDS)):
        fitting = [meld for meld in melds if meld.kind != "chow" and meld.tiles[0] in kinds]
        if case in house["liability"] and len(fitting) == count and feeder(fitting[-1]):
            return feeder(fitting[-1])
    suits = {tile[1] for tile in tiles_of(record)}
    one_suit = len(suits) == 1 and "z" not in suits and len(melds) == 4
    if "one-suit" in house["liability"] and one_suit and feeder(melds[3]):
        return feeder(melds[3])
    replaced = {"replacement", "double-replacement"} & set(record["flags"])
    if "kong" in house["liability"] and replaced and melds and melds[-1].kind == "kong" and not melds[-1].added:
        return feeder(melds[-1])
    return None


def feeder(meld: Group) -> str | None:
    return None if meld.concealed else meld.feeder


def result(
    record: dict[str, Any], house: dict[str, Any], items: Items, total: int, payer: str | None
) -> dict[str, Any]:
    ceiling = house["limit-faan"] or (13 if house["values"] == "modern" else 10)
    scale = house.get("points-table") or SCALES[house["scale"]]
    unit = scale[min(total, ceiling, len(scale) - 1)]
    return {
        "legal": True, "items": items, "total": total, "unit": "faan", "limit": total >= ceiling, "base": unit,
        "payments": payments(record, house, unit, payer),
    }  # fmt: skip


def payments(record: dict[str, Any], house: dict[str, Any], unit: int, payer: str | None) -> dict[str, int]:
    """9 and 10."""
    winner, discarder = record["seat_wind"], record["discarder"]
    shares = {seat: 0 for seat in SEATS if seat != winner}
    drawn = record["win"] == "self-draw"
    if payer is not None:
        shares[payer] = 6 * unit if drawn else 4 * unit
    elif drawn:
        shares = dict.fromkeys(shares, 2 * unit)
    elif record["win"] == "robbed-kong" and house["robbed-kong-pays-all"]:
        shares[discarder] = 6 * unit
    elif house["shooter"] == "full":
        shares[discarder] = 4 * unit
    else:
        shares = {seat: 2 * unit if seat == discarder else unit for seat in shares}
    net = {seat: -share for seat, share in shares.items()}
    net[winner] = sum(shares.values())
    return {seat: net[seat] for seat in SEATS}
