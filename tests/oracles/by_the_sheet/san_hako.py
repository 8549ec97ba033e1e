"""A second scorer of ``san-hako``, written from its sheet and those it is based on (sanma, riichi)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from tests.oracles.by_the_sheet.tiles import (
    DRAGONS,
    MAJORS,
    SEATS,
    WINDS,
    Group,
    cuts,
    every_tile,
    is_real,
    melds_of,
    next_tile,
    spell,
    wrong_count,
)

DEFAULTS: dict[str, Any] = {"players": 3, "tsumo-payment": "loss", "kita": True, "honba-each": 100}
TILES = {"1m", "9m", *WINDS, *DRAGONS} | {rank + suit for rank in "123456789" for suit in "ps"}
AFTER = {
    "1m": "9m", "9m": "1m", "9p": "1p", "9s": "1s", "4z": "1z", "7z": "5z",
}  # fmt: skip
GREEN = {"2s", "3s", "4s", "6s", "8s", "6z"}
LIABILITIES = {"daisangen", "daisuushii"}
YAKUMAN = 8000
Items = dict[str, int]


def score(record: dict[str, Any]) -> dict[str, Any]:
    house = {**DEFAULTS, **record.get("options", {})}
    if wrong_count(record):
        return {"legal": False, "reason": "wrong-tile-count"}
    copies = Counter(every_tile(record))
    copies["4z"] += record.get("kita", 0)
    if any(number > (4 if tile in TILES else 0) for tile, number in copies.items()):
        return {"legal": False, "reason": "too-many-copies"}
    worths = [worth_of(record, house, groups, taken) for groups, taken in forms(record)]
    if not worths:
        return {"legal": False, "reason": "not-a-winning-hand"}
    worths = [row for row in worths if row["items"]]
    if not worths:
        return {"legal": False, "reason": "below-minimum"}
    best = max(map(rank, worths))
    equal = [row for row in worths if rank(row) == best]
    base = equal[0].pop("base")
    return {
        "legal": True, "unit": "han", **equal[0], "limit": base >= 2000,
        "payments": payments(record, house, base, equal[0]), "pot": 1000 * record.get("deposits", 0),
        "equally_good": [row["items"] for row in equal],
    }  # fmt: skip


def rank(row: dict[str, Any]) -> tuple[int, int, int, int]:
    """riichi 4: the highest payment, then han, then fu; a counted yakuman only where the hand is no other one."""
    return row["base"], row["yakuman"], row["total"], row["fu"] or 0


def forms(record: dict[str, Any]) -> Iterator[tuple[list[Group], Group | None]]:
    """The groups of every reading with the one that the winning tile completed; none for thirteen orphans, seven pairs
    for those."""
    melds, winning = melds_of(record), record["winning_tile"]
    if any(meld.kind == "chow" or not is_real(meld) for meld in melds):
        return
    held = sorted([*spell(record["hand"]), winning])
    drawn = record["win"] == "self-draw"
    if not melds and set(held) == set(MAJORS):
        yield [], None
    if len(held) == 14 and set(Counter(held).values()) == {2}:
        yield [Group("pair", (tile, tile), concealed=True) for tile in held[::2]], None
    for cut in cuts(tuple(held)):
        for completed in {group for group in cut if winning in group}:
            groups = [Group(kind_of(group), tuple(sorted(group)), concealed=True) for group in cut]
            place = cut.index(completed)
            groups[place] = replace(groups[place], concealed=drawn)
            yield [*groups, *melds], groups[place]


def kind_of(group: tuple[str, ...]) -> str:
    return "pair" if len(group) == 2 else "pung" if group[0] == group[1] else "chow"


def is_closed(record: dict[str, Any]) -> bool:
    return all(meld.concealed for meld in melds_of(record))


def wind_of(record: dict[str, Any], field: str) -> str:
    return WINDS[SEATS.index(record[field])]


def worth_of(record: dict[str, Any], house: dict[str, Any], groups: list[Group], taken: Group | None) -> dict[str, Any]:
    """riichi 5, without kiriage, with counted yakuman; several yakuman add up."""
    if limits := yakuman_of(record, groups):
        number = len(limits)
        return {
            "items": dict.fromkeys(limits, 13), "total": 13 * number, "fu": None, "level": "yakuman",
            "yakuman": number, "base": number * YAKUMAN,
        }  # fmt: skip
    items = yaku_of(record, groups, taken)
    fu = fu_of(record, groups, taken, items)
    if items:
        items |= dora_of(record, house)
    han = sum(items.values())
    base, level = min(fu * 2 ** (han + 2), 2000), ""
    for least, value, name in (
        (5, 2000, "mangan"), (6, 3000, "haneman"), (8, 4000, "baiman"), (11, 6000, "sanbaiman"),
        (13, YAKUMAN, "counted-yakuman"),
    ):  # fmt: skip
        if han >= least:
            base, level = value, name
    return {"items": items, "total": han, "fu": fu, "level": level or "mangan" * (base == 2000), "yakuman": 0,
            "base": base}  # fmt: skip


def triplets_of(groups: Iterable[Group]) -> list[Group]:
    return [group for group in groups if group.kind in ("pung", "kong")]


def yakuman_of(record: dict[str, Any], groups: list[Group]) -> list[str]:
    """riichi 3; 3: chiihou for a self-draw only; 2: norths set aside end a first turn, as kans do."""
    tiles, flags, drawn = every_tile(record), record["flags"], record["win"] == "self-draw"
    first = drawn and not record.get("kita") and not record["melds"]
    triplets = triplets_of(groups)
    winds = sum(group.tiles[0] in WINDS for group in triplets)
    pairs = [group.tiles[0] for group in groups if group.kind == "pair"]
    true = {
        "tenhou": "heavenly" in flags and first,
        "chiihou": "earthly" in flags and first,
        "kokushi": not groups,
        "suuankou": sum(group.concealed for group in triplets) == 4,
        "daisangen": sum(group.tiles[0] in DRAGONS for group in triplets) == 3,
        "shousuushii": winds == 3 and len(pairs) == 1 and pairs[0] in WINDS,
        "daisuushii": winds == 4,
        "tsuuiisou": all(tile[1] == "z" for tile in tiles),
        "chinroutou": all(tile in MAJORS and tile[1] != "z" for tile in tiles),
        "ryuuiisou": set(tiles) <= GREEN,
        "chuuren": nine_gates(record, tiles),
        "suukantsu": sum(group.kind == "kong" for group in triplets) == 4,
    }
    return [id for id, holds in true.items() if holds]


def nine_gates(record: dict[str, Any], tiles: list[str]) -> bool:
    suit = tiles[0][1]
    if record["melds"] or suit == "z" or any(tile[1] != suit for tile in tiles):
        return False
    return not Counter(f"{rank}{suit}" for rank in "1112345678999") - Counter(tiles)


def yaku_of(record: dict[str, Any], groups: list[Group], taken: Group | None) -> Items:
    """riichi 3: closed and open han; sanma 2: a north that is set aside is won on without chankan."""
    tiles, flags, closed = every_tile(record), record["flags"], is_closed(record)
    drawn, thrown = record["win"] == "self-draw", record["win"] == "discard"
    triplets = triplets_of(groups)
    of = [group.tiles[0] for group in triplets]
    runs = Counter(group.tiles for group in groups if group.kind == "chow")
    pairs = [group.tiles[0] for group in groups if group.kind == "pair"]
    seven = len(pairs) == 7
    twice = sum(number // 2 for number in runs.values()) if closed else 0
    suits = {tile[1] for tile in tiles}
    honors = "z" in suits
    outside = bool(runs) and all(set(group.tiles) & set(MAJORS) for group in groups)
    rinshan = drawn and bool({"replacement", "kita"} & set(flags))
    all_major = all(tile in MAJORS for tile in tiles)
    declared = closed and bool({"riichi", "double-riichi"} & set(flags))
    starts = {run[0] for run in runs}
    same = any(all(rank + suit in of for suit in "mps") for rank in "123456789")
    values = {
        "riichi": int(declared and "double-riichi" not in flags),
        "double-riichi": 2 * (declared and "double-riichi" in flags),
        "ippatsu": int(declared and "ippatsu" in flags and not rinshan),
        "menzen-tsumo": int(closed and drawn),
        "pinfu": int(is_pinfu(record, groups, taken)),
        "iipeikou": int(twice == 1),
        "ryanpeikou": 3 * (twice == 2),
        "tanyao": int(all(tile not in MAJORS for tile in tiles)),
        "haku": int("5z" in of),
        "hatsu": int("6z" in of),
        "chun": int("7z" in of),
        "seat-wind": int(wind_of(record, "seat_wind") in of),
        "round-wind": int(wind_of(record, "round_wind") in of),
        "rinshan": int(rinshan),
        "chankan": int(record["win"] == "robbed-kong" and "kita" not in flags),
        "haitei": int(drawn and "last-tile" in flags and not rinshan),
        "houtei": int(thrown and "last-discard" in flags),
        "chiitoitsu": 2 * seven,
        "ittsu": (1 + closed) * any({f"1{suit}", f"4{suit}", f"7{suit}"} <= starts for suit in "ps"),
        "chanta": (1 + closed) * (outside and honors),
        "junchan": (2 + closed) * (outside and not honors),
        "toitoi": 2 * (len(triplets) == 4),
        "san-ankou": 2 * (sum(group.concealed for group in triplets) == 3),
        "sanshoku-doukou": 2 * same,
        "san-kantsu": 2 * (sum(group.kind == "kong" for group in triplets) == 3),
        "shousangen": 2 * (sum(tile in DRAGONS for tile in of) == 2 and len(pairs) == 1 and pairs[0] in DRAGONS),
        "honroutou": 2 * all_major,
        "honitsu": (2 + closed) * (honors and len(suits) == 2),
        "chinitsu": (5 + closed) * (not honors and len(suits) == 1),
    }
    return {id: value for id, value in values.items() if value}


def is_pinfu(record: dict[str, Any], groups: list[Group], taken: Group | None) -> bool:
    """Four runs, a pair without value, a wait on two sides."""
    if taken is None or sum(group.kind == "chow" for group in groups) != 4:
        return False
    pair = next(group.tiles[0] for group in groups if group.kind == "pair")
    return not pair_fu(record, pair) and not narrow(taken, record["winning_tile"])


def pair_fu(record: dict[str, Any], pair: str) -> int:
    """riichi 4; 3: the pair of the double wind counts 4."""
    worth = [*DRAGONS, wind_of(record, "seat_wind"), wind_of(record, "round_wind")]
    return 2 * worth.count(pair)


def narrow(taken: Group, winning: str) -> bool:
    """Whether the wait was in the middle, at the edge or for the pair."""
    if taken.kind != "chow":
        return taken.kind == "pair"
    low, middle, high = (tile[0] for tile in taken.tiles)
    return winning[0] == middle or (low == "1" and winning[0] == "3") or (high == "9" and winning[0] == "7")


def fu_of(record: dict[str, Any], groups: list[Group], taken: Group | None, items: Items) -> int:
    """riichi 4."""
    if taken is None:
        return 25
    drawn, closed = record["win"] == "self-draw", is_closed(record)
    if "pinfu" in items:
        return 20 if drawn else 30
    fu = 20 + 2 * drawn + 10 * (closed and not drawn)
    for group in triplets_of(groups):
        worth = 4 if group.tiles[0] in MAJORS else 2
        fu += worth * (2 if group.concealed else 1) * (4 if group.kind == "kong" else 1)
    fu += sum(pair_fu(record, group.tiles[0]) for group in groups if group.kind == "pair")
    fu += 2 * narrow(taken, record["winning_tile"])
    return max(-(-fu // 10) * 10, 30)


def dora_of(record: dict[str, Any], house: dict[str, Any]) -> Items:
    """2 and 3: every north set aside is one han, and one more for every indicator of north."""
    norths = record.get("kita", 0)
    held = Counter(every_tile(record))
    held["4z"] += norths
    shown, below = spell(record.get("dora_indicators", "")), spell(record.get("ura_indicators", ""))
    declared = is_closed(record) and {"riichi", "double-riichi"} & set(record["flags"])
    found = {
        "dora": [after(tile) for tile in shown[:1]],
        "kan-dora": [after(tile) for tile in shown[1:]],
        "ura": [after(tile) for tile in below] if declared else [],
    }
    items = {id: sum(held[tile] for tile in kinds) for id, kinds in found.items()}
    items["kita"] = norths if house["kita"] else 0
    return {id: number for id, number in items.items() if number}


def after(tile: str) -> str:
    """riichi 1 and 2: ranks, winds and dragons go round; 9 of characters follows 1."""
    return AFTER.get(tile) or next_tile(tile, 1)


def hundreds(amount: int) -> int:
    return -(-amount // 100) * 100


def payments(record: dict[str, Any], house: dict[str, Any], base: int, worth: dict[str, Any]) -> dict[str, int]:
    """4; liability as in riichi 6: for the yakuman that was fed alone."""
    winner, discarder, net = record["seat_wind"], record["discarder"], dict.fromkeys(SEATS, 0)
    there = "EW" if house["players"] == 2 else "ESW"
    losers = [seat for seat in there if seat != winner]
    counters = record.get("honba", 0) * house["honba-each"]
    fed = YAKUMAN * sum(id in LIABILITIES for id in worth["items"]) if worth["yakuman"] else 0
    liable = record.get("liable") if fed else None
    fed = fed if liable else 0
    if discarder is not None:
        net[discarder] -= whole(winner, base) + counters * len(losers)
        if liable and liable != discarder:
            share = whole(winner, fed) // 2
            net[discarder] += share
            net[liable] -= share
    else:
        for seat in losers:
            net[seat] -= own_share(house, winner, seat, base - fed) if base > fed else 0
            net[liable or seat] -= own_share(house, winner, seat, fed) + counters if fed else counters
    net[winner] = -sum(net.values())
    return net


def whole(winner: str, base: int) -> int:
    return hundreds(base * (6 if winner == "E" else 4))


def own_share(house: dict[str, Any], winner: str, payer: str, base: int) -> int:
    if house["players"] == 2 and house["tsumo-payment"] == "full":
        return whole(winner, base)
    return hundreds(base * (2 if "E" in (winner, payer) else 1))
