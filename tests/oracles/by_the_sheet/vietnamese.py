"""A second scorer of ``vietnamese`` and ``thai``, written from their sheets; the numbers in the comments are sections
of the Vietnamese one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations, product
from typing import Any

from tests.oracles.by_the_sheet.tiles import DRAGONS, MAJORS, SEATS, WINDS, Group, melds_of, readings, spell

SHARED: dict[str, Any] = {
    "dead-wall": 26, "jokers-in-claims": True, "discarded-bonus-wins": True,
    "liability": ["dragons", "winds", "one-suit"], "half-flush": False, "seven-pairs": False,
    "multiple-winners": "nearest",
}  # fmt: skip
DEFAULTS: dict[str, dict[str, Any]] = {
    "vietnamese": {**SHARED, "tiles": 160, "max-mun": 0},
    "thai": {**SHARED, "jokers": 8, "animals": True, "animal-pairs": True, "animal-points": 1, "max-mun": 3},
}
KINDS = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) + WINDS + DRAGONS
STANDS_FOR = {
    "1j": KINDS, "2j": KINDS[9:18], "3j": KINDS[18:27], "4j": KINDS[:9], "5j": (), "6j": WINDS, "7j": DRAGONS,
    "8j": KINDS[:27],
}  # fmt: skip
LAID = {
    "1j": {"E": 3}, "2j": {"S": 2}, "3j": {"W": 2}, "4j": {"N": 2}, "5j": {}, "6j": {"S": 2, "W": 2},
    "7j": {"S": 2, "W": 2}, "8j": {"N": 3},
}  # fmt: skip
"""6: the seats to which a laid-out joker is worth more."""
PLAIN_LAID = {"1j": 2, "2j": 1, "3j": 1, "4j": 1, "5j": 2, "6j": 1, "7j": 1, "8j": 2}
FAMILIES = ({"1f", "2f", "3f", "4f"}, {"5f", "6f", "7f", "8f"}, {"1k", "2k", "3k", "4k"}, {"1q", "2q", "3q", "4q"})
PREY = ({"1a", "2a"}, {"3a", "4a"}, {"5a", "6a"}, {"7a", "8a"})
Items = dict[str, int]
Meaning = tuple[list[str], str, list[Group]]
"""Concealed tiles without the winning one, the winning tile, and the melds, all without jokers."""


def score(record: dict[str, Any]) -> dict[str, Any]:
    """The result; ``equally_good``: the items of all readings that are worth as much."""
    house = {**DEFAULTS[record["ruleset"]], **record.get("options", {})}
    if wrong_count(record):
        return {"legal": False, "reason": "wrong-tile-count"}
    if too_many(record, house):
        return {"legal": False, "reason": "too-many-copies"}
    found = list(all_items(record, house))
    if not found:
        return {"legal": False, "reason": "not-a-winning-hand"}
    total = max(sum(items.values()) for items in found)
    best = [items for items in found if sum(items.values()) == total]
    return {**result(record, house, best[0], total), "equally_good": best}


def wrong_count(record: dict[str, Any]) -> bool:
    sizes = {"chow": 3, "pung": 3, "kong": 4}
    melds = melds_of(record)
    return any(len(meld.tiles) != sizes[meld.kind] for meld in melds) or (
        len(spell(record["hand"])) + 3 * len(melds) != 13
    )


def too_many(record: dict[str, Any], house: dict[str, Any]) -> bool:
    """12.5."""
    jokers = {160: 1, 176: 3, 184: 4}[house.get("tiles", 160)]
    copies = {"j": jokers, **dict.fromkeys("mpsz", 4)}
    return any(number > copies.get(tile[1], 1) for tile, number in Counter(every_tile(record)).items())


def every_tile(record: dict[str, Any]) -> list[str]:
    melded = [tile for meld in melds_of(record) for tile in meld.tiles]
    return [*spell(record["hand"]), record["winning_tile"], *melded, *spell(record["flowers"])]


def in_the_set(tile: str, record: dict[str, Any], house: dict[str, Any]) -> bool:
    if tile[1] == "a":
        return record["ruleset"] == "thai" and bool(house["animals"])
    return tile[1] != "j" or house.get("jokers", 8) > 0


# 4: forms


def all_items(record: dict[str, Any], house: dict[str, Any]) -> Iterator[Items]:
    winning, melds = record["winning_tile"], melds_of(record)
    thrown = record["win"] == "discard" and winning not in KINDS
    if not all(in_the_set(tile, record, house) for tile in every_tile(record)):
        return
    if thrown and not house["discarded-bonus-wins"]:
        return
    if not house["jokers-in-claims"] and any(
        tile[1] == "j" for meld in melds if not meld.concealed for tile in meld.tiles
    ):
        return
    held = spell(record["hand"])
    uses = [may_be(tile) for tile in held]
    won = KINDS if thrown else may_be(winning)
    if not won or not all(uses):
        return
    around = of_the_laid(record, house) | of_the_win(record, thrown=thrown)
    for concealed, tile, sets in meanings(uses, won, melds):
        for groups in readings(concealed, tile, record["win"] == "self-draw"):
            yield around | of_the_sets([*groups, *sets], record, house)
    if not melds:
        yield from special(around, [*uses, won], record, house)


def may_be(tile: str) -> tuple[str, ...]:
    return STANDS_FOR.get(tile, (tile,) if tile in KINDS else ())


def meanings(uses: list[tuple[str, ...]], won: tuple[str, ...], melds: list[Group]) -> Iterator[Meaning]:
    """Every use of the jokers that leaves no tile more than four times and may be sets and a pair."""
    plain = [use[0] for use in uses if len(use) == 1]
    wild = [use for use in uses if len(use) > 1]
    for sets in product(*(sets_of(meld) for meld in melds)):
        melded = Counter(tile for one in sets for tile in one.tiles)
        for chosen in fitting(plain, [*wild, won]):
            *others, tile = chosen
            concealed = [*plain, *others]
            counts = melded + Counter([*concealed, tile])
            if max(counts.values()) <= 4:
                yield concealed, tile, list(sets)


def fitting(plain: list[str], wild: list[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Uses after which each suit (and the honors) has sets, or sets and the pair: 3n tiles, one of them 3n + 2."""
    have = Counter(tile[1] for tile in plain)
    suits = [sorted({tile[1] for tile in use}) for use in wild]
    seen = set()
    for letters in product(*suits):
        more = Counter(letters)
        if sorted((have[letter] + more[letter]) % 3 for letter in "mpsz") != [0, 0, 0, 2]:
            continue
        for chosen in product(
            *([tile for tile in use if tile[1] == letter] for use, letter in zip(wild, letters, strict=True))
        ):
            key = (*sorted(chosen[:-1]), chosen[-1])
            if key not in seen:
                seen.add(key)
                yield chosen


