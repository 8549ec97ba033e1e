"""House rules and players of a table."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from api.table.shown.base import Colour, Shown
from api.table.shown.rules import ComparedFact, ComparedGame


class HouseRulesShown(Shown):
    """A ruleset as this house plays it. ``options``: those that differ from the profile."""

    id: str
    revision: int = Field(description="versions that it has had, this one counted")
    name: str
    ruleset: str
    profile: str | None
    options: dict[str, Any]
    who: str
    time: str = Field(description="of the last change")
    names: dict[str, str] = Field(description="in further languages, by their tags")


class HouseRulesRead(Shown):
    """The rules of a file beside those that are kept. ``games``: what both play, ruleset and profile in words;
    ``changes``: the items and options that differ, with ``texts`` and ``values`` as they are kept and as the file has
    them. Both are null where the rules that are kept make no game any more."""

    name: str
    names: dict[str, str] = Field(description="in all languages that the file names")
    ruleset: str
    profile: str | None
    options: dict[str, Any] = Field(description="those that differ from the profile")
    games: list[ComparedGame] | None
    changes: list[ComparedFact] | None


class HouseRulesList(Shown):
    seq: int = Field(description="for `expected_seq` of a change")
    house_rules: list[HouseRulesShown]


class PlayerEntry(Shown):
    id: str
    name: str
    colour: Colour | None
    number: int | None


class PlayerList(Shown):
    seq: int = Field(description="for `expected_seq` of a change")
    players: list[PlayerEntry]
