"""A second scorer of ``wuhan``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.oracles.by_the_sheet.tiles import SEATS, Group, is_real, melds_of, spell, wrong_count

DEFAULTS: dict[str, Any] = {
    "small-points": 1, "big-points": 10, "open": "each", "exposed-kong": 1, "concealed-kong": 2, "must-open": False,
    "small-max-wilds": 4, "max-points": 500, "special-kongs": False, "multiple-winners": "nearest",
    "next-dealer": "winner", "hands": 16,
}  # fmt: skip
PROFILES: dict[str, dict[str, Any]] = {
    "red-dragon-kong": {"special-kongs": True, "must-open": True, "small-max-wilds": 1}
}
RED = "7z"
BIG = ("all-pongs", "full-flush", "all-258", "all-honors", "all-claimed", "seven-pairs", "kong-replacement",
       "robbing-the-kong", "last-tile")  # fmt: skip
Items = dict[str, int]


@dataclass(frozen=True)
class Reading:
    """``real``: concealed tiles that stand for themselves; ``used``: wild tiles that stand for others."""

    form: str
    real: tuple[str, ...]
    used: int
    pongs: bool = False
    pair: str = ""
    """The tile of the pair; ``any`` for two wild tiles."""


def wild_after(indicator: str) -> str:
    """2: the tile that an indicator makes wild; empty without one."""
    if not indicator:
        return ""
    rank, letter = int(indicator[0]), indicator[1]
    if letter == "z":
        return {1: "2z", 2: "3z", 3: "4z", 4: "6z", 5: "1z", 6: "5z", 7: "6z"}[rank]
    return f"{rank % 9 + 1}{letter}"


def score(record: dict[str, Any]) -> dict[str, Any]:
    house = {**DEFAULTS, **PROFILES.get(record.get("profile") or "", {}), **record.get("options", {})}
    if wrong_count(record):
        return {"legal": False, "reason": "wrong-tile-count"}
    if copies_are_wrong(record):
        return {"legal": False, "reason": "too-many-copies"}
    if record["winning_tile"][1] not in "mpsz":  # 1: the set has no other tiles, and a wild one is none of them
        return {"legal": False, "reason": "not-a-winning-hand"}
    wild = wild_after(record.get("indicator") or "")
    if not may_win(record, house, wild):
        return {"legal": False, "reason": "not-a-winning-hand"}
    found = [items for one in readings(record, wild) if (items := items_of(record, house, one, wild))]
    if not found:
        return {"legal": False, "reason": "not-a-winning-hand"}
    return result(
        record,
        house,
        max(found, key=lambda items: (*worth(items)[::-2], "small" not in items, "seven-pairs" not in items)),
    )


def copies_are_wrong(record: dict[str, Any]) -> bool:
    held = [*spell(record["hand"]), *spell(record["winning_tile"]), *spell(record["flowers"])]
    held += [*spell(record.get("indicator") or ""), *(tile for meld in melds_of(record) for tile in meld.tiles)]
    return max(Counter(held).values()) > 4


def may_win(record: dict[str, Any], house: dict[str, Any], wild: str) -> bool:
    """2, 3 and 7: what keeps any hand from winning."""
    melds = melds_of(record)
    declared = [tile for meld in melds for tile in meld.tiles]
    if not all(map(is_real, melds)) or wild in declared:
        return False
    if record["win"] != "self-draw" and record["winning_tile"] == wild:
        return False
    if house["must-open"] and not claimed(melds):
        return False
    return not (house["special-kongs"] and RED in [*declared, *spell(record["hand"]), record["winning_tile"]])


def claimed(melds: list[Group]) -> int:
    return sum(not meld.concealed for meld in melds)


def readings(record: dict[str, Any], wild: str) -> Iterator[Reading]:
    """4: every form, with every number of wild tiles that stand for others."""
    tiles = [*spell(record["hand"]), record["winning_tile"]]
    melds = melds_of(record)
    plain = [tile for tile in tiles if tile != wild]
    wilds = len(tiles) - len(plain)
    for used in range(wilds + 1):
        real = tuple(sorted([*plain, *[wild] * (wilds - used)], key=lambda tile: (tile[1], tile[0])))
        yield Reading("any", real, used)
        odd = sum(number % 2 for number in Counter(real).values())
        if not melds and odd <= used:
            yield Reading("seven-pairs", real, used)
        for pongs, pair in set(cut(real, used, False)):
            yield Reading("sets", real, used, pongs and all(meld.kind != "chow" for meld in melds), pair)


@cache
def cut(real: tuple[str, ...], spare: int, paired: bool) -> tuple[tuple[bool, str], ...]:
    """Ways to make sets and one pair of sorted tiles and wild ones: whether no set is a chow, and the pair's tile."""
    if not real:
        left = {0: "", 3: "", 2: "any"}.get(spare) if not paired else {0: "", 3: ""}.get(spare)
        return () if left is None or (not paired and spare != 2) else ((True, left),)
    found: set[tuple[bool, str]] = set()
    for size, kind in ((2, "pair"), (3, "pung")):
        if kind == "pair" and paired:
            continue
        for own in range(1, min(size, real.count(real[0])) + 1):
            if size - own <= spare:
                for pongs, pair in cut(real[own:], spare - size + own, paired or kind == "pair"):
                    found.add((pongs, real[0] if kind == "pair" else pair))
    for run in runs_with(real[0]):
        for rest, missing in without(real, run):
            if missing <= spare:
                found |= {(False, pair) for _, pair in cut(rest, spare - missing, paired)}
    if spare >= 3:
        found |= set(cut(real, spare - 3, paired))
    if spare >= 2 and not paired:
        found |= {(pongs, "any") for pongs, _ in cut(real, spare - 2, True)}
    return tuple(sorted(found))


