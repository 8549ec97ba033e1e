"""Random hands of western classical: with losers' hands, and with hands of the list that seldom come by chance."""

from __future__ import annotations

import random
from typing import Any

from tests.oracles.by_the_sheet.chinese_classical_hands import FLOWERS, with_losers, with_rare_hand
from tests.oracles.by_the_sheet.random_hands import Table
from tests.oracles.by_the_sheet.tiles import write
from tests.oracles.by_the_sheet.western_classical import EVERY, house_of

FLAGS = ("last-tile", "last-discard", "replacement", "double-replacement", "flower-replacement", "heavenly", "earthly")
FORMS = (["only-majors"], ["three-dragons"], ["four-wind-hand"], ["thirteen-orphans"],
         ["only-majors", "thirteen-orphans"], ["three-dragons", "four-wind-hand"])  # fmt: skip
OFF = (["clean-pungs"], ["clean-pairs", "knitting"], ["triple-knitting", "wriggling-snake"], ["thirteen-orphans"],
       ["gates-of-heaven"], ["only-honors", "heads-and-tails"], ["imperial-jade", "three-great-scholars"],
       ["four-blessings"], ["heavenly-hand"], ["earthly-hand"])  # fmt: skip
CHOICES: dict[str, Any] = {
    "flowers": (True, False), "limit": (300, 400, 500, 1000), "round-wind": (True, False), "bonus-points": (0, 4),
    "loose-tile": ("points", "double"), "last-tile-doubles": (0, 1), "limit-forms": FORMS, "list": (True, False),
    "list-off": OFF, "round-to": (1, 10), "limit-on": ("score", "payment"), "wall-pot": (0, 50), "win-points": (0, 20),
    "self-drawn-points": (0, 2), "only-tile-points": (0, 2), "no-chow-points": (0, 10), "nothing-else-points": (0, 10),
    "only-honors-doubles": (0, 3), "one-suit-doubles": (0, 3), "one-suit-honors-doubles": (0, 1),
    "max-chows": (0, 1, 2), "losers-settle": (False,), "east-doubles": (False,), "dangerous-discard": (True,),
}  # fmt: skip


def table(options: dict[str, Any], profile: str | None) -> Table:
    by_list = options.get("list", profile == "wright-patterson")
    return Table(EVERY, bonus=FLOWERS, flags=FLAGS, earthly="discard" if by_list else "any")


def change(rng: random.Random, record: dict[str, Any]) -> None:
    house = house_of(record)
    if rng.random() < (0.85 if house["list"] else 0.3):
        if rng.random() < 0.75:
            with_rare_hand(rng, record)
        else:
            with_pairs_or_pungs(rng, record)
        if house["list"] and rng.random() < 0.15:
            with_first_turn(rng, record)
    if record["discarder"] and rng.random() < 0.12:
        record["flags"] = [*record["flags"], "dangerous-discard"]
    if rng.random() < 0.15:
        record["flowers"] = "1234f" if rng.random() < 0.5 else "5678f"
    if rng.random() < 0.4:
        record["pot"] = rng.choice((0, 200, 400))
    if rng.random() < 0.8:
        with_losers(rng, record, house)
        for row in record["losers"].values():
            row.pop("flags", None)


def with_pairs_or_pungs(rng: random.Random, record: dict[str, Any]) -> None:
    """Seven pairs, or four pungs and a pair, of one suit and honors."""
    suit = rng.choice("mps")
    kinds = [f"{rank}{suit}" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)] * (rng.random() < 0.7)
    if rng.random() < 0.5:
        tiles = [tile for tile in rng.sample(kinds, 7) for _ in range(2)]
    else:
        *pungs, pair = rng.sample(kinds, 5)
        tiles = [tile for tile in pungs for _ in range(3)] + [pair] * 2
    rng.shuffle(tiles)
    record.update(winning_tile=tiles[0], hand=write(tiles[1:]), melds=[])
    record["flags"] = [flag for flag in record["flags"] if flag in ("last-tile", "last-discard")]
    if record["win"] == "robbed-kong":
        record["win"] = "discard"


def with_first_turn(rng: random.Random, record: dict[str, Any]) -> None:
    if record["melds"]:
        return
    if record["seat_wind"] == "E":
        record.update(win="self-draw", discarder=None, flags=["heavenly"])
    else:
        record.update(win="discard", discarder="E", flags=["earthly"])
