"""Seats, winds, dealer, rounds and the score ledger of a match: events in, state out.

``decide`` refuses a command or answers with events, ``evolve`` folds them; both are pure. A game is known only through
``controller.rules.game.Game``; everything a fold needs stands in the events themselves, so that a stored match reads
the same whatever a later version of a ruleset would say.
"""

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
    HandResult,
    InstantThen,
    LiftBar,
    LockResult,
    PassTiles,
    PayInstant,
    Penalize,
    PlayOn,
    Rule,
    ScoredWin,
    StartMatch,
    Throw,
    UndoInstant,
    UndoResult,
    UpholdResult,
)
from controller.match.course import course
from controller.match.decide import COMMANDS, decide
from controller.match.evolve import evolve
from controller.match.ledger import Entry, ledger, scores
from controller.match.state import MatchHand, MatchState, Penalty, Result, Ruling
from controller.match.totals import totals
from controller.match.view import listing, match_summary, wall_summary
from controller.match.waiting import Wanted, wanted_roll

__all__ = [
    "COMMANDS",
    "Abandon",
    "BeginHand",
    "CancelPenalty",
    "ConfirmResult",
    "ConfirmSeats",
    "CorrectHand",
    "Declare",
    "DisputeResult",
    "DrawWinds",
    "EndHand",
    "EndMatch",
    "Entry",
    "HandResult",
    "InstantThen",
    "LiftBar",
    "LockResult",
    "MatchHand",
    "MatchState",
    "PassTiles",
    "PayInstant",
    "Penalize",
    "Penalty",
    "PlayOn",
    "Result",
    "Rule",
    "Ruling",
    "ScoredWin",
    "StartMatch",
    "Throw",
    "UndoInstant",
    "UndoResult",
    "UpholdResult",
    "Wanted",
    "course",
    "decide",
    "evolve",
    "ledger",
    "listing",
    "match_summary",
    "scores",
    "totals",
    "wall_summary",
    "wanted_roll",
]
