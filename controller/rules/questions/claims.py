"""Who gets a discard that several players want, and why the others do not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from controller.rules.engine import ConfiguredGame
from controller.rules.hand.record import DISCARD
from controller.rules.progression import order_from
from controller.rules.seats import Seat, steps_between
from controller.rules.winners import Call, Choice

Claim = Literal["win", "kong", "pung", "chow"]
RANK: Final[dict[Claim, int]] = {"win": 0, "kong": 1, "pung": 1, "chow": 2}
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
class ClaimRuling:
    """What becomes of a bid. ``key`` names the sentence that says why (``claim.*`` in rules.json)."""

    bid: Bid
    granted: bool
    key: str


def rulings(game: ConfiguredGame, discarder: Seat, bids: Iterable[Bid]) -> list[ClaimRuling]:
    """What becomes of every bid: the strongest claim first, among equal ones in turn order after the discarder.

    A chow is heard only from the next player. Who of several winners wins: ``controller.rules.winners``; where three
    winners end the hand nobody gets the tile.
    """
    ordered = sorted(bids, key=lambda bid: (RANK[bid.claim], steps_between(discarder, bid.seat)))
    unheard = {bid.seat: key for bid in ordered if (key := _unheard(game, discarder, bid))}
    heard = [bid for bid in ordered if bid.seat not in unheard]
    wins = [bid for bid in heard if bid.claim == "win"]
    ruled = _among_wins(game, discarder, wins) if wins else _among_sets(heard)
    decided = {ruling.bid.seat: ruling for ruling in ruled}
    for bid in heard:
        decided.setdefault(bid.seat, ClaimRuling(bid, False, "claim.win-first"))
    return [decided.get(bid.seat) or ClaimRuling(bid, False, unheard[bid.seat]) for bid in ordered]


def granted(game: ConfiguredGame, discarder: Seat, bids: Iterable[Bid]) -> list[Bid]:
    """Who gets the discard; several winners in turn order."""
    return [ruling.bid for ruling in rulings(game, discarder, bids) if ruling.granted]


def _unheard(game: ConfiguredGame, discarder: Seat, bid: Bid) -> str:
    """Why a claim is none here; empty when it is one."""
    if bid.claim == "win" and DISCARD not in game.asks.sources:
        return "claim.no-win"
    following = bid.seat == _next_seat(game, discarder)
    if bid.claim == "kong" and following and game.options.get("kong-from-left") is False:
        return "claim.kong-from-left"
    if bid.claim != "chow":
        return ""
    if not game.asks.chows:
        return "claim.no-chows"
    return "" if following else "claim.not-next"


def _next_seat(game: ConfiguredGame, seat: Seat) -> Seat:
    return order_from(game.plan, seat)[1]


def _among_sets(heard: Sequence[Bid]) -> list[ClaimRuling]:
    if len(heard) < 2:
        return [ClaimRuling(bid, True, "claim.alone") for bid in heard]
    return [ClaimRuling(heard[0], True, "claim.set")] + [
        ClaimRuling(bid, False, "claim.set-first") for bid in heard[1:]
    ]


def _among_wins(game: ConfiguredGame, discarder: Seat, wins: Sequence[Bid]) -> list[ClaimRuling]:
    calls = [Call(bid.seat, bid.base, bid.total, items=bid.items) for bid in wins]
    choice = game.choose(discarder, calls)
    return [ClaimRuling(bid, bid.seat in choice.winners, _key(choice, bid)) for bid in wins]


def _key(choice: Choice, bid: Bid) -> str:
    alike = bid.seat in choice.winners or choice.reason == "three"
    return f"claim.{choice.reason}" if alike else f"claim.{choice.reason}-other"
