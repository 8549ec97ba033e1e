"""A second scorer of ``cantonese-old``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from tests.oracles.by_the_sheet.tiles import (
    DRAGONS,
    MAJORS,
    SEATS,
    WINDS,
    Group,
    cuts,
    every_tile,
    is_real,
    melds_of,
    readings,
    spell,
    too_many,
    wrong_count,
)

DEFAULTS: dict[str, Any] = {
    "flowers": False, "flower-method": "each", "flowers-count-to-minimum": True, "players": 4, "min-fan": 0,
    "max-fan": 13, "all-concealed": False, "single-wait": False, "all-terminals-fan": 8, "gong-fan": 0,
    "ping-woo-one-suit": True, "ping-woo-eyes": "any", "items-off": [], "wind-triplets-in-happiness": True,
    "odd-fan": "half-step", "points-table": [], "award-base": 1, "payment": "discarder-full-others-half",
    "gong-feeder-pays": True, "bao": True,
}  # fmt: skip
PROFILES: dict[str, dict[str, Any]] = {
    "flowers": {"flowers": True}, "five-players": {}, "discarder-only": {"payment": "discarder-only"},
}  # fmt: skip
EIGHT = tuple(f"{number}f" for number in range(1, 9))
KINDS = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) + WINDS + DRAGONS
TERMINALS = tuple(tile for tile in MAJORS if tile[1] != "z")
HONORS = (*WINDS, *DRAGONS)
SETS, ORPHANS, FLOWERS = "sets", "orphans", "flowers"
OF_FLOWERS = ("flower-each", "no-flowers", "flower-round", "flower-seat", "flower-both")
GREAT = ("all-honors", "all-terminals", "pure-one-suit")
Items = dict[str, int]


class Seen(NamedTuple):
    """A record with the options, and one way to read it: the sets and the eyes (of the form ``SETS``), and the one that
    the winning tile completed."""

    record: dict[str, Any]
    house: dict[str, Any]
    form: str
    groups: tuple[Group, ...] = ()
    taken: Group | None = None

    @property
    def triplets(self) -> list[Group]:
        return [group for group in self.groups if group.kind in ("pung", "kong")]

    @property
    def eyes(self) -> str:
        return next((group.tiles[0] for group in self.groups if group.kind == "pair"), "")

    @property
    def tiles(self) -> list[str]:
        return every_tile({**self.record, "flowers": ""})

    @property
    def letters(self) -> set[str]:
        return {tile[1] for tile in self.tiles}

    def triplets_of(self, tiles: tuple[str, ...]) -> int:
        return sum(group.tiles[0] in tiles for group in self.triplets)


def score(record: dict[str, Any]) -> dict[str, Any]:
    """The result; ``equally_good``: the items of all readings that are worth as much."""
    house = {**DEFAULTS, **PROFILES.get(record.get("profile") or "", {}), **record.get("options", {})}
    if wrong_count(record):
        return refused("wrong-tile-count")
    if too_many(record, bonus=True):
        return refused("too-many-copies")
    found = [items_of(seen) for seen in ways(record, house)]
    if not found:
        return refused("not-a-winning-hand")
    enough = [items for items in found if counted(house, items) >= house["min-fan"]]
    if not enough:
        return refused("below-minimum")
    best = max((sum(items.values()), len(items)) for items in enough)
    lists = [items for items in enough if (sum(items.values()), len(items)) == best]
    return {**result(record, house, lists[0]), "equally_good": lists}


def refused(reason: str) -> dict[str, Any]:
    return {"legal": False, "reason": reason}


def counted(house: dict[str, Any], items: Items) -> int:
    """10: what the minimum is compared with."""
    return sum(fan for name, fan in items.items() if house["flowers-count-to-minimum"] or name not in OF_FLOWERS)


# 7


def ways(record: dict[str, Any], house: dict[str, Any]) -> Iterator[Seen]:
    melds, winning = melds_of(record), record["winning_tile"]
    own = [*spell(record["hand"]), winning]
    if not all(map(is_real, melds)):
        return
    if winning[1] == "f":
        all_eight = {*spell(record["flowers"]), winning} >= set(EIGHT)
        if house["flowers"] and all_eight and "eight-flowers" not in house["items-off"]:
            yield Seen(record, house, FLOWERS)
        return
    if any(tile[1] not in "mpsz" for tile in own):
        return
    drawn = record["win"] == "self-draw"
    for cut in readings(spell(record["hand"]), winning, drawn=True):
        for taken in dict.fromkeys(group for group in cut if winning in group.tiles):
            done = list(cut)
            done[done.index(taken)] = replace(taken, concealed=drawn)
            yield Seen(record, house, SETS, (*done, *melds), taken)
    if orphans(own, melds, house):
        yield Seen(record, house, ORPHANS)


def orphans(own: list[str], melds: list[Group], house: dict[str, Any]) -> bool:
    return not melds and set(own) == set(MAJORS) and "thirteen-terminals" not in house["items-off"]


# 8 and 9


def items_of(seen: Seen) -> Items:
    if seen.form == FLOWERS:
        return {"eight-flowers": 6}
    off = seen.house["items-off"]
    found = {name: int(fan) for name, fan in all_items(seen).items() if fan and name not in off}
    for item, contained in excluded(seen.house):
        if item in found:
            found = {name: fan for name, fan in found.items() if name not in contained}
    return found


def excluded(house: dict[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield from (("grand-three-chiefs", ("dragon-triplet",)), ("junior-three-chiefs", ("dragon-triplet",)))
    yield "prevailing-wind-triplet", ("round-wind-triplet", "house-wind-triplet")
    yield from (("double-gong", ("added-glory",)), ("plum-blossom", ("added-glory",)))
    yield "moon-from-the-sea", ("last-tile",)
    if not house["wind-triplets-in-happiness"]:
        winds = ("round-wind-triplet", "house-wind-triplet", "prevailing-wind-triplet")
        yield from (("junior-four-happiness", winds), ("grand-four-happiness", winds))


def all_items(seen: Seen) -> dict[str, Any]:
    flags, win = seen.record["flags"], seen.record["win"]
    return {
        **of_sets(seen),
        **of_tiles(seen),
        "self-drawn": win == "self-draw",
        "robbing-a-gong": win == "robbed-kong",
        "all-concealed": seen.house["all-concealed"] and all(meld.concealed for meld in melds_of(seen.record)),
        "single-wait": seen.house["single-wait"] and waits(seen) == [seen.record["winning_tile"]],
        "added-glory": 2 * ("replacement" in flags),
        "last-tile": 2 * ("last-tile" in flags or "last-discard" in flags),
        "double-gong": 3 * ("double-replacement" in flags),
        "heavenly-hand": 8 * ("heavenly" in flags),
        "earthly-hand": 8 * ("earthly" in flags),
        "gong": seen.house["gong-fan"] * [group.kind for group in seen.groups].count("kong"),
        **(flowers(seen) if seen.house["flowers"] else {}),
    }


def of_sets(seen: Seen) -> dict[str, Any]:
    triplets, eyes, winning, flags = seen.triplets, seen.eyes, seen.record["winning_tile"], seen.record["flags"]
    own = WINDS[SEATS.index(seen.record["seat_wind"])]
    of_round = WINDS[SEATS.index(seen.record["round_wind"])]
    dragons, winds, four = seen.triplets_of(DRAGONS), seen.triplets_of(WINDS), len(triplets) == 4
    made_up = "replacement" in flags or "double-replacement" in flags
    taken = seen.taken.tiles if seen.taken else ()
    concealed = [group for group in triplets if group.concealed and group.kind == "pung"]
    return {
        "ping-woo": ping_woo(seen),
        "dragon-triplet": dragons,
        "round-wind-triplet": seen.triplets_of((of_round,)),
        "house-wind-triplet": seen.triplets_of((own,)),
        "prevailing-wind-triplet": 2 * (own == of_round and seen.triplets_of((own,))),
        "far-yiu": seen.triplets_of(TERMINALS) and seen.triplets_of(HONORS) and eyes in MAJORS
        and seen.triplets_of(MAJORS) == 4,
        "all-triplets": 3 * four,
        "junior-three-chiefs": 3 * (dragons == 2 and eyes in DRAGONS),
        "grand-three-chiefs": 6 * (dragons == 3),
        "junior-four-happiness": 6 * (winds == 3 and eyes in WINDS),
        "grand-four-happiness": 8 * (winds == 4),
        "all-concealed-triplets": 8 * (len(concealed) == 4 and seen.record["win"] == "self-draw"),
        "moon-from-the-sea": 3 * ("last-tile" in flags and taken == ("1p", "1p")),
        "plum-blossom": 3 * (made_up and winning == "5p" and taken == ("4p", "5p", "6p")),
        "all-terminals": seen.house["all-terminals-fan"] * (seen.triplets_of(TERMINALS) == 4 and eyes in TERMINALS),
        "thirteen-terminals": 8 * (seen.form == ORPHANS),
    }  # fmt: skip


def ping_woo(seen: Seen) -> bool:
    chows = sum(group.kind == "chow" for group in seen.groups)
    if chows != 4 or (seen.house["ping-woo-eyes"] == "common" and seen.eyes[1] == "z"):
        return False
    return bool(seen.house["ping-woo-one-suit"]) or len(seen.letters - {"z"}) > 1


def of_tiles(seen: Seen) -> dict[str, Any]:
    one = len(seen.letters - {"z"}) == 1
    return {
        "mixed-one-suit": 3 * (one and "z" in seen.letters),
        "pure-one-suit": 6 * (one and "z" not in seen.letters),
        "all-honors": 8 * (seen.letters == {"z"}),
    }


def waits(seen: Seen) -> list[str]:
    """Kinds that would complete the hand, but for those of which it holds all four."""
    held, melds = spell(seen.record["hand"]), melds_of(seen.record)
    holds = [*held, *(tile for meld in melds for tile in meld.tiles)]
    return [
        tile
        for tile in KINDS
        if holds.count(tile) < 4 and (cuts(tuple(sorted([*held, tile]))) or orphans([*held, tile], melds, seen.house))
    ]


def flowers(seen: Seen) -> Items:
    """13."""
    laid = [(int(tile[0]) - 1) % 4 for tile in spell(seen.record["flowers"]) if tile[1] == "f"]
    own, of_round = SEATS.index(seen.record["seat_wind"]), SEATS.index(seen.record["round_wind"])
    method = seen.house["flower-method"]
    every: dict[str, Callable[[], Items]] = {
        "each": lambda: {"flower-each": len(laid), "no-flowers": int(not laid)},
        "round": lambda: {"flower-round": laid.count(of_round)},
        "seat": lambda: {"flower-seat": laid.count(own)},
        "round-and-seat": lambda: {"flower-round": laid.count(of_round), "flower-seat": laid.count(own)},
        "both-only": lambda: {"flower-both": 2 * laid.count(own) if own == of_round else 0},
    }
    return every[method]()


# 10


def award(house: dict[str, Any], fan: int) -> int:
    if house["points-table"]:
        return int(house["points-table"][min(fan, len(house["points-table"]) - 1)])
    if fan <= 4:
        return 1 << fan
    even = 16 << (fan - 4) // 2
    return even * 3 // 2 if fan % 2 and house["odd-fan"] == "half-step" else even


def result(record: dict[str, Any], house: dict[str, Any], items: Items) -> dict[str, Any]:
    uncut, most = sum(items.values()), house["max-fan"]
    total = min(uncut, most) if most else uncut
    base = award(house, total) * house["award-base"]
    net = dict.fromkeys(SEATS, 0)
    for payer, amount in payers(record, house, items, base).items():
        net[payer] -= amount
        net[record["seat_wind"]] += amount
    return {
        "legal": True, "items": items, "total": total, "unit": "fan", "limit": 0 < most <= uncut, "base": base,
        "payments": net,
    }  # fmt: skip


# 11 and 12


def payers(record: dict[str, Any], house: dict[str, Any], items: Items, award: int) -> dict[str, int]:
    discarder = record["discarder"]
    if house["bao"] and (liable := liability(record, items)):
        return {payer: times * award for payer, times in liable.items()}
    losers = [seat for seat in ("ESW" if house["players"] == 3 else SEATS) if seat != record["seat_wind"]]
    way = house["payment"]
    if not discarder:
        feeder = gong_feeder(record) if house["gong-feeder-pays"] and way != "discarder-full-others-half" else None
        return {feeder: 3 * award} if feeder else dict.fromkeys(losers, award)
    if way == "discarder-full-others-half":
        return {seat: award if seat == discarder else (award + 1) // 2 for seat in losers}
    return {discarder: award * (2 if way == "discarder-double" else 1)}


def gong_feeder(record: dict[str, Any]) -> str | None:
    last = record["melds"][-1] if record["melds"] else {}
    claimed = last.get("kind") == "kong" and not last["concealed"] and not last.get("added")
    after_it = "replacement" in record["flags"] and "double-replacement" not in record["flags"]
    return last.get("from") if claimed and after_it else None


def liability(record: dict[str, Any], items: Items) -> dict[str, int]:
    """Who is liable for how many awards; empty where nobody is."""
    shown = [meld for meld in melds_of(record) if not meld.concealed]
    win, discarder, flags = record["win"], record["discarder"], record["flags"]
    if win == "robbed-kong":
        return {}
    if len(shown) == 4 and any(name in items for name in GREAT) and (feeder := shown[-1].feeder):
        if win == "self-draw":
            return {feeder: 3}
        return {feeder: 2} if feeder == discarder else {feeder: 1, discarder: 1}
    if win != "discard":
        return {}
    dragons = sum(meld.tiles[0] in DRAGONS for meld in shown)
    winds = sum(meld.tiles[0] in WINDS for meld in shown)
    winning, three = record["winning_tile"], len(shown) == 3
    cases = [
        "grand-three-chiefs" in items and winning in DRAGONS and dragons == 2,
        "grand-four-happiness" in items and winning in WINDS and winds == 3,
        three and ("all-honors" in items or "all-terminals" in items),
    ]
    one_suit = three and "pure-one-suit" in items
    if one_suit and "forced-discard" in flags:
        return {discarder: 2} if any(cases) else {}
    return {discarder: 2} if any(cases) or one_suit or "late-fresh-discard" in flags else {}
