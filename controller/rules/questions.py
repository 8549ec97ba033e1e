"""What a table asks besides the score, as records: one JSON object in, one out.

``waits_record``   a ready hand: its waits with their value, what each lacks to reach the minimum, what bars a win
``claims_record``  several people want one discard: who gets it
``payments``       who pays what, as rows

The records are read strictly; RecordError names the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, cast

from controller.rules import configure
from controller.rules.engine import ConfiguredGame
from controller.rules.errors import RecordError
from controller.rules.game import QuickWin
from controller.rules.helpers import (
    PRIORITY,
    Bid,
    Claim,
    Lock,
    Seen,
    claim_locks,
    granted,
    lacking,
    payment_table,
    waits,
    win_locks,
)
from controller.rules.record import WRONG_COUNT, read, tile_text
from controller.rules.tiles import NAMES, read_tiles

MOST_BIDS = 3


def game_of(record: Mapping[str, Any]) -> ConfiguredGame:
    """The game that a record names. Raises RecordError and OptionError."""
    ruleset, options, profile = record.get("ruleset"), record.get("options"), record.get("profile")
    if not isinstance(ruleset, str):
        raise RecordError("ruleset", "is the id of a ruleset")
    if profile is not None and not isinstance(profile, str):
        raise RecordError("profile", "is the name of a profile")
    return configure(ruleset, options, profile)


def waits_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """``{"waits", "minimum", "locks"}`` for a hand of 13 (a scoring record without its winning tile), with ``lacks``
    for a hand that has one. ``seen``: what the player discarded and let pass (``helpers.Seen``)."""
    game = game_of(record)
    seen = _seen(record.get("seen"))
    if read({**record, "winning_tile": NAMES[0]}).fault == WRONG_COUNT:
        raise RecordError("hand", "has not 13 tiles together with the melds, a kong counted as three")
    found = waits(game, record)
    tiles = [wait.tile for wait in found]
    answer: dict[str, Any] = {
        "minimum": game.asks.least,
        "waits": [{**asdict(wait), "items": dict(wait.items)} for wait in found],
        "locks": [_lock(lock) for lock in (*win_locks(game, tiles, seen), *claim_locks(game, seen.passed_triplets))],
    }
    if record.get("winning_tile"):
        answer["lacks"] = lacking(game, record)
    return answer


def _lock(lock: Lock) -> dict[str, Any]:
    return {"key": lock.key, "ends": lock.ends, "tiles": list(lock.tiles)}


def _seen(given: Any) -> Seen:
    if given is None:
        return Seen()
    if not isinstance(given, Mapping):
        raise RecordError("seen", "is an object")
    facts: dict[str, Any] = asdict(Seen())
    for name, value in given.items():
        if name not in facts:
            raise RecordError(f"seen.{name}", f"is not one of {', '.join(facts)}")
        facts[name] = _flag(value, name) if isinstance(facts[name], bool) else _tiles(value, f"seen.{name}")
    return Seen(**facts)


def _flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"seen.{name}", "is true or false")
    return value


def _tiles(value: Any, field: str) -> tuple[str, ...]:
    return tuple(NAMES[tile] for tile in read_tiles(tile_text(value, field)))


def claims_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """``{"granted": [{"seat", "claim"}]}``: the claims that are heard, of several winners in turn order."""
    game, discarder, bids = game_of(record), _seat(record.get("discarder"), "discarder"), record.get("bids")
    if not isinstance(bids, list | tuple) or len(bids) > MOST_BIDS:
        raise RecordError("bids", f"is a list of up to {MOST_BIDS} claims")
    heard = [_bid(raw, f"bids[{at}]", discarder) for at, raw in enumerate(bids)]
    if len({bid.chair for bid in heard}) < len(heard):
        raise RecordError("bids", "somebody claims twice")
    return {"granted": [{"seat": bid.chair, "claim": bid.claim} for bid in granted(game, discarder, heard)]}


def _bid(raw: Any, field: str, discarder: int) -> Bid:
    if not isinstance(raw, Mapping):
        raise RecordError(field, "is an object with seat and claim")
    seat, claim, items = _seat(raw.get("seat"), f"{field}.seat"), raw.get("claim"), raw.get("items", [])
    if seat == discarder:
        raise RecordError(f"{field}.seat", "is the discarder")
    if claim not in PRIORITY:
        raise RecordError(f"{field}.claim", f"{claim!r} is not one of {', '.join(PRIORITY)}")
    if not isinstance(items, list | tuple | Mapping) or not all(isinstance(item, str) for item in items):
        raise RecordError(f"{field}.items", "is a list of items")
    total, base = (_number(raw.get(name, 0), f"{field}.{name}") for name in ("total", "base"))
    return Bid(seat, cast("Claim", claim), total, frozenset(items), base)


def _seat(value: Any, field: str) -> int:
    if type(value) is not int or value not in range(4):
        raise RecordError(field, f"{value!r} is not a seat from 0 to 3")
    return value


def _number(value: Any, field: str) -> int:
    if type(value) is not int or not 0 <= value <= 1_000_000:
        raise RecordError(field, f"{value!r} is not a number from 0 to 1000000")
    return value


def payments(game: ConfiguredGame, totals: Sequence[int]) -> list[dict[str, Any]]:
    """The payment table for hands of these totals, as ``helpers.payment_table`` with the ``total`` of each row."""
    rows = []
    for total in totals:
        fu = game.asks.fu[2] if game.asks.needs_fu(total, False) else None
        base = game.bound.base_of(QuickWin(0, "self-draw", None, total, False, fu=fu))
        rows += [{"total": total, **row} for row in payment_table(game, [base])]
    return rows


def example_total(game: ConfiguredGame) -> int:
    """A hand that shows well who pays what: the lowest level with a name, else a little above the minimum."""
    asks = game.asks
    if asks.levels:
        return min(level.total for level in asks.levels if not level.fu)
    return asks.presets[min(2, len(asks.presets) - 1)] if asks.presets else 10
