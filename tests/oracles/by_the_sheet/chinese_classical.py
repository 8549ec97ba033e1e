"""Chinese classical, from ../shared/rules/chinese-classical.md. The numbers are its sections."""

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
    spell,
    wrong_count,
)

DEFAULTS: dict[str, Any] = {
    "limit": 500, "max-chows": 4, "dead-wall": 16, "only-tile-points": 2, "pair-completed": True,
    "no-points-doubles": 1, "one-suit-honors-doubles": 1, "one-suit": "doubles", "concealed-one-suit": "limit",
    "replacement-doubles": 1, "own-bonus": "both", "full-series-doubles": 1, "three-concealed-doubles": 1,
    "dragons-winds-extra": False, "squirming-snake": False, "hidden-treasure": True, "buried-treasure": False,
    "scholars": "any", "gates": "nine", "special-pairs": False, "calling": False, "east-ninth-win": True,
    "original-call": "winner", "bonus-beside-fixed": False, "flowers": True, "min-points": 0, "min-doubles": 0,
    "win-points": 20, "self-drawn-points": 2, "no-chow-doubles": 1, "concealed-doubles": 1, "all-majors-doubles": 1,
    "last-tile-doubles": 1, "robbing-doubles": 1, "only-honors": "limit", "round-to": 1, "east-doubles": True,
    "dangerous-discard": True, "limit-hands-off": [],
}  # fmt: skip
BMJA: dict[str, Any] = {
    "limit": 1000, "max-chows": 1, "dead-wall": 14, "only-tile-points": 0, "pair-completed": False,
    "no-points-doubles": 0, "one-suit-honors-doubles": 0, "one-suit": "purity", "concealed-one-suit": "plain",
    "replacement-doubles": 0, "own-bonus": "each", "full-series-doubles": 2, "three-concealed-doubles": 0,
    "hidden-treasure": False, "buried-treasure": True, "scholars": "no-chow", "gates": "heaven", "special-pairs": True,
    "calling": True, "east-ninth-win": False,
}  # fmt: skip
PROFILES: dict[str, dict[str, Any]] = {
    "dmjl": {"dragons-winds-extra": True, "squirming-snake": True},
    "bmja": BMJA,
    "bmja-book": BMJA | {"one-suit-honors-doubles": 1, "replacement-doubles": 1, "original-call": "any",
                         "bonus-beside-fixed": True},
}  # fmt: skip
EVENTS = {"heavenly-hand", "earthly-hand", "plum-blossom", "moon-from-the-sea", "scratching-the-pole",
          "twofold-fortune", "east-ninth-win"}  # fmt: skip
BY_TILES = {"imperial-jade", "nine-gates", "gates-of-heaven", "squirming-snake"}
"""The limit hands that say their tiles and are free in their sets; the others keep to ``max-chows``."""
Items = dict[str, int]
House = dict[str, Any]


@dataclass(frozen=True)
class Held:
    """A player's tiles and what is true of them; of a loser with a tile that he might draw."""

    hand: tuple[str, ...]
    melds: tuple[Group, ...]
    winning: str
    win: str
    flags: frozenset[str]
    seat: str

    @property
    def tiles(self) -> list[str]:
        return [*self.hand, self.winning, *(tile for meld in self.melds for tile in meld.tiles)]

    @property
    def exposed(self) -> bool:
        return any(not meld.concealed for meld in self.melds)


@dataclass(frozen=True)
class Way:
    """One way to read a hand: a form, and for four sets and a pair the groups and which of them took the tile."""

    form: str
    groups: tuple[Group, ...] = ()
    taken: Group | None = None

    def of(self, *kinds: str) -> list[Group]:
        return [group for group in self.groups if group.kind in kinds]

    def pungs(self, tiles: Iterable[str]) -> int:
        return sum(group.tiles[0] in tiles for group in self.of("pung", "kong"))


@dataclass(frozen=True)
class Worth:
    total: int
    items: Items
    limit_hands: int = 0
    points: int | None = None
    doubles: int | None = None

    @property
    def rank(self) -> tuple[int, bool, int, int, int]:
        return self.total, self.limit_hands > 0, self.limit_hands, self.doubles or 0, self.points or 0


def house_of(record: dict[str, Any]) -> House:
    return {**DEFAULTS, **PROFILES.get(record.get("profile") or "", {}), **record.get("options", {})}


