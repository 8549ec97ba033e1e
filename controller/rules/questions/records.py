"""What a table asks besides the score, as records: one JSON object in, one out.

``waits_record``   a ready hand: its waits with their value, what each lacks to reach the minimum, what bars a win
``claims_record``  several people want one discard: who gets it and why

The records are read strictly; RecordError names the field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from controller.rules import game_of
from controller.rules.engine import ConfiguredGame
from controller.rules.errors import RecordError
from controller.rules.hand.fields import refuse_unknown, tile_text
from controller.rules.hand.record import DISCARD, SELF_DRAW, WRONG_COUNT
from controller.rules.hand.tiles import NAMES, read_tiles
from controller.rules.questions.claims import RANK, Bid, rulings
from controller.rules.questions.locks import Lock, Seen, claim_locks, win_locks
from controller.rules.questions.ready import feeders, flags_of_way, lying_open, unseen, ways
from controller.rules.questions.waiting import Wait, any_hand, lacking, waits
from controller.rules.seats import SEATS, Seat

MOST_BIDS: Final = 3
CLAIMS: Final = frozenset({"id", "ruleset", "options", "profile", "note", "discarder", "bids"})
BID: Final = frozenset({"seat", "claim", "total", "base", "items"})


def waits_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """A hand outside its turn (a scoring record without its winning tile): its waits, and what bars a win.

    ``win`` and ``discarder`` may be missing and are then a self-draw; ``seen`` is what the player discarded and let
    pass and what lies open (``locks.Seen``). ``{"unit", "minimum", "waits", "locks"}``, with ``lacks`` for a hand
    that has a winning tile. A wait is ``waiting.Wait`` with ``unseen`` copies, what ``bars`` winning on a discard,
    whether it is ``claimable`` from anybody, and ``wins`` (``ready.ways``).
    """
    if not isinstance(record, Mapping):
        raise RecordError("record", "is a JSON object")
    game, seen = game_of(record), _seen(record.get("seen"))
    either, record = "win" not in record, {"win": SELF_DRAW, **record}
    hand = any_hand(game, record)
    if hand is not None and hand.fault == WRONG_COUNT:
        number = game.tiles.hand
        raise RecordError("hand", f"has not {number} tiles together with the melds, a kong counted as three")
    found = waits(game, record)
    if either:
        found += _by_discard_alone(game, record, found)
    barred = win_locks(game, [wait.tile for wait in found], seen)
    lying = lying_open(game, record, seen) if found else Counter()
    answer: dict[str, Any] = {
        "unit": game.unit,
        "minimum": game.asks.least,
        "waits": [_wait(game, record, wait, barred, lying) for wait in found],
        "locks": [_lock(lock) for lock in (*barred, *claim_locks(game, seen.passed_triplets))],
    }
    if record.get("winning_tile"):
        answer["lacks"] = lacking(game, record)
    return answer


def _by_discard_alone(game: ConfiguredGame, record: Mapping[str, Any], drawn: Sequence[Wait]) -> list[Wait]:
    """The tiles that make a hand only when another player discards them."""
    tiles = {wait.tile for wait in drawn}
    feeder = next(iter(feeders(game, record)), None)
    if feeder is None:
        return []
    flags = flags_of_way(game, record, DISCARD, feeder)
    found = waits(game, {**record, "win": DISCARD, "discarder": feeder, "flags": flags})
    return [wait for wait in found if wait.tile not in tiles]


def _wait(
    game: ConfiguredGame, record: Mapping[str, Any], wait: Wait, barred: Sequence[Lock], lying: Counter[str]
) -> dict[str, Any]:
    bars = [lock.key for lock in barred if not lock.tiles or wait.tile in lock.tiles]
    wins = list(ways(game, record, wait.tile))
    return {
        **asdict(wait),
        "items": dict(wait.items),
        "unseen": unseen(lying, wait.tile, wait.left),
        "bars": bars,
        "claimable": not bars and any(way["legal"] for way in wins if way["win"] == DISCARD),
        "wins": wins,
    }


def _lock(lock: Lock) -> dict[str, Any]:
    return {"key": lock.key, "ends": lock.ends, "tiles": list(lock.tiles)}


def _seen(given: Any) -> Seen:
    if given is None:
        return Seen()
    if not isinstance(given, Mapping):
        raise RecordError("seen", "is an object")
    facts: dict[str, Any] = asdict(Seen())
    refuse_unknown(given, frozenset(facts), "seen.")
    for name, value in given.items():
        facts[name] = _flag(value, name) if isinstance(facts[name], bool) else _tiles(value, f"seen.{name}")
    return Seen(**facts)


def _flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"seen.{name}", "is true or false")
    return value


def _tiles(value: Any, field: str) -> tuple[str, ...]:
    return tuple(NAMES[tile] for tile in read_tiles(tile_text(value, field)))


def claims_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """``{"granted": [{"seat", "claim"}], "bids": [{"seat", "claim", "granted", "key"}]}``: who gets the discard, of
    several winners in turn order; and of every bid, the strongest first, the key of the sentence that says why."""
    if not isinstance(record, Mapping):
        raise RecordError("record", "is a JSON object")
    refuse_unknown(record, CLAIMS)
    game, bids = game_of(record), record.get("bids")
    discarder = _seat(record.get("discarder"), "discarder", game)
    if not isinstance(bids, list | tuple) or len(bids) > MOST_BIDS:
        raise RecordError("bids", f"is a list of up to {MOST_BIDS} claims")
    asked = [_bid(raw, f"bids[{at}]", discarder, game) for at, raw in enumerate(bids)]
    if len({bid.seat for bid in asked}) < len(asked):
        raise RecordError("bids", "somebody claims twice")
    rows = [
        {"seat": one.bid.seat, "claim": one.bid.claim, "granted": one.granted, "key": one.key}
        for one in rulings(game, discarder, asked)
    ]
    return {"granted": [{"seat": row["seat"], "claim": row["claim"]} for row in rows if row["granted"]], "bids": rows}


def _bid(raw: Any, field: str, discarder: Seat, game: ConfiguredGame) -> Bid:
    if not isinstance(raw, Mapping):
        raise RecordError(field, "is an object with seat and claim")
    refuse_unknown(raw, BID, f"{field}.")
    seat, claim, items = _seat(raw.get("seat"), f"{field}.seat", game), raw.get("claim"), raw.get("items", [])
    if seat == discarder:
        raise RecordError(f"{field}.seat", "is the discarder")
    if not isinstance(claim, str) or claim not in RANK:
        raise RecordError(f"{field}.claim", f"{claim!r} is not one of {', '.join(RANK)}")
    if not isinstance(items, list | tuple | Mapping) or not all(isinstance(item, str) for item in items):
        raise RecordError(f"{field}.items", "is a list of items")
    total, base = (_number(raw.get(name, 0), f"{field}.{name}") for name in ("total", "base"))
    return Bid(seat, claim, total, frozenset(items), base)


def _seat(value: Any, field: str, game: ConfiguredGame) -> Seat:
    if type(value) is not int or value not in SEATS:
        raise RecordError(field, f"{value!r} is not a seat from 0 to 3")
    if value in game.plan.empty:
        raise RecordError(field, f"nobody sits at seat {value} when {'two' if game.plan.two_players else 'three'} play")
    return SEATS[value]


def _number(value: Any, field: str) -> int:
    if type(value) is not int or not 0 <= value <= 1_000_000:
        raise RecordError(field, f"{value!r} is not a whole number from 0 to 1000000")
    return value
