"""Hypothesis strategies: complete hands of sets and a pair, and records around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from controller.rules import configure
from controller.rules.hand.sets import CHOW_STARTS
from controller.rules.hand.tile_set import TileSet
from controller.rules.hand.tiles import KINDS, read_tiles, write_tiles
from tests.controller.rules.rule_records import CONDITIONS_OFF

FOUR_SETS = (
    "hong-kong-old",
    "hong-kong-new",
    "chinese-traditional",
    "base-and-doubles",
    "cantonese-old",
    "mcr",
    "south-african",
    "vietnamese",
    "thai",
    "japanese-classical",
    "chinese-classical",
    "western-classical",
)
"""Rulesets whose hands are four sets of any tiles and a pair, and win whatever else is true of them."""
ANY_SETS = (*FOUR_SETS, "taiwanese", "fujian", "filipino")
"""The same with more sets, or without honors."""
RULESETS = (
    *ANY_SETS, "shenyang", "wuhan", "changsha", "korean", "shanxi-lisi", "singapore", "tianjin", "three-player",
    "pussers-bones",
)  # fmt: skip
"""Also those that ask for more than complete sets."""
HOUSE = {"shanxi-lisi": CONDITIONS_OFF["shanxi-lisi"]}
"""Options with which most of these hands may win."""
FLOWERS = range(34, 42)
SETS = [("chow", [start, start + 1, start + 2]) for start in CHOW_STARTS]
SETS += [("pung", [tile] * 3) for tile in range(KINDS)] + [("kong", [tile] * 4) for tile in range(KINDS)]


@st.composite
def shapes(draw: st.DrawFn, tiles: TileSet) -> tuple[list[int], list[dict[str, Any]]]:
    """Concealed tiles and melds of a complete hand with no tile more than four times."""
    near = draw(st.booleans())
    pool = [row for row in SETS if set(row[1]) <= tiles.kinds.keys()]
    pool = pool if not near else [row for row in pool if row[1][-1] < 9 or row[1][0] >= 27]
    chosen = draw(st.lists(st.sampled_from(pool), min_size=tiles.sets, max_size=tiles.sets).filter(four_of_each))
    pairs = st.sampled_from(sorted(tiles.kinds))
    pair = draw(pairs.filter(lambda tile: four_of_each([*chosen, ("pair", [tile] * 2)])))
    concealed, melds = [pair, pair], []
    for kind, row in chosen:
        if kind == "kong" or draw(st.booleans()):
            hidden = kind == "kong" and draw(st.booleans())
            melds.append({"kind": kind, "tiles": write_tiles(row), "concealed": hidden})
        else:
            concealed += row
    return concealed, melds


def four_of_each(rows: list[tuple[str, list[int]]]) -> bool:
    tiles = [tile for _, row in rows for tile in row]
    return all(tiles.count(tile) <= 4 for tile in set(tiles))


@st.composite
def records(draw: st.DrawFn, rulesets: Sequence[str] = RULESETS) -> dict[str, Any]:
    """A record of a complete hand in one of these games; it may be below the minimum."""
    ruleset = draw(st.sampled_from(rulesets))
    tiles = configure(ruleset).tiles
    concealed, melds = draw(shapes(tiles))
    winning = draw(st.sampled_from(concealed))
    held = sorted(concealed)
    held.remove(winning)
    winds = "ESWN"[: tiles.players]
    seat = draw(st.sampled_from(winds))
    alone = [*held, *(tile for meld in melds for tile in read_tiles(meld["tiles"]))].count(winning) == 0
    win = draw(st.sampled_from(("self-draw", "discard", *(("robbed-kong",) if alone else ()))))
    kong = any(meld["kind"] == "kong" for meld in melds)
    drawn = st.sampled_from([[], ["last-tile"], *([["replacement"]] if kong else [])])
    others = [wind for wind in winds if wind != seat]
    return {
        "ruleset": ruleset,
        "options": dict(HOUSE.get(ruleset, {})),
        "hand": write_tiles(held),
        "melds": melds,
        "winning_tile": write_tiles([winning]),
        "win": win,
        "seat_wind": seat,
        "round_wind": draw(st.sampled_from(winds)),
        "discarder": None if win == "self-draw" else draw(st.sampled_from(others)),
        "flags": draw(drawn) if win == "self-draw" else [],
        "flowers": write_tiles(sorted(draw(st.sets(st.sampled_from(sorted(tiles.bonus) or FLOWERS), max_size=7)))),
    }
