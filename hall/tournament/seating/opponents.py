"""Opponents in common: two players who never meet are compared by those whom both have met (Lester 2021).

Steps that cost no meeting more are taken as long as no pair loses what it needs: the fewest such opponents of any pair
that never meets grow, then the pairs that have so few become fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from hall.tournament.seating.meetings import APART, SEATS, Counts, Rounds, count

TRIES: Final = 40_000
STEPS: Final = 160_000
"""Looks at what a try would change end after so many, divided by the number of players: each takes as much longer."""


def joined(rounds: Rounds, before: Counts, random: Random) -> Rounds:
    """Rounds of the same cost (``meetings.cost``), with players exchanged."""
    rounds = [list(players) for players in rounds]
    counts, size = count(rounds, before), len(before)
    met = [_bits(row) for row in counts]
    pairs = [0] * (size + 1)
    for one, other in combinations(range(size), 2):
        if not met[one] >> other & 1:
            pairs[(met[one] & met[other]).bit_count()] += 1
    looks = STEPS // size
    for _ in range(TRIES):
        if looks <= 0 or not any(pairs):
            break
        players = rounds[int(random.random() * len(rounds))]
        first, second = int(random.random() * size), int(random.random() * size)
        table, other_table = first & -SEATS, second & -SEATS
        if table == other_table or _worse(counts, players, first, second) != 0:
            continue
        looks -= 1
        touched = players[table : table + SEATS] + players[other_table : other_table + SEATS]
        trial = list(pairs)
        _tally(trial, met, touched, -1)
        _turn(counts, met, players, first, second)
        _tally(trial, met, touched, 1)
        if trial <= pairs:
            pairs = trial
        else:
            _turn(counts, met, players, first, second)
    return rounds


def _bits(row: Sequence[int]) -> int:
    return sum(1 << other for other, times in enumerate(row) if times % APART)


def _worse(counts: Counts, players: list[int], first: int, second: int) -> int:
    met, other_met = counts[players[first]], counts[players[second]]
    worse = 0
    for each in _mates(players, first):
        worse += other_met[each] - met[each] + 1
    for each in _mates(players, second):
        worse += met[each] - other_met[each] + 1
    return worse


def _mates(players: list[int], place: int) -> list[int]:
    """The others at the table of a place."""
    start = place & -SEATS
    return players[start:place] + players[place + 1 : start + SEATS]


def _turn(counts: Counts, met: list[int], players: list[int], first: int, second: int) -> None:
    """Exchanges two players; done twice, it is undone."""
    one, other = players[first], players[second]
    mates, other_mates = _mates(players, first), _mates(players, second)
    for player, leaves, comes in ((one, mates, other_mates), (other, other_mates, mates)):
        for each in leaves:
            _count(counts, met, player, each, -1)
        for each in comes:
            _count(counts, met, player, each, 1)
    players[first], players[second] = other, one


def _count(counts: Counts, met: list[int], one: int, other: int, by: int) -> None:
    """So many meetings more of two players; both rows have the same number."""
    times = counts[one][other] + by
    counts[one][other] = counts[other][one] = times
    if times % APART:
        met[one] |= 1 << other
        met[other] |= 1 << one
    else:
        met[one] &= ~(1 << other)
        met[other] &= ~(1 << one)


def _tally(pairs: list[int], met: list[int], touched: list[int], by: int) -> None:
    """Adds or takes away the pairs in which one of these players is."""
    others = (1 << len(met)) - 1
    for one in touched:
        others &= ~(1 << one)
        own = met[one]
        unmet = others & ~own
        while unmet:
            other = unmet.bit_length() - 1
            unmet ^= 1 << other
            pairs[(own & met[other]).bit_count()] += by