def score(record: dict[str, Any]) -> dict[str, Any]:
    house = house_of(record)
    losers = record.get("losers") or {}
    if wrong_count(record) or any(bad_melds(row) for row in losers.values()):
        return {"legal": False, "reason": "wrong-tile-count"}
    if too_many_together(record, losers, house):
        return {"legal": False, "reason": "too-many-copies"}
    held = Held(
        tuple(spell(record["hand"])), tuple(melds_of(record)), record["winning_tile"], record["win"],
        frozenset(record["flags"]) | ({"ninth-win"} if record.get("streak", 0) >= 8 else set()), record["seat_wind"],
    )  # fmt: skip
    worths = [worth for worth in (worth_of(record, house, held, way) for way in ways(held, house)) if worth]
    if not worths:
        return {"legal": False, "reason": "not-a-winning-hand"}
    enough = [
        worth
        for worth in worths
        if worth.points is None
        or (worth.points >= house["min-points"] and (worth.doubles or 0) >= house["min-doubles"])
    ]
    if not enough:
        return {"legal": False, "reason": "below-minimum"}
    best = max(enough, key=lambda worth: worth.rank)
    scored = {seat: loser(record, house, seat, row) for seat, row in losers.items()}
    return {
        "legal": True, "items": best.items, "points": best.points, "doubles": best.doubles, "total": best.total,
        "unit": "points", "limit": best.total >= house["limit"], "base": best.total,
        "losers": {
            seat: {"items": row.items, "points": row.points, "doubles": row.doubles, "total": row.total}
            for seat, row in scored.items()
        },
        "payments": payments(record, house, best.total, {seat: row.total for seat, row in scored.items()}),
        "equally_good": [worth.items for worth in enough if worth.rank == best.rank],
    }  # fmt: skip


def bad_melds(row: dict[str, Any]) -> bool:
    sizes = {"chow": 3, "pung": 3, "kong": 4}
    return any(len(meld.tiles) != sizes[meld.kind] for meld in melds_of({"melds": [], **row}))


def too_many_together(record: dict[str, Any], losers: dict[str, Any], house: House) -> bool:
    """16."""
    together: Counter[str] = Counter([record["winning_tile"]])
    for row in (record, *losers.values()):
        together.update(spell(row.get("hand", "")))
        together.update(tile for meld in melds_of({"melds": [], **row}) for tile in meld.tiles)
        if house["flowers"]:
            together.update(spell(row.get("flowers", "")))
    return any(number > (1 if tile[1] == "f" else 4) for tile, number in together.items())


# 6: the forms


def ways(held: Held, house: House) -> Iterator[Way]:
    """Every reading that the rules of the house allow, the limit hands not looked at."""
    off = house["limit-hands-off"]
    if not all(tile[1] in "mpsz" for tile in held.tiles) or not all(is_real(meld) for meld in held.melds):
        return
    if not held.melds:
        everything = sorted(held.tiles)
        if set(everything) == set(MAJORS) and "thirteen-orphans" not in off:
            yield Way("thirteen-orphans")
        if house["special-pairs"]:
            for name, fits in SPECIAL.items():
                if name not in off and fits(everything):
                    yield Way(name)
    for cut in cuts(tuple(sorted([*held.hand, held.winning]))):
        for completed in {group for group in cut if held.winning in group}:
            groups = [Group(kind_of(group), group, concealed=True) for group in cut]
            place = cut.index(completed)
            groups[place] = replace(groups[place], concealed=held.win == "self-draw")
            way = Way("sets", (*groups, *held.melds), groups[place])
            if len(way.of("chow")) <= house["max-chows"] or BY_TILES & set(limit_hands(held, house, way)):
                yield way


def kind_of(group: tuple[str, ...]) -> str:
    return "pair" if len(group) == 2 else "pung" if group[0] == group[1] else "chow"


def wriggling_snake(tiles: list[str]) -> bool:
    return any(sorted([f"{rank}{suit}" for rank in "1123456789"] + list(WINDS)) == tiles for suit in "mps")


def all_pair_honors(tiles: list[str]) -> bool:
    return len(set(tiles)) == 7 and set(Counter(tiles).values()) == {2} and set(tiles) <= set(MAJORS)


def knitting(tiles: list[str]) -> bool:
    suits = {tile[1] for tile in tiles}
    if len(suits) != 2 or "z" in suits:
        return False
    one, other = (sorted(tile[0] for tile in tiles if tile[1] == suit) for suit in suits)
    return one == other


