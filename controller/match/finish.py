"""The end of a hand and of a match, and corrections of what was entered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from controller.events import Event
from controller.events.match import HandCorrected, HandEnded, HandWon, MatchAbandoned, MatchEnded
from controller.limits import LONGEST_WHY, check_words
from controller.match.agreement import check_changeable
from controller.match.checks import bad
from controller.match.codec import stored_next, stored_outcome, stored_settlement, stored_win
from controller.match.commands import Abandon, CorrectHand, EndHand, EndMatch, HandResult
from controller.match.corrections import Resettled, resettle
from controller.match.declaring import with_declared
from controller.match.evolve import after
from controller.match.instants import check_corrected, check_kept, stored_instant, with_instants
from controller.match.ledger import cancelled_penalties, seat_scores
from controller.match.lineup import final_ranking, position_now, standing_of
from controller.match.results import Entered, entered, following, payments
from controller.match.state import VOID, MatchHand, MatchState
from controller.refusals import Code, Refused
from controller.rules.game import Game, Settlement
from controller.rules.seats import Seat

Ranked = Literal["played-out", "early"]
"""How a match ends that is ranked."""


def end_hand(state: MatchState, command: EndHand, game: Game) -> tuple[Event, ...]:
    """The hand is over, or somebody has won in it and the others play on, as the game says."""
    hand = running(state, command.hand)
    if command.ends is not None and command.ends != len(hand.ends):
        raise Refused(Code.STALE_HAND, f"{len(hand.ends)} wins of hand {hand.index} are recorded.", field="ends")
    if command.result.instants is not None:
        raise bad("instants", "What is paid at once is entered when it happens.", "Leave it out.")
    earlier, settled = [result.end for result in hand.earlier], [result.settlement for result in hand.earlier]
    new = entered(game, hand.standing, with_declared(game.asks, hand, command.result), earlier)
    _check_may_win(state, hand, new.end.winners, drawn=new.end.discarder is None)
    ends = with_instants(hand, (*earlier, new.end))
    settlement = payments(game, position_now(hand.position, settled), ends, new.paid)
    facts = _end_facts(hand, new, settlement)
    if game.goes_on(ends):
        return (HandWon(match=state.id, who=command.who, **facts),)
    points = [have + moved for have, moved in zip(seat_scores(state), settlement.net, strict=True)]
    then = following(game, position_now(hand.position, [*settled, settlement]), ends, points)
    standing = None if then is None else standing_of(game, state, then)
    ended = HandEnded(match=state.id, who=command.who, **facts, next=stored_next(standing))
    return (ended, *_played_out(game, after(state, [ended])))


def _check_may_win(state: MatchState, hand: MatchHand, winners: Sequence[Seat], *, drawn: bool) -> None:
    """Nobody wins with a dead hand, on a discard after an offence that leaves him the wall alone (``drawn``: the tile
    came from there), and nobody after an offence that ended the hand, until it is taken back."""
    cancelled = cancelled_penalties(state)
    for penalty in state.penalties:
        if penalty.hand != hand.index or penalty.cancels is not None or penalty.number in cancelled:
            continue
        if winners and penalty.effect == "hand-ends":
            raise bad("wins", f"Penalty {penalty.number} has ended this hand.", "Enter it as void; or take it back.")
        if penalty.effect == "no-discard-win" and penalty.seat in winners and not drawn:
            detail = f"Seat {penalty.seat} may win only from the wall by penalty {penalty.number}."
            raise bad(f"wins[{winners.index(penalty.seat)}].source", detail, "Enter another winner; or take it back.")
        if penalty.effect == "no-win-until-next-turn" and penalty.seat in winners and not penalty.lifted:
            detail = f"Seat {penalty.seat} may not win before the end of his next turn, by penalty {penalty.number}."
            remedy = "Say at the table that he has had it; enter another winner; or take it back."
            raise bad(f"wins[{winners.index(penalty.seat)}].winner", detail, remedy)
        if penalty.effect == "dead-hand" and penalty.seat in winners:
            detail = f"The hand of seat {penalty.seat} is dead by penalty {penalty.number}."
            raise bad(f"wins[{winners.index(penalty.seat)}].winner", detail, "Enter another winner; or take it back.")


def winners(command: EndHand) -> frozenset[Seat]:
    """The seats that a result is entered for."""
    return frozenset(win.winner for win in command.result.wins)


def running(state: MatchState, index: int) -> MatchHand:
    """The hand being played. Raises ``Refused`` when it is not the one that is meant."""
    hand = state.running
    if hand is not None and hand.index == index:
        return hand
    known = state.hand(index)
    if known is not None and known.result is not None:
        detail = f"Hand {index} has its result already: {known.result.end.kind}, entered by {known.result.who}."
        raise Refused(Code.STALE_HAND, detail, field="hand")
    if hand is not None:
        raise Refused(Code.STALE_HAND, f"Hand {hand.index} is being played.", field="hand")
    raise Refused(Code.NO_HAND_RUNNING)


def _end_facts(hand: MatchHand, new: Entered, settlement: Settlement) -> dict[str, Any]:
    """The fields that every end has (``controller.events.match.EndRecorded``)."""
    return {
        "hand": hand.index,
        "outcome": stored_outcome(new.end),
        "wins": tuple(stored_win(win) for win in new.wins),
        "passed_over": new.passed_over,
        "settlement": stored_settlement(settlement),
    }


def _played_out(game: Game, state: MatchState) -> tuple[Event, ...]:
    """The end of the match when its last hand is over."""
    if state.standing is not None:
        return ()
    return (_ended(game, state, "played-out", "", ""),)


def _ended(game: Game, state: MatchState, how: Ranked, who: str, why: str) -> Event:
    """Penalties that wait for the end are in the ranking: it is taken from the match as it will be after this event."""
    ended = MatchEnded(match=state.id, who=who, how=how, why=why, final={})
    return replace(ended, final=final_ranking(game, after(state, [ended])))


def again_ranked(game: Game, state: MatchState) -> tuple[Event, ...]:
    """A new ranking for a match that is over, after points have moved in it."""
    ending = state.ending
    if ending is None or ending.how == "abandoned":
        return ()
    return (_ended(game, state, ending.how, ending.who, ending.why),)


def correct_hand(state: MatchState, command: CorrectHand, game: Game) -> tuple[Event, ...]:
    check_words(command.why, "why", LONGEST_WHY)
    hand, number = _correctable(state, command)
    check_changeable(state, hand, by_referee=command.confirmed)
    new = _entered_anew(game, hand, number, command.result)
    then = command.result.instants
    ends = [new.end if at == number else one.end for at, one in enumerate(hand.counting, 1)]
    if then is None:
        check_kept(hand, ends)
    else:
        check_corrected(game, hand, ends, then)
    chain = resettle(game, state, hand.index, number, new, then)
    first, *later = chain
    instants = [stored_instant(paid, at) for paid, at in first.instants] if first.instants_differ else None
    corrected = HandCorrected(
        match=state.id,
        who=command.who,
        **_end_facts(hand, new, first.settlements[number - 1]),
        next=stored_next(first.next) if number == len(hand.ends) else None,
        why=command.why,
        replaces=hand.revision,
        resettled=tuple(change.stored() for change in later if change.differs),
        instants=None if instants is None else tuple(instants),
    )
    if len(hand.ends) > 1 or any(len(change.hand.ends) > 1 for change in later):
        corrected = _of_several_ends(corrected, chain, number)
    changed = after(state, [corrected])
    ranked = again_ranked(game, changed) if changed.ending is not None else _played_out(game, changed)
    return (corrected, *ranked)


def _of_several_ends(corrected: HandCorrected, chain: Sequence[Resettled], number: int) -> HandCorrected:
    """The correction with what it moves in hands that have several ends."""
    first = chain[0]
    last_moved = (first.stored(),) if number < len(first.hand.ends) and first.differs else ()
    others = [
        row for change in chain for row in change.stored_ends() if (row.hand, row.end) != (first.hand.index, number)
    ]
    return replace(corrected, end=number, resettled=(*last_moved, *corrected.resettled), resettled_ends=tuple(others))


def _correctable(state: MatchState, command: CorrectHand) -> tuple[MatchHand, int]:
    """The hand and the number of its end, from 1."""
    hand = state.hand(command.hand)
    number = len(hand.ends) if hand is not None and command.end is None else command.end or 0
    if hand is None or not 1 <= number <= len(hand.ends):
        detail = f"Hand {command.hand} has no result to correct."
        raise Refused(Code.NO_SUCH_RESULT, detail, field="hand" if command.end is None else "end")
    if command.revision is not None and command.revision != hand.revision:
        detail = f"{hand.counting[number - 1].who} has changed hand {hand.index} in the meantime."
        raise Refused(Code.STALE_CORRECTION, detail, field="revision")
    return hand, number


def _entered_anew(game: Game, hand: MatchHand, number: int, result: HandResult) -> Entered:
    """The new result of an end. What was played after it stays: it was a win, or it is void, and nobody won in it who
    won or discarded later."""
    before, later = hand.counting[: number - 1], hand.counting[number:]
    new = entered(game, hand.standing, result, [one.end for one in before])
    if hand.counting[number - 1].over:
        return new
    if new.end.reason != VOID and not game.goes_on([*(one.end for one in before), new.end]):
        raise bad("kind", "The hand was played on after this: it was a win, or nothing.", "Enter it as void.")
    if any(seat in new.end.winners for one in later for seat in (*one.end.winners, one.end.discarder)):
        raise bad("wins", "This player played on in the same hand.", "Correct what he did later first.")
    return new


def end_match(state: MatchState, command: EndMatch, game: Game) -> tuple[Event, ...]:
    check_words(command.why, "why", LONGEST_WHY, may_be_empty=True)
    if state.phase == "play":
        raise Refused(Code.HAND_RUNNING)
    if state.phase != "roll" or state.last is None:
        raise Refused(Code.NOTHING_TO_RANK)
    return (_ended(game, state, "early", command.who, command.why),)


def abandon(state: MatchState, command: Abandon, game: Game) -> tuple[Event, ...]:
    del game
    check_words(command.why, "why", LONGEST_WHY)
    if state.phase == "over":
        raise Refused(Code.MATCH_OVER)
    return (MatchAbandoned(match=state.id, who=command.who, why=command.why),)
