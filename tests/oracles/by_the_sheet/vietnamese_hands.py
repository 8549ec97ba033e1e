"""Hands of the Vietnamese and the Thai game, with what only these games have."""

from __future__ import annotations

import random
from typing import Any

from tests.oracles.by_the_sheet import vietnamese
from tests.oracles.by_the_sheet.random_hands import EVERY, Table
from tests.oracles.by_the_sheet.tiles import SEATS, spell, write

FLOWERS = tuple(f"{rank}f" for rank in range(1, 9))
COURTS = tuple(f"{rank}{letter}" for letter in "kq" for rank in range(1, 5))
ANIMALS, JOKERS = (tuple(f"{rank}{letter}" for rank in range(1, 9)) for letter in "aj")
FAMILIES = (FLOWERS[:4], FLOWERS[4:], COURTS[:4], COURTS[4:], ANIMALS)


def table(_options: dict[str, Any], _profile: str | None) -> Table:
    return Table(EVERY, bonus=(*FLOWERS, *COURTS, *JOKERS), flags=("last-tile", "replacement", "heavenly", "earthly"))


def thai_table(_options: dict[str, Any], _profile: str | None) -> Table:
    bonus = (*FLOWERS, *COURTS, *JOKERS, *ANIMALS)
    return Table(EVERY, bonus=bonus, flags=("last-tile", "replacement", "heavenly", "earthly"))


def change(rng: random.Random, record: dict[str, Any]) -> None:
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


SHARED: dict[str, Any] = {
    "jokers-in-claims": (False,), "discarded-bonus-wins": (False,), "half-flush": (True,), "seven-pairs": (True,),
    "liability": ([], ["dragons"], ["winds"], ["one-suit"]),
}  # fmt: skip
CHOICES: dict[str, Any] = {**SHARED, "tiles": (176, 184), "max-mun": (1, 2, 5)}
THAI_CHOICES: dict[str, Any] = {
    **SHARED, "max-mun": (0, 1, 5), "jokers": (0,), "animals": (False,), "animal-pairs": (False,),
    "animal-points": (0, 2),
}  # fmt: skip
