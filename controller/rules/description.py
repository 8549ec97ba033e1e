"""A ruleset as JSON, without words: the catalogues have them by the ids and keys that stand here."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from controller.rules.engine import ConfiguredGame
from controller.rules.explain import item_key
from controller.rules.sheet.changes import value_option
from controller.rules.sheet.own_patterns import NAMED
from controller.rules.sheet.ruleset import Exclusion, Item, Ruleset


def described(rules: Ruleset) -> dict[str, Any]:
    game = ConfiguredGame(rules)
    return {
        "id": rules.id,
        "unit": rules.unit,
        "start_points": game.start_points,
        "seating": game.seating,
        "items": [_item(rules.id, item) for item in rules.items],
        "exclusions": [_exclusion(rule) for rule in rules.exclusions],
        "options": [option.as_json() for option in rules.options],
        "contradictions": [
            {"options": [rule.first, rule.second], "detail": rule.detail} for rule in rules.contradictions
        ],
        "profiles": {name: dict(values) for name, values in rules.profiles.items()},
        "tiles": game.tiles.as_json(),
        "wall": asdict(game.wall),
        "dice": asdict(game.dice),
        "progression": asdict(game.plan),
        "asks": game.asks.as_json(),
        "penalties": list(game.penalties()),
        "own_items": _own_items(rules),
    }


def _own_items(rules: Ruleset) -> dict[str, Any] | None:
    """What an item of the house can be: its group, and the patterns with a name that it may look at; None where a house
    can change no item. ``option``: gives all items of the group their value."""
    if rules.fixed_items:
        return None
    groups: dict[str, list[Item]] = {}
    for item in rules.items:
        groups.setdefault(item.group, []).append(item)
    return {
        "groups": [
            {
                "id": name,
                "option": value_option(items),
                "patterns": [
                    pattern for pattern, test in NAMED.items() if test.on_hand or any(i.on != "hand" for i in items)
                ],
            }
            for name, items in groups.items()
        ]
    }


def _when(when: Any) -> dict[str, Any]:
    return {name: sorted(value) if isinstance(value, frozenset) else value for name, value in when.items()}


def _item(ruleset: str, item: Item) -> dict[str, Any]:
    value: dict[str, Any] = {"option": item.value} if isinstance(item.value, str) else {"value": item.value}
    if item.open_value is not None:
        value["open_value"] = item.open_value
    return {
        "id": item.id,
        "key": item_key(ruleset, item),
        "group": item.group,
        **value,
        "when": _when(item.when),
    }


def _exclusion(rule: Exclusion) -> dict[str, Any]:
    return {"item": rule.item, "drops": list(rule.drops), "why": rule.why, "when": _when(rule.when)}
