"""A score in the pieces that lie on a table: sticks, counters or chips.

The table keeps the scores; whoever also plays with pieces sees here what each player has before him and what is handed
over after a hand. Nobody tells the table which pieces really change hands, so what a player has is what his score comes
to, with small pieces left for change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from controller.match.ledger import ledger, scores
from controller.match.state import MatchState

Pieces = tuple[int, ...]
"""How many of each piece, in the order of their values."""


def by_value(values: Iterable[int]) -> Pieces:
    """Different values, the largest first."""
    return tuple(sorted(set(values), reverse=True))


def held(score: int, values: Sequence[int]) -> tuple[Pieces, int]:
    """The pieces of a score, and what no piece is small enough for. One piece of each value is changed into smaller
    ones, as the sets are handed out at the start: 2,000 are three of 500, four of 100 and ten of 10."""
    counts, rest = [], abs(score)
    for at, value in enumerate(values):
        number, left = divmod(rest, value)
        last = at == len(values) - 1
        keep = number if last or not number else number - 1
        counts.append(keep)
        rest = left if last else rest - keep * value
    return tuple(counts), rest


def handed(amount: int, values: Sequence[int]) -> tuple[Pieces, Pieces, int]:
    """What the payer gives, what he gets back as change, and what no piece is small enough for: as few pieces as
    possible change hands."""
    rest = amount % values[-1]
    signed = _fewest(amount - rest, tuple(values))
    gives, back = tuple(max(each, 0) for each in signed), tuple(max(-each, 0) for each in signed)
    left = amount - sum(each * value for each, value in zip(signed, values, strict=True))
    return gives, back, left


@cache
def _fewest(amount: int, values: Pieces) -> Pieces:
    """Pieces by value, those that come back below zero."""
    number, left = divmod(amount, values[0])
    if len(values) == 1:
        return (number,)
    exact = (number, *_fewest(left, values[1:]))
    if not left:
        return exact
    over = (number + 1, *(-each for each in _fewest(values[0] - left, values[1:])))
    return min(exact, over, key=lambda pieces: sum(map(abs, pieces)))


def pieces_json(state: MatchState, values: Sequence[int]) -> dict[str, Any]:
    """All players, and what the last hand has them hand over; ``None`` is what lies on the table."""
    pieces = by_value(values)
    last = state.last
    return {
        "pieces": list(pieces),
        "players": [
            {"name": name, "score": score, **_row(held(score, pieces))}
            for name, score in zip(state.names, scores(state), strict=True)
        ],
        "hand": None if last is None else last.index,
        "handed": [] if last is None else [_handed(state, *each, pieces) for each in _debts(state, last.index)],
    }


def _row(found: tuple[Pieces, int]) -> dict[str, Any]:
    return {"held": list(found[0]), "rest": found[1]}


def _handed(state: MatchState, payer: int | None, payee: int | None, amount: int, pieces: Pieces) -> dict[str, Any]:
    gives, back, rest = handed(amount, pieces)
    people = {
        "payer": None if payer is None else state.names[payer],
        "payee": None if payee is None else state.names[payee],
    }
    return {**people, "amount": amount, "gives": list(gives), "back": list(back), "rest": rest}


def _debts(state: MatchState, hand: int) -> list[tuple[int | None, int | None, int]]:
    """Who owes whom after a hand, what goes both ways set off, in the order of the players."""
    owed: dict[tuple[int, int], int] = {}
    for entry in ledger(state):
        if entry.counts and entry.hand == hand:
            payer, payee = _of(entry.payer), _of(entry.payee)
            first, second = min(payer, payee), max(payer, payee)
            owed[first, second] = owed.get((first, second), 0) + (entry.amount if payer == first else -entry.amount)
    found = [
        (first, second, amount) if amount > 0 else (second, first, -amount)
        for (first, second), amount in sorted(owed.items())
        if amount
    ]
    return [(_player(payer), _player(payee), amount) for payer, payee, amount in found]


ON_TABLE = 99
"""Behind all players."""


def _of(player: int | None) -> int:
    return ON_TABLE if player is None else player


def _player(number: int) -> int | None:
    return None if number == ON_TABLE else number
