"""Who wins when several players call one discard: the one rule that claims and results both ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from controller.rules.errors import RecordError
from controller.rules.seats import Seat, steps_between

FIRST_OF_ALL: Final = "thirteen-terminals"
MULTIPLE_WINNERS: Final = "multiple-winners"
NEAREST: Final = "nearest"
Reason = Literal["win", "all", "three", "terminals", "highest", "nearest"]


EVERY: Final[Mapping[str, int]] = {"all": 2, "double-only": 2, "three-only": 3}
"""Values of the option with which several win, and how many have to call the tile."""


class Call(NamedTuple):
    """Somebody wins on the tile. ``base`` is the amount that payments multiply, 0 where it is not known; the ``total``
    of a limit hand is a figure for display."""

    seat: Seat
    base: int = 0
    total: int = 0
    items: frozenset[str] = frozenset()

    @property
    def worth(self) -> tuple[int, int]:
        return self.base, self.total


class Choice(NamedTuple):
    """``winners`` in turn order; nobody where three winners end the hand. ``reason`` says what decided."""

    winners: tuple[Seat, ...]
    passed_over: tuple[Seat, ...]
    reason: Reason


def in_turn(discarder: Seat | None, calls: Sequence[Call]) -> list[Call]:
    """The calls counter-clockwise from the discarder; a win from the wall stands alone."""
    return list(calls) if discarder is None else sorted(calls, key=lambda call: steps_between(discarder, call.seat))


def one_wins(options: Mapping[str, Any]) -> bool:
    """Whether one wins alone, however many call his tile."""
    return options[MULTIPLE_WINNERS] not in EVERY


def two_at_most(options: Mapping[str, Any]) -> bool:
    """Whether a third winner on one discard makes the hand a draw."""
    return bool(options.get("sancha")) or options.get(MULTIPLE_WINNERS) == "double-only"


def three_winners() -> RecordError:
    """The refusal of a hand that three winners end as a draw."""
    return RecordError("wins", "three winners are an abortive draw", "enter the hand as aborted: sancha")


def choose(options: Mapping[str, Any], discarder: Seat | None, calls: Sequence[Call]) -> Choice:
    """Who of several wins.

    ``multiple-winners``: ``all``; ``double-only`` (all, but three end the hand); ``three-only`` (all three, but of two
    the first in turn order); ``highest`` (what pays most, then the largest total; ties to the nearest); ``nearest`` or
    ``head-bump`` (the first in turn order). Where one alone wins and the ruleset has
    ``thirteen-terminals-priority``, such a hand comes before all.
    """
    ordered = in_turn(discarder, calls)
    if len(ordered) < 2:
        return Choice(tuple(call.seat for call in ordered), (), "win")
    if len(ordered) > 2 and two_at_most(options):
        return Choice((), tuple(call.seat for call in ordered), "three")
    if len(ordered) >= EVERY.get(options[MULTIPLE_WINNERS], len(ordered) + 1):
        return Choice(tuple(call.seat for call in ordered), (), "all")
    winner, reason = _one(options, ordered)
    return Choice((winner.seat,), tuple(call.seat for call in ordered if call is not winner), reason)


def _one(options: Mapping[str, Any], ordered: Sequence[Call]) -> tuple[Call, Reason]:
    first = [call for call in ordered if FIRST_OF_ALL in call.items]
    if first and options.get("thirteen-terminals-priority"):
        return first[0], "terminals"
    if options[MULTIPLE_WINNERS] == "highest":
        return max(ordered, key=lambda call: call.worth), "highest"
    return ordered[0], NEAREST
