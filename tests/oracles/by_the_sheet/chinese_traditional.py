"""A second scorer of ``chinese-traditional``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from tests.oracles.by_the_sheet.tiles import (
    DRAGONS,
    MAJORS,
    SEATS,
    WINDS,
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
    "flowers": True, "limit": 500, "min-points": 0, "concealed-self-drawn-doubles": 1, "outside-pair": True,
    "nine-gates-tile": "any", "one-suit-doubles": 4,
}  # fmt: skip
PROFILES: dict[str, dict[str, Any]] = {"without-flowers": {"flowers": False}, "seven-stacks": {}}
TERMINALS = {tile for tile in MAJORS if tile[1] != "z"}
POINTS = {"melded-simple": 2, "melded-major": 4, "concealed-simple": 4, "concealed-major": 8}
Items = dict[str, int]


class Seen(NamedTuple):
    """A record with the options, and one way to read it: the sets and the pair (none of thirteen orphans), and the one
    that the winning tile completed."""

    record: dict[str, Any]
    house: dict[str, Any]
    groups: tuple[Group, ...]
    taken: Group | None

    @property
    def drawn(self) -> bool:
        return bool(self.record["win"] == "self-draw")

    @property
    def triplets(self) -> list[Group]:
        return [group for group in self.groups if group.kind in ("pung", "kong")]

    @property
    def concealed(self) -> int:
        return sum(group.concealed for group in self.triplets)

    @property
    def pair(self) -> str:
        return next((group.tiles[0] for group in self.groups if group.kind == "pair"), "")

    @property
    def tiles(self) -> set[str]:
        return set(every_tile({**self.record, "flowers": ""}))

    @property
    def closed(self) -> bool:
        return all(meld.concealed for meld in melds_of(self.record))

    @property
    def own_wind(self) -> str:
        return WINDS[SEATS.index(self.record["seat_wind"])]

    @property
    def prevailing(self) -> str:
        return WINDS[SEATS.index(self.record["round_wind"])]

    def triplets_of(self, tiles: tuple[str, ...]) -> int:
        return sum(group.tiles[0] in tiles for group in self.triplets)


class Worth(NamedTuple):
    """In the order in which readings are compared (10.4)."""

    score: int
    is_limit_hand: bool
    doubles: int
    points: int
    number: int


def score(record: dict[str, Any]) -> dict[str, Any]:
    """The result; ``equally_good``: the items of all readings that are worth as much."""
    house = {**DEFAULTS, **PROFILES.get(record.get("profile") or "", {}), **record.get("options", {})}
    if wrong_count(record):
        return refused("wrong-tile-count")
    if too_many(record, bonus=True):
        return refused("too-many-copies")
    found = [valued(seen) for seen in ways(record, house)]
    if not found:
        return refused("not-a-winning-hand")
    best = max(worth for worth, _ in found)
    if best.score < house["min-points"]:
        return refused("below-minimum")
    lists = [items for worth, items in found if worth == best]
    return {**result(record, house, best, lists[0]), "equally_good": lists}


def refused(reason: str) -> dict[str, Any]:
    return {"legal": False, "reason": reason}


def ways(record: dict[str, Any], house: dict[str, Any]) -> Iterator[Seen]:
    """7, with every set that the winning tile can have completed."""
    melds, winning = melds_of(record), record["winning_tile"]
    own = [*spell(record["hand"]), winning]
    if any(tile[1] not in "mpsz" for tile in own) or not all(map(is_real, melds)):
        return
    drawn = record["win"] == "self-draw"
    for cut in readings(spell(record["hand"]), winning, drawn=True):
        for taken in dict.fromkeys(group for group in cut if winning in group.tiles):
            done = list(cut)
            done[done.index(taken)] = replace(taken, concealed=drawn)
            yield Seen(record, house, (*done, *melds), taken)
    if not melds and set(own) == set(MAJORS):
        yield Seen(record, house, (), None)


def valued(seen: Seen) -> tuple[Worth, Items]:
    """10: of one reading."""
    most = seen.house["limit"]
    if limits := limit_hands(seen):
        return Worth(most, True, 0, 0, len(limits)), dict.fromkeys(limits, most)
    points = points_of(seen)
    doubles = doubles_of(seen, points)
    raw, times = sum(points.values()), sum(doubles.values())
    plain = (raw + 5) // 10 * 10 * 2**times
    reached = times >= 5 or (raw >= 32 and times >= 4)
    return Worth(most if reached else min(plain, most), False, times, raw, 0), {**points, **doubles}


# 12


def limit_hands(seen: Seen) -> set[str]:
    flags, tiles, winning = seen.record["flags"], seen.tiles, seen.record["winning_tile"]
    held = spell(seen.record["hand"])
    gates = "".join(sorted(tile[0] for tile in held)) == "1112345678999" and {tile[1] for tile in held} == {winning[1]}
    odd = seen.house["nine-gates-tile"] == "odd"
    there = {
        "big-three-dragons": seen.triplets_of(DRAGONS) == 3,
        "little-four-winds": seen.triplets_of(WINDS) == 3 and seen.pair in WINDS,
        "big-four-winds": seen.triplets_of(WINDS) == 4,
        "all-honors": all(tile[1] == "z" for tile in tiles),
        "all-terminals": tiles <= TERMINALS,
        "four-concealed-triplets": seen.concealed == 4,
        "heavenly-hand": "heavenly" in flags,
        "earthly-hand": "earthly" in flags,
        "nine-gates": gates and winning[1] != "z" and (not odd or int(winning[0]) % 2 == 1),
        "thirteen-orphans": not seen.groups,
    }
    return {name for name, is_so in there.items() if is_so}


# 8


def points_of(seen: Seen) -> Items:
    found = {"win": 20}
    for group in seen.triplets:
        sort = f"{'concealed' if group.concealed else 'melded'}-{'major' if group.tiles[0] in MAJORS else 'simple'}"
        name = f"{'four' if group.kind == 'kong' else 'triplet'}-{sort}"
        found[name] = found.get(name, 0) + POINTS[sort] * (4 if group.kind == "kong" else 1)
    if seen.pair == seen.own_wind == seen.prevailing:
        found["double-wind-pair"] = 4
    elif seen.pair in (*DRAGONS, seen.own_wind, seen.prevailing):
        found["lucky-pair"] = 2
    if seen.drawn:
        found["self-drawn"] = 2
    if seen.taken and one_chance(seen.taken, seen.record["winning_tile"]):
        found["one-chance"] = 2
    if seen.closed and not seen.drawn:
        found["concealed-on-discard"] = 10
    return found


def one_chance(taken: Group, winning: str) -> bool:
    """The second of the pair, the middle of a sequence, the 3 of 1-2-3 or the 7 of 7-8-9."""
    if taken.kind != "chow":
        return taken.kind == "pair"
    ranks, rank = "".join(tile[0] for tile in taken.tiles), winning[0]
    return rank == ranks[1] or (ranks, rank) in (("123", "3"), ("789", "7"))


# 9


def doubles_of(seen: Seen, points: Items) -> Items:
    flags, win, tiles, house = seen.record["flags"], seen.record["win"], seen.tiles, seen.house
    letters = {tile[1] for tile in tiles}
    twice = seen.own_wind == seen.prevailing
    winds = () if twice else (seen.own_wind, seen.prevailing)
    four = len(seen.triplets) == 4
    found = {
        "lucky-triplet": seen.triplets_of((*DRAGONS, *winds)),
        "double-wind-triplet": 2 * seen.triplets_of((seen.own_wind,)) if twice else 0,
        "concealed-self-drawn": house["concealed-self-drawn-doubles"] if seen.closed and seen.drawn else 0,
        "four-triplets": four and seen.concealed <= 2,
        "four-triplets-three-concealed": 2 * (four and seen.concealed == 3),
        "three-concealed-triplets": seen.concealed == 3 and not four,
        "last-tile": "last-tile" in flags,
        "last-discard": "last-discard" in flags,
        "robbing-a-kong": win == "robbed-kong",
        "supplemental-tile": "replacement" in flags or "double-replacement" in flags,
        "three-consecutive-sequences": straight(seen),
        "no-points": points.keys() <= {"win", "concealed-on-discard"},
        "all-simples": not tiles & set(MAJORS),
        "all-terminals-honors": tiles <= set(MAJORS),
        "terminal-or-honor-each-set": outside(seen) and not tiles <= set(MAJORS),
        "one-suit-honors": len(letters) == 2 and "z" in letters,
        "one-suit": house["one-suit-doubles"] * (len(letters) == 1),
        "little-three-dragons": seen.triplets_of(DRAGONS) == 2 and seen.pair in DRAGONS,
        **(flowers(seen) if house["flowers"] else {}),
    }
    return {name: int(value) for name, value in found.items() if value}


def straight(seen: Seen) -> bool:
    runs = {group.tiles for group in seen.groups if group.kind == "chow"}
    return any({tuple(f"{first + step}{suit}" for step in range(3)) for first in (1, 4, 7)} <= runs for suit in "mps")


def outside(seen: Seen) -> bool:
    return all(
        set(group.tiles) & set(MAJORS) for group in seen.groups if group.kind != "pair" or seen.house["outside-pair"]
    )


def flowers(seen: Seen) -> Items:
    laid = [int(tile[0]) for tile in spell(seen.record["flowers"]) if tile[1] == "f"]
    own, prevailing = WINDS.index(seen.own_wind) + 1, WINDS.index(seen.prevailing) + 1
    return {
        "own-flower": laid.count(own) + laid.count(own + 4),
        "prevailing-flower": laid.count(prevailing) + laid.count(prevailing + 4),
        "all-four-flowers": int({1, 2, 3, 4} <= set(laid)),
        "all-four-seasons": int({5, 6, 7, 8} <= set(laid)),
    }


# 11


def result(record: dict[str, Any], house: dict[str, Any], worth: Worth, items: Items) -> dict[str, Any]:
    winner, discarder, net = record["seat_wind"], record["discarder"], dict.fromkeys(SEATS, 0)
    for loser in SEATS.replace(winner, ""):
        if discarder:
            times = (6 if winner == "E" else 4) if loser == discarder else 0
        else:
            times = 2 if "E" in (winner, loser) else 1
        net[loser] -= times * worth.score
        net[winner] += times * worth.score
    figures = (None, None) if worth.is_limit_hand else (worth.points, worth.doubles)
    return {
        "legal": True, "items": items, "points": figures[0], "doubles": figures[1], "total": worth.score,
        "unit": "points", "limit": worth.score == house["limit"], "base": worth.score, "payments": net,
    }  # fmt: skip
