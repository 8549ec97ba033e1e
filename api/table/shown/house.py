"""House rules and players of a table."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from api.table.shown.base import Colour, Shown


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
