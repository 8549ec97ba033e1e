"""Hypothesis strategies: winning hands of four sets and a pair, and records around them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from controller.rules.hand.sets import CHOW_STARTS
from controller.rules.hand.tiles import KINDS, read_tiles, write_tiles

RULESETS = (
    "hong-kong-old",
    "hong-kong-new",
    "chinese-traditional",
    "base-and-doubles",
    "cantonese-old",
    "mcr",
    "south-african",
    "japanese-classical",
)
SETS = [("chow", [start, start + 1, start + 2]) for start in CHOW_STARTS]
SETS += [("pung", [tile] * 3) for tile in range(KINDS)] + [("kong", [tile] * 4) for tile in range(KINDS)]


@st.composite
def shapes(draw: st.DrawFn) -> tuple[list[int], list[dict[str, Any]]]:
    """Concealed tiles and melds of a complete hand with no tile more than four times."""
    near = draw(st.booleans())
    pool = SETS if not near else [row for row in SETS if row[1][-1] < 9 or row[1][0] >= 27]
    chosen = draw(st.lists(st.sampled_from(pool), min_size=4, max_size=4).filter(four_of_each))
    pair = draw(st.sampled_from(range(KINDS)).filter(lambda tile: four_of_each([*chosen, ("pair", [tile] * 2)])))
    concealed, melds = [pair, pair], []
    for kind, tiles in chosen:
        if kind == "kong" or draw(st.booleans()):
            hidden = kind == "kong" and draw(st.booleans())
            melds.append({"kind": kind, "tiles": write_tiles(tiles), "concealed": hidden})
        else:
            concealed += tiles
    return concealed, melds


def four_of_each(rows: list[tuple[str, list[int]]]) -> bool:
    tiles = [tile for _, row in rows for tile in row]
    return all(tiles.count(tile) <= 4 for tile in set(tiles))


@st.composite
def records(draw: st.DrawFn, ruleset: str | None = None) -> dict[str, Any]:
    """A record of a complete hand; it may be below the minimum."""
    concealed, melds = draw(shapes())
    winning = draw(st.sampled_from(concealed))
    held = sorted(concealed)
    held.remove(winning)
    seat = draw(st.sampled_from("ESWN"))
    alone = [*held, *(tile for meld in melds for tile in read_tiles(meld["tiles"]))].count(winning) == 0
    win = draw(st.sampled_from(("self-draw", "discard", *(("robbed-kong",) if alone else ()))))
    kong = any(meld["kind"] == "kong" for meld in melds)
    drawn = st.sampled_from([[], ["last-tile"], *([["replacement"]] if kong else [])])
    others = [wind for wind in "ESWN" if wind != seat]
    return {
        "ruleset": ruleset or draw(st.sampled_from(RULESETS)),
        "options": {},
        "hand": write_tiles(held),
        "melds": melds,
        "winning_tile": write_tiles([winning]),
        "win": win,
        "seat_wind": seat,
        "round_wind": draw(st.sampled_from("ESWN")),
        "discarder": None if win == "self-draw" else draw(st.sampled_from(others)),
        "flags": draw(drawn) if win == "self-draw" else [],
        "flowers": write_tiles(sorted(draw(st.sets(st.integers(34, 41), max_size=7)))),
    }
