"""Western classical, from ../shared/rules/western-classical.md alone, before the engine was there.

The numbers are the sections of that sheet; where it refers to chinese-classical, ``(c n)`` is the section of the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.oracles.by_the_sheet.tiles import (
    DRAGONS,
    MAJORS,
    SEATS,
    WINDS,
    Group,
    cuts,
    is_real,
    melds_of,
    readings_of,
    spell,
    wrong_count,
)

DEFAULTS: dict[str, Any] = {
    "flowers": False, "limit": 300, "round-wind": False, "bonus-points": 4, "loose-tile": "points",
    "last-tile-doubles": 0, "limit-forms": [], "list": False, "list-off": [], "round-to": 1, "limit-on": "score",
    "wall-pot": 0, "win-points": 20, "self-drawn-points": 2, "only-tile-points": 2, "no-chow-points": 10,
    "nothing-else-points": 10, "only-honors-doubles": 3, "one-suit-doubles": 3, "one-suit-honors-doubles": 1,
    "max-chows": 4, "losers-settle": True, "east-doubles": True, "dangerous-discard": False,
}  # fmt: skip
PROFILES: dict[str, dict[str, Any]] = {
    "pung-chow": {"limit": 400, "round-wind": True, "bonus-points": 0, "loose-tile": "double", "last-tile-doubles": 1,
                  "limit-forms": ["only-majors", "three-dragons"]},
    "wright-patterson": {"flowers": True, "limit": 500, "round-wind": True, "list": True, "round-to": 10,
                         "limit-on": "payment", "wall-pot": 50},
}  # fmt: skip
EVERY = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) + tuple(f"{rank}z" for rank in range(1, 8))
LOOSE = {"replacement", "double-replacement", "flower-replacement"}
TERMINALS = {tile for tile in MAJORS if tile[1] != "z"}
JADE = {"2s", "3s", "4s", "6s", "8s", "6z"}
Items = dict[str, int]
House = dict[str, Any]
Row = dict[str, Any]
Worth = tuple[int, bool, int, int, Items]
"""Score, whether a hand of fixed value, doubles, points, items: the order in which readings are compared (5)."""


@dataclass(frozen=True)
class Held:
    """Thirteen tiles and the one that completes them."""

    hand: tuple[str, ...]
    melds: tuple[Group, ...]
    winning: str
    drawn: bool

    @property
    def tiles(self) -> list[str]:
        return [*self.hand, self.winning, *(tile for meld in self.melds for tile in meld.tiles)]


@dataclass(frozen=True)
class Seen:
    """What a player's wind and the prevailing wind are; none where the house plays without."""

    own: str
    prevailing: str | None
    number: int
    prevailing_number: int | None


def house_of(record: Row) -> House:
    return {**DEFAULTS, **PROFILES.get(record.get("profile") or "", {}), **record.get("options", {})}


def seen_by(record: Row, house: House, seat: str) -> Seen:
    place, prevailing = SEATS.index(seat), SEATS.index(record["round_wind"])
    if not house["round-wind"]:
        return Seen(WINDS[place], None, place + 1, None)
    return Seen(WINDS[place], WINDS[prevailing], place + 1, prevailing + 1)


