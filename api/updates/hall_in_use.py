"""Whether people need the hall at this moment: a hall that is updated then would leave them waiting."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from typing import Final

from hall.catalogue import HALL_CATALOGUE
from hall.store import HallJournal, open_store
from hall.store.migrate import is_present
from hall.store.store import Store
from hall.store.url import store_url
from hall.tournament.state import State, evolve

PLAYED: Final = ("running", "time-called")
"""Phases of a tournament in which its tables ask for clock and orders, and hands are in play."""


def busy(state: State) -> str | None:
    """Why the hall may not be away now; None when it may. What parlour tables play goes on without it."""
    for one in state.tournaments.values():
        if not one.abandoned and one.phase in PLAYED and one.round is not None:
            return f"round {one.round.number} of {one.settings.name} is being played"
    return None


def tournaments_of(url: str, now: Callable[[], datetime]) -> State:
    """What the store says, which may be in use; none where there is no store yet. Raises ``StoreError``,
    ``JournalError``."""
    state = State()
    with closing(Store(store_url(url))) as store:
        if store.is_sqlite and not store.path.exists():
            return state
        with store.reading() as connection:
            if not is_present(connection, store.place):
                return state
    with open_store(url) as store:
        journal = HallJournal(store, HALL_CATALOGUE, now=now, random=os.urandom)
        for recorded in journal.replay():
            state = evolve(state, recorded)
    return state
