"""Chinese Official against PyMahjongGB: random winning hands of every shape, scored by both.

    python -m bench.oracle_mcr                        20,000 hands of a fresh seed
    python -m bench.oracle_mcr --hands 100000 --seed 7

Both editions are compared. The peer plays by ``mil``: there every total is the same. Where ``wmo2006`` differs, each
fan must be one that ``EXPLAINED`` names with the rule and the points; anything else is printed, and the command fails.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from api.commands.lines import decoder
from bench.mcr_hands import random_record
from controller.rules import configure, ruleset, score
from controller.rules.hand.parse import read
from controller.rules.hand.tile_set import WITH_FLOWERS
from controller.rules.hand.tiles import read_tiles
from controller.rules.seats import WIND_INDEX

MISSING = "Chinese Official oracle: enable with `.venv/bin/pip install PyMahjongGB`"

_SUITS = "WBT"
_NAMES = [f"{_SUITS[tile // 9]}{tile % 9 + 1}" for tile in range(27)]
_NAMES += [f"F{number}" for number in range(1, 5)] + ["J3", "J2", "J1"]
_SETS = {"chow": "CHI", "pung": "PENG", "kong": "GANG"}
# the one fan that is called otherwise there
_OTHER_NAMES = {"two-dragons-pungs": "two-dragon-pungs", "all-five": "all-fives"}


class NoOracle(ImportError):
    """PyMahjongGB is not installed."""


def calculator() -> Callable[..., Any]:
    """The peer's function. Raises NoOracle."""
    try:
        from MahjongGB import MahjongFanCalculator
    except ImportError:
        raise NoOracle(MISSING) from None
    answer: Callable[..., Any] = MahjongFanCalculator
    return answer


def arguments_of(record: Mapping[str, Any]) -> tuple[Any, ...]:
    """What the peer wants to know, without its last flag."""
    flags = record["flags"]
    return (
        tuple(_pack(meld) for meld in record["melds"]),
        tuple([_NAMES[tile] for tile in read_tiles(record["hand"])]),
        _NAMES[read_tiles(record["winning_tile"])[0]],
        len(record["flowers"].replace("f", "")),
        record["win"] == "self-draw",
        "last-of-kind" in flags,
        record["win"] == "robbed-kong" or "replacement" in flags,
        "last-tile" in flags or "last-discard" in flags,
        WIND_INDEX[record["seat_wind"]],
        WIND_INDEX[record["round_wind"]],
    )


def _pack(meld: Mapping[str, Any]) -> tuple[str, str, int]:
    tiles = read_tiles(meld["tiles"])
    offer = 0 if meld["concealed"] else 2 if meld["kind"] == "chow" else 1
    return _SETS[meld["kind"]], _NAMES[tiles[1]], offer


def peer_items(calculate: Callable[..., Any], record: Mapping[str, Any]) -> dict[str, int]:
    """The fans that the peer finds, by our ids with their points."""
    found = calculate(*arguments_of(record), True)
    names = [(name.lower().replace(" ", "-"), points * times) for points, times, _, name in found]
    return {_OTHER_NAMES.get(name, name): points for name, points in names}


Points = dict[str, int]


@dataclass(frozen=True, slots=True)
class ExplainedDifference:
    """A rule by which an edition differs from the peer, which plays by ``mil`` alone.

    ``apart``: by how many points the fan may differ. ``beside``: of each of these sets our hand has a fan.
    """

    rule: str
    edition: str
    apart: Mapping[str, frozenset[int]]
    beside: tuple[frozenset[str], ...]

    def fans(self, edition: str, ours: Points, apart: Points) -> set[str]:
        """Those of the differing fans that the rule explains."""
        if edition != self.edition or not all(fans & set(ours) for fans in self.beside):
            return set()
        return {fan for fan, points in apart.items() if points in self.apart.get(fan, ())}


def _row(rule: str, fan: str, *points: int, beside: tuple[str, ...] = ()) -> ExplainedDifference:
    apart = {fan: frozenset(points)}
    return ExplainedDifference(rule, "wmo2006", apart, tuple(frozenset(fans.split()) for fans in beside))


CONCEALED_SHAPES = frozenset({
    "nine-gates", "seven-shifted-pairs", "thirteen-orphans", "four-concealed-pungs", "seven-pairs",
    "greater-honors-and-knitted-tiles", "lesser-honors-and-knitted-tiles",
})  # fmt: skip
EXPLAINED = (
    _row("two concealed kongs are 8", "two-concealed-kongs", 2),
    _row("one melded and one concealed kong are 6", "concealed-kong-and-melded-kong", 1),
    ExplainedDifference(
        "shapes concealed by nature are fully concealed hands",
        "wmo2006",
        {"fully-concealed-hand": frozenset({4}), "self-drawn": frozenset({-1})},
        (CONCEALED_SHAPES,),
    ),
    _row("double pung is added to all terminals", "double-pung", 2, 4, beside=("all-terminals",)),
    _row("half flush is added to all green", "half-flush", 6, beside=("all-green",)),
    _row("nine gates contain both pungs", "pung-of-terminals-or-honors", -1, beside=("nine-gates",)),
    _row(
        "no tile hog in seven pairs that are all green or all terminals",
        *("tile-hog", -2, -4, -6),
        beside=("seven-pairs", "all-green all-terminals"),
    ),
    _row("no edge wait beside a knitted straight", "edge-wait", -1, beside=("knitted-straight",)),
    _row("no closed wait beside a knitted straight", "closed-wait", -1, beside=("knitted-straight",)),
)