def score(record: Row) -> Row:
    house, losers = house_of(record), record.get("losers") or {}
    if wrong_count(record) or any(wrong_melds(row) for row in losers.values()):
        return {"legal": False, "reason": "wrong-tile-count"}
    if too_many_together([record, *losers.values()], record["winning_tile"], house):
        return {"legal": False, "reason": "too-many-copies"}
    held = Held(tuple(spell(record["hand"])), tuple(melds_of(record)), record["winning_tile"],
                record["win"] == "self-draw")  # fmt: skip
    real = all(tile[1] in "mpsz" for tile in held.tiles) and all(is_real(meld) for meld in held.melds)
    worths = list(listed(record, house, held) if house["list"] else counted_ways(record, house, held)) if real else []
    if not worths:
        return {"legal": False, "reason": "not-a-winning-hand"}
    total, fixed, doubles, points, items = max(worths, key=lambda worth: worth[:4])
    others = {seat: loser(record, house, seat, row) for seat, row in losers.items()}
    result: Row = {
        "legal": True, "items": items, "points": None if fixed else points, "doubles": None if fixed else doubles,
        "total": total, "unit": "points", "limit": total >= house["limit"], "base": total, "losers": others,
        "payments": payments(record, house, total, {seat: row["total"] for seat, row in others.items()}),
        "equally_good": [worth[4] for worth in worths if worth[:4] == (total, fixed, doubles, points)],
    }  # fmt: skip
    if house["list"] or house["wall-pot"]:
        result["pot"] = record.get("pot") or 0
    return result


def wrong_melds(row: Row) -> bool:
    sizes = {"chow": 3, "pung": 3, "kong": 4}
    return any(len(meld.tiles) != sizes[meld.kind] for meld in melds_of({"melds": [], **row}))


def too_many_together(rows: list[Row], winning: str, house: House) -> bool:
    """(c 16)"""
    together: Counter[str] = Counter([winning])
    for row in rows:
        together.update(spell(row.get("hand", "")))
        together.update(tile for meld in melds_of({"melds": [], **row}) for tile in meld.tiles)
        if house["flowers"]:
            together.update(spell(row.get("flowers", "")))
    return any(number > (1 if tile[1] == "f" else 4) for tile, number in together.items())


# 2-5: a hand that is counted


def ways(held: Held, house: House) -> Iterator[list[Group]]:
    """Every reading as four sets and a pair."""
    for cut in cuts(tuple(sorted([*held.hand, held.winning]))):
        for groups in readings_of(cut, held.winning, held.drawn):
            whole = [*groups, *held.melds]
            if sum(group.kind == "chow" for group in whole) <= house["max-chows"]:
                yield whole


def orphans(held: Held) -> bool:
    return not held.melds and set(held.tiles) == set(MAJORS)


def counted_ways(record: Row, house: House, held: Held) -> Iterator[Worth]:
    if orphans(held) and "thirteen-orphans" in house["limit-forms"]:
        names = [name for name in ("thirteen-orphans", "only-majors") if name in house["limit-forms"]]
        yield house["limit"], True, 0, 0, dict.fromkeys(names, house["limit"])
    for groups in ways(held, house):
        forms = limit_forms(record, house, held, groups)
        if forms:
            yield house["limit"], True, 0, 0, dict.fromkeys(forms, house["limit"])
        else:
            yield counted(record, house, held, groups)


def limit_forms(record: Row, house: House, held: Held, groups: list[Group]) -> list[str]:
    pungs = {group.tiles[0] for group in groups if group.kind in ("pung", "kong")}
    pair = next(group.tiles[0] for group in groups if group.kind == "pair")
    own = seen_by(record, house, record["seat_wind"]).own
    true = {
        "only-majors": set(held.tiles) <= set(MAJORS),
        "three-dragons": set(DRAGONS) <= pungs,
        "four-wind-hand": own in pungs and {*(pungs & set(WINDS)), pair} == set(WINDS),
    }
    return [name for name, holds in true.items() if holds and name in house["limit-forms"]]


