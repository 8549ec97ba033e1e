"""The rules of a match as its sheet prints them: the profile, and what differs from it, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from api.words.options import option_name, option_value
from controller.match import MatchState
from controller.match.sheet import SheetRules
from controller.rules import ruleset, rulesets
from controller.rules.sheet.card import CARD
from controller.rules.sheet.options import CHANGES, settle
from controller.rules.sheet.ruleset import Ruleset

Words = Mapping[str, str]


def played_rules(state: MatchState, words: Words) -> SheetRules:
    """``words``: with the names of the items that are played. Nothing is said of a ruleset that is gone."""
    id, options = state.ruleset, state.options
    if id not in rulesets():
        return SheetRules()
    rules = ruleset(id)
    profile = _profile(rules, options, state.profile)
    name = words["start.profile-none"] if profile is None else words[f"profile.{id}.{profile}"]
    lines = [
        (option_name(words, id, option), option_value(words, words, id, option, options[option]))
        for option in _differing(rules, options, profile)
    ]
    return SheetRules(name if rules.profiles else "", (*lines, *_changes(id, options.get(CHANGES) or {}, words)))


def _profile(rules: Ruleset, options: Mapping[str, Any], named: str | None) -> str | None:
    """The one that the match was started with. Where it names none, its options may be all those of a profile: a match
    before profiles were kept, or one that was played again."""
    if named in rules.profiles:
        return named
    return next((each for each in (None, *rules.profiles) if not _differing(rules, options, each)), None)


def _differing(rules: Ruleset, options: Mapping[str, Any], profile: str | None) -> list[str]:
    offered = settle(rules.options, (), {} if profile is None else rules.profiles[profile], {})
    return [name for name, value in offered.items() if name in options and _plain(options[name]) != _plain(value)]


def _plain(value: Any) -> Any:
    """Lists for tuples, as the journal keeps them."""
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def _changes(id: str, changes: Mapping[str, Any], words: Words) -> Iterator[tuple[str, str]]:
    """What the house changed in the items: their values, those that do not count, those of its own, its card."""

    def named(item: str) -> str:
        return words.get(f"item.{id}.{item}", item)

    for item, value in changes.get("values", {}).items():
        yield named(item), _worth(*(value if isinstance(value, list | tuple) else (value,)), words=words)
    for item in changes.get("off", ()):
        yield words["setup.item-counts"].format(item=named(item)), words["setup.no"]
    for own in changes.get("items", ()):
        worth = [own[key] for key in ("value", "open-value") if key in own]
        yield named(own["id"]), _worth(*worth, words=words) if worth else words["setup.yes"]
    if CARD in changes:
        yield words["paper.card"], changes[CARD]["title"]


def _worth(value: int, open_value: int | None = None, *, words: Words) -> str:
    return str(value) if open_value is None else f"{value} ({words['sheet.open'].format(value=open_value)})"
