"""The ledger: every movement of points with its reason. Scores are its sum and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from controller.match.state import MatchHand, MatchState, Penalty, Result
from controller.rules.game import JACKPOT, Settlement
from controller.walls.sides import SIDES

BANK_KEY = "line.deposits"
JACKPOT_KEY = "line.jackpot"
PENALTY_KEY = "line.penalty"
CANCELLED_KEY = "line.penalty-cancelled"
KITTY_IN_KEY = "line.kitty-paid"
KITTY_OUT_KEY = "line.kitty-won"
KITTY_BACK_KEY = "line.kitty-returned"


@dataclass(frozen=True, slots=True)
class Entry:
    """``payer`` and ``payee`` are players, None the bank or what lies on the table. ``struck``: replaced by a
    correction, it counts no more. ``due`` is false while a penalty waits for the end of the match."""

    hand: int | None
    payer: int | None
    payee: int | None
    amount: int
    key: str
    penalty: int | None = None
    struck: bool = False
    due: bool = True

    @property
    def counts(self) -> bool:
        return self.due and not self.struck


def ledger(state: MatchState) -> tuple[Entry, ...]:
    """All entries, those of the hands in order and then the penalties. A cancelled penalty keeps its entries; those
    of the cancellation run the other way."""
    entries = [entry for hand in state.hands for entry in _of_hand(hand)]
    entries += laid_down(state)
    cancelled = cancelled_penalties(state)
    entries += [entry for penalty in state.penalties for entry in _of_penalty(state, penalty, cancelled)]
    return tuple(entries)


def cancelled_penalties(state: MatchState) -> frozenset[int]:
    """Numbers of the penalties that were taken back."""
    return frozenset(penalty.cancels for penalty in state.penalties if penalty.cancels is not None)


def laid_down(state: MatchState) -> list[Entry]:
    """What players have laid on the table in the hand being played. Its result moves the same points for good; a match
    that was broken off gives them back."""
    hand = state.running
    if hand is None or state.ending is not None:
        return []
    return [Entry(hand.index, _player(hand, one.seat), None, one.stake, BANK_KEY) for one in hand.laid if one.stake]


def scores(state: MatchState) -> tuple[int, ...]:
    """Points of every player."""
    points = [state.start_points] * len(state.names)
    for entry in ledger(state):
        if entry.counts:
            add(points, entry)
    return tuple(points)


def settled_scores(state: MatchState) -> tuple[int, ...]:
    """Points of every player with what lies before them on the table in the hand being played."""
    points = list(scores(state))
    for entry in laid_down(state):
        add(points, Entry(entry.hand, entry.payee, entry.payer, entry.amount, entry.key))
    return tuple(points)


def add(points: list[int], entry: Entry) -> None:
    """Moves the points of an entry."""
    if entry.payer is not None:
        points[entry.payer] -= entry.amount
    if entry.payee is not None:
        points[entry.payee] += entry.amount


def seat_scores(state: MatchState) -> tuple[int, ...]:
    """Settled points by seat as the players sit now; an empty one has none."""
    points = settled_scores(state)
    return tuple(0 if player is None else points[player] for player in state.seats_now)


def _of_hand(hand: MatchHand) -> Iterator[Entry]:
    for one in hand.instants:
        for entry in settlement_entries(hand, one.settlement):
            yield _struck(entry) if one.undone or hand.void else entry
    for revisions in hand.ends:
        for result in revisions:
            for entry in result_entries(hand, result):
                yield entry if result is revisions[-1] else _struck(entry)


def _struck(entry: Entry) -> Entry:
    return Entry(entry.hand, entry.payer, entry.payee, entry.amount, entry.key, struck=True)


def result_entries(hand: MatchHand, result: Result) -> Iterator[Entry]:
    return settlement_entries(hand, result.settlement)


def instant_entries(hand: MatchHand) -> Iterator[Entry]:
    """What was paid at once in a hand and counts."""
    for one in hand.paid_at_once:
        yield from settlement_entries(hand, one.settlement)


def settlement_entries(hand: MatchHand, settlement: Settlement) -> Iterator[Entry]:
    """The lines of a settlement, and what its net holds beyond them: sticks or stakes laid down or taken up."""
    bank = JACKPOT_KEY if JACKPOT in settlement.pot else BANK_KEY
    rest = list(settlement.net)
    for line in settlement.lines:
        payer, payee = _player(hand, line.payer), _player(hand, line.payee)
        if payer is not None:
            rest[line.payer] += line.amount
        if payee is not None:
            rest[line.payee] -= line.amount
        yield Entry(hand.index, payer, payee, line.amount, line.key)
    for seat, amount in enumerate(rest):
        player = _player(hand, seat)
        if amount and player is not None:
            payer, payee = (None, player) if amount > 0 else (player, None)
            yield Entry(hand.index, payer, payee, abs(amount), bank)


def _player(hand: MatchHand, seat: int) -> int | None:
    return hand.seats[seat] if 0 <= seat < SIDES else None


def _of_penalty(state: MatchState, penalty: Penalty, cancelled: frozenset[int]) -> Iterator[Entry]:
    due = penalty.settle == "now" or (penalty.settle == "match-end" and state.phase == "over")
    key = PENALTY_KEY if penalty.cancels is None else CANCELLED_KEY
    for move in penalty.movements:
        paid = KITTY_IN_KEY if penalty.kitty and penalty.cancels is None else key
        yield Entry(penalty.hand, move.payer, move.payee, move.amount, paid, penalty.number, due=due)
    if penalty.kitty and penalty.cancels is None and penalty.number not in cancelled:
        yield from _kitty(state, penalty, due)


def _kitty(state: MatchState, penalty: Penalty, due: bool) -> Iterator[Entry]:
    """The pot goes to the winner of the hand; back to the offender when the hand has none or he wins it himself."""
    hand = state.hand(penalty.hand) if penalty.hand is not None else None
    if hand is None or hand.result is None:
        return
    winners = [hand.seats[seat] for seat in hand.winners]
    back = not winners or penalty.player in winners
    payee, key = (penalty.player, KITTY_BACK_KEY) if back else (winners[0], KITTY_OUT_KEY)
    amount = sum(move.amount for move in penalty.movements)
    yield Entry(penalty.hand, None, payee, amount, key, penalty.number, due=due)
