"""The match and wall parts of the table's snapshot: what the pages show of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, overload

from controller.match.agreement import open_disputes, standing_of_result
from controller.match.codec import DECLARED, declared_facts, pot_facts
from controller.match.instants import undoable_instant
from controller.match.ledger import scores
from controller.match.passing import passing_json
from controller.match.seating import counted_seat, taking_order
from controller.match.state import CountedWin, Dispute, MatchHand, MatchState, Penalty, Result
from controller.match.totals import may_play_on, together_json
from controller.match.undoing import undo_until, undoable
from controller.match.waiting import hand_layout, seat_changes, seats_to_confirm, tied, wanted_roll
from controller.rules.entry import Asks
from controller.rules.game import MatchPosition
from controller.rules.progression import leaves_after
from controller.walls.record import describe

RESTRICTING = (
    "dead-hand", "open-hand", "no-win-until-next-turn", "no-discard-win", "must-discard", "hand-ends", "claim-lost",
)  # fmt: skip


@overload
def match_summary(state: MatchState) -> dict[str, Any]: ...
@overload
def match_summary(state: None) -> None: ...
@overload
def match_summary(state: MatchState | None) -> dict[str, Any] | None: ...
def match_summary(state: MatchState | None) -> dict[str, Any] | None:
    """The ``match`` part of the snapshot; None before the first match."""
    if state is None:
        return None
    standing = state.standing or (state.last.standing if state.last else None)
    position = standing.position if standing else None
    return {
        "id": state.id,
        "ruleset": state.ruleset,
        "options": dict(state.options),
        "house_rules": state.house_rules,
        "unit": state.unit,
        "phase": state.phase,
        "round": position.round if position else 0,
        "prevailing": standing.prevailing if standing else None,
        "dealer": position.dealer if position else None,
        "hand": position.number if position else 0,
        "in_round": standing.in_round if standing else 0,
        "extra": position.streak if position else 0,
        "index": len(state.hands),
        "seats": _seats(state),
        "resting": [state.names[player] for player in _outside(state)],
        "resting_scores": [scores(state)[player] for player in _outside(state)],
        "rests_next": _rests_next(state),
        "carry": position.extra_hands if position else 0,
        **pot_facts(position),
        "asks": state.asks.as_json(),
        "throws": [{"seat": throw.seat, "dice": list(throw.dice)} for throw in state.throws],
        "tied": list(tied(state)),
        "moves": _moves(state),
        "seats_to_confirm": seats_to_confirm(state),
        "next": next_step(state),
        "last": None if state.last is None else hand_summary(state, state.last),
        "won": [_result(state, state.running, one) for one in state.running.earlier] if state.running else [],
        "started": state.started,
        "ended": None if state.ending is None else state.ending.time,
        "final": None if state.ending is None else dict(state.ending.final),
        "together": together_json(state),
        "may_play_on": may_play_on(state),
        "kitty": _kitty(state),
        "restrictions": _restrictions(state),
        "declared": _declared(state),
        "instants": _instants(state.running),
        "passing": passing_json(state),
        "undo": _undo(state),
        "confirmation": state.confirmation,
        "hand_check": state.hand_check,
        "disputes": [_dispute(state, one) for one in open_disputes(state)],
    }


def _declared(state: MatchState) -> list[dict[str, Any]]:
    """What was declared in the hand being played, in order; its stakes lie on the table and are out of the scores."""
    hand = state.running
    if hand is None or state.ending is not None:
        return []
    return [{"seat": one.seat, "declaration": one.declaration, "stake": one.stake} for one in hand.laid]


def _instants(hand: MatchHand | None) -> list[dict[str, Any]]:
    """What was paid at once in a hand and counts, in order. ``undoable``: it can be taken back."""
    last = None if hand is None else undoable_instant(hand)
    return [
        {
            "number": one.number,
            "instant": one.instant.id,
            "seat": one.instant.seat,
            "feeder": one.instant.feeder,
            "tile": one.instant.tile,
            "flags": list(one.instant.flags),
            "ends": one.ends,
            "net": list(one.settlement.net),
            "who": one.who,
            "time": one.time,
            "undoable": one is last,
        }
        for one in (() if hand is None else hand.paid_at_once)
    ]


def _undo(state: MatchState) -> dict[str, Any] | None:
    """The result that can be taken back without a reason, and until when; None when there is none at all."""
    hand, until = undoable(state), undo_until(state)
    return None if hand is None or until is None else {"hand": hand.index, "until": until}


def _dispute(state: MatchState, one: Dispute) -> dict[str, Any]:
    hand = state.hand(one.hand)
    player = None if hand is None else hand.seats[one.seat]
    name = "" if player is None else state.names[player]
    return {
        "dispute": one.number,
        "hand": one.hand,
        "seat": one.seat,
        "name": name,
        "text": one.text,
        "who": one.who,
        "time": one.time,
    }


def _seats(state: MatchState) -> list[dict[str, Any]]:
    points = scores(state)
    standing = state.standing or (state.last.standing if state.last else None)
    seats = standing.seats if standing else state.seats
    return [
        {
            "seat": seat,
            "name": state.names[player],
            "wind": standing.winds[seat] if standing else None,
            "score": points[player],
        }
        for seat, player in enumerate(seats)
        if player is not None
    ]


def _moves(state: MatchState) -> list[dict[str, Any]]:
    changes = seat_changes(state)
    return [{"name": state.names[one.player], "from": one.before, "to": one.after} for one in changes]


def _outside(state: MatchState) -> list[int]:
    return [player for player in range(len(state.names)) if player not in state.seats_now]


def _rests_next(state: MatchState) -> str | None:
    """The name of who has no chair in the next round; None where everybody has rested, or always has a chair."""
    standing = state.standing
    if standing is None or not _outside(state) or standing.position.round + 1 >= len(state.names):
        return None
    player = standing.seats[leaves_after(standing.position.round, standing.position.first_dealer)]
    return None if player is None else state.names[player]


def _open_penalties(state: MatchState) -> list[Penalty]:
    """Penalties of the hand being played that were not taken back."""
    running, cancelled = state.running, {penalty.cancels for penalty in state.penalties}
    if running is None:
        return []
    here = (penalty for penalty in state.penalties if penalty.hand == running.index and penalty.cancels is None)
    return [penalty for penalty in here if penalty.number not in cancelled]


def _kitty(state: MatchState) -> int:
    """Points that lie in the pot of the hand being played."""
    return sum(move.amount for penalty in _open_penalties(state) if penalty.kitty for move in penalty.movements)


def _restrictions(state: MatchState) -> list[dict[str, Any]]:
    """What penalties ask of a player in the hand being played (a dead hand, an open hand ...)."""
    return [
        {"seat": penalty.seat, "penalty": penalty.number, "effect": penalty.effect}
        for penalty in _open_penalties(state)
        if penalty.effect in RESTRICTING and not penalty.lifted
    ]


def next_step(state: MatchState) -> dict[str, Any]:
    """What the people at the table do next: a sentence of the catalogue and its arguments."""
    wanted = wanted_roll(state)
    if state.phase in ("play", "over"):
        return {"key": f"match.next-{'result' if state.phase == 'play' else 'over'}", "args": {}}
    if wanted is None:
        return {"key": "match.next-winds", "args": _tile_order(state)}
    names = [state.names[player] for seat in wanted.seats if (player := state.seats_now[seat]) is not None]
    args = {"names": names, "seats": list(wanted.seats), "dice": wanted.dice}
    return {"key": f"match.next-{wanted.purpose}", "args": args}


def _tile_order(state: MatchState) -> dict[str, Any]:
    """Who takes a wind tile in which order: as a throw counted it, else from seat 0 on."""
    first = None
    if state.throws:
        first = counted_seat(state.present, state.throws[0].seat, sum(state.throws[0].dice))
    order = taking_order(state.present, state.present[0] if first is None else first)
    names = [state.names[player] for seat in order if (player := state.seats[seat]) is not None]
    names += [state.names[player] for player in state.resting]
    return {"names": names, "seats": list(order)}


def hand_summary(state: MatchState, hand: MatchHand) -> dict[str, Any]:
    """A hand in a few words for the page that follows it."""
    result = hand.result
    return {
        "hand": hand.index,
        "number": hand.position.number,
        "extra": hand.position.streak,
        "round": hand.position.round,
        "in_round": hand.standing.in_round,
        "prevailing": hand.standing.prevailing,
        "dealer": hand.position.dealer,
        "carry": hand.position.extra_hands,
        **pot_facts(hand.position),
        **({"earlier": [_result(state, hand, one) for one in hand.earlier]} if hand.earlier else {}),
        "seats": [
            {"seat": seat, "name": state.names[player], "wind": hand.standing.winds[seat]}
            for seat, player in enumerate(hand.seats)
            if player is not None
        ],
        **({} if result is None else _result(state, hand, result)),
        "instants": _instants(hand),
        "standing": standing_of_result(state, hand),
        "confirmed": list(hand.confirmed_by),
    }


def _result(state: MatchState, hand: MatchHand, result: Result) -> dict[str, Any]:
    return {
        "kind": result.end.kind,
        "reason": result.end.reason,
        "discarder": result.end.discarder,
        "ready": list(result.end.ready),
        "declared": {name: list(seats) for name, seats in declared_facts(state.asks, result.end).items()},
        **{name: list(result.end.who_declared(name)) for name in DECLARED},
        "winners": [_winner(state, hand, win) for win in result.wins],
        "passed_over": list(result.passed_over),
        "net": list(result.settlement.net),
        "lines": [
            {"payer": line.payer, "payee": line.payee, "amount": line.amount, "key": line.key}
            for line in result.settlement.lines
        ],
        "revision": hand.revision,
        "corrected": any(one.cause is None for revisions in hand.ends for one in revisions[1:]),
        "who": result.who,
        "time": result.time,
    }


def _winner(state: MatchState, hand: MatchHand, win: CountedWin) -> dict[str, Any]:
    player = hand.seats[win.winner]
    return {
        "seat": win.winner,
        "name": "" if player is None else state.names[player],
        "source": win.source,
        "discarder": win.discarder,
        "liable": win.liable,
        "total": win.total,
        "limit": win.limit,
        "fu": win.fu,
        "level": win.level,
        "items": win.items,
        "explain": win.explanation,
        "losers": list(win.losers),
        "chips": win.tally if state.asks.chips else 0,
        "tiles": _tiles(state.asks, win.record),
    }


OF_ANY_GAME = ("hand", "melds", "winning_tile", "flowers", "flags", "losers")


def _tiles(asks: Asks, record: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """What the winner showed, as it was entered; None when only the amount was."""
    if record is None:
        return None
    shown = (*OF_ANY_GAME, *(row.id for row in asks.rows), *(count.id for count in asks.counts))
    return {part: record[part] for part in shown if part in record}


def wall_summary(state: MatchState | None, tile_set: str | None = None) -> dict[str, Any] | None:
    """The ``wall`` part of the snapshot while a hand with recorded dice is played; ``tile_set`` is what the table
    raised.
    """
    hand = None if state is None else state.running
    layout = None if state is None or hand is None else hand_layout(state, hand)
    if state is None or layout is None:
        return None
    stacks = [(tiles + 1) // 2 for tiles in layout.sides]
    place = state.wall.indicator
    indicator = None if place is None else layout.end_order[place]
    return {"set": tile_set, "stacks": stacks, **describe(layout), "indicator": indicator}


def listing(state: MatchState) -> dict[str, Any]:
    """One line about a match for a list of matches."""
    points, last = scores(state), state.standing or (state.last.standing if state.last else None)
    return {
        "id": state.id,
        "ruleset": state.ruleset,
        "house_rules": state.house_rules,
        "phase": state.phase,
        "ending": None if state.ending is None else state.ending.how,
        "started": state.started,
        "ended": None if state.ending is None else state.ending.time,
        "hands": sum(hand.result is not None for hand in state.hands),
        "round": _round(last.position if last else None),
        "players": [{"name": name, "score": points[player]} for player, name in enumerate(state.names)],
        "ranking": None if state.ending is None else state.ending.final.get("ranking"),
    }


def _round(position: MatchPosition | None) -> int:
    return 0 if position is None else position.round
