"""Keys at the table that are held while a device waits to be paired: nobody in the network can press them.

A dice key throws when it goes down. While a phone waits for its seat, a short press throws when the key comes up
again, and a long one pairs; so a device that only asks takes nobody's throw away.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.permits import Role
from controller.rules.seats import SEATS, Seat
from firmware_bridge.messages import Key, KeyChanged

HOLD_SECONDS: Final = 1.0
Later = Callable[[float, Callable[[], None]], Any]
"""Calls back after so many seconds of people's time."""


class HeldKeys:
    """``waits``: whether a device waits for this seat. ``on_held``: the seat whose key was held, or None for Open and
    Raise together. ``throw``: what a short press of a dice key asks for."""

    def __init__(
        self,
        waits: Callable[[Role, Seat | None], bool],
        on_held: Callable[[Seat | None], None],
        throw: Callable[[Seat], None],
        later: Later,
    ) -> None:
        self._waits, self._on_held, self._throw, self._later = waits, on_held, throw, later
        self._down: dict[Key, object] = {}

    def holds_back(self, message: KeyChanged) -> bool:
        """Follows a key; whether its throw has to wait until it is known how long it is held."""
        key = Key(message.key)
        seat = _seat_of(key)
        if not message.pressed:
            self._released(key, seat)
            return False
        if key is Key.BOTH:
            self._press(key)
        elif seat is not None and self._waits(Role.SEAT, seat):
            self._press(key)
            return True
        return False

    def _press(self, key: Key) -> None:
        press = self._down[key] = object()
        self._later(HOLD_SECONDS, lambda: self._look(key, press))

    def _look(self, key: Key, press: object) -> None:
        if self._down.get(key) is press:
            del self._down[key]
            self._on_held(_seat_of(key))

    def _released(self, key: Key, seat: Seat | None) -> None:
        short = self._down.pop(key, None) is not None
        if seat is None:
            self._down.pop(Key.BOTH, None)  # the board reports its two keys, not that both came up
        elif short:
            self._throw(seat)


def _seat_of(key: Key) -> Seat | None:
    return SEATS[key - Key.DICE_0] if Key.DICE_0 <= key <= Key.DICE_3 else None
