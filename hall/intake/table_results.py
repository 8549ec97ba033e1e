"""The result of a game of a tournament, from the match at a table: never copied, always folded anew from its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from controller.match.agreement import open_disputes, standing_of_result
from controller.match.ledger import add, cancelled_penalties, ledger
from controller.match.state import MatchHand, MatchState
from controller.match.state import Penalty as MatchPenalty
from hall.tournament.values import PlayedHand, ResultState, TablePenalty, TableResult

WINDS: Final = "ESWN"
STICKS: Final = "deposits"
"""Of 1,000 points, in the pot of a position."""
PLAYERS: Final = 4


def result_of(match: MatchState) -> TableResult | None:
    """Seats are those of the first hand, East first; the tournament knows who sat there. None before it is known who
    deals first, for games of other than four players, and for one that was abandoned before a hand was over."""
    order, ended = _order(match), any(hand.result is not None for hand in match.hands)
    if order is None or (match.ending is not None and match.ending.how == "abandoned" and not ended):
        return None
    points = [match.start_points] * len(match.names)
    for entry in ledger(match):
        if entry.counts:
            add(points, entry)
    return TableResult(
        seats=_four([match.names[player] for player in order]),
        scores=_four([points[player] for player in order]),
        sticks=_sticks(match),
        state=_state(match),
        source="table",
        penalties=tuple(_penalties(match, order)),
        hands=tuple(_hand(match, hand, order) for hand in match.hands if hand.result is not None),
        start=match.hands[0].started if match.hands else match.started or None,
        end=None if match.ending is None else match.ending.time,
    )


def _order(match: MatchState) -> Sequence[int] | None:
    """Players by their wind in the first hand."""
    first = match.hands[0].standing if match.hands else match.standing
    if first is None or len(match.names) != PLAYERS:
        return None
    by_wind = dict(zip(first.winds, first.seats, strict=True))
    found = [player for wind in WINDS if (player := by_wind.get(wind)) is not None]  # type: ignore[call-overload]
    return found if len(found) == PLAYERS else None


def _four(values: Sequence[object]) -> tuple:  # type: ignore[type-arg]
    return tuple(values)


def _sticks(match: MatchState) -> int:
    last = match.last
    after = match.standing or (None if last is None or last.result is None else last.result.next)
    if after is not None:
        return int(after.position.pot.get(STICKS, 0))
    if last is None or last.result is None:
        return 0
    before = last.position.pot.get(STICKS, 0)
    return int(max(0, before + last.result.settlement.pot.get(STICKS, 0)))


def _state(match: MatchState) -> ResultState:
    if match.ending is None or match.ending.how == "abandoned":
        return "playing"
    if open_disputes(match):
        return "disputed"
    ended = [hand for hand in match.hands if hand.result is not None]
    standings = {standing_of_result(match, hand) for hand in ended}
    if standings and standings <= {"locked"}:
        return "locked"
    return "confirmed" if standings and standings <= {"locked", "confirmed"} else "proposed"


def _hand(match: MatchState, hand: MatchHand, order: Sequence[int]) -> PlayedHand:
    result = hand.result
    assert result is not None
    seats = {seat: order.index(player) for seat, player in enumerate(hand.seats) if player is not None}
    moved = [0] * len(match.names)
    for entry in ledger(match):
        if entry.counts and entry.hand == hand.index and entry.penalty is None:
            add(moved, entry)
    wins = [win for one in hand.counting for win in one.wins]
    best = max(wins, key=lambda win: win.total, default=None)
    kinds: Mapping[bool, str] = {True: "win", False: "abort" if result.end.kind == "abort" else "draw"}
    return PlayedHand(
        number=hand.index,
        name=f"{hand.standing.prevailing}{hand.standing.in_round}",
        dealer=seats.get(hand.position.dealer, 0),  # type: ignore[arg-type]
        counter=hand.position.extra_hands,
        start=hand.started or None,
        end=result.time or None,
        kind=kinds[bool(wins)],  # type: ignore[arg-type]
        winners=tuple(seats[win.winner] for win in wins if win.winner in seats),  # type: ignore[misc]
        discarder=None if result.end.discarder is None else seats.get(result.end.discarder),  # type: ignore[arg-type]
        points=_four([moved[player] for player in order]),
        value=0 if best is None else max(0, best.total),
        level="" if best is None else best.level,
        best=None if best is None else seats.get(best.winner),  # type: ignore[arg-type]
        void=hand.void,
        revisions=max(1, hand.revision),
    )


def _penalties(match: MatchState, order: Sequence[int]) -> list[TablePenalty]:
    cancelled = cancelled_penalties(match)
    standing = [one for one in match.penalties if one.cancels is None and one.number not in cancelled]
    return [_penalty(match, one, order) for one in standing if one.player in order and one.movements]


def _penalty(match: MatchState, penalty: MatchPenalty, order: Sequence[int]) -> TablePenalty:
    moved = [0] * len(match.names)
    for entry in ledger(match):
        if entry.penalty == penalty.number and not entry.struck:
            add(moved, entry)
    return TablePenalty(
        seat=order.index(penalty.player),  # type: ignore[arg-type]
        kind=penalty.kind,
        why=penalty.why,
        moves=_four([moved[player] for player in order]),
        in_score=penalty.settle != "after-ranking",
    )
