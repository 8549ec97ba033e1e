"""Random hands of ``changsha``: what was turned after the win, arrangements of 2, 5 and 8, and opening hands."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.oracles.by_the_sheet.changsha import DEFAULTS, PROFILES
from tests.oracles.by_the_sheet.random_hands import Table, suit_tiles
from tests.oracles.by_the_sheet.tiles import SEATS, write

CHOICES: dict[str, Sequence[Any]] = {
    "small-points": (2, 5), "big-points": (8, 10), "dealer-extra": (0, 3), "birds": (0, 1, 4),
    "birds-from": ("winner",), "max-payment": (10, 24, 60), "all-258-shape": ("standard",),
    "openings": ([], ["two-triplets"], ["no-258", "four-of-a-kind", "missing-suit"]), "kong-flip": (3, 4),
}  # fmt: skip
EYES = suit_tiles(ranks="258")


def table(_options: dict[str, Any], _profile: str | None) -> Table:
    flags = ("last-tile", "last-discard", "replacement", "double-replacement", "heavenly", "earthly", "kong-discard")
    return Table(suit_tiles(), flags=flags, pairs=0.15)


def change(rng: random.Random, record: dict[str, Any]) -> None:
    """What only this game has; now and then any arrangement of 2, 5 and 8, or an opening hand."""
    house = {**DEFAULTS, **PROFILES.get(record.get("profile", ""), {}), **record["options"]}
    if rng.random() < 0.12:
        kept = {name: record[name] for name in ("ruleset", "options", "profile") if name in record}
        record.clear()
        record.update(kept, **opening(rng))
        return
    if not record["melds"] and record["win"] != "robbed-kong" and rng.random() < 0.1:
        tiles = rng.sample([tile for tile in EYES for _ in range(4)], 14)
        record["winning_tile"], record["hand"] = tiles[0], write(tiles[1:])
    if rng.random() < 0.7:
        turned = rng.choices(suit_tiles(), k=rng.randint(0, house["birds"]))
        record["birds"] = "".join(turned)
    if rng.random() < 0.3:
        record["kong_wins"] = rng.randint(1, house["kong-flip"])


def opening(rng: random.Random) -> dict[str, Any]:
    """Dealt tiles, often with something to show."""
    seat = rng.choice(SEATS)
    number = 13 + (seat == "E")
    chosen = rng.choice((suit_tiles(), suit_tiles(), suit_tiles(ranks="134679"), suit_tiles("mp"), suit_tiles("s"),
                         suit_tiles(ranks="1234")))  # fmt: skip
    copies = [tile for tile in chosen for _ in range(4)]
    tiles = rng.sample(copies, number if rng.random() < 0.95 else number - 1)
    if rng.random() < 0.05:
        tiles[:5] = [tiles[0]] * 5
    return {"event": "opening", "hand": write(tiles), "seat_wind": seat, "birds": ""}
