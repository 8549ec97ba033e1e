"""A second scorer of ``hong-kong-old``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
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
    readings_of,
    spell,
    too_many,
    write,
    wrong_count,
)

DEFAULTS: dict[str, Any] = {
    "tiles": 144, "min-faan": 3, "minimum-counts-bonus": False, "all-simples": "2-8", "common-hand": "strict",
    "double-wind": "both", "seven-pairs-distinct": True, "flower-scoring": "own", "flower-set": "2+own",
    "eight-flowers-win": True, "points-table": [1, 1, 1, 1, 2, 2, 2, 4, 4, 4, 8], "limit-points": 64,
    "limit-faan": 13, "limit-hands-off": [], "limit-hands-concealed": [], "half-limit-on-discard": False,
    "four-concealed-pongs-discard": "pair-only", "pure-green": False, "east-doubles": True, "wild-tiles": "none",
}  # fmt: skip
PROFILES: dict[str, dict[str, Any]] = {
    "fixed-length": {}, "three-in-a-row": {}, "without-flowers": {"tiles": 136},
}  # fmt: skip
SETS, PAIRS, ORPHANS, FLOWERS = "sets", "pairs", "orphans", "flowers"
EIGHT = tuple(f"{number}f" for number in range(1, 9))
PLANTS, SEASONS = frozenset(EIGHT[:4]), frozenset(EIGHT[4:])
GATES = "1112345678999"
GREEN = {"2s", "3s", "4s", "6s", "8s", "6z"}
ALWAYS_WHOLE = {"heavenly-hand", "earthly-hand", "great-flowers"}
COLOURS = {"pearl-dragon": ("p", "5z"), "ruby-dragon": ("m", "7z"), "jade-dragon": ("s", "6z")}
Items = dict[str, int]


class Seen(NamedTuple):
    """A record with the options, and one way to read it. ``groups``: sets and pair, none where the form has none."""

    record: dict[str, Any]
    house: dict[str, Any]
    form: str
    groups: tuple[Group, ...]
    tiles: tuple[str, ...]
    bonus: tuple[str, ...]

    @property
    def by_other(self) -> bool:
        return bool(self.record["win"] != "self-draw")

    @property
    def pongs(self) -> list[Group]:
        return [group for group in self.groups if group.kind in ("pung", "kong")]

    @property
    def pair(self) -> str:
        return next((group.tiles[0] for group in self.groups if group.kind == "pair"), "")

    @property
    def letters(self) -> set[str]:
        return {tile[1] for tile in self.tiles}

    @property
    def claimed(self) -> bool:
        return any(not meld.concealed for meld in melds_of(self.record))

    def pongs_of(self, tiles: tuple[str, ...]) -> int:
        return sum(group.tiles[0] in tiles for group in self.pongs)


def score(record: dict[str, Any]) -> dict[str, Any]:
    """The result; ``equally_good``: the items of all readings that are worth as much."""
    house = {**DEFAULTS, **PROFILES.get(record.get("profile") or "", {}), **record.get("options", {})}
    if wrong_count(record):
        return refused("wrong-tile-count")
    shown = (record.get("indicator") or "") if house["wild-tiles"] != "none" else ""
    if too_many(record, bonus=True) or (shown and every_tile(record).count(shown) > 3):
        return refused("too-many-copies")
    seen = list(ways(record, house)) if all(map(is_real, melds_of(record))) else []
    if not seen:
        return refused("not-a-winning-hand")
    limits = [found for way in seen if (found := limit_items(way))]
    if limits:
        most = max(map(len, limits))
        return {**limit_result(record, house, limits[0]), **equally([one for one in limits if len(one) == most])}
    scored = [(faan_items(way), bonus_items(way)) for way in seen if way.form != FLOWERS]
    enough = [(own, more) for own, more in scored if counted(house, own, more) >= house["min-faan"]]
    if not enough:
        return refused("below-minimum")
    total = max(sum({**own, **more}.values()) for own, more in enough)
    best = [{**own, **more} for own, more in enough if sum({**own, **more}.values()) == total]
    return {**result(record, house, best[0], total), **equally(best)}


def refused(reason: str) -> dict[str, Any]:
    return {"legal": False, "reason": reason}


def equally(lists: list[Items]) -> dict[str, Any]:
    return {"equally_good": lists}


def counted(house: dict[str, Any], own: Items, more: Items) -> int:
    return sum(own.values()) + (sum(more.values()) if house["minimum-counts-bonus"] else 0)


# 7: winning forms


def ways(record: dict[str, Any], house: dict[str, Any]) -> Iterator[Seen]:
    melds, winning = melds_of(record), record["winning_tile"]
    own, off = [*spell(record["hand"]), winning], house["limit-hands-off"]
    bonus = tuple(tile for tile in spell(record["flowers"]) if tile in EIGHT and house["tiles"] != 136)
    tiles = tuple(tile for tile in every_tile({**record, "flowers": ""}) if tile[1] in "mpsz")

    def seen(form: str, groups: tuple[Group, ...] = ()) -> Seen:
        return Seen(record, house, form, groups, tiles, bonus)

    if winning[1] == "f":
        all_eight = house["tiles"] != 136 and {*bonus, winning} == set(EIGHT)
        if all_eight and house["eight-flowers-win"] and "great-flowers" not in off:
            yield seen(FLOWERS)
        return
    if any(tile[1] not in "mpsz" for tile in own):
        return
    wild = wild_kinds(record, house)
    if wild:
        yield from (way for meant in meanings(record, wild) for way in with_wild(meant, seen(SETS)))
    else:
        yield from (seen(SETS, (*cut, *melds)) for cut in readings(spell(record["hand"]), winning, drawn(record)))
    if wild.intersection(own):
        return
    if melds:
        return
    numbers = Counter(own).values()
    if all(number == 2 or (number == 4 and not house["seven-pairs-distinct"]) for number in numbers):
        yield seen(PAIRS)
    if set(own) == set(MAJORS) and "thirteen-orphans" not in off:
        yield seen(ORPHANS)


def drawn(record: dict[str, Any]) -> bool:
    return bool(record["win"] == "self-draw")


# docs/rulesets/hong-kong-old.md: wild tiles, as the house may play them


def wild_kinds(record: dict[str, Any], house: dict[str, Any]) -> set[str]:
    """The kind of the indicator and the one that follows it."""
    shown = record.get("indicator") or ""
    if house["wild-tiles"] == "none" or not shown:
        return set()
    circles = ("1z2z3z4z", "7z6z5z", *("".join(f"{rank}{suit}" for rank in range(1, 10)) for suit in "mps"))
    circle = next(circle for circle in circles if shown in circle)
    after = circle.index(shown) + 2
    return {shown, circle[after : after + 2] or circle[:2]}


class Meant(NamedTuple):
    """A record with suit tiles in the place of its wild ones. ``stand_ins``: which; ``wild_won``: the winning tile is
    one of them."""

    record: dict[str, Any]
    stand_ins: Counter[str]
    wild_won: bool


def meanings(record: dict[str, Any], wild: set[str]) -> Iterator[Meant]:
    """What the concealed wild tiles may stand for, no kind five times; none where one was discarded or is in a pong or
    kong."""
    winning, held = record["winning_tile"], spell(record["hand"])
    wild_won = winning in wild
    set_of_wild = any(meld.kind != "chow" and meld.tiles[0] in wild for meld in melds_of(record))
    if set_of_wild or (wild_won and not drawn(record)):
        return
    real = [tile for tile in held if tile not in wild]
    suits = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
    for chosen in combinations_with_replacement(suits, len(held) - len(real)):
        for won in suits if wild_won else [winning]:
            stand_ins = Counter([*chosen, *([won] if wild_won else [])])
            meant = {**record, "hand": write([*real, *chosen]), "winning_tile": won}
            copies = Counter(every_tile({**meant, "flowers": ""}))
            if all(copies[tile] <= 4 for tile in stand_ins):
                yield Meant(meant, stand_ins, wild_won)


def with_wild(meant: Meant, plain: Seen) -> Iterator[Seen]:
    """The readings in which every wild tile stands in a chow."""
    record, winning = meant.record, meant.record["winning_tile"]
    tiles = tuple(every_tile({**record, "flowers": ""}))
    for cut in cuts(tuple(sorted([*spell(record["hand"]), winning]))):
        in_chows = Counter(tile for group in cut if len(set(group)) == 3 for tile in group)
        if any(in_chows[tile] < number for tile, number in meant.stand_ins.items()):
            continue
        real_in_chow = in_chows[winning] > meant.stand_ins[winning]
        for groups in readings_of(cut, winning, drawn(record)):
            taken = next((group for group in groups if not group.concealed), None)
            if taken is None or taken.kind != "chow" or real_in_chow:
                yield plain._replace(record=record, groups=(*groups, *melds_of(record)), tiles=tiles)


# 13: limit hands


def limit_items(seen: Seen) -> Items:
    off = {*seen.house["limit-hands-off"], *(seen.house["limit-hands-concealed"] if seen.claimed else ())}
    played = {name for name, test in LIMITS.items() if name not in off and test(seen)}
    if seen.form == FLOWERS:
        played &= ALWAYS_WHOLE
    return dict.fromkeys(played, seen.house["limit-faan"])


def gates(seen: Seen) -> bool:
    held, winning = spell(seen.record["hand"]), seen.record["winning_tile"]
    ranks = "".join(sorted(tile[0] for tile in held))
    return ranks == GATES and {tile[1] for tile in held} == {winning[1]} and winning[1] in "mps"


def four_concealed(seen: Seen) -> bool:
    if len(seen.pongs) != 4 or seen.claimed:
        return False
    return seen.house["four-concealed-pongs-discard"] == "any" or all(group.concealed for group in seen.pongs)


def of_colour(suit: str, dragon: str) -> Callable[[Seen], bool]:
    def test(seen: Seen) -> bool:
        tiles = sorted(group.tiles[0] for group in seen.pongs)
        three = [tile for tile in tiles if tile[1] == suit]
        return len(three) == 3 and dragon in tiles and seen.pair[1:] == suit

    return test


LIMITS: dict[str, Callable[[Seen], bool]] = {
    "heavenly-hand": lambda seen: "heavenly" in seen.record["flags"],
    "earthly-hand": lambda seen: "earthly" in seen.record["flags"],
    "thirteen-orphans": lambda seen: seen.form == ORPHANS,
    "heavenly-gates": gates,
    "four-concealed-pongs": four_concealed,
    "all-kong": lambda seen: [group.kind for group in seen.groups].count("kong") == 4,
    "all-honors": lambda seen: seen.letters == {"z"},
    **{name: of_colour(*row) for name, row in COLOURS.items()},
    "great-dragons": lambda seen: seen.pongs_of(DRAGONS) == 3,
    "great-winds": lambda seen: seen.pongs_of(WINDS) == 4,
    "great-flowers": lambda seen: seen.form == FLOWERS,
    "pure-green": lambda seen: seen.house["pure-green"] and set(seen.tiles) <= GREEN,
}


# 8 and 9: items and exclusions


def faan_items(seen: Seen) -> Items:
    house, seat, round_wind = seen.house, seen.record["seat_wind"], seen.record["round_wind"]
    winds = {"seat": (WINDS[SEATS.index(seat)],), "round": (WINDS[SEATS.index(round_wind)],)}
    dragons, blown = seen.pongs_of(DRAGONS), seen.pongs_of(WINDS)
    little_dragons = dragons == 2 and seen.pair in DRAGONS
    little_winds = blown == 3 and seen.pair in WINDS
    twice = seat == round_wind and house["double-wind"] == "one"
    concealed = sum(group.concealed for group in seen.pongs)
    found = {
        "dragon-pong": 0 if little_dragons else dragons,
        "seat-wind-pong": 0 if little_winds else seen.pongs_of(winds["seat"]),
        "round-wind-pong": 0 if little_winds or twice else seen.pongs_of(winds["round"]),
        "all-simples": int(simple(seen)),
        "common-hand": int(common(seen)),
        "all-pong": 3 * (len(seen.pongs) == 4),
        "clean-hand": 3 * ("z" in seen.letters and len(seen.letters) == 2),
        "three-concealed-pongs": 3 * (concealed >= 3),
        "three-kongs": 3 * ([group.kind for group in seen.groups].count("kong") >= 3),
        "seven-pairs": 4 * (seen.form == PAIRS),
        "pure-hand": 6 * (len(seen.letters) == 1 and "z" not in seen.letters),
        "little-dragons": 12 * little_dragons,
        "little-winds": 12 * little_winds,
    }
    return {name: value for name, value in found.items() if value}


def simple(seen: Seen) -> bool:
    if seen.house["all-simples"] == "1-9":
        return "z" not in seen.letters
    return not set(seen.tiles) & set(MAJORS)


def common(seen: Seen) -> bool:
    chows = [group for group in seen.groups if group.kind == "chow"]
    if len(chows) != 4 or seen.pair[1] == "z":
        return False
    pair = next(group for group in seen.groups if group.kind == "pair")
    return seen.house["common-hand"] == "basic" or (not seen.bonus and pair.concealed)


def bonus_items(seen: Seen) -> Items:
    house, flags, bonus = seen.house, seen.record["flags"], set(seen.bonus)
    number = SEATS.index(seen.record["seat_wind"])
    found = {
        "self-draw": seen.record["win"] == "self-draw",
        "robbing-the-kong": seen.record["win"] == "robbed-kong",
        "last-tile": "last-tile" in flags or "last-discard" in flags,
        "no-flowers": house["tiles"] != 136 and not bonus,
    }
    if house["flower-scoring"] == "each":
        return {name: int(there) for name, there in {**found, "each-flower": len(bonus)}.items() if there}
    series = {"all-flowers": bonus >= PLANTS, "all-seasons": bonus >= SEASONS}
    own = {"own-flower": EIGHT[number] in bonus, "own-season": EIGHT[number + 4] in bonus}
    whole = 5 if house["flower-set"] == "5" else 2
    if whole == 5:
        own = {
            "own-flower": own["own-flower"] and not series["all-flowers"],
            "own-season": own["own-season"] and not series["all-seasons"],
        }
    single = {name: 1 for name, there in {**found, **own}.items() if there}
    return {**single, **{name: whole for name, there in series.items() if there}}


# 11 and 12: points and payments


def limit_result(record: dict[str, Any], house: dict[str, Any], items: Items) -> dict[str, Any]:
    halved = house["half-limit-on-discard"] and record["win"] != "self-draw" and not ALWAYS_WHOLE & items.keys()
    each = house["limit-points"] // 2 if halved else house["limit-points"]
    net = dict.fromkeys(SEATS, -each) | {record["seat_wind"]: 3 * each}
    return legal(items, house["limit-faan"], True, each, net)


def result(record: dict[str, Any], house: dict[str, Any], items: Items, total: int) -> dict[str, Any]:
    table, winner, net = house["points-table"], record["seat_wind"], dict.fromkeys(SEATS, 0)
    base = table[min(total, len(table) - 1)]
    for loser in SEATS.replace(winner, ""):
        amount = base * (2 if record["discarder"] in (None, loser) else 1)
        if house["east-doubles"] and "E" in (winner, loser):
            amount *= 2
        net[loser] -= amount
        net[winner] += amount
    return legal(items, total, total >= 10, base, net)


def legal(items: Items, total: int, limit: bool, base: int, net: dict[str, int]) -> dict[str, Any]:
    return {
        "legal": True, "items": items, "total": total, "unit": "faan", "limit": limit, "base": base, "payments": net,
    }  # fmt: skip
