"""The end of a hand and of a match, and corrections of what was entered."""

from __future__ import annotations

from typing import Any

from controller.events import Event
from controller.limits import LONGEST_WHY
from controller.match.codec import outcome_json, settlement_json, standing_json
from controller.match.commands import Abandon, CorrectHand, EndHand, EndMatch
from controller.match.corrections import resettle
from controller.match.ledger import seat_scores
from controller.match.lineup import final_ranking, standing_of
from controller.match.refusals import after, check_words, not_now, stale, unknown
from controller.match.results import Entered, entered, following, payments
from controller.match.state import Hand, MatchState, Standing
from controller.rules.game import Game, Settlement


def end_hand(state: MatchState, command: EndHand, game: Game) -> tuple[Event, ...]:
    hand = _running(state, command.hand)
    new = entered(game, hand.standing, command.result)
    settlement = payments(game, hand.position, new.outcome, new.wins)
    points = [have + moved for have, moved in zip(seat_scores(state), settlement.net, strict=True)]
    then = following(game, hand.position, new.outcome, settlement, points)
    standing = None if then is None else standing_of(game, state, then)
    ended = Event("match.hand-ended", {"match": state.id, **_result_json(hand, new, settlement, standing, command.who)})
    return (ended, *_played_out(game, after(state, [ended])))


def _running(state: MatchState, index: int) -> Hand:
    hand = state.running
    if hand is not None and hand.index == index:
        return hand
    known = state.hand(index)
    if known is not None and known.result is not None:
        detail = f"Hand {index} has its result already: {known.result.outcome.kind}, entered by {known.result.who}."
        raise stale("stale-hand", detail, "hand", "Look at the table again; correct the hand if that result is wrong.")
    if hand is not None:
        raise stale("stale-hand", f"Hand {hand.index} is being played.", "hand")
    raise not_now("no-hand-running", "No hand is being played.", "Throw the dice for the next hand first.")


def _result_json(hand: Hand, new: Entered, settlement: Settlement, then: Standing | None, who: str) -> dict[str, Any]:
    return {
        "hand": hand.index,
        "outcome": outcome_json(new.outcome),
        "wins": [dict(win) for win in new.wins],
        "passed_over": list(new.passed_over),
        "settlement": settlement_json(settlement),
        "next": standing_json(then),
        "who": who,
    }


def _played_out(game: Game, state: MatchState) -> tuple[Event, ...]:
    """The end of the match when its last hand is over."""
    if state.standing is not None:
        return ()
    return (_ended(game, state, "played-out", "", ""),)


def _ended(game: Game, state: MatchState, how: str, who: str, why: str) -> Event:
    """Penalties that wait for the end are in the ranking: it is taken from the match as it will be after this event."""
    data = {"match": state.id, "how": how, "who": who, "why": why}
    over = after(state, [Event("match.ended", {**data, "final": {}})])
    return Event("match.ended", {**data, "final": final_ranking(game, over)})


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
    data = {
        "match": state.id,
        **_result_json(hand, new, first.settlement, first.next, command.who),
        "why": command.why,
        "replaces": len(hand.results),
        "resettled": [change.as_json() for change in later if change.differs],
    }
    corrected = Event("match.hand-corrected", data)
    then = after(state, [corrected])
    return (corrected, *(again_ranked(game, then) if then.ending is not None else _played_out(game, then)))


def _correctable(state: MatchState, command: CorrectHand) -> Hand:
    hand = state.hand(command.hand)
    if hand is None or hand.result is None:
        raise unknown("no-such-result", f"Hand {command.hand} has no result to correct.", "hand")
    if command.revision is not None and command.revision != len(hand.results):
        detail = f"{hand.result.who} has changed hand {hand.index} in the meantime."
        raise stale("stale-correction", detail, "revision", "Look at the hand again.")
    return hand


def end_match(state: MatchState, command: EndMatch, game: Game) -> tuple[Event, ...]:
    check_words(command.why, "why", LONGEST_WHY, may_be_empty=True)
    if state.phase == "play":
        raise not_now("hand-running", "A hand is being played.", "Enter its result, or abort it.")
    if state.phase != "roll" or state.last is None:
        raise not_now("nothing-to-rank", "No hand of this match has ended.", "Play on, or abandon the match.")
    return (_ended(game, state, "early", command.who, command.why),)


def abandon(state: MatchState, command: Abandon, game: Game) -> tuple[Event, ...]:
    del game
    check_words(command.why, "why", LONGEST_WHY)
    if state.phase == "over":
        raise not_now("match-over", "The match is over.", "Start the next one.")
    return (Event("match.abandoned", {"match": state.id, "who": command.who, "why": command.why}),)
