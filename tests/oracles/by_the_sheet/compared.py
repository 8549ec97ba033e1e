"""What is compared: the second scorer of each ruleset, with the options and the tiles that its hands are made of."""

from __future__ import annotations

import random
from typing import Any

from tests.oracles.by_the_sheet import (
    changsha,
    changsha_hands,
    fujian,
    fujian_hands,
    hong_kong_new,
    japanese_classical,
    shenyang,
    sichuan,
    south_african,
    taiwanese,
    taiwanese_hands,
    vietnamese,
    vietnamese_hands,
    whole_hands,
    wuhan,
)
from tests.oracles.by_the_sheet.compare import Compared
from tests.oracles.by_the_sheet.random_hands import EVERY, Table
from tests.oracles.by_the_sheet.tiles import spell, write

FLOWERS = tuple(f"{rank}f" for rank in range(1, 9))


def hong_kong_new_table(options: dict[str, Any], _profile: str | None) -> Table:
    flags = ("last-tile", "last-discard", "replacement", "double-replacement", "flower-replacement", "heavenly",
             "earthly", "human")  # fmt: skip
    return Table(EVERY, bonus=FLOWERS, flags=flags)


def with_bonus_wins(rng: random.Random, record: dict[str, Any]) -> None:
    """Full series, and wins with bonus tiles alone."""
    chance = rng.random()
    if chance < 0.1:
        record["flowers"] = "".join(FLOWERS[4 * (chance < 0.05) :][:4])
    elif chance < 0.2 and record["win"] == "self-draw":
        tiles = rng.sample(FLOWERS, rng.choice((6, 7, 7, 8, 8)))
        record["winning_tile"], record["flowers"] = tiles[0], "".join(sorted(tiles[1:]))


def with_closed_losers(rng: random.Random, record: dict[str, Any]) -> None:
    losers = [seat for seat in "ESWN" if seat != record["seat_wind"]]
    record["closed"] = rng.sample(losers, rng.choice((0, 0, 1, 2, 3)))


def south_african_table(_options: dict[str, Any], _profile: str | None) -> Table:
    flags = ("last-tile", "last-discard", "replacement", "double-replacement", "heavenly", "earthly")
    return Table(EVERY, bonus=FLOWERS, flags=flags)


def japanese_classical_table(_options: dict[str, Any], _profile: str | None) -> Table:
    flags = ("last-tile", "last-discard", "replacement", "double-replacement", "heavenly", "earthly")
    return Table(EVERY, flags=flags, earthly="any")


def with_liable(rng: random.Random, record: dict[str, Any]) -> None:
    if rng.random() < 0.3:
        record["liable"] = rng.choice([seat for seat in "ESWN" if seat != record["seat_wind"]])


def with_wild_tiles(rng: random.Random, record: dict[str, Any]) -> None:
    """An indicator, often with wild tiles in the place of others; now and then in any arrangement, or laid out."""
    if not record["melds"] and rng.random() < 0.15:
        kinds = [tile for tile in EVERY if tile[1] == "z"] if rng.random() < 0.4 else EYES
        tiles = rng.sample([tile for tile in kinds for _ in range(4)], 14)
        record["winning_tile"], record["hand"] = tiles[0], write(tiles[1:])
    indicator = rng.choice((*EVERY, *("5z", "6z", "7z", "4z") * 2, ""))
    record["indicator"] = indicator
    held = spell(record["hand"])
    if wild := wuhan.wild_after(indicator):
        for place in rng.sample(range(len(held)), min(len(held), rng.choice((0, 1, 1, 2, 2, 3, 4)))):
            held[place] = wild
        if rng.random() < 0.1:
            record["winning_tile"] = wild
    record["hand"] = write(held)
    laid = [rng.choice([tile for tile in ("7z", indicator, wild) if tile]) for _ in range(rng.choice((0, 0, 0, 1, 2)))]
    record["flowers"] = write(laid)


EYES = [rank + suit for rank in "258" for suit in "mps"]

