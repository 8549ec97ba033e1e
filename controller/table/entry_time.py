"""How long seats have for their part in a roll: one span to enter, one for phones to reveal.

The spans begin when the question, or the lock, is durable; a restart in between gives the whole span again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from controller.fairness.progress import DiceProgress

ENTRY_SECONDS: Final = 60.0
"""For all seats together to enter, one after the other on the keypad."""
REVEAL_SECONDS: Final = 15.0
"""For phones to show their nonces, which needs nobody's hand."""

EntryPhase = tuple[bytes, int, bool]
"""Epoch and number of the open roll, and whether its inputs are locked."""


def phase_of(progress: DiceProgress) -> EntryPhase | None:
    """What the table waits for; None when it waits for no seat."""
    if progress.open is None:
        return None
    inputs = progress.open.inputs
    return (inputs.at.epoch, inputs.at.number, inputs.locked)


class EntryTime:
    """``ring`` is called when the time of a phase is over."""

    def __init__(self, ring: Callable[[EntryPhase], None]) -> None:
        self._ring = ring
        self._phase: EntryPhase | None = None
        self._timer: asyncio.TimerHandle | None = None

    def follow(self, progress: DiceProgress) -> None:
        """After every change."""
        phase = phase_of(progress)
        if phase != self._phase:
            self._phase = phase
            self.again()

    def again(self) -> None:
        """Starts the span of the present phase once more."""
        self.close()
        if self._phase is not None:
            span = REVEAL_SECONDS if self._phase[2] else ENTRY_SECONDS
            self._timer = asyncio.get_running_loop().call_later(span, self._ring, self._phase)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
