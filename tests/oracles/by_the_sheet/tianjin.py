"""A second scorer of ``tianjin``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from tests.oracles.by_the_sheet.tiles import SEATS, Group, is_real, melds_of, spell, wrong_count

EVENTS = ("claimed-kong", "added-kong", "concealed-kong", "wild-kong", "four-equal")
DEFAULTS: dict[str, Any] = {
    "wilds": 7, "min-points": 2, "max-points": 0, "east-doubles": True, "raises": False, "heavenly-earthly": False,
    "instant-events": EVENTS, "wild-kong": 8, "four-equal": 1, "next-dealer": "winner-stays", "hands": 16,
}  # fmt: skip
POINTS = {"catch-five": 3, "straight": 4}
Tiles = tuple[str, ...]
Features = frozenset[str]


def wild_kinds(record: dict[str, Any], house: dict[str, Any]) -> set[str]:
    """2: the kinds that the indicator makes wild."""
    turned = record.get("indicator") or ""
    if not turned:
        return set()
    rank, letter = int(turned[0]), turned[1]
    following = {1: 2, 2: 3, 3: 4, 4: 1, 7: 6, 6: 5, 5: 7}[rank] if letter == "z" else rank % 9 + 1
    return {f"{following}{letter}"} | ({turned} if house["wilds"] == 7 else set())


def score(record: dict[str, Any]) -> dict[str, Any]:
    house = {**DEFAULTS, **record.get("options", {})}
    if "event" in record:
        return event(record, house)
    if wrong_count(record):
        return {"legal": False, "reason": "wrong-tile-count"}
    held = [*spell(record["hand"]), record["winning_tile"], *spell(record.get("indicator") or "")]
    held += [tile for meld in melds_of(record) for tile in meld.tiles]
    if max(Counter(held).values()) > 4:
        return {"legal": False, "reason": "too-many-copies"}
    wild = wild_kinds(record, house)
    melds = melds_of(record)
    if record["win"] != "self-draw" or not all(may_lie(meld, wild) for meld in melds):
        return {"legal": False, "reason": "not-a-winning-hand"}
    suit = (record.get("indicator") or "--")[1]
    found = [worth(record, house, features, suit, wild) for features in features_of(record, melds, wild)]
    if not found:
        return {"legal": False, "reason": "not-a-winning-hand"}
    full, items, points, doubles = max(found, key=lambda one: one[0])
    if full < house["min-points"]:
        return {"legal": False, "reason": "below-minimum"}
    most = house["max-points"]
    total = min(full, most) if most else full
    return {
        "legal": True, "items": items, "points": points, "doubles": doubles, "total": total, "unit": "points",
        "base": total, "limit": bool(most) and full > most, "payments": payments(record, house, total),
    }  # fmt: skip


def may_lie(meld: Group, wild: set[str]) -> bool:
    """2, 3: no chow, and wild tiles only as a concealed kong of their kind."""
    if meld.kind == "chow" or not is_real(meld):
        return False
    return meld.tiles[0] not in wild or (meld.kind == "kong" and meld.concealed)


def features_of(record: dict[str, Any], melds: list[Group], wild: set[str]) -> Iterator[Features]:
    """7: what the ways of reading the hand have, as far as it counts."""
    drawn, hand = record["winning_tile"], spell(record["hand"])
    real = sorted(tile for tile in hand if tile not in wild)
    spare = len(hand) - len(real)
    need = 4 - len(melds)
    for suit in ("", "m", "p", "s"):
        more = {f"straight-{suit}"} if suit else set()
        runs = tuple(f"{low}{suit}" for low in "147") if suit else ()
        # the drawn tile makes a pair with a wild one
        if spare and ready(tuple(real), spare - 1, need, runs, False):
            yield frozenset({"wild-wait", *more})
        if drawn in wild:
            if ready(tuple(real), spare + 1, need, runs, True):
                yield frozenset(more)
            continue
        every = tuple(sorted([*real, drawn]))
        if ready(every, spare, need, runs, True):
            yield frozenset(more)
        if drawn == "5m":
            left = tuple(run for run in runs if run != "4m")
            for rest, used in taken(real, ("4m", "6m")):
                if used <= spare and need and ready(rest, spare - used, need - 1, left, True):
                    yield frozenset({"catch-five", *more})


def taken(real: list[str], wanted: tuple[str, ...]) -> Iterator[tuple[Tiles, int]]:
    """The tiles left when each of the wanted ones is a real one or a wild one, and how many are wild."""
    for own in product((True, False), repeat=len(wanted)):
        rest = list(real)
        try:
            for tile, is_own in zip(wanted, own, strict=True):
                if is_own:
                    rest.remove(tile)
        except ValueError:
            continue
        yield tuple(rest), own.count(False)


@cache
def ready(real: Tiles, spare: int, need: int, runs: Tiles, pair: bool) -> bool:
    """Whether these tiles and so many wild ones are so many sets, with these chows, and a pair if asked."""
    if len(real) + spare != 3 * need + 2 * pair or need < len(runs):
        return False
    if runs:
        run = tuple(f"{int(runs[0][0]) + step}{runs[0][1]}" for step in range(3))
        return any(
            used <= spare and ready(rest, spare - used, need - 1, runs[1:], pair)
            for rest, used in taken(list(real), run)
        )
    if not real:
        return True
    first, rest = real[0], real[1:]
    if pair:
        if first in rest and ready(rest[1:], spare, need, (), False):
            return True
        if spare and ready(rest, spare - 1, need, (), False):
            return True
    if not need:
        return False
    groups = [(first, first)]
    if first[1] != "z":
        rank = int(first[0])
        ranks = [[low + step for step in range(3)] for low in range(rank - 2, rank + 1)]
        groups += [tuple(f"{r}{first[1]}" for r in run if r != rank) for run in ranks if run[0] > 0 and run[2] < 10]
    return any(
        used <= spare and ready(left, spare - used, need - 1, (), pair)
        for group in groups
        for left, used in taken(list(rest), group)
    )


def worth(
    record: dict[str, Any], house: dict[str, Any], features: Features, indicator_suit: str, wild: set[str]
) -> tuple[int, dict[str, int], int, int]:
    """5, 6: the total before any limit, the items, points and doublings."""
    suits = [name[-1] for name in features if name.startswith("straight-")]
    items = {"catch-five": 3} if "catch-five" in features else {}
    if suits:
        items["straight"] = 4
    points = sum(items.values()) or 1
    if not items:
        items["plain"] = 1
    flags = set(record["flags"])
    melded = {tile for meld in melds_of(record) for tile in meld.tiles}
    doublings = {
        "no-wild": not wild.intersection({*spell(record["hand"]), record["winning_tile"], *melded}),
        "wild-wait": "wild-wait" in features,
        "own-straight": bool(suits) and suits[0] == indicator_suit,
        "kong-replacement": bool(flags & {"replacement", "double-replacement"}),
    }
    twice = {name: 1 for name, there in doublings.items() if there}
    if house["heavenly-earthly"]:
        twice |= {f"{flag}-hand": 2 for flag in ("heavenly", "earthly") if flag in flags}
    doubles = sum(twice.values())
    return points * 2**doubles, {**items, **twice}, points, doubles


def payments(record: dict[str, Any], house: dict[str, Any], total: int) -> dict[str, int]:
    """8."""
    winner, raised = record["seat_wind"], record.get("raises") or {}
    net = dict.fromkeys(SEATS, 0)
    for payer in SEATS:
        if payer == winner:
            continue
        amount = total
        if "E" in (winner, payer):
            other = payer if winner == "E" else winner
            amount *= 2 if house["east-doubles"] else 1
            amount *= 2 ** (raised.get("E", 0) + raised.get(other, 0)) if house["raises"] else 1
        net[payer] -= amount
        net[winner] += amount
    return net


def event(record: dict[str, Any], house: dict[str, Any]) -> dict[str, Any]:
    """9."""
    name, seat = record["event"], record["seat_wind"]
    each = {"claimed-kong": 1, "added-kong": 1, "concealed-kong": 2, "wild-kong": house["wild-kong"],
            "four-equal": house["four-equal"]}[name]  # fmt: skip
    points = each if name in house["instant-events"] else 0
    net = dict.fromkeys(SEATS, 0)
    for other in SEATS:
        if other == seat or (name == "claimed-kong" and other != record["discarder"]):
            continue
        sign = -1 if name == "four-equal" else 1
        net[other] -= sign * points
        net[seat] += sign * points
    return {
        "legal": True, "items": {name: points} if points else {}, "total": points, "unit": "points", "limit": False,
        "base": points, "payments": net,
    }  # fmt: skip
