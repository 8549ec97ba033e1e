"""A second scorer of ``pussers-bones``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

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
    write,
    wrong_count,
)

DEFAULTS: dict[str, Any] = {
    "players": 4, "min-score": 50, "round-to": 100, "win-points": 20, "one-suit-only": False, "half-flush-doubles": 0,
    "full-flush-doubles": 3, "concealed-doubles": 3, "dealer-doubles": 1, "concealed-on-discard": True,
    "flower-set": 2000, "two-flower-sets": 5000,
}  # fmt: skip
CHOICES: dict[str, list[Any]] = {
    "players": [3], "min-score": [0, 51, 200, 640], "round-to": [1, 10, 50, 64], "win-points": [0, 30],
    "one-suit-only": [True], "half-flush-doubles": [1, 2], "full-flush-doubles": [0, 2],
    "concealed-doubles": [0, 1], "dealer-doubles": [0, 2], "concealed-on-discard": [False],
    "flower-set": [0, 500], "two-flower-sets": [0, 900],
}  # fmt: skip
FIXED = {
    "majors": 3000, "ones-and-nines": 5000, "winds-and-dragons": 5000, "little-lizard": 2000, "big-lizard": 3000,
    "moon": 5000,
}  # fmt: skip
LOOSE = {"last-tile", "replacement", "double-replacement", "flower-replacement"}
Items = dict[str, int]
Worth = tuple[int, bool, int, int]
"""7: what a reading comes to, whether it is a fixed hand, its doubles and its points."""


def score(record: dict[str, Any]) -> dict[str, Any]:
    house = {**DEFAULTS, **record.get("options", {})}
    if wrong_count(record):
        return illegal("wrong-tile-count")
    if too_many(record, bonus=True):
        return illegal("too-many-copies")
    found = list(all_readings(record, house))
    if not found:
        return illegal("not-a-winning-hand")
    enough = [one for one in found if one[2] is None or one[2] >= house["min-score"]]
    if not enough:
        return illegal("below-minimum")
    (total, fixed, doubles, points), items, _ = max(enough, key=lambda one: one[0])
    winds = SEATS[: house["players"]]
    paid = {wind: -total if wind in winds else 0 for wind in SEATS}
    paid[record["seat_wind"]] = total * (house["players"] - 1)
    best = max(enough, key=lambda one: one[0])[0]
    return {
        "legal": True, "items": items, "points": None if fixed else points, "doubles": None if fixed else doubles,
        "total": total, "unit": "points", "limit": fixed, "base": total, "payments": paid,
        "equally_good": [one[1] for one in enough if one[0] == best],
    }  # fmt: skip


def illegal(reason: str) -> dict[str, Any]:
    return {"legal": False, "reason": reason}


def all_readings(record: dict[str, Any], house: dict[str, Any]) -> Iterator[tuple[Worth, Items, int | None]]:
    """3: with the score before it is rounded, which a fixed hand has not."""
    melds, winning = melds_of(record), record["winning_tile"]
    held = [*spell(record["hand"]), winning]
    if any(tile[1] not in "mpsz" for tile in held) or not all(map(is_real, melds)):
        return
    if not melds and (name := special(held, record)):
        yield fixed(name, record, house)
    for cut in readings(held[:-1], winning, drawn=True):
        for taken in dict.fromkeys(group for group in cut if winning in group.tiles):
            groups = list(cut)
            if taken.kind == "pung" and record["win"] != "self-draw":
                groups[groups.index(taken)] = replace(taken, concealed=False)
            yield from of_sets([*groups, *melds], record, house)


def special(held: list[str], record: dict[str, Any]) -> str:
    """6: lizards and the moon."""
    if set(held) == set(MAJORS):
        return "moon"
    plain = sorted(tile for tile in held if tile[1] != "z")
    suits = {tile[1] for tile in plain}
    winds = [tile for tile in held if tile in WINDS]
    if (
        len(suits) == 1
        and [tile[0] for tile in plain] == list("123456789")
        and len(winds) == 5
        and set(winds) == set(WINDS)
    ):
        own = WINDS[SEATS.index(record["seat_wind"])]
        return "big-lizard" if winds.count(own) == 2 else "little-lizard"
    return ""


def fixed(name: str, record: dict[str, Any], house: dict[str, Any]) -> tuple[Worth, Items, None]:
    items = {name: FIXED[name], **series(record, house)}
    return (sum(items.values()), True, 0, 0), items, None


def series(record: dict[str, Any], house: dict[str, Any]) -> Items:
    """7.3"""
    tiles = set(spell(record["flowers"]))
    full = sum({f"{number}f" for number in numbers} <= tiles for numbers in (range(1, 5), range(5, 9)))
    name = ("", "flower-set", "two-flower-sets")[full]
    return {name: house[name]} if name and house[name] else {}


def of_sets(groups: list[Group], record: dict[str, Any], house: dict[str, Any]) -> Iterator[tuple[Worth, Items, Any]]:
    pungs = [group for group in groups if group.kind in ("pung", "kong")]
    if len(pungs) != 4:
        return
    tiles = {tile for group in groups for tile in group.tiles}
    suits, honors = {tile[1] for tile in tiles} - {"z"}, any(tile[1] == "z" for tile in tiles)
    if house["one-suit-only"] and len(suits) > 1:
        return
    if not suits:
        yield fixed("winds-and-dragons", record, house)
    if suits and not tiles & {f"{rank}{suit}" for rank in range(2, 9) for suit in "mps"}:
        yield fixed("majors" if honors else "ones-and-nines", record, house)
    pair = next(group.tiles[0] for group in groups if group.kind == "pair")
    points = points_of(pungs, pair, record, house)
    doubles = doubles_of(pungs, len(suits), honors, record, house)
    raw, times = sum(points.values()), sum(doubles.values())
    plain, step = raw * 2**times, house["round-to"]
    below = plain % step
    more = series(record, house)
    total = plain - below + (step if 2 * below >= step else 0) + sum(more.values())
    yield (total, False, times, raw), {**points, **doubles, **more}, plain


def points_of(pungs: list[Group], pair: str, record: dict[str, Any], house: dict[str, Any]) -> Items:
    """4"""
    own = WINDS[SEATS.index(record["seat_wind"])]
    found: Items = {"win": house["win-points"]}
    for group in pungs:
        major = group.tiles[0] in MAJORS
        name = f"{group.kind}-{'major' if major else 'minor'}-{'concealed' if group.concealed else 'open'}"
        worth = 2 * (2 if major else 1) * (2 if group.concealed else 1) * (4 if group.kind == "kong" else 1)
        found[name] = found.get(name, 0) + worth
    found |= {"dragon-pair": 2 * (pair in DRAGONS), "own-wind-pair": 2 * (pair == own)}
    found["bonus-tile"] = 4 * len(spell(record["flowers"]))
    return {name: number for name, number in found.items() if number}


def doubles_of(pungs: list[Group], suits: int, honors: bool, record: dict[str, Any], house: dict[str, Any]) -> Items:
    """5"""
    seat = SEATS.index(record["seat_wind"])
    kinds, bonus = [group.tiles[0] for group in pungs], spell(record["flowers"])
    open_meld = any(not meld.concealed for meld in melds_of(record))
    counts = house["concealed-on-discard"] or record["win"] == "self-draw"
    found = {
        "dealer": house["dealer-doubles"] * (seat == 0),
        "dragon-pung": sum(tile in DRAGONS for tile in kinds),
        "own-wind-pung": int(WINDS[seat] in kinds),
        "own-flower": int(f"{seat + 1}f" in bonus),
        "own-season": int(f"{seat + 5}f" in bonus),
        "last-or-loose": int(bool(LOOSE & set(record["flags"]))),
        "half-flush": house["half-flush-doubles"] * (suits == 1 and honors),
        "full-flush": house["full-flush-doubles"] * (suits == 1 and not honors),
        "concealed": house["concealed-doubles"] * (not open_meld and counts),
    }
    return {name: number for name, number in found.items() if number}


# hands to compare


def change(rng: random.Random, record: dict[str, Any]) -> None:
    """Lizards, moons and hands of few kinds now and then, and full series of bonus tiles."""
    chance = rng.random()
    if chance < 0.12:
        suit, held = rng.choice("mps"), list(WINDS)
        held += [f"{rank}{suit}" for rank in range(1, 10)] + [rng.choice((*WINDS, *WINDS, "5z", f"1{suit}"))]
        if chance < 0.04:
            held = [*MAJORS, rng.choice((*MAJORS, "5m"))]
        rng.shuffle(held)
        record |= {"hand": write(held[1:]), "winning_tile": held[0], "melds": [], "flags": []}
    elif chance < 0.3:
        kinds = (
            MAJORS
            if chance < 0.2
            else (*WINDS, *DRAGONS)
            if chance < 0.25
            else tuple(f"{r}{s}" for r in (1, 9) for s in "mps")
        )
        chosen = rng.sample(kinds, 5)
        held = [tile for tile in chosen[:4] for _ in range(3)] + [chosen[4]]
        record |= {
            "hand": write(held),
            "winning_tile": rng.choice((chosen[4], chosen[4], *chosen)),
            "melds": [],
            "flags": [],
        }
    if chance < 0.3 and record["win"] == "robbed-kong":
        record["win"] = "discard"
    if rng.random() < 0.1:
        record["flowers"] = rng.choice(("1234f", "5678f", "12345678f", "123456f"))
