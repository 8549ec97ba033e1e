"""The dice that a hall wants of a table for the draw of a tournament: thrown one roll after the other, with no other
roll between them, so that nobody throws until he likes what he sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.events import Event
from controller.events.dice import DiceAnchored, DiceRolled
from controller.events.hall import HallDrawThrown, HallDrawWanted, HallOrderTaken
from controller.events.match import MatchStarted
from controller.fairness.progress import DiceProgress
from controller.fairness.roll import record_of
from controller.fairness.statements import Purpose

DICE: Final = 10
"""Of each roll."""
MOST_ROLLS: Final = 20
PURPOSE: Final = Purpose.TOURNAMENT_DRAW.id


@dataclass(frozen=True, slots=True)
class DrawWanted:
    """``draw``: what the hall calls it; ``title``: the tournament. ``records``: of the rolls so far; ``dice``: their
    faces, for people."""

    draw: str
    title: str
    rolls: int
    who: str
    records: tuple[str, ...] = ()
    dice: tuple[tuple[int, ...], ...] = ()


def wanted_after(wanted: DrawWanted | None, event: Event) -> DrawWanted | None:
    """After an event of the table. A match puts the draw away; with a new epoch of dice it begins anew, because rolls
    of two epochs cannot be shown to follow one another."""
    match event:
        case HallDrawWanted(draw=draw, title=title, rolls=rolls, who=who):
            return None if draw is None else DrawWanted(draw, title, rolls, who)
        case HallDrawThrown() | MatchStarted():
            return None
        case DiceAnchored() if wanted is not None:
            return replace(wanted, records=(), dice=())
        case DiceRolled(purpose=purpose, dice=dice) if wanted is not None and purpose == PURPOSE:
            record = record_of(event)
            if record is not None:
                return replace(wanted, records=(*wanted.records, record), dice=(*wanted.dice, tuple(dice)))
    return wanted


def drawn_after(drawn: DrawWanted | None, wanted: DrawWanted | None, event: Event) -> DrawWanted | None:
    """The last draw that was thrown to its end, which people read from the table; what the hall orders next, or a
    match, puts it away. ``wanted``: before the event, with all its rolls at the last one."""
    match event:
        case HallDrawThrown():
            return wanted
        case HallDrawWanted() | HallOrderTaken() | MatchStarted():
            return None
    return drawn


def thrown(wanted: DrawWanted, events: Sequence[Event], progress: DiceProgress) -> tuple[Event, ...]:
    """What follows when these events hold the last roll. ``progress``: before them."""
    after: DrawWanted | None = wanted
    for event in events:
        after = wanted_after(after, event)
    if after is None or len(after.records) < after.rolls or progress.chain is None:
        return ()
    return (HallDrawThrown(wanted.draw, progress.chain.table.hex(), (progress.anchor, *after.records)),)
