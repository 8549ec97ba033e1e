"""What people ask of the lists of a house."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.commands import Command


@dataclass(frozen=True, slots=True)
class KeepHouseRules(Command):
    """``id`` of a document that is there changes it; another one makes a new document of that id. ``names``: in further
    languages, by their tags; None leaves them as they are. ``revision``: that which was changed; refused when there is
    a later one. None asks for no check."""

    id: str
    name: str
    ruleset: str
    profile: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    new: bool = True
    names: Mapping[str, str] | None = None
    revision: int | None = None


@dataclass(frozen=True, slots=True)
class RemoveHouseRules(Command):
    rules: str


@dataclass(frozen=True, slots=True)
class KeepPlayer(Command):
    """``new``: the entry must not be there yet; otherwise it must."""

    id: str
    name: str
    colour: str | None = None
    number: int | None = None
    new: bool = True


@dataclass(frozen=True, slots=True)
class RemovePlayer(Command):
    player: str
