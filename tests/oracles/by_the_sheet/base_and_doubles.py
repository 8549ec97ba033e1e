"""A second scorer of ``base-and-doubles``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.oracles.by_the_sheet.tiles import (
    SEATS,
    Group,
    every_tile,
    is_real,
    melds_of,
    readings,
    spell,
    too_many,
    wrong_count,
)

DEFAULTS: dict[str, Any] = {
    "flowers": True, "base-point": 1, "max-doubles": 8, "min-doubles": 0, "self-drawn": 1, "out-at-kong": 2,
    "all-pungs": 3, "one-suit-with-honors": 3, "seven-pairs": 4, "one-suit": 6, "flower-set": 2,
    "seven-pairs-distinct": True, "dealer-wins-double": False, "only-discarder-pays": False, "rob-kong": False,
    "points-table": [],
}  # fmt: skip
PROFILES: dict[str, dict[str, Any]] = {"without-flowers": {"flowers": False}}
SERIES = ({"1f", "2f", "3f", "4f"}, {"5f", "6f", "7f", "8f"})
Groups = tuple[Group, ...]
Items = dict[str, int]


def score(record: dict[str, Any]) -> dict[str, Any]:
    """The result; ``equally_good``: the items of all readings that are worth as much."""
    house = {**DEFAULTS, **PROFILES.get(record.get("profile") or "", {}), **record.get("options", {})}
    if wrong_count(record):
        return refused("wrong-tile-count")
    if too_many(record, bonus=True):
        return refused("too-many-copies")
    found = [items_of(record, house, groups) for groups in ways(record, house)]
    if not found:
        return refused("not-a-winning-hand")
    best = max(worth(house, items, greatest) for items, greatest in found)
    if best[0] < house["min-doubles"]:
        return refused("below-minimum")
    lists = [items for items, greatest in found if worth(house, items, greatest) == best]
    return {**result(record, house, lists[0], best[0], best[2]), "equally_good": lists}


def refused(reason: str) -> dict[str, Any]:
    return {"legal": False, "reason": reason}


def worth(house: dict[str, Any], items: Items, greatest: bool) -> tuple[int, bool, int]:
    """9: the total, whether it is a maximum item, the sum before the cut."""
    uncut = house["max-doubles"] if greatest else sum(items.values())
    return min(uncut, house["max-doubles"]), greatest, uncut


def ways(record: dict[str, Any], house: dict[str, Any]) -> Iterator[Groups]:
    """7: sets and a pair with the melds; seven pairs as no groups at all."""
    melds, own = melds_of(record), [*spell(record["hand"]), record["winning_tile"]]
    strange = any(tile[1] not in "mpsz" for tile in own) or not all(map(is_real, melds))
    if strange or (record["win"] == "robbed-kong" and not house["rob-kong"]):
        return
    for cut in readings(spell(record["hand"]), record["winning_tile"], record["win"] == "self-draw"):
        yield (*cut, *melds)
    distinct = house["seven-pairs-distinct"]
    if not melds and all(number == 2 or (number == 4 and not distinct) for number in Counter(own).values()):
        yield ()


def items_of(record: dict[str, Any], house: dict[str, Any], groups: Groups) -> tuple[Items, bool]:
    """8: the items of a reading, and whether they are maximum items."""
    drawn, flags = record["win"] == "self-draw", record["flags"]
    pungs = sum(group.kind in ("pung", "kong") for group in groups)
    greatest = {
        "kong-on-kong": "double-replacement" in flags,
        "all-kongs": [group.kind for group in groups].count("kong") == 4,
        "concealed-pungs": pungs == 4 and drawn and all(meld.concealed for meld in melds_of(record)),
        "heavenly-hand": "heavenly" in flags,
    }
    if any(greatest.values()):
        return {name: house["max-doubles"] for name, there in greatest.items() if there}, True
    letters = {tile[1] for tile in every_tile({**record, "flowers": ""})}
    bonus = set(spell(record["flowers"])) if house["flowers"] else set()
    times = {
        "self-drawn": drawn,
        "out-at-kong": "replacement" in flags,
        "all-pungs": pungs == 4,
        "one-suit-with-honors": len(letters) == 2 and "z" in letters,
        "seven-pairs": not groups,
        "one-suit": len(letters) == 1 and "z" not in letters,
        "flower-set": sum(bonus >= series for series in SERIES),
    }
    return {name: house[name] * number for name, number in times.items() if number and house[name]}, False


def result(record: dict[str, Any], house: dict[str, Any], items: Items, total: int, uncut: int) -> dict[str, Any]:
    """10 and 11."""
    table, winner, net = house["points-table"], record["seat_wind"], dict.fromkeys(SEATS, 0)
    times = table[min(total, len(table) - 1)] if table else 2**total
    base = house["base-point"] * times
    for loser in SEATS.replace(winner, ""):
        if record["discarder"] not in (None, loser) and house["only-discarder-pays"]:
            continue
        amount = base * (2 if loser == record["discarder"] else 1)
        if loser == "E" or (winner == "E" and house["dealer-wins-double"]):
            amount *= 2
        net[loser] -= amount
        net[winner] += amount
    return {
        "legal": True, "items": items, "total": total, "unit": "doubles", "limit": uncut >= house["max-doubles"],
        "base": base, "payments": net,
    }  # fmt: skip
