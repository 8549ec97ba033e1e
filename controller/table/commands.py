"""What people ask of a table, and what they get back.

Commands of the match are those of ``controller.match``, except ``Throw``, which the table makes itself out of
``RollDice``: nobody but the table draws dice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from controller import match
from controller.events import Recorded
from controller.mechanism.inputs import Request
from controller.mechanism.state import Place
from controller.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class MoveMachine:
    """A request to the machine. ``fault`` (such as ``E11``) narrows CLEAR_FAULT to one fault."""

    who: str
    request: Request
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class PlaceSets:
    """A person looked and says where the sets are; sets that are not named stay where the books have them."""

    who: str
    sets: Mapping[str, Place]


@dataclass(frozen=True, slots=True)
class RollDice:
    """Dice for whatever the match waits for, or free ones.

    ``purpose``: ``break``, ``first-dealer`` and ``seats`` go to the match while one is played; anything else is a free
    roll. ``seat``: who throws (None: whose turn it is). ``dice``: how many, for a free roll (None: as the ruleset).
    ``faces``: thrown by hand on the table and entered.
    """

    who: str
    purpose: str = "free"
    seat: Seat | None = None
    dice: int | None = None
    faces: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class RecordService:
    """A person has seen to a part of the machine (``controller.upkeep.diary.PARTS`` and ``WORKS``). Nothing moves."""

    who: str
    part: str
    work: str = "cleaned"


MatchCommand = (
    match.StartMatch
    | match.DrawWinds
    | match.BeginHand
    | match.EndHand
    | match.CorrectHand
    | match.Penalize
    | match.CancelPenalty
    | match.Rule
    | match.EndMatch
    | match.Abandon
)
Command = MoveMachine | PlaceSets | RollDice | RecordService | MatchCommand


@dataclass(frozen=True, slots=True)
class Answer:
    """A command was carried out. ``events`` are what it recorded, durable by now; ``seq`` is the number of the last
    event of the journal after it. ``repeated``: the id was known, and this is the answer that was given before.
    """

    seq: int
    events: tuple[Recorded, ...]
    repeated: bool = False


def fingerprint(command: Command) -> str:
    """Tells two commands apart that carry the same id."""
    return hashlib.sha256(repr(command).encode("utf-8", "backslashreplace")).hexdigest()[:32]


def rooms(command: Command) -> tuple[str, ...]:
    """Whose events make a command stale: a wall that was finished meanwhile is no reason to refuse a result."""
    return ("machine",) if isinstance(command, MoveMachine | PlaceSets) else ("match", "dice")
