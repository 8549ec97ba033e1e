"""Hands per CPU second, from a JSON line to its result, for every ruleset.

    python -m bench.score                      20,000 random winning hands for each ruleset
    python -m bench.score --hands 5000 riichi  fewer hands, one ruleset

The hands are seeded: the same figure can be measured again. Half of them have melds; one in ten is of a special form.
Hands of riichi and sanma come with dora, situations, counters and sticks (``bench.riichi_hands``). Lines are decoded as
the command ``score`` decodes many of them, for the other engines too.
Where other engines for the same game are installed, they score the same lines in the same run. The first line says
whether the rules engine ran pure or compiled (``python -m tools.compiled run bench.score``); each has its limits.

Each ruleset is measured in a process of its own: hands of the same seed would find the tables of others full.

*First pass*: from empty tables on. *Later*: other hands after them, as in a service that has run for a while. *Again*:
the same hands once more.

Every first pass is held to its limit in the same run: against its peers where there are any, otherwise against what it
costs to read the same lines as JSON. Exit status 1 when one fails.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from typing import Any, NamedTuple

from api.commands.lines import decoder
from bench.card_hands import random_card_record
from bench.riichi_hands import Dealer
from controller.rules import configure, engine, rulesets, score
from controller.rules.hand.tile_set import TileSet
from controller.rules.hand.tiles import HONOURS, KINDS, MAJORS, NAMES, read_tiles, write_tiles

Tiles = list[int]


class Peer(NamedTuple):
    """Another engine that may be installed: its name, and the module whose ``scorer()`` makes it score a JSON line.
    ``pure``, ``compiled``: how many times as fast our engine must be."""

    name: str
    module: str
    pure: float
    compiled: float

    @property
    def at_least(self) -> float:
        return self.compiled if COMPILED else self.pure


PEERS = {
    "mcr": (Peer("PyMahjongGB (C++)", "bench.oracle_mcr", 1 / 6, 1.1),),
    "riichi": (
        Peer("mahjong (Python)", "bench.oracle_riichi", 2.8, 7.7),
        Peer("RiichiEnv (Rust)", "bench.oracle_riichienv", 0.2, 1.3),
    ),
    "sanma": (Peer("mahjong (Python)", "bench.oracle_riichi", 2.6, 2.7),),
}
"""The peers of a ruleset. Each starts from the same text as our engine, decoded by the same reader."""

HOUSE: dict[str, dict[str, Any]] = {"shanxi-lisi": {"ready-required": False, "suits": "any"}}
"""Options with which hands by chance may win in games that ask for more than a form."""

COMPILED = engine.__file__.endswith(".so")
"""Whether the rules engine that is measured is compiled."""
READINGS = 4.5 if COMPILED else 16.0
"""What scoring a line of a ruleset without peers may cost, in readings of the line by ``json.loads``. Rulesets are not
compared with each other: their hands differ, and so does what there is to find in them. A hand of five sets may cost a
fourth more than one of four, and in pure Python one with wild tiles as much again as half."""
WITH_WILD = 1.0 if COMPILED else 1.5
WITH_WAITS = dict.fromkeys(("filipino", "chinese-classical", "western-classical"), 1.0 if COMPILED else 1.5)
"""Games in which the place of the winning tile counts: with wild tiles every place has to be looked at, with every
meaning of them; and where points depend on it, what other tiles would have won."""
COMMON = "hong-kong-old"
"""The ruleset beside whose figure the others are printed."""
SETS = 4
"""Of a usual hand; games of sixteen tiles have five, and none of the special forms."""
CHUNK = 2000
"""Hands before it is the turn of the next engine."""


class NoTilesLeft(Exception):
    """The tiles dealt so far leave no room for the next set; the hand is dealt again."""


class Deal:
    """Draws tiles without taking more than four of a kind."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.left = [4] * KINDS

    def take(self, pick: Callable[[], Tiles]) -> Tiles:
        for _ in range(50):
            tiles = pick()
            if all(self.left[tile] >= tiles.count(tile) for tile in tiles):
                for tile in tiles:
                    self.left[tile] -= 1
                return tiles
        raise NoTilesLeft

    def chow(self, suit: int) -> Tiles:
        first = 9 * suit + self.rng.randrange(7)
        return [first, first + 1, first + 2]

    def same(self, suit: int, number: int) -> Tiles:
        tile = self.rng.choice(HONOURS) if suit == 3 else 9 * suit + self.rng.randrange(9)
        return [tile] * number

    def a_set(self, kind: str, suit: int, size: int) -> Tiles:
        return self.take(partial(self.chow, suit) if kind == "chow" else partial(self.same, suit, size))