def triple_knitting(tiles: list[str]) -> bool:
    if any(tile[1] == "z" for tile in tiles):
        return False
    for rank in "123456789":
        for pair in ("mp", "ms", "ps"):
            rest = list(tiles)
            if all(f"{rank}{suit}" in rest for suit in pair):
                for suit in pair:
                    rest.remove(f"{rank}{suit}")
                numbers = [sorted(tile[0] for tile in rest if tile[1] == suit) for suit in "mps"]
                if numbers[0] == numbers[1] == numbers[2]:
                    return True
    return False


SPECIAL = {
    "wriggling-snake": wriggling_snake, "all-pair-honors": all_pair_honors, "knitting": knitting,
    "triple-knitting": triple_knitting,
}  # fmt: skip
HALF = ("all-pair-honors", "knitting", "triple-knitting")


# 10: limit hands


def limit_hands(held: Held, house: House, way: Way) -> Items:
    tiles, sets = held.tiles, way.form == "sets"
    suits = {tile[1] for tile in tiles}
    only_suit = len(suits) == 1 and "z" not in suits
    drawn = held.win == "self-draw"
    hidden = [group for group in way.of("pung", "kong") if group.concealed]
    kong_drawn = bool({"replacement", "double-replacement"} & held.flags)
    true = {
        "heavenly-hand": "heavenly" in held.flags,
        "earthly-hand": "earthly" in held.flags,
        "thirteen-orphans": way.form == "thirteen-orphans",
        "only-honors": suits == {"z"} and house["only-honors"] == "limit",
        "heads-and-tails": all(tile[0] in "19" and tile[1] != "z" for tile in tiles),
        "imperial-jade": set(tiles) <= {"2s", "3s", "4s", "6s", "8s", "6z"},
        "fourfold-plenty": len(way.of("kong")) == 4,
        "four-blessings": way.pungs(WINDS) == 4,
        "three-great-scholars": way.pungs(DRAGONS) == 3
        and (house["scholars"] == "any" or (house["scholars"] == "no-chow" and not way.of("chow"))),
        "plum-blossom": held.winning == "5p" and kong_drawn,
        "moon-from-the-sea": held.winning == "1p" and "last-tile" in held.flags,
        "scratching-the-pole": held.winning == "2s" and held.win == "robbed-kong",
        "twofold-fortune": "double-replacement" in held.flags,
        "hidden-treasure": house["hidden-treasure"] and len(hidden) == 4 and drawn,
        "buried-treasure": house["buried-treasure"] and len(hidden) == 4 and not way.of("kong")
        and len(suits - {"z"}) == 1,
        "concealed-one-suit": house["concealed-one-suit"] == "limit" and only_suit and drawn and not held.exposed
        and sets,
        "nine-gates": house["gates"] == "nine" and only_suit and not held.melds
        and ranks_of(held.hand) == "1112345678999",
        "gates-of-heaven": house["gates"] == "heaven" and only_suit and not held.melds
        and ranks_of(tiles) in GATES["2345678"],
        "squirming-snake": house["squirming-snake"] and only_suit and ranks_of(tiles) in GATES["258"],
        "wriggling-snake": way.form == "wriggling-snake",
        "east-ninth-win": house["east-ninth-win"] and "ninth-win" in held.flags and held.seat == "E",
    }  # fmt: skip
    return {name: house["limit"] for name, holds in true.items() if holds and name not in house["limit-hands-off"]}


def ranks_of(tiles: Iterable[str]) -> str:
    return "".join(sorted(tile[0] for tile in tiles))


GATES = {twice: {"".join(sorted("1112345678999" + rank)) for rank in twice} for twice in ("2345678", "258")}


# 7, 8: points and doubles


