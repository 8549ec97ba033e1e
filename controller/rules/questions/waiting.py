"""What a table asks besides the score: waits with their value, what is missing, sacred discards, the payments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.rules.engine import ConfiguredGame
from controller.rules.game import WINDS
from controller.rules.hand.record import BELOW_MINIMUM, SEATS
from controller.rules.hand.tiles import KINDS, NAMES, count
from controller.rules.sheet.ruleset import Verdict, Won


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes a ready hand. ``left`` copies are not in the hand; ``missing`` is what it lacks to reach
    the minimum (0: legal)."""

    tile: str
    left: int
    legal: bool
    total: int
    items: Mapping[str, int]
    missing: int


def waits(game: ConfiguredGame, record: Mapping[str, Any]) -> list[Wait]:
    """The tiles that complete a hand of 13, each with what it would be worth won as the record says.

    The record is a scoring record; its ``winning_tile`` is passed over and may be missing. Raises RecordError.
    """
    found = []
    for tile in range(KINDS):
        if NAMES[tile] in game.asks.absent:
            continue
        hand = game.hand_of({**record, "winning_tile": NAMES[tile], "explain": False})
        verdicts, reason = game.verdicts(hand)
        if reason not in ("", BELOW_MINIMUM):
            continue
        best = max(verdicts, key=lambda verdict: (game.legal(verdict), verdict.rank))
        left = game.asks.copies + 1 - count(hand.tiles, tile)
        found.append(Wait(NAMES[tile], left, not reason, best.total, best.items, _short(game, verdicts)))
    return found


def lacking(game: ConfiguredGame, record: Mapping[str, Any]) -> int:
    """How much a complete hand lacks to reach the minimum: 0 for a legal hand and for one that is not complete."""
    verdicts, _ = game.verdicts(game.hand_of(record))
    return _short(game, verdicts) if verdicts else 0


def _short(game: ConfiguredGame, verdicts: Sequence[Verdict]) -> int:
    return max(0, game.bound.minimum - max(verdict.counted for verdict in verdicts))


@dataclass(frozen=True, slots=True)
class Lock:
    """A bar on claiming. ``key`` names the sentence, ``ends`` the event that lifts it; ``tiles`` are the tiles that it
    is about (empty: every discard)."""

    key: str
    ends: str
    tiles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """What a player did before. ``discards``: all own ones of the hand; ``since_draw``: those after which he has not
    drawn again. ``passed_win``: he let a winning discard pass since the event that would have ended the lock;
    ``passed_after_riichi``: in this hand, after riichi. ``passed_triplets``: tiles of which he passed up a triplet.
    ``open``: discards and melds of the others, for counting what may still come."""

    discards: tuple[str, ...] = ()
    since_draw: tuple[str, ...] = ()
    passed_win: bool = False
    passed_after_riichi: bool = False
    passed_triplets: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


def win_locks(game: ConfiguredGame, waiting_for: Iterable[str], seen: Seen) -> list[Lock]:
    """What keeps a ready player from winning on a discard. Self-drawn tiles always win.

    Where own discards are sacred, only the same tiles are barred, not his other waits.
    """
    rules = game.rules.locks
    if rules.furiten:
        rows = rules.furiten(game, waiting_for, seen.discards, seen.passed_win, seen.passed_after_riichi)
        return [Lock(key, ends) for key, ends in rows]
    own = set(seen.since_draw)
    sacred = tuple(tile for tile in waiting_for if tile in own) if rules.sacred_discard else ()
    locks = [Lock("lock.sacred-discard", "own-draw", sacred)] if sacred else []
    if rules.passed_win and seen.passed_win:
        locks.append(Lock("lock.passed-win", rules.passed_win))
    return locks


def claim_locks(game: ConfiguredGame, passed_triplets: Iterable[str]) -> list[Lock]:
    """What keeps a player from claiming a discard for a set: the tiles of which he passed up a triplet since his own
    last discard, where the ruleset minds."""
    tiles, ends = tuple(passed_triplets), game.rules.locks.passed_triplet
    return [Lock("lock.passed-triplet", ends, tiles)] if tiles and ends else []


def lock_text(lock: Lock, words: Mapping[str, str]) -> str:
    """A lock as a sentence, in the language of the words (rules.json)."""
    return words[lock.key].format(tiles=" ".join(lock.tiles))


def payment_table(game: ConfiguredGame, bases: Sequence[int]) -> list[dict[str, Any]]:
    """What everybody pays for each base amount in every situation of winner and discarder, by seat wind.

    Rows: ``{"base", "winner", "win", "discarder", "pays": {wind: amount}, "gets"}``.
    """
    seats = [wind for wind in WINDS if wind != "N" or game.plan.absent_seat is None]
    rows = []
    for base in bases:
        for winner in ("E", "S"):
            rows.append(_row(game, base, winner, None))
            rows += [_row(game, base, winner, discarder) for discarder in seats[:3] if discarder != winner]
    return rows


def _row(game: ConfiguredGame, base: int, winner: str, discarder: str | None) -> dict[str, Any]:
    source = "self-draw" if discarder is None else "discard"
    shares = game.bound.pay(Won(SEATS[winner], None if discarder is None else SEATS[discarder], source, base))
    pays = {WINDS[share.payer]: share.amount for share in shares if share.amount}
    return {
        "base": base,
        "winner": winner,
        "win": source,
        "discarder": discarder,
        "pays": pays,
        "gets": sum(pays.values()),
    }


def payment_text(rows: Sequence[Mapping[str, Any]], words: Mapping[str, str]) -> list[str]:
    """The payment table as lines, in the language of the words (rules.json)."""
    return [words[f"table.{row['win']}"].format(**_words_of(row, words)) for row in rows]


def _words_of(row: Mapping[str, Any], words: Mapping[str, str]) -> dict[str, Any]:
    pays = ", ".join(f"{words[f'wind.{wind}']} {amount}" for wind, amount in row["pays"].items())
    discarder = words[f"wind.{row['discarder']}"] if row["discarder"] else ""
    winner = words[f"wind.{row['winner']}"]
    return {"base": row["base"], "winner": winner, "discarder": discarder, "pays": pays, "gets": row["gets"]}