def random_record(rng: random.Random, ruleset: str) -> dict[str, Any]:
    """A winning hand of any shape; many are below the minimum of a ruleset that has one."""
    tiles = configure(ruleset).tiles
    if tiles.exposures:
        return random_card_record(rng, ruleset)
    whole = not tiles.absent or tiles.strangers_count
    if rng.random() < 0.1 and tiles.sets == SETS and whole:
        return finish(rng, ruleset, special(rng), [])
    while True:
        try:
            made = finish(rng, ruleset, *sets_and_pair(rng, tiles.sets, POOLS[whole]))
            return with_wild(rng, made, tiles) if tiles.wild.shown else made
        except NoTilesLeft:
            continue


def with_wild(rng: random.Random, record: dict[str, Any], tiles: TileSet) -> dict[str, Any]:
    """The same hand with up to two wild tiles in the place of others, and the indicator that makes them wild."""
    held, melded = read_tiles(record["hand"]), [tile for meld in record["melds"] for tile in read_tiles(meld["tiles"])]
    free = [tile for tile in range(27) if tile not in (*held, *melded) and NAMES[tile] != record["winning_tile"]]
    wild = rng.choice(free)
    for place in rng.sample(range(len(held)), min(len(held), rng.choice((0, 0, 1, 1, 2)))):
        held[place] = wild
    indicator = next(tile for tile in range(27) if wild in tiles.wild_by(tile))
    return {**record, "hand": write_tiles(sorted(held)), "indicator": NAMES[indicator]}


POOLS = {True: ((0, 1, 2, 3), (0, 1, 2), (0, 3), (1,), (2, 3)), False: ((0, 1, 2), (0, 1, 2), (0, 1), (1,), (2,))}
"""The suits (3: honors) of a hand, where honors are playing tiles and where they are not."""


def sets_and_pair(
    rng: random.Random, sets: int = SETS, pools: Sequence[tuple[int, ...]] = POOLS[True]
) -> tuple[Tiles, list[dict[str, Any]]]:
    """Concealed tiles and melds of a hand of so many sets and a pair."""
    deal = Deal(rng)
    suits = rng.choice(pools)
    chows = rng.random()
    melds, concealed = [], deal.take(lambda: deal.same(rng.choice(suits), 2))
    shown = rng.choice((0, 0, 0, 1, 2, 3))
    for number in range(sets):
        suit = rng.choice(suits)
        kind = "chow" if suit < 3 and rng.random() < chows else rng.choice(("pung", "pung", "pung", "kong"))
        if kind == "kong" or number < shown:
            size = 4 if kind == "kong" else 3
            tiles = deal.a_set(kind, suit, size)
            melds.append({"kind": kind, "tiles": write_tiles(tiles), "concealed": kind == "kong" and number >= shown})
        else:
            concealed += deal.a_set(kind, suit, 3)
    return concealed, melds


def special(rng: random.Random) -> Tiles:
    if rng.random() < 0.2:
        return [*MAJORS, rng.choice(MAJORS)]
    return [tile for tile in rng.sample(range(KINDS), 7) for _ in range(2)]


def finish(rng: random.Random, ruleset: str, concealed: Tiles, melds: list[dict[str, Any]]) -> dict[str, Any]:
    winning = concealed.pop(rng.randrange(len(concealed)))
    concealed.sort()
    winds = "ESWN"[: configure(ruleset).tiles.players]
    seat, win = rng.choice(winds), rng.choice(("self-draw", "discard"))
    discarder = rng.choice([wind for wind in winds if wind != seat]) if win == "discard" else None
    return {
        "ruleset": ruleset, "options": HOUSE.get(ruleset, {}), "hand": write_tiles(concealed), "melds": melds,
        "winning_tile": write_tiles([winning]), "win": win, "seat_wind": seat, "round_wind": rng.choice("ES"),
        "discarder": discarder, "flags": [], "flowers": "",
    }  # fmt: skip


def lines(ruleset: str, hands: int, seed: int) -> Iterator[str]:
    rng = random.Random(seed)
    riichi = Dealer(rng, three_players=ruleset == "sanma")
    for number in range(hands):
        record = riichi.record() if ruleset in ("riichi", "sanma") else random_record(rng, ruleset)
        yield json.dumps({"id": f"{ruleset}-{number}", **record})