def counted(record: Row, house: House, held: Held, groups: list[Group]) -> Worth:
    """3, 4."""
    flags, suits = set(record["flags"]), {tile[1] for tile in held.tiles}
    loose, seen = bool(flags & LOOSE), seen_by(record, house, record["seat_wind"])
    points = set_points(groups, seen) | bonus_points(house, record["flowers"])
    points["self-drawn"] = house["self-drawn-points"] * (held.drawn and not loose)
    points["only-tile"] = house["only-tile-points"] * (len(completing(held, house)) == 1)
    points["no-chow"] = house["no-chow-points"] * (not any(group.kind == "chow" for group in groups))
    points["loose-tile"] = 10 * (loose and house["loose-tile"] == "points")
    if not any(points.values()):
        points["nothing-else"] = house["nothing-else-points"]
    points["win"] = house["win-points"]
    doubles = set_doubles(groups, seen) | own_bonus(house, record["flowers"], seen)
    doubles["one-suit-honors"] = house["one-suit-honors-doubles"] * (len(suits) == 2 and "z" in suits)
    doubles["one-suit"] = house["one-suit-doubles"] * (len(suits) == 1 and "z" not in suits)
    doubles["only-honors"] = house["only-honors-doubles"] * (suits == {"z"})
    doubles["last-tile"] = house["last-tile-doubles"] * ("last-tile" in flags)
    if loose and house["loose-tile"] == "double":
        doubles["loose-tile"] = 1
        del points["loose-tile"]
    return added_up(house, points, doubles, house["limit"])


