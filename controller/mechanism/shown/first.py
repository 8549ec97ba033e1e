"""Which of two voices a page lets speak first: the machine, or the match that is played on it.

Both always have something to say. The machine goes first while it is in trouble, moves, waits for hands, or has no
wall for the hand that comes; else the people want to hear what the match asks of them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from controller.mechanism.shown.prompts import Prompt, prompt
from controller.mechanism.shown.view import machine_state
from controller.mechanism.situation import Situation, situation
from controller.mechanism.state import State


class Voice(StrEnum):
    """The values of ``prompt.first`` in the snapshot."""

    MACHINE = "machine"
    MATCH = "match"


HAND_COMES: Final = "roll"
"""The phase of a match in which the dice of the next hand are thrown, and its wall has to stand."""
HAND_IS_PLAYED: Final = "play"

_NOT_AT_REST: Final = frozenset({"moving", "suspended", "stopped", "unknown"})
_REFUSED: Final = "prompt.refused."
_HALF_WAY: Final = frozenset(
    {
        "prompt.partial",
        "prompt.put-rest-in",
        "prompt.half-raised",
        "prompt.hatch-doubt",
        "prompt.hatch-between",
        "prompt.lifts-away",
        "prompt.build-lost",
    }
)
"""The machine is half way through something that only people can finish."""
_NOT_NEEDED: Final = frozenset(
    {Situation.EMPTY, Situation.STAGED, Situation.STAGED_LOAD_NEXT, Situation.DRUM_LOADED, Situation.BUILDING}
)
"""The machine has no wall on the table and wants nothing of people who play all the same: with a wall that they built
by hand, or with one that they have just pushed in before they entered the result."""


def first_voice(state: State, phase: str | None, fresh_wall: bool) -> Voice:
    """``phase``: of the match, None without one. ``fresh_wall``: the wall that stands has not been played."""
    shown = prompt(state)
    machine = (
        phase is None
        or _in_trouble(state)
        or _owed(shown)
        or machine_state(state) in _NOT_AT_REST
        or (state.books.raised is None and not (phase == HAND_IS_PLAYED and situation(state) in _NOT_NEEDED))
        or (phase == HAND_COMES and (not fresh_wall or shown.key == "prompt.playing-other-plan"))
    )
    return Voice.MACHINE if machine else Voice.MATCH


def _in_trouble(state: State) -> bool:
    return any(fault.severity != "warn" for fault in state.books.faults)


def _owed(shown: Prompt) -> bool:
    """People owe the machine an answer: it waits for their hands, or has just refused what they asked for."""
    return shown.key in _HALF_WAY or shown.key.startswith(_REFUSED)
