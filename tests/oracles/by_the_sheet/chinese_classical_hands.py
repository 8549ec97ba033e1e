"""Random hands of Chinese classical: with losers' hands, and with hands that seldom come by chance."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.oracles.by_the_sheet.chinese_classical import EVERY, MAJORS, SEATS, WINDS, house_of
from tests.oracles.by_the_sheet.random_hands import Table, random_record
from tests.oracles.by_the_sheet.tiles import spell, write

FLOWERS = tuple(f"{rank}f" for rank in range(1, 9))
FLAGS = ("last-tile", "last-discard", "replacement", "double-replacement", "heavenly", "earthly")
OFF = (
    ["thirteen-orphans"], ["only-honors", "heads-and-tails"], ["imperial-jade", "fourfold-plenty"],
    ["four-blessings", "three-great-scholars"], ["heavenly-hand", "earthly-hand", "twofold-fortune"],
    ["plum-blossom", "moon-from-the-sea", "scratching-the-pole", "east-ninth-win"],
    ["hidden-treasure", "buried-treasure", "concealed-one-suit"],
    ["nine-gates", "gates-of-heaven", "squirming-snake", "wriggling-snake"],
    ["all-pair-honors", "knitting"], ["triple-knitting"],
)  # fmt: skip
CHOICES: dict[str, Any] = {
    "limit": (300, 500, 510, 1000, 2000), "max-chows": (0, 1, 2, 4), "only-tile-points": (0, 2, 4),
    "pair-completed": (True, False), "no-points-doubles": (0, 1), "one-suit-honors-doubles": (0, 1),
    "one-suit": ("doubles", "purity"), "concealed-one-suit": ("limit", "plain"), "replacement-doubles": (0, 1),
    "own-bonus": ("both", "each"), "full-series-doubles": (0, 1, 2), "three-concealed-doubles": (0, 1),
    "dragons-winds-extra": (True, False), "squirming-snake": (True, False), "hidden-treasure": (True, False),
    "buried-treasure": (True, False), "scholars": ("any", "no-chow", "off"), "gates": ("nine", "heaven"),
    "special-pairs": (True, False), "calling": (True, False), "east-ninth-win": (True, False),
    "original-call": ("winner", "any", "off"), "bonus-beside-fixed": (True, False), "flowers": (False,),
    "min-points": (0, 26, 40), "min-doubles": (0, 1, 3), "win-points": (0, 10, 20), "self-drawn-points": (0, 2),
    "no-chow-doubles": (0, 1), "concealed-doubles": (0, 1), "all-majors-doubles": (0, 1),
    "last-tile-doubles": (0, 1), "robbing-doubles": (0, 1), "only-honors": ("limit", "two-doubles"),
    "round-to": (10,), "east-doubles": (False,), "dangerous-discard": (False,), "limit-hands-off": OFF,
}  # fmt: skip


def table(_options: dict[str, Any], _profile: str | None) -> Table:
    return Table(EVERY, bonus=FLOWERS, flags=FLAGS)


def rare(rng: random.Random) -> list[str]:
    """Fourteen tiles that are hands of their own, or nearly."""
    suit, (one, other) = rng.choice("mps"), rng.sample("mps", 2)
    ranks = [rng.choice("123456789") for _ in range(7)]
    threes = [rng.choice("123456789") for _ in range(4)]
    pair = rng.choice("123456789")
    jade = rng.sample(["2s", "3s", "4s", "6s", "8s", "6z"], 5)
    runs = ["2s", "3s", "4s"] * 2 + [tile for tile in rng.sample(jade, 2) for _ in range(3)]
    four = rng.sample(range(1, 10), 5)
    pairs = rng.sample(MAJORS, 7)
    winds_and_scholars = rng.choice((WINDS, ("5z", "6z", "7z", rng.choice(EVERY))))
    return rng.choice((
        [f"{rank}{suit}" for rank in "1123456789"] + list(WINDS),
        [tile for tile in pairs for _ in range(2)],
        [f"{rank}{letter}" for rank in ranks for letter in (one, other)],
        [f"{rank}{letter}" for rank in threes for letter in "mps"] + [f"{pair}{one}", f"{pair}{other}"],
        [f"{rank}{suit}" for rank in "1112345678999" + rng.choice("123456789")],
        [tile for tile in jade[:4] for _ in range(3)] + [jade[4]] * 2,
        runs + [rng.choice(jade)] * 2,
        [f"{rank}{suit}" for rank in four[:4] for _ in range(3)] + [f"{four[4]}{suit}"] * 2,
        [tile for tile in winds_and_scholars for _ in range(3)] + [rng.choice(EVERY)] * 2,
        [*MAJORS, rng.choice(MAJORS)],
        [f"{rank}{letter}" for rank, letter in rng.sample([(r, s) for r in "19" for s in "mps"], 4) for _ in range(3)]
        + [rng.choice(MAJORS)] * 2,
    ))  # fmt: skip


def change(rng: random.Random, record: dict[str, Any]) -> None:
    house = house_of(record)
    if rng.random() < 0.25:
        with_rare_hand(rng, record)
    elif rng.random() < 0.1:
        with_moment(rng, record)
    extra = [name for name in ("original-call", "ninth-win", "dangerous-discard") if rng.random() < 0.12]
    record["flags"] = [*record["flags"], *extra]
    if rng.random() < 0.05:
        record["streak"] = rng.choice((0, 7, 8, 12))
    if rng.random() < 0.15:
        record["flowers"] = "1234f" if rng.random() < 0.5 else "5678f"
    if rng.random() < 0.7:
        with_losers(rng, record, house)


def with_rare_hand(rng: random.Random, record: dict[str, Any]) -> None:
    tiles = rare(rng)
    melds = []
    rng.shuffle(tiles)
    for tile, number in Counter(tiles).items():
        if number == 3 and rng.random() < 0.25:
            tiles = [other for other in tiles if other != tile]
            kind = rng.choice(("pung", "kong"))
            melds.append({"kind": kind, "tiles": write([tile] * (3 if kind == "pung" else 4)),
                          "concealed": kind == "kong" and rng.random() < 0.5})  # fmt: skip
    record.update(winning_tile=tiles[0], hand=write(tiles[1:]), melds=melds)
    record["flags"] = [flag for flag in record["flags"] if flag in ("last-tile", "last-discard")]
    if record["win"] == "robbed-kong":
        record["win"] = "discard"


def with_moment(rng: random.Random, record: dict[str, Any]) -> None:
    """A 5 of dots as replacement, a 1 of dots as the last tile, a robbed 2 of bamboos, a second replacement."""
    first = {"kind": "kong", "tiles": f"{rng.choice('1234567') * 4}z", "concealed": rng.random() < 0.5}
    discarder = next(seat for seat in SEATS if seat != record["seat_wind"])
    chosen = rng.randrange(4)
    if chosen == 0:
        record.update(hand="46p789m33s111m", winning_tile="5p", melds=[first], flags=["replacement"])
    elif chosen == 1:
        record.update(hand="23p789m33s111m", winning_tile="1p", melds=[first], flags=["last-tile"])
    elif chosen == 2:
        record.update(hand="13s789m33p111m", winning_tile="2s", melds=[first], flags=[])
        record.update(win="robbed-kong", discarder=discarder)
        return
    else:
        second = {"kind": "kong", "tiles": "8888p", "concealed": False}
        record.update(hand="46s33m111m", winning_tile="5s", melds=[first, second], flags=["double-replacement"])
    record.update(win="self-draw", discarder=None)


def with_losers(rng: random.Random, record: dict[str, Any], house: dict[str, Any]) -> None:
    """Hands of some of the others out of the tiles that are left, mostly."""
    there = Counter(dict.fromkeys(EVERY, 4))
    there.subtract(all_tiles(record) if rng.random() < 0.97 else [])
    bonus = [tile for tile in FLOWERS if tile not in spell(record["flowers"])]
    losers = {}
    for seat in rng.sample([seat for seat in SEATS if seat != record["seat_wind"]], rng.choice((1, 2, 3, 3))):
        row = one_hand(rng, there)
        if rng.random() < 0.4:
            laid = rng.sample(bonus, min(len(bonus), rng.choice((1, 2, 4))))
            bonus = [tile for tile in bonus if tile not in laid]
            row["flowers"] = write(laid)
        if rng.random() < 0.15:
            row["flags"] = ["original-call"]
        losers[seat] = row
    del house
    record["losers"] = losers


def all_tiles(row: dict[str, Any]) -> list[str]:
    return [*spell(row["hand"]), *([row["winning_tile"]] if "winning_tile" in row else []),
            *(tile for meld in row["melds"] for tile in spell(meld["tiles"]))]  # fmt: skip


def one_hand(rng: random.Random, there: Counter[str]) -> dict[str, Any]:
    """Thirteen tiles, often one short of a hand that scores; now and then one too many or too few."""
    for _ in range(12):
        whole = random_record(rng, table({}, None), "")
        if rng.random() < 0.4:
            with_rare_hand(rng, whole)
        row = {"hand": whole["hand"], "melds": [{**meld, "from": None} for meld in whole["melds"]], "flowers": ""}
        for meld in row["melds"]:
            del meld["from"]
            meld.pop("added", None)
        chance = rng.random()
        if chance < 0.05:
            row["hand"] += rng.choice(EVERY)
        elif chance < 0.12 and len(row["hand"]) > 3:
            row["hand"] = write(spell(row["hand"])[1:])
        used = Counter(all_tiles(row))
        if all(there[tile] >= number for tile, number in used.items()):
            there.subtract(used)
            return row
    left = [tile for tile in EVERY for _ in range(max(0, there[tile]))]
    tiles = rng.sample(left, min(13, len(left)))
    there.subtract(tiles)
    return {"hand": write(tiles), "melds": [], "flowers": ""}
