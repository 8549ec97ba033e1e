"""The end of a hand and of a match, and corrections of what was entered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from controller.events import Event
from controller.events.match import HandCorrected, HandEnded, MatchAbandoned, MatchEnded
from controller.limits import LONGEST_WHY, check_words
from controller.match.codec import stored_next, stored_outcome, stored_settlement, stored_win
from controller.match.commands import Abandon, CorrectHand, EndHand, EndMatch
from controller.match.corrections import resettle
from controller.match.evolve import after
from controller.match.ledger import seat_scores
from controller.match.lineup import final_ranking, standing_of
from controller.match.results import Entered, entered, following, payments
from controller.match.state import Hand, MatchState, Standing
from controller.refusals import Code, Refused
from controller.rules.game import Game, Settlement
from controller.rules.seats import Seat

Ranked = Literal["played-out", "early"]
"""How a match ends that is ranked."""


def end_hand(state: MatchState, command: EndHand, game: Game) -> tuple[Event, ...]:
    hand = _running(state, command.hand)
    new = entered(game, hand.standing, command.result)
    settlement = payments(game, hand.position, new.outcome, new.wins)
    points = [have + moved for have, moved in zip(seat_scores(state), settlement.net, strict=True)]
    then = following(game, hand.position, new.outcome, settlement, points)
    standing = None if then is None else standing_of(game, state, then)
    ended = HandEnded(match=state.id, who=command.who, **_result(hand, new, settlement, standing))
    return (ended, *_played_out(game, after(state, [ended])))


def winners(command: EndHand) -> frozenset[Seat]:
    """The seats that a result is entered for."""
    return frozenset(win.winner for win in command.result.wins)


def _running(state: MatchState, index: int) -> Hand:
    hand = state.running
    if hand is not None and hand.index == index:
        return hand
    known = state.hand(index)
    if known is not None and known.result is not None:
        detail = f"Hand {index} has its result already: {known.result.outcome.kind}, entered by {known.result.who}."
        raise Refused(Code.STALE_HAND, detail, field="hand")
    if hand is not None:
        raise Refused(Code.STALE_HAND, f"Hand {hand.index} is being played.", field="hand")
    raise Refused(Code.NO_HAND_RUNNING)


def _result(hand: Hand, new: Entered, settlement: Settlement, then: Standing | None) -> dict[str, Any]:
    """The fields that every result has (``controller.events.match.ResultRecorded``)."""
    return {
        "hand": hand.index,
        "outcome": stored_outcome(new.outcome),
        "wins": tuple(stored_win(win) for win in new.wins),
        "passed_over": new.passed_over,
        "settlement": stored_settlement(settlement),
        "next": stored_next(then),
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
    hand = _correctable(state, command)
    new = entered(game, hand.standing, command.result)
    first, *later = resettle(game, state, hand.index, new)
    assert first.settlement is not None, "a corrected hand is paid"
    corrected = HandCorrected(
        match=state.id,
        who=command.who,
        **_result(hand, new, first.settlement, first.next),
        why=command.why,
        replaces=len(hand.results),
        resettled=tuple(change.stored() for change in later if change.differs),
    )
    then = after(state, [corrected])
    return (corrected, *(again_ranked(game, then) if then.ending is not None else _played_out(game, then)))


def _correctable(state: MatchState, command: CorrectHand) -> Hand:
    hand = state.hand(command.hand)
    if hand is None or hand.result is None:
        raise Refused(Code.NO_SUCH_RESULT, f"Hand {command.hand} has no result to correct.", field="hand")
    if command.revision is not None and command.revision != len(hand.results):
        detail = f"{hand.result.who} has changed hand {hand.index} in the meantime."
        raise Refused(Code.STALE_CORRECTION, detail, field="revision")
    return hand


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
