"""The tiles that earn each fan, for explanations: the search for combinations remembers the sets that it joined."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.rules.hand.reading import Reading
from controller.rules.hand.sets import CHOW, CHOW_SHOWN, KONG, KONG_SHOWN, kind_of, tiles_of
from controller.rules.hand.tiles import (
    DRAGONS,
    EACH_FOUR,
    KINDS,
    NAMES,
    TERMINALS,
    WINDS,
    bag_of,
    count,
    unpack,
    write_tiles,
)
from controller.rules.rulesets.mcr import fans as f
from controller.rules.rulesets.mcr.combinations import (
    Combination,
    chow_relation,
    chows_in,
    combine,
    pung_relation,
    terminal_chows,
)
from controller.rules.rulesets.mcr.shapes import KNITTED, body_in
from controller.rules.sheet import evidence as by
from controller.rules.sheet.evidence import Evidence
from controller.rules.sheet.ruleset import Drop, Dropped

Codes = list[int]
_CHOW_KINDS: Final = (CHOW, CHOW_SHOWN)


def _sorted_sets(reading: Reading) -> tuple[Codes, Codes]:
    """The chows and the pungs and kongs of a reading, each by their lowest tile."""
    ordered = sorted(reading.sets, key=lambda code: code % KINDS)
    chows = [code for code in ordered if kind_of(code) in _CHOW_KINDS]
    return chows, [code for code in ordered if kind_of(code) not in _CHOW_KINDS]


def _combined(reading: Reading) -> tuple[tuple[Codes, Combination], tuple[Codes, Combination]]:
    chows, pungs = _sorted_sets(reading)
    return (
        (chows, combine([code % KINDS for code in chows], chow_relation)),
        (pungs, combine([code % KINDS for code in pungs], pung_relation)),
    )


def combination(fan: int) -> Evidence:
    """The sets that make this fan; where it is there several times, all of them in their order."""

    def earned(reading: Reading) -> list[str]:
        return [
            write_tiles(tiles_of(codes[place]))
            for codes, combined in _combined(reading)
            for group in combined.chosen
            if group.fan == fan
            for place in group.places
        ]

    return earned


def left_out(reading: Reading) -> Dropped:
    """The fans that sets would make together if they were not joined already: what counts, what does not, worth and
    reason."""
    whole = terminal_chows(chows_in(reading.sets), reading.pair)
    found: dict[tuple[str, str, str], int] = {}
    for codes, combined in _combined(reading):
        rows = [(left.group.fan, left.obstacle.fan, left.why) for left in combined.left]
        if whole and codes and kind_of(codes[0]) in _CHOW_KINDS:
            groups = (*combined.chosen, *(left.group for left in combined.left))
            rows = [(group.fan, whole, "inside") for group in groups]
        for fan, obstacle, why in rows:
            row = f.FAN[obstacle].id, f.FAN[fan].id, "" if why == "inside" else why
            found[row] = found.get(row, 0) + f.FAN[fan].points
    return tuple(Drop(stays, goes, points, why) for (stays, goes, why), points in found.items())


def everything(reading: Reading) -> list[str]:
    """All sets and the pair; the nine knitted tiles as one group; the plain tiles of a shape without sets."""
    if reading.form == KNITTED:
        return [*knitted_tiles(reading), *by.whole_hand(reading)]
    return by.whole_hand(reading)


def knitted_tiles(reading: Reading) -> list[str]:
    body = body_in(reading.hand.hidden)
    return [] if body is None else [write_tiles(unpack(bag_of(body)))]


def hogs(reading: Reading) -> list[str]:
    """Each tile of which all four are there and no kong."""
    kongs = {code % KINDS for code in reading.sets if kind_of(code) in (KONG, KONG_SHOWN)}
    fours = reading.hand.tiles & EACH_FOUR
    return [NAMES[tile][0] * 4 + NAMES[tile][1] for tile in range(KINDS) if count(fours, tile) and tile not in kongs]


def plain_pungs(reading: Reading) -> list[str]:
    """Pungs of terminals and of winds that nothing else rewards."""
    hand = reading.hand
    rewarded = set(WINDS) if reading.winds > 2 else {27 + hand.seat_wind, 27 + hand.prevailing}
    return by.triplets({*TERMINALS, *WINDS} - rewarded)(reading)


_BY_COMBINATION: Final = (
    f.BIG_FOUR_WINDS, f.BIG_THREE_DRAGONS, f.BIG_THREE_WINDS, f.TWO_DRAGON_PUNGS, f.QUADRUPLE_CHOW,
    f.FOUR_PURE_SHIFTED_PUNGS, f.FOUR_PURE_SHIFTED_CHOWS, f.PURE_TRIPLE_CHOW, f.PURE_SHIFTED_PUNGS, f.PURE_STRAIGHT,
    f.PURE_SHIFTED_CHOWS, f.TRIPLE_PUNG, f.MIXED_STRAIGHT, f.MIXED_TRIPLE_CHOW, f.MIXED_SHIFTED_PUNGS,
    f.MIXED_SHIFTED_CHOWS, f.DOUBLE_PUNG, f.PURE_DOUBLE_CHOW, f.MIXED_DOUBLE_CHOW, f.SHORT_STRAIGHT,
    f.TWO_TERMINAL_CHOWS,
)  # fmt: skip
_CONCEALED: Final = by.triplets(concealed=True)
_BY_SETS: Final[dict[int, Callable[[Reading], list[str]]]] = {
    f.FOUR_KONGS: by.kongs,
    f.THREE_KONGS: by.kongs,
    f.TWO_CONCEALED_KONGS: by.kongs,
    f.TWO_MELDED_KONGS: by.kongs,
    f.CONCEALED_KONG_AND_MELDED_KONG: by.kongs,
    f.CONCEALED_KONG: by.kongs,
    f.MELDED_KONG: by.kongs,
    f.FOUR_CONCEALED_PUNGS: _CONCEALED,
    f.THREE_CONCEALED_PUNGS: _CONCEALED,
    f.TWO_CONCEALED_PUNGS: _CONCEALED,
    f.LITTLE_FOUR_WINDS: by.triplets_and_pair(WINDS),
    f.LITTLE_THREE_DRAGONS: by.triplets_and_pair(DRAGONS),
    f.DRAGON_PUNG: by.triplets(DRAGONS),
    f.PREVALENT_WIND: by.wind_triplet("round"),
    f.SEAT_WIND: by.wind_triplet("seat"),
    f.PUNG_OF_TERMINALS_OR_HONORS: plain_pungs,
    f.KNITTED_STRAIGHT: knitted_tiles,
    f.TILE_HOG: hogs,
    f.FLOWER_TILES: by.flowers(),
}
_BY_WINNING_TILE: Final = (
    f.LAST_TILE_DRAW, f.LAST_TILE_CLAIM, f.OUT_WITH_REPLACEMENT_TILE, f.ROBBING_THE_KONG, f.LAST_TILE, f.SELF_DRAWN,
    f.FULLY_CONCEALED_HAND, f.CONCEALED_HAND,
)  # fmt: skip
EARNED: Final[dict[int, Evidence]] = {
    **dict.fromkeys(f.FAN, everything),
    **{fan: combination(fan) for fan in _BY_COMBINATION},
    **_BY_SETS,
    **dict.fromkeys(_BY_WINNING_TILE, by.winning_tile),
    **dict.fromkeys((f.EDGE_WAIT, f.CLOSED_WAIT), by.taken_set),
    f.SINGLE_WAIT: by.pair,
}
