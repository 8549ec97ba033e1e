"""The engine against the second scorers: fresh random hands, the seed printed."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from controller.rules import OptionError, score
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
    hands: int = 3_000
    """Of one comparison; fewer where the second scorer is slow."""


def differs(what: Compared, record: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The engine's result, and both where the second scorer has another; empty where they agree.

    Of readings that are equally good either may be named: a second scorer that answers them as ``equally_good`` is held
    to one of these lists of items.
    """
    ours, theirs = score(record), what.second(record)
    lists = theirs.pop("equally_good", [])
    if ours.get("items") in lists:
        theirs["items"] = ours["items"]
    alike = {name: value for name, value in ours.items() if name != "explain"} == theirs
    return ours, "" if alike else f"{json.dumps(record)}\n  engine {ours}\n  second {theirs}"


def compare(what: Compared, seed: int, hands: int) -> tuple[Counter[str], list[str]]:
    """What was seen (items, reasons) and the records that the two score differently."""
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    for _ in range(hands):
        try:
            ours, difference = differs(what, one_record(what, rng))
        except OptionError:  # options that contradict each other
            continue
        seen.update(ours.get("items", [ours.get("reason", "")]))
        for row in (ours.get("losers") or {}).values():
            seen.update(row["items"])
        seen["legal"] += ours["legal"]
        if difference:
            wrong.append(difference)
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
