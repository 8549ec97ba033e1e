"""What bars a ready player from a claim: sacred discards, passed wins, passed triplets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from controller.rules.engine import ConfiguredGame


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
    ``passed_after_riichi``, ``passed_ready``: in this hand, after riichi or after he had declared ready.
    ``passed_triplets``: tiles of which he passed up a triplet. ``open``: discards and melds of the others, for
    counting what may still come."""

    discards: tuple[str, ...] = ()
    since_draw: tuple[str, ...] = ()
    passed_win: bool = False
    passed_after_riichi: bool = False
    passed_ready: bool = False
    passed_triplets: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


def win_locks(game: ConfiguredGame, waiting_for: Iterable[str], seen: Seen) -> list[Lock]:
    """What keeps a ready player from winning on a discard. Self-drawn tiles win, but for ``Locks.passed_draw``.

    Where own discards are sacred, only the same tiles are barred, not his other waits.
    """
    rules = game.locks
    if rules.furiten:
        rows = rules.furiten(game, waiting_for, seen.discards, seen.passed_win, seen.passed_after_riichi)
        return [Lock(key, ends) for key, ends in rows]
    if rules.by_kind:
        return _of_kinds(waiting_for, seen)
    own = set(seen.since_draw)
    sacred = tuple(tile for tile in waiting_for if tile in own) if rules.sacred_discard else ()
    locks = [Lock("lock.sacred-discard", "own-draw", sacred)] if sacred else []
    locks += _own_discards(waiting_for, seen) if rules.own_discards else ()
    if rules.passed_ready and seen.passed_ready:
        locks.append(Lock("lock.passed-ready", ""))
    if rules.passed_win and seen.passed_win:
        key = "lock.passed-win-any" if rules.passed_draw else "lock.passed-win"
        locks.append(Lock(key, rules.passed_win))
    return locks


def _of_kinds(waiting_for: Iterable[str], seen: Seen) -> list[Lock]:
    locks = _own_discards(waiting_for, seen)
    return [*locks, Lock("lock.passed-kind", "own-draw")] if seen.passed_win else locks


def _own_discards(waiting_for: Iterable[str], seen: Seen) -> list[Lock]:
    own = tuple(tile for tile in waiting_for if tile in seen.discards)
    return [Lock("lock.own-discard", "", own)] if own else []


def claim_locks(game: ConfiguredGame, passed_triplets: Iterable[str]) -> list[Lock]:
    """What keeps a player from claiming a discard for a set: the tiles of which he passed up a triplet since his own
    last discard, where the ruleset minds."""
    tiles, ends = tuple(passed_triplets), game.locks.passed_triplet
    return [Lock("lock.passed-triplet", ends, tiles)] if tiles and ends else []


def lock_text(lock: Lock, words: Mapping[str, str]) -> str:
    """A lock as a sentence, in the language of the words (rules.json)."""
    return words[lock.key].format(tiles=" ".join(lock.tiles))
