"""A command against the state of the match: refused with a reason, or answered with events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from controller.events import Event
from controller.limits import LONGEST_MATCH_ID, LONGEST_WHO, check_words
from controller.match import begin, finish, offences
from controller.match.commands import (
    Abandon,
    BeginHand,
    CancelPenalty,
    Command,
    CorrectHand,
    DrawWinds,
    EndHand,
    EndMatch,
    Penalize,
    Rule,
    StartMatch,
    Throw,
)
from controller.match.state import MatchState
from controller.rules.game import Game
from errors import Code, Refused


class Configure(Protocol):
    """``controller.rules.configure``: a ruleset with options on top of a profile. Raises ``RulesError``."""

    def __call__(self, id: str, options: Mapping[str, Any], profile: str | None = None, /) -> Game: ...


Answer = Callable[[MatchState, Any, Game], tuple[Event, ...]]

ANSWERS: Mapping[type, Answer] = {
    Throw: begin.throw,
    DrawWinds: begin.draw_winds,
    BeginHand: begin.begin_hand,
    EndHand: finish.end_hand,
    CorrectHand: finish.correct_hand,
    Penalize: offences.penalize,
    CancelPenalty: offences.cancel_penalty,
    Rule: offences.rule,
    EndMatch: finish.end_match,
    Abandon: finish.abandon,
}
AFTER_THE_END = (CorrectHand, Penalize, CancelPenalty, Rule, Throw, EndHand)


def decide(state: MatchState | None, command: Command, configure: Configure) -> tuple[Event, ...]:
    """The events that the command leads to. Raises ``Refused``; nothing is changed then."""
    check_words(command.who, "who", LONGEST_WHO)
    if isinstance(command, StartMatch):
        check_words(command.match, "match", LONGEST_MATCH_ID)
        return begin.start(state, command, configure(command.ruleset, command.options, command.profile))
    if state is None:
        raise Refused(Code.NO_MATCH)
    if state.phase == "over" and not isinstance(command, AFTER_THE_END):
        raise Refused(Code.MATCH_OVER)
    return ANSWERS[type(command)](state, command, configure(state.ruleset, state.options))
