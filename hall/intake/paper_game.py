"""A game whose hands were written on paper: reckoned from them by the rules, as a table reckons it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from controller.events.match import MatchStarted
from controller.match.commands import BeginHand, EndHand, HandResult, StartMatch
from controller.match.decide import decide
from controller.match.evolve import after, begun
from controller.match.state import MatchState
from controller.rules import configure
from controller.rules.entry import Asks
from controller.rules.seats import Seat
from hall.intake.table_results import result_of
from hall.tournament.values import TableResult

WRITER = "desk"
NAMES = ("East", "South", "West", "North")
"""The tournament knows who sat there; the rules only know seats."""


@dataclass(frozen=True, slots=True)
class PaperRules:
    ruleset: str
    profile: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NextHand:
    """``wind``: the prevailing one; ``number``: of the hand in its round; ``repeat``: hands that this dealer has dealt
    in a row before it; ``counter``: extra hands that its winner is paid for."""

    wind: str
    number: int
    repeat: int
    counter: int
    dealer: int


@dataclass(frozen=True, slots=True)
class PaperGame:
    """``result``: None before the first hand. ``next``: None where the rules end the match with the last hand."""

    unit: str
    asks: Asks
    result: TableResult | None
    next: NextHand | None


def reckoned(rules: PaperRules, hands: Sequence[HandResult]) -> PaperGame:
    """Seat 0 is East and deals first. Raises ``Refused`` for a hand that cannot be by the rules."""
    start = StartMatch(
        WRITER, "paper", rules.ruleset, NAMES, rules.options, "given", first_dealer=Seat(0), profile=rules.profile
    )  # fmt: skip
    started, *seated = decide(None, start, configure)
    assert isinstance(started, MatchStarted)
    match = after(begun(started), seated)
    for hand in hands:
        match = after(match, decide(match, BeginHand(WRITER), configure))
        match = after(match, decide(match, EndHand(WRITER, len(match.hands), hand), configure))
    return PaperGame(match.unit, match.asks, result_of(match) if hands else None, _next(match))


def _next(match: MatchState) -> NextHand | None:
    standing = match.standing
    if match.ending is not None or standing is None:
        return None
    position = standing.position
    return NextHand(
        str(standing.prevailing), standing.in_round, position.streak, position.extra_hands, int(position.dealer)
    )
