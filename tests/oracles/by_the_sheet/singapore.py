"""A second scorer of ``singapore``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from tests.oracles.by_the_sheet.tiles import (
    DRAGONS,
    MAJORS,
    SEATS,
    WINDS,
    Group,
    is_real,
    melds_of,
    next_tile,
    readings,
    spell,
    too_many,
    wrong_count,
)

EVENTS = (
    "claimed-kong", "concealed-kong", "added-kong", "cat-and-rat", "rooster-and-centipede", "own-pair", "all-flowers",
    "all-seasons", "all-animals",
)  # fmt: skip
KONGS = EVENTS[:3]
OF_ANIMALS = ("cat-and-rat", "rooster-and-centipede", "all-animals")
CASES = ("dragons", "winds", "one-suit", "late-fresh")
DEFAULTS: dict[str, Any] = {
    "animals": True, "jokers": 0, "min-tai": 1, "limit-tai": 5, "stake": 1, "shooter": "half", "all-animals": "set",
    "little-winds": "add", "seven-pairs": True, "seven-pairs-distinct": True, "human-hand": False,
    "concealed-on-discard": False, "self-draw-tai": 0, "flower-wins": True, "liability": CASES,
    "instant-events": EVENTS, "instant-series": 2,
}  # fmt: skip
PROFILES: dict[str, dict[str, Any]] = {
    "singapore": {}, "shooter-pays": {"shooter": "full"}, "fei": {"jokers": 4},
    "plain": {"animals": False, "instant-events": KONGS},
}  # fmt: skip
FLOWERS = [f"{number}f" for number in range(1, 9)]
SUITED = [rank + suit for suit in "mps" for rank in "123456789"]
PLAYED = SUITED + [f"{rank}z" for rank in "1234567"]
GREEN = {"2s", "3s", "4s", "6s", "8s", "6z"}
Items = dict[str, int]


@dataclass(frozen=True)
class Meaning:
    """A hand with every joker read as a tile: the concealed tiles without the winning one, and that one."""

    held: tuple[str, ...]
    winning: str

    def whole(self, record: dict[str, Any]) -> list[str]:
        return [*self.held, self.winning, *(tile for meld in melds_of(record) for tile in meld.tiles)]


def score(record: dict[str, Any]) -> dict[str, Any]:
    house = {**DEFAULTS, **PROFILES[record.get("profile") or "singapore"], **record.get("options", {})}
    if wrong_count(record):
        return {"legal": False, "reason": "wrong-tile-count"}
    if too_many(record, bonus=True, jokers=house["jokers"]):
        return {"legal": False, "reason": "too-many-copies"}
    found = list(worths(record, house)) if all(map(is_real, melds_of(record))) else []
    if not found:
        return {"legal": False, "reason": "not-a-winning-hand"}
    found = [worth for worth in found if worth[1] >= house["min-tai"]]
    if not found:
        return {"legal": False, "reason": "below-minimum"}
    best = max((limit, total, len(items)) for limit, total, items in found)
    lists = [items for limit, total, items in found if (limit, total, len(items)) == best]
    return {**result(record, house, lists[0], best[1]), "equally_good": lists}


# 3, 4: jokers and forms


def meanings(record: dict[str, Any]) -> set[Meaning]:
    """Every way to read the jokers, as far as it can complete a form."""
    held, winning = spell(record["hand"]), record["winning_tile"]
    tiles = [*held, winning]
    jokers = tiles.count("1j")
    if not jokers:
        return {Meaning(tuple(sorted(held)), winning)}
    if winning == "1j" and record["win"] == "discard":  # a discarded joker is dead
        return set()
    real = tuple(sorted(tile for tile in tiles if tile != "1j"))
    melded = Counter(tile for meld in melds_of(record) for tile in meld.tiles)
    found = set()
    for whole in {*fillings(real, jokers, True), *paired(real, jokers), *orphans(real, jokers)}:
        counts = Counter(whole)
        if any(number + melded[tile] > 4 for tile, number in counts.items()):
            continue
        stand_ins = counts - Counter(real)
        for last in set(stand_ins) if winning == "1j" else {winning}:
            found.add(Meaning(tuple(sorted((counts - Counter([last])).elements())), last))
    return found


@lru_cache(maxsize=50_000)
def fillings(real: tuple[str, ...], jokers: int, pair: bool) -> frozenset[tuple[str, ...]]:
    """Sorted tiles of every way to make sets (and a pair) of some tiles and so many jokers."""
    if not real:
        return frozenset(tuple(sorted(tiles)) for tiles in of_jokers(jokers, pair))
    first, found = real[0], set()
    for group in groups_with(first, pair):
        rest, used = list(real), 0
        for tile in group:
            if tile in rest:
                rest.remove(tile)
            else:
                used += 1
        if used <= jokers:
            more = fillings(tuple(rest), jokers - used, pair and len(group) == 3)
            found |= {tuple(sorted((*group, *tiles))) for tiles in more}
    return frozenset(found)


def groups_with(tile: str, pair: bool) -> Iterator[tuple[str, ...]]:
    if pair:
        yield (tile, tile)
    yield (tile, tile, tile)
    if tile[1] != "z":
        for low in range(int(tile[0]) - 2, int(tile[0]) + 1):
            if 1 <= low <= 7:
                yield tuple(f"{low + step}{tile[1]}" for step in range(3))


def of_jokers(jokers: int, pair: bool) -> Iterator[list[str]]:
    """Sets of nothing but jokers."""
    if jokers == 0 and not pair:
        yield []
    if pair and jokers >= 2:
        for tile in PLAYED:
            for rest in of_jokers(jokers - 2, False):
                yield [tile, tile, *rest]
    if jokers >= 3:
        triplets = [[tile] * 3 for tile in PLAYED]
        chows = [[next_tile(tile, step) for step in range(3)] for tile in SUITED if int(tile[0]) <= 7]
        for group in (*triplets, *chows):
            for rest in of_jokers(jokers - 3, pair):
                yield [*group, *rest]


def paired(real: tuple[str, ...], jokers: int) -> Iterator[tuple[str, ...]]:
    if len(real) + jokers != 14:
        return
    odd = [tile for tile, number in Counter(real).items() if number % 2]
    left = jokers - len(odd)
    if left >= 0 and left % 2 == 0:
        for kinds in combinations_with_replacement(PLAYED, left // 2):
            yield tuple(sorted((*real, *odd, *kinds, *kinds)))


def orphans(real: tuple[str, ...], jokers: int) -> Iterator[tuple[str, ...]]:
    if len(real) + jokers == 14:
        for twice in MAJORS:
            whole = Counter([*MAJORS, twice])
            if not Counter(real) - whole:
                yield tuple(sorted(whole.elements()))


def worths(record: dict[str, Any], house: dict[str, Any]) -> Iterator[tuple[bool, int, Items]]:
    """Every reading as (limit hand, total, items)."""
    if record["winning_tile"][1] in "fa":
        yield from flower_win(record, house)
        return
    for meaning in meanings(record):
        for groups in [*cuts_of(record, meaning), *special(record, house, meaning)]:
            limits = limit_items(record, house, meaning, groups)
            if limits:
                yield True, house["limit-tai"], dict.fromkeys(limits, house["limit-tai"])
                continue
            items = {id: tai for id, tai in counted(record, house, meaning, groups).items() if tai}
            yield False, sum(items.values()), items


@dataclass(frozen=True)
class Cut:
    """``form``: standard, pairs or orphans; ``taken``: the group that the winning tile completed, of a discard."""

    form: str
    groups: tuple[Group, ...] = ()
    taken: Group | None = None

    @property
    def pongs(self) -> list[Group]:
        return [group for group in self.groups if group.kind in ("pung", "kong")]

    @property
    def kinds(self) -> set[str]:
        return {group.tiles[0] for group in self.pongs}

    @property
    def pair(self) -> str:
        return next((group.tiles[0] for group in self.groups if group.kind == "pair"), "")

    @property
    def concealed(self) -> int:
        return sum(pong.concealed for pong in self.pongs)


def cuts_of(record: dict[str, Any], meaning: Meaning) -> Iterator[Cut]:
    drawn = record["win"] == "self-draw"
    melds = tuple(melds_of(record))
    for groups in readings(list(meaning.held), meaning.winning, drawn):
        taken = None if drawn else next(group for group in groups if not group.concealed)
        yield Cut("standard", (*groups, *melds), taken)


def special(record: dict[str, Any], house: dict[str, Any], meaning: Meaning) -> Iterator[Cut]:
    counts = Counter([*meaning.held, meaning.winning])
    if record["melds"]:
        return
    if set(counts) == set(MAJORS):
        yield Cut("orphans")
    most = 2 if house["seven-pairs-distinct"] else 4
    if house["seven-pairs"] and all(number % 2 == 0 and number <= most for number in counts.values()):
        yield Cut("pairs")


# 5, 6: items that are added


def counted(record: dict[str, Any], house: dict[str, Any], meaning: Meaning, cut: Cut) -> Items:
    whole, flags, drawn = meaning.whole(record), set(record["flags"]), record["win"] == "self-draw"
    suits, honors = {tile[1] for tile in whole} - {"z"}, any(tile[1] == "z" for tile in whole)
    seat, prevailing = (WINDS[SEATS.index(record[field])] for field in ("seat_wind", "round_wind"))
    pongs, kinds = cut.pongs, cut.kinds
    dragons, winds = len(kinds & set(DRAGONS)), len(kinds & set(WINDS))
    closed = all(meld.concealed for meld in melds_of(record))
    bonus, place = bonus_tiles(record, house), SEATS.index(record["seat_wind"])
    animals = sum(tile[1] == "a" for tile in bonus)
    ping = ping_hu(cut, meaning, {*DRAGONS, seat, prevailing}, drawn)
    return {
        "dragon-pong": dragons,
        "seat-wind-pong": int(seat in kinds),
        "round-wind-pong": int(prevailing in kinds),
        "ping-hu": 4 * (ping and not bonus),
        "small-ping-hu": int(ping and bool(bonus)),
        "all-pongs": 2 * (len(pongs) == 4),
        "mixed-terminals": 2 * (len(pongs) == 4 and bool(suits) and honors and set(whole) <= set(MAJORS)),
        "half-flush": 2 * (len(suits) == 1 and honors),
        "full-flush": 4 * (len(suits) == 1 and not honors),
        "little-dragons": int(dragons == 2 and cut.pair in DRAGONS),
        "little-winds": 2 * (winds == 3 and cut.pair in WINDS),
        "concealed-hand": int(closed and (drawn or house["concealed-on-discard"])),
        "self-draw": house["self-draw-tai"] * drawn,
        "replacement-win": int(bool(flags & {"replacement", "flower-replacement"})),
        "last-tile": int("last-tile" in flags),
        "robbing-the-kong": int(record["win"] == "robbed-kong"),
        "own-flower": int(FLOWERS[place] in bonus),
        "own-season": int(FLOWERS[4 + place] in bonus),
        "all-flowers": int(bonus.issuperset(FLOWERS[:4])),
        "all-seasons": int(bonus.issuperset(FLOWERS[4:])),
        "animal": animals,
        "all-animals": int(animals == 4),
    }


def bonus_tiles(record: dict[str, Any], house: dict[str, Any]) -> set[str]:
    return {tile for tile in spell(record["flowers"]) if house["animals"] or tile[1] != "a"}


def ping_hu(cut: Cut, meaning: Meaning, barred: set[str], drawn: bool) -> bool:
    if cut.form != "standard" or cut.pongs or cut.pair in barred:
        return False
    if drawn:
        return True
    if cut.taken is None or cut.taken.kind != "chow":
        return False
    low, won = int(cut.taken.tiles[0][0]), int(meaning.winning[0])
    return won != low + 1 and (low, won) not in ((1, 3), (7, 7))


# 7, 9: limit hands and wins by bonus tiles


def limit_items(record: dict[str, Any], house: dict[str, Any], meaning: Meaning, cut: Cut) -> list[str]:
    whole, flags, drawn = meaning.whole(record), set(record["flags"]), record["win"] == "self-draw"
    dragons, winds = len(cut.kinds & set(DRAGONS)), len(cut.kinds & set(WINDS))
    animals = sum(tile[1] == "a" for tile in bonus_tiles(record, house))
    pongs = len(cut.pongs)
    true = {
        "great-dragons": dragons == 3,
        "great-winds": winds == 4,
        "thirteen-orphans": cut.form == "orphans",
        "seven-pairs": cut.form == "pairs",
        "nine-gates": not record["melds"] and gates(whole),
        "all-honors": all(tile[1] == "z" for tile in whole),
        "all-terminals": pongs == 4 and all(tile[0] in "19" and tile[1] != "z" for tile in whole),
        "all-green": set(whole) <= GREEN,
        "all-kongs": sum(pong.kind == "kong" for pong in cut.pongs) == 4,
        "four-concealed-pongs": cut.concealed == 4 and drawn,
        "double-replacement": "double-replacement" in flags,
        "heavenly-hand": "heavenly" in flags,
        "earthly-hand": "earthly" in flags,
        "human-hand": house["human-hand"] and "human" in flags,
        "little-winds": house["little-winds"] == "limit" and winds == 3 and cut.pair in WINDS,
        "all-animals": house["all-animals"] == "limit" and animals == 4,
    }
    return [id for id, holds in true.items() if holds]


def gates(tiles: Iterable[str]) -> bool:
    counts = Counter(tiles)
    suits = {tile[1] for tile in counts}
    if len(suits) != 1 or suits == {"z"}:
        return False
    suit = suits.pop()
    return not Counter(f"{rank}{suit}" for rank in "1112345678999") - counts


def flower_win(record: dict[str, Any], house: dict[str, Any]) -> Iterator[tuple[bool, int, Items]]:
    held = [tile for tile in spell(record["flowers"]) if tile[1] == "f"]
    complete = sorted([*held, record["winning_tile"]]) == FLOWERS
    if complete and house["flower-wins"] and record["win"] in ("self-draw", "discard"):
        id = "eight-flowers" if record["win"] == "self-draw" else "seven-robs-one"
        yield True, house["limit-tai"], {id: house["limit-tai"]}


# 8, 10, 11: totals and payments


def result(record: dict[str, Any], house: dict[str, Any], items: Items, total: int) -> dict[str, Any]:
    limit = house["limit-tai"]
    unit = house["stake"] * 2 ** (min(total, limit) - 1)
    at_once = {} if record.get("instant") is None else {"instant": instant(record["instant"], house)}
    return {
        "legal": True, "items": items, "total": total, "unit": "tai", "limit": total >= limit, "base": unit,
        "payments": payments(record, house, items, unit), **at_once,
    }  # fmt: skip


def payments(record: dict[str, Any], house: dict[str, Any], items: Items, unit: int) -> dict[str, int]:
    winner, discarder = record["seat_wind"], record["discarder"]
    losers = [seat for seat in SEATS if seat != winner]
    by_flowers = record["winning_tile"][1] == "f"
    feeder = None if by_flowers or record["win"] == "robbed-kong" else liable(record, house)
    net = dict.fromkeys(SEATS, 0)
    if feeder is not None:
        net[feeder] = -unit * (6 if discarder is None else 4)
    elif discarder is None:
        net |= dict.fromkeys(losers, -2 * unit)
    elif house["shooter"] == "full" or by_flowers:
        net[discarder] = -4 * unit
    else:
        net |= {seat: -unit * (2 if seat == discarder else 1) for seat in losers}
    net[winner] = -sum(net.values())
    return net


def liable(record: dict[str, Any], house: dict[str, Any]) -> str | None:
    melds = record["melds"]
    for case, of in (("dragons", DRAGONS), ("winds", WINDS)):
        declared = [meld for meld in melds if meld["kind"] != "chow" and spell(meld["tiles"])[0] in of]
        if case in house["liability"] and len(declared) == len(of) and declared[-1].get("from"):
            return str(declared[-1]["from"])
    if "one-suit" in house["liability"] and len(melds) == 4 and melds[3].get("from") and one_suit(record):
        return str(melds[3]["from"])
    late = "late-fresh" in house["liability"] and "late-fresh-discard" in record["flags"]
    return str(record["discarder"]) if late and record["win"] == "discard" else None


def one_suit(record: dict[str, Any]) -> bool:
    """Of the pair of which one may be a joker the other is looked at."""
    tiles = [*spell(record["hand"]), record["winning_tile"], *(tile for one in melds_of(record) for tile in one.tiles)]
    letters = {tile[1] for tile in tiles} - {"j"}
    return len(letters) == 1 and letters != {"z"}


def instant(events: list[dict[str, Any]], house: dict[str, Any]) -> dict[str, int]:
    net = dict.fromkeys(SEATS, 0)
    for event in events:
        name, seat = event["event"], event["seat"]
        if name not in house["instant-events"] or (name in OF_ANIMALS and not house["animals"]):
            continue
        for other in SEATS:
            if other != seat:
                amount = house["stake"] * share(name, other == event.get("from"), event.get("early", False), house)
                net[other] -= amount
                net[seat] += amount
    return net


def share(name: str, feeder: bool, early: bool, house: dict[str, Any]) -> int:
    if name == "claimed-kong":
        return (3 if feeder else 0) if house["shooter"] == "full" else 2 if feeder else 1
    if name in KONGS:
        return 2 if name == "concealed-kong" else 1
    series = name in ("all-flowers", "all-seasons", "all-animals")
    return (house["instant-series"] if series else 1) * (2 if early else 1)
