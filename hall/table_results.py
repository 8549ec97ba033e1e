"""Results of games from the matches in the journals of tables, as tournaments take them.

A projection: the match is folded from the table's own events (``controller.match``), and its result follows from it, so
that a correction at the table is in the standings as soon as the hall has the event. Seats are those of the order:
player 0 sat East of the first hand, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.match.ledger import Entry, ledger, scores
from controller.match.state import MatchHand, MatchState
from controller.rules.seats import Seat
from hall.tournament.orders import game_key
from hall.tournament.results import GameKey
from hall.tournament.values import FourScores, PlayedHand, ResultState, TablePenalty, TableResult

SEATS: Final = 4
POINTS_OF_STICK: Final = 1000
RULESETS_WITH_STICKS: Final = ("riichi",)


def results_of_matches(matches: Iterable[tuple[str, MatchState]]) -> dict[GameKey, TableResult]:
    """``matches``: each with the reference of its game (``orders.game_of``), in the order in which they began. A match
    that was begun anew for a game takes the place of the one before; one that was abandoned has no result."""
    found: dict[GameKey, TableResult] = {}
    for reference, match in matches:
        key = game_key(reference)
        result = result_of_match(match)
        if key is not None and result is not None:
            found[key] = result
    return found


def result_of_match(match: MatchState) -> TableResult | None:
    """None for a match that is no game of four, or was abandoned. ``seats`` are left empty: the seating says who they
    are."""
    if len(match.names) != SEATS or (match.ending is not None and match.ending.how == "abandoned"):
        return None
    entries = [entry for entry in ledger(match) if entry.counts]
    points = scores(match)
    penalties = tuple(_penalties(match))
    bank = sum(sum(each.moves) for each in penalties if each.in_score)
    left = SEATS * match.start_points + bank - sum(points)
    referee = bool(match.hands) and all(hand.locked for hand in match.hands)
    return TableResult(
        seats=("", "", "", ""),
        scores=points,
        sticks=left // POINTS_OF_STICK if match.ruleset in RULESETS_WITH_STICKS else 0,
        state=_state(match, locked=referee),
        source="table",
        penalties=penalties,
        hands=tuple(_hand(hand, entries) for hand in match.hands),
        start=match.hands[0].started if match.hands else None,
        end=None if match.ending is None else match.ending.time,
        authority="referee" if referee else "entered",
    )


def _state(match: MatchState, *, locked: bool) -> ResultState:
    if match.ending is None:
        return "playing"
    if any(not dispute.closed for dispute in match.disputes):
        return "disputed"
    if locked:
        return "locked"
    ended = [hand for hand in match.hands if hand.result is not None]
    agreed = bool(ended) and all(hand.locked or len(hand.confirmed_by) == SEATS for hand in ended)
    return "confirmed" if agreed else "proposed"


def _penalties(match: MatchState) -> Iterable[TablePenalty]:
    """Those that stand. What waits until after the ranking is in no score, and its points go to nobody."""
    cancelled = {each.cancels for each in match.penalties}
    for penalty in match.penalties:
        if penalty.cancels is not None or penalty.number in cancelled:
            continue
        moves = [0] * SEATS
        after = penalty.settle == "after-ranking"
        for entry in ledger(match):
            if entry.penalty == penalty.number and (entry.counts or after):
                _move(moves, entry)
        if after:
            moves = [moved if player == penalty.player else 0 for player, moved in enumerate(moves)]
        yield TablePenalty(Seat(penalty.player), penalty.kind, penalty.why, _four(moves), in_score=not after)


def _hand(hand: MatchHand, entries: Iterable[Entry]) -> PlayedHand:
    moves = [0] * SEATS
    for entry in entries:
        if entry.hand == hand.index and entry.penalty is None:
            _move(moves, entry)
    wins = [win for result in hand.counting for win in result.wins]
    largest = max(wins, key=lambda win: win.total, default=None)
    ended = hand.result
    last = hand.counting[-1] if hand.counting else None
    standing = hand.standing
    return PlayedHand(
        number=hand.index,
        name=f"{str(standing.prevailing)[:1].upper()}{standing.in_round}",
        dealer=_player(hand, standing.position.dealer),
        counter=standing.position.extra_hands,
        start=hand.started,
        end=None if ended is None else ended.time,
        kind="abort" if last is None or last.end.reason else "win" if wins else "draw",
        winners=tuple(_player(hand, seat) for seat in hand.winners),
        discarder=None if last is None or last.end.discarder is None else _player(hand, last.end.discarder),
        points=_four(moves),
        value=0 if largest is None else largest.total,
        level="" if largest is None else largest.level,
        best=None if largest is None else _player(hand, largest.winner),
        void=hand.void,
        revisions=max(1, hand.revision),
    )


def _player(hand: MatchHand, seat: Seat) -> Seat:
    """Who sat there in this hand, by his seat in the first."""
    player = hand.seats[seat]
    return Seat(0 if player is None else player)


def _move(points: list[int], entry: Entry) -> None:
    if entry.payer is not None:
        points[entry.payer] -= entry.amount
    if entry.payee is not None:
        points[entry.payee] += entry.amount


def _four(points: list[int]) -> FourScores:
    return tuple(points)
