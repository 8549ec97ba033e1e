"""A second scorer of ``taiwanese``, sixteen tiles, written from its sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.oracles.by_the_sheet.tiles import (
    DRAGONS,
    SEATS,
    WINDS,
    Group,
    cuts,
    every_tile,
    is_real,
    melds_of,
    readings,
    spell,
    too_many,
    wrong_count,
)

DEFAULTS: dict[str, Any] = {
    "base": 30, "per-tai": 10, "min-tai": 0, "max-tai": 0, "flower-kong": "1+own", "no-flowers": False,
    "last-discard": False, "half-begging": False, "declared-ready": False, "eight-pairs": False,
    "flower-replacement-win": True, "seven-robs-one": True, "ready-keeps-concealed": True, "eight-flowers": "win",
    "all-chows-concealed": False, "all-chows-self-draw": False, "all-chows-honors": True,
    "all-chows-wait": "two-sided", "heavenly-ready-tai": 16, "earthly-ready-tai": 8, "human-hand-tai": 16,
    "all-honors-tai": 16, "seat-winds": "dealer", "liability": [], "liability-discard": "split",
}  # fmt: skip
PROFILES = {
    "table": {},
    "family": {
        "flower-kong": "2", "last-discard": True, "half-begging": True, "declared-ready": True, "eight-pairs": True,
        "all-chows-honors": False, "heavenly-ready-tai": 8, "earthly-ready-tai": 4, "human-hand-tai": 8,
        "all-honors-tai": 8,
    },
    "online": {"base": 5, "per-tai": 1},
}  # fmt: skip
FLOWERS = [f"{number}f" for number in range(1, 9)]


@dataclass(frozen=True)
class Cut:
    """One way to read a hand: ``groups`` with the melds, without the pair, and the group that the winning tile went
    to."""

    groups: tuple[Group, ...]
    pair: str
    taken: Group

    def pongs(self) -> list[Group]:
        return [group for group in self.groups if group.kind in ("pung", "kong")]

    def chows(self) -> list[Group]:
        return [group for group in self.groups if group.kind == "chow"]


def score(record: dict[str, Any]) -> dict[str, Any]:
    options = {**DEFAULTS, **PROFILES[record.get("profile") or "table"], **record.get("options", {})}
    if wrong_count(record, 16):
        return refused("wrong-tile-count")
    if too_many(record, bonus=True):
        return refused("too-many-copies")
    found = all_readings(record, options)
    if not found:
        return refused("not-a-winning-hand")
    best = max((sum(items.values()), len(items)) for items in found)
    if best[0] < options["min-tai"]:
        return refused("below-minimum")
    lists = [items for items in found if (sum(items.values()), len(items)) == best]
    return {**result(record, options, lists[0]), "equally_good": lists}


def refused(reason: str) -> dict[str, Any]:
    return {"legal": False, "reason": reason}


def all_readings(record: dict[str, Any], options: dict[str, Any]) -> list[dict[str, int]]:
    if not all(map(is_real, melds_of(record))):
        return []
    if record["winning_tile"][1] == "f":
        return flower_win(record, options)
    every = list(cuts_of(record))
    found = [items_of_sets(record, options, cut, every) for cut in every]
    if options["eight-pairs"] and (group := eight_pairs(record)):
        found.append(items_of_pairs(record, options, group))
    return found


def cuts_of(record: dict[str, Any]) -> Iterator[Cut]:
    """Every reading with every place that the winning tile can have gone to."""
    melds, winning, drawn = tuple(melds_of(record)), record["winning_tile"], record["win"] == "self-draw"
    for groups in readings(spell(record["hand"]), winning, drawn):
        pair = next(group.tiles[0] for group in groups if group.kind == "pair")
        sets = (*(group for group in groups if group.kind != "pair"), *melds)
        for taken in {group for group in groups if winning in group.tiles and group.concealed == drawn}:
            yield Cut(sets, pair, taken)


def flower_win(record: dict[str, Any], options: dict[str, Any]) -> list[dict[str, int]]:
    if sorted([*spell(record["flowers"]), record["winning_tile"]]) != FLOWERS:
        return []
    if record["win"] == "self-draw" and options["eight-flowers"] == "win":
        return [{"eight-flowers": 8}]
    if record["win"] == "discard" and options["seven-robs-one"]:
        return [{"seven-robs-one": 8}]
    return []


def eight_pairs(record: dict[str, Any]) -> str:
    """The tile that is there three times, empty when the hand is no such hand."""
    counts = Counter([*spell(record["hand"]), record["winning_tile"]])
    threes = [tile for tile, number in counts.items() if number == 3]
    others = [number for number in counts.values() if number != 3]
    if record["melds"] or len(threes) != 1 or any(number not in (2, 4) for number in others):
        return ""
    return threes[0]


def own_wind(wind: str) -> str:
    return WINDS[SEATS.index(wind)]


def exposed(record: dict[str, Any]) -> int:
    return sum(not meld["concealed"] for meld in record["melds"])


def situation(record: dict[str, Any], options: dict[str, Any]) -> dict[str, int]:
    """Items that do not depend on the cut."""
    flags, drawn, items = set(record["flags"]), record["win"] == "self-draw", {}
    if not exposed(record):
        items["concealed-hand"] = 1
        if drawn:
            items["fully-concealed"] = 1
    if drawn:
        items["self-draw"] = 1
    if record["win"] == "robbed-kong":
        items["robbing-the-kong"] = 1
    after = {"replacement", "double-replacement"} | (
        {"flower-replacement"} if options["flower-replacement-win"] else set()
    )
    if drawn and flags & after:
        items["replacement-win"] = 1
    if drawn and "last-tile" in flags:
        items["last-tile"] = 1
    if options["last-discard"] and "last-discard" in flags:
        items["last-discard"] = 1
    items |= flush(record, options) | bonus(record, options) | readiness(record, options)
    if items.keys() & {"heavenly-hand", "earthly-hand"}:
        items.pop("concealed-hand", None)
        items.pop("fully-concealed", None)
    if "heavenly-hand" in items:
        items.pop("replacement-win", None)
    if "human-hand" in items:
        items.pop("concealed-hand", None)
    if items.keys() & {"heavenly-ready", "earthly-ready"} and not options["ready-keeps-concealed"]:
        items.pop("concealed-hand", None)
        items.pop("fully-concealed", None)
    return items


def flush(record: dict[str, Any], options: dict[str, Any]) -> dict[str, int]:
    letters = {tile[1] for tile in every_tile(record)} & set("mpsz")
    suits = letters & set("mps")
    if not suits:
        return {"all-honors": options["all-honors-tai"]} if options["all-honors-tai"] else {}
    if len(suits) > 1:
        return {}
    return {"half-flush": 4} if "z" in letters else {"full-flush": 8}


def bonus(record: dict[str, Any], options: dict[str, Any]) -> dict[str, int]:
    held, items = set(spell(record["flowers"])), {}
    if not held:
        return {"no-flowers": 1} if options["no-flowers"] else {}
    if len(held) == 8 and options["eight-flowers"] == "added":
        return {"eight-flowers": 8}
    place = SEATS.index(record["seat_wind"])
    kongs = 0
    for name, first in (("own-flower", 0), ("own-season", 4)):
        whole = held.issuperset(FLOWERS[first : first + 4])
        kongs += whole
        if FLOWERS[first + place] in held and not (whole and options["flower-kong"] == "2"):
            items[name] = 1
    if kongs:
        items["flower-kong"] = kongs * (2 if options["flower-kong"] == "2" else 1)
    return items


def readiness(record: dict[str, Any], options: dict[str, Any]) -> dict[str, int]:
    flags = set(record["flags"])
    if "heavenly" in flags:
        return {"heavenly-hand": 24}
    if "earthly" in flags:
        return {"earthly-hand": 16}
    if "human" in flags and options["human-hand-tai"]:
        return {"human-hand": options["human-hand-tai"]}
    if "heavenly-ready" in flags and options["heavenly-ready-tai"]:
        return {"heavenly-ready": options["heavenly-ready-tai"]}
    if "earthly-ready" in flags and options["earthly-ready-tai"]:
        return {"earthly-ready": options["earthly-ready-tai"]}
    return {"declared-ready": 1} if "ready" in flags and options["declared-ready"] else {}


def wind_and_dragon_pongs(record: dict[str, Any], pongs: set[str]) -> dict[str, int]:
    items = {}
    if dragons := len(pongs & set(DRAGONS)):
        items["dragon-pong"] = dragons
    if own_wind(record["seat_wind"]) in pongs:
        items["seat-wind-pong"] = 1
    if own_wind(record["round_wind"]) in pongs:
        items["round-wind-pong"] = 1
    return items


def items_of_pairs(record: dict[str, Any], options: dict[str, Any], group: str) -> dict[str, int]:
    return situation(record, options) | {"eight-pairs": 8} | wind_and_dragon_pongs(record, {group})


def items_of_sets(record: dict[str, Any], options: dict[str, Any], cut: Cut, every: list[Cut]) -> dict[str, int]:
    items = situation(record, options)
    pongs = {group.tiles[0] for group in cut.pongs()}
    items |= wind_and_dragon_pongs(record, pongs)
    dragons, winds = len(pongs & set(DRAGONS)), len(pongs & set(WINDS))
    if dragons == 3 or (dragons == 2 and cut.pair in DRAGONS):
        items |= {"great-dragons": 8} if dragons == 3 else {"little-dragons": 4}
        items.pop("dragon-pong", None)
    if winds == 4 or (winds == 3 and cut.pair in WINDS):
        items |= {"great-winds": 16} if winds == 4 else {"little-winds": 8}
        items.pop("seat-wind-pong", None)
        items.pop("round-wind-pong", None)
    if len(pongs) == 5:
        items["all-pongs"] = 4
    concealed = sum(pong.concealed for pong in cut.pongs())
    names = {3: ("three-concealed-pongs", 2), 4: ("four-concealed-pongs", 5), 5: ("five-concealed-pongs", 8)}
    if concealed in names:
        name, value = names[concealed]
        items[name] = value
    if exposed(record) == 5:
        if record["win"] != "self-draw":
            items["all-melded"] = 2
        elif options["half-begging"]:
            items["half-begging"] = 1
    if all_chows(record, options, cut, every):
        items["all-chows"] = 2
    if "all-melded" not in items and "heavenly-hand" not in items and single_wait(record, cut):
        items["single-wait"] = 1
    return items


def two_sided(record: dict[str, Any], cut: Cut) -> bool:
    if cut.taken.kind != "chow":
        return False
    low, won = int(cut.taken.tiles[0][0]), int(record["winning_tile"][0])
    return (won == low and low != 7) or (won == low + 2 and low != 1)


def all_chows(record: dict[str, Any], options: dict[str, Any], cut: Cut, every: list[Cut]) -> bool:
    if len(cut.chows()) != 5:
        return False
    if not exposed(record) and not options["all-chows-concealed"]:
        return False
    if record["win"] == "self-draw" and not options["all-chows-self-draw"]:
        return False
    if not options["all-chows-honors"] and (cut.pair[1] == "z" or record["flowers"]):
        return False
    if options["all-chows-wait"] == "any":
        return True
    if options["all-chows-wait"] == "only-two-sided":
        return all(two_sided(record, one) for one in every if len(one.chows()) == 5)
    return two_sided(record, cut)


def single_wait(record: dict[str, Any], cut: Cut) -> bool:
    if cut.taken.kind == "pung":
        return False
    if cut.taken.kind == "chow":
        low, won = int(cut.taken.tiles[0][0]), int(record["winning_tile"][0])
        if won != low + 1 and (low, won) not in ((1, 3), (7, 7)):
            return False
    held = spell(record["hand"])
    own, waits = Counter([*held, *(tile for meld in melds_of(record) for tile in meld.tiles)]), 0
    for tile in [f"{rank}{suit}" for suit in "mpsz" for rank in range(1, 8 if suit == "z" else 10)]:
        if own[tile] < 4 and cuts(tuple(sorted([*held, tile]))):
            waits += 1
    return waits == 1


def result(record: dict[str, Any], options: dict[str, Any], items: dict[str, Any]) -> dict[str, Any]:
    total = sum(items.values())
    capped = min(total, options["max-tai"]) if options["max-tai"] else total
    winner = record["seat_wind"]
    dealer = record.get("dealer") or "E"

    def amount(payer: str) -> int:
        more = 1 + 2 * record.get("streak", 0) if dealer in (payer, winner) else 0
        return options["base"] + options["per-tai"] * (capped + more)

    pays = dict.fromkeys(SEATS, 0)
    feeder = None if items.keys() & {"seven-robs-one"} or "f" in record["winning_tile"] else liable(record, options)
    if record["win"] == "self-draw":
        for payer in SEATS:
            if payer != winner:
                pays[feeder or payer] += amount(payer)
    elif feeder in (None, record["discarder"]):
        pays[record["discarder"]] = amount(record["discarder"])
    elif options["liability-discard"] == "liable":
        pays[feeder] = amount(record["discarder"])
    else:
        pays[feeder] = pays[record["discarder"]] = -(-amount(record["discarder"]) // 2)
    net = {seat: -paid for seat, paid in pays.items()}
    net[winner] += sum(pays.values())
    return {
        "legal": True,
        "items": items,
        "total": total,
        "unit": "tai",
        "limit": bool(options["max-tai"]) and total >= options["max-tai"],
        "base": options["base"] + options["per-tai"] * capped,
        "payments": net,
    }


def liable(record: dict[str, Any], options: dict[str, Any]) -> str | None:
    melds = record["melds"]

    def last_of(kinds: tuple[str, ...]) -> str | None:
        declared = [meld for meld in melds if spell(meld["tiles"])[0] in kinds]
        return declared[-1].get("from") if len(declared) == len(kinds) else None

    letters = {tile[1] for tile in every_tile(record) if tile[1] in "mpsz"}
    for case, of in (("dragons", DRAGONS), ("winds", WINDS)):
        if case in options["liability"] and (feeder := last_of(of)):
            return feeder
    if "one-suit" in options["liability"] and len(letters) == 1 and letters != {"z"} and len(melds) >= 4:
        return melds[3].get("from")
    return None
