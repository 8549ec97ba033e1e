"""A second scorer of ``sichuan``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracles.by_the_sheet.tiles import SEATS, Group, is_real, melds_of, readings, spell, too_many, wrong_count

DEFAULTS: dict[str, Any] = {
    "end": "three-winners", "exchange-three": False, "exchange-direction": "die", "max-fan": 3, "self-draw": "add-base",
    "terminal-sets": False, "two-five-eight": False, "concealed-hand": False, "no-terminals": False,
    "heavenly-earthly": False, "claimed-kong": "feeder", "late-added-kong": 0, "claimed-kong-draw": "self-draw",
    "kong-discard-transfer": False, "kong-refund": True, "pig": "fine", "pig-points": 0, "fine-points": 24,
    "kong-from": "front", "passed-win": "no-equal", "next-dealer": "first-winner", "hands": 16, "small-fine": 1,
}  # fmt: skip
PROFILES: dict[str, dict[str, Any]] = {
    "household": {
        "exchange-three": True, "max-fan": 4, "pig": "cap", "terminal-sets": True, "two-five-eight": True,
        "heavenly-earthly": True, "kong-discard-transfer": True, "passed-win": "free",
    },
    "first-win": {"end": "first-win"},
}  # fmt: skip
KINDS = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10))
OF_THE_MOMENT = (
    "kong-replacement", "kong-discard", "robbing-the-kong", "last-tile", "self-draw", "heavenly-hand", "earthly-hand",
)  # fmt: skip
NONE = dict.fromkeys(SEATS, 0)
Net = dict[str, int]
House = dict[str, Any]


def score(record: dict[str, Any]) -> dict[str, Any]:
    house = {**DEFAULTS, **PROFILES.get(record.get("profile") or "", {}), **record.get("options", {})}
    if "events" in record:
        return whole_hand(record, house)
    return one_win(record, house, record.get("out", []))


def one_win(record: dict[str, Any], house: House, out: list[str]) -> dict[str, Any]:
    record = {"flowers": "", **record}
    if wrong_count(record):
        return no("wrong-tile-count")
    if too_many(record, bonus=False):
        return no("too-many-copies")
    items = best_items(record, house)
    if items is None:
        return no("not-a-winning-hand")
    total = sum(items.values())
    most = house["max-fan"]
    base = 2 ** (min(total, most) if most else total)
    return {
        "legal": True, "items": items, "total": total, "unit": "fan", "limit": bool(most) and total >= most,
        "base": base, "payments": paid(record, house, base, out),
    }  # fmt: skip


def no(reason: str) -> dict[str, Any]:
    return {"legal": False, "reason": reason}


def best_items(record: dict[str, Any], house: House) -> dict[str, int] | None:
    """6, 7, 8."""
    melds, held, winning = melds_of(record), spell(record["hand"]), record["winning_tile"]
    tiles = [*held, winning, *(tile for meld in melds for tile in meld.tiles)]
    suits = {tile[1] for tile in tiles}
    if len(suits) > 2 or record.get("void") in suits:
        return None
    if any(meld.kind == "chow" or not is_real(meld) for meld in melds):
        return None
    whole = [[*melds, *groups] for groups in readings(held, winning, record["win"] == "self-draw")]
    found = [(items_of(record, house, groups, tiles), 1) for groups in whole]
    counts = Counter([*held, winning])
    if not melds and all(number % 2 == 0 for number in counts.values()):
        pairs = [Group("pair", (tile, tile), concealed=True) for tile, n in counts.items() for _ in range(n // 2)]
        found.append((items_of(record, house, pairs, tiles), 0))
    if not found:
        return None
    return max(found, key=lambda one: (sum(one[0].values()), one[1]))[0]


def items_of(record: dict[str, Any], house: House, groups: list[Group], tiles: list[str]) -> dict[str, int]:
    melds, flags = melds_of(record), record["flags"]
    kongs = [meld.tiles[0] for meld in melds if meld.kind == "kong"]
    pairs = len(groups) == 7
    pongs = not pairs and sum(group.kind in ("pung", "kong") for group in groups) == 4
    everything = house["max-fan"] or 5
    moment = house["heavenly-earthly"]
    drawn = record["win"] == "self-draw"
    items = {
        "kong": len(kongs),
        "root": sum(n == 4 and tile not in kongs for tile, n in Counter(tiles).items()),
        "all-pongs": int(pongs),
        "golden-wait": int(len(melds) == 4),
        "full-flush": 2 * (len({tile[1] for tile in tiles}) == 1),
        "seven-pairs": 2 * pairs,
        "kong-replacement": int("replacement" in flags or "double-replacement" in flags),
        "kong-discard": int("kong-discard" in flags),
        "robbing-the-kong": int(record["win"] == "robbed-kong"),
        "last-tile": int("last-tile" in flags or "last-discard" in flags),
        "terminal-sets": 2 * (house["terminal-sets"] and all(has_end(group) for group in groups)),
        "two-five-eight": 2 * (house["two-five-eight"] and pongs and all(tile[0] in "258" for tile in tiles)),
        "concealed-hand": int(house["concealed-hand"] and all(meld.concealed for meld in melds)),
        "no-terminals": int(house["no-terminals"] and not any(tile[0] in "19" for tile in tiles)),
        "heavenly-hand": everything * (moment and "heavenly" in flags),
        "earthly-hand": everything * (moment and "earthly" in flags),
        "self-draw": int(house["self-draw"] == "add-fan" and drawn and feeder_alone(record, house) is None),
    }
    return {id: value for id, value in items.items() if value}


def has_end(group: Group) -> bool:
    return any(tile[0] in "19" for tile in group.tiles)


def feeder_alone(record: dict[str, Any], house: House) -> str | None:
    """9: who fed the kong with whose replacement the hand is won, where he pays alone."""
    melds = record["melds"]
    if house["claimed-kong-draw"] != "discard" or record["win"] != "self-draw" or not melds:
        return None
    if not {"replacement", "double-replacement"} & set(record["flags"]):
        return None
    last = melds[-1]
    fed = last["kind"] == "kong" and not last["concealed"] and not last.get("added")
    return last.get("from") if fed else None


def paid(record: dict[str, Any], house: House, base: int, out: list[str]) -> Net:
    winner = record["seat_wind"]
    alone = record["discarder"] or feeder_alone(record, house)
    losers = [seat for seat in SEATS if seat != winner and seat not in out]
    each = base + (house["self-draw"] == "add-base")
    shares = {seat: base for seat in losers if seat == alone} if alone else dict.fromkeys(losers, each)
    return between(winner, shares)


def between(winner: str, shares: Net) -> Net:
    net = {seat: -shares.get(seat, 0) for seat in SEATS}
    net[winner] += sum(shares.values())
    return net


def added(*nets: Net) -> Net:
    return {seat: sum(net[seat] for net in nets) for seat in SEATS}


# a whole hand


class Kong:
    """10."""

    def __init__(self, event: dict[str, Any], house: House, out: list[str]) -> None:
        self.seat = event["seat"]
        others = [seat for seat in SEATS if seat != self.seat and seat not in out]
        each = {
            "claimed-kong": int(house["claimed-kong"] == "all"), "added-kong": 1,
            "late-added-kong": house["late-added-kong"], "concealed-kong": 2,
        }[event["event"]]  # fmt: skip
        self.shares = dict.fromkeys(others, each)
        if event["event"] == "claimed-kong":
            self.shares[event["from"]] = 2
        self.kept, self.given = True, False
        """Whether the income stays with its owner's payers; whether it was handed on to a winner."""


