"""What is not part of the present: matches and rolls of any time, asked of the journal itself."""

from __future__ import annotations

from controller.events import Recorded
from controller.journal.store import Journal
from controller.match import MatchState, evolve


class Archive:
    """Answers from the journal. Everything raises ``JournalError`` when it cannot be read."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def match(self, id_: str) -> MatchState | None:
        """A match, folded from its events; None when there is none with this id."""
        state: MatchState | None = None
        for recorded in self._journal.of_match(id_):
            state = evolve(state, recorded)
        return state

    def matches(self) -> tuple[str, ...]:
        """Ids of all matches, the oldest first."""
        return tuple(self._journal.matches())

    def matches_after(self, since: int, limit: int) -> list[tuple[int, str]]:
        """Number of the first event, and id, of at most ``limit`` matches that began after event ``since``."""
        return self._journal.matches_after(since, limit)

    def roll(self, number: int) -> Recorded | None:
        """The event of a roll of dice, counted from 1."""
        return self._journal.roll(number)
