"""Keeps the dome of the table up to date: sends what changed, and everything after the board was away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.match import MatchState
from controller.mechanism import Dome, Seats, State, changes, dome
from controller.rules.seats import WINDS
from firmware_bridge import messages as m

_MOST: Final = 255


class DomeLamps:
    """``send`` tells whether the board took a message; what it did not take is tried again with the next change."""

    def __init__(self, send: Callable[[m.Command], bool]) -> None:
        self._send = send
        self._shown: Dome | None = None

    def forget(self) -> None:
        """The board was away: it may show anything."""
        self._shown = None

    def show(self, state: State, match: MatchState | None, dice: Mapping[str, Any] | None) -> None:
        now = dome(state, tuple(dice["dice"]) if dice else (), seats_of(match))
        if now != self._shown and all(self._send(message) for message in changes(self._shown, now)):
            self._shown = now


def seats_of(match: MatchState | None) -> Seats | None:
    standing = match.standing if match else None
    if standing is None:
        return None
    position = standing.position
    prevailing = WINDS.index(standing.prevailing)
    return Seats(position.dealer, prevailing, min(position.streak, _MOST), min(position.number, _MOST))
