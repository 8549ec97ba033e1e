"""What is not part of the present: matches and rolls of any time, asked of the journal itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.events import Recorded
from controller.events.dice import DiceAnchored, DiceLocked, DiceMisshown, DiceRolled, DiceVoided
from controller.fairness.progress import record_in
from controller.journal.match_index import MatchQuery
from controller.journal.store import Journal
from controller.match import MatchState, evolve

_RECORDS_AT_ONCE: Final = 50
"""Read between two turns of the event loop: some milliseconds on a Raspberry Pi."""

MOST_FOLDED: Final = 250
"""Matches that are kept folded, some 30 kB each."""


class Archive:
    """Answers from the journal. Everything raises ``JournalError`` when it cannot be read."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._folded: dict[str, tuple[int, MatchState | None]] = {}
        """Matches by id, with the number of the last event in them: a list of matches is asked for again and again."""

    def match(self, id_: str) -> MatchState | None:
        """A match, folded from its events; None when there is none with this id."""
        last = self._journal.last_of_match(id_)
        known = self._folded.get(id_)
        if known is not None and known[0] == last:
            return known[1]
        if len(self._folded) >= MOST_FOLDED:
            self._folded.clear()
        state = self._fold(id_)
        self._folded[id_] = last, state
        return state

    def _fold(self, id_: str) -> MatchState | None:
        state: MatchState | None = None
        for recorded in self._journal.of_match(id_):
            state = evolve(state, recorded)
        return state

    def matches(self) -> tuple[str, ...]:
        """Ids of all matches, the oldest first."""
        return tuple(self._journal.matches())

    def dice_records(self, since: int) -> Iterator[list[str]]:
        """The signed records of the dice after event ``since``, oldest first, in batches of some milliseconds."""
        types = (DiceAnchored.type, DiceLocked.type, DiceRolled.type, DiceVoided.type)
        while batch := self._journal.of_types(types, since, _RECORDS_AT_ONCE):
            yield [text for one in batch if (text := record_in(one.event)) is not None]
            since = batch[-1].seq

    def find_matches(self, query: MatchQuery) -> list[tuple[int, str]]:
        """Number of the first event, and id, of the matches that fit."""
        return self._journal.find_matches(query)

    def roll(self, number: int) -> Recorded | None:
        """The event of a roll of dice, counted from 1."""
        return self._journal.roll(number)

    def misshown(self, number: int) -> tuple[int, ...] | None:
        """The dice that the board said it showed for a roll, where they were others."""
        found = self._journal.misshown(number)
        return found.event.shown if found is not None and isinstance(found.event, DiceMisshown) else None
