"""The fold: a match and one recorded event give the match after it.

Never fails, whatever the order of the events: an event that does not fit the state (of another match, for a hand that
was not played) changes nothing. What an event may hold was settled when it was read (``controller.events``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from controller.changed import changed
from controller.events import Event, Recorded
from controller.events.dice import DiceRolled
from controller.events.match import (
    BarLifted,
    DeclarationMade,
    DeclarationWithdrawn,
    EndRecorded,
    FirstDealerFound,
    HandCorrected,
    HandEnded,
    HandStarted,
    HandWon,
    InstantPaid,
    InstantUndone,
    MatchAbandoned,
    MatchEnded,
    MatchEvent,
    MatchStarted,
    PassWithdrawn,
    PenaltyRecorded,
    PlayersSeated,
    ResultConfirmed,
    ResultDisputed,
    ResultLocked,
    ResultUndone,
    ResultUpheld,
    RulingRecorded,
    SeatsConfirmed,
    TilesPassed,
)
from controller.events.values import ResettledEnd, ResettledHand, StoredInstant, StoredSettlement
from controller.match.codec import (
    asks_of,
    dice_from,
    end_from,
    instant_from,
    next_from,
    settlement_from,
    standing_from,
    wall_from,
    win_from,
)
from controller.match.state import (
    Break,
    Brought,
    Closed,
    Dispute,
    Ending,
    HandInstant,
    Lineup,
    LiveDeclaration,
    MadePass,
    MatchHand,
    MatchState,
    Movement,
    Penalty,
    Result,
    Ruling,
    SeatThrow,
)
from controller.rules.seats import Seat


def evolve(state: MatchState | None, recorded: Recorded) -> MatchState | None:
    """The match after the event. A start replaces the match before it; events of other streams or matches change
    nothing.
    """
    event, time = recorded.event, recorded.time
    if isinstance(event, MatchStarted):
        return begun(event, time)
    if state is None or not isinstance(event, MatchEvent | DiceRolled) or event.match != state.id:
        return state
    return _rolled(state, event) if isinstance(event, DiceRolled) else _happened(state, event, time)


def after(state: MatchState, events: Iterable[Event]) -> MatchState:
    """The match after events that are decided but not yet recorded: what a decision looks at before it goes on."""
    for event in events:
        state = evolve(state, Recorded(0, "", event, "")) or state
    return state


def begun(event: MatchStarted, time: str = "") -> MatchState:
    """The match that a start makes."""
    return MatchState(
        id=event.match,
        ruleset=event.ruleset,
        options=event.options,
        unit=event.unit,
        start_points=event.start_points,
        wall=wall_from(event.wall),
        dice=dice_from(event.dice),
        names=event.names,
        asks=asks_of(event.asks),
        seats=event.chairs,
        chairs=event.chairs,
        seating=event.seating,
        house_rules=event.house_rules,
        rules_hash=event.rules_hash,
        profile=event.profile,
        started=time,
        confirmation=event.confirmation or "none",
        hand_check=event.hand_check is not False,
        game=event.game,
        brought=_brought(event),
    )


def _brought(event: MatchStarted) -> Brought | None:
    stored = event.brought
    if stored is None or {len(stored.net), len(stored.points)} != {len(event.names)}:
        return None
    return Brought(stored.matches, stored.net, tuple(points / 1000 for points in stored.points))


def _rolled(state: MatchState, event: DiceRolled) -> MatchState:
    if event.rethrow:
        return state
    if state.phase == "first-dealer" and event.seat is not None:
        return changed(state, throws=(*state.throws, SeatThrow(event.seat, event.dice)))
    if event.purpose == "break" and state.dice.throws == 2:
        return changed(state, break_throw=event.dice)
    return state


def _happened(state: MatchState, event: MatchEvent, time: str) -> MatchState:
    match event:
        case PlayersSeated():
            return changed(state, seats=event.chairs, winds_drawn=event.chairs_by_wind)
        case FirstDealerFound():
            return changed(state, standing=standing_from(event.position))
        case SeatsConfirmed():
            return changed(state, seats_confirmed=event.hand)
        case HandStarted():
            return _hand_started(state, event, time)
        case DeclarationMade():
            return _declared(state, event)
        case DeclarationWithdrawn():
            return _withdrawn(state, event)
        case TilesPassed():
            return _tiles_passed(state, event, time)
        case PassWithdrawn():
            return _pass_withdrawn(state, event)
        case InstantPaid():
            return _instant_paid(state, event, time)
        case InstantUndone():
            return _instant_undone(state, event)
        case HandWon():
            return _hand_won(state, event, time)
        case HandEnded():
            return _hand_ended(state, event, time)
        case HandCorrected():
            return _corrected(state, event, time)
        case ResultUndone():
            return _undone(state, event)
        case ResultConfirmed():
            return _confirmed(state, event)
        case ResultDisputed():
            dispute = Dispute(event.dispute, event.hand, event.seat, event.text, event.who, time)
            return changed(state, disputes=(*state.disputes, dispute))
        case ResultUpheld():
            return _locked(_closed(state, event.hand, "upheld"), event.hand)
        case ResultLocked():
            return _locked(state, event.hand)
        case PenaltyRecorded():
            return changed(state, penalties=(*state.penalties, _penalty(event, time)))
        case BarLifted():
            lifted = (changed(one, lifted=True) if one.number == event.penalty else one for one in state.penalties)
            return changed(state, penalties=tuple(lifted))
        case RulingRecorded():
            ruling = Ruling(event.ruling, event.hand, event.text, event.who, time)
            return changed(state, rulings=(*state.rulings, ruling))
        case MatchEnded():
            # A match that is over keeps the time of its end when it is only ranked anew.
            since = time if state.ending is None else state.ending.time
            return changed(state, ending=Ending(event.how, since, event.who, event.why, event.final))
        case MatchAbandoned():
            return changed(state, ending=Ending("abandoned", time, event.who, event.why))
    return state


def _hand_started(state: MatchState, event: HandStarted, time: str) -> MatchState:
    if event.hand != len(state.hands) + 1:
        return state
    standing = standing_from(event.position)
    hand = MatchHand(event.hand, standing, time, _break(event))
    return changed(state, hands=(*state.hands, hand), standing=standing, break_throw=())


def _break(event: HandStarted) -> Break | None:
    if event.broken is None:
        return None
    return Break(event.dice, event.second_throw or (), event.broken.sides, event.broken.single_end)


def _declared(state: MatchState, event: DeclarationMade) -> MatchState:
    hand = state.hand(event.hand)
    if hand is None:
        return state
    made = LiveDeclaration(event.declaration, event.seat, event.stake, len(hand.ends))
    return _with_hand(state, changed(hand, declared=(*hand.declared, made)))


def _withdrawn(state: MatchState, event: DeclarationWithdrawn) -> MatchState:
    hand = state.hand(event.hand)
    if hand is None:
        return state
    named = (event.declaration, event.seat)
    kept = tuple(one for one in hand.declared if (one.declaration, one.seat) != named)
    return _with_hand(state, changed(hand, declared=kept))


def _tiles_passed(state: MatchState, event: TilesPassed, time: str) -> MatchState:
    hand = state.hand(event.hand)
    if hand is None:
        return state
    made = MadePass(event.number, event.how, time)
    return _with_hand(state, changed(hand, passed=(*hand.passed, made)))


def _pass_withdrawn(state: MatchState, event: PassWithdrawn) -> MatchState:
    hand = state.hand(event.hand)
    if hand is None or not hand.passed or hand.passed[-1].number != event.number:
        return state
    return _with_hand(state, changed(hand, passed=hand.passed[:-1]))


def _instant_paid(state: MatchState, event: InstantPaid, time: str) -> MatchState:
    hand = state.hand(event.hand)
    if hand is None or event.number != len(hand.instants) + 1:
        return state
    return _with_hand(state, _with_instants(hand, (event.paid,), event.who, time))


def _with_instants(hand: MatchHand, paid: Iterable[StoredInstant], who: str, time: str) -> MatchHand:
    first = len(hand.instants) + 1
    more = (
        HandInstant(number, instant_from(one), settlement_from(one.settlement), one.ends, who, time)
        for number, one in enumerate(paid, first)
    )
    return changed(hand, instants=(*hand.instants, *more))


def _instant_undone(state: MatchState, event: InstantUndone) -> MatchState:
    hand = state.hand(event.hand)
    if hand is None:
        return state
    kept = (changed(one, undone=True) if one.number == event.number else one for one in hand.instants)
    return _with_hand(state, changed(hand, instants=tuple(kept)))


def _undone(state: MatchState, event: ResultUndone) -> MatchState:
    """The hand without its newest end: what was declared in it lies on the table again."""
    hand = state.hand(event.hand)
    if hand is None or event.end != len(hand.ends):
        return state
    *kept, gone = hand.ends
    opened = changed(hand, ends=tuple(kept), undone=(*hand.undone, *gone))
    state = _closed(state, hand.index, "undone")
    return _with_hand(state, opened, standing=opened.standing, ending=None, break_throw=())


def _confirmed(state: MatchState, event: ResultConfirmed) -> MatchState:
    hand = state.hand(event.hand)
    if hand is None:
        return state
    agreed = changed(hand, agreed=(*hand.agreed, (event.revision, event.seat)))
    return _with_hand(_closed(state, event.hand, "withdrawn", event.seat), agreed)


def _closed(state: MatchState, hand: int, how: Closed, seat: Seat | None = None) -> MatchState:
    """The open disputes about a hand are over; with ``seat``, only those of that player."""
    if not state.disputes:
        return state
    rows = (
        changed(one, closed=how) if one.hand == hand and not one.closed and seat in (None, one.seat) else one
        for one in state.disputes
    )
    return changed(state, disputes=tuple(rows))


def _locked(state: MatchState, index: int) -> MatchState:
    hand = state.hand(index)
    return state if hand is None else _with_hand(state, changed(hand, locked=True))


def _hand_won(state: MatchState, event: HandWon, time: str) -> MatchState:
    hand = state.hand(event.hand)
    if hand is None or hand.result is not None:
        return state
    return _with_hand(state, changed(hand, ends=(*hand.ends, (_result(event, time, over=False),))))


def _hand_ended(state: MatchState, event: HandEnded, time: str) -> MatchState:
    hand = state.hand(event.hand)
    if hand is None:
        return state
    result = _result(event, time, next_=next_from(event.next))
    ended = (
        changed(hand, ends=(*hand.ends, (result,))) if hand.result is None else _revised(hand, len(hand.ends), result)
    )
    return _with_hand(state, ended, standing=result.next)


def _corrected(state: MatchState, event: HandCorrected, time: str) -> MatchState:
    hand = state.hand(event.hand)
    number = len(hand.ends) if hand is not None and event.end is None else event.end or 0
    if hand is None or not 1 <= number <= len(hand.ends):
        return state
    over = hand.ends[number - 1][-1].over
    result = _result(event, time, over=over, next_=next_from(event.next), why=event.why)
    corrected = _revised(hand, number, result)
    if event.instants is not None:
        replaced = changed(corrected, instants=tuple(changed(one, undone=True) for one in corrected.instants))
        corrected = _with_instants(replaced, event.instants, event.who, time)
    state = _with_hand(_closed(state, hand.index, "corrected"), corrected)
    for end in event.resettled_ends or ():
        state = _end_resettled(state, event, end, time)
    for change in event.resettled:
        state = _resettled(state, event, change, time)
    if state.running is not None:
        return changed(state, standing=state.running.standing)
    last, ending = state.last, state.ending
    then = None if last is None or last.result is None else last.result.next
    reopened = then is not None and ending is not None and ending.how == "played-out"
    return changed(state, standing=then, ending=None if reopened else ending)


def _end_resettled(state: MatchState, event: HandCorrected, change: ResettledEnd, time: str) -> MatchState:
    hand = state.hand(change.hand)
    if hand is None or change.end > len(hand.ends):
        return state
    moved = _moved(hand.ends[change.end - 1][-1], change.settlement, event, time)
    return _with_hand(state, _revised(hand, change.end, moved))


def _resettled(state: MatchState, event: HandCorrected, change: ResettledHand, time: str) -> MatchState:
    hand = state.hand(change.hand)
    if hand is None:
        return state
    hand = changed(hand, standing=standing_from(change.position))
    if hand.result is None or change.settlement is None:
        return _with_hand(state, hand)
    moved = changed(_moved(hand.result, change.settlement, event, time), next=next_from(change.next))
    return _with_hand(state, _revised(hand, len(hand.ends), moved))


def _moved(result: Result, settlement: StoredSettlement, event: HandCorrected, time: str) -> Result:
    """The same result with other payments, because another one was corrected."""
    return changed(
        result, settlement=settlement_from(settlement), who=event.who, why=event.why, time=time, cause=event.hand
    )


def _result(event: EndRecorded, time: str, *, over: bool = True, next_: Lineup | None = None, why: str = "") -> Result:
    return Result(
        end=end_from(event.outcome),
        wins=tuple(win_from(win) for win in event.wins),
        passed_over=event.passed_over,
        settlement=settlement_from(event.settlement),
        next=next_,
        who=event.who,
        why=why,
        time=time,
        over=over,
    )


def _revised(hand: MatchHand, number: int, result: Result) -> MatchHand:
    """The hand with a new result for its end of this number, from 1."""
    revisions = (*hand.ends[number - 1], result)
    return changed(hand, ends=(*hand.ends[: number - 1], revisions, *hand.ends[number:]))


def _with_hand(state: MatchState, hand: MatchHand, **more: Any) -> MatchState:
    """``hand`` in the place of the one with its number, which was played; ``more``: what else changes with it."""
    return changed(state, hands=(*state.hands[: hand.index - 1], hand, *state.hands[hand.index :]), **more)


def _penalty(event: PenaltyRecorded, time: str) -> Penalty:
    return Penalty(
        number=event.penalty,
        hand=event.hand,
        seat=event.seat,
        player=event.player,
        kind=event.kind,
        effect=event.effect,
        movements=tuple(Movement(one.payer, one.payee, one.amount) for one in event.movements),
        settle=event.settle,
        kitty=event.kitty,
        who=event.who,
        why=event.why,
        time=time,
        cancels=event.cancels,
    )
