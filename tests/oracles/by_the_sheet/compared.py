"""What is compared: the second scorer of each ruleset, with the options and the tiles that its hands are made of."""

from __future__ import annotations

import random
from typing import Any

from tests.oracles.by_the_sheet import hong_kong_new, shenyang, south_african, vietnamese
from tests.oracles.by_the_sheet.compare import Compared
from tests.oracles.by_the_sheet.random_hands import EVERY, Table
from tests.oracles.by_the_sheet.tiles import SEATS, spell, write

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


COURTS = tuple(f"{rank}{letter}" for letter in "kq" for rank in range(1, 5))
ANIMALS, JOKERS = (tuple(f"{rank}{letter}" for rank in range(1, 9)) for letter in "aj")
FAMILIES = (FLOWERS[:4], FLOWERS[4:], COURTS[:4], COURTS[4:], ANIMALS)


def vietnamese_table(_options: dict[str, Any], _profile: str | None) -> Table:
    return Table(EVERY, bonus=(*FLOWERS, *COURTS, *JOKERS), flags=("last-tile", "replacement", "heavenly", "earthly"))


def thai_table(_options: dict[str, Any], _profile: str | None) -> Table:
    bonus = (*FLOWERS, *COURTS, *JOKERS, *ANIMALS)
    return Table(EVERY, bonus=bonus, flags=("last-tile", "replacement", "heavenly", "earthly"))


def with_jokers(rng: random.Random, record: dict[str, Any]) -> None:
    """Jokers in the place of tiles, whole families laid out, discarded bonus tiles, and somebody who is liable."""
    free = [joker for joker in JOKERS if joker not in spell(record["flowers"])]
    rng.shuffle(free)
    for joker in free[: rng.choice((0, 0, 0, 1, 1, 2))]:
        put_joker(rng, record, joker)
    chance = rng.random()
    if chance < 0.1:
        family = rng.choice(FAMILIES[: 5 if record["ruleset"] == "thai" else 4])
        record["flowers"] = write({*spell(record["flowers"]), *family})
    elif chance < 0.2 and record["win"] == "discard":
        record["winning_tile"] = rng.choice([tile for tile in (*FLOWERS, *COURTS, *JOKERS) if tile not in spell(
            record["flowers"] + record["hand"] + "".join(meld["tiles"] for meld in record["melds"])
        )])  # fmt: skip
    if rng.random() < 0.2:
        record["liable"] = rng.choice([seat for seat in SEATS if seat != record["seat_wind"]])


def put_joker(rng: random.Random, record: dict[str, Any], joker: str) -> None:
    """The joker in the place of one tile of the hand, of a meld, or of the winning tile: mostly one that it may be."""
    places = [("hand", spell(record["hand"])), *((meld, spell(meld["tiles"])) for meld in record["melds"])]
    if record["win"] == "self-draw":
        places.append(("winning_tile", [record["winning_tile"]]))
    fits = [
        (place, tiles, at)
        for place, tiles in places
        for at, tile in enumerate(tiles)
        if tile in vietnamese.STANDS_FOR[joker] or rng.random() < 0.03
    ]
    if not fits:
        return
    place, tiles, at = rng.choice(fits)
    tiles[at] = joker
    if isinstance(place, str):
        record[place] = write(tiles)
    else:
        place["tiles"] = write(tiles)


VIETNAMESE: dict[str, Any] = {
    "jokers-in-claims": (False,), "discarded-bonus-wins": (False,), "half-flush": (True,), "seven-pairs": (True,),
    "liability": ([], ["dragons"], ["winds"], ["one-suit"]),
}  # fmt: skip
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
        "south-african",
        south_african.score,
        south_african_table,
        {
            "max-fan": (4,), "flowers": (False,), "no-flowers": (False,), "seven-pairs": (True,),
            "east-doubles": (True,),
        },
    ),
    Compared(
        "vietnamese",
        vietnamese.score,
        vietnamese_table,
        {**VIETNAMESE, "tiles": (176, 184), "max-mun": (1, 2, 5)},
        change=with_jokers,
        same=vietnamese.same,
        hands=1_000,
    ),
    Compared(
        "thai",
        vietnamese.score,
        thai_table,
        {
            **VIETNAMESE, "max-mun": (0, 1, 5), "jokers": (0,), "animals": (False,), "animal-pairs": (False,),
            "animal-points": (0, 2),
        },
        change=with_jokers,
        same=vietnamese.same,
        hands=1_000,
    ),
)  # fmt: skip