def worth_of(record: dict[str, Any], house: House, held: Held, way: Way) -> Worth | None:
    limits = limit_hands(held, house, way)
    if limits:
        return Worth(house["limit"], limits, len(limits))
    if way.form in HALF:
        half = house["limit"] // 2
        return Worth(with_bonus(record, house, half, held.seat, record["flowers"]), {way.form: half})
    assert way.form == "sets"
    points = {"win": house["win-points"], **set_points(record, way.groups, held.seat)}
    no_more = not set_points(record, way.groups, held.seat)
    points |= bonus_points(house, record["flowers"])
    if held.win == "self-draw":
        points["self-drawn"] = house["self-drawn-points"]
    if only_tile(held, house):
        points["only-tile"] = house["only-tile-points"]
    if house["pair-completed"] and way.taken and way.taken.kind == "pair":
        no_more = False
        major = held.winning in MAJORS
        points["pair-completed-major" if major else "pair-completed-minor"] = 4 if major else 2
    tiles, suits = held.tiles, {tile[1] for tile in held.tiles}
    only_suit, no_chow = len(suits) == 1 and "z" not in suits, not way.of("chow")
    flags = held.flags
    doubles = set_doubles(record, house, way.groups, held.seat) | bonus_doubles(house, record["flowers"], held.seat)
    doubles |= {
        "no-points": house["no-points-doubles"] * no_more,
        "no-chow": house["no-chow-doubles"] * no_chow,
        "concealed": house["concealed-doubles"] * (held.win == "self-draw" and not held.exposed),
        "one-suit-honors": house["one-suit-honors-doubles"] * (len(suits) == 2 and "z" in suits),
        "one-suit": 3 * (only_suit and house["one-suit"] == "doubles"),
        "purity": 3 * (only_suit and no_chow and house["one-suit"] == "purity"),
        "all-majors": house["all-majors-doubles"] * (set(tiles) <= set(MAJORS)),
        "only-honors": 2 * (suits == {"z"} and house["only-honors"] == "two-doubles"),
        "replacement": house["replacement-doubles"] * bool({"replacement", "double-replacement"} & flags),
        "last-tile": house["last-tile-doubles"] * ("last-tile" in flags),
        "last-discard": house["last-tile-doubles"] * ("last-discard" in flags),
        "robbing-the-kong": house["robbing-doubles"] * (held.win == "robbed-kong"),
        "original-call": int(house["original-call"] != "off" and "original-call" in flags),
    }
    return counted(house, points, doubles)


def counted(house: House, points: Items, doubles: Items) -> Worth:
    """9."""
    points = {name: value for name, value in points.items() if value}
    doubles = {name: value for name, value in doubles.items() if value}
    raw, times = sum(points.values()), sum(doubles.values())
    return Worth(min(rounded(raw * 2**times, house), house["limit"]), {**points, **doubles}, 0, raw, times)


def rounded(score: int, house: House) -> int:
    step = house["round-to"]
    return (score + step // 2) // step * step


def wind(seat: str) -> str:
    return WINDS[SEATS.index(seat)]


def set_points(record: dict[str, Any], groups: Iterable[Group], seat: str) -> Items:
    found: Counter[str] = Counter()
    for group in groups:
        first = group.tiles[0]
        if group.kind in ("pung", "kong"):
            major = first in MAJORS
            value = 2 * (2 if major else 1) * (2 if group.concealed else 1) * (4 if group.kind == "kong" else 1)
            way = "concealed" if group.concealed else "exposed"
            found[f"{group.kind}-{way}-{'major' if major else 'minor'}"] += value
        elif group.kind == "pair":
            found["dragon-pair"] += 2 * (first in DRAGONS)
            found["own-wind-pair"] += 2 * (first == wind(seat))
            found["round-wind-pair"] += 2 * (first == wind(record["round_wind"]))
    return {name: value for name, value in found.items() if value}


def set_doubles(record: dict[str, Any], house: House, groups: Iterable[Group], seat: str) -> Items:
    pungs = [group for group in groups if group.kind in ("pung", "kong")]
    of = [group.tiles[0] for group in pungs]
    pairs = [group.tiles[0] for group in groups if group.kind == "pair"]
    dragons, winds = sum(tile in DRAGONS for tile in of), sum(tile in WINDS for tile in of)
    extra = house["dragons-winds-extra"]
    return {
        "dragon-pung": dragons,
        "own-wind-pung": of.count(wind(seat)),
        "round-wind-pung": of.count(wind(record["round_wind"])),
        "three-concealed-pungs": house["three-concealed-doubles"] * (sum(group.concealed for group in pungs) >= 3),
        "little-three-dragons": int(extra and dragons == 2 and sum(tile in DRAGONS for tile in pairs) == 1),
        "big-three-dragons": 2 * (extra and dragons == 3),
        "little-four-winds": int(extra and winds == 3 and sum(tile in WINDS for tile in pairs) == 1),
        "big-four-winds": 2 * (extra and winds == 4),
    }


def bonus_points(house: House, flowers: str) -> Items:
    return {"bonus-tile": 4 * len(spell(flowers))} if house["flowers"] else {}


def bonus_doubles(house: House, flowers: str, seat: str) -> Items:
    if not house["flowers"]:
        return {}
    held, number = set(spell(flowers)), SEATS.index(seat) + 1
    plant, season = f"{number}f" in held, f"{number + 4}f" in held
    each = house["own-bonus"] == "each"
    return {
        "own-flower": int(each and plant),
        "own-season": int(each and season),
        "own-flower-and-season": int(not each and plant and season),
        "four-flowers": house["full-series-doubles"] * (held >= {"1f", "2f", "3f", "4f"}),
        "four-seasons": house["full-series-doubles"] * (held >= {"5f", "6f", "7f", "8f"}),
    }


def with_bonus(record: dict[str, Any], house: House, fixed: int, seat: str, flowers: str) -> int:
    """10: the bonus tiles beside a value below the limit."""
    del record
    if not house["bonus-beside-fixed"]:
        return fixed
    raw, times = sum(bonus_points(house, flowers).values()), sum(bonus_doubles(house, flowers, seat).values())
    return min(fixed + raw * 2**times, house["limit"])


def completions(held: Held, house: House) -> Iterator[tuple[Held, list[Way]]]:
    """Each kind of tile that would complete the thirteen tiles, those left out of which he holds four."""
    thirteen = [*held.hand, *(tile for meld in held.melds for tile in meld.tiles)]
    for tile in EVERY:
        if thirteen.count(tile) < 4:
            complete = replace(held, winning=tile)
            if found := list(ways(complete, house)):
                yield complete, found


EVERY = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) + tuple(f"{rank}z" for rank in range(1, 8))