def runs_with(tile: str) -> list[list[str]]:
    if tile[1] == "z":
        return []
    rank = int(tile[0])
    return [[f"{low + step}{tile[1]}" for step in range(3)] for low in range(max(1, rank - 2), min(7, rank) + 1)]


def without(real: tuple[str, ...], run: list[str]) -> Iterator[tuple[tuple[str, ...], int]]:
    """The tiles left when the first and any of the others of a run are taken, and how many are not."""
    others = [tile for tile in run if tile != real[0]]
    for mask in range(4):
        rest = list(real[1:])
        taken = [tile for place, tile in enumerate(others) if mask >> place & 1]
        if all(tile in rest for tile in taken):
            for tile in taken:
                rest.remove(tile)
            yield tuple(rest), 2 - len(taken)


def items_of(record: dict[str, Any], house: dict[str, Any], one: Reading, wild: str) -> Items:
    """5 and 6; empty when the reading may not win."""
    melds, flags = melds_of(record), set(record["flags"])
    every = [*one.real, *(tile for meld in melds for tile in meld.tiles)]
    letters = {tile[1] for tile in every}
    big = {
        "all-pongs": one.form == "sets" and one.pongs,
        "full-flush": len(letters) == 1 and letters != {"z"},
        "all-258": all(tile[1] != "z" and tile[0] in "258" for tile in every),
        "all-honors": letters == {"z"},
        "all-claimed": claimed(melds) == 4 and record["win"] == "discard",
        "seven-pairs": one.form == "seven-pairs",
        "kong-replacement": bool(flags & {"replacement", "double-replacement"}),
        "robbing-the-kong": record["win"] == "robbed-kong",
        "last-tile": bool(flags & {"last-tile", "last-discard"}),
    }
    if one.form == "any" and not (big["all-258"] or big["all-honors"]):
        return {}
    items = {id: house["big-points"] for id, there in big.items() if there}
    if not items:
        pair_fits = one.pair == "any" or (one.pair[1] != "z" and one.pair[0] in "258")
        if not pair_fits or one.used > house["small-max-wilds"]:
            return {}
        items = {"small": house["small-points"]}
    items |= doublings(record, house, one.used, wild)
    return {id: value for id, value in items.items() if value} or {"small": 0}


def doublings(record: dict[str, Any], house: dict[str, Any], used: int, wild: str) -> Items:
    melds = melds_of(record)
    shown = claimed(melds)
    kongs = [meld.concealed for meld in melds if meld.kind == "kong"]
    items = {
        "open": shown if house["open"] == "each" else min(shown, 1),
        "exposed-kong": house["exposed-kong"] * kongs.count(False),
        "concealed-kong": house["concealed-kong"] * kongs.count(True),
        "hard": int(used == 0),
        "self-draw": int(record["win"] == "self-draw"),
    }
    if house["special-kongs"]:
        laid, turned = spell(record["flowers"]), record.get("indicator") or ""
        items["red-dragon"] = laid.count(RED)
        items["indicator-kind"] = laid.count(turned) if turned != RED else 0
        items["wild-kind"] = 2 * laid.count(wild)
    return items


def worth(items: Items) -> tuple[int, int, int]:
    """Points, doublings and what they make."""
    points = sum(value for id, value in items.items() if id in BIG or id == "small")
    doubles = sum(items.values()) - points
    return points, doubles, points << doubles


def result(record: dict[str, Any], house: dict[str, Any], items: Items) -> dict[str, Any]:
    """6 and 9."""
    points, doubles, full = worth(items)
    most = house["max-points"]
    total = min(full, most) if most else full
    payers = [record["discarder"]] if record["discarder"] else [s for s in SEATS if s != record["seat_wind"]]
    net = {seat: -total if seat in payers else 0 for seat in SEATS}
    net[record["seat_wind"]] = total * len(payers)
    return {
        "legal": True, "items": items, "points": points, "doubles": doubles, "total": total, "unit": "points",
        "base": total, "limit": bool(most) and full >= most, "payments": net,
    }  # fmt: skip
