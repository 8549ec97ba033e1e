"""A journal with a match that is as long as people can make it: thousands of rulings and penalties of full length."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller import match
from controller.commands import Command
from controller.journal.store import Journal
from controller.limits import LONGEST_RULING, LONGEST_WHO, LONGEST_WHY
from controller.match import MatchState, evolve
from controller.rules import configure
from controller.rules.seats import SEATS

NAMES: Final = ("Ann", "Ben", "Cho", "Dee")
WHO: Final = "W" * LONGEST_WHO


def write_long_match(path: Path, entries: int) -> None:
    """``entries`` rulings and a tenth as many penalties, each as a command of its own would be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with Journal(path, now=lambda: datetime.now(UTC)) as journal:
        state = _do(
            journal, None, match.StartMatch(WHO, "long", "riichi", NAMES, seating="given", first_dealer=SEATS[0])
        )
        for number in range(entries):
            state = _do(journal, state, match.Rule(WHO, "r" * LONGEST_RULING))
            if number % 10 == 0:
                state = _do(journal, state, match.Penalize(WHO, "w" * LONGEST_WHY, SEATS[0], pays_each_other=1))


def _do(journal: Journal, state: MatchState | None, command: Command) -> MatchState:
    for recorded in journal.append(match.decide(state, command, configure)):
        state = evolve(state, recorded)
    assert state is not None
    return state
