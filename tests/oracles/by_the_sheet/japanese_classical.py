"""A second scorer of ``japanese-classical``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests.oracles.by_the_sheet.tiles import (
    DRAGONS,
    MAJORS,
    SEATS,
    WINDS,
    Group,
    cuts,
    is_real,
    melds_of,
    spell,
    too_many,
    wrong_count,
)

DEFAULTS: dict[str, Any] = {
    "limit-base": 500, "rounding": "up", "menzen-tsumo": True, "honroutou": "sum", "double-pair": 4,
    "chuuren": "any-wait", "chiihou": "first-draw", "stack-limits": True, "pao": "honor-limit",
}  # fmt: skip
HONOR_LIMITS = {"daisangen", "suushiihou", "tsuuiisou"}
Items = dict[str, int]
Worth = tuple[int, bool, int, int]
"""7: base, whether it is a limit hand, han, fu."""


def score(record: dict[str, Any]) -> dict[str, Any]:
    house = {**DEFAULTS, **record.get("options", {})}
    if wrong_count(record):
        return {"legal": False, "reason": "wrong-tile-count"}
    if too_many(record, bonus=False):
        return {"legal": False, "reason": "too-many-copies"}
    worths = [worth_of(record, house, groups, taken) for groups, taken in forms(record)]
    if not worths:
        return {"legal": False, "reason": "not-a-winning-hand"}
    (base, is_limit, han, fu), items = max(worths, key=lambda row: (row[0], is_limit_hand(row) * len(row[1])))
    return {
        "legal": True, "items": items, "total": han, "unit": "han", "fu": None if is_limit else fu,
        "limit": base >= house["limit-base"], "base": base, "payments": payments(record, house, base, items),
    }  # fmt: skip


def is_limit_hand(row: tuple[Worth, Items]) -> bool:
    """6: where several limit hands are paid once, the reading that lists the most of them is taken."""
    return row[0][1]


def forms(record: dict[str, Any]) -> Iterator[tuple[list[Group], Group | None]]:
    """3: every cut with the group that the winning tile completed; no groups for thirteen orphans."""
    melds, winning = melds_of(record), record["winning_tile"]
    held = [*spell(record["hand"]), winning]
    if not all(tile[1] in "mpsz" for tile in held) or not all(is_real(meld) for meld in melds):
        return
    if not melds and set(held) == set(MAJORS):
        yield [], None
    for cut in cuts(tuple(sorted(held))):
        for completed in {group for group in cut if winning in group}:
            groups = [Group(kind_of(group), group, concealed=True) for group in cut]
            place = cut.index(completed)
            groups[place] = replace(groups[place], concealed=record["win"] == "self-draw")
            yield [*groups, *melds], groups[place]


def kind_of(group: tuple[str, ...]) -> str:
    return "pair" if len(group) == 2 else "pung" if group[0] == group[1] else "chow"


def every_tile(record: dict[str, Any]) -> list[str]:
    melded = [tile for meld in melds_of(record) for tile in meld.tiles]
    return [*spell(record["hand"]), record["winning_tile"], *melded]


def is_closed(record: dict[str, Any]) -> bool:
    return all(meld.concealed for meld in melds_of(record))


def worth_of(record: dict[str, Any], house: dict[str, Any], groups: list[Group], taken: Group | None) -> tuple[
    Worth, Items
]:  # fmt: skip
    limits = limit_hands(record, house, groups)
    if limits:
        times = len(limits) if house["stack-limits"] else 1
        return (times * house["limit-base"], True, 13 * times, 0), limits
    assert taken is not None
    pieces = fu_of(record, house, groups, taken)
    fu, items = rounded(sum(pieces.values()), house["rounding"]), han_of(record, house, groups, pieces)
    han = sum(items.values())
    return (min(fu * 2**han, house["limit-base"]), False, han, fu), items


def rounded(fu: int, way: str) -> int:
    """4."""
    if way == "exact":
        return fu
    return -(-fu // 10) * 10 if way == "up" else (fu + 4) // 10 * 10


def limit_hands(record: dict[str, Any], house: dict[str, Any], groups: list[Group]) -> Items:
    """6."""
    tiles, flags = every_tile(record), record["flags"]
    triplets = [group for group in groups if group.kind in ("pung", "kong")]
    winds = sum(group.tiles[0] in WINDS for group in triplets)
    pair_of_winds = any(group.kind == "pair" and group.tiles[0] in WINDS for group in groups)
    from_wall = record["win"] == "self-draw"
    true = {
        "tenhou": "heavenly" in flags,
        "chiihou": "earthly" in flags and from_wall == (house["chiihou"] == "first-draw"),
        "kokushi": not groups,
        "daisangen": sum(group.tiles[0] in DRAGONS for group in triplets) == 3,
        "suushiihou": winds == 4 or (winds == 3 and pair_of_winds),
        "tsuuiisou": all(tile[1] == "z" for tile in tiles),
        "chinroutou": all(tile[0] in "19" and tile[1] != "z" for tile in tiles),
        "suuankou": sum(group.concealed for group in triplets) == 4,
        "chuuren": chuuren(record, house, tiles),
    }
    return {id: 13 for id, holds in true.items() if holds}


def chuuren(record: dict[str, Any], house: dict[str, Any], tiles: list[str]) -> bool:
    suit = tiles[0][1]
    if not is_closed(record) or suit == "z" or any(tile[1] != suit for tile in tiles):
        return False
    needed = Counter(f"{rank}{suit}" for rank in "1112345678999")
    if house["chuuren"] == "nine-sided":
        return Counter(spell(record["hand"])) == needed
    return not needed - Counter(tiles)


def fu_of(record: dict[str, Any], house: dict[str, Any], groups: list[Group], taken: Group) -> Counter[str]:
    """4."""
    fu = Counter({"every hand": 20})
    if record["win"] == "self-draw":
        fu["self-draw"] = 2
    elif is_closed(record):
        fu["concealed"] = 10
    for group in groups:
        first = group.tiles[0]
        if group.kind in ("pung", "kong"):
            fu["sets"] += (
                2 * (2 if group.concealed else 1) * (2 if first in MAJORS else 1) * (4 if group.kind == "kong" else 1)
            )
        if group.kind == "pair":
            own, prevailing = wind_of(record, "seat_wind"), wind_of(record, "round_wind")
            if first == own == prevailing:
                fu["pair"] = house["double-pair"]
            elif first in (*DRAGONS, own, prevailing):
                fu["pair"] = 2
    fu["wait"] = 2 * narrow(taken, record["winning_tile"])
    if one_suit(every_tile(record)) == "chinitsu":
        fu["one suit"] = 10
    return fu


def wind_of(record: dict[str, Any], field: str) -> str:
    return WINDS[SEATS.index(record[field])]


def narrow(taken: Group, winning: str) -> bool:
    if taken.kind != "chow":
        return taken.kind == "pair"
    ranks = [tile[0] for tile in sorted(taken.tiles)]
    return winning[0] == ranks[1] or (ranks[0] == "1" and winning[0] == "3") or (ranks[0] == "7" and winning[0] == "7")


def one_suit(tiles: list[str]) -> str:
    suits = {tile[1] for tile in tiles}
    if len(suits - {"z"}) != 1:
        return ""
    return "honitsu" if "z" in suits else "chinitsu"


def han_of(record: dict[str, Any], house: dict[str, Any], groups: list[Group], fu: Counter[str]) -> Items:
    """5."""
    tiles, flags = every_tile(record), record["flags"]
    triplets = [group for group in groups if group.kind in ("pung", "kong")]
    of = [group.tiles[0] for group in triplets]
    pair = next(group.tiles[0] for group in groups if group.kind == "pair")
    runs = {group.tiles[0] if group.tiles[0][0] in "147" else "" for group in map(ordered, groups)
            if group.kind == "chow"}  # fmt: skip
    from_wall = record["win"] == "self-draw"
    rinshan = bool({"replacement", "double-replacement"} & set(flags))
    dragons = sum(tile in DRAGONS for tile in of)
    true = {
        "menzen-tsumo": house["menzen-tsumo"] and from_wall and is_closed(record),
        "pinfu": not triplets and not from_wall and not fu["pair"] + fu["wait"] + fu["sets"],
        "tanyao": all(tile not in MAJORS for tile in tiles),
        "haku": "5z" in of,
        "hatsu": "6z" in of,
        "chun": "7z" in of,
        "seat-wind": wind_of(record, "seat_wind") in of,
        "round-wind": wind_of(record, "round_wind") in of,
        "honitsu": one_suit(tiles) == "honitsu",
        "chinitsu": 3 * (one_suit(tiles) == "chinitsu"),
        "toitoi": len(triplets) == 4,
        "chanta": all(set(group.tiles) & set(MAJORS) for group in groups),
        "honroutou": house["honroutou"] == "own" and all(tile in MAJORS for tile in tiles),
        "ittsu": any({f"1{suit}", f"4{suit}", f"7{suit}"} <= runs for suit in "mps"),
        "san-ankou": sum(group.concealed for group in triplets) == 3,
        "shousangen": dragons == 2 and pair in DRAGONS,
        "rinshan": rinshan,
        "haitei": "last-tile" in flags and not rinshan,
        "chankan": record["win"] == "robbed-kong",
    }
    return {id: int(value) for id, value in true.items() if value}


def ordered(group: Group) -> Group:
    return replace(group, tiles=tuple(sorted(group.tiles)))


def payments(record: dict[str, Any], house: dict[str, Any], base: int, items: Items) -> dict[str, int]:
    """7."""
    winner, discarder, net = record["seat_wind"], record["discarder"], dict.fromkeys(SEATS, 0)
    whole = base * (6 if winner == "E" else 4)
    liable = record.get("liable") if house["pao"] == "honor-limit" and HONOR_LIMITS & set(items) else None
    if liable and discarder is None:
        net[liable] -= whole
    elif liable and liable != discarder:
        net[liable] -= whole // 2
        net[discarder] -= whole // 2
    elif discarder is not None:
        net[discarder] -= whole
    else:
        for payer in SEATS:
            if payer != winner:
                net[payer] -= base * (2 if "E" in (payer, winner) else 1)
    net[winner] = -sum(net.values())
    return net
