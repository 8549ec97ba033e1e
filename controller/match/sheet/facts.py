"""Everything that a result sheet says, as JSON. Nets and scores are by player, numbered as in ``players``."""

from __future__ import annotations

from collections import deque
from typing import Any

from controller.match.codec import DECLARED, declared_facts, position_facts
from controller.match.ledger import (
    Entry,
    add,
    cancelled_penalties,
    ledger,
    result_entries,
    scores,
    settlement_entries,
)
from controller.match.state import CountedWin, HandInstant, MatchHand, MatchState, Penalty, Result
from controller.match.totals import together_json
from controller.match.waiting import hand_layout
from controller.rules.game import Settlement

DEALER_KEPT = "paper.note-dealer-kept"
PLAYED_ON = "paper.note-played-on"
BROKEN_OFF = "paper.note-would-go-on"


def sheet_json(state: MatchState) -> dict[str, Any]:
    """The whole sheet. ``totals`` are the points of the ledger, ``final`` is the ranking of the game if it has one."""
    ending, cancelled = state.ending, cancelled_penalties(state)
    return {
        "match": state.id,
        "ruleset": state.ruleset,
        "profile": state.profile,
        "options": dict(state.options),
        "house_rules": state.house_rules,
        "rules_hash": state.rules_hash,
        "unit": state.unit,
        "start_points": state.start_points,
        "seating": state.seating,
        "throws": [{"seat": one.seat, "dice": list(one.dice)} for one in state.throws],
        "started": state.started,
        "ended": None if ending is None else ending.time,
        "ending": None if ending is None else {"how": ending.how, "who": ending.who, "why": ending.why},
        "players": [{"player": player, "name": name} for player, name in enumerate(state.names)],
        "hands": _hands(state),
        "penalties": [_penalty(state, penalty, cancelled) for penalty in state.penalties],
        "rulings": [
            {"ruling": one.number, "hand": one.hand, "text": one.text, "who": one.who, "time": one.time}
            for one in state.rulings
        ],
        "ledger": [_entry(entry) for entry in ledger(state)],
        "totals": list(scores(state)),
        "together": together_json(state),
        "final": None if ending is None or not ending.final else dict(ending.final),
    }


def _hands(state: MatchState) -> list[dict[str, Any]]:
    """The hands in order, with the points after each of them and the penalties that fell in it."""
    entries = deque(
        sorted((one for one in ledger(state) if one.counts and one.hand is not None), key=lambda one: one.hand or 0)
    )
    points, rows = [state.start_points] * len(state.names), []
    for hand in state.hands:
        while entries and entries[0].hand == hand.index:
            add(points, entries.popleft())
        rows.append({**_hand(state, hand), "scores": list(points)})
    return rows


def _hand(state: MatchState, hand: MatchHand) -> dict[str, Any]:
    standing, result = hand.standing, hand.result
    current = None if result is None else _result(state, hand, result, len(hand.ends))
    return {
        "hand": hand.index,
        **position_facts(standing),
        "counted": state.asks.counters,
        "hands": state.asks.hands,
        "started": hand.started,
        "ended": hand.results[0].time if hand.results else None,
        **_dice(state, hand),
        "instants": [_instant(state, hand, one) for one in hand.instants],
        "result": current,
        "replaced": [
            _result(state, hand, old, end) for end, revisions in enumerate(hand.ends, 1) for old in revisions[:-1]
        ],
        "earlier": [_result(state, hand, one, end) for end, one in enumerate(hand.earlier, 1)],
        "notes": _notes(state, hand),
    }


def _dice(state: MatchState, hand: MatchHand) -> dict[str, Any]:
    layout = hand_layout(state, hand)
    if hand.broken is None or layout is None:
        return {"dice": [], "second_throw": [], "break": None}
    seat, stack = layout.first_stack
    first = {"seat": seat, "stack_from_right": stack}
    broken = {"broken_wall_seat": layout.broken, "stacks_counted": layout.counted, "first_stack": first}
    return {"dice": list(hand.broken.dice), "second_throw": list(hand.broken.second), "break": broken}


