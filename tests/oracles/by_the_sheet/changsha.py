"""A second scorer of ``changsha``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.oracles.by_the_sheet.tiles import SEATS, Group, cuts, is_real, melds_of, spell, too_many, wrong_count

OPENINGS = ("four-of-a-kind", "no-258", "missing-suit", "two-triplets", "three-equal-pairs")
DEFAULTS: dict[str, Any] = {
    "small-points": 1, "big-points": 6, "dealer-extra": 1, "birds": 2, "birds-from": "dealer", "max-payment": 0,
    "all-258-shape": "any", "openings": OPENINGS, "kong-flip": 2, "passed-win": "no-equal", "multiple-winners": "all",
    "next-dealer": "winner", "hands": 16,
}  # fmt: skip
PROFILES: dict[str, dict[str, Any]] = {"no-dealer": {"small-points": 2, "big-points": 8, "dealer-extra": 0}}
PAIRS = ("seven-pairs", "luxury-seven-pairs", "double-luxury-seven-pairs", "triple-luxury-seven-pairs")
Net = dict[str, int]


@dataclass(frozen=True)
class Reading:
    form: str
    """``sets``, ``pairs`` or ``any``."""
    pongs: bool = False
    pair: str = ""


def score(record: dict[str, Any]) -> dict[str, Any]:
    house = {**DEFAULTS, **PROFILES.get(record.get("profile") or "", {}), **record.get("options", {})}
    if record.get("event") == "opening":
        return opening(record, house)
    if wrong_count(record):
        return no("wrong-tile-count")
    if too_many(record, bonus=False):
        return no("too-many-copies")
    won = [times for one in readings(record) if (times := times_of(record, house, one))]
    if not won:
        return no("not-a-winning-hand")
    worth = {"small": house["small-points"]}
    totals = [sum(n * worth.get(id, house["big-points"]) for id, n in times.items()) for times in won]
    best = max(range(len(won)), key=lambda at: ("small" not in won[at], totals[at]))
    items = {id: n * worth.get(id, house["big-points"]) for id, n in won[best].items()}
    return result(record, house, items, sum(won[best].values()))


def no(reason: str) -> dict[str, Any]:
    return {"legal": False, "reason": reason}


def readings(record: dict[str, Any]) -> Iterator[Reading]:
    """4."""
    melds = melds_of(record)
    if not all(map(is_real, melds)):
        return
    concealed = sorted([*spell(record["hand"]), record["winning_tile"]])
    for cut in cuts(tuple(concealed)):
        pair = next(group for group in cut if len(group) == 2)
        runs = any(len(set(group)) == 3 for group in cut) or any(meld.kind == "chow" for meld in melds)
        yield Reading("sets", not runs, pair[0])
    if not melds and all(n % 2 == 0 for n in Counter(concealed).values()):
        yield Reading("pairs")
    if all(tile[0] in "258" for tile in all_tiles(record, melds)):
        yield Reading("any")


def all_tiles(record: dict[str, Any], melds: list[Group]) -> list[str]:
    return [*spell(record["hand"]), record["winning_tile"], *(tile for meld in melds for tile in meld.tiles)]


def times_of(record: dict[str, Any], house: dict[str, Any], one: Reading) -> dict[str, int]:
    """5 and 6: how many wins each item counts as; empty when the reading may not win."""
    if one.form == "any" and house["all-258-shape"] != "any":
        return {}
    melds, flags = melds_of(record), set(record["flags"])
    tiles = all_tiles(record, melds)
    fours = sum(n == 4 for n in Counter(tiles).values())
    times = {
        "all-pongs": int(one.form == "sets" and one.pongs),
        "all-258": int(all(tile[0] in "258" for tile in tiles)),
        "full-flush": int(one.form != "any" and len({tile[1] for tile in tiles}) == 1),
        "all-claimed": int(len(melds) == 4 and not any(meld.concealed for meld in melds)),
        "heavenly-hand": int("heavenly" in flags),
        "earthly-hand": int("earthly" in flags),
        "sea-bottom": int(bool(flags & {"last-tile", "last-discard"})),
        "kong-replacement": record.get("kong_wins", 1) * bool(flags & {"replacement", "double-replacement"}),
        "kong-discard": int("kong-discard" in flags),
        "robbing-the-kong": int(record["win"] == "robbed-kong"),
    }
    if one.form == "pairs":
        times[PAIRS[fours]] = 1 + fours
    big = {id: n for id, n in times.items() if n}
    if big:
        return big
    return {"small": 1} if one.form == "sets" and one.pair[0] in "258" else {}


def result(record: dict[str, Any], house: dict[str, Any], items: Net, wins: int) -> dict[str, Any]:
    """7, 8 and 9; ``wins``: how often the dealer's extra is paid."""
    winner = record["seat_wind"]
    payers = [record["discarder"]] if record["discarder"] else [seat for seat in SEATS if seat != winner]
    start = SEATS.index(winner) if house["birds-from"] == "winner" else 0
    birds = Counter(SEATS[(start + (int(tile[0]) - 1) % 4) % 4] for tile in spell(record.get("birds") or ""))
    total, most, cut = sum(items.values()), house["max-payment"], False
    net = dict.fromkeys(SEATS, 0)
    for payer in payers:
        extra = house["dealer-extra"] * wins if "E" in (winner, payer) else 0
        amount = (total + extra) * 2 ** (birds[winner] + birds[payer])
        if most and amount > most:
            amount, cut = most, True
        net[payer] -= amount
        net[winner] += amount
    return {
        "legal": True, "items": items, "total": total, "unit": "points", "limit": cut, "base": total, "payments": net,
    }  # fmt: skip


def opening(record: dict[str, Any], house: dict[str, Any]) -> dict[str, Any]:
    """2 and 10."""
    tiles = spell(record["hand"])
    counts = Counter(tiles)
    if len(tiles) != (14 if record["seat_wind"] == "E" else 13):
        return no("wrong-tile-count")
    if max(counts.values()) > 4:
        return no("too-many-copies")
    there = {
        "four-of-a-kind": 4 in counts.values(),
        "no-258": not any(tile[0] in "258" for tile in tiles),
        "missing-suit": len({tile[1] for tile in tiles}) < 3,
        "two-triplets": sum(n >= 3 for n in counts.values()) >= 2,
        "three-equal-pairs": any(all(counts[f"{rank}{suit}"] >= 2 for suit in "mps") for rank in range(1, 10)),
    }
    items = {id: house["small-points"] for id in OPENINGS if there[id] and id in house["openings"]}
    if not items:
        return no("not-a-winning-hand")
    each = {id: result({**record, "discarder": None}, house, {id: value}, 1) for id, value in items.items()}
    net = {seat: sum(one["payments"][seat] for one in each.values()) for seat in SEATS}
    cut = any(one["limit"] for one in each.values())
    return {**result({**record, "discarder": None}, house, items, len(items)), "limit": cut, "payments": net}
