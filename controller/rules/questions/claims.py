"""Who gets a discard that several players want, and why the others do not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from controller.rules.engine import ConfiguredGame
from controller.rules.seats import Seat, seat_after, steps_between

Claim = Literal["win", "kong", "pung", "chow"]
RANK: dict[Claim, int] = {"win": 0, "kong": 1, "pung": 1, "chow": 2}
"""A lower one comes first; a kong and a pung of one tile cannot both be claimed."""


@dataclass(frozen=True, slots=True)
class Bid:
    """Somebody wants the discard. ``total``, ``items`` and ``base`` are of the hand, for a win."""

    seat: Seat
    claim: Claim
    total: int = 0
    items: frozenset[str] = frozenset()
    base: int = 0


@dataclass(frozen=True, slots=True)
class Ruling:
    """What becomes of a bid. ``key`` names the sentence that says why (``claim.*`` in rules.json)."""

    bid: Bid
    granted: bool
    key: str


def rulings(game: ConfiguredGame, discarder: Seat, bids: Iterable[Bid]) -> list[Ruling]:
    """What becomes of every bid: the strongest claim first, among equal ones in turn order after the discarder.

    A chow is heard only from the next player. ``multiple-winners``: ``nearest`` (``head-bump``), ``highest``, ``all``
    or ``double-only``; where three winners end the hand nobody gets the tile. Thirteen terminals come first where the
    ruleset gives them priority.
    """
    ordered = sorted(bids, key=lambda bid: (RANK[bid.claim], steps_between(discarder, bid.seat)))
    unheard = {bid.seat: key for bid in ordered if (key := _unheard(game, discarder, bid))}
    heard = [bid for bid in ordered if bid.seat not in unheard]
    wins = [bid for bid in heard if bid.claim == "win"]
    decided = {ruling.bid.seat: ruling for ruling in (_among_wins(game, wins) if wins else _among_sets(heard))}
    for bid in heard:
        decided.setdefault(bid.seat, Ruling(bid, False, "claim.win-first"))
    return [decided.get(bid.seat) or Ruling(bid, False, unheard[bid.seat]) for bid in ordered]


def granted(game: ConfiguredGame, discarder: Seat, bids: Iterable[Bid]) -> list[Bid]:
    """Who gets the discard; several winners in turn order."""
    return [ruling.bid for ruling in rulings(game, discarder, bids) if ruling.granted]


def _unheard(game: ConfiguredGame, discarder: Seat, bid: Bid) -> str:
    """Why a claim is none here; empty when it is one."""
    if bid.claim != "chow":
        return ""
    if not game.asks.chows:
        return "claim.no-chows"
    return "" if bid.seat == _next_seat(game, discarder) else "claim.not-next"


def _next_seat(game: ConfiguredGame, seat: Seat) -> Seat:
    after = seat_after(seat)
    return seat_after(after) if after == game.plan.absent_seat else after


def _among_sets(heard: Sequence[Bid]) -> list[Ruling]:
    if len(heard) < 2:
        return [Ruling(bid, True, "claim.alone") for bid in heard]
    return [Ruling(heard[0], True, "claim.set")] + [Ruling(bid, False, "claim.set-first") for bid in heard[1:]]


def _among_wins(game: ConfiguredGame, wins: Sequence[Bid]) -> list[Ruling]:
    rule = game.options.get("multiple-winners", "nearest")
    if len(wins) > 2 and (rule == "double-only" or game.options.get("sancha")):
        return [Ruling(bid, False, "claim.three") for bid in wins]
    if len(wins) < 2:
        return [Ruling(bid, True, "claim.win") for bid in wins]
    if rule in ("all", "double-only"):
        return [Ruling(bid, True, "claim.all") for bid in wins]
    return _one_of_several(game, wins, rule)


def _one_of_several(game: ConfiguredGame, wins: Sequence[Bid], rule: str) -> list[Ruling]:
    terminals = [bid for bid in wins if "thirteen-terminals" in bid.items]
    if terminals and game.options.get("thirteen-terminals-priority"):
        return [_told(bid, bid is terminals[0], "claim.terminals") for bid in wins]
    if rule == "highest":
        best = max(wins, key=lambda bid: (bid.base, bid.total))
        return [_told(bid, bid is best, "claim.highest") for bid in wins]
    return [_told(bid, bid is wins[0], "claim.nearest") for bid in wins]


def _told(bid: Bid, first: bool, key: str) -> Ruling:
    return Ruling(bid, first, key if first else f"{key}-other")
