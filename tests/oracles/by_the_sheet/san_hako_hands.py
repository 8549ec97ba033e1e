"""What hands of ``san-hako`` have beside those of other games: norths set aside, indicators, counters and sticks."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.oracles.by_the_sheet.random_hands import HONORS, Table, suit_tiles
from tests.oracles.by_the_sheet.tiles import every_tile, spell, write

CHOICES: dict[str, list[Any]] = {
    "players": [2], "kita": [False], "tsumo-payment": ["full"], "honba-each": [0, 300], "noten-pool": [0],
    "boxes": [1], "box": [5000], "rounds": [1], "renchan": ["win", "never"], "tobi": [False],
}  # fmt: skip
TILES = ("1m", "9m", *suit_tiles("ps"), *HONORS)
FLAGS = ("last-tile", "last-discard", "replacement", "heavenly", "earthly")


def table(options: dict[str, Any], _profile: str | None) -> Table:
    return Table(TILES, seats="EW" if options.get("players") == 2 else "ESW", chows=False, flags=FLAGS, earthly="any")


RUNS = ("123p", "789p", "123s", "789s", "123p", "456p", "789p", "234s", "345s", "678p")
TRIPLETS = ("111m", "999m", "111p", "999s", "555p", "555s", "777z", "111z")
PAIRS = ("11m", "99m", "11p", "99s", "22s", "55p", "33z", "55z")


def change(rng: random.Random, record: dict[str, Any]) -> None:
    if rng.random() < 0.2:
        _deal_runs(rng, record)
    if any(not meld["concealed"] for meld in record["melds"]):
        record["flags"] = [flag for flag in record["flags"] if flag not in ("heavenly", "earthly")]
    _say_riichi(rng, record)
    record["kita"] = _norths(rng, record)
    _turn_indicators(rng, record)
    if record["kita"] and record["win"] == "self-draw" and rng.random() < 0.3:
        record["flags"] = [
            "kita",
            *(flag for flag in record["flags"] if flag in ("riichi", "double-riichi", "ippatsu")),
        ]
    record["honba"], record["deposits"] = rng.choice((0, 0, 1, 3)), rng.choice((0, 0, 1, 2))
    seats = [seat for seat in ("EW" if record["options"].get("players") == 2 else "ESW") if seat != record["seat_wind"]]
    if rng.random() < 0.3:
        record["liable"] = rng.choice(seats)


def _deal_runs(rng: random.Random, record: dict[str, Any]) -> None:
    """A hand of runs, many of them with terminals, and often one claimed triplet."""
    runs = rng.choices(RUNS[:4] if rng.random() < 0.5 else RUNS, k=rng.choice((3, 4, 4)))
    sets, melds = [*runs, *rng.sample(TRIPLETS, 4 - len(runs))], []
    if sets[-1] in TRIPLETS and rng.random() < 0.5:
        melds.append({"kind": "pung", "tiles": sets.pop(), "concealed": False})
    held = [tile for part in (*sets, rng.choice(PAIRS)) for tile in spell(part)]
    winning = held.pop(rng.randrange(len(held)))
    flags = [flag for flag in record["flags"] if flag != "replacement"]
    record.update(hand=write(held), winning_tile=winning, melds=melds, flags=flags)
    if record["win"] == "robbed-kong":
        record["win"] = "discard"


def _say_riichi(rng: random.Random, record: dict[str, Any]) -> None:
    first = {"heavenly", "earthly"} & set(record["flags"])
    if first or any(not meld["concealed"] for meld in record["melds"]):
        return
    if rng.random() < 0.6:
        record["flags"].append(rng.choice(("riichi", "riichi", "double-riichi")))
        if rng.random() < 0.3:
            record["flags"].append("ippatsu")


def _norths(rng: random.Random, record: dict[str, Any]) -> int:
    """Mostly no more than are left; none where that would be against the options."""
    if record["options"].get("kita") is False:
        return 0
    wanted = rng.choice((0, 0, 0, 1, 1, 2, 3, 4))
    left = 4 - every_tile(record).count("4z")
    return wanted if wanted <= left or rng.random() < 0.05 else max(left, 0)


def _turn_indicators(rng: random.Random, record: dict[str, Any]) -> None:
    """At most five, of tiles that are left; as many under them of a hand with riichi, or of any."""
    held = Counter(every_tile(record))
    held["4z"] += record["kita"]
    left = [tile for tile in TILES for _ in range(4 - held[tile])]
    if rng.random() < 0.2:
        left = [tile for tile in left if tile == "3z"] or left
    number = min(rng.choice((0, 1, 1, 2, 5)), len(left) // 2)
    turned = rng.sample(left, 2 * number)
    record["dora_indicators"] = "".join(turned[:number])
    record["ura_indicators"] = "".join(turned[number:]) if rng.random() < 0.5 else ""
