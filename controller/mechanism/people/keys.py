"""The keys on the dome: each does the natural next step of the situation, or says why it does nothing."""

from __future__ import annotations

from controller.mechanism.agenda import agenda_of
from controller.mechanism.moves import POSSIBLE_MOVES
from controller.mechanism.situation import STOPPING, situation
from controller.mechanism.tasks import TaskKind
from controller.mechanism.transition import Turn
from firmware_bridge.messages import Key, Latches

_CYCLE_KEYS = (Key.OPEN, Key.RAISE, Key.BOTH)


def pressed(turn: Turn, key: Key) -> None:
    """A key went down. Any key, the dice keys too, ends the wait for one."""
    _key_seen(turn)
    if key not in _CYCLE_KEYS:
        return
    if _resetting(turn):
        turn.change(kept_key=key)
        return
    _act(turn, key)


def _key_seen(turn: Turn) -> None:
    latches = turn.live.latches
    if not latches & STOPPING:
        turn.change(latches=latches & ~Latches.AWAITING_KEY)


def _resetting(turn: Turn) -> bool:
    return turn.live.task is not None and turn.live.task.kind is TaskKind.RESET


def _act(turn: Turn, key: Key) -> None:
    way = POSSIBLE_MOVES[situation(turn.state)]
    move = way.of(key)
    if move is not None:
        turn.begin(agenda_of(turn.state, move), "key")
    elif key is not Key.BOTH and way.hint:
        turn.notice(way.hint)
