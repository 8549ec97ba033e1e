"""What hands of ``taiwanese`` have beside those of other games: options, flags, wins by flowers and eight pairs."""

from __future__ import annotations

import random
from typing import Any

from tests.oracles.by_the_sheet.random_hands import EVERY, Table
from tests.oracles.by_the_sheet.taiwanese import FLOWERS, exposed
from tests.oracles.by_the_sheet.tiles import write

CHOICES: dict[str, list[Any]] = {
    "base": [5, 30, 31], "per-tai": [1, 10], "min-tai": [0, 1, 5, 8], "max-tai": [0, 8, 10, 30],
    "flower-kong": ["1+own", "2"], "no-flowers": [True], "last-discard": [True], "half-begging": [True],
    "declared-ready": [True], "eight-pairs": [True], "flower-replacement-win": [False], "seven-robs-one": [False],
    "ready-keeps-concealed": [False], "eight-flowers": ["win", "added", "off"], "all-chows-concealed": [True],
    "all-chows-self-draw": [True], "all-chows-honors": [False], "all-chows-wait": ["only-two-sided", "any"],
    "heavenly-ready-tai": [0, 8], "earthly-ready-tai": [0, 4], "human-hand-tai": [0, 8], "all-honors-tai": [0, 8],
    "liability": [["dragons"], ["winds", "dragons"], ["one-suit", "dragons", "winds"]],
    "liability-discard": ["split", "liable"],
}  # fmt: skip
PROFILES = ("family", "online")
FLAGS = ("last-tile", "last-discard", "replacement", "double-replacement", "flower-replacement")


def table(_options: dict[str, Any], _profile: str | None) -> Table:
    return Table(EVERY, bonus=tuple(FLOWERS), flags=FLAGS, sets=5, pairs=0)


def change(rng: random.Random, record: dict[str, Any]) -> None:
    """Flags that can be true, the dealer's streak, now and then a win by flowers or eight pairs."""
    record["streak"] = rng.choice((0, 0, 1, 2, 7))
    record["flags"] += [name for name, possible in _possible(record).items() if possible and rng.random() < 0.12]
    kind = rng.random()
    if kind < 0.03:
        last = rng.choice(FLOWERS)
        laid = [name for name in FLOWERS if name != last and rng.random() < 0.97]
        record |= {"flags": [], "winning_tile": last, "flowers": write(laid)}
    elif kind < 0.06:
        record |= _eight_pairs(rng)


def _possible(record: dict[str, Any]) -> dict[str, bool]:
    dealer, drawn, closed = record["seat_wind"] == "E", record["win"] == "self-draw", not exposed(record)
    return {
        "earthly-ready": closed, "heavenly-ready": closed, "ready": True,
        "heavenly": closed and dealer and drawn, "earthly": closed and not dealer and drawn,
        "human": closed and not dealer and record["win"] == "discard",
    }  # fmt: skip


def _eight_pairs(rng: random.Random) -> dict[str, Any]:
    """Seven pairs and three equal tiles, some of them honors; empty where a tile would be there five times."""
    kinds = [f"{rank}{suit}" for suit in rng.choice(("s", "sz", "z", "msz")) for rank in range(1, 8)]
    tiles = [tile for tile in rng.choices(kinds, k=7) for _ in range(2)] + [rng.choice(kinds)] * 3
    if any(tiles.count(tile) > 4 for tile in tiles):
        return {}
    rng.shuffle(tiles)
    drawn = {"win": "self-draw", "discarder": None, "flags": []}
    return {"hand": write(tiles[1:]), "melds": [], "winning_tile": tiles[0], **drawn}