def measured(names: Sequence[str], hands: int, seed: int) -> Iterator[dict[str, Any]]:
    """The rows of ``measure``, each from a process of its own, one after the other."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as alone:
        for name in names:
            yield alone.submit(measure, name, hands, seed).result()


def measure(ruleset: str, hands: int, seed: int) -> dict[str, Any]:
    """The first pass and the peers take turns, a chunk each, so that a machine whose speed changes slows all alike."""
    records, peers, decoded = list(lines(ruleset, hands, seed)), peers_of(ruleset), decoder()
    configure(ruleset)  # loaded, as the peers are, and with nothing scored yet
    first, read, legal, theirs = 0.0, 0.0, 0, dict.fromkeys(peers, 0.0)
    for start in range(0, hands, CHUNK):
        part = records[start : start + CHUNK]
        began = time.process_time()
        legal += sum(score(decoded(line))["legal"] for line in part)
        first += time.process_time() - began
        read += len(part) / per_second(json.loads, part)
        for peer, of_line in peers.items():
            theirs[peer] += len(part) / per_second(of_line, part)
    others = list(lines(ruleset, min(hands, CHUNK), seed + 1))
    later = per_second(lambda line: score(decoded(line)), others)
    again = per_second(lambda line: score(decoded(line)), records)
    return {
        "ruleset": ruleset, "hands": hands, "legal": legal, "first": hands / first, "later": later, "again": again,
        "read": hands / read, "peers": {peer: hands / seconds for peer, seconds in theirs.items()},
    }  # fmt: skip


def per_second(of_line: Callable[[str], Any], records: list[str]) -> float:
    started = time.process_time()
    for line in records:
        of_line(line)
    return len(records) / (time.process_time() - started)


def peers_of(ruleset: str) -> dict[Peer, Callable[[str], Any]]:
    """Each installed engine's way from a JSON line to its result."""
    found = {}
    for peer in PEERS.get(ruleset, ()):
        with suppress(ImportError):
            found[peer] = import_module(peer.module).scorer()
    return found


def tables(hands: int, seed: int) -> float:
    """MiB that scoring keeps in its tables after that many hands."""
    records = [json.loads(line) for line in lines("hong-kong-old", hands, seed)]
    tracemalloc.start()
    for record in records:
        score(record)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return kept / 2**20


def limits_of(row: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """What the first pass is compared with, in words, and whether it is fast enough; nothing without its peers."""
    for peer, rate in row["peers"].items():
        times = row["first"] / rate
        yield f"{times:.2f} of {peer.name}, at least {peer.at_least:.2f}", times >= peer.at_least
    if row["ruleset"] in PEERS:
        return
    readings = row["read"] / row["first"]
    tiles = configure(row["ruleset"]).tiles
    most = READINGS * tiles.sets / SETS * (WITH_WILD if tiles.has_wild else 1) * WITH_WAITS.get(row["ruleset"], 1)
    yield f"{readings:.1f} readings of the line as JSON, at most {most:.1f}", readings <= most


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset", nargs="*", default=list(rulesets()))
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(f"rules engine: {'compiled' if COMPILED else 'pure Python'}")
    print(f"{'ruleset':22} {'hands':>7} {'legal':>7} {'first pass /s':>14} {'later /s':>9} {'again /s':>9}   peers /s")
    rows = []
    for row in measured(arguments.ruleset, arguments.hands, arguments.seed):
        rows.append(row)
        peers = ", ".join(f"{rate:,.0f} {peer.name}" for peer, rate in row["peers"].items())
        print(
            f"{row['ruleset']:22} {row['hands']:7} {row['legal']:7} {row['first']:14,.0f} {row['later']:9,.0f} "
            f"{row['again']:9,.0f}   {peers}"
        )
    print(f"tables after {arguments.hands} fresh hands: {tables(arguments.hands, arguments.seed + 1):.1f} MiB more")
    return compare(rows)


def compare(rows: Sequence[Mapping[str, Any]]) -> int:
    """Prints each first pass beside its limits, and beside that of Old Hong Kong; 1 when one is too slow."""
    failed, first = False, {str(row["ruleset"]): float(row["first"]) for row in rows}
    for row in rows:
        share = f"; {row['first'] / first[COMMON]:.2f} of {COMMON}" if COMMON in first else ""
        for words, fast in limits_of(row):
            failed = failed or not fast
            print(f"{row['ruleset']:22} {'ok' if fast else 'NOT ok':7} {words}{share}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
