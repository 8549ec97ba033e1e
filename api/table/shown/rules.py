"""Rulesets with their options, what they ask for in a result, and a scored hand."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from api.table.shown.base import OpenShown, Shown

Source = Literal["self-draw", "discard", "robbed-kong"]
Names = dict[str, str]


class LevelShown(Shown):
    """A named worth: reached with that total and fu."""

    total: int
    fu: int
    id: str


class SituationShown(Shown):
    """A flag that may be true of a win. ``dealer``: only the dealer can have it, or never he."""

    id: str
    sources: list[Source]
    dealer: bool | None


class AsksShown(OpenShown):
    """What the entry of a result asks for in a game; what the members mean stands at ``Asks`` of the rules."""

    riichi: list[str]
    ready: bool
    nagashi: bool
    abort: list[str]
    least: int
    presets: list[int]
    fu: list[int]
    fu_below: int
    levels: list[LevelShown]
    limit: str
    limit_totals: list[int]
    liable: bool
    liable_quick: list[Source]
    sources: list[Source]
    situations: list[SituationShown]
    flowers: bool
    red: bool
    indicators: bool
    hidden: bool
    origins: bool
    chows: bool
    copies: int
    absent: list[str]
    kita: int
    counters: bool
    seen: list[str]


class OptionShown(OpenShown):
    """An option of a ruleset: the values that it can have, and the one that it has."""

    name: str
    type: Literal["flag", "choice", "number", "list", "numbers"]
    default: Any
    help: str
    minimum: int | None = None
    maximum: int | None = None
    choices: list[Any] | None = None


class ItemShown(OpenShown):
    id: str
    key: str
    names: Names


class WallPlanShown(OpenShown):
    tiles: int
    players: int
    absent_seat: int | None = None


class DicePlanShown(OpenShown):
    dice: int


class OffenceShown(OpenShown):
    """A penalty of the ruleset. ``pays_each_other``: by what the amount depends on."""

    id: str
    pays_each_other: dict[str, int] | None = None
    pays_bank: int = 0
    effect: str = ""


class Sheet(OpenShown):
    """A ruleset whole."""

    id: str
    names: Names
    unit: str
    items: list[ItemShown]
    options: list[OptionShown]
    profiles: dict[str, dict[str, Any]]
    wall: WallPlanShown
    dice: DicePlanShown
    asks: AsksShown
    penalties: list[OffenceShown]


class ListedRuleset(Shown):
    id: str
    names: Names
    unit: str
    tiles: int
    players: int


class UsualGame(Shown):
    ruleset: str
    options: dict[str, Any]


class RulesetList(Shown):
    rulesets: list[ListedRuleset]
    usual: UsualGame = Field(description="what this table plays unless somebody says otherwise")


class ScoredShown(OpenShown):
    """A scored hand; ``sentences`` where it is explained."""

    total: int
    unit: str
    limit: bool
    items: dict[str, int]
    sentences: list[str] | None = None
