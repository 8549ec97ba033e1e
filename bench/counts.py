"""Every suit hand there is, cut and waited for, against totals found another way.

    python -m bench.counts            all 405,350 suit hands of up to 14 tiles, and their waits
    python -m bench.counts --most 8   the smaller ones only

The engine takes hands apart; here complete hands are built up from all choices of sets and a pair instead. A hand must
be cut in exactly as many ways as it can be built, and a tile must be a wait exactly where a built hand results. The
totals that others have published: 13,259 complete hands of one suit, 5,237,550 of three suits, 11,498,658 with honors;
40,070 ready hands of 13 tiles of one suit, one of them on nine tiles.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from typing import NamedTuple

from controller.rules.hand.sets import DIGIT_CUTS
from controller.rules.hand.tiles import BITS
from controller.rules.hand.waits import set_waits

Hand = tuple[int, ...]
"""How many of each rank."""
RANKS, HONOR_RANKS, TILES = 9, 7, 14
ALL_HANDS, PURE, THREE_SUITS, WHOLE_SET = 405_350, 13_259, 5_237_550, 11_498_658
READY = {9: 1, 8: 16, 7: 79, 6: 392, 5: 1335, 4: 2948, 3: 6739, 2: 14493, 1: 14067}


class Counted(NamedTuple):
    """``differing``: hands where the engine and the count do not agree."""

    what: str
    hands: int
    found: int
    differing: int
    seconds: float


def hands(ranks: int, most: int, copies: int = 4) -> Iterator[Hand]:
    """Every content of a suit with up to that many tiles."""
    if not ranks:
        yield ()
        return
    for first in range(min(copies, most) + 1):
        for rest in hands(ranks - 1, most - first, copies):
            yield (first, *rest)


def built(ranks: int = RANKS, copies: int = 4, most: int = TILES) -> Counter[Hand]:
    """The hands made of up to four sets and at most one pair, with the number of ways to make them."""
    pungs = [_of(ranks, {rank: 3}) for rank in range(ranks)]
    chows = [] if ranks == HONOR_RANKS else [_of(ranks, dict.fromkeys(range(at, at + 3), 1)) for at in range(ranks - 2)]
    pairs = [(0,) * ranks, *(_of(ranks, {rank: 2}) for rank in range(ranks))]
    made: Counter[Hand] = Counter()
    for number in range(5):
        for chosen in combinations_with_replacement(pungs + chows, number):
            for pair in pairs:
                hand = tuple(map(sum, zip(pair, *chosen, strict=True)))
                if max(hand) <= copies and sum(hand) <= most:
                    made[hand] += 1
    return made


def _of(ranks: int, tiles: Mapping[int, int]) -> Hand:
    return tuple(tiles.get(rank, 0) for rank in range(ranks))


def bag_of(hand: Hand) -> int:
    return sum(tiles << BITS * rank for rank, tiles in enumerate(hand))


def cuts(suit: int, most: int) -> Counted:
    """Every hand of a suit (3: honors) is cut in as many ways as it can be built."""
    started = time.perf_counter()
    ranks = HONOR_RANKS if suit == 3 else RANKS
    ways = built(ranks, most=most)
    number = found = differing = 0
    for hand in hands(ranks, most):
        cut = DIGIT_CUTS[suit][bag_of(hand)]
        number += 1
        found += bool(cut)
        differing += len(set(cut)) != ways[hand] or len(cut) != len(set(cut))
    return Counted(f"cuts of suit {suit}", number, found, differing, time.perf_counter() - started)


def waits(most: int) -> tuple[Counted, Counter[int]]:
    """Every hand of a suit with 3n + 1 tiles waits for the tiles that make a built hand; and how many of the largest
    size wait for how many tiles of which a copy is left."""
    started = time.perf_counter()
    complete = built(copies=5, most=most + 1)
    number = found = differing = 0
    largest = max(size for size in range(1, most + 1) if size % 3 == 1)
    ready: Counter[int] = Counter()
    for hand in hands(RANKS, most):
        if sum(hand) % 3 == 1:
            tiles = tuple(rank for rank in range(RANKS) if _with(hand, rank) in complete)
            number += 1
            found += bool(tiles)
            differing += tiles != set_waits(bag_of(hand))
            if sum(hand) == largest:
                ready[sum(hand[tile] < 4 for tile in tiles)] += 1
    del ready[0]
    return Counted("waits of a suit", number, found, differing, time.perf_counter() - started), ready


def _with(hand: Hand, rank: int) -> Hand:
    return (*hand[:rank], hand[rank] + 1, *hand[rank + 1 :])


def complete_hands(suits: int, honors: bool) -> int:
    """How many different hands of 14 tiles are four sets and a pair, by what the engine can cut in each suit."""
    sizes = [Counter(sum(hand) for hand in built() if DIGIT_CUTS[suit][bag_of(hand)]) for suit in range(suits)]
    if honors:
        sizes.append(Counter(sum(hand) for hand in built(HONOR_RANKS) if DIGIT_CUTS[3][bag_of(hand)]))
    totals: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for size in sizes:
        longer: Counter[tuple[int, int]] = Counter()
        for (tiles, pairs), ways in totals.items():
            for more, number in size.items():
                longer[tiles + more, pairs + (more % 3 == 2)] += ways * number
        totals = longer
    return totals[TILES, 1]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=TILES, help="tiles of the largest hands")
    most = parser.parse_args(arguments).most
    waited, ready = waits(min(most, TILES - 1))
    findings = [cuts(0, most), cuts(3, most), waited]
    print(f"{'':20} {'hands':>8} {'found':>8} {'differing':>10} {'s':>6}")
    for row in findings:
        print(f"{row.what:20} {row.hands:8} {row.found:8} {row.differing:10} {row.seconds:6.1f}")
    wholes = (complete_hands(1, False), complete_hands(3, False), complete_hands(3, True))
    print("complete hands of one suit, three suits, all tiles: " + ", ".join(f"{number:,}" for number in wholes))
    print(f"ready hands of one suit by number of waits: {dict(sorted(ready.items(), reverse=True))}")
    right = wholes == (PURE, THREE_SUITS, WHOLE_SET) and not any(row.differing for row in findings)
    if most >= TILES:
        right = right and findings[0].hands == ALL_HANDS and dict(ready) == READY
    print("as published" if right else "NOT as published")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