def sets_of(meld: Group) -> list[Group]:
    """The sets that a meld with jokers may be; none for tiles that are no set."""
    orders = set(permutations(meld.tiles))
    return [
        Group(meld.kind, tiles, meld.concealed, declared=True)
        for tiles in candidates(meld)
        if any(all(tile in may_be(written) for written, tile in zip(order, tiles, strict=True)) for order in orders)
    ]


def candidates(meld: Group) -> Iterable[tuple[str, ...]]:
    if meld.kind != "chow":
        return [(tile,) * len(meld.tiles) for tile in KINDS]
    return [tuple(f"{rank + step}{suit}" for step in range(3)) for suit in "mps" for rank in range(1, 8)]


def special(
    around: Items, uses: list[tuple[str, ...]], record: dict[str, Any], house: dict[str, Any]
) -> Iterator[Items]:
    plain = Counter(use[0] for use in uses if len(use) == 1)
    wild = [use for use in uses if len(use) > 1]
    for double in MAJORS:
        whole = Counter([*MAJORS, double])
        missing = list((whole - plain).elements())
        if not plain - whole and any(
            all(tile in use for tile, use in zip(order, wild, strict=True)) for order in permutations(missing)
        ):
            yield around | {"thirteen-orphans": 12}
    if house["seven-pairs"] and max(plain.values(), default=0) < 3:
        for chosen in product(*wild):
            counts = plain + Counter(chosen)
            if set(counts.values()) == {2}:
                yield around | {"seven-pairs": 6} | of_the_tiles(list(counts), record, house)


# 5, 6: items


def of_the_laid(record: dict[str, Any], house: dict[str, Any]) -> Items:
    laid, seat = spell(record["flowers"]), record["seat_wind"]
    number = SEATS.index(seat)
    own = [tile for tile in laid if (int(tile[0]) - 1) % 4 == number and tile[1] != "j"]
    items = {
        "own-flower": sum(tile[1] != "a" for tile in own),
        "bouquet": 6 * sum(family <= set(laid) for family in FAMILIES),
        "laid-joker": sum(LAID[tile].get(seat, PLAIN_LAID[tile]) for tile in laid if tile[1] == "j"),
    }
    if record["ruleset"] == "thai":
        items |= {
            "own-animal": house["animal-points"] * sum(tile[1] == "a" for tile in own),
            "animal-pair": house["animal-pairs"] * sum(pair <= set(laid) for pair in PREY),
            "all-animals": 12 * (sum(tile[1] == "a" for tile in laid) == 8),
        }
    return {id: value for id, value in items.items() if value}


def of_the_win(record: dict[str, Any], *, thrown: bool) -> Items:
    items = {
        "heavenly-hand": 12 * ("heavenly" in record["flags"]),
        "earthly-hand": 12 * ("earthly" in record["flags"]),
        "discarded-bonus": 6 * thrown,
    }
    return {id: value for id, value in items.items() if value}


