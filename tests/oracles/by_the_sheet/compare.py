"""The engine against the second scorers: fresh random hands, the seed printed."""

from __future__ import annotations

import json
import operator
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from controller.rules import score
from tests.oracles.by_the_sheet.random_hands import Table, random_options, random_record


@dataclass(frozen=True)
class Compared:
    ruleset: str
    second: Callable[[dict[str, Any]], dict[str, Any]]
    table: Callable[[dict[str, Any], str | None], Table]
    choices: dict[str, Sequence[Any]]
    profiles: Sequence[str] = ()
    change: Callable[[random.Random, dict[str, Any]], None] = lambda _rng, _record: None
    """Fields that only this ruleset has, and hands of its own."""
    same: Callable[[dict[str, Any], dict[str, Any]], bool] = operator.eq
    """Whether the engine's answer is the second scorer's."""
    hands: int = 3_000
    """Of one comparison; fewer where the second scorer is slow."""


def compare(what: Compared, seed: int, hands: int) -> tuple[Counter[str], list[str]]:
    """What was seen (items, reasons) and the records that the two score differently."""
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    for _ in range(hands):
        record = one_record(what, rng)
        ours, theirs = score(record), what.second(record)
        seen.update(ours.get("items", [ours.get("reason", "")]))
        seen["legal"] += ours["legal"]
        if not what.same(ours, theirs):
            wrong.append(f"{json.dumps(record)}\n  engine {ours}\n  second {theirs}")
    return seen, wrong


def one_record(what: Compared, rng: random.Random) -> dict[str, Any]:
    options = random_options(rng, what.choices)
    profile = rng.choice((None, *what.profiles)) if what.profiles else None
    record = random_record(rng, what.table(options, profile), what.ruleset)
    record["options"] = options
    if profile is not None:
        record["profile"] = profile
    what.change(rng, record)
    return record
