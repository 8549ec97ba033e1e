"""A command against the state of the match: refused with a reason, or answered with events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from controller.commands import C, Command, CommandSpec
from controller.events import Event
from controller.limits import LONGEST_WHO, check_words
from controller.match import agreement, begin, declaring, finish, instants, offences, passing, playing_on, undoing
from controller.match.commands import (
    Abandon,
    BeginHand,
    CancelPenalty,
    ConfirmResult,
    ConfirmSeats,
    CorrectHand,
    Declare,
    DisputeResult,
    DrawWinds,
    EndHand,
    EndMatch,
    LiftBar,
    LockResult,
    PassTiles,
    PayInstant,
    Penalize,
    PlayOn,
    Rule,
    StartMatch,
    Throw,
    UndoInstant,
    UndoResult,
    UpholdResult,
)
from controller.match.state import MatchState
from controller.refusals import Code, Refused
from controller.rules.game import Game
from controller.rules.seats import Seat


class Configure(Protocol):
    """``controller.rules.configure``: a ruleset with options on top of a profile. Raises ``RulesError``."""

    def __call__(self, id: str, options: Mapping[str, Any], profile: str | None = None, /) -> Game: ...


@dataclass(frozen=True, kw_only=True)
class MatchCommandSpec(CommandSpec[C]):
    """``decide`` gets the match, which is there except for the command that begins one. ``after_end``: the command
    makes sense also when the match is over."""

    decide: Callable[[Any, C, Game], tuple[Event, ...]]
    after_end: bool = False


def _of_seat(command: Declare | ConfirmResult | DisputeResult) -> tuple[Seat, ...]:
    return (command.seat,)


def _who_has_it(command: PayInstant) -> tuple[Seat, ...]:
    return (command.instant.seat,)


def _confirming(command: ConfirmResult) -> str:
    return "match.confirm-own" if command.own else "match.confirm"


def _correcting(command: CorrectHand) -> str:
    return "match.correct-confirmed" if command.confirmed else "match.correct-hand"


COMMANDS: Final[tuple[MatchCommandSpec[Any], ...]] = (
    MatchCommandSpec(command=StartMatch, decide=begin.start, names=("match.start",)),
    MatchCommandSpec(command=PlayOn, decide=playing_on.play_on, names=("match.start",), after_end=True),
    MatchCommandSpec(command=Throw, decide=begin.throw, names=(), after_end=True),
    MatchCommandSpec(command=DrawWinds, decide=begin.draw_winds, names=("match.draw-winds",)),
    MatchCommandSpec(command=ConfirmSeats, decide=begin.confirm_seats, names=("match.confirm-seats",)),
    MatchCommandSpec(command=BeginHand, decide=begin.begin_hand, names=("match.begin-hand",)),
    MatchCommandSpec(command=Declare, decide=declaring.declare, names=("match.declare",), seats=_of_seat),
    MatchCommandSpec(command=PassTiles, decide=passing.pass_tiles, names=("match.pass-tiles",)),
    MatchCommandSpec(command=PayInstant, decide=instants.pay, names=("match.pay-instant",), seats=_who_has_it),
    MatchCommandSpec(command=UndoInstant, decide=instants.undo, names=("match.undo-instant",)),
    MatchCommandSpec(
        command=EndHand, decide=finish.end_hand, names=("match.end-hand",), after_end=True, seats=finish.winners
    ),
    MatchCommandSpec(command=UndoResult, decide=undoing.undo, names=("match.undo",), after_end=True),
    MatchCommandSpec(
        command=ConfirmResult, decide=agreement.confirm, names=("match.confirm", "match.confirm-own"),
        choose=_confirming, after_end=True, seats=_of_seat,
    ),
    MatchCommandSpec(
        command=DisputeResult, decide=agreement.dispute, names=("match.dispute",), after_end=True, seats=_of_seat
    ),
    MatchCommandSpec(command=UpholdResult, decide=agreement.uphold, names=("match.uphold",), after_end=True),
    MatchCommandSpec(command=LockResult, decide=agreement.lock, names=("match.lock",), after_end=True),
    MatchCommandSpec(
        command=CorrectHand, decide=finish.correct_hand, names=("match.correct-hand", "match.correct-confirmed"),
        choose=_correcting, after_end=True,
    ),
    MatchCommandSpec(command=Penalize, decide=offences.penalize, names=("match.penalize",), after_end=True),
    MatchCommandSpec(
        command=CancelPenalty, decide=offences.cancel_penalty, names=("match.cancel-penalty",), after_end=True
    ),
    MatchCommandSpec(command=LiftBar, decide=offences.lift_bar, names=("match.lift-bar",)),
    MatchCommandSpec(command=Rule, decide=offences.rule, names=("match.rule",), after_end=True),
    MatchCommandSpec(command=EndMatch, decide=finish.end_match, names=("match.end",)),
    MatchCommandSpec(command=Abandon, decide=finish.abandon, names=("match.abandon",)),
)  # fmt: skip
"""The one list of commands of a match. ``Throw`` has no name: the table alone draws dice."""
_SPECS: Final[Mapping[type[Command], MatchCommandSpec[Any]]] = {spec.command: spec for spec in COMMANDS}


def decide(state: MatchState | None, command: Command, configure: Configure) -> tuple[Event, ...]:
    """The events that the command leads to. Raises ``Refused``; nothing is changed then."""
    check_words(command.who, "who", LONGEST_WHO)
    spec = _SPECS[type(command)]
    if isinstance(command, StartMatch):
        return spec.decide(state, command, configure(command.ruleset, command.options, command.profile))
    if state is None:
        raise Refused(Code.NO_MATCH)
    if state.phase == "over" and not spec.after_end:
        raise Refused(Code.MATCH_OVER)
    return spec.decide(state, command, configure(state.ruleset, state.options))
