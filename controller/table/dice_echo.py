"""What the board says that its dice display shows, against what it was sent."""

from __future__ import annotations

from collections.abc import Callable

from firmware_bridge import messages as m

Faces = tuple[int, ...]


class DiceEcho:
    """``answered`` gets the faces that were to be shown and those that are. A board without the capability says
    nothing: ``agrees`` then stays None, as it is until the board has answered."""

    def __init__(self, answered: Callable[[Faces, Faces], None]) -> None:
        self.agrees: bool | None = None
        self._answered = answered
        self._asked: tuple[int, Faces] | None = None

    def forget(self) -> None:
        """The session is over: nothing that was sent is answered any more."""
        self._asked, self.agrees = None, None

    def sent(self, command: int, message: m.ShowDice) -> None:
        self._asked, self.agrees = (command, tuple(message.values)), None

    def heard(self, message: m.DiceShown) -> None:
        """What is told of an earlier order is not compared: a later one is on its way."""
        if self._asked is None or self._asked[0] != message.command:
            return
        meant, shown = self._asked[1], tuple(message.values)
        self.agrees = shown == meant
        self._answered(meant, shown)