def of_the_tiles(tiles: list[str], record: dict[str, Any], house: dict[str, Any]) -> Items:
    """What suits and honors alone decide."""
    suits, honors = {tile[1] for tile in tiles} - {"z"}, any(tile[1] == "z" for tile in tiles)
    items: Items = {}
    if not suits:
        items["all-honors"] = 24
    elif len(suits) == 1 and not honors:
        items["full-flush"] = 12
    elif len(suits) == 1 and house["half-flush"]:
        items["half-flush"] = 3
    if not honors and not record["flowers"]:
        items["no-flowers-or-honors"] = 6
    return items


def of_the_sets(groups: list[Group], record: dict[str, Any], house: dict[str, Any]) -> Items:
    """5 with the exclusions of 7."""
    tiles = [tile for group in groups for tile in group.tiles]
    pair = next(group.tiles[0] for group in groups if group.kind == "pair")
    pongs = [group for group in groups if group.kind in ("pung", "kong")]
    kinds = [group.tiles[0] for group in pongs]
    chows = {group.tiles[0] for group in groups if group.kind == "chow"}
    items = of_the_tiles(tiles, record, house)
    if not pongs:
        items["all-chows-honor-pair" if pair[1] == "z" else "all-chows"] = 3 if pair[1] == "z" else 1
        if "no-flowers-or-honors" in items:
            del items["no-flowers-or-honors"], items["all-chows"]
            items["no-flowers-honors-pongs"] = 12
    if len(pongs) == 4:
        items |= of_four_pongs(pongs, kinds, items)
    if any({f"{rank}{suit}" for rank in (1, 4, 7)} <= chows for suit in "mps"):
        items["straight"] = 18
    dragons, winds = sum(kind in DRAGONS for kind in kinds), sum(kind in WINDS for kind in kinds)
    if dragons == 3:
        items["great-dragons"] = 12
    if dragons == 2 and pair in DRAGONS:
        items["little-dragons"] = 6
    if winds == 4:
        items["great-winds"] = 48
    if winds == 3 and pair in WINDS:
        items["little-winds"] = 30
    if {"four-concealed", "all-kongs", "little-winds", "great-winds"} & set(items):
        written = [tile for tile in every_tile({**record, "flowers": ""}) if tile[1] == "j"]
        items |= ({} if written else {"no-joker": 6}) | ({} if record["flowers"] else {"no-flower": 6})
    return items


def of_four_pongs(pongs: list[Group], kinds: list[str], items: Items) -> Items:
    found: Items = {}
    honors = any(kind[1] == "z" for kind in kinds)
    claimed = all(group.declared and not group.concealed for group in pongs)
    if not honors:
        found["all-claimed-pongs" if claimed else "all-pongs"] = 6 if claimed else 3
    elif "all-honors" not in items:
        found["all-claimed-pongs-honors" if claimed else "all-pongs-honors"] = 12 if claimed else 6
    ranks = {kind[0] for kind in kinds if kind[1] != "z"}
    if {"1", "9"} <= ranks:
        found["pongs-with-terminals"] = 6
    if all(group.concealed for group in pongs):
        found["four-concealed"] = 18
    if all(group.kind == "kong" for group in pongs):
        found["all-kongs"] = 24
    return found


# 8, 9: value and payment


def result(record: dict[str, Any], house: dict[str, Any], items: Items, total: int) -> dict[str, Any]:
    mun, most = total // 6, house["max-mun"]
    limit = bool(most) and mun >= most
    base = 32 * (most if limit else mun) if mun else (1, 1, 2, 4, 8, 16)[total]
    return {
        "legal": True, "items": items, "total": total, "unit": "phan", "limit": limit, "base": base,
        "payments": payments(record, house, items, base, total),
    }  # fmt: skip


def payments(record: dict[str, Any], house: dict[str, Any], items: Items, base: int, total: int) -> dict[str, int]:
    winner, discarder = record["seat_wind"], record["discarder"]
    pays = {seat: base for seat in SEATS if seat != winner}
    for seat in pays:
        if total and discarder in (None, seat):
            pays[seat] *= 2
    feeder = record.get("liable")
    if feeder and fed(record, house, items):
        for seat in pays:
            if seat != feeder and discarder in (None, seat):
                pays[feeder] += pays[seat]
                pays[seat] = 0
    return {seat: sum(pays.values()) if seat == winner else -pays[seat] for seat in SEATS}


def fed(record: dict[str, Any], house: dict[str, Any], items: Items) -> bool:
    """9: whether the hand is one for whose last declared set somebody is liable."""
    claimed = sum(not meld.concealed for meld in melds_of(record))
    true = {
        "dragons": claimed and "great-dragons" in items,
        "winds": claimed and "great-winds" in items,
        "one-suit": claimed == 4 and "full-flush" in items,
    }
    return any(true[case] for case in house["liability"])
