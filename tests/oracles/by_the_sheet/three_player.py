"""A second scorer of ``three-player``, written from its sheet; the numbers in the comments are its sections. Its Hong
Kong scoring is that of the second scorer of ``hong-kong-old`` with other payments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from tests.oracles.by_the_sheet import hong_kong_old
from tests.oracles.by_the_sheet.tiles import (
    DRAGONS,
    MAJORS,
    SEATS,
    WINDS,
    Group,
    is_real,
    melds_of,
    readings,
    spell,
    too_many,
    wrong_count,
)
from tests.oracles.by_the_sheet.vietnamese import fitting

OF_HONG_KONG = {name: value for name, value in hong_kong_old.DEFAULTS.items() if name not in ("tiles", "wild-tiles")}
DEFAULTS: dict[str, Any] = {
    **OF_HONG_KONG,
    "scoring": "points", "suit-out": "bamboo-simples", "winds": "three", "flower-tiles": 4, "min-points": 3,
    "discard-payment": "discarder-double", "limit": 10, "seven-pairs": True, "seat-dragon": False,
    "declared-ready": False, "no-flowers-limit": False, "jackpot": "off", "jackpot-points": 10, "jackpot-hidden": 3,
    "jackpot-stake": 1,
}  # fmt: skip
PROFILES: dict[str, dict[str, Any]] = {
    "eighty-four": {"scoring": "fan", "suit-out": "two", "winds": "four", "flower-tiles": 8, "min-points": 0,
                    "discard-payment": "shared", "seven-pairs": False},
    "hong-kong": {"scoring": "hong-kong", "suit-out": "character-simples", "winds": "four", "flower-tiles": 8},
}  # fmt: skip
PLAYERS = "ESW"
DOTS = tuple(f"{rank}p" for rank in range(1, 10))
STANDS_FOR = (*DOTS, *WINDS, *DRAGONS)
GATES = "1112345678999"
Items = dict[str, int]


class Way(NamedTuple):
    """One way to read a hand. ``groups`` with the pair; empty for a form without sets."""

    form: str
    groups: tuple[Group, ...]
    tiles: tuple[str, ...]
    held: tuple[str, ...]

    def count(self, kind: str) -> int:
        return sum(group.kind == kind for group in self.groups)

    @property
    def pongs(self) -> list[str]:
        return [group.tiles[0] for group in self.groups if group.kind in ("pung", "kong")]

    @property
    def hidden(self) -> int:
        return sum(group.concealed for group in self.groups if group.kind in ("pung", "kong"))

    @property
    def chows(self) -> Counter[str]:
        return Counter(min(group.tiles) for group in self.groups if group.kind == "chow")

    @property
    def pair(self) -> str:
        return next((group.tiles[0] for group in self.groups if group.kind == "pair"), "")

    @property
    def letters(self) -> set[str]:
        return {tile[1] for tile in self.tiles}


def score(record: dict[str, Any]) -> dict[str, Any]:
    """The result; ``equally_good``: the items of all readings that are worth as much."""
    house = {**DEFAULTS, **PROFILES.get(record.get("profile") or "", {}), **record.get("options", {})}
    found = as_in_hong_kong(record, house) if house["scoring"] == "hong-kong" else by_points(record, house)
    return found | jackpot(record, house, found["total"]) if found["legal"] else found


def refused(reason: str) -> dict[str, Any]:
    return {"legal": False, "reason": reason}


# 4, 5: points and fan


def by_points(record: dict[str, Any], house: dict[str, Any]) -> dict[str, Any]:
    if wrong_count(record):
        return refused("wrong-tile-count")
    if too_many(record, bonus=True, jokers=4):
        return refused("too-many-copies")
    fan = house["scoring"] == "fan"
    found = [worth(way, record, house) for way in (with_jokers if fan else as_they_lie)(record, house)]
    if not found:
        return refused("not-a-winning-hand")
    enough = [one for one in found if one[0] or sum(one[2].values()) >= house["min-points"]]
    if not enough:
        return refused("below-minimum")
    most = max(one[:2] for one in enough)
    best = [one[2] | one[3] for one in enough if one[:2] == most]
    if most[0]:
        longest = max(map(len, best))
        best = [items for items in best if len(items) == longest]
    total = house["limit"] if most[0] else min(most[1], house["limit"])
    return {
        "legal": True, "items": best[0], "total": total, "unit": "fan" if fan else "points",
        "limit": bool(most[0]) or most[1] >= house["limit"], "base": total,
        "payments": payments(record, house["discard-payment"], total), "equally_good": best,
    }  # fmt: skip


def worth(way: Way, record: dict[str, Any], house: dict[str, Any]) -> tuple[int, int, Items, Items]:
    """A limit hand or not, the sum, the items that count towards the minimum and the others."""
    fan = house["scoring"] == "fan"
    limits = (fan_limits if fan else point_limits)(way, record, house)
    if great := {name: house["limit"] for name, there in limits.items() if there}:
        return 1, house["limit"], great, {}
    own = (fan_items if fan else point_items)(way, record, house)
    more = laid_out(record) if fan else {"flower": sum(tile[1] == "f" for tile in spell(record["flowers"]))}
    kept, beside = ({name: value for name, value in part.items() if value} for part in (own, more))
    return 0, sum(kept.values()) + sum(beside.values()), *((kept | beside, {}) if fan else (kept, beside))


def as_they_lie(record: dict[str, Any], house: dict[str, Any]) -> Iterator[Way]:
    melds, held, winning = melds_of(record), spell(record["hand"]), record["winning_tile"]
    own = [*held, winning]
    if any(meld.kind == "chow" or not is_real(meld) for meld in melds) or {tile[1] for tile in own} - set("mpsz"):
        return
    tiles = (*own, *(tile for meld in melds for tile in meld.tiles))
    for groups in readings(held, winning, record["win"] == "self-draw"):
        yield Way("sets", (*groups, *melds), tiles, tuple(held))
    if melds:
        return
    if house["seven-pairs"] and sorted(Counter(own).values()) == [2] * 7:
        yield Way("pairs", (), tiles, tuple(held))
    if house["winds"] == "four" and set(own) == set(MAJORS):
        yield Way("orphans", (), tiles, tuple(held))


def with_jokers(record: dict[str, Any], house: dict[str, Any]) -> Iterator[Way]:
    """Every use of the jokers that leaves no tile more than four times."""
    held = spell(record["hand"])
    uses = [STANDS_FOR if tile == "1j" else (tile,) for tile in held]
    won = STANDS_FOR if record["winning_tile"] == "1j" else (record["winning_tile"],)
    melds = melds_of(record)
    if any(tile[1] not in "mpsz" for use in (*uses, won) for tile in use):
        return
    plain, wild = [use[0] for use in uses if len(use) == 1], [use for use in uses if len(use) > 1]
    for sets in product(*map(may_be, melds)):
        melded = [tile for one in sets for tile in one.tiles]
        for *others, winning in fitting(plain, [*wild, won]):
            concealed = [*plain, *others]
            tiles = (*concealed, winning, *melded)
            if max(Counter(tiles).values()) <= 4:
                for groups in readings(concealed, winning, record["win"] == "self-draw"):
                    yield Way("sets", (*groups, *sets), tiles, tuple(concealed))


def may_be(meld: Group) -> list[Group]:
    """The sets that a declared one with jokers may be; a claimed one shows a real tile, and none is a chow."""
    real = {tile for tile in meld.tiles if tile != "1j"}
    if meld.kind == "chow" or len(real) > 1 or (not real and not meld.concealed):
        return []
    kinds = real if "1j" not in meld.tiles else real & set(STANDS_FOR) if real else set(STANDS_FOR)
    return [
        Group(meld.kind, (tile,) * len(meld.tiles), meld.concealed, declared=True)
        for tile in sorted(kinds)
        if tile[1] in "mpsz"
    ]


# 4: points


def point_items(way: Way, record: dict[str, Any], house: dict[str, Any]) -> Items:
    flags, seat = set(record["flags"]), PLAYERS.index(record["seat_wind"])
    suits, honors = way.letters - {"z"}, "z" in way.letters
    majors = [group for group in way.groups if set(group.tiles) & set(MAJORS)]
    dragons = sum(tile in DRAGONS for tile in way.pongs)
    return {
        "concealed-hand": int(all(meld.concealed for meld in melds_of(record))),
        "self-draw": int(record["win"] == "self-draw"),
        "dragon-pong": dragons,
        "seat-wind-pong": int(WINDS[seat] in way.pongs),
        "round-wind-pong": int(WINDS[SEATS.index(record["round_wind"])] in way.pongs),
        "seat-dragon": int(house["seat-dragon"] and ("5z", "6z", "7z")[seat] in way.pongs),
        "kong": way.count("kong"),
        "all-simples": int(not set(way.tiles) & set(MAJORS)),
        "terminal-each-set": int(len(majors) == 5 and not set(way.tiles) <= set(MAJORS)),
        "twin-chows": sum(number // 2 for number in way.chows.values()),
        "all-chows": 2 * (way.count("chow") == 4),
        "straight": 2 * any({f"{rank}{suit}" for rank in (1, 4, 7)} <= way.chows.keys() for suit in "mps"),
        "all-pongs": 3 * (len(way.pongs) == 4),
        "three-concealed-pongs": 3 * (way.hidden == 3),
        "half-flush": 3 * (len(suits) == 1 and honors),
        "little-dragons": 4 * (dragons == 2 and way.pair in DRAGONS),
        "seven-pairs": 4 * (way.form == "pairs"),
        "full-flush": 6 * (len(suits) == 1 and not honors),
        "declared-ready": int(house["declared-ready"] and "ready" in flags),
        "last-tile": int(bool(flags & {"last-tile", "last-discard"})),
        "replacement-win": int(bool(flags & {"replacement", "double-replacement"})),
        "robbing-the-kong": int(record["win"] == "robbed-kong"),
    }


def point_limits(way: Way, record: dict[str, Any], _house: dict[str, Any]) -> dict[str, bool]:
    return {
        "heavenly-hand": "heavenly" in record["flags"],
        "earthly-hand": "earthly" in record["flags"],
        "thirteen-orphans": way.form == "orphans",
        "great-dragons": set(DRAGONS) <= set(way.pongs),
        "all-honors": way.letters == {"z"},
        "all-terminals": "z" not in way.letters and set(way.tiles) <= set(MAJORS),
        "four-concealed-pongs": way.hidden == 4,
        "nine-gates": gates(way),
    }


def gates(way: Way) -> bool:
    ranks = "".join(sorted(tile[0] for tile in way.held))
    return ranks == GATES and len(way.letters) == 1 and "z" not in way.letters


# 5: fan


def fan_items(way: Way, record: dict[str, Any], _house: dict[str, Any]) -> Items:
    flags, dragons = set(record["flags"]), sum(tile in DRAGONS for tile in way.pongs)
    little = dragons == 2 and way.pair in DRAGONS
    return {
        "dragon-pong": 0 if little else dragons,
        "east-wind-pong": int("1z" in way.pongs),
        "north-wind-pong": int("4z" in way.pongs),
        "seat-wind-pong": int(WINDS[PLAYERS.index(record["seat_wind"])] in way.pongs),
        "all-chows": int(way.count("chow") == 4 and way.pair in DOTS),
        "all-pongs": 2 * (len(way.pongs) == 4),
        "full-flush": 3 * (way.letters == {"p"}),
        "little-dragons": 3 * little,
        "replacement-win": int("replacement" in flags),
        "flower-replacement": int("flower-replacement" in flags),
        "robbing-the-kong": int(record["win"] == "robbed-kong"),
    }


def laid_out(record: dict[str, Any]) -> Items:
    laid, number = Counter(spell(record["flowers"])), PLAYERS.index(record["seat_wind"]) + 1
    flowers, seasons = (all(laid[f"{rank}f"] for rank in ranks) for ranks in ("1234", "5678"))
    animals, faces = sum(laid[f"{rank}a"] for rank in "1234"), laid["1x"]
    return {
        "own-flower": int(not flowers and laid[f"{number}f"]),
        "fourth-flower": int(not flowers and laid["4f"]),
        "own-season": int(not seasons and laid[f"{number + 4}f"]),
        "fourth-season": int(not seasons and laid["8f"]),
        "all-flowers": 4 * flowers,
        "all-seasons": 4 * seasons,
        "animal": animals if animals < 4 else 0,
        "all-animals": 5 * (animals == 4),
        "face": faces if faces < 4 else 0,
        "all-faces": 5 * (faces == 4),
        "shown-joker": laid["1j"],
    }


def fan_limits(way: Way, record: dict[str, Any], house: dict[str, Any]) -> dict[str, bool]:
    flags, winds = set(record["flags"]), sum(tile in WINDS for tile in way.pongs)
    return {
        "great-dragons": set(DRAGONS) <= set(way.pongs),
        "little-winds": winds == 3 and way.pair in WINDS,
        "great-winds": winds == 4,
        "all-honors": way.letters == {"z"},
        "nine-gates": gates(way),
        "all-kongs": way.count("kong") == 4,
        "four-concealed-pongs": way.hidden == 4 and record["win"] == "self-draw",
        "heavenly-hand": "heavenly" in flags,
        "earthly-hand": "earthly" in flags,
        "last-tile": "last-tile" in flags,
        "double-replacement": "double-replacement" in flags,
        "no-flowers": house["no-flowers-limit"] and not record["flowers"],
    }


# 4, 5: who pays, and the jackpot


def payments(record: dict[str, Any], how: str, total: int) -> dict[str, int]:
    winner, discarder = record["seat_wind"], record["discarder"]
    net = dict.fromkeys(SEATS, 0)
    for loser in PLAYERS.replace(winner, ""):
        if how == "each":
            times = 1
        elif discarder is None:
            times = 2 if how == "shared" else 1
        elif loser == discarder:
            times = 2
        else:
            times = 1 if how == "shared" else 0
        net[loser] -= times * total
        net[winner] += times * total
    return net


def jackpot(record: dict[str, Any], house: dict[str, Any], total: int) -> dict[str, Any]:
    if house["jackpot"] == "off":
        return {}
    tally = record.get("tally") or {}
    if house["jackpot"] == "points":
        taken = tally.get("points", 0) + total >= house["jackpot-points"]
    else:
        hidden = all(meld["concealed"] for meld in record["melds"])
        taken = hidden and tally.get("hidden", 0) + 1 >= house["jackpot-hidden"]
    return {"pot": tally.get("pot", 0) if taken else 0}


# 6: Hong Kong


def as_in_hong_kong(record: dict[str, Any], house: dict[str, Any]) -> dict[str, Any]:
    plain = house["flower-tiles"] == 0 and "f" not in record["flowers"] + record["winning_tile"]
    options = {**{name: house[name] for name in OF_HONG_KONG}, "tiles": 136 if plain else 144}
    found = hong_kong_old.score({**record, "profile": None, "options": options})
    if not found["legal"]:
        return found
    winner = record["seat_wind"]
    paid = {**found["payments"], "N": 0, winner: 0}
    return {**found, "payments": {**paid, winner: -sum(paid.values())}}
