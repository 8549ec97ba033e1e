"""Mutants of what a ruleset lists: values, tests, whole items, exclusions, options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from itertools import product
from typing import Any

from controller.rules.sheet.ruleset import Item, Ruleset
from tools.mutants import Change, Mutant


def never(_: Any) -> int:
    return 0


def always(_: Any) -> int:
    return 1


def mutants(rules: Ruleset, options: Collection[str]) -> Iterator[Mutant]:
    """``options``: those that scoring looks at."""
    seen: dict[str, int] = {}
    for item in rules.items:
        seen[item.id] = seen.get(item.id, 0) + 1
        name = item.id if seen[item.id] == 1 else f"{item.id}#{seen[item.id]}"
        yield from _of_item(rules, item, f"item {name}")
    yield from _of_exclusions(rules)
    for name in options:
        yield Mutant(f"option {name}: ignored", _ignoring(name))


def _of_item(rules: Ruleset, item: Item, name: str) -> Iterator[Mutant]:
    yield Mutant(f"{name}: never there", _with(item, "test", never))
    yield Mutant(f"{name}: always there", _with(item, "test", always))
    yield Mutant(f"{name}: dropped", _without(item))
    value = item.value
    if isinstance(value, str):
        value = next((option.default for option in rules.options if option.name == value), 0)
    yield Mutant(f"{name}: worth one more", _with(item, "value", value + 1))
    if item.open_value is not None:
        yield Mutant(f"{name}: worth one more when open", _with(item, "open_value", item.open_value + 1))
    if item.when and not _shadowed(rules, item):
        yield Mutant(f"{name}: whatever the options", _with(item, "when", {}))


def _shadowed(rules: Ruleset, item: Item) -> bool:
    """Whether a later row of the same id takes its place wherever it is not played: of equal ids the last counts."""
    rows = [row for row in rules.items if row.id == item.id]
    choices = {option.name: option.choices for option in rules.options}
    names = sorted({name for row in rows for name in row.when})
    for values in product(*(choices[name] for name in names)):
        options = dict(zip(names, values, strict=True))
        played = [row for row in rows if row.played(options)]
        if item not in played and (not played or rows.index(played[-1]) < rows.index(item)):
            return False
    return True


def _with(item: Item, field: str, value: Any) -> Callable[[Ruleset], AbstractContextManager[Change]]:
    """The item itself is changed, so that every list that holds it sees the change."""

    @contextmanager
    def applied(rules: Ruleset) -> Iterator[Change]:
        kept = getattr(item, field)
        object.__setattr__(item, field, value)
        try:
            yield rules, ""
        finally:
            object.__setattr__(item, field, kept)

    return applied


def _without(item: Item) -> Callable[[Ruleset], AbstractContextManager[Change]]:
    """Out of the list, and never there where a ruleset keeps lists of its own."""

    @contextmanager
    def applied(rules: Ruleset) -> Iterator[Change]:
        with _with(item, "test", never)(rules):
            yield replace(rules, items=tuple(row for row in rules.items if row is not item)), ""

    return applied


def _of_exclusions(rules: Ruleset) -> Iterator[Mutant]:
    for at, rule in enumerate(rules.exclusions):
        for name in rule.drops:
            fewer = replace(rule, drops=tuple(other for other in rule.drops if other != name))
            yield Mutant(f"exclusion {rule.item} of {name}: dropped", _exclusion(at, fewer))
        if rule.when:
            yield Mutant(f"exclusion {rule.item}: whatever the options", _exclusion(at, replace(rule, when={})))


def _exclusion(at: int, changed: Any) -> Callable[[Ruleset], AbstractContextManager[Change]]:
    @contextmanager
    def applied(rules: Ruleset) -> Iterator[Change]:
        yield replace(rules, exclusions=(*rules.exclusions[:at], changed, *rules.exclusions[at + 1 :])), ""

    return applied


def unheard(option: str, name: str, ruleset: str) -> Mutant:
    """An option that one ruleset passes over."""

    @contextmanager
    def applied(rules: Ruleset) -> Iterator[Change]:
        yield rules, option if rules.id == ruleset else ""

    return Mutant(name, applied)


def _ignoring(option: str) -> Callable[[Ruleset], AbstractContextManager[Change]]:
    @contextmanager
    def applied(rules: Ruleset) -> Iterator[Change]:
        yield rules, option

    return applied