def _result(state: MatchState, hand: MatchHand, result: Result, number: int) -> dict[str, Any]:
    """A result of an end of the hand; ``number`` of that end, from 1."""
    end = result.end
    return {
        "end": number,
        "kind": end.kind,
        "reason": end.reason,
        "ready": [hand.seats[seat] for seat in end.ready],
        "declared": {
            name: [hand.seats[seat] for seat in seats] for name, seats in declared_facts(state.asks, end).items()
        },
        **{name: [hand.seats[seat] for seat in end.who_declared(name)] for name in DECLARED},
        "discarder": None if end.discarder is None else hand.seats[end.discarder],
        "winners": [_win(state, hand, win) for win in result.wins],
        "passed_over": [hand.seats[seat] for seat in result.passed_over],
        "payments": [_entry(entry) for entry in result_entries(hand, result)],
        "net": _net(state, hand, result.settlement),
        "who": result.who,
        "why": result.why,
        "time": result.time,
        "follows_correction_of": result.cause,
    }


def _instant(state: MatchState, hand: MatchHand, one: HandInstant) -> dict[str, Any]:
    """What was paid at once. ``counts``: it was not taken back or replaced, and the hand is not void."""
    return {
        "number": one.number,
        "end": one.ends + 1,
        "instant": one.instant.id,
        "player": hand.seats[one.instant.seat],
        "feeder": None if one.instant.feeder is None else hand.seats[one.instant.feeder],
        "tile": one.instant.tile,
        "flags": list(one.instant.flags),
        "counts": one in hand.paid_at_once,
        "payments": [_entry(entry) for entry in settlement_entries(hand, one.settlement)],
        "net": _net(state, hand, one.settlement),
        "who": one.who,
        "time": one.time,
    }


def _win(state: MatchState, hand: MatchHand, win: CountedWin) -> dict[str, Any]:
    return {
        "player": hand.seats[win.winner],
        "source": win.source,
        "total": win.total,
        "limit": win.limit,
        "fu": win.fu,
        "level": win.level,
        "liable": None if win.liable is None else hand.seats[win.liable],
        "items": dict(win.items),
        "chips": win.tally if state.asks.chips else 0,
        "losers": [[player, points] for player, points in zip(hand.seats, win.losers, strict=False) if points],
        "record": win.record,
    }


def _net(state: MatchState, hand: MatchHand, settlement: Settlement) -> list[int]:
    net = [0] * len(state.names)
    for player, amount in zip(hand.seats, settlement.net, strict=True):
        if player is not None:
            net[player] += amount
    return net


def _notes(state: MatchState, hand: MatchHand) -> list[str]:
    """What a correction would have changed and did not: hands are never replayed."""
    before, notes = state.hand(hand.index - 1), []
    if before is not None and before.result is not None:
        expected = before.result.next
        if expected is None:
            notes.append(PLAYED_ON)
        elif (expected.position.dealer, expected.position.round) != (hand.position.dealer, hand.position.round):
            notes.append(DEALER_KEPT)
    stopped = state.ending is not None and state.ending.how == "early"
    if stopped and hand is state.last and hand.result is not None and hand.result.next is not None:
        notes.append(BROKEN_OFF)
    return notes


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "hand": entry.hand,
        "payer": entry.payer,
        "payee": entry.payee,
        "amount": entry.amount,
        "key": entry.key,
        "penalty": entry.penalty,
        "struck": entry.struck,
        "due": entry.due,
    }


def _penalty(state: MatchState, penalty: Penalty, cancelled: frozenset[int]) -> dict[str, Any]:
    net = [0] * len(state.names)
    for move in penalty.movements:
        if move.payer is not None:
            net[move.payer] -= move.amount
        if move.payee is not None:
            net[move.payee] += move.amount
    return {
        "penalty": penalty.number,
        "hand": penalty.hand,
        "player": penalty.player,
        "kind": penalty.kind,
        "effect": penalty.effect,
        "net": net,
        "settle": penalty.settle,
        "cancels": penalty.cancels,
        "cancelled": penalty.number in cancelled,
        "who": penalty.who,
        "why": penalty.why,
        "time": penalty.time,
    }
