"""A second scorer of ``fujian``, written from its sheet; gold tiles stand for any."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from tests.oracles.by_the_sheet.tiles import SEATS, every_tile, is_real, melds_of, next_tile, spell, wrong_count

SUITS = "mps"
DEFAULTS: dict[str, Any] = {
    "hand-tiles": 13, "tiles": 124, "no-bonus-no-kong": 15, "three-golds": 30, "robbing-gold": 30, "gold-pair": 50,
    "full-flush": 100, "discard-payment": "all", "dealer-streak": True,
}  # fmt: skip
PROFILES: dict[str, dict[str, Any]] = {"fuzhou": {"hand-tiles": 16, "tiles": 128}}
WINDS = {"1z", "2z", "3z", "4z"}
BONUS = {
    124: WINDS,
    128: WINDS | {"7z"},
    144: WINDS | {"5z", "6z", "7z"} | {f"{number}f" for number in range(1, 9)},
}


def score(record: dict[str, Any]) -> dict[str, Any]:
    options = {**DEFAULTS, **PROFILES.get(record.get("profile") or "", {}), **record.get("options", {})}
    if wrong_count(record, options["hand-tiles"]):
        return refused("wrong-tile-count")
    robbed, gold = "robbing-gold" in record["flags"], record.get("indicator") or ""
    counts = Counter([*every_tile(record), *([gold] if gold and not robbed else [])])
    if any(number > (1 if tile[1] in "fa" else 4) for tile, number in counts.items()):
        return refused("too-many-copies")
    found = readings(record, options, gold, robbed=robbed) if allowed(record, options, gold, robbed=robbed) else []
    if not found:
        return refused("not-a-winning-hand")
    best = max(worth(items, record)[2] for items in found)
    lists = [items for items in found if worth(items, record)[2] == best]
    return {**result(record, options, lists[0]), "equally_good": lists}


def refused(reason: str) -> dict[str, Any]:
    return {"legal": False, "reason": reason}


def allowed(record: dict[str, Any], options: dict[str, Any], gold: str, *, robbed: bool) -> bool:
    """Suit tiles in real sets none of which has gold, bonus tiles of this set, and a winning tile that may be one."""
    winning, melds = record["winning_tile"], melds_of(record)
    melded = [tile for meld in melds for tile in meld.tiles]
    if any(tile[1] not in SUITS for tile in [*spell(record["hand"]), *melded, winning]):
        return False
    if not all(map(is_real, melds)) or gold in melded:
        return False
    if not BONUS[options["tiles"]].issuperset(spell(record["flowers"])):
        return False
    drawn = record["win"] == "self-draw"
    return (drawn or winning != gold) and (not robbed or (drawn and winning == gold))


def readings(record: dict[str, Any], options: dict[str, Any], gold: str, *, robbed: bool) -> list[dict[str, int]]:
    winning, held = record["winning_tile"], spell(record["hand"])
    golds = held.count(gold) + (winning == gold and not robbed)
    if "three-golds" in record["flags"] and golds < 3:
        return []
    plain = [tile for tile in [*held, winning] if tile != gold] + ([winning] if robbed else [])
    whole = complete(tuple(sorted(plain)), golds, True)
    found = []
    if whole or "three-golds" in record["flags"]:
        found.append(items_of(record, options, golds + robbed, plain, gold_pair=False))
    if whole and gold and gold_pair(plain, golds, gold if robbed else "") and options["gold-pair"]:
        found.append(items_of(record, options, golds + robbed, plain, gold_pair=True))
    return found


def gold_pair(plain: list[str], golds: int, robbed: str) -> bool:
    """Whether two gold tiles can be the pair; the robbed one is one of them."""
    if golds >= 2 and complete(tuple(sorted(plain)), golds - 2, False):
        return True
    if not robbed or not golds:
        return False
    others = list(plain)
    others.remove(robbed)
    return complete(tuple(sorted(others)), golds - 1, False)


@cache
def complete(tiles: tuple[str, ...], golds: int, pair: bool) -> bool:
    """Whether sorted tiles and so many gold ones are sets, and a pair where one is still to come."""
    if not tiles:
        return golds % 3 == (2 if pair else 0)
    first, rest = tiles[0], tiles[1:]
    own = tiles.count(first)
    if pair:
        if own >= 2 and complete(tiles[2:], golds, False):
            return True
        if golds and complete(rest, golds - 1, False):
            return True
    for number in (1, 2, 3):
        if number <= own and golds >= 3 - number and complete(tiles[number:], golds - 3 + number, pair):
            return True
    return any(as_chow(rest, golds, pair, first, low) for low in range(int(first[0]) - 2, int(first[0]) + 1))


def as_chow(rest: tuple[str, ...], golds: int, pair: bool, first: str, low: int) -> bool:
    """The lowest tile in a chow that begins with this number; others are real where there are such, or gold."""
    if low < 1 or low > 7:
        return False
    others = [next_tile(first, low + step - int(first[0])) for step in range(3)]
    others.remove(first)

    def fill(at: int, left: tuple[str, ...], gold: int) -> bool:
        if at == 2:
            return complete(left, gold, pair)
        tile = others[at]
        if tile in left:
            less = list(left)
            less.remove(tile)
            if fill(at + 1, tuple(less), gold):
                return True
        return gold > 0 and fill(at + 1, left, gold - 1)

    return fill(0, rest, golds)


def items_of(
    record: dict[str, Any], options: dict[str, Any], golds: int, plain: list[str], *, gold_pair: bool
) -> dict[str, int]:
    kongs = [meld["concealed"] for meld in record["melds"] if meld["kind"] == "kong"]
    laid = len(spell(record["flowers"]))
    streak = record.get("streak", 0) if record["seat_wind"] == "E" and options["dealer-streak"] else 0
    gold = record.get("indicator") or ""
    own = {tile[1] for tile in plain if tile != gold}
    own |= {tile[1] for meld in record["melds"] for tile in spell(meld["tiles"])}
    special = {
        "no-bonus-no-kong": not laid and not kongs,
        "three-golds": "three-golds" in record["flags"],
        "robbing-gold": "robbing-gold" in record["flags"],
        "gold-pair": gold_pair,
        "full-flush": len(own) == 1,
    }
    counted = {
        "win": 1, "bonus-tiles": laid, "golds": golds, "exposed-kong": kongs.count(False),
        "concealed-kong": 2 * kongs.count(True), "dealer-streak": streak,
    }  # fmt: skip
    counted |= {name: options[name] for name, there in special.items() if there}
    return {name: value for name, value in counted.items() if value}


SPECIAL = ("no-bonus-no-kong", "three-golds", "robbing-gold", "gold-pair", "full-flush")


def worth(items: dict[str, int], record: dict[str, Any]) -> tuple[int, int, int]:
    """Points, doubles and total."""
    special = sum(value for name, value in items.items() if name in SPECIAL)
    points = sum(items.values()) - special
    doubles = int(record["win"] == "self-draw" or special > 0)
    return points, doubles, (points << doubles) + special


def result(record: dict[str, Any], options: dict[str, Any], items: dict[str, Any]) -> dict[str, Any]:
    points, doubles, total = worth(items, record)
    net, winner = dict.fromkeys(SEATS, 0), record["seat_wind"]
    if record["discarder"] and options["discard-payment"] == "discarder":
        net[record["discarder"]] = -3 * total
    else:
        net |= {seat: -total for seat in SEATS if seat != winner}
    net[winner] = 3 * total
    return {
        "legal": True, "items": items, "points": points, "doubles": doubles, "total": total, "unit": "points",
        "limit": False, "base": total, "payments": net,
    }  # fmt: skip
