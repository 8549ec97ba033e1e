"""Mutants of what Chinese Official counts by: fans, their points, what each contains, and what the editions say.

Its judge adds up tallies and looks neither at the tests of the items nor at the exclusions; those rows are made from
the tables that are changed here and are only shown (``test_mcr_search`` holds them together).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import fields, replace
from typing import Any

from controller.rules.rulesets.mcr import account as counting
from controller.rules.rulesets.mcr import editions
from controller.rules.rulesets.mcr import fans as f
from controller.rules.sheet.ruleset import Ruleset
from tools.mutants import Change, Mutant

Applied = Callable[[Ruleset], AbstractContextManager[Change]]
RULESET = "mcr"


def mutants() -> Iterator[Mutant]:
    for fan in f.FANS:
        if fan.number not in (f.CHICKEN_HAND, f.FLOWER_TILES):
            yield Mutant(f"item {fan.id}: never there", _seen(fan.number, 0))
            yield Mutant(f"item {fan.id}: always there", _seen(fan.number, 1))
        if fan.number != f.FLOWER_TILES:
            yield Mutant(f"item {fan.id}: worth one more", _worth(fan.number))
    for table, condition in ((editions.CONTAINED, ""), (editions.ONLY_IN_MIL, f" ({editions.MIL})")):
        for stays, drops in table.items():
            for goes in drops:
                name = f"exclusion {f.FAN[stays].id} of {f.FAN[goes].id}{condition}: dropped"
                yield Mutant(name, _entry(table, stays, tuple(other for other in drops if other != goes)))
    yield from _of_editions()


def _of_editions() -> Iterator[Mutant]:
    for name, edition in editions.EDITIONS.items():
        for field in fields(edition):
            value = getattr(edition, field.name)
            if isinstance(value, bool):
                flipped: dict[str, Any] = {field.name: not value}
                changed = replace(edition, **flipped)
                yield Mutant(f"option edition {name}: {field.name} flipped", _entry(editions.EDITIONS, name, changed))
        for fan, points in edition.points.items():
            words = f"option edition {name}: {f.FAN[fan].id} worth one more"
            yield Mutant(words, _entry(edition.points, fan, points + 1))


@contextmanager
def _counted_afresh() -> Iterator[None]:
    counting.account.cache_clear()
    try:
        yield
    finally:
        counting.account.cache_clear()


def _entry(table: dict[Any, Any], key: Any, value: Any) -> Applied:
    @contextmanager
    def applied(rules: Ruleset) -> Iterator[Change]:
        kept = table[key]
        with _counted_afresh():
            table[key] = value
            try:
                yield rules, ""
            finally:
                table[key] = kept

    return applied


def _seen(fan: int, times: int) -> Applied:
    """The fan is in no tally, or in every one."""

    def change(great: int, small: int) -> f.Tally:
        there = f.times((great, small), fan)
        more = (times - there) * f.ONE[fan] if not times or not there else 0
        return (great + more, small) if fan < f.FIRST_SMALL else (great, small + more)

    @contextmanager
    def applied(rules: Ruleset) -> Iterator[Change]:
        kept = counting.Account.sum
        with _counted_afresh(), _attribute("sum", lambda account, great, small: kept(account, *change(great, small))):
            yield rules, ""

    return applied


def _worth(fan: int) -> Applied:
    @contextmanager
    def applied(rules: Ruleset) -> Iterator[Change]:
        kept = counting.Account.__init__

        def made(account: counting.Account, name: str) -> None:
            kept(account, name)
            id, points = account.rows[fan]
            account.rows[fan] = id, points + 1

        with _counted_afresh(), _attribute("__init__", made):
            yield rules, ""

    return applied


@contextmanager
def _attribute(name: str, value: Any) -> Iterator[None]:
    kept = vars(counting.Account)[name]
    setattr(counting.Account, name, value)
    try:
        yield
    finally:
        setattr(counting.Account, name, kept)
