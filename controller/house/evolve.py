"""Folds what was kept and removed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from controller.events import Recorded
from controller.events.house import HouseRulesKept, HouseRulesRemoved, PlayerKept, PlayerRemoved
from controller.house.state import House, HouseRules, ListedPlayer

T = TypeVar("T")


def evolve(house: House, recorded: Recorded) -> House:
    """The house after an event; others than those of the house change nothing."""
    match recorded.event:
        case HouseRulesKept() as kept:
            return replace(house, rules={**house.rules, kept.rules: _rules(kept, recorded.time)})
        case HouseRulesRemoved(rules=id_):
            return replace(house, rules=_without(house.rules, id_))
        case PlayerKept(player=id_, name=name, colour=colour, number=number):
            return replace(house, players={**house.players, id_: ListedPlayer(id_, name, colour, number)})
        case PlayerRemoved(player=id_):
            return replace(house, players=_without(house.players, id_))
        case _:
            return house


def _rules(kept: HouseRulesKept, time: str) -> HouseRules:
    return HouseRules(
        kept.rules, kept.revision, kept.name, kept.ruleset, kept.profile, kept.options, kept.who, time, kept.names or {}
    )


def _without(entries: Mapping[str, T], id_: str) -> dict[str, T]:
    return {each: entry for each, entry in entries.items() if each != id_}
