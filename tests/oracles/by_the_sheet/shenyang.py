"""A second scorer of ``shenyang``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracles.by_the_sheet.tiles import (
    DRAGONS,
    MAJORS,
    SEATS,
    Group,
    is_real,
    melds_of,
    readings,
    spell,
    too_many,
    wrong_count,
)

DEFAULTS: dict[str, Any] = {
    "base-points": 1, "max-fan": 6, "pong-first": True, "must-open": True, "three-suits": True,
    "discard-payment": "discarder-and-closed", "self-draw-fan": 1, "discarder-fan": 1, "dealer-fan": 1,
    "closed-fan": 1, "all-closed-fan": 2, "multiple-winners": "nearest", "next-dealer": "winner-stays", "hands": 13,
}  # fmt: skip
PROFILES: dict[str, dict[str, Any]] = {}
KINDS = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) + tuple(f"{rank}z" for rank in range(1, 8))
FORM_FAN = {"plain": 1, "all-pongs": 3, "seven-pairs": 4, "full-flush": 4}
Items = dict[str, int]


def score(record: dict[str, Any]) -> dict[str, Any]:
    house = {**DEFAULTS, **record.get("options", {})}
    if wrong_count(record):
        return {"legal": False, "reason": "wrong-tile-count"}
    if too_many(record, bonus=False):
        return {"legal": False, "reason": "too-many-copies"}
    drawn = record["win"] == "self-draw"
    found = permitted(record, house, spell(record["hand"]), record["winning_tile"], drawn)
    if not found:
        return {"legal": False, "reason": "not-a-winning-hand"}
    single = only_wait(record, house)
    scored = [items_of(record, house, form, groups, single) for form, groups in found]
    best = max(scored, key=lambda items: (sum(items.values()), "seven-pairs" in items))
    return result(record, house, best)


def permitted(
    record: dict[str, Any], house: dict[str, Any], held: list[str], winning: str, drawn: bool
) -> list[tuple[str, list[Group]]]:
    """4: every form of the hand that may win, with its sets."""
    melds = melds_of(record)
    claimed = [meld for meld in melds if not meld.concealed]
    if not all(map(is_real, melds)) or (house["pong-first"] and claimed and claimed[0].kind == "chow"):
        return []
    tiles = [*held, winning, *(tile for meld in melds for tile in meld.tiles)]
    found: list[tuple[str, list[Group]]] = []
    for groups in readings(held, winning, drawn):
        whole = [*melds, *groups]
        form = form_of(house, whole, tiles, is_open=bool(claimed))
        if form:
            found.append((form, whole))
    counts = Counter([*held, winning])
    if not melds and all(number % 2 == 0 for number in counts.values()):
        found.append(("seven-pairs", []))
    return found


def form_of(house: dict[str, Any], groups: list[Group], tiles: list[str], *, is_open: bool) -> str:
    """The form of four sets and a pair; empty when it may not win."""
    suits = {tile[1] for tile in tiles}
    if len(suits) == 1 and "z" not in suits:
        return "full-flush"
    sets = [group for group in groups if group.kind in ("pung", "kong")]
    dragon_pair = any(group.kind == "pair" and group.tiles[0] in DRAGONS for group in groups)
    if house["three-suits"] and not set("mps") <= suits:
        return ""
    if not set(tiles) & set(MAJORS):
        return ""
    all_pongs = len(sets) == 4
    if house["must-open"] and not is_open and not (all_pongs and dragon_pair):
        return ""
    if all_pongs:
        return "all-pongs"
    return "plain" if sets or dragon_pair else ""


def only_wait(record: dict[str, Any], house: dict[str, Any]) -> bool:
    held = spell(record["hand"])
    every = Counter([*held, *(tile for meld in melds_of(record) for tile in meld.tiles)])
    return all(
        kind == record["winning_tile"] or every[kind] >= 4 or not permitted(record, house, held, kind, True)
        for kind in KINDS
    )


def items_of(record: dict[str, Any], house: dict[str, Any], form: str, groups: list[Group], single: bool) -> Items:
    """5."""
    melds = melds_of(record)
    kongs = [meld for meld in melds if meld.kind == "kong"]
    of_dragons = [meld for meld in kongs if meld.tiles[0] in DRAGONS]
    others = [meld for meld in kongs if meld not in of_dragons]
    loose = [*spell(record["hand"]), record["winning_tile"]]
    loose += [tile for meld in melds if meld.kind != "kong" for tile in meld.tiles]
    flags = record["flags"]
    items = {
        form: FORM_FAN[form],
        "exposed-kong": sum(not kong.concealed for kong in others),
        "concealed-kong": 2 * sum(kong.concealed for kong in others),
        "dragon-pong": sum(group.kind == "pung" and group.tiles[0] in DRAGONS for group in groups),
        "dragon-exposed-kong": 2 * sum(not kong.concealed for kong in of_dragons),
        "dragon-concealed-kong": 4 * sum(kong.concealed for kong in of_dragons),
        "four-in-one": sum(number == 4 for number in Counter(loose).values()),
        "single-wait": int(single),
        "last-single": int(form == "all-pongs" and len(melds) == 4),
        "kong-replacement": int("replacement" in flags or "double-replacement" in flags),
        "robbing-the-kong": int(record["win"] == "robbed-kong"),
        "last-tile": int("last-tile" in flags),
        "self-draw": house["self-draw-fan"] * (record["win"] == "self-draw"),
    }
    return {id: value for id, value in items.items() if value}


def result(record: dict[str, Any], house: dict[str, Any], items: Items) -> dict[str, Any]:
    """7."""
    winner, discarder = record["seat_wind"], record["discarder"]
    total = sum(items.values())
    losers = [seat for seat in SEATS if seat != winner]
    closed = [seat for seat in losers if seat in record.get("closed", [])]
    payer_fan: dict[str, int] = {}
    for seat in losers:
        if not pays(house["discard-payment"], seat, discarder, closed):
            continue
        fan = total
        if "E" in (winner, seat):
            fan += house["dealer-fan"]
        if seat in closed:
            fan += house["all-closed-fan"] if len(closed) == 3 else house["closed-fan"]
        if seat == discarder:
            fan += house["discarder-fan"]
        payer_fan[seat] = fan
    most = house["max-fan"]
    cut = {seat: min(fan, most) if most else fan for seat, fan in payer_fan.items()}
    net = {seat: -(house["base-points"] << cut[seat]) if seat in cut else 0 for seat in losers}
    net[winner] = -sum(net.values())
    return {
        "legal": True, "items": items, "total": total, "unit": "fan", "base": house["base-points"],
        "limit": bool(most) and any(fan >= most for fan in payer_fan.values()), "payer_fan": payer_fan,
        "payments": {seat: net[seat] for seat in SEATS},
    }  # fmt: skip


def pays(way: str, seat: str, discarder: str | None, closed: list[str]) -> bool:
    if discarder is None or way == "all":
        return True
    return seat == discarder or (way == "discarder-and-closed" and seat in closed)