def only_tile(held: Held, house: House) -> bool:
    return house["only-tile-points"] > 0 and len(list(completions(held, house))) == 1


# 11: the others


def loser(record: dict[str, Any], house: House, seat: str, row: dict[str, Any]) -> Worth:
    melds, hand = melds_of({"melds": [], **row}), spell(row.get("hand", ""))
    number, flowers = len(hand) + 3 * len(melds), row.get("flowers", "")
    if number > 13:
        return Worth(0, {}, 0, 0, 0)
    groups = list(melds)
    for tile, times in Counter(hand).items():
        if times >= 2:
            groups.append(Group("pair" if times == 2 else "pung", (tile,) * min(times, 3), concealed=True))
    points = set_points(record, groups, seat) | bonus_points(house, flowers)
    doubles = set_doubles(record, house, groups, seat) | bonus_doubles(house, flowers, seat)
    doubles["original-call"] = int(house["original-call"] == "any" and "original-call" in row.get("flags", []))
    if not house["calling"] or number < 13:
        return counted(house, points, doubles)
    held = Held(tuple(hand), tuple(melds), "", "self-draw", frozenset(), seat)
    whole: set[str] = set()
    half: set[str] = set()
    for complete, found in completions(held, house):
        for way in found:
            limits = limit_hands(complete, house, way)
            whole |= set(limits)
            if not limits and way.form in HALF:
                half.add(way.form)
            suits = {tile[1] for tile in complete.tiles}
            if way.form == "sets" and not limits and not way.of("chow") and len(suits) == 1 and "z" not in suits:
                doubles["calling-purity"] = 3 * (house["one-suit"] == "purity")
    own = counted(house, points, doubles)
    for names, tenths in ((whole, 4), (half, 2)):
        if names:
            fixed = house["limit"] * tenths // 10
            total = with_bonus(record, house, fixed, seat, flowers)
            return own if own.total > total else Worth(total, {f"calling-{min(names)}": fixed})
    return own


# 12: who pays


def payments(record: dict[str, Any], house: House, base: int, others: dict[str, int]) -> dict[str, int]:
    winner, net = record["seat_wind"], dict.fromkeys(SEATS, 0)
    losers = [seat for seat in SEATS if seat != winner]

    def pay(payer: str, payee: str, amount: int) -> None:
        times = 2 if house["east-doubles"] and "E" in (payer, payee) else 1
        net[payer] -= times * amount
        net[payee] += times * amount

    if house["dangerous-discard"] and "dangerous-discard" in record["flags"] and record["discarder"]:
        whole = sum(2 if house["east-doubles"] and "E" in (seat, winner) else 1 for seat in losers) * base
        net[record["discarder"]] -= whole
        net[winner] += whole
        return net
    for seat in losers:
        pay(seat, winner, base)
    for place, one in enumerate(losers):
        for other in losers[place + 1 :]:
            low, high = sorted((one, other), key=lambda seat: others.get(seat, 0))
            pay(low, high, others.get(high, 0) - others.get(low, 0))
    return net