COMPARED = (
    Compared(
        "hong-kong-new",
        hong_kong_new.score,
        hong_kong_new_table,
        {
            "values": ("association",), "flowers": (False,), "min-faan": (0, 1, 5, 10), "scale": ("full-spicy", "laak"),
            "flowers-count-to-minimum": (False,), "limit-faan": (1, 6, 10, 13), "shooter": ("half",),
            "robbed-kong-pays-all": (True,), "concealed-with-flowers": (True,), "flower-replacement": (True,),
            "seven-pairs": (1, 4, 13), "seven-pairs-distinct": (False,), "flower-wins": (False,),
            "liability": (["dragons"], ["winds", "kong"], ["one-suit", "kong", "winds", "dragons"]),
        },
        ("modern", "association", "old-table"),
        with_bonus_wins,
    ),
    Compared(
        "shenyang",
        shenyang.score,
        lambda _options, _profile: Table(EVERY, flags=("last-tile", "last-discard", "replacement")),
        {
            "base-points": (2, 5), "max-fan": (0, 1, 3, 8), "pong-first": (False,), "must-open": (False,),
            "three-suits": (False,), "discard-payment": ("all", "discarder"), "self-draw-fan": (0,),
            "discarder-fan": (0, 2), "dealer-fan": (0, 3), "closed-fan": (0, 2), "all-closed-fan": (0, 1),
        },
        change=with_closed_losers,
    ),
    Compared(
        "wuhan",
        wuhan.score,
        lambda _options, _profile: Table(EVERY, flags=("last-tile", "last-discard", "replacement")),
        {
            "small-points": (2, 7), "big-points": (1, 5), "open": ("once",), "exposed-kong": (0, 3),
            "concealed-kong": (0, 1), "must-open": (True,), "small-max-wilds": (0, 1, 2), "max-points": (0, 40, 1000),
            "special-kongs": (True,),
        },
        ("red-dragon-kong",),
        with_wild_tiles,
    ),
    Compared(
        "south-african",
        south_african.score,
        south_african_table,
        {
            "max-fan": (4,), "flowers": (False,), "no-flowers": (False,), "seven-pairs": (True,),
            "east-doubles": (True,),
        },
    ),
    Compared(
        "sichuan",
        sichuan.score,
        lambda _options, _profile: whole_hands.TABLE,
        {
            "end": ("first-win",), "max-fan": (0, 4, 5, 6), "self-draw": ("add-fan", "none"), "terminal-sets": (True,),
            "two-five-eight": (True,), "concealed-hand": (True,), "no-terminals": (True,), "heavenly-earthly": (True,),
            "claimed-kong": ("all",), "late-added-kong": (1,), "claimed-kong-draw": ("discard",),
            "kong-discard-transfer": (True,), "kong-refund": (False,), "pig": ("cap",), "pig-points": (0, 5),
            "fine-points": (0, 10), "next-dealer": ("rotate",),
        },
        ("household", "first-win"),
        whole_hands.of_sichuan,
    ),
    Compared(
        "changsha",
        changsha.score,
        changsha_hands.table,
        changsha_hands.CHOICES,
        ("no-dealer",),
        changsha_hands.change,
    ),
    Compared(
        "japanese-classical",
        japanese_classical.score,
        japanese_classical_table,
        {
            "limit-base": (77, 400, 1000), "rounding": ("nearest", "exact"), "menzen-tsumo": (False,),
            "honroutou": ("own",), "double-pair": (2,), "chuuren": ("nine-sided",),
            "chiihou": ("dealer-first-discard",), "stack-limits": (False,), "pao": ("off",),
        },
        change=with_liable,
    ),
    Compared(
        "taiwanese",
        taiwanese.score,
        taiwanese_hands.table,
        taiwanese_hands.CHOICES,
        taiwanese_hands.PROFILES,
        taiwanese_hands.change,
    ),
    Compared(
        "fujian",
        fujian.score,
        fujian_hands.table,
        fujian_hands.CHOICES,
        fujian_hands.PROFILES,
        fujian_hands.change,
    ),
    Compared(
        "vietnamese",
        vietnamese.score,
        vietnamese_hands.table,
        vietnamese_hands.CHOICES,
        change=vietnamese_hands.change,
        hands=1_000,
    ),
    Compared(
        "thai",
        vietnamese.score,
        vietnamese_hands.thai_table,
        vietnamese_hands.THAI_CHOICES,
        change=vietnamese_hands.change,
        hands=1_000,
    ),
)  # fmt: skip