def explanation(edition: str, ours: Points, theirs: Points) -> tuple[str, ...]:
    """The rules that together explain every fan that differs; empty where they do not."""
    fans = {*ours, *theirs}
    apart = {fan: points for fan in fans if (points := ours.get(fan, 0) - theirs.get(fan, 0))}
    found = {row.rule: row.fans(edition, ours, apart) for row in EXPLAINED}
    rules = tuple(rule for rule, explained in found.items() if explained)
    return rules if set().union(*found.values()) == set(apart) else ()


ANOTHER_READING = "choose the high one: by this edition another reading is the best"


def by_reading(record: Mapping[str, Any], edition: str, ours: Points, theirs: Points) -> tuple[str, ...]:
    """The same for a hand whose best reading changes: the rules explain our reading, and the peer has the best of
    the readings by its own edition."""
    by_edition, by_mil = (
        configure("mcr", {"edition": name, "min-points": 0}).verdicts(read(record, WITH_FLOWERS))[0]
        for name in (edition, "mil")
    )
    if max(verdict.total for verdict in by_mil) != sum(theirs.values()):
        return ()
    best = next((number for number, verdict in enumerate(by_edition) if verdict.items == ours), None)
    rules = () if best is None else explanation(edition, ours, by_mil[best].items)
    return (ANOTHER_READING, *rules) if rules else ()


@dataclass(frozen=True, slots=True)
class Difference:
    """``rules``: those that explain it; empty where none does."""

    record: Mapping[str, Any]
    ours: Points
    theirs: Points
    rules: tuple[str, ...]


def compare(calculate: Callable[..., Any], records: Iterator[dict[str, Any]]) -> Iterator[Difference | None]:
    """For each record the difference of the totals, or None. Items may differ where the totals are the same."""
    for record in records:
        ours, theirs = score(record), peer_items(calculate, record)
        items = ours.get("items", {})
        if ours["legal"] and ours["total"] == sum(theirs.values()):
            yield None
        else:
            edition = record["options"]["edition"]
            rules = explanation(edition, items, theirs) or by_reading(record, edition, items, theirs)
            yield Difference(record, items, theirs, rules)


def records(seed: int, hands: int, edition: str = "mil") -> Iterator[dict[str, Any]]:
    """Winning hands by a seed, without a minimum so that small ones are compared as well."""
    rng = random.Random(seed)
    for _ in range(hands):
        yield {**random_record(rng), "options": {"min-points": 0, "edition": edition}}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=None)
    wanted = parser.parse_args()
    seed = random.SystemRandom().randrange(1 << 32) if wanted.seed is None else wanted.seed
    try:
        calculate = calculator()
    except NoOracle as missing:
        print(missing, file=sys.stderr)
        return 2
    unexplained = 0
    for edition in ("mil", "wmo2006"):
        print(f"edition {edition}, seed {seed}, {wanted.hands:,} hands")
        unexplained += report(calculate, records(seed, wanted.hands, edition))
    print(f"fans never seen: {', '.join(never_seen(records(seed, min(wanted.hands, 20_000)))) or 'none'}")
    return 1 if unexplained else 0


def report(calculate: Callable[..., Any], hands: Iterator[dict[str, Any]]) -> int:
    """Prints what was found; answers the number of differences that no rule explains."""
    rules: Counter[str] = Counter()
    alike = explained = unexplained = 0
    for difference in compare(calculate, hands):
        if difference is None:
            alike += 1
        elif difference.rules:
            explained += 1
            rules.update(difference.rules)
        else:
            unexplained += 1
            show(difference)
    print(f"  {alike:,} alike, {explained:,} explained, {unexplained:,} not")
    for rule, times in rules.most_common():
        print(f"  {times:7,}  {rule}")
    return unexplained


def show(difference: Difference) -> None:
    record = {key: value for key, value in difference.record.items() if value and key not in ("ruleset", "options")}
    print(json.dumps(record))
    print("  ours  ", sum(difference.ours.values()), dict(difference.ours))
    print("  theirs", sum(difference.theirs.values()), dict(difference.theirs))


def never_seen(hands: Iterator[dict[str, Any]]) -> list[str]:
    """Fans that none of the hands scored."""
    seen: set[str] = set()
    for record in hands:
        seen.update(score(record)["items"])
    return [item.id for item in ruleset("mcr").items if item.id not in seen]


def scorer() -> Callable[[str], Any]:
    """The peer's whole way from a JSON line to its fans, for ``bench.score``. Raises NoOracle."""
    calculate = calculator()
    decoded = decoder()
    return lambda line: calculate(*arguments_of(decoded(line)), True)


if __name__ == "__main__":
    sys.exit(main())
