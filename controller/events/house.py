"""What a house keeps at its table: its own rules by name, and its players. Written when people edit them
(``controller.house``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from controller.events.event import Event
from controller.events.values import Json, Number


@dataclass(frozen=True, slots=True)
class HouseRulesKept(Event):
    """House rules were written down, or changed: the whole document as it is from now on."""

    type: ClassVar = "house.rules-kept"
    rules: str
    """The id of the document, for good."""
    revision: Number
    """Versions that the document has had, this one counted."""
    name: str
    ruleset: str
    profile: str | None
    """A profile of the ruleset, on top of which the options are set; null for none."""
    options: Json
    """The options that differ from the profile, with the ``changes`` of items."""
    who: str
    names: Mapping[str, str] | None = None
    """Names in further languages, by their tags."""


@dataclass(frozen=True, slots=True)
class HouseRulesRemoved(Event):
    """House rules are no longer offered. Matches played by them keep their options."""

    type: ClassVar = "house.rules-removed"
    rules: str
    who: str


@dataclass(frozen=True, slots=True)
class PlayerKept(Event):
    """A player was added to the table's list, or changed."""

    type: ClassVar = "house.player-kept"
    player: str
    """The id of the entry, for good."""
    name: str
    colour: str | None
    """One of ``controller.house.state.COLOURS``."""
    number: Number | None
    """A membership number or the like."""
    who: str


@dataclass(frozen=True, slots=True)
class PlayerRemoved(Event):
    """A player was taken from the table's list. Matches keep the name."""

    type: ClassVar = "house.player-removed"
    player: str
    who: str
