"""Results for unattended play: hands that a table could have seen, legal for the ruleset, drawn from a seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from controller.match import HandResult, MatchState, ScoredWin
from controller.match.state import Lineup, occupied
from controller.rules import RulesError
from controller.rules.game import Game, QuickWin

DRAWS: Final = 0.12
QUICK: Final = 0.5
SELF_DRAWN: Final = 0.4
CONCEALED: Final = 0.5
ATTEMPTS: Final = 300
_SUITS: Final = "mps"
_HONOURS: Final = 7
_COPIES: Final = 4


@dataclass(frozen=True, slots=True)
class _Set:
    kind: str
    tiles: tuple[str, ...]


def random_result(game: Game, state: MatchState, random: Random) -> HandResult:
    """How the running hand ended: a draw, or a win with its tiles or in short. Always legal for the ruleset."""
    standing = state.standing
    assert standing is not None, "asked for while a hand is played"
    if random.random() < DRAWS:
        return HandResult("draw")
    if game.asks.lines:
        return HandResult("win", (_by_the_card(game, standing, random),))
    for _ in range(ATTEMPTS):
        win = _random_win(standing, random)
        result = _scored(game, standing, win)
        if result is not None:
            return HandResult("win", (_short(win, result) if random.random() < QUICK else win,))
    return HandResult("draw")


def _by_the_card(game: Game, standing: Lineup, random: Random) -> QuickWin:
    """A line of the card, mostly with jokers."""
    line = random.choice(game.asks.lines)
    twice = line.doubled and random.random() < CONCEALED / 2
    win = _random_win(standing, random)
    return QuickWin(win.winner, win.source, win.discarder, line.value * (2 if twice else 1))


def _short(win: ScoredWin, result: Mapping[str, Any]) -> QuickWin:
    return QuickWin(win.winner, win.source, win.discarder, result["total"], bool(result.get("limit")))


def _scored(game: Game, standing: Lineup, win: ScoredWin) -> Mapping[str, Any] | None:
    record = {
        **win.parts,
        "ruleset": game.ruleset,
        "options": {name: list(v) if isinstance(v, tuple) else v for name, v in game.options.items()},
        "win": win.source,
        "seat_wind": standing.winds[win.winner],
        "round_wind": standing.prevailing,
        "discarder": None if win.discarder is None else standing.winds[win.discarder],
    }
    try:
        result = game.score(record)
    except RulesError:
        return None
    return result if result["legal"] else None


def _random_win(standing: Lineup, random: Random) -> ScoredWin:
    present = occupied(standing.seats)
    winner = random.choice(present)
    others = [seat for seat in present if seat != winner]
    parts = _random_hand(random)
    if random.random() < SELF_DRAWN:
        return ScoredWin(winner, "self-draw", None, parts)
    return ScoredWin(winner, "discard", random.choice(others), parts)


def _random_hand(random: Random) -> dict[str, Any]:
    """Four sets and a pair, mostly of one suit with honours, so that it counts something."""
    while True:
        suit, pure = random.choice(_SUITS), random.random() < 0.7
        sets = [_random_set(random, suit if pure else random.choice(_SUITS)) for _ in range(4)]
        pair = _random_tile(random, suit)
        tiles = [tile for one in sets for tile in one.tiles] + [pair, pair]
        if all(tiles.count(tile) <= _COPIES for tile in tiles):
            return _laid_out(random, sets, pair)


def _random_set(random: Random, suit: str) -> _Set:
    if random.random() < 0.45:
        tile = _random_tile(random, suit)
        return _Set("pung", (tile,) * 3)
    low = random.randint(1, 7)
    return _Set("chow", tuple(f"{low + step}{suit}" for step in range(3)))


def _random_tile(random: Random, suit: str) -> str:
    if random.random() < 0.4:
        return f"{random.randint(1, _HONOURS)}z"
    return f"{random.randint(1, 9)}{suit}"


def _laid_out(random: Random, sets: list[_Set], pair: str) -> dict[str, Any]:
    shown = [place > 0 and random.random() > CONCEALED for place in range(len(sets))]
    melds = [one for one, open_ in zip(sets, shown, strict=True) if open_]
    concealed = [tile for one, open_ in zip(sets, shown, strict=True) if not open_ for tile in one.tiles]
    concealed += [pair, pair]
    winning = random.choice(concealed)
    concealed.remove(winning)
    flowers = sorted(random.sample(range(1, 9), random.choice((0, 0, 1, 1, 2))))
    return {
        "hand": "".join(concealed),
        "melds": [{"kind": one.kind, "tiles": "".join(one.tiles), "concealed": False} for one in melds],
        "winning_tile": winning,
        "flags": [],
        "flowers": "".join(f"{number}f" for number in flowers),
    }