def whole_hand(record: dict[str, Any], house: House) -> dict[str, Any]:
    out: list[str] = []
    kongs: list[Kong] = []
    wins: list[dict[str, Any]] = []
    nets = [NONE]
    first: tuple[list[str], str | None] | None = None
    needed = 1 if house["end"] == "first-win" else 3
    for event in record["events"]:
        if len(out) >= needed:
            return no("hand-is-over")
        if event["event"] != "win":
            if event["seat"] in out or event.get("from") in out:
                return no("already-out")
            kongs.append(Kong(event, house, out))
            continue
        won = event["wins"]
        if any(one["seat_wind"] in out or one["discarder"] in out for one in won):
            return no("already-out")
        for one in won:
            result = one_win(one, house, out)
            if not result["legal"]:
                return result
            wins.append({"seat": one["seat_wind"], **{key: result[key] for key in ("items", "total", "base")}})
            nets.append(result["payments"])
        winners, discarder = [one["seat_wind"] for one in won], won[0]["discarder"]
        if any("kong-discard" in one["flags"] for one in won):
            nets.append(after_kong_discard(kongs, winners, discarder, house))
        first = first or (winners, discarder)
        out += winners
    end = (NONE, NONE, dict.fromkeys(SEATS, "playing"))
    if len(out) < needed:
        end = wall_used_up(record["losers"], kongs, house)
    moved, fines, status = end
    status = {seat: "won" if seat in out else status[seat] for seat in SEATS}
    won_net, kong_net = added(*nets), added(NONE, *(between(kong.seat, kong.shares) for kong in kongs if kong.kept))
    return {
        "legal": True, "wins": wins, "win_payments": won_net, "kong_payments": kong_net, "end_payments": moved,
        "fines": fines, "status": status, "payments": added(won_net, kong_net, moved),
        "next_dealer": next_dealer(first, house),
    }  # fmt: skip


