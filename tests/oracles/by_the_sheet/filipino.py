"""A second scorer of ``filipino``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from tests.oracles.by_the_sheet.tiles import (
    SEATS,
    every_tile,
    is_real,
    melds_of,
    next_tile,
    spell,
    wrong_count,
)

SUIT_TILES = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10))
EVENTS = {"no-flowers": 1, "thirteen-flowers": 1, "claimed-kong": 1, "concealed-kong": 2, "added-kong": 2}
DEFAULTS: dict[str, Any] = {
    "base-points": 4, "dealt-win": 20, "full-flush": 2, "all-pongs": 1, "wilds": 3, "wild-on-discard": False,
    "edge": False, "doubles-dice": False, "instant-events": list(EVENTS), "quick-discards": 5,
    "multiple-winners": "nearest", "next-dealer": "winner-stays", "rounds": 4,
}  # fmt: skip
Items = dict[str, int]


class Part(NamedTuple):
    """A set or a pair of concealed tiles: the tile it begins with, and ``n`` or ``w`` for each real or wild tile."""

    kind: str
    low: str
    filled: str


Cut = tuple[Part, ...]


def score(record: dict[str, Any]) -> dict[str, Any]:
    house = {**DEFAULTS, **record.get("options", {})}
    if record.get("event"):
        return event(record, house)
    if wrong_count(record, 16):
        return refused("wrong-tile-count")
    turned = record.get("indicator") or ""
    counts = Counter([*every_tile(record), *spell(turned)])
    if any(number > (1 if tile[1] == "f" else 4) for tile, number in counts.items()):
        return refused("too-many-copies")
    wild = turned if house["wilds"] else ""
    found = [in_house(one, house) for one in readings(record, house, wild)] if may_win(record, house, wild) else []
    if not found:
        return refused("not-a-winning-hand")
    best = max(sum(items.values()) for items in found)
    lists = [items for items in found if sum(items.values()) == best]
    return {**result(record, house, lists[0]), "equally_good": lists}


def in_house(items: Items, house: dict[str, Any]) -> Items:
    """With what this house leaves out, and its own points."""
    changes = house.get("changes", {})
    points = changes.get("values", {})
    return {id: points.get(id, worth) for id, worth in items.items() if id not in changes.get("off", ())}


def refused(reason: str) -> dict[str, Any]:
    return {"legal": False, "reason": reason}


def may_win(record: dict[str, Any], house: dict[str, Any], wild: str) -> bool:
    """2 and 4: suit tiles in real sets without wild ones, and a winning tile that may be taken."""
    melds, winning = melds_of(record), record["winning_tile"]
    melded = [tile for meld in melds for tile in meld.tiles]
    if any(tile not in SUIT_TILES for tile in [*spell(record["hand"]), *melded, winning]):
        return False
    if not all(map(is_real, melds)) or wild in melded:
        return False
    taken = record["win"] == "discard" and house["wild-on-discard"]
    return winning != wild or record["win"] == "self-draw" or taken


def readings(record: dict[str, Any], house: dict[str, Any], wild: str) -> Iterator[Items]:
    """4 and 6: the items of every use of wild tiles, every cut and every place of the winning tile."""
    melds, winning = melds_of(record), record["winning_tile"]
    held = [*spell(record["hand"]), winning]
    real = tuple(sorted((tile for tile in held if tile != wild), key=SUIT_TILES.index))
    wilds = len(held) - len(real)
    for cut in ways(real, wilds, 1, 5 - len(melds)):
        for part, place in places(cut, winning, wild):
            yield standard_items(record, house, wild, cut, wait(cut, part, place, house))
    if not melds or (len(melds) == 1 and melds[0].concealed):
        for cut in ways(real, wilds, 7, 1 - len(melds)):
            for part, _ in places(cut, winning, wild):
                yield pairs_items(record, house, wild, part.kind == "pair")


@cache
def ways(real: tuple[str, ...], wilds: int, pairs: int, sets: int) -> frozenset[Cut]:
    """Every way to make so many pairs and sets of sorted real tiles and wild ones."""
    if len(real) + wilds != 2 * pairs + 3 * sets:
        return frozenset()
    if not real and not wilds:
        return frozenset([()])
    found: set[Cut] = set()
    for part, rest, left in firsts(real, wilds):
        less = (pairs - 1, sets) if part.kind == "pair" else (pairs, sets - 1)
        if min(less) >= 0:
            found |= {tuple(sorted((part, *more))) for more in ways(rest, left, *less)}
    return frozenset(found)


def firsts(real: tuple[str, ...], wilds: int) -> Iterator[tuple[Part, tuple[str, ...], int]]:
    """Each set or pair that holds the first tile, with what it leaves."""
    for kind, size in (("pair", 2), ("pung", 3)):
        if not real:
            if wilds >= size:
                yield Part(kind, "any", "w" * size), (), wilds - size
            continue
        for own in range(1, min(size, real.count(real[0])) + 1):
            if size - own <= wilds:
                yield Part(kind, real[0], "n" * own + "w" * (size - own)), real[own:], wilds - size + own
    for low in SUIT_TILES:
        if int(low[0]) > 7:
            continue
        run = [next_tile(low, step) for step in range(3)]
        for filled in product("nw", repeat=3):
            own_tiles = [tile for tile, one in zip(run, filled, strict=True) if one == "n"]
            first = not real or real[0] in own_tiles
            if first and all(tile in real for tile in own_tiles) and filled.count("w") <= wilds:
                rest = list(real)
                for tile in own_tiles:
                    rest.remove(tile)
                yield Part("chow", low, "".join(filled)), tuple(rest), wilds - filled.count("w")


def places(cut: Cut, winning: str, wild: str) -> Iterator[tuple[Part, int]]:
    """Where the winning tile can lie: the part and the place in it."""
    for part in set(cut):
        for place, one in enumerate(part.filled):
            if winning == wild:
                fits = one == "w"
            else:
                tile = next_tile(part.low, place) if part.kind == "chow" else part.low
                fits = one == "n" and tile == winning
            if fits:
                yield part, place


def wait(cut: Cut, part: Part, place: int, house: dict[str, Any]) -> str:
    """5: ``single``, ``middle``, ``back-to-back``, ``edge`` or none of them."""
    if part.kind == "pair":
        return "single"
    if part.kind == "pung":
        pair = next(one for one in cut if one.kind == "pair")
        waiting = part.filled[:place] + part.filled[place + 1 :]
        return "back-to-back" if waiting == "nn" and pair.filled == "nn" else ""
    if place == 1:
        return "middle"
    at_the_end = (part.low[0], place) in (("1", 2), ("7", 0))
    return "edge" if at_the_end and house["edge"] else ""


def standard_items(record: dict[str, Any], house: dict[str, Any], wild: str, cut: Cut, waited: str) -> Items:
    melds = melds_of(record)
    claimed = [meld for meld in melds if not meld.concealed]
    kinds = [meld.kind for meld in melds] + [part.kind for part in cut if part.kind != "pair"]
    chows = {min(meld.tiles) for meld in melds if meld.kind == "chow"}
    chows |= {part.low for part in cut if part.kind == "chow"}
    return {
        **of_any_hand(record, house, wild),
        **there("all-up", not claimed, 1),
        **there("all-down", len(claimed) == 5, 1),
        **there("all-chows", all(kind == "chow" for kind in kinds), 1),
        **there("all-pongs", "chow" not in kinds, house["all-pongs"]),
        **there("escalera", any(chows.issuperset({f"1{s}", f"4{s}", f"7{s}"}) for s in "mps"), 2),
        **there(waited, bool(waited), 1),
    }


def pairs_items(record: dict[str, Any], house: dict[str, Any], wild: str, single: bool) -> Items:
    own = {"all-up": 1, "siete-pares": 2}
    return {**of_any_hand(record, house, wild), **own, **there("single", single, 1)}


def of_any_hand(record: dict[str, Any], house: dict[str, Any], wild: str) -> Items:
    """What does not hang on the reading."""
    tiles = [*spell(record["hand"]), record["winning_tile"], *(t for meld in melds_of(record) for t in meld.tiles)]
    suits = {tile[1] for tile in tiles if tile != wild}
    flags = set(record["flags"])
    return {
        **there("base", True, house["base-points"]),
        **there("full-flush", len(suits) == 1, house["full-flush"]),
        **there("quick-win", "quick" in flags, 1),
        **there("dealt-win", bool(flags & {"heavenly", "earthly"}), house["dealt-win"]),
    }


def there(id: str, counts: bool, points: int) -> Items:
    return {id: points} if counts and points else {}


def result(record: dict[str, Any], house: dict[str, Any], items: Items) -> dict[str, Any]:
    """7."""
    winner = record["seat_wind"]
    base = doubled(sum(items.values()), record, house)
    net = dict.fromkeys(SEATS, 0)
    for seat in SEATS:
        if seat != winner:
            net[seat] = -base * (2 if record["win"] == "self-draw" or seat == record["discarder"] else 1)
    return whole(items, base, {**net, winner: -sum(net.values())})


def doubled(total: int, record: dict[str, Any], house: dict[str, Any]) -> int:
    return 2 * total if house["doubles-dice"] and "dice-pair" in record["flags"] else total


def event(record: dict[str, Any], house: dict[str, Any]) -> dict[str, Any]:
    """8."""
    name, seat = record["event"], record["seat_wind"]
    items = there(name, name in house["instant-events"], EVENTS[name])
    base = doubled(sum(items.values()), record, house)
    return whole(items, base, {other: 3 * base if other == seat else -base for other in SEATS})


def whole(items: Items, base: int, net: dict[str, int]) -> dict[str, Any]:
    return {"legal": True, "items": items, "total": sum(items.values()), "unit": "points", "limit": False,
            "base": base, "payments": net}  # fmt: skip
