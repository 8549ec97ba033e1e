"""What somebody at the table does next who follows its prompts: the pure part of all simulated people."""

from __future__ import annotations

from enum import StrEnum

from controller.mechanism.moves import POSSIBLE_MOVES
from controller.mechanism.situation import Situation
from firmware_bridge.messages import Key


class NextAct(StrEnum):
    """One thing that a person does, then looks again."""

    TEND_HATCH = "tend-hatch"
    """Put in what belongs in, take out what does not, and close with Open."""
    WAIT = "wait"
    """It passes, or what holds the table up is a cable or a button and was put right before."""
    PRESS_OPEN = "press-open"
    PRESS_RAISE = "press-raise"
    PRESS_BOTH = "press-both"


def next_act(here: Situation, *, look_inside: bool = True) -> NextAct:
    """``look_inside``: whether a side that failed may still hold what made it fail; when not, Raise goes on at once.

    Every situation has an act, and the natural key comes first: Open, then Raise, then both together.
    """
    way = POSSIBLE_MOVES[here]
    if here in (Situation.HATCH_OPEN, Situation.HATCH_OPEN_IN_BUILD):
        return NextAct.TEND_HATCH
    if way.passing or (way.people and here is not Situation.KEY_AWAITED):
        return NextAct.WAIT
    goes_on = here is Situation.SIDE_FAULT and not look_inside and way.of(Key.RAISE) is not None
    if way.of(Key.OPEN) is not None and not goes_on:
        return NextAct.PRESS_OPEN
    if way.of(Key.RAISE) is not None or way.of(Key.BOTH) is None:
        return NextAct.PRESS_RAISE
    return NextAct.PRESS_BOTH