def after_kong_discard(kongs: list[Kong], winners: list[str], discarder: str, house: House) -> Net:
    """10, 1."""
    own = [kong for kong in kongs if kong.seat == discarder]
    if not own or not own[-1].kept or own[-1].given:
        return NONE
    if not house["kong-discard-transfer"]:
        own[-1].kept = False
        return NONE
    own[-1].given = True
    receiver = min(winners, key=lambda seat: (SEATS.index(seat) - SEATS.index(discarder)) % 4)
    return between(receiver, {discarder: sum(own[-1].shares.values())})


def wall_used_up(losers: dict[str, Any], kongs: list[Kong], house: House) -> tuple[Net, Net, dict[str, str]]:
    """11."""
    worth = {seat: could_win(hand, house) for seat, hand in losers.items()}
    status = {seat: judged(hand, house, worth[seat]) for seat, hand in losers.items()}
    nets = [NONE]
    for seat in losers:
        pays_as_pig = status[seat] == "pig" and house["pig"] == "cap"
        for other in losers:
            if other == seat:
                continue
            if pays_as_pig:
                if status[other] != "pig":
                    nets.append(between(other, {seat: house["pig-points"] or 2 ** (house["max-fan"] or 4)}))
            elif status[seat] != "ready" and status[other] == "ready":
                nets.append(between(other, {seat: worth[other]}))
    fines = {seat: house["fine-points"] * (house["pig"] == "fine" and status.get(seat) == "pig") for seat in SEATS}
    if house["kong-refund"]:
        for kong in kongs:
            if kong.seat in losers and status[kong.seat] != "ready" and not kong.given:
                kong.kept = False
    return added(*nets), fines, status


def judged(hand: dict[str, Any], house: House, worth: int) -> str:
    if wrong_count({"flowers": "", **hand}):
        return "not-ready"
    tiles = [*spell(hand["hand"]), *(tile for meld in melds_of(hand) for tile in meld.tiles)]
    suits = {tile[1] for tile in tiles}
    broke = bool(hand.get("rule_broken"))
    if broke or (house["pig"] == "cap" and (hand.get("void") in suits or len(suits) == 3)):
        return "pig"
    return "ready" if worth else "not-ready"


def could_win(hand: dict[str, Any], house: House) -> int:
    """The largest base that the hand could still win; 0 when it is not ready."""
    record = {"flowers": "", "win": "discard", "flags": [], "discarder": None, **hand}
    if wrong_count(record):
        return 0
    own = Counter(spell(hand["hand"]) + [tile for meld in melds_of(hand) for tile in meld.tiles])
    best = 0
    for tile in KINDS:
        if own[tile] >= 4:
            continue
        won = {**record, "winning_tile": tile}
        items = None if too_many(won, bonus=False) else best_items(won, house)
        if items is None:
            continue
        fan = sum(value for id, value in items.items() if id not in OF_THE_MOMENT)
        best = max(best, 2 ** (min(fan, house["max-fan"]) if house["max-fan"] else fan))
    return best


def next_dealer(first: tuple[list[str], str | None] | None, house: House) -> str:
    """12."""
    if house["next-dealer"] == "rotate":
        return "S"
    if first is None:
        return "E"
    winners, discarder = first
    return winners[0] if len(winners) == 1 else discarder or winners[0]