def added_up(house: House, points: Items, doubles: Items, limit: int | None) -> Worth:
    """5."""
    points = {name: value for name, value in points.items() if value}
    doubles = {name: value for name, value in doubles.items() if value}
    raw, times = sum(points.values()), sum(doubles.values())
    step = house["round-to"]
    total = (raw * 2**times + step // 2) // step * step
    return total if limit is None else min(total, limit), False, times, raw, {**points, **doubles}


def set_points(groups: Iterable[Group], seen: Seen) -> Items:
    """(c 7)"""
    found: Counter[str] = Counter()
    for group in groups:
        first = group.tiles[0]
        if group.kind == "pair":
            found["dragon-pair"] += 2 * (first in DRAGONS)
            found["own-wind-pair"] += 2 * (first == seen.own)
            found["round-wind-pair"] += 2 * (first == seen.prevailing)
        elif group.kind != "chow":
            how, rank = "concealed" if group.concealed else "exposed", "major" if first in MAJORS else "minor"
            of_pungs = {("exposed", "minor"): 2, ("exposed", "major"): 4, ("concealed", "minor"): 4,
                        ("concealed", "major"): 8}  # fmt: skip
            found[f"{group.kind}-{how}-{rank}"] += of_pungs[how, rank] * (4 if group.kind == "kong" else 1)
    return dict(found)


def set_doubles(groups: Iterable[Group], seen: Seen) -> Items:
    of = [group.tiles[0] for group in groups if group.kind in ("pung", "kong")]
    return {
        "dragon-pung": sum(tile in DRAGONS for tile in of),
        "own-wind-pung": of.count(seen.own),
        "round-wind-pung": of.count(seen.prevailing) if seen.prevailing else 0,
    }


def bonus_points(house: House, flowers: str) -> Items:
    return {"bonus-tile": house["bonus-points"] * len(spell(flowers)) if house["flowers"] else 0}


def own_bonus(house: House, flowers: str, seen: Seen) -> Items:
    held = spell(flowers) if house["flowers"] else []
    return {"own-flower": int(f"{seen.number}f" in held), "own-season": int(f"{seen.number + 4}f" in held)}


def completing(held: Held, house: House) -> list[str]:
    """The kinds of tile that complete the thirteen, those left out of which he holds four."""
    thirteen = [*held.hand, *(tile for meld in held.melds for tile in meld.tiles)]
    return [
        tile
        for tile in EVERY
        if thirteen.count(tile) < 4 and completes(replace(held, winning=tile), house)
    ]  # fmt: skip


def completes(held: Held, house: House) -> bool:
    if "thirteen-orphans" in house["limit-forms"] and orphans(held):
        return True
    return any(True for _ in ways(held, house))


# 7: the list


def hands_of_the_list(held: Held, house: House) -> dict[str, int]:
    """Every hand of the list that the fourteen tiles are, with its limits."""
    tiles = held.tiles
    suits, kinds = {tile[1] for tile in tiles} - {"z"}, set(tiles)
    found: dict[str, int] = {}
    if not held.melds:
        numbers = "".join(sorted(tile[0] for tile in tiles))
        if len(kinds) == 7 and all(tiles.count(tile) == 2 for tile in kinds) and len(suits) == 1:
            found["clean-pairs"] = 1
        if "z" not in {tile[1] for tile in tiles}:
            found |= {name: 1 for name, holds in (("knitting", knitted(tiles)), ("triple-knitting", tripled(tiles)))
                      if holds}  # fmt: skip
        if orphans(held):
            found["thirteen-orphans"] = 2
        for suit in "mps":
            if sorted(tiles) == sorted([f"{rank}{suit}" for rank in "1123456789"] + list(WINDS)):
                found["wriggling-snake"] = 2
        gates = {"".join(sorted("1112345678999" + twice)) for twice in "2345678"}
        if {tile[1] for tile in tiles} == suits and len(suits) == 1 and numbers in gates:
            found["gates-of-heaven"] = 3
    for cut in cuts(tuple(sorted([*held.hand, held.winning]))):
        firsts = [group[0] for group in cut if len(group) == 3] + [meld.tiles[0] for meld in held.melds]
        if any(len(set(group)) > 1 for group in cut) or any(meld.kind == "chow" for meld in held.melds):
            continue
        dragons, winds = sum(tile in DRAGONS for tile in firsts), sum(tile in WINDS for tile in firsts)
        true = {
            "clean-pungs": (1, len(suits) == 1), "three-great-scholars": (2, dragons == 3),
            "four-blessings": (2, winds == 4), "only-honors": (2, not suits),
            "heads-and-tails": (2, kinds <= TERMINALS), "imperial-jade": (2, kinds <= JADE),
        }  # fmt: skip
        found |= {name: limits for name, (limits, holds) in true.items() if holds}
    return {name: limits for name, limits in found.items() if name not in house["list-off"]}


def knitted(tiles: list[str]) -> bool:
    """(c 10): seven times one number in the same two suits."""
    letters = sorted({tile[1] for tile in tiles})
    if len(letters) != 2:
        return False
    one, other = (sorted(tile[0] for tile in tiles if tile[1] == letter) for letter in letters)
    return one == other


def tripled(tiles: list[str]) -> bool:
    """(c 10): four times one number in all three suits, and one number in two of them."""
    held = Counter(tiles)
    for rank in "123456789":
        for left_out in "mps":
            rest = held.copy()
            rest.subtract(f"{rank}{suit}" for suit in "mps" if suit != left_out)
            if min(rest.values()) >= 0 and all(rest[f"{n}m"] == rest[f"{n}p"] == rest[f"{n}s"] for n in "123456789"):
                return True
    return False


def listed(record: Row, house: House, held: Held) -> Iterator[Worth]:
    found = hands_of_the_list(held, house)
    if not found:
        return
    most = max(found.values())
    items = {name: limits * house["limit"] for name, limits in found.items() if limits == most}
    for flag in ("heavenly", "earthly"):
        if flag in record["flags"] and f"{flag}-hand" not in house["list-off"]:
            items[f"{flag}-hand"] = 3 * house["limit"]
            most = 3
    yield most * house["limit"], True, 0, 0, items


# 5, 7: the others


def loser(record: Row, house: House, seat: str, row: Row) -> Row:
    melds, hand, seen = melds_of({"melds": [], **row}), spell(row.get("hand", "")), seen_by(record, house, seat)
    number, flowers = len(hand) + 3 * len(melds), row.get("flowers", "")
    if number > 13:
        return {"items": {}, "points": 0, "doubles": 0, "total": 0}
    groups = list(melds)
    for tile, times in Counter(hand).items():
        if times > 1:
            groups.append(Group("pair" if times == 2 else "pung", (tile,) * min(times, 3), concealed=True))
    limit = house["limit"] if house["limit-on"] == "score" else None
    points, doubles = set_points(groups, seen), set_doubles(groups, seen)
    if house["list"]:
        flowers = without_series(flowers)
        points |= bonus_points(house, flowers)
        doubles |= more_doubles(house, Held(tuple(hand), tuple(melds), "", drawn=True), groups, number == 13)
        doubles |= own_bonus(house, flowers, seen) | prevailing_bonus(house, flowers, seen)
        if sum(points.values()) == 2:
            points = {}
    else:
        points |= bonus_points(house, flowers)
        doubles |= own_bonus(house, flowers, seen)
    total, _, times, raw, items = added_up(house, points, doubles, limit)
    return {"items": items, "points": raw, "doubles": times, "total": total}


def without_series(flowers: str) -> str:
    held = spell(flowers)
    for series in (("1f", "2f", "3f", "4f"), ("5f", "6f", "7f", "8f")):
        if all(tile in held for tile in series):
            held = [tile for tile in held if tile not in series]
    return "".join(held)


def prevailing_bonus(house: House, flowers: str, seen: Seen) -> Items:
    if seen.prevailing_number is None or not house["flowers"]:
        return {}
    held = spell(flowers)
    return {
        "round-flower": int(f"{seen.prevailing_number}f" in held),
        "round-season": int(f"{seen.prevailing_number + 4}f" in held),
    }


def more_doubles(house: House, held: Held, groups: list[Group], thirteen: bool) -> Items:
    tiles = [*held.hand, *(tile for meld in held.melds for tile in meld.tiles)]
    pungs = [group for group in groups if group.kind in ("pung", "kong")]
    dragons = sum(group.tiles[0] in DRAGONS for group in pungs)
    pair_of_dragons = any(group.kind == "pair" and group.tiles[0] in DRAGONS for group in groups)
    hidden = sum(group.concealed or group.kind == "kong" for group in pungs)
    found = {
        "big-three-dragons": 4 * (dragons == 3),
        "little-three-dragons": 3 * (dragons == 2 and pair_of_dragons),
        "four-concealed-pungs": 2 * (hidden == 4),
        "three-concealed-pungs": int(hidden == 3),
    }
    if not thirteen:
        return found
    suits, honors = {tile[1] for tile in tiles} - {"z"}, any(tile[1] == "z" for tile in tiles)
    found["one-suit"] = 3 * (len(suits) == 1 and not honors)
    found["one-suit-honors"] = int(len(suits) == 1 and honors)
    if not suits:
        found["only-honors"] = 3
    elif set(tiles) <= TERMINALS:
        found["heads-and-tails"] = 3
    elif set(tiles) <= set(MAJORS):
        found["all-majors"] = 1
    short = [
        limits
        for tile in EVERY
        if tiles.count(tile) < 4
        for limits in hands_of_the_list(replace(held, winning=tile), house).values()
    ]
    return found | {"ready": max(short, default=0)}


# 6, 7: who pays


def payments(record: Row, house: House, base: int, others: dict[str, int]) -> dict[str, int]:
    winner, net = record["seat_wind"], dict.fromkeys(SEATS, 0)
    losers = [seat for seat in SEATS if seat != winner]

    def times(one: str, other: str) -> int:
        return 2 if house["east-doubles"] and "E" in (one, other) else 1

    def pay(payer: str, payee: str, amount: int) -> None:
        net[payer] -= amount
        net[payee] += amount

    fed = house["dangerous-discard"] and "dangerous-discard" in record["flags"] and record["discarder"]
    for seat in losers:
        pay(fed or seat, winner, times(seat, winner) * base)
    if fed or not house["losers-settle"]:
        return net
    for place, one in enumerate(losers):
        for other in losers[place + 1 :]:
            difference = others.get(one, 0) - others.get(other, 0)
            if house["limit-on"] == "payment":
                difference = max(-house["limit"], min(house["limit"], difference))
            pay(other, one, times(one, other) * difference)
    return net
