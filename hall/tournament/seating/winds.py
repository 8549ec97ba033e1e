"""Who sits East, South, West and North: winds that are as equal for every player as the number of games allows.

Players and games are the two sides of a graph, a seat is an edge. Walked through along closed trails, the edges are
taken in turns for the one and the other half: every player then has half of his games in each, rounded up or down, and
every game two players. Done twice, each game has one player for each wind (a case of de Werra's balanced colourings).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Final

WINDS: Final = 4
TRIES: Final = 60
Game = list[int]
"""The players of a table; what is made of it is in the order E, S, W, N."""


def seated(
    rounds: Sequence[Sequence[Game]], players: int, random: Random, past: Sequence[Sequence[Game]] = ()
) -> list[list[Game]]:
    """The same tables, each in the order E, S, W, N. ``past`` was played in that order and counts: then some tables
    can be such that winds cannot be even, and the best of some tries is taken."""
    games = [game for tables in rounds for game in tables]
    best = _even(games)
    if past:
        before = [game for tables in past for game in tables]
        tries = [best, *([random.sample(game, WINDS) for game in games] for _ in range(TRIES))]
        best = _best_balanced(tries, players, before)
    each = iter(best)
    return [[next(each) for _ in tables] for tables in rounds]


def _even(games: Sequence[Game]) -> list[Game]:
    made: list[Game] = [[] for _ in games]
    for half in _halves([(player, number) for number, game in enumerate(games) for player in game]):
        for quarter in _halves(half):
            for player, number in quarter:
                made[number].append(player)
    return made


def _best_balanced(tries: Iterable[list[Game]], players: int, before: list[Game]) -> list[Game]:
    best: tuple[int, list[Game]] | None = None
    for games in tries:
        balanced = [list(game) for game in games]
        _balance(balanced, players, before)
        for made in (games, balanced):
            uneven = unevenness([before, made], players)
            if best is None or uneven < best[0]:
                best = uneven, made
        if best is not None and best[0] == 0:
            break
    assert best is not None
    return best[1]


def unevenness(rounds: Sequence[Sequence[Game]], players: int, of: int | None = None) -> int:
    """0 when everybody's winds are as equal as his number of games allows; the sum of what is beyond it. ``of``: so
    many of the players are looked at, from the first."""
    counts = [[0] * WINDS for _ in range(players)]
    for tables in rounds:
        for game in tables:
            for wind, player in enumerate(game):
                counts[player][wind] += 1
    return sum(max(row) - min(row) - (sum(row) % WINDS != 0) for row in counts[:of])


Edge = tuple[int, int]


def _halves(edges: Sequence[Edge]) -> tuple[list[Edge], list[Edge]]:
    """Each player's and each game's edges in two halves that differ by one at most, games exactly."""
    at_player: dict[int, list[int]] = {}
    at_game: dict[int, list[int]] = {}
    ends = list(edges)
    for number, (player, game) in enumerate(edges):
        at_player.setdefault(player, []).append(number)
        at_game.setdefault(game, []).append(number)
    odd = [player for player, own in at_player.items() if len(own) % 2]
    nowhere = -1  # a game that is none, for the odd edges, so that every trail closes
    for player in odd:
        at_player[player].append(len(ends))
        at_game.setdefault(nowhere, []).append(len(ends))
        ends.append((player, nowhere))
    halves: tuple[list[Edge], list[Edge]] = ([], [])
    used = [False] * len(ends)
    for start in at_player:
        player = start
        while (first := _unused(at_player[player], used)) is not None:
            game = ends[first][1]
            second = _unused(at_game[game], used)
            assert second is not None, "every game has an even number of edges"
            for number, half in zip((first, second), halves, strict=True):
                if number < len(edges):
                    half.append(ends[number])
            player = ends[second][0]
    return halves


def _unused(own: list[int], used: list[bool]) -> int | None:
    while own:
        number = own.pop()
        if not used[number]:
            used[number] = True
            return number
    return None


# ---------------------------------------------------------------- what was played before


def _balance(games: list[Game], players: int, past: list[Game]) -> None:
    """Exchanges winds, two at a time, until no exchange makes winds more equal."""
    counts = [[0] * WINDS for _ in range(players)]
    for game in [*past, *games]:
        for wind, player in enumerate(game):
            counts[player][wind] += 1
    pairs = list(combinations(range(WINDS), 2))
    while any(_exchange(games, counts, one, other) for one, other in pairs):
        pass


def _exchange(games: list[Game], counts: list[list[int]], one: int, other: int) -> bool:
    """Whether any chain of games was found in which the two winds are exchanged to advantage."""
    leaving: list[list[int]] = [[] for _ in counts]
    for number, game in enumerate(games):
        leaving[game[one]].append(number)
    found = False
    for start in range(len(counts)):
        while chain := _chain(start, games, leaving, counts, one, other):
            found = True
            for number in chain:
                game = games[number]
                leaving[game[one]].remove(number)
                leaving[game[other]].append(number)
                game[one], game[other] = game[other], game[one]
            last = games[chain[-1]][one]
            counts[start][one] -= 1
            counts[start][other] += 1
            counts[last][one] += 1
            counts[last][other] -= 1
    return found


def _chain(
    start: int, games: list[Game], leaving: list[list[int]], counts: list[list[int]], one: int, other: int
) -> list[int]:
    """Games from one who has ``one`` too often to the nearest who has it too seldom; empty if there is none."""

    def excess(player: int) -> int:
        return counts[player][one] - counts[player][other]

    came: dict[int, int] = {}
    waiting, seen = deque([start]), {start}
    while waiting:
        player = waiting.popleft()
        if excess(start) - excess(player) > 2:
            chain = []
            while player != start:
                chain.append(came[player])
                player = games[came[player]][one]
            return chain[::-1]
        for number in leaving[player]:
            after = games[number][other]
            if after not in seen:
                seen.add(after)
                came[after] = number
                waiting.append(after)
    return []
