"""Checks of the exchange of signed heads with other tables, from what the service keeps of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from api.doctor.finding import AS_THE_SERVICE, Finding, Verdict
from api.peers.errors import PeerTrouble
from api.peers.state import FILE, PeerState, load_states
from api.words.catalogue import DEFAULT, say
from controller.config import Config
from controller.peers import PeerConfig
from controller.table.witness import FILE as HEADS
from controller.table.witness import forks, read_heads

_ALARMS: Final = frozenset({PeerTrouble.FORKED, PeerTrouble.WENT_BACK})
_QUIET: Final = frozenset({PeerTrouble.UNREACHABLE, PeerTrouble.NO_HEAD})
"""Usual for a table that is switched off, or new."""


def witnesses(config: Config, now: datetime) -> list[Finding]:
    """Nothing for a table without peers that has seen no two histories."""
    folder = config.table.state_dir
    names = {peer.key: peer.name for peer in config.peers}
    try:
        heads = read_heads(folder / HEADS)
    except OSError as error:
        return [Finding("peers", "warn", f"{folder}: {error.strerror}", AS_THE_SERVICE)] if config.peers else []
    remedy = f"Do not trust its records before that is cleared up; both heads are in {folder / HEADS}."
    found = [
        Finding("peers", "bad", f"{_name(names, one.head.key.hex())} has signed two histories", remedy)
        for one, _ in forks(heads)
    ]
    return [*found, *_states(config, int(now.timestamp()))]


def _name(names: dict[str, str], key: str) -> str:
    return names.get(key, f"the table with the key {key}")


def _states(config: Config, now: int) -> Iterator[Finding]:
    states = load_states(config.table.state_dir / FILE, config.peers, now)
    for peer in config.peers:
        yield _finding(peer, states[peer.key], now)


def _finding(peer: PeerConfig, state: PeerState, now: int) -> Finding:
    if state.missed(now):
        since = datetime.fromtimestamp(max(state.since, state.reached), UTC)
        detail = f"{peer.name} has not answered since {since:%Y-%m-%d %H:%M} UTC: {state.detail}"
        return Finding("peers", "warn", detail, _remedy("missed"))
    if state.trouble is None or state.trouble in _QUIET:
        return Finding("peers", "ok", f"{peer.name}: {_witnessed(state)}")
    words = say(DEFAULT, f"service.peer.{state.trouble.value}") or state.trouble.value
    verdict: Verdict = "bad" if state.trouble in _ALARMS else "warn"
    return Finding("peers", verdict, f"{peer.name}: {words} ({state.detail})", _remedy(state.trouble.value))


def _witnessed(state: PeerState) -> str:
    if not state.witnessed:
        return "it has witnessed nothing of this table yet"
    return f"it has witnessed this table up to event {state.witnessed}"


def _remedy(name: str) -> str:
    return say(DEFAULT, f"service.peer.{name}.do") or ""
