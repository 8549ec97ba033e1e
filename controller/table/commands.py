"""Commands to the machine, the dice and the service of a table, and what every command is answered with.

Those of the match stand in ``controller.match.commands``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from controller.commands import Command
from controller.events import Recorded
from controller.events.machine import Place
from controller.match.state import Confirmation
from controller.mechanism.inputs import Request
from controller.rules.seats import Seat
from controller.uplink import Order


@dataclass(frozen=True, slots=True)
class MoveMachine(Command):
    """A request to the machine. ``fault``, a code or an id such as ``E32:lift-2``, narrows CLEAR_FAULT to one fault."""

    request: Request
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class PlaceSets(Command):
    """A person looked and says where the sets are; sets that are not named stay where the books have them."""

    sets: Mapping[str, Place]


@dataclass(frozen=True, slots=True)
class RollDice(Command):
    """Dice for whatever the match waits for, or free ones.

    ``purpose``: ``break``, ``first-dealer`` and ``seats`` go to the match while one is played; anything else is a free
    roll. ``seat``: who throws (None: whose turn it is). ``dice``: how many, for a free roll (None: as the ruleset).
    ``faces``: thrown by hand on the table and entered. ``ask``: the seats that are asked for their part before the
    dice are thrown; nobody for a roll at once. ``again``: for a break, the wall that stands may be one that was played.
    """

    purpose: str = "free"
    seat: Seat | None = None
    dice: int | None = None
    faces: tuple[int, ...] | None = None
    ask: tuple[Seat, ...] = ()
    again: bool = False


@dataclass(frozen=True, slots=True)
class Contribute(Command):
    """A seat's part in the roll that was asked for. One of: ``numbers`` (1-6, one for each die); ``commitment`` of a
    phone, and its ``nonce`` once all are locked (hexadecimal, 32 and 16 bytes); none of them: it gives nothing.
    """

    seat: Seat
    numbers: tuple[int, ...] | None = None
    commitment: str | None = None
    nonce: str | None = None


@dataclass(frozen=True, slots=True)
class GiveUpRoll(Command):
    """The roll that was asked for cannot be completed: it is void in public, and ordinary dice decide."""

    reason: str = "entry-failed"


@dataclass(frozen=True, slots=True)
class RecordService(Command):
    """A person has seen to a part of the machine (``controller.upkeep.diary.PARTS`` and ``WORKS``). Nothing moves."""

    part: str
    work: str = "cleaned"


@dataclass(frozen=True, slots=True)
class StartByHouseRules(Command):
    """A match by house rules of the table (``rules``: their id); the rest as in ``controller.match.StartMatch``."""

    match: str
    rules: str
    names: tuple[str, ...]
    seating: str | None = None
    first_dealer: Seat | None = None
    confirmation: Confirmation | None = None
    hand_check: bool | None = None


@dataclass(frozen=True, slots=True)
class TakeOrder(Command):
    """An order of the hall is carried out, once, whatever the id of the command. ``command``: what it leads to."""

    order: Order
    command: Command


@dataclass(frozen=True, slots=True)
class Receipt:
    """A command was carried out. ``events`` are what it recorded, durable by now; ``seq`` is the number of the last
    event of the journal after it. ``repeated``: the id was known, and this is the answer that was given before.
    """

    seq: int
    events: tuple[Recorded, ...]
    repeated: bool = False


def fingerprint(command: Command) -> str:
    """Tells two commands apart that carry the same id."""
    return hashlib.sha256(repr(command).encode("utf-8", "backslashreplace")).hexdigest()[:32]
